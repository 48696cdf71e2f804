"""The charts of a season in words: titles that describe them, notes, and texts while there is no data."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games.wording.words import labeled, listed

ENDASH = "\u2013"
NOT_MET_SIGN = "\u00b7"
_NAMED: Final = 4
"""The most names that are listed as sharing first place."""


def hidden_text() -> str:
    """Return why the charts are hidden."""
    return _("The standings and charts are hidden until the ceremony.")


def waiting_text(*, undated: bool) -> str:
    """Return what the page will show later; ``undated`` if matches were played, but without dates."""
    if undated:
        return _("This chart shows places night by night, but no match has a date yet.")
    return _("Once the first match is played, you'll see who moved up and down, and who beat whom.")


def no_knocks_text() -> str:
    """Return what the knocking statistics will show later."""
    return _(
        "Once the first game is finished, you'll see how much deadwood people knock with, how much they "
        "lose with, and which knocks are undercut."
    )


def unknown_entrant_text() -> str:
    """Return that the URL names no drawn entrant to highlight."""
    return _("That name isn't in this chart. Tap a name instead.")


def no_rank_text() -> str:
    """Return why an entrant has no line, to follow the name."""
    return _("no place yet.")


def night_short(night: date | None, today: date) -> str:
    """Return a night as a column heading: "Jan 6", with the year if it is not this one; None is now."""
    if night is None:
        # Translators: the table as it stands now, above a column.
        return pgettext("night", "now")
    # Translators: date formats of Django's ("Jan 6"); use the order and the signs of your own language.
    return date_format(night, pgettext("date", "M j") if night.year == today.year else pgettext("date", "M j, Y"))


def rank_chart_title(nights: int, players: int, leaders: Sequence[str]) -> str:
    """Return the description of the rank chart."""
    text = ngettext(
        "The places of %(players)s after one night.", "The places of %(players)s after each of %(n)s nights.", nights
    )
    first = _("In first place now: %(names)s.") % {"names": listed(leaders)}
    if len(leaders) > _NAMED:
        # In a knock-out that is being played, everyone still in.
        first = _("%(n)s share first place now.") % {"n": len(leaders)}
    return f"{text % {'n': nights, 'players': players_text(players)}} {first}"


def players_text(players: int) -> str:
    """Return the number of players for ``rank_chart_title``."""
    return npgettext("the places of", "one entrant", "%(n)s entrants", players) % {"n": players}


def rank_progress_text(places: Sequence[tuple[int, str]], first: str, last: str) -> str:
    """Return how an entrant's rank moved from the night ``first`` to ``last``, to follow the name.

    ``places`` are the ranks with their texts.
    """
    if len(places) == 1:
        return _("ranked %(place)s (%(night)s).") % {"place": places[0][1], "night": last}
    # Translators: behind a name; in brackets is the night.
    return _("ranked %(then)s (%(first)s), then %(now)s (%(last)s). Best %(best)s, lowest %(worst)s.") % {
        "then": places[0][1],
        "first": first,
        "now": places[-1][1],
        "last": last,
        "best": min(places)[1],
        "worst": max(places)[1],
    }


def newest_nights_text(drawn: int, played: int) -> str:
    """Return that older nights are not drawn."""
    return _("This shows the latest %(drawn)s of %(played)s columns.") % {"drawn": drawn, "played": played}


def first_ranks_text(drawn: int, total: int) -> str:
    """Return that only the first ranks are drawn."""
    return _("This shows the first %(drawn)s of %(total)s in the standings.") % {"drawn": drawn, "total": total}


def unranked_text(names: Sequence[str]) -> str:
    """Return who has no rank."""
    return _("Not ranked yet: %(names)s.") % {"names": listed(names)}


def provisional_text() -> str:
    """Return that some results are provisional."""
    return _("For matches that aren't final yet, the score so far counts.")


def shared_ranks_text() -> str:
    """Return how shared ranks are drawn."""
    return _("Players or teams tied for a place (=) are shown one below the other, in the order of the standings.")


def grid_title(met: int, pairs: int) -> str:
    """Return how many pairs have met."""
    return ngettext(
        "Pairs that have met so far: %(met)s of one.", "Pairs that have met so far: %(met)s of %(n)s.", pairs
    ) % {
        "n": pairs,
        "met": met,
    }


def grid_about(*, draws: bool) -> str:
    """Return how to read a cell of the head-to-head grid."""
    if draws:
        return _(
            "Each row shows matches won–drawn–lost against each opponent. The numbers across the top match "
            "the ones beside the names. More color means more wins."
        )
    return _(
        "Each row shows matches won–lost against each opponent. The numbers across the top match the ones "
        "beside the names. More color means more wins."
    )


def head_to_head_text(wins: int, draws: int, losses: int, *, with_draws: bool) -> str:
    """Return the head-to-head record of two entrants: "3–1"."""
    return ENDASH.join(map(str, (wins, draws, losses) if with_draws else (wins, losses)))


def knocks_about(most: int) -> str:
    """Return which games the knocking statistics count."""
    return _(
        "Includes finished games scored here, from up to %(most)s of the latest matches. Knocks are grouped "
        "by the knocker's deadwood."
    ) % {"most": most}


def range_text(low: int, high: int) -> str:
    """Return the range of values of a bar."""
    return str(low) if low == high else f"{low}{ENDASH}{high}"


def share_text(part: int, whole: int) -> str:
    """Return a share in percent."""
    return _("%(n)d%%") % {"n": round(100 * part / whole)}


def fraction_text(part: int, whole: int) -> str:
    """Return a part of a whole: "3 of 12"."""
    return _("%(part)s of %(whole)s") % {"part": part, "whole": whole}


def rate_text(part: int, whole: int, *, few: bool) -> str:
    """Return a share with its counts; without a percentage if they are too ``few``."""
    counts = fraction_text(part, whole)
    # Translators: %(told)s is "3 of 12", which are too few to say much.
    return _("%(told)s, too few") % {"told": counts} if few else labeled(share_text(part, whole), counts)


def deadwood_title(knocks: int, average: float, often: Sequence[str]) -> str:
    """Return the description of the chart of deadwood at knocks."""
    text = ngettext(
        "One knock, with %(average)s points of deadwood.",
        "%(n)s knocks, with %(average)s points of deadwood on average.",
        knocks,
    )
    most = _("Most often: %(often)s.") % {"often": listed(often)}
    return f"{text % {'n': knocks, 'average': number_format(round(average, 1), 1)}} {most}"


def caught_title(hands: int, average: float, half: int) -> str:
    """Return the description of the chart of deadwood caught."""
    text = ngettext(
        "One hand lost, with %(average)s points of deadwood.",
        "%(n)s hands lost, with %(average)s points of deadwood on average.",
        hands,
    )
    most = _("At least half of them had %(half)s or less.") % {"half": half}
    return f"{text % {'n': hands, 'average': number_format(round(average, 1), 1)}} {most}"


def undercut_title(undercut: int, knocks: int, highest: Sequence[str], lowest: Sequence[str]) -> str:
    """Return the description of the undercut chart.

    ``highest`` and ``lowest`` are the deadwood counts undercut most and least often; empty if they do not differ.
    """
    # Translators: %(told)s is "3 of 12".
    text = _("%(told)s knocks were undercut (%(share)s).") % {
        "told": fraction_text(undercut, knocks),
        "share": share_text(undercut, knocks),
    }
    if not highest:
        return text
    return f"{text} " + _("Knocks with %(highest)s were undercut most often, those with %(lowest)s least often.") % {
        "highest": listed(highest),
        "lowest": listed(lowest),
    }


def hollow_bar_text(fewest: int) -> str:
    """Return what a hollow bar means."""
    return _("A hollow bar means fewer than %(fewest)s knocks: too few to say much.") % {"fewest": fewest}


def squeezed_ranks_text(top: int) -> str:
    """Return how the places below the top are drawn."""
    return _("Places below %(n)d are drawn closer together.") % {"n": top}
