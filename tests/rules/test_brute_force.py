"""The engine against a second scorer that was written from the rules notes alone: thousands of hands and games."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.cards import DECKS
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Illegal
from games.rules.game import PlayedGame, play
from games.rules.ruleset import RuleSet, as_json, changed
from games.rules.scoring import Event, RoundResult, score_round
from tests.rules.brute_scorer import hand_result, play_game, score_hand

SEED = 20_051_113
ROUNDS = 10_000
GAMES = 1_000

HAND_CHOICES: dict[str, tuple[Any, ...]] = {
    # group B
    "knock_limit": (None, 0, 5, 10, 13, 40),
    "limit_source": ("fixed", "upcard", "knock_card"),
    "limit_ace": ("value", "gin_only"),
    "layoff": ("never", "unless_gin", "always"),
    "layoff_zero_voids_gin": (False, True),
    # group C
    "hand_scoring": ("points", "points", "points", "flop"),
    "knock_bonus": (0, 0, 15),
    "gin_bonus": (20, 25, 0),
    "big_gin_bonus": (None, 31, 50),
    "undercut_on": ("tie_or_less", "less"),
    "undercut_bonus": (25, 10, 20, 0),
    "undercut_tie_bonus": (None, 0, 10),
    "undercut_points": ("difference", "ender_total", "others_total", "others_net", "pairwise"),
    "undercut_winners": ("lowest", "all_below"),
    "undercut_tied": ("each", "split", "next_left"),
    "knock_points": ("own_once", "pairwise"),
    "bonus_per_opponent": (False, True),
    "double_boxes": ("none", "extra", "all"),
    # group D
    "box_win": (0, 1, 1, 2),
    "box_undercut": (0, 1),
    "box_gin": (0, 2),
    "box_big_gin": (0, 3),
    "box_value": (0, 20, 25),
    "box_timing": ("end", "immediate"),
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
    return changed(RuleSet(), house)


def some_hand(luck: random.Random, players: Sequence[str], deck: str) -> dict[str, Any]:
    """Draw a hand as told: small counts, so that ties, undercuts and gins are common."""
    event = luck.choice(["knock", "knock", "knock", "knock", "gin", "big_gin", "dead"])
    if event == "dead":
        return {"event": "dead", "kcard": luck.choice(list(DECKS[deck]))}
    most = luck.choice([2, 12, 60])
    deadwood = {player: luck.randint(0, most) for player in players}
    ender = luck.choice(players)
    if event != "knock" and luck.random() < 0.9:
        deadwood[ender] = 0
    elif luck.random() < 0.6:
        deadwood[ender] = min(deadwood[ender], luck.randint(0, 10))
    return {"event": event, "ender": ender, "deadwood": deadwood, "kcard": luck.choice(list(DECKS[deck]))}


def told(hand: Mapping[str, Any], players: Sequence[str], deck: str) -> Declaration:
    """Return a hand as the engine takes it."""
    ender = hand.get("ender")
    return Declaration(
        tuple(range(len(players))),
        Ending(hand["event"]),
        None if ender is None else players.index(ender),
        {players.index(player): points for player, points in hand.get("deadwood", {}).items()},
        DECKS[deck][hand["kcard"]],
    )


def named(amounts: Mapping[int, Any], players: Sequence[str]) -> dict[str, Any]:
    return {player: amounts[seat] for seat, player in enumerate(players)}


def round_of_engine(rules: RuleSet, hand: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """Return what the engine makes of a hand, in the words of the second scorer."""
    try:
        result = score_round(told(hand, players, rules.deck), rules)
    except Illegal as illegal:
        (fault,) = illegal.faults
        return {"error": fault.code.value}
    return {
        "event": result.event.value,
        "winners": [players[seat] for seat in result.winners],
        "points": named(result.points, players),
        "boxes": named(result.boxes, players),
    }


def test_ten_thousand_rounds_score_as_the_second_scorer_says() -> None:
    luck = random.Random(SEED)  # noqa: S311 - the same hands every time is the point
    seen = dict.fromkeys(["knock", "gin", "big_gin", "undercut", "dead", "void_gin", "over_knock_limit", "not_gin"], 0)
    for number in range(ROUNDS):
        rules = some_rules(luck, HAND_CHOICES)
        players = list("ABCDE"[: luck.randint(2, 5)])
        hand = some_hand(luck, players, rules.deck)
        expected = score_hand(as_json(rules), players, hand)
        got = round_of_engine(rules, hand, players)
        assert got == expected, f"seed {SEED}, round {number}: {hand} under {as_json(rules)}"
        seen[expected.get("event", expected.get("error"))] += 1
    # Every way for a round to come out was drawn often enough to mean something.
    assert [outcome for outcome, times in seen.items() if times < 50] == []
    assert sum(seen.values()) == ROUNDS


def some_game(luck: random.Random, rules: RuleSet, players: Sequence[str]) -> list[dict[str, Any]]:
    """Draw hands until the second scorer says that the game is over, or for long enough."""
    hands: list[dict[str, Any]] = []
    for _ in range(luck.randint(1, 40)):
        hand: dict[str, Any] = {"error": "none yet"}
        while "error" in hand or "error" in hand_result(as_json(rules), players, hand):
            if luck.random() < 0.3:
                winner = luck.choice([*players, None])
                hand = {"winner": winner, "points": luck.choice([0, 1, 25, 30, 75, 100]), "boxes": luck.randint(0, 3)}
            else:
                hand = some_hand(luck, players, rules.deck)
        hands.append(hand)
        if play_game(as_json(rules), players, hands)["over"]:
            break
    return hands


def result_of_engine(rules: RuleSet, hand: Mapping[str, Any], players: Sequence[str]) -> RoundResult:
    """Return a hand as the engine counts it: scored, or as it stands."""
    if "points" not in hand:
        return score_round(told(hand, players, rules.deck), rules)
    won = [seat for seat, player in enumerate(players) if player == hand["winner"]]
    return RoundResult(
        Event.KNOCK if won else Event.DEAD,
        tuple(won),
        {seat: hand["points"] if seat in won else 0 for seat in range(len(players))},
        {seat: hand["boxes"] if seat in won else 0 for seat in range(len(players))},
        {},
    )


def game_of_engine(game: PlayedGame, players: Sequence[str]) -> dict[str, Any]:
    """Return a game in the words of the second scorer."""
    final = None
    if game.final is not None:
        final = {
            "totals": named(game.final.totals, players),
            "winner": None if game.final.winner is None else players[game.final.winner],
            "shutout": game.final.shutout,
        }
        if game.final.net is not None:
            final["net"] = game.final.net
    return {
        "dealers": [players[hand.dealer] for hand in game.hands],
        "first_to_act": [players[hand.first_to_act] for hand in game.hands],
        "per_hand": [
            {
                "points": named(hand.points, players),
                "cumulative": named(hand.cumulative, players),
                "cumulative_boxes": named(hand.cumulative_boxes, players),
            }
            for hand in game.hands
        ],
        "over": game.over,
        "cumulative": named(game.standing.points, players),
        "boxes": named(game.standing.boxes, players),
        "hands_won": named(game.standing.hands_won, players),
        "final": final,
    }


def test_a_thousand_games_come_out_as_the_second_scorer_says() -> None:
    luck = random.Random(SEED)  # noqa: S311 - the same games every time is the point
    over = shutouts = played_on = 0
    for number in range(GAMES):
        rules = some_rules(luck, HAND_CHOICES, GAME_CHOICES)
        players = list("ABCDE"[: luck.randint(2, 5)])
        hands = some_game(luck, rules, players)
        expected = play_game(as_json(rules), players, hands)
        results = [result_of_engine(rules, hand, players) for hand in hands]
        played = play(rules, range(len(players)), 0, results)
        where = f"seed {SEED}, game {number}: {hands} under {as_json(rules)}"
        assert game_of_engine(played, players) == expected, where
        over += expected["over"]
        shutouts += expected["over"] and expected["final"]["shutout"]
        reached = [hand for hand in expected["per_hand"] if max(hand["cumulative"].values()) >= (rules.target or 1_000)]
        played_on += len(reached) > expected["over"]
        if played.over:
            with pytest.raises(ValueError, match=f"^{len(results)}$"):
                play(rules, range(len(players)), 0, [*results, results[0]])
    # Games that ended, games with a shutout and games that went on at the target were all drawn.
    assert (over > 300, shutouts > 50, played_on > 3) == (True, True, True), (over, shutouts, played_on)
