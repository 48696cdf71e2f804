"""League matches in words: time, progress, score, and the confirmation of rounds."""

from collections.abc import Sequence
from datetime import date, time, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.confirmation import RoundStatus
from games.rules.league.season import SeasonRules
from games.wording.words import listed, signed

_DASH = " \u2013 "


def match_title(names: Sequence[str]) -> str:
    """Return a match's title: "Ann – Ben"."""
    return _DASH.join(names)


def night_text(night: date, today: date) -> str:
    """Return a night relative to ``today``: "tonight", "tomorrow", "Tue 7 May"; both are dates of the league's zone."""
    if night == today:
        return _("tonight")
    if night == today + timedelta(days=1):
        return _("tomorrow")
    # Translators: a date as Django's date filter writes it: D is the weekday in short, M the month in short.
    return date_format(night, pgettext("date", "D j M") if night.year == today.year else pgettext("date", "D j M Y"))


def when_text(night: date | None, start_time: time | None, today: date) -> str:
    """Return when a match is: "tonight, 19:30"; "" if not set."""
    parts = [night_text(night, today)] if night else []
    return ", ".join([*parts, f"{start_time:%H:%M}"] if start_time else parts)


def score_text(names: Sequence[str], scores: Sequence[int]) -> str:
    """Return a score: "2:1" for two sides; "Ann 20, Ben 35, Cleo 10" for more."""
    if len(scores) == 2:
        return ":".join(str(score) for score in scores)
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def match_over_text(score: str) -> str:
    """Return how a match ended; ``score`` is from ``score_text``."""
    return _("The match is over: %(score)s") % {"score": score}


def stage_text(rules: SeasonRules, game: int, rounds: int) -> str:
    """Return how far a match is: in which ``game``, or after how many ``rounds``."""
    if rules.length == "games":
        return _("Game %(number)s of %(count)s") % {"number": min(game, rules.count), "count": rules.count}
    if rules.length == "rounds":
        return _("Round %(number)s of %(count)s") % {"number": min(rounds + 1, rules.count), "count": rules.count}
    return pgettext("a match is", "One game")


def round_title(game: int, number: int, *, games: bool) -> str:
    """Return the title of a round; ``games`` if the match has several games."""
    if games:
        return _("Game %(game)s, round %(number)s") % {"game": game, "number": number}
    return _("Round %(number)s") % {"number": number}


def gain_text(amount: int, name: str) -> str:
    """Return what a round scored: "+13 for Ann"."""
    return _("%(points)s for %(name)s") % {"points": signed(amount), "name": name}


def confirmation_text(
    standing: RoundStatus, awaited: Sequence[str], disputes: Sequence[tuple[str, str]], approved_by: str
) -> str:
    """Return a round's confirmation status; ``disputes`` are (who, reason), ``awaited`` those who have to confirm."""
    if standing is RoundStatus.DISPUTED:
        return "; ".join(
            _("Disputed by %(who)s: \u201c%(reason)s\u201d") % {"who": who, "reason": reason}
            for who, reason in disputes
        )
    if standing is RoundStatus.PENDING:
        return _("Waits for %(names)s") % {"names": listed(awaited)} if awaited else _("Waits for the referee")
    if standing is RoundStatus.APPROVED:
        return _("Approved by %(who)s") % {"who": approved_by}
    # Translators: how a round stands.
    return pgettext("round", "Confirmed") if standing is RoundStatus.CONFIRMED else pgettext("round", "Trusted")


def confirmation_flag(standing: RoundStatus, awaited: Sequence[str]) -> str:
    """Return the status in a word or two for the sheet if the round needs attention, else ""."""
    if standing is RoundStatus.DISPUTED:
        return pgettext("round", "disputed")
    if standing is RoundStatus.PENDING:
        return _("waits for %(names)s") % {"names": listed(awaited)} if awaited else _("waits for the referee")
    return ""


def waiting_text(rounds: int, names: Sequence[str]) -> str:
    """Return how many rounds wait for confirmation: "2 rounds wait for Ben"."""
    text = ngettext("%(n)d round waits for %(names)s", "%(n)d rounds wait for %(names)s", rounds)
    return text % {"n": rounds, "names": listed(names)}


def state_text(state: str, *, stopped: bool = False) -> str:
    """Return why a match is not played, or no longer; "" if it is."""
    if stopped:
        return _("The organiser counts it as it stood.")
    return {
        "cancelled": _("This match was cancelled. It counts nothing."),
        "forfeited": _("This match was forfeited."),
        "bye": _("A bye: there is nobody to play."),
    }.get(state, "")


def season_closed_text() -> str:
    """Return the sentence that a closed season counts nothing more."""
    return _("The season is closed. Nothing counts any more that is played or changed here.")


def provisional_text() -> str:
    """Return the sentence that a result is provisional."""
    return _("It counts for the time being: some rounds are not agreed on yet.")


def press_together_text(names: Sequence[str]) -> str:
    """Return who has to press the button together."""
    return _("All have to press: %(names)s.") % {"names": listed(names)}


def reason_required_text() -> str:
    """Return the request for the reason of a dispute."""
    return _("Please say in a few words what is wrong.")
