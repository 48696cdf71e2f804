"""Cached API answers that are the same for everybody: built once, compressed, stored in a file, sent with an ETag.

They depend only on the program, its packages and its static files. The commands ``start`` and ``collectstatic``
build them and write one file beside the static files, under a digest of all these. If that file is missing or has
another digest (tests, a server started by hand), each process builds an answer at its first request, one at a time,
and keeps it in memory.

The views are imported only when something has to be built, so that a second start doesn't wait for them.
"""

import gzip
import hashlib
import json
import logging
import os
import platform
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import RLock
from typing import Final
from zipfile import BadZipFile, ZipFile

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.utils.cache import patch_vary_headers

CODINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    # Quality 9 of 11: a tenth larger than the best, made in a twentieth of the time.
    "br": lambda body: brotli.compress(body, quality=9),
    "gzip": lambda body: gzip.compress(body, 9, mtime=0),
}
"""Content codings, the one with the smallest bodies first."""
_PACKAGES: Final = ("Django", "djangorestframework", "drf-spectacular", "django-template-partials", "brotli")
_PACKAGE_DIR: Final = Path(__file__).parents[1]
_INDEX_NAME: Final = "answers.json"
_ACCEPTED_CODING: Final = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PreparedResponse:
    """A cached answer: content type, start of its ETags, and its body by content coding ("" is uncompressed)."""

    kind: str
    tag: str
    bodies: Mapping[str, bytes]


def make_response(kind: str, body: bytes) -> PreparedResponse:
    """Return an answer with ``body`` in every content coding."""
    tag = hashlib.sha256(body).hexdigest()[:20]
    return PreparedResponse(kind, tag, {"": body} | {coding: compress(body) for coding, compress in CODINGS.items()})


def coding_for(accepted: str) -> str:
    """Return the content coding for a request with this ``Accept-Encoding``; "" for none."""
    wishes = {
        match[1].lower(): float(match[2] or 1)
        for wish in accepted.split(",")
        if (match := _ACCEPTED_CODING.fullmatch(wish))
    }
    best = max(CODINGS, key=lambda coding: wishes.get(coding, wishes.get("*", 0)))
    return best if wishes.get(best, wishes.get("*", 0)) else ""


def negotiated_response(request: HttpRequest, response: PreparedResponse, kind: str = "") -> HttpResponse:
    """Return the cached answer in the coding that the client takes, or 304; ``kind`` is another content type."""
    coding = coding_for(request.headers.get("Accept-Encoding", ""))
    return coded_response(request, coding, lambda: response.bodies[coding], response.tag, kind or response.kind)


def coded_response(request: HttpRequest, coding: str, body: Callable[[], bytes], tag: str, kind: str) -> HttpResponse:
    """Return a body in a content coding, or 304 if the client has it already. Each coding has its own ETag."""
    from games.api.parsing import etag_matches

    etag = f'"{tag}-{coding}"' if coding else f'"{tag}"'
    response: HttpResponse
    if etag_matches(request.headers.get("If-None-Match", ""), etag):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(body(), content_type=kind)
        if coding:
            response["Content-Encoding"] = coding
    response["ETag"] = etag
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


_lock = RLock()
_memory_cache: dict[str, PreparedResponse] = {}


def cached_response(name: str) -> PreparedResponse:
    """Return the cached answer of that name, building it if necessary. Raises KeyError for an unknown name."""
    cached = _memory_cache.get(name)
    if cached is None:
        # drf-spectacular can't build two schemas at once: its registry of extensions is shared by all threads.
        with _lock:
            _memory_cache.update(
                {stored: response for stored, response in _file_cache().items() if stored not in _memory_cache}
            )
            cached = _memory_cache.get(name) or _memory_cache.setdefault(name, _make(name))
    return cached


def prepare() -> bool:
    """Build this version's answers and write them to the file, unless it has them; return whether they were built.

    If the file can't be written, every process builds the answers for itself, which only costs time.
    """
    digest = _digest()
    if cached := _read_file(digest):
        _memory_cache.update(cached)
        return False
    with _lock:
        responses = {name: _make(name) for name in _makers()}
        _memory_cache.update(responses)
    try:
        _write_file(digest, responses)
    except OSError as error:
        logger.warning("Cannot cache the API schema in %s: %s", _file(), error.strerror)
    return True


def _makers() -> dict[str, tuple[str, Callable[[], bytes]]]:
    """Return the content type and the builder of each answer, by name."""
    from games.api.docs import docs_bytes
    from games.api.rulebook.rules import all_presets_bytes, preset_bytes
    from games.api.schema import schema_bytes
    from games.rules.presets import presets

    def preset_builder(preset: str) -> Callable[[], bytes]:
        return lambda: preset_bytes(preset)

    return {
        "schema.yaml": ("application/vnd.oai.openapi", lambda: schema_bytes("yaml")),
        "schema.json": ("application/vnd.oai.openapi+json", lambda: schema_bytes("json")),
        "docs.html": ("text/html; charset=utf-8", docs_bytes),
        "presets.json": ("application/json", all_presets_bytes),
        **{f"presets/{preset}.json": ("application/json", preset_builder(preset)) for preset in presets()},
    }


def _make(name: str) -> PreparedResponse:
    kind, body = _makers()[name]
    with translation.override(settings.LANGUAGE_CODE):
        return make_response(kind, body())


def _file() -> Path:
    return Path(settings.STATIC_ROOT).with_suffix(".answers")


@cache
def _file_cache() -> dict[str, PreparedResponse]:
    """Return what the file holds. It's read once: a server keeps the answers it started with."""
    return _read_file(_digest())


def _read_file(digest: str) -> dict[str, PreparedResponse]:
    """Return what the file holds for this version; nothing if it is of another version or can't be read."""
    try:
        with ZipFile(_file()) as file:
            index = json.loads(file.read(_INDEX_NAME))
            if index["digest"] != digest:
                return {}
            return {
                name: PreparedResponse(
                    entry["kind"], entry["tag"], {coding: file.read(f"{name}:{coding}") for coding in ("", *CODINGS)}
                )
                for name, entry in index["answers"].items()
            }
    except (OSError, BadZipFile, KeyError, ValueError):
        return {}


def _write_file(digest: str, responses: Mapping[str, PreparedResponse]) -> None:
    """Write the file under a temporary name and rename it, so that nobody reads half of it. Raises OSError."""
    answers = {name: {"kind": response.kind, "tag": response.tag} for name, response in responses.items()}
    descriptor, temporary = tempfile.mkstemp(dir=_file().parent, prefix=_file().name)
    try:
        with os.fdopen(descriptor, "wb") as raw, ZipFile(raw, "w") as file:
            file.writestr(_INDEX_NAME, json.dumps({"digest": digest, "answers": answers}))
            for name, response in responses.items():
                for coding, body in response.bodies.items():
                    file.writestr(f"{name}:{coding}", body)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(_file())
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _digest() -> str:
    """Return a digest of everything that the answers depend on."""
    inputs = (
        *(platform.python_version(), *(version(name) for name in _PACKAGES)),
        *(settings.DEBUG, settings.LANGUAGE_CODE, settings.STATIC_URL, settings.STORAGES["staticfiles"]),
        *(settings.SPECTACULAR_SETTINGS, settings.REST_FRAMEWORK),
    )
    digest = hashlib.sha256(repr(inputs).encode())
    for path in _sources():
        digest.update(f"\0{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    """Yield the program's files that the answers are made of, and the manifest of static files."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists():
        yield manifest
    for folder, folders, names in os.walk(_PACKAGE_DIR):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "locale", "migrations"))
        yield from (Path(folder) / name for name in sorted(names) if name.endswith((".py", ".json")))
    yield from sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))
