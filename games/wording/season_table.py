"""The table of a season in words: what set two apart, where somebody came from, what may still change."""

from collections.abc import Sequence
from datetime import date, time
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.season import SeasonRules, TieBreak
from games.rules.standings import Row, Value
from games.wording.words import signed


def criterion_title(criterion: TieBreak) -> str:
    """What stands above the values of a criterion."""
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
    """Why there are only names."""
    return _("The table is hidden until the ceremony. Here are all who play, in no order of rank.")


def mark_text(outcome: str) -> tuple[str, str]:
    """How a match came out: a letter, and the word for it."""
    return {
        "win": (pgettext("column head", "W"), pgettext("outcome of a match", "won")),
        "draw": (pgettext("column head", "D"), pgettext("outcome of a match", "drawn")),
        "loss": (pgettext("column head", "L"), pgettext("outcome of a match", "lost")),
    }[outcome]


def value_text(criterion: TieBreak, value: Value) -> str:
    """The value of a criterion: "+12", "2\u00bd"; "drawn" for the lot, whose numbers say nothing."""
    if criterion == "lot":
        # Translators: lots were drawn.
        return pgettext("lot", "drawn")
    if isinstance(value, Fraction) and value.denominator == 2:
        whole = value.numerator // 2
        return f"{whole}\u00bd" if whole else "\u00bd"
    return signed(int(value)) if criterion == "point_difference" else str(value)


def why_text(row: Row, above: Row, rules: SeasonRules, name: str) -> str:
    """What put ``row`` below the one above it, which is called ``name``."""
    first = rules.order[0]
    facts = {"name": name, "first": _small(first)}
    if row.decided_by is None:
        return _("Level with %(name)s in everything that counts: they share the place.") % facts
    if row.decided_by == "lot":
        return _("Level with %(name)s in everything else: the lot decides.") % facts
    own, other = (value_text(row.decided_by, one.values[row.decided_by]) for one in (row, above))
    facts |= {"criterion": _small(row.decided_by), "own": own, "other": other}
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


def shift_text(way: str, by: int) -> str:
    """Where a row came from, behind a name."""
    return {
        "up": ngettext("up %(n)d place", "up %(n)d places", by) % {"n": by},
        "down": ngettext("down %(n)d place", "down %(n)d places", by) % {"n": by},
        "same": _("same place"),
        "new": _("new in the table"),
    }[way]


def arrows_text(night: date, today: date) -> str:
    """What the arrows in the table compare with."""
    return _("The arrows compare with the table before %(night)s.") % {"night": night_name(night, today)}


def running_text() -> str:
    """What the asterisk in the table means."""
    return _("* Matches that are not final count as they stand: they are being played, or to be confirmed.")


def night_name(night: date, today: date) -> str:
    """A night as it is spoken of: "Tuesday 10 November"; with the year where it is another one."""
    # Translators: a date as Django's date filter writes it: l is the weekday, E the month as it stands beside a day.
    return date_format(night, pgettext("date", "l j E") if night.year == today.year else pgettext("date", "l j E Y"))


def provisional_text(count: int) -> str:
    """How many matches of a row may still change; "" for none."""
    return ngettext("%(n)d match not final yet", "%(n)d matches not final yet", count) % {"n": count} if count else ""


def lacks_text(missing: int) -> str:
    """What an unranked one lacks."""
    return ngettext("%(n)d match more for a place", "%(n)d matches more for a place", missing) % {"n": missing}


def penalty_text(points: int, reason: str) -> str:
    """Points that were taken away, or given."""
    number = abs(points)
    if points > 0:
        told = ngettext(
            "%(n)d league point taken away: %(reason)s", "%(n)d league points taken away: %(reason)s", number
        )
    else:
        told = ngettext("%(n)d league point given: %(reason)s", "%(n)d league points given: %(reason)s", number)
    return told % {"n": number, "reason": reason}


def byes_text(count: int) -> str:
    """Byes, which are in the points and nowhere else."""
    return ngettext("%(n)d bye", "%(n)d byes", count) % {"n": count}


def counted_text(best: int) -> str:
    """Why the points may be fewer than the matches brought."""
    return ngettext("Of everybody only the best night counts.", "Of everybody the %(n)d best nights count.", best) % {
        "n": best
    }


def counting_text(counted: int, played: int) -> str:
    """How many of somebody's matches were on nights that count."""
    return ngettext("%(counted)d of %(n)d match count", "%(counted)d of %(n)d matches count", played) % {
        "counted": counted,
        "n": played,
    }


def order_text(order: Sequence[TieBreak]) -> str:
    """What the table goes by."""
    # Translators: stands between the criteria of a list, "league points, then wins, then boxes".
    criteria = _(", then ").join(_small(criterion) for criterion in order)
    return _("The order goes by %(criteria)s.") % {"criteria": criteria}


def match_state(state: str, *, final: bool, at: time | None) -> str:
    """How far a match is, on the wall."""
    if state == "planned":
        return f"{at:%H:%M}" if at else _("to be played")
    if state == "played":
        return pgettext("state of a match", "final") if final else _("to be confirmed")
    return {"running": _("being played"), "forfeited": _("not played"), "bye": _("has a bye")}[state]


def needs_about(*, complete: bool) -> str:
    """What the sentences about what is needed rest on."""
    if complete:
        return _(
            "Worked out from the rules and the matches still to be played, whatever the others do. "
            "Matches that are being played count as still open."
        )
    return _("Worked out from the rules, for the next match of each. What comes after it is not known yet.")


def _small(criterion: TieBreak) -> str:
    """A criterion as it stands in a sentence."""
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
