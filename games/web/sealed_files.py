"""Downloads with their seal in the file name: the seal is computed from the bytes, so it cannot be among them."""

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator
from tempfile import TemporaryFile
from typing import IO, Final

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from games.rules.seals import format_seal

IssueSeal = Callable[[str, str], str]
"""Issues and stores the seal of a file. In: its name ("game-1.csv") and its SHA-256."""
AT_ONCE: Final = 64 * 1024
"""Bytes of a large file that are sent together."""
_IN_MEMORY: Final = 1024 * 1024
"""Bytes of a large file that are buffered in memory; a longer one is buffered in the temporary folder."""


def sealed_file(name: str, ending: str, data: bytes, content_type: str, give_seal: IssueSeal) -> HttpResponse:
    """Return a download named by ``name``, its seal and its ``ending``: "game-1-K1DD-RKE7-T4AG-ZCRQ.csv"."""
    seal = give_seal(f"{name}.{ending}", hashlib.sha256(data).hexdigest())
    return HttpResponse(data, content_type=content_type, headers=_download_headers(name, ending, seal))


def sealed_stream(
    name: str, ending: str, pieces: Iterable[str], content_type: str, give_seal: IssueSeal
) -> StreamingHttpResponse:
    """Return a long text as such a download. It is buffered whole first, because its name with the seal goes first."""
    buffer: IO[bytes] = io.BytesIO()
    try:
        digest = hashlib.sha256()
        for piece in pieces:
            data = piece.encode()
            digest.update(data)
            if isinstance(buffer, io.BytesIO) and buffer.tell() + len(data) > _IN_MEMORY:
                written, buffer = buffer.getvalue(), TemporaryFile()  # noqa: SIM115 - closed once it was sent
                buffer.write(written)
            buffer.write(data)
        seal = give_seal(f"{name}.{ending}", digest.hexdigest())
    except BaseException:
        buffer.close()
        raise
    return StreamingHttpResponse(
        _FilePieces(buffer), content_type=content_type, headers=_download_headers(name, ending, seal)
    )


class _FilePieces:
    """Iterates over a buffered file in pieces. The response closes it, also if the client does not read to the end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        file.seek(0)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if data := self._file.read(AT_ONCE):
            return data
        self.close()
        raise StopIteration

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _download_headers(name: str, ending: str, seal: str) -> dict[str, str]:
    filename = f"{name}-{format_seal(seal)}.{ending}"
    disposition = content_disposition_header(as_attachment=True, filename=filename) or ""
    return {"Content-Disposition": disposition, "Cache-Control": "no-store"}
