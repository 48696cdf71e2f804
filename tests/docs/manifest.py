"""Which templates, styles and scripts each picture in docs/pictures shows, and which pictures are older than those."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PICTURES: Final = ROOT / "docs" / "pictures"
MANIFEST: Final = PICTURES / "pictures.json"
COMMAND: Final = "python3 manage.py pictures"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a picture shows: the files that its page was made of, and a digest of them as they were then."""

    sources: tuple[str, ...]
    digest: str


def shown(sources: Iterable[str], root: Path = ROOT) -> Shown:
    """The files with a digest of them as they are now; one that is gone counts as empty."""
    names, digest = tuple(sorted(set(sources))), hashlib.sha256()
    for name in names:
        file = root / name
        content = file.read_bytes() if file.is_file() else b""
        digest.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return Shown(names, digest.hexdigest()[:16])


def read(manifest: Path = MANIFEST) -> dict[str, Shown]:
    """Each picture by its file name; nothing where no picture was ever taken."""
    if not manifest.exists():
        return {}
    found = json.loads(manifest.read_text(encoding="utf-8"))
    # Most pictures show the same files, so each list of files is there once.
    return {name: Shown(tuple(found["sources"][at]), digest) for name, (at, digest) in found["pictures"].items()}


def write(pictures: Mapping[str, Shown], manifest: Path = MANIFEST) -> None:
    """Write down what the pictures show."""
    lists = sorted({one.sources for one in pictures.values()})
    at = {sources: number for number, sources in enumerate(lists)}
    lines = ",\n".join(
        f"    {json.dumps(name)}: {json.dumps([at[one.sources], one.digest])}" for name, one in sorted(pictures.items())
    )
    sources = ",\n".join(f"    {json.dumps(one)}" for one in lists)
    text = f'{{\n  "pictures": {{\n{lines}\n  }},\n  "sources": [\n{sources}\n  ]\n}}\n'
    manifest.write_text(text, encoding="utf-8")


def stale(manifest: Path = MANIFEST, root: Path = ROOT) -> list[str]:
    """The pictures whose pages have changed since they were taken."""
    return [name for name, one in read(manifest).items() if shown(one.sources, root) != one]
