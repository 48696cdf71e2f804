"""Random rules, hands and tables, for comparing the second scorer with the engine."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import DECKS
from games.rules.ruleset import RuleSet, as_json, with_house_rules
from tests.rules.brute_scorer import score_hand
from tests.rules.kit import SCORING_CHOICES

HAND_CHOICES: dict[str, tuple[Any, ...]] = {
    **SCORING_CHOICES,
    # group B
    "knock_limit": (None, 0, 5, 10, 13, 40),
    # group C
    "hand_scoring": ("points", "points", "points", "flop"),
    "knock_bonus": (0, 0, 15),
    "gin_bonus": (20, 25, 0),
    "big_gin_bonus": (None, 31, 50),
    "undercut_bonus": (25, 10, 20, 0),
    "undercut_tie_bonus": (None, 0, 10),
    # group D
    "box_win": (0, 1, 1, 2),
    "box_undercut": (0, 1),
    "box_gin": (0, 2),
    "box_big_gin": (0, 3),
    "box_value": (0, 20, 25),
    "box_timing": ("end", "immediate"),
    # ours
    "false_knock_penalty": (None, 10, 25),
}
GAME_CHOICES: dict[str, tuple[Any, ...]] = {
    # group E, one column
    "target": (None, 30, 100, 150),
    "game_bonus": (0, 100, "target"),
    "shutout": ("none", "double_points", "double_total", "add"),
    "shutout_amount": (0, 100),
    "shutout_test": ("no_points", "no_hands_won"),
    "line_bonus": (0, 50),
    "line_margin": (1, 50),
    "winner": ("highest_total", "first_to_target"),
    "settlement": ("difference", "totals", "one_point", "zero_sum"),
    "round_to": (0, 10, 500),
    # group F, dealers
    "next_dealer": ("winner", "loser", "alternate", "left"),
    "dead_hand_dealer": ("same", "next"),
    "first_turn": ("non_dealer", "left_of_dealer", "lower_score"),
}
DECK_VALUES: dict[str, dict[str, Any]] = {
    "french52": {"deck": "french52"},
    "rumski70": {"deck": "rumski70", "rank_values": list(range(1, 14)), "wild_value": 20},
}
SUITS = {"french52": "shdc", "rumski70": "RBGYP"}


def some_rules(luck: random.Random, *groups: Mapping[str, Sequence[Any]]) -> RuleSet:
    """Draw a value for every parameter of the groups."""
    deck = luck.choice(["french52", "rumski70"])
    house = DECK_VALUES[deck] | {name: luck.choice(values) for group in groups for name, values in group.items()}
    house["double_suits"] = luck.choice([[], [], luck.sample(SUITS[deck], 2)])
    if house.get("target", 1) is None and house["game_bonus"] == "target":
        house["game_bonus"] = 0
    return with_house_rules(RuleSet(), house)


def some_hand(luck: random.Random, players: Sequence[str], deck: str) -> dict[str, Any]:
    """Draw a declared hand with small counts, so that ties, undercuts and gins are common."""
    event = luck.choice([*["knock"] * 7, *["gin"] * 2, *["big_gin"] * 2, "dead", "dead", "misdeal", "false_knock"])
    if event in ("dead", "misdeal"):
        return {"event": event, "kcard": luck.choice(list(DECKS[deck]))}
    most = luck.choice([2, 12, 60])
    deadwood = {player: luck.randint(0, most) for player in players}
    ender = luck.choice(players)
    if event != "knock" and luck.random() < 0.9:
        deadwood[ender] = 0
    elif luck.random() < 0.6:
        deadwood[ender] = min(deadwood[ender], luck.randint(0, 10))
    return {"event": event, "ender": ender, "deadwood": deadwood, "kcard": luck.choice(list(DECKS[deck]))}


SEATINGS: dict[str, tuple[int, ...]] = {
    "all_active": (2, 3, 5),
    "dealer_sits_out": (3, 4),
    "loser_sits_out": (3,),
    "loser_deals_and_sits": (3,),
    "captain": (3,),
    "teams": (4, 6, 8),
}
TABLE_CHOICES: dict[str, tuple[Any, ...]] = {
    "next_dealer": ("winner", "loser", "alternate", "left", "idle_player"),
    "team_netting": ("per_hand", "sum"),
    "sweep_boxes": (0, 2, "team_size"),
    "column_multipliers": ((1, 1, 1), (1, 1, 2), (3, 1, 2)),
}


def some_table(luck: random.Random) -> tuple[RuleSet, list[str]]:
    """Draw rules of any seating, and a number of players; Hollywood only with two sides."""
    seating = luck.choice([*SEATINGS, "all_active", "teams", "captain"])
    players = list("ABCDEFGH"[: luck.choice(SEATINGS[seating])])
    rules = some_rules(luck, HAND_CHOICES, GAME_CHOICES)
    house = {name: luck.choice(values) for name, values in TABLE_CHOICES.items()} | {"seating": seating}
    two_sides = seating in ("teams", "captain") or len(players) == 2
    if two_sides and rules.target is not None and luck.random() < 0.6:
        house["columns"] = 3
    else:
        house["column_multipliers"] = house["column_multipliers"][:1]
    return with_house_rules(rules, house), players


def some_legal_hand(luck: random.Random, rules: RuleSet, active: Sequence[str], card: str = "") -> dict[str, Any]:
    """Draw hands until one is legal, under this card where one is given."""
    while True:
        hand = some_hand(luck, active, rules.deck) | {"active": list(active)}
        hand["kcard"] = card or hand["kcard"]
        if "error" not in score_hand(as_json(rules), active, hand):
            return hand


def some_deal(luck: random.Random, rules: RuleSet, players: Sequence[str], active: Sequence[Any]) -> dict[str, Any]:
    """Draw a legal round between those who are active: one hand, or with teams one for each pair."""
    if rules.seating != "teams":
        return some_legal_hand(luck, rules, sorted(active))
    if luck.random() < 0.1:
        return {"event": "misdeal", "active": list(players), "kcard": luck.choice(list(DECKS[rules.deck]))}
    deal: dict[str, Any] = {"hands": []}
    card = luck.choice(list(DECKS[rules.deck]))
    others = list(players[1::2])
    luck.shuffle(others)
    for pair in zip(players[::2], others, strict=True):
        hand = {"event": "misdeal"}
        while hand["event"] == "misdeal":
            hand = some_legal_hand(luck, rules, sorted(pair), card)
        deal["hands"].append(hand)
    return deal
