"""Script bundles: scripts that a page always loads together are served as one file."""

from collections.abc import Mapping
from typing import Final

BUNDLES: Final[Mapping[str, tuple[str, ...]]] = {
    "outbox": ("outbox_store.js", "outbox_send.js", "outbox_list.js", "outbox.js", "tick.js"),
    "entry": ("keep_open.js", "swaps.js", "picker.js", "entry.js"),
}
"""Each bundle's scripts, in the order in which they run."""


def bundle_file(name: str) -> str:
    """Return the static file of a bundle: "bundles/entry.js"."""
    return f"bundles/{name}.js"
