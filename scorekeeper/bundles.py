"""Bundles: scripts or stylesheets that a page always loads together are served as one file.

Without them the first load of a table's page is 37 requests and 76.8 KB instead of 9 and 58.3 (brotli, as in
``tests/benchmarks/bench_pages.py``), and it paints a quarter of a second later on a slow phone network. The page must
stay under 60 KB, which WhiteNoise and compression alone miss by far.
"""

from collections.abc import Mapping
from typing import Final

BUNDLES: Final[Mapping[str, tuple[str, ...]]] = {
    # Every page.
    "page.js": (
        *("offline.js", "taps.js", "outbox_store.js", "outbox_send.js", "outbox_list.js", "outbox_next.js"),
        *("outbox.js", "tick.js", "shell.js"),
    ),
    # The same without the outbox, for screens on which nobody enters anything.
    "screen.js": ("offline.js", "shell.js"),
    "entry.js": (
        "tally_loader.js",
        "keep_open.js",
        "swaps.js",
        "copy.js",
        "count_up.js",
        "picker.js",
        "entry.js",
        "typed.js",
        "live.js",
    ),
    # Fetched by tally_loader.js.
    "tally.js": ("tally_round.js", "tally_form.js", "tally.js", "provisional.js"),
    # Where two rules are equally specific the later one wins, so a change of this order can change how a page looks.
    "app.css": (
        *("styles/tokens.css", "styles/base.css"),
        *("styles/tally.css", "styles/entry.css", "styles/sheet.css", "styles/hollywood.css", "styles/table.css"),
        *("styles/table_pages.css", "styles/start.css", "styles/hands.css", "styles/cards.css", "styles/lists.css"),
        *("styles/match.css", "styles/files.css", "styles/layout.css", "styles/outbox.css", "styles/charts.css"),
        *("styles/display.css", "styles/learning.css"),
    ),
    # The same without what a table's page doesn't show: it is the page that phones open at first.
    "table.css": (
        *("styles/tokens.css", "styles/base.css"),
        *("styles/tally.css", "styles/entry.css", "styles/sheet.css", "styles/hollywood.css", "styles/table.css"),
        *("styles/hands.css", "styles/layout.css", "styles/outbox.css", "styles/charts.css"),
        *("styles/display.css", "styles/learning.css"),
    ),
}
"""Each bundle's files, in the order in which they run or apply."""


def bundle_file(name: str) -> str:
    """Return the static file of a bundle: "bundles/entry.js"."""
    return f"bundles/{name}"
