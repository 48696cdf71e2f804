"""The drawings of a season in words: what is to be seen, for who cannot see it, and what will be there later."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games.wording.words import listed

ENDASH = "\u2013"
NOT_MET = "\u00b7"


def hidden_text() -> str:
    """Why there is nothing to see."""
    return _("The table is hidden until the ceremony, and so are its pictures.")


def waiting_text(*, undated: bool) -> str:
    """What will be there once something was played; ``undated`` tells that something was, nobody knows when."""
    if undated:
        return _("Places are drawn night by night, and none of the matches so far has a date.")
    return _(
        "Once the first match of this season is played, here is how everybody moved up and down the table, "
        "and who won against whom."
    )


def no_knocks_text() -> str:
    """What will be told of knocks."""
    return _(
        "Once the first game of this season is finished, here is with how much deadwood people knock, "
        "what the others are caught with, and which knocks are undercut."
    )


def nobody_text() -> str:
    """Why nobody was set off."""
    return _("The address names nobody who is drawn here. Tap a name instead.")


def no_place_text() -> str:
    """Why somebody has no line, behind the name."""
    return _("no place in the table yet.")


def night_short(night: date | None, today: date) -> str:
    """A night above a column: "6 Jan", with the year where it is another one; None is now."""
    if night is None:
        # Translators: the table as it stands now, above a column.
        return pgettext("night", "now")
    return date_format(night, pgettext("date", "j M") if night.year == today.year else pgettext("date", "j M Y"))


def place_text(place: int, *, shared: bool) -> str:
    """A place, with the sign of those who share it."""
    return f"{place}=" if shared else str(place)


def places_title(nights: int, players: int, leaders: Sequence[str]) -> str:
    """What is to be seen of places."""
    told = ngettext(
        "The places of %(players)s after one night.", "The places of %(players)s after each of %(n)s nights.", nights
    )
    first = _("First now: %(names)s.") % {"names": listed(leaders)}
    return f"{told % {'n': nights, 'players': players_text(players)}} {first}"


def players_text(players: int) -> str:
    """So many players, as it stands in ``places_title``."""
    return npgettext("the places of", "one entrant", "%(n)s entrants", players) % {"n": players}


def course_text(places: Sequence[int], first: str, last: str) -> str:
    """How one moved, behind the name: where in the column called ``first``, where in the ``last`` one, and between."""
    if len(places) == 1:
        return _("place %(place)s (%(night)s).") % {"place": places[0], "night": last}
    # Translators: behind a name; in brackets is the night.
    return _("place %(then)s (%(first)s), place %(now)s (%(last)s). Best %(best)s, lowest %(worst)s.") % {
        "then": places[0],
        "first": first,
        "now": places[-1],
        "last": last,
        "best": min(places),
        "worst": max(places),
    }


def newest_nights_text(drawn: int, played: int) -> str:
    """That older nights are not drawn."""
    return _("Drawn are the newest %(drawn)s of %(played)s columns.") % {"drawn": drawn, "played": played}


def first_places_text(drawn: int, total: int) -> str:
    """That not everybody is drawn."""
    return _("Drawn are the first %(drawn)s of %(total)s in the table.") % {"drawn": drawn, "total": total}


def unplaced_text(names: Sequence[str]) -> str:
    """Who has no place."""
    return _("Without a place yet: %(names)s.") % {"names": listed(names)}


def provisional_text() -> str:
    """That something may change."""
    return _("Matches that are not final count as they stand.")


def shared_text() -> str:
    """Where those stand who share a place."""
    return _("Who share a place (=) are drawn below one another, as the table lists them.")


def grid_title(met: int, pairs: int) -> str:
    """How much of the grid is filled."""
    return ngettext("Of one pair, %(met)s has met.", "Of %(n)s pairs, %(met)s have met.", pairs) % {
        "n": pairs,
        "met": met,
    }


def grid_about(*, draws: bool) -> str:
    """How to read a cell."""
    if draws:
        return _(
            "In each line: matches won–drawn–lost against the one with the number above. "
            "The more colour, the more was won."
        )
    return _("In each line: matches won–lost against the one with the number above. The more colour, the more was won.")


def met_text(wins: int, draws: int, losses: int, *, with_draws: bool) -> str:
    """What came of the matches of two."""
    return ENDASH.join(map(str, (wins, draws, losses) if with_draws else (wins, losses)))


def knocks_about(most: int) -> str:
    """Of which games knocks are counted."""
    return _(
        "Of finished games that were scored here; of the newest %(most)s matches, where there are more. "
        "A knock counts with the deadwood it was made with."
    ) % {"most": most}


def range_text(low: int, high: int) -> str:
    """The values of a bar."""
    return str(low) if low == high else f"{low}{ENDASH}{high}"


def share_text(part: int, whole: int) -> str:
    """A share in percent."""
    return _("%(n)d\u00a0%%") % {"n": round(100 * part / whole)}


def of_text(part: int, whole: int) -> str:
    """A part of a whole, in numbers."""
    return _("%(part)s of %(whole)s") % {"part": part, "whole": whole}


def rate_text(part: int, whole: int, *, few: bool) -> str:
    """A share with what it rests on; of too few no percentage is told."""
    told = of_text(part, whole)
    # Translators: %(told)s is "3 of 12", which are too few to say much.
    return _("%(told)s, few") % {"told": told} if few else f"{share_text(part, whole)}: {told}"


def deadwood_title(knocks: int, average: float, often: Sequence[str]) -> str:
    """What is to be seen of the deadwood of knocks."""
    told = ngettext("One knock, with %(average)s points.", "%(n)s knocks, with %(average)s points on average.", knocks)
    most = _("Most often: %(often)s.") % {"often": listed(often)}
    return f"{told % {'n': knocks, 'average': number_format(round(average, 1), 1)}} {most}"


def caught_title(hands: int, average: float, half: int) -> str:
    """What is to be seen of what others were caught with."""
    told = ngettext(
        "One hand was caught, with %(average)s points.",
        "%(n)s hands were caught, with %(average)s points on average.",
        hands,
    )
    most = _("At least half of them had %(half)s or less.") % {"half": half}
    return f"{told % {'n': hands, 'average': number_format(round(average, 1), 1)}} {most}"


def undercut_title(undercut: int, knocks: int, highest: Sequence[str], lowest: Sequence[str]) -> str:
    """What is to be seen of undercuts; ``highest`` and ``lowest`` are counts, none where no two can be told apart."""
    # Translators: %(told)s is "3 of 12".
    told = _("%(told)s knocks were undercut (%(share)s).") % {
        "told": of_text(undercut, knocks),
        "share": share_text(undercut, knocks),
    }
    if not highest:
        return told
    return f"{told} " + _("Most often those with %(highest)s, least often those with %(lowest)s.") % {
        "highest": listed(highest),
        "lowest": listed(lowest),
    }


def few_text(fewest: int) -> str:
    """What a hollow bar means."""
    return _("A hollow bar rests on fewer than %(fewest)s knocks: too few to say much.") % {"fewest": fewest}
