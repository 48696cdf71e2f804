"""Matches in words: how far one is, how it stands, when it is, and what has to be done about a round."""

from collections.abc import Sequence
from datetime import date, time, timedelta

from games.rules.confirmation import Standing
from games.rules.season import SeasonRules
from games.wording.words import listed

_DASH = " \u2013 "


def match_title(names: Sequence[str]) -> str:
    """Who meets: "Ann – Ben"."""
    return _DASH.join(names)


def night_text(night: date, today: date) -> str:
    """A night as seen from ``today``, both dates of the league's room: "tonight", "tomorrow", "Tue 7 May"."""
    if night == today:
        return "tonight"
    if night == today + timedelta(days=1):
        return "tomorrow"
    year = "" if night.year == today.year else f" {night.year}"
    return f"{night:%a} {night.day} {night:%b}{year}"


def when_text(night: date | None, at: time | None, today: date) -> str:
    """When a match is: "tonight, 19:30"; "" while that is open."""
    told = [night_text(night, today)] if night else []
    return ", ".join([*told, f"{at:%H:%M}"] if at else told)


def score_text(names: Sequence[str], scores: Sequence[int]) -> str:
    """A score: "2:1" between two; "Ann 20, Ben 35, Cleo 10" between more."""
    if len(scores) == 2:
        return ":".join(str(score) for score in scores)
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def stage_text(rules: SeasonRules, game: int, rounds: int) -> str:
    """How far a match is that goes on: in which ``game`` of it, or after how many ``rounds``."""
    if rules.length == "games":
        return f"Game {min(game, rules.count)} of {rules.count}"
    return f"Round {min(rounds + 1, rules.count)} of {rules.count}" if rules.length == "rounds" else "One game"


def standing_text(
    standing: Standing, awaited: Sequence[str], disputes: Sequence[tuple[str, str]], approved_by: str
) -> str:
    """How a round stands. ``disputes`` are who says what against it; ``awaited`` who has to confirm it."""
    if standing is Standing.DISPUTED:
        return "; ".join(f"Disputed by {who}: \u201c{reason}\u201d" for who, reason in disputes)
    if standing is Standing.PENDING:
        return f"Waits for {listed(awaited) if awaited else 'the referee'}"
    if standing is Standing.APPROVED:
        return f"Approved by {approved_by}"
    return "Confirmed" if standing is Standing.CONFIRMED else "Trusted"


def standing_flag(standing: Standing, awaited: Sequence[str]) -> str:
    """The same in a word for the sheet, where somebody has to look at the round; "" where nobody has."""
    if standing is Standing.DISPUTED:
        return "disputed"
    if standing is Standing.PENDING:
        return f"waits for {listed(awaited) if awaited else 'the referee'}"
    return ""


def waiting_text(rounds: int, whom: Sequence[str]) -> str:
    """How many rounds wait for whom: "2 rounds wait for Ben"."""
    return f"{'1 round waits' if rounds == 1 else f'{rounds} rounds wait'} for {listed(whom)}"


def state_text(state: str, *, stopped: bool = False) -> str:
    """Why a match is not played, or not any more."""
    if stopped:
        return "The organiser counts it as it stood."
    return {
        "cancelled": "This match was cancelled. It counts nothing.",
        "forfeited": "This match was forfeited.",
        "bye": "A bye: there is nobody to play.",
    }.get(state, "")


CLOSED = "The season is closed. Nothing counts any more that is played or changed here."
PROVISIONAL = "It counts for the time being: some rounds are not agreed on yet."
BOTH_THUMBS = "All have to press: {}."
SAY_WHY = "Please say in a few words what is wrong."
