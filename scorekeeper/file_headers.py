"""What static files say of themselves."""

from collections.abc import MutableMapping


def file_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """What a file says of itself besides what it is and how long it may be kept: nothing may be made of it but that.

    An image that is opened by itself may load nothing; to scripts and stylesheets policies mean nothing.
    """
    headers["X-Content-Type-Options"] = "nosniff"
    if path.endswith(".svg"):
        headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
