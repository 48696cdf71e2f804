"""Bars of knocks: with how much deadwood they were made, how often that was undercut, what others were caught with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Season
from games.pages.bars import Bar, BarChart
from games.pages.season_pictures import Knocking
from games.rules.knocks import Knocks
from games.selectors.scales import Bin, Scale, binned
from games.selectors.season_knocks import MOST_MATCHES, season_knocks
from games.wording import season_pictures as words

FEWEST: Final = 10
"""Knocks with a count before its share of undercuts says something."""
WIDTH: Final = 360
_LEFT, _ROW, _THICK, _GAP, _END = 52, 26, 16, 6, 150
_MOST_BARS: Final = 14


def knocking(season: Season) -> Knocking:
    """What is told of the knocks of a season."""
    found = season_knocks(season)
    return Knocking(
        about=words.knocks_about(MOST_MATCHES) if found.made or found.caught else "",
        empty="" if found.made or found.caught else words.no_knocks_text(),
        deadwood=_deadwood(found.made) if found.made else None,
        undercut=_undercut(found) if found.made else None,
        caught=_caught(found.caught) if found.caught else None,
    )


def _deadwood(made: Counter[int]) -> BarChart:
    bins, knocks = binned(made, _MOST_BARS), made.total()
    most = max(one.number for one in bins)
    often = [_range(one) for one in bins if one.number == most]
    return _bars(
        words.deadwood_title(knocks, _average(made), often),
        bins,
        [(one.number, str(one.number), False) for one in bins],
        (_("Deadwood"), pgettext("column head", "Knocks"), pgettext("column head", "Share")),
        [(str(one.number), words.share_text(one.number, knocks)) for one in bins],
    )


def _caught(caught: Counter[int]) -> BarChart:
    bins, hands = binned(caught, _MOST_BARS), caught.total()
    return _bars(
        words.caught_title(hands, _average(caught), _median(caught)),
        bins,
        [(one.number, str(one.number), False) for one in bins],
        (_("Caught with"), pgettext("column head", "Hands"), pgettext("column head", "Share")),
        [(str(one.number), words.share_text(one.number, hands)) for one in bins],
    )


def _undercut(found: Knocks) -> BarChart:
    bins = [one for one in binned(found.made, _MOST_BARS) if one.number]
    cut = [sum(found.undercut[count] for count in range(one.low, one.high + 1)) for one in bins]
    shares = [part / one.number for part, one in zip(cut, bins, strict=True)]
    known = [(share, _range(one)) for share, one in zip(shares, bins, strict=True) if one.number >= FEWEST]
    highest, lowest = (max(known)[0], min(known)[0]) if known else (0.0, 0.0)
    apart = highest != lowest
    return _bars(
        words.undercut_title(
            found.undercut.total(),
            found.made.total(),
            [name for share, name in known if share == highest] if apart else (),
            [name for share, name in known if share == lowest] if apart else (),
        ),
        bins,
        [
            (share, words.rate_text(part, one.number, few=one.number < FEWEST), one.number < FEWEST)
            for share, part, one in zip(shares, cut, bins, strict=True)
        ],
        (
            _("Deadwood"),
            pgettext("column head", "Undercut"),
            pgettext("column head", "Knocks"),
            pgettext("column head", "Share"),
        ),
        [(str(part), str(one.number), words.share_text(part, one.number)) for part, one in zip(cut, bins, strict=True)],
    )


def _bars(
    title: str,
    bins: Sequence[Bin],
    bars: Sequence[tuple[float, str, bool]],
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
) -> BarChart:
    """A bar for each of ``bins``: how long, as a number on any scale from 0, what stands at its end, whether of few."""
    scale = Scale(0, max(length for length, _, _ in bars) or 1, 0, WIDTH - _LEFT - _END)
    return BarChart(
        title=title,
        note=words.few_text(FEWEST) if any(few for *_, few in bars) else "",
        width=WIDTH,
        height=_ROW * len(bins),
        left=_LEFT,
        thick=_THICK,
        bars=tuple(
            _bar(_range(one), _ROW * number, scale(length), text, few=few)
            for number, (one, (length, text, few)) in enumerate(zip(bins, bars, strict=True))
        ),
        head=head,
        rows=tuple((_range(one), *row) for one, row in zip(bins, rows, strict=True)),
    )


def _bar(label: str, row: int, length: float, text: str, *, few: bool) -> Bar:
    """The bar in the row that begins at the height of ``row``."""
    return Bar(label, row + _ROW / 2, row + (_ROW - _THICK) / 2, length, round(_LEFT + length + _GAP, 1), text, few)


def _range(one: Bin) -> str:
    return words.range_text(one.low, one.high)


def _average(counts: Mapping[int, int]) -> float:
    return sum(value * number for value, number in counts.items()) / sum(counts.values())


def _median(counts: Counter[int]) -> int:
    """The least value that at least half of all do not exceed."""
    so_far = 0
    for value in sorted(counts):
        so_far += counts[value]
        if 2 * so_far >= counts.total():
            return value
    raise ValueError("of nothing there is no half")
