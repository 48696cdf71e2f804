"""A season's standings in words: tie-breaks, rank changes, penalties, and what is still provisional."""

from collections.abc import Sequence
from datetime import date, time
from fractions import Fraction
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.rules.league.season import SeasonRules, TieBreak
from games.rules.league.standings import StandingsRow, Value
from games.rules.pairings.bracket_places import BracketPlace
from games.wording.words import signed


def criterion_title(criterion: TieBreak) -> str:
    """Return the heading of a tie-break criterion."""
    return {
        "points": _("League points"),
        "wins": pgettext("tie-break", "Wins"),
        "head_to_head": _("Head-to-head"),
        "point_difference": _("Point difference"),
        "boxes": pgettext("tie-break", "Boxes"),
        "gins": pgettext("tie-break", "Gins"),
        "fewest_losses": pgettext("tie-break", "Losses"),
        "buchholz": _("Buchholz"),
        "sonneborn_berger": _("Sonneborn\u2013Berger"),
        "lot": pgettext("tie-break", "Lot"),
    }[criterion]


def hidden_text() -> str:
    """Return why only names are shown."""
    return _("The table is hidden until the ceremony. Here are all who play, in no order of rank.")


def mark_text(outcome: str) -> tuple[str, str]:
    """Return the letter and the word for a match's outcome."""
    return {
        "win": (pgettext("column head", "W"), pgettext("outcome of a match", "won")),
        "draw": (pgettext("column head", "D"), pgettext("outcome of a match", "drawn")),
        "loss": (pgettext("column head", "L"), pgettext("outcome of a match", "lost")),
    }[outcome]


def value_text(criterion: TieBreak, value: Value) -> str:
    """Return the value of a criterion: "+12", "2\u00bd"; "drawn" for the lot, whose numbers mean nothing."""
    if criterion == "lot":
        # Translators: lots were drawn.
        return pgettext("lot", "drawn")
    if isinstance(value, Fraction) and value.denominator == 2:
        whole = value.numerator // 2
        return f"{whole}\u00bd" if whole else "\u00bd"
    return signed(int(value)) if criterion == "point_difference" else str(value)


def decided_by_text(row: StandingsRow, above: StandingsRow, rules: SeasonRules, name: str) -> str:
    """Return what decided for the row ``above`` (called ``name``) against ``row``."""
    first = rules.order[0]
    facts = {"name": name, "first": _criterion_in_sentence(first)}
    if row.decided_by is None:
        return _("Level with %(name)s in everything that counts: they share the place.") % facts
    if row.decided_by == "lot":
        return _("Level with %(name)s in everything else: the lot decides.") % facts
    own_value, value_above = (value_text(row.decided_by, standing.values[row.decided_by]) for standing in (row, above))
    facts |= {"criterion": _criterion_in_sentence(row.decided_by), "own": own_value, "other": value_above}
    if row.decided_by == first:
        # Translators: %(first)s is what the table goes by, "league points", as it stands in a list: where the sentence
        # would ask for another case, put it in brackets or behind a colon. The numbers are values of it.
        return _("Below %(name)s on %(first)s: %(own)s to %(other)s.") % facts
    if row.decided_by == "fewest_losses":
        return _("Level with %(name)s on %(first)s; more losses: %(own)s to %(other)s.") % facts
    if row.decided_by in ("points", "wins", "boxes", "gins"):
        # Translators: %(criterion)s is a word in the plural, "league points", "wins", "boxes" or "gins".
        return _("Level with %(name)s on %(first)s; %(criterion)s decide: %(own)s to %(other)s.") % facts
    # Translators: %(criterion)s is a word in the singular, "head-to-head" or "point difference", or a name, "Buchholz".
    return _("Level with %(name)s on %(first)s; %(criterion)s decides: %(own)s to %(other)s.") % facts


def bracket_result_text(place: BracketPlace) -> str:
    """Return how far an entrant came in a knock-out."""
    if place.third in _THIRD:
        return _(_THIRD[place.third])
    if place.out in _OUT_IN:
        return _(_OUT_IN[place.out])
    if place.out:
        return _("Out in round %(n)d.") % {"n": place.round}
    if not place.wins_left:
        return _("Won the final.")
    return ngettext(
        "Still in: %(n)d more win takes first place.", "Still in: %(n)d more wins take first place.", place.wins_left
    ) % {"n": place.wins_left}


_OUT_IN: Final = {
    1: gettext_noop("Lost the final."),
    2: gettext_noop("Out in the semi-finals."),
    4: gettext_noop("Out in the quarter-finals."),
}
"""Messages by the number of matches in the round."""
_THIRD: Final = {
    "won": gettext_noop("Won the match for third place."),
    "lost": gettext_noop("Lost the match for third place."),
    "open": gettext_noop("Plays for third place."),
}


def rank_change_text(way: str, places: int) -> str:
    """Return how many ranks a row moved, to follow a name."""
    return {
        "up": ngettext("up %(n)d place", "up %(n)d places", places) % {"n": places},
        "down": ngettext("down %(n)d place", "down %(n)d places", places) % {"n": places},
        "same": _("same place"),
        "new": _("new in the table"),
    }[way]


def arrows_text(night: date, today: date) -> str:
    """Return what the arrows in the standings compare with."""
    return _("The arrows compare with the table before %(night)s.") % {"night": night_name(night, today)}


def asterisk_text() -> str:
    """Return what the asterisk in the standings means."""
    return _("* Matches that are not final count as they stand: they are being played, or to be confirmed.")


def night_name(night: date, today: date) -> str:
    """Return a night as a date: "Tuesday 10 November"; with the year if it is not this one."""
    # Translators: a date as Django's date filter writes it: l is the weekday, E the month as it stands beside a day.
    return date_format(night, pgettext("date", "l j E") if night.year == today.year else pgettext("date", "l j E Y"))


def provisional_text(count: int) -> str:
    """Return how many matches of a row are not final; "" for none."""
    return ngettext("%(n)d match not final yet", "%(n)d matches not final yet", count) % {"n": count} if count else ""


def missing_matches_text(missing: int) -> str:
    """Return how many matches an unranked entrant lacks."""
    return ngettext("%(n)d match more for a place", "%(n)d matches more for a place", missing) % {"n": missing}


def penalty_text(points: int, reason: str) -> str:
    """Return a penalty: points taken away or given."""
    number = abs(points)
    if points > 0:
        text = ngettext(
            "%(n)d league point taken away: %(reason)s", "%(n)d league points taken away: %(reason)s", number
        )
    else:
        text = ngettext("%(n)d league point given: %(reason)s", "%(n)d league points given: %(reason)s", number)
    return text % {"n": number, "reason": reason}


def byes_text(count: int) -> str:
    """Return the number of byes, which count only in the points."""
    return ngettext("%(n)d bye", "%(n)d byes", count) % {"n": count}


def best_nights_text(best: int) -> str:
    """Return that only the best nights count."""
    return ngettext("Of everybody only the best night counts.", "Of everybody the %(n)d best nights count.", best) % {
        "n": best
    }


def counted_matches_text(counted: int, played: int) -> str:
    """Return how many of an entrant's matches were on counting nights."""
    return ngettext("%(counted)d of %(n)d match count", "%(counted)d of %(n)d matches count", played) % {
        "counted": counted,
        "n": played,
    }


def order_text(order: Sequence[TieBreak]) -> str:
    """Return the criteria that order the standings."""
    return _("The order goes by %(criteria)s.") % {"criteria": _criteria(order)}


def bracket_text(*, open_final: bool) -> str:
    """Return what the places of a knock-out are based on."""
    text = _("Places follow the bracket: everyone who goes out in the same round shares a place.")
    if open_final:
        return f"{text} " + _("Until the final is decided, everyone still in shares first place.")
    return text


def shared_order_text(order: Sequence[TieBreak]) -> str:
    """Return the criteria that order shared places of a knock-out."""
    return _("Those who share a place are listed by %(criteria)s.") % {"criteria": _criteria(order)}


def not_drawn_text() -> str:
    """Return why an entrant has no place in a knock-out."""
    return _("Not in the bracket")


def _criteria(order: Sequence[TieBreak]) -> str:
    # Translators: stands between the criteria of a list, "league points, then wins, then boxes".
    return _(", then ").join(_criterion_in_sentence(criterion) for criterion in order)


def match_state(state: str, *, final: bool, at: time | None) -> str:
    """Return the state of a match for the wall screen."""
    if state == "planned":
        return f"{at:%H:%M}" if at else _("to be played")
    if state == "played":
        return pgettext("state of a match", "final") if final else _("to be confirmed")
    return {"running": _("being played"), "forfeited": _("not played"), "bye": _("has a bye")}[state]


def needs_explanation(*, complete: bool, closed: bool = False, bracket: bool = False) -> str:
    """Return what the sentences about needs are based on."""
    if closed:
        return _("The season is closed. These are the final places.")
    if bracket:
        return _("Worked out from the bracket. Matches that are being played count as still open.")
    if complete:
        return _(
            "Worked out from the rules and the matches still to be played, whatever the others do. "
            "Matches that are being played count as still open."
        )
    return _("Worked out from the rules, for the next match of each. What comes after it is not known yet.")


def nothing_certain_text(*, closed: bool, left: bool) -> str:
    """Return why nothing can be said about needs; ``left`` if matches are still to be played."""
    if closed:
        return _("The season is closed, and nobody has a place.")
    if left:
        return _("Nothing can be said for certain yet.")
    return _("No match is left to be played. There's more to say once new ones are drawn or the season is closed.")


def _criterion_in_sentence(criterion: TieBreak) -> str:
    """Return a criterion's name within a sentence."""
    return {
        "points": pgettext("tie-break", "league points"),
        "wins": pgettext("tie-break", "wins"),
        "head_to_head": pgettext("tie-break", "head-to-head"),
        "point_difference": pgettext("tie-break", "point difference"),
        "boxes": pgettext("tie-break", "boxes"),
        "gins": pgettext("tie-break", "gins"),
        "fewest_losses": pgettext("tie-break", "losses"),
        "buchholz": _("Buchholz"),
        "sonneborn_berger": _("Sonneborn\u2013Berger"),
        "lot": pgettext("tie-break", "lot"),
    }[criterion]
