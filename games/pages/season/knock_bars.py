"""Build a season's bar charts of knocks: deadwood at the knock, share of undercuts, deadwood of opponents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Season
from games.pages.season.bar_chart import Bar, BarChart
from games.pages.season.season_pictures import KnockCharts
from games.pages.table.chart_scales import Bin, Scale, histogram
from games.rules.analysis.knocks import Knocks
from games.selectors.season.season_knocks import MOST_MATCHES, season_knocks
from games.wording.season import season_pictures as words

FEWEST_KNOCKS: Final = 10
"""The fewest knocks with some deadwood for which a share of undercuts is meaningful."""
WIDTH: Final = 360
_LEFT, _ROW_HEIGHT, _BAR_HEIGHT, _GAP, _END = 52, 26, 16, 6, 150
_MOST_BARS: Final = 14


def knock_charts(season: Season) -> KnockCharts:
    """Return the charts of the knocks of a season."""
    knocks = season_knocks(season)
    return KnockCharts(
        about=words.knocks_about(MOST_MATCHES) if knocks.made or knocks.caught else "",
        empty="" if knocks.made or knocks.caught else words.no_knocks_text(),
        deadwood=_deadwood_chart(knocks.made) if knocks.made else None,
        undercut=_undercut_chart(knocks) if knocks.made else None,
        caught=_caught_chart(knocks.caught) if knocks.caught else None,
    )


def _deadwood_chart(made: Counter[int]) -> BarChart:
    bins, knocks = histogram(made, _MOST_BARS), made.total()
    most = max(group.number for group in bins)
    most_frequent = [_range(group) for group in bins if group.number == most]
    return _chart(
        words.deadwood_title(knocks, _average(made), most_frequent),
        bins,
        [(group.number, str(group.number), False) for group in bins],
        (_("Deadwood"), pgettext("column head", "Knocks"), pgettext("column head", "Share")),
        [(str(group.number), words.share_text(group.number, knocks)) for group in bins],
    )


def _caught_chart(caught: Counter[int]) -> BarChart:
    bins, hands = histogram(caught, _MOST_BARS), caught.total()
    return _chart(
        words.caught_title(hands, _average(caught), _median(caught)),
        bins,
        [(group.number, str(group.number), False) for group in bins],
        (_("Deadwood when losing"), pgettext("column head", "Hands"), pgettext("column head", "Share")),
        [(str(group.number), words.share_text(group.number, hands)) for group in bins],
    )


def _undercut_chart(knocks: Knocks) -> BarChart:
    bins = [group for group in histogram(knocks.made, _MOST_BARS) if group.number]
    undercuts = [sum(knocks.undercut[count] for count in range(group.low, group.high + 1)) for group in bins]
    shares = [part / group.number for part, group in zip(undercuts, bins, strict=True)]
    known = [(share, _range(group)) for share, group in zip(shares, bins, strict=True) if group.number >= FEWEST_KNOCKS]
    highest, lowest = (max(known)[0], min(known)[0]) if known else (0.0, 0.0)
    differ = highest != lowest
    return _chart(
        words.undercut_title(
            knocks.undercut.total(),
            knocks.made.total(),
            [name for share, name in known if share == highest] if differ else (),
            [name for share, name in known if share == lowest] if differ else (),
        ),
        bins,
        [
            (share, words.rate_text(part, group.number, few=group.number < FEWEST_KNOCKS), group.number < FEWEST_KNOCKS)
            for share, part, group in zip(shares, undercuts, bins, strict=True)
        ],
        (
            _("Deadwood"),
            pgettext("column head", "Undercut"),
            pgettext("column head", "Knocks"),
            pgettext("column head", "Share"),
        ),
        [
            (str(part), str(group.number), words.share_text(part, group.number))
            for part, group in zip(undercuts, bins, strict=True)
        ],
    )


def _chart(
    title: str,
    bins: Sequence[Bin],
    bars: Sequence[tuple[float, str, bool]],
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
) -> BarChart:
    """Return a chart; ``bars`` has for each of ``bins`` its length (any scale from 0), label, and if data is scarce."""
    scale = Scale(0, max(length for length, _, _ in bars) or 1, 0, WIDTH - _LEFT - _END)
    return BarChart(
        title=title,
        note=words.hollow_bar_text(FEWEST_KNOCKS) if any(few for *_, few in bars) else "",
        width=WIDTH,
        height=_ROW_HEIGHT * len(bins),
        left=_LEFT,
        thickness=_BAR_HEIGHT,
        bars=tuple(
            _bar(_range(group), _ROW_HEIGHT * number, scale(length), text, few=few)
            for number, (group, (length, text, few)) in enumerate(zip(bins, bars, strict=True))
        ),
        head=head,
        rows=tuple((_range(group), *row) for group, row in zip(bins, rows, strict=True)),
    )


def _bar(label: str, row: int, length: float, text: str, *, few: bool) -> Bar:
    """Return a bar; ``row`` is the y coordinate of its row."""
    return Bar(
        label,
        row + _ROW_HEIGHT / 2,
        row + (_ROW_HEIGHT - _BAR_HEIGHT) / 2,
        length,
        round(_LEFT + length + _GAP, 1),
        text,
        few,
    )


def _range(group: Bin) -> str:
    return words.range_text(group.low, group.high)


def _average(counts: Mapping[int, int]) -> float:
    return sum(value * number for value, number in counts.items()) / sum(counts.values())


def _median(counts: Counter[int]) -> int:
    """Return the median: the least value that at least half of all don't exceed."""
    so_far = 0
    for value in sorted(counts):
        so_far += counts[value]
        if 2 * so_far >= counts.total():
            return value
    raise ValueError("no values, no median")
