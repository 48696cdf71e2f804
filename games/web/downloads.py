"""Files to download. Each is made whole before the answer begins, so that none breaks off in the middle."""

from collections.abc import Iterable
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any, Final

from django.http import FileResponse

from games.selectors.sharing.json_stream import archive_pieces

IN_MEMORY: Final = 1024 * 1024
"""Bytes that are held in memory; a longer file waits in the temporary folder."""


def file_response(name: str, pieces: Iterable[str | bytes], content_type: str) -> FileResponse:
    """Return a download named ``name`` ("game-1.csv") with the ``pieces``, texts in UTF-8, one after the other."""
    file: IO[bytes] = BytesIO()
    try:
        for piece in pieces:
            if isinstance(file, BytesIO) and file.tell() > IN_MEMORY:
                beginning, file = file.getvalue(), TemporaryFile()  # noqa: SIM115 - the response closes it
                file.write(beginning)
            file.write(piece.encode() if isinstance(piece, str) else piece)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    headers = {"Cache-Control": "no-store"}
    return FileResponse(file, as_attachment=True, filename=name, content_type=content_type, headers=headers)


def archive_response(name: str, value: Any) -> FileResponse:
    """Return ``value``, with iterators where it is large, as a download in JSON."""
    return file_response(name, archive_pieces(value), "application/json")
