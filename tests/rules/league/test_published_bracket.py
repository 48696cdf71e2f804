"""A published double elimination: its matches are the ones that our bracket draws, and its places come out."""

import json
from pathlib import Path
from typing import Any

from games.rules.pairings.bracket_places import BracketMatch
from games.rules.pairings.bracket_plan import double_elimination
from games.rules.pairings.bracket_run import BracketRun
from games.wording.season.bracket import round_name

EVENT: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "double_elimination.json").read_text(encoding="utf-8")
)
PLAN = double_elimination(8)
NAMES = [name for pair in EVENT["first_round"] for name in pair]
NUMBERS = {name: number for number, name in enumerate(NAMES, 1)}


def title(number: int) -> str:
    match = PLAN.match(number)
    rounds = PLAN.rounds(match.part)
    return round_name(match.part, match.round, rounds=len(rounds), matches=len(rounds[match.round - 1]))


def test_every_published_match_is_drawn_in_its_round_and_the_places_come_out() -> None:
    played = {
        number: BracketMatch((NUMBERS[winner], NUMBERS[loser]), NUMBERS[winner], frozenset({NUMBERS[loser]}))
        for number, (winner, loser) in enumerate(EVENT["first_round"], 1)
    }
    left = {(one["round"], frozenset((one["winner"], one["loser"]))): one for one in EVENT["matches"]}
    while ready := BracketRun(PLAN, played).ready():
        for number, pair in ready:
            result = left.pop((title(number), frozenset(NAMES[entrant - 1] for entrant in pair)))
            played[number] = BracketMatch(pair, NUMBERS[result["winner"]], frozenset({NUMBERS[result["loser"]]}))
    assert not left
    places = {NAMES[entrant - 1]: found.place for entrant, found in BracketRun(PLAN, played).places().items()}
    assert places == EVENT["places"]
