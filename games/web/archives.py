"""Archives as files to save, sent while they are read."""

from typing import Any

from django.http import StreamingHttpResponse

from games.selectors.json_pieces import archive_pieces


def archive_answer(name: str, value: Any) -> StreamingHttpResponse:
    """``value``, with iterators where it is large, as a JSON file to save under ``name``."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(archive_pieces(value), content_type="application/json", headers=headers)
