"""The named house rules (rules 10): the parameters each one changes, and the rules it can be combined with."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from games.rules.faults import RulesError
from games.rules.rule_properties import hands_per_round, has_knocks, scores_boxes
from games.rules.ruleset import RuleSet, differences, with_house_rules


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One named house rule.

    ``overrides`` are parameter names with JSON values, applied by ``ruleset.with_house_rules``. ``group`` is a group of
    parameters; ``source`` the ambiguity or the text that it comes from; ``needs`` what the rules must have for it.
    """

    id: str
    title: str
    text: str
    overrides: Mapping[str, Any]
    source: str
    group: str
    needs: tuple[str, ...]


@cache
def house_rules() -> Mapping[str, HouseRule]:
    """Return the named house rules by id, in the order of the editor. Read once from ``house_rules.json``."""
    data = json.loads(files(__package__).joinpath("house_rules.json").read_text(encoding="utf-8"))
    return {
        name: HouseRule(
            id=name,
            title=row["title"],
            text=row["text"],
            overrides=row["overrides"],
            source=row["source"],
            group=row["group"],
            needs=tuple(row["needs"]),
        )
        for name, row in data.items()
    }


def house_rule_applies(rule: HouseRule, rules: RuleSet) -> bool:
    """Return whether ``rule`` makes sense with ``rules`` and changes them into different, playable rules."""
    if not all(_NEEDS[need](rules) for need in rule.needs):
        return False
    try:
        return bool(differences(with_house_rules(rules, rule.overrides), rules))
    except RulesError:
        return False


_NEEDS: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "wilds": lambda r: r.deck == "rumski70" and r.max_wilds_per_meld > 0,
    "french": lambda r: r.deck == "french52",
    "knocks": has_knocks,
    "limit_card": lambda r: has_knocks(r) and r.limit_source != "fixed",
    "undercut": has_knocks,
    "points": lambda r: r.hand_scoring == "points",
    "many": lambda r: hands_per_round(r) > 2,
    "lowest": lambda r: r.undercut_winners == "lowest",
    "boxes": scores_boxes,
    "win_box": lambda r: r.box_win > 0,
    "target": lambda r: r.target is not None,
    "counted": lambda r: r.settlement != "one_point",
    "difference": lambda r: r.settlement == "difference" and r.columns > 1,
    "shutout": lambda r: r.shutout != "none",
    "free_deal": lambda r: r.seating in ("all_active", "captain", "teams"),
    "two_win": lambda r: hands_per_round(r) == 2,
    "not_in_turn": lambda r: r.next_dealer in ("winner", "loser"),
    "for_two": lambda r: r.seating == "all_active" and r.seats.best == 2,
    "one_column": lambda r: r.columns == 1,
    "teams": lambda r: r.seating == "teams",
}
"""What a house rule may need of a rule set: its name and a test for it."""
