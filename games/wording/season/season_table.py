"""A season's standings in words: tie-breaks, rank changes, penalties, and what is still provisional."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from fractions import Fraction
from string import ascii_uppercase
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext, pgettext_lazy

from games.rules.league.season import SeasonRules, TieBreak
from games.rules.league.standings import StandingsRow, Value
from games.rules.pairings.bracket_places import BracketPlace
from games.wording.season.bracket import round_name
from games.wording.words import MINUS, clock_text, signed

_TITLES: Final[Mapping[TieBreak, object]] = {
    "points": gettext_lazy("League points"),
    "wins": pgettext_lazy("tie-break", "Wins"),
    "games_won": pgettext_lazy("tie-break", "Games won"),
    "head_to_head": gettext_lazy("Head-to-head"),
    "head_to_head_difference": gettext_lazy("Head-to-head point difference"),
    "head_to_head_scored": gettext_lazy("Head-to-head points scored"),
    "point_difference": gettext_lazy("Point difference"),
    "points_scored": pgettext_lazy("tie-break", "Points scored"),
    "boxes": pgettext_lazy("tie-break", "Boxes"),
    "gins": pgettext_lazy("tie-break", "Gins"),
    "fewest_losses": pgettext_lazy("tie-break", "Losses"),
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz_cut_1": gettext_lazy("Buchholz cut 1"),
    "median_buchholz": gettext_lazy("Median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn\u2013Berger"),
    "extended_sonneborn_berger": gettext_lazy("Extended Sonneborn\u2013Berger"),
    "progressive": pgettext_lazy("tie-break", "Progressive score"),
    "koya": gettext_lazy("Koya"),
    "lot": pgettext_lazy("tie-break", "Drawing lots"),
}
"""The headings of criteria, each translated where it is used: a row of the standings needs only some of them."""
_IN_SENTENCE: Final[Mapping[TieBreak, object]] = {
    "points": pgettext_lazy("tie-break", "league points"),
    "wins": pgettext_lazy("tie-break", "wins"),
    "games_won": pgettext_lazy("tie-break", "games won"),
    "head_to_head": pgettext_lazy("tie-break", "head-to-head"),
    "head_to_head_difference": pgettext_lazy("tie-break", "head-to-head point difference"),
    "head_to_head_scored": pgettext_lazy("tie-break", "head-to-head points scored"),
    "point_difference": pgettext_lazy("tie-break", "point difference"),
    "points_scored": pgettext_lazy("tie-break", "points scored"),
    "boxes": pgettext_lazy("tie-break", "boxes"),
    "gins": pgettext_lazy("tie-break", "gins"),
    "fewest_losses": pgettext_lazy("tie-break", "losses"),
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz_cut_1": gettext_lazy("Buchholz cut 1"),
    "median_buchholz": gettext_lazy("median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn\u2013Berger"),
    "extended_sonneborn_berger": gettext_lazy("extended Sonneborn\u2013Berger"),
    "progressive": pgettext_lazy("tie-break", "progressive score"),
    "koya": gettext_lazy("Koya"),
    "lot": pgettext_lazy("tie-break", "drawing lots"),
}
"""The names of criteria within a sentence."""


def criterion_title(criterion: TieBreak) -> str:
    """Return the heading of a tie-break criterion."""
    return str(_TITLES[criterion])


def group_letter(group: int) -> str:
    """Return the letter of a group by its number: A for 1."""
    return ascii_uppercase[group - 1]


def group_title(group: int) -> str:
    """Return the heading of a group's table."""
    return _("Group %(letter)s") % {"letter": group_letter(group)}


def hidden_text() -> str:
    """Return why only names are shown."""
    return _("The standings are hidden until the ceremony. Here's everyone who's playing, in no particular order.")


def hidden_files_text() -> str:
    """Return why there are no files with results."""
    return _("The standings are hidden until the ceremony. So are the files with the results.")


def hidden_scores_text() -> str:
    """Return why matches that were played have no scores in a list."""
    return _("Scores are hidden until the ceremony.")


def mark_text(outcome: str) -> tuple[str, str]:
    """Return the letter and the word for a match's outcome."""
    return {
        "win": (pgettext("column head", "W"), pgettext("outcome of a match", "won")),
        "draw": (pgettext("column head", "D"), pgettext("outcome of a match", "drawn")),
        "loss": (pgettext("column head", "L"), pgettext("outcome of a match", "lost")),
    }[outcome]


def value_text(criterion: TieBreak, value: Value) -> str:
    """Return the value of a criterion: "+12", "2\u00bd", "\u22121"; "drawn" for the lot, whose numbers mean nothing."""
    if criterion == "lot":
        # Translators: lots were drawn.
        return pgettext("lot", "drawn")
    if criterion in ("point_difference", "head_to_head_difference"):
        return signed(int(value))
    amount = abs(value)
    if isinstance(amount, Fraction) and amount.denominator == 2:
        text = f"{amount.numerator // 2 or ''}\u00bd"
    else:
        text = str(amount)
    return f"{MINUS}{text}" if value < 0 else text


def decided_by_text(row: StandingsRow, rules: SeasonRules, name: str) -> str:
    """Return what decided for the row above (of ``name``) against ``row``."""
    first = rules.order[0]
    facts = {"name": name, "first": criterion_in_sentence(first)}
    if row.decided_by is None or row.compared is None:
        return _("Tied with %(name)s on everything that counts: they share the place.") % facts
    if row.decided_by == "lot":
        return _("Tied with %(name)s on everything else: decided by lot.") % facts
    own_value, value_above = (value_text(row.decided_by, value) for value in row.compared)
    facts |= {"criterion": criterion_in_sentence(row.decided_by), "own": own_value, "other": value_above}
    if row.decided_by == first:
        # Translators: %(first)s is what the table goes by, "league points", as it stands in a list: where the sentence
        # would ask for another case, put it in brackets or behind a colon. The numbers are values of it.
        return _("Below %(name)s on %(first)s: %(own)s to %(other)s.") % facts
    if row.decided_by == "fewest_losses":
        return _("Tied with %(name)s on %(first)s; more losses: %(own)s to %(other)s.") % facts
    if row.decided_by in ("points", "wins", "games_won", "points_scored", "head_to_head_scored", "boxes", "gins"):
        # Translators: %(criterion)s is in the plural: "league points", "wins", "games won", "points scored",
        # "head-to-head points scored", "boxes" or "gins".
        return _("Tied with %(name)s on %(first)s; %(criterion)s decide: %(own)s to %(other)s.") % facts
    # Translators: %(criterion)s is a word in the singular, "head-to-head" or "point difference", or a name, "Buchholz".
    return _("Tied with %(name)s on %(first)s; %(criterion)s decides: %(own)s to %(other)s.") % facts


def bracket_result_text(place: BracketPlace) -> str:
    """Return how far an entrant came in a bracket."""
    if place.unopposed:
        return _("First: nobody else reached the final.")
    if place.third in _THIRD:
        return _(_THIRD[place.third])
    if place.part not in ("", "main") and not place.wins_left:
        return _in_part_text(place)
    if place.out in _OUT_IN:
        return _(_OUT_IN[place.out])
    if place.out:
        return _("Out in round %(n)d.") % {"n": place.round}
    if not place.wins_left:
        return _("Won the final.")
    return ngettext(
        "Still in: %(n)d more win takes first place.", "Still in: %(n)d more wins take first place.", place.wins_left
    ) % {"n": place.wins_left}


def _in_part_text(place: BracketPlace) -> str:
    """Return how far an entrant came in a part of a bracket that isn't the main one."""
    if place.part == "final":
        return _("Won the grand final.") if place.place == 1 else _("Lost the grand final.")
    name = round_name(place.part, place.round, rounds=place.part_rounds, matches=place.out)
    if place.out:
        # Translators: the round in which somebody went out, "Losers' round 2".
        return _("Out: %(round)s.") % {"round": name}
    if place.worst > place.place:
        # Translators: the round that somebody plays next, "Consolation final".
        return _("Plays on: %(round)s.") % {"round": name}
    return _("Won the consolation.")


_OUT_IN: Final = {
    1: gettext_noop("Lost the final."),
    2: gettext_noop("Out in the semifinals."),
    4: gettext_noop("Out in the quarterfinals."),
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
        "new": _("new in the standings"),
    }[way]


def arrows_text(night: date, today: date) -> str:
    """Return what the arrows in the standings compare with."""
    return _("The arrows show what's changed since the standings before %(night)s.") % {
        "night": night_name(night, today)
    }


def asterisk_text(rules: SeasonRules) -> str:
    """Return what the asterisk in the standings means."""
    if rules.running == "when_over":
        return _("* Includes matches waiting to be confirmed.")
    return _("* Includes matches still being played or waiting to be confirmed.")


def running_text(rules: SeasonRules) -> str:
    """Return what "playing" beside a name means for the standings."""
    if rules.running == "when_over":
        return _("Matches being played count once they're over.")
    return _("Matches being played already count, provisionally.")


def before_first_match_text() -> str:
    """Return why nobody has a place."""
    return _("Nobody has a place before the first match.")


def night_name(night: date, today: date) -> str:
    """Return a night as a date: "Tuesday, November 10"; with the year if it is not this one."""
    # Translators: a date as Django's date filter writes it: l is the weekday, F or (beside a day) E the month.
    # Use the order and the signs of your own language.
    return date_format(night, pgettext("date", "l, F j") if night.year == today.year else pgettext("date", "l, F j, Y"))


def provisional_text(count: int) -> str:
    """Return how many matches of a row are not final; "" for none."""
    return ngettext("%(n)d match not final yet", "%(n)d matches not final yet", count) % {"n": count} if count else ""


def missing_matches_text(missing: int) -> str:
    """Return how many matches an unranked entrant lacks."""
    return ngettext("%(n)d more match needed to be ranked", "%(n)d more matches needed to be ranked", missing) % {
        "n": missing
    }


def penalty_text(points: int, reason: str) -> str:
    """Return a penalty: points taken away or given."""
    number = abs(points)
    if points > 0:
        text = ngettext("%(n)d league point deducted: %(reason)s", "%(n)d league points deducted: %(reason)s", number)
    else:
        text = ngettext("%(n)d league point added: %(reason)s", "%(n)d league points added: %(reason)s", number)
    return text % {"n": number, "reason": reason}


def byes_text(count: int) -> str:
    """Return the number of byes, which count only in the points."""
    return ngettext("%(n)d bye", "%(n)d byes", count) % {"n": count}


def best_nights_text(best: int) -> str:
    """Return that only the best nights count."""
    return ngettext("Only each player's best night counts.", "Only each player's best %(n)d nights count.", best) % {
        "n": best
    }


def counted_matches_text(counted: int, played: int) -> str:
    """Return how many of an entrant's matches were on counting nights."""
    return ngettext("%(counted)d of %(n)d match counts", "%(counted)d of %(n)d matches count", played) % {
        "counted": counted,
        "n": played,
    }


def order_text(order: Sequence[TieBreak]) -> str:
    """Return the criteria that order the standings."""
    return _("Ranked by %(criteria)s.") % {"criteria": _criteria(order)}


def bracket_text(*, open_final: bool) -> str:
    """Return what the places of a knock-out are based on."""
    text = _("Places follow the bracket: everyone eliminated in the same round shares a place.")
    if open_final:
        return f"{text} " + _("Until the final is decided, everyone who isn't out yet shares first place.")
    return text


def shared_order_text(order: Sequence[TieBreak]) -> str:
    """Return the criteria that order shared places of a knock-out."""
    return _("Players who share a place are listed by %(criteria)s.") % {"criteria": _criteria(order)}


def not_drawn_text() -> str:
    """Return why an entrant has no place in a knock-out."""
    return _("Not in the bracket")


def _criteria(order: Sequence[TieBreak]) -> str:
    # Translators: stands between the criteria of a list, "league points, then wins, then boxes".
    return _(", then ").join(criterion_in_sentence(criterion) for criterion in order)


def match_state(state: str, *, final: bool, at: time | None) -> str:
    """Return the state of a match for the wall screen."""
    if state == "planned":
        return clock_text(at) if at else _("to be played")
    if state == "played":
        return pgettext("state of a match", "final") if final else _("to be confirmed")
    return {"running": _("being played"), "forfeited": _("not played"), "bye": _("has a bye")}[state]


def needs_explanation(*, complete: bool, closed: bool = False, bracket: bool = False) -> str:
    """Return what the sentences about needs are based on."""
    if closed:
        return _("The season is closed. These are the final places.")
    if bracket:
        return _("Worked out from the bracket. Matches in progress are treated as undecided.")
    if complete:
        return _(
            "Worked out from the rules and the matches left to play, so it's certain whatever the others do. "
            "Matches in progress are treated as undecided."
        )
    return _("This looks only at everyone's next match. The matches after that aren't known yet.")


def nothing_certain_text(*, closed: bool, left: bool) -> str:
    """Return why nothing can be said about needs; ``left`` if matches are still to be played."""
    if closed:
        return _("The season is closed, and nobody was ranked.")
    if left:
        return _("Nothing is certain yet.")
    return _("No matches left to play. You'll see more here once new ones are added or the season is closed.")


def criterion_in_sentence(criterion: TieBreak) -> str:
    """Return a criterion's name within a sentence."""
    return str(_IN_SENTENCE[criterion])
