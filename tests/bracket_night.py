"""A club night of a bracket or a Swiss system, told by names: draw, win, leave, correct, and look who meets."""

from collections.abc import Sequence

import pytest

from games.models import Entrant, Match, MatchState
from games.refusals import RefusedError
from games.rules.league.typed_result import TypedSide
from games.selectors.season.bracket import bracket_of
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import return_entrant, withdraw
from games.services.season.matches import cancel, forfeit
from games.services.season.typed_results import TypedResult, type_results
from tests.leagues import Club, club, result
from tests.makers import Phone, correct, gin

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
SHORT = {"target": 10}
BY_ROUND = ("swiss", "knockout", "consolation", "double_elimination")


def night(pairing: str, names: Sequence[str] = SIX[:4], **rules: object) -> Club:
    """A season in which one round ends a match, and its first round drawn."""
    tuesday = club(*names, pairing=pairing, house_rules=SHORT | rules)
    draw_round(tuesday, 1)
    return tuesday


def draw_round(tuesday: Club, number: int, **plan: object) -> int:
    key = f"round {number} {tuesday.season.matches.count()}"
    return draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(**plan), key=key)  # type: ignore[arg-type]


def refused(tuesday: Club, number: int, **plan: object) -> tuple[str, int]:
    """Why a draw was refused, and which round that is about."""
    with pytest.raises(RefusedError) as why:
        draw_round(tuesday, number, **plan)
    return why.value.context.get("what", ""), why.value.context.get("round", 0)


def matches(tuesday: Club, number: int) -> list[Match]:
    return list(tuesday.season.matches.filter(round=number).prefetch_related("sides__entrant__member"))


def who(match: Match) -> list[str]:
    return [side.entrant.member.name for side in match.sides.all() if side.entrant.member]


def match_of(tuesday: Club, name: str, number: int) -> Match:
    return next(match for match in reversed(matches(tuesday, number)) if name in who(match))


def win(tuesday: Club, name: str, number: int) -> str:
    """Let somebody win their match of a round; return who lost it."""
    match = match_of(tuesday, name, number)
    tuesday.play(match, tuesday.access, gin(who(match).index(name), 40))
    return next(other for other in who(match) if other != name)


def play_others(tuesday: Club, number: int) -> None:
    """The first of each match that is still planned wins."""
    for match in matches(tuesday, number):
        if match.state == MatchState.PLANNED:
            tuesday.play(match, tuesday.access, gin(0, 40))


def leave(tuesday: Club, name: str, *, annul: bool = False) -> None:
    entrant = tuesday.entrants[name].pk
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=entrant, annul=annul)


def come_back(tuesday: Club, name: str) -> None:
    return_entrant(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants[name].pk)


def outcomes(tuesday: Club, match: Match) -> dict[str, str]:
    return {name: outcome for name, (outcome, *_) in zip(who(match), result(match), strict=True)}


def opponent(match: Match, name: str) -> str:
    return next(other for other in who(match) if other != name)


def places(tuesday: Club) -> dict[str, tuple[int, int]]:
    """Place and wins left of each player in the bracket."""
    bracket, names = bracket_of(tuesday.season), {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    assert bracket
    found = bracket.places(Entrant.objects.filter(season=tuesday.season))
    return {names[entrant]: (place.place, place.wins_left) for entrant, place in found.items()}


def correct_winner(tuesday: Club, name: str, number: int) -> None:
    """Somebody else had won the match of a round, and its round is corrected."""
    match = match_of(tuesday, name, number)
    correct(Phone(tuesday.table(match, tuesday.access), "", {}), 1, gin(who(match).index(name), 41))


def drawn_pairs(tuesday: Club, number: int) -> list[set[str]]:
    """Who meets in a round, without what was canceled."""
    return [set(who(match)) for match in matches(tuesday, number) if match.state != MatchState.CANCELED]


def give_up(tuesday: Club, match: Match, missing: Sequence[Entrant]) -> None:
    """Some of a match did not come."""
    forfeit(access=tuesday.access, season=tuesday.season, number=match.number, missing=missing, reason="")


def type_points(tuesday: Club, match: Match, *points: int) -> None:
    """Enter or correct a result from paper; without points it is taken back."""
    match.refresh_from_db()
    seen = tuple(TypedSide(**side) for side in match.typed_result) if match.typed_result else None
    typed = TypedResult(match.number, tuple(map(TypedSide, points)) or None, seen)
    type_results(access=tuesday.access, season=tuesday.season, results=[typed])


def lose_winner(tuesday: Club, match: Match, how: str) -> None:
    """A match that was typed from paper has no winner any more: "tied", "canceled" or "cleared"."""
    if how == "canceled":
        cancel(access=tuesday.access, season=tuesday.season, number=match.number, reason="")
    else:
        type_points(tuesday, match, *((100, 100) if how == "tied" else ()))
