"""Find out the file system that a folder is on, on Linux. Standard library only."""

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")

# Network file systems. SQLite shares its write-ahead log through memory, which does not work between computers, and the
# locks of these file systems are not reliable.
NETWORK = frozenset(
    (
        *(
            "9p",
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "coda",
            "davfs",
            "gfs",
            "gfs2",
            "glusterfs",
            "gpfs",
            "lustre",
            "ncpfs",
        ),
        *("nfs", "nfs3", "nfs4", "ocfs2", "orangefs", "prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "vmhgfs"),
        *("fuse.ceph", "fuse.davfs", "fuse.davfs2", "fuse.gcsfuse", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs"),
        *("fuse.sshfs", "fuse.vmhgfs-fuse", "fuse.smbnetfs", "fuse.curlftpfs", "fuse.juicefs", "fuse.seaweedfs"),
    )
)


def kind_of(folder: Path, mountinfo: str) -> str:
    r"""Return the type of file system that ``folder`` (absolute) is on; "" if it is unknown.

    ``mountinfo`` is the text of ``/proc/self/mountinfo``.

    >>> kind_of(Path("/srv/scores"), "1 0 8:1 / / rw - ext4 /dev/sda rw\n2 1 0:5 / /srv rw shared:1 - nfs4 nas:/v rw")
    'nfs4'
    """
    best, kind = -1, ""
    for line in mountinfo.splitlines():
        fields = line.split(" ")
        if len(fields) < 10 or "-" not in fields[6:]:
            continue
        place = Path(_plain(fields[4]))
        # Of two mounts at one path the later hides the earlier.
        if folder.is_relative_to(place) and len(place.parts) >= best:
            best, kind = len(place.parts), fields[fields.index("-", 6) + 1]
    return kind


def network_kind(folder: Path) -> str:
    """Return the type of network file system that ``folder`` is on; "" if it is a local one, or unknown."""
    try:
        kind = kind_of(folder.resolve(), MOUNTS.read_text(encoding="utf-8", errors="surrogateescape"))
    except OSError:
        return ""
    return kind if kind in NETWORK else ""


def _plain(text: str) -> str:
    r"""Decode a path of mountinfo, in which spaces, tabs, line ends and backslashes are written as \040 and so on."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)
