"""Matches in words: how far one is, how it stands, when it is, and what has to be done about a round."""

from collections.abc import Sequence
from datetime import date, time, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.confirmation import Standing
from games.rules.season import SeasonRules
from games.wording.words import listed, signed

_DASH = " \u2013 "


def match_title(names: Sequence[str]) -> str:
    """Who meets: "Ann – Ben"."""
    return _DASH.join(names)


def night_text(night: date, today: date) -> str:
    """A night as seen from ``today``, both dates of the league's room: "tonight", "tomorrow", "Tue 7 May"."""
    if night == today:
        return _("tonight")
    if night == today + timedelta(days=1):
        return _("tomorrow")
    # Translators: a date as Django's date filter writes it: D is the weekday in short, M the month in short.
    return date_format(night, pgettext("date", "D j M") if night.year == today.year else pgettext("date", "D j M Y"))


def when_text(night: date | None, at: time | None, today: date) -> str:
    """When a match is: "tonight, 19:30"; "" while that is open."""
    told = [night_text(night, today)] if night else []
    return ", ".join([*told, f"{at:%H:%M}"] if at else told)


def score_text(names: Sequence[str], scores: Sequence[int]) -> str:
    """A score: "2:1" between two; "Ann 20, Ben 35, Cleo 10" between more."""
    if len(scores) == 2:
        return ":".join(str(score) for score in scores)
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def over_text(score: str) -> str:
    """How a match ended, ``score`` as ``score_text`` has it."""
    return _("The match is over: %(score)s") % {"score": score}


def stage_text(rules: SeasonRules, game: int, rounds: int) -> str:
    """How far a match is that goes on: in which ``game`` of it, or after how many ``rounds``."""
    if rules.length == "games":
        return _("Game %(number)s of %(count)s") % {"number": min(game, rules.count), "count": rules.count}
    if rules.length == "rounds":
        return _("Round %(number)s of %(count)s") % {"number": min(rounds + 1, rules.count), "count": rules.count}
    return pgettext("a match is", "One game")


def round_title(game: int, number: int, *, games: bool) -> str:
    """What a round of a match is called; ``games``: the match is of several."""
    if games:
        return _("Game %(game)s, round %(number)s") % {"game": game, "number": number}
    return _("Round %(number)s") % {"number": number}


def gain_text(amount: int, name: str) -> str:
    """What a round brought somebody: "+13 for Ann"."""
    return _("%(points)s for %(name)s") % {"points": signed(amount), "name": name}


def standing_text(
    standing: Standing, awaited: Sequence[str], disputes: Sequence[tuple[str, str]], approved_by: str
) -> str:
    """How a round stands. ``disputes`` are who says what against it; ``awaited`` who has to confirm it."""
    if standing is Standing.DISPUTED:
        return "; ".join(
            _("Disputed by %(who)s: \u201c%(reason)s\u201d") % {"who": who, "reason": reason}
            for who, reason in disputes
        )
    if standing is Standing.PENDING:
        return _("Waits for %(names)s") % {"names": listed(awaited)} if awaited else _("Waits for the referee")
    if standing is Standing.APPROVED:
        return _("Approved by %(who)s") % {"who": approved_by}
    # Translators: how a round stands.
    return pgettext("round", "Confirmed") if standing is Standing.CONFIRMED else pgettext("round", "Trusted")


def standing_flag(standing: Standing, awaited: Sequence[str]) -> str:
    """The same in a word for the sheet, where somebody has to look at the round; "" where nobody has."""
    if standing is Standing.DISPUTED:
        return pgettext("round", "disputed")
    if standing is Standing.PENDING:
        return _("waits for %(names)s") % {"names": listed(awaited)} if awaited else _("waits for the referee")
    return ""


def waiting_text(rounds: int, whom: Sequence[str]) -> str:
    """How many rounds wait for whom: "2 rounds wait for Ben"."""
    told = ngettext("%(n)d round waits for %(names)s", "%(n)d rounds wait for %(names)s", rounds)
    return told % {"n": rounds, "names": listed(whom)}


def state_text(state: str, *, stopped: bool = False) -> str:
    """Why a match is not played, or not any more."""
    if stopped:
        return _("The organiser counts it as it stood.")
    return {
        "cancelled": _("This match was cancelled. It counts nothing."),
        "forfeited": _("This match was forfeited."),
        "bye": _("A bye: there is nobody to play."),
    }.get(state, "")


def closed_text() -> str:
    """What a season's end means for a match."""
    return _("The season is closed. Nothing counts any more that is played or changed here.")


def provisional_text() -> str:
    """That something is still open."""
    return _("It counts for the time being: some rounds are not agreed on yet.")


def both_thumbs_text(names: Sequence[str]) -> str:
    """Who has to put a thumb on it."""
    return _("All have to press: %(names)s.") % {"names": listed(names)}


def say_why_text() -> str:
    """That a dispute needs a reason."""
    return _("Please say in a few words what is wrong.")
