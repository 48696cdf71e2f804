"""Build the game as a phone's second reading of counts takes it: small JSON on the table page (static/tally.js)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.rules.ruleset import RuleSet, as_json, differences
from games.rules.settlement import Handicap, Score
from games.rules.sheet import GameSheet, RoundLine


@dataclass(frozen=True, slots=True)
class RulesFrom:
    """The ``rules`` of the rounds after number ``through``."""

    through: int
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class TallyData:
    """The facts that a game's totals, dealer and end follow from, without cards, names and entries.

    ``rules`` are those the game began with, ``changes`` the later ones; ``dealer`` dealt the first round (with teams
    the side). ``decision`` is what a person decided: ended the game after a round, or continued it; None if nothing.
    """

    rules: RuleSet
    seats: int
    dealer: int
    opening: Score | None
    changes: tuple[RulesFrom, ...]
    rounds: tuple[RoundLine, ...]
    decision: tuple[int, bool] | None

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON, as short as can be: what is usual is left out, and a round is a list of its result."""
        values: dict[str, Any] = {"rules": _changed(self.rules), "seats": self.seats, "dealer": self.dealer}
        if self.opening:
            score = self.opening
            lists = {"points": score.points, "boxes": score.boxes, "handsWon": score.hands_won}
            if isinstance(score, Handicap):
                values["handicap"] = True
            values["opening"] = {name: [amounts[side] for side in sorted(amounts)] for name, amounts in lists.items()}
        if self.changes:
            values["changes"] = [{"through": x.through, "rules": _changed(x.rules)} for x in self.changes]
        if self.decision:
            values["decision"] = dict(zip(("through", "finished"), self.decision, strict=True))
        return values | {"rounds": [_round_json(line) for line in self.rounds]}

    @property
    def text(self) -> str:
        """The JSON as text."""
        return json.dumps(self.as_json(), separators=(",", ":"))


def tally_data(game: GameSheet) -> TallyData:
    """Return the data of ``game``."""
    changes, rules = list[RulesFrom](), game.rounds[0].rules if game.rounds else game.rules
    first, through = rules, 0
    for number, later in [*((line.number, line.rules) for line in game.rounds), (None, game.rules)]:
        if later is not rules and later != rules:
            changes.append(RulesFrom(through, later))
            rules = later
        through = number or through
    counted = [line.deal for line in game.rounds if line.deal]
    decided = game.by_hand or game.open_through
    return TallyData(
        rules=first,
        seats=len(game.seating),
        dealer=(counted[0] if counted else game.deal).dealer,
        opening=game.opening,
        changes=tuple(changes),
        rounds=game.rounds,
        decision=(game.open_through, game.by_hand) if decided else None,
    )


@lru_cache(128)
def _changed(rules: RuleSet) -> dict[str, Any]:
    """Return the parameters that differ from those of the preset "standard", which the script knows itself."""
    values = as_json(rules)
    return {name: values[name] for name in differences(rules, RuleSet())}


def _round_json(line: RoundLine) -> list[Any]:
    """Return number, event, winners, points, boxes and deadwood, the last three by place, and 1 for a void round."""
    result = line.latest.result
    lists = [_by_place(amounts) for amounts in (result.points, result.boxes, result.deadwood)]
    return [line.number, result.event, list(result.winners), *lists] + ([1] if line.void else [])


def _by_place(amounts: Mapping[int, int]) -> list[int | None]:
    """Return amounts as a list by seat or side, with None for those who have none; [] if nobody has."""
    return [amounts.get(place) for place in range(max(amounts, default=-1) + 1)]
