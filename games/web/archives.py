"""Stream archives as JSON downloads, without holding one whole in memory."""

from typing import Any

from django.http import StreamingHttpResponse

from games.selectors.sharing.json_stream import archive_pieces
from games.web.sealed_files import IssueSeal, sealed_stream


def archive_response(name: str, value: Any, give_seal: IssueSeal) -> StreamingHttpResponse:
    """Return ``value``, with iterators where it is large, as a JSON download named ``name`` and its seal."""
    return sealed_stream(name, "json", archive_pieces(value), "application/json", give_seal)
