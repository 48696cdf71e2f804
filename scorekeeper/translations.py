"""Compiles the translations with Babel: from the `django.po` that people edit to the `django.mo` that Django reads.

Both are in `games/locale/<language>/LC_MESSAGES`. A compiled file has the date of the file that it was made from, so it
is made again where the dates differ, whichever is newer.
"""

import os
import shutil
from io import StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from scorekeeper.bootstrap import ROOT

LOCALE: Final = ROOT / "games" / "locale"


def compile_changed(locale: Path = LOCALE) -> list[Path]:
    """Compile every catalog below ``locale`` that changed since it was compiled; return the files written.

    Left out, so that people read English: what has no translation, and what is marked fuzzy. Safe in two processes at
    once. Raises OSError where a file cannot be written, ValueError where one is not a catalog; all others are
    compiled nevertheless.
    """
    written, wrong = list[Path](), list[OSError | ValueError]()
    for source in changed(locale):
        try:
            written.append(_compile(source))
        except OSError as error:
            wrong.append(error)
        except (ValueError, PoFileError) as error:
            wrong.append(ValueError(f"{source}: {error}"))
    if wrong:
        raise wrong[0]
    return written


def changed(locale: Path = LOCALE) -> list[Path]:
    """Return the .po files that have no compiled file with their date."""
    return [source for source in sorted(locale.glob("*/LC_MESSAGES/django.po")) if not _is_compiled(source)]


def _is_compiled(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.is_file() and target.stat().st_mtime_ns == source.stat().st_mtime_ns


def _compile(source: Path) -> Path:
    """Compile one file in one step, so that no process ever reads half of it; return what was written."""
    target, about = source.with_suffix(".mo"), source.stat()
    catalog = read_po(StringIO(source.read_text(encoding="utf-8-sig")), abort_invalid=True)
    with NamedTemporaryFile(dir=target.parent, prefix=".django.mo.", delete=False) as half:
        write_mo(half, catalog)
    try:
        shutil.copymode(source, half.name)
        os.utime(half.name, ns=(about.st_atime_ns, about.st_mtime_ns))
        Path(half.name).replace(target)
    except OSError:
        Path(half.name).unlink(missing_ok=True)
        raise
    return target
