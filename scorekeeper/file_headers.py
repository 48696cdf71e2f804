"""The security headers of static files."""

from collections.abc import MutableMapping


def file_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Add security headers to a static file (WhiteNoise's WHITENOISE_ADD_HEADERS_FUNCTION).

    An SVG image opened by itself may load nothing; for scripts and stylesheets a content policy has no effect.
    """
    headers["X-Content-Type-Options"] = "nosniff"
    if path.endswith(".svg"):
        headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
