"""Bundles: scripts or stylesheets that a page always loads together are served as one file."""

from collections.abc import Mapping
from typing import Final

BUNDLES: Final[Mapping[str, tuple[str, ...]]] = {
    "outbox.js": ("outbox_store.js", "outbox_send.js", "outbox_list.js", "outbox.js", "tick.js"),
    "entry.js": ("keep_open.js", "swaps.js", "picker.js", "entry.js"),
    # Where two rules are equally specific the later one wins, so a change of this order can change how a page looks.
    "app.css": (
        *("styles/tokens.css", "styles/base.css"),
        *("styles/tally.css", "styles/entry.css", "styles/sheet.css", "styles/hollywood.css", "styles/table.css"),
        *("styles/start.css", "styles/cards.css", "styles/lists.css", "styles/match.css", "styles/files.css"),
        *("styles/layout.css", "styles/outbox.css", "styles/charts.css", "styles/display.css", "styles/learning.css"),
    ),
}
"""Each bundle's files, in the order in which they run or apply."""


def bundle_file(name: str) -> str:
    """Return the static file of a bundle: "bundles/entry.js"."""
    return f"bundles/{name}"
