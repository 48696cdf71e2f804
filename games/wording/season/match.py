"""League matches in words: time, progress, score, and the confirmation of rounds."""

from collections.abc import Sequence
from datetime import date, time, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.confirmation import RoundStatus
from games.rules.league.season import SeasonRules
from games.rules.match import MatchScore
from games.wording.outcomes import lead_text
from games.wording.words import amount_text, clock_text, in_a_row, listed, signed

_DASH = " \u2013 "
_MORNING, _EVENING = time(4), time(17)
"""Between these a match isn't "tonight"."""


def match_title(names: Sequence[str]) -> str:
    """Return a match's title: "Ann – Ben"."""
    return _DASH.join(names)


def night_text(night: date, tonight: date, today: date) -> str:
    """Return a night as people say it: "tonight", "today", "tomorrow", "Tue, May 7".

    ``tonight`` is the league's night, which lasts until four in the morning, ``today`` the date on the calendar there.
    """
    if night == tonight:
        return _("tonight")
    if night == today:
        return _("today")
    if night == today + timedelta(days=1):
        return _("tomorrow")
    # Translators: a date as Django's date filter writes it: D is the weekday in short, M the month in short.
    # Use the order and the signs of your own language.
    return date_format(night, pgettext("date", "D, M j") if night.year == today.year else pgettext("date", "D, M j, Y"))


def when_text(night: date | None, start_time: time | None, tonight: date, today: date) -> str:
    """Return when a match is: "tonight, 7:30 PM", "today, 11:00 AM"; "" if not set. See ``night_text``."""
    by_day = start_time is not None and _MORNING <= start_time < _EVENING
    parts = [_("today") if by_day and night == today else night_text(night, tonight, today)] if night else []
    return ", ".join([*parts, clock_text(start_time)] if start_time else parts)


def score_text(names: Sequence[str], scores: Sequence[int]) -> str:
    """Return a score: "2\u20131" for two sides; "Ann 20, Ben 35, Cleo 10" for more."""
    if len(scores) == 2:
        # Negative points with a dash between them are hard to read.
        return ("\u2013" if min(scores) >= 0 else " : ").join(amount_text(score) for score in scores)
    return ", ".join(f"{name} {amount_text(score)}" for name, score in zip(names, scores, strict=True))


def match_over_text(score: str) -> str:
    """Return how a match ended; ``score`` is from ``score_text``."""
    return _("The match is over: %(score)s") % {"score": score}


def forfeited_text(winner: str) -> str:
    """Return that a match was forfeited, and who won it; ``winner`` is "" if nobody did."""
    if not winner:
        return state_text("forfeited")
    return _("This match was forfeited. %(name)s wins.") % {"name": winner}


def stage_text(rules: SeasonRules, game: int, names: Sequence[str], score: MatchScore | None) -> str:
    """Return how far a match is: in which ``game``, or after how many rounds.

    Best of several games, also who leads: "Game 2, best of 3 · Ann leads 1–0".
    """
    if rules.best_of:
        stage = _("Game %(number)s, best of %(count)s") % {"number": min(game, rules.count), "count": rules.count}
        won = {side: result.games for side, result in enumerate(score.sides)} if score else {}
        return f"{stage} · {lead_text(won, names, list(won))}" if any(won.values()) else stage
    if rules.length == "games":
        return _("Game %(number)s of %(count)s") % {"number": min(game, rules.count), "count": rules.count}
    if rules.length == "rounds":
        rounds = len(score.rounds) if score else 0
        return _("Round %(number)s of %(count)s") % {"number": min(rounds + 1, rules.count), "count": rules.count}
    return pgettext("a match is", "One game")


def round_title(game: int, number: int, *, games: bool) -> str:
    """Return the title of a round; ``games`` if the match has several games."""
    if games:
        return _("Game %(game)s, round %(number)s") % {"game": game, "number": number}
    return _("Round %(number)d") % {"number": number}


def gain_text(amount: int, name: str) -> str:
    """Return what a round scored: "+13 for Ann"."""
    return _("%(points)s for %(name)s") % {"points": signed(amount), "name": name}


def approve_text(title: str, gains: Sequence[str]) -> str:
    """Return what the button "Approve" does with a round; ``title`` and ``gains`` are those of the round."""
    if not gains:
        return _("Approve: %(round)s counts as entered.") % {"round": title}
    return _("Approve: %(round)s counts as entered (%(gains)s).") % {"round": title, "gains": ", ".join(gains)}


def confirmation_text(
    standing: RoundStatus, awaited: Sequence[str], disputes: Sequence[tuple[str, str]], approved_by: str
) -> str:
    """Return a round's confirmation status; ``disputes`` are (who, reason), ``awaited`` those who have to confirm."""
    if standing is RoundStatus.DISPUTED:
        return in_a_row(
            _("Disputed by %(who)s: \u201c%(reason)s\u201d") % {"who": who, "reason": reason}
            for who, reason in disputes
        )
    if standing is RoundStatus.PENDING:
        return _("Waiting for %(names)s") % {"names": listed(awaited)} if awaited else _("Waiting for the referee")
    if standing is RoundStatus.APPROVED:
        return _("Approved by %(who)s") % {"who": approved_by}
    # Translators: how a round stands.
    if standing is RoundStatus.CONFIRMED:
        return pgettext("round", "Confirmed")
    return pgettext("round", "No confirmation needed")


def confirmation_flag(standing: RoundStatus, awaited: Sequence[str]) -> str:
    """Return the status in a word or two for the sheet if the round needs attention, else ""."""
    if standing is RoundStatus.DISPUTED:
        return pgettext("round", "disputed")
    if standing is RoundStatus.PENDING:
        return _("waiting for %(names)s") % {"names": listed(awaited)} if awaited else _("waiting for the referee")
    return ""


def waiting_text(rounds: int, names: Sequence[str]) -> str:
    """Return how many rounds wait for confirmation: "2 rounds wait for Ben"."""
    text = ngettext("%(n)d round is waiting for %(names)s", "%(n)d rounds are waiting for %(names)s", rounds)
    return text % {"n": rounds, "names": listed(names)}


def state_text(state: str, *, stopped: bool = False) -> str:
    """Return why a match is not played, or no longer; "" if it is."""
    if stopped:
        return _("The organizer stopped this match. The score so far counts.")
    return {
        "canceled": _("This match was canceled. It doesn't count."),
        "forfeited": _("This match was forfeited."),
        "bye": _("A bye: there's no opponent."),
    }.get(state, "")


def at_table_text(rounds: int) -> str:
    """Return that a match is being played at its table, to who enters its result from paper."""
    text = ngettext(
        "Being played: %(n)d round so far. The final score at the table will count.",
        "Being played: %(n)d rounds so far. The final score at the table will count.",
        rounds,
    )
    return text % {"n": rounds}


def requested_bye_text(kind: str) -> str:
    """Return how a bye counts that its entrant asked for."""
    return {
        "half": _("Requested bye, counts as a draw"),
        "full": _("Requested bye, counts as a win"),
    }[kind]


def season_closed_text() -> str:
    """Return the sentence that a closed season counts nothing more."""
    return _("The season is closed. Nothing you play or change here counts anymore.")


def provisional_text() -> str:
    """Return the sentence that a result is provisional."""
    return _("This result is provisional: some rounds haven't been confirmed yet.")


def press_together_text(names: Sequence[str]) -> str:
    """Return who has to press the button together."""
    return _("Everyone has to hold or tap their name: %(names)s.") % {"names": listed(names)}


def reason_required_text() -> str:
    """Return the request for the reason of a dispute."""
    return _("Please say in a few words what's wrong.")
