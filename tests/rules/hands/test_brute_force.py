"""The engine agrees with the independent second scorer on thousands of hands and games."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.cards import DECKS
from games.rules.declaration import Declaration, Ending
from games.rules.faults import RulesError
from games.rules.ruleset import RuleSet, as_json
from games.rules.scoring import Event, RoundResult, score_round
from tests.rules.brute_scorer import hand_result, play_game, score_hand
from tests.rules.kit import PlayedGame, play
from tests.rules.random_rounds import GAME_CHOICES, HAND_CHOICES, some_hand, some_rules

SEED = 20_051_113


def as_declaration(hand: Mapping[str, Any], players: Sequence[str], deck: str) -> Declaration:
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
        result = score_round(as_declaration(hand, players, rules.deck), rules)
    except RulesError as illegal:
        (fault,) = illegal.faults
        return {"error": fault.code.value}
    return {
        "event": result.event.value,
        "winners": [players[seat] for seat in result.winners],
        "points": named(result.points, players),
        "boxes": named(result.boxes, players),
    }


@pytest.mark.parametrize("rounds", [1_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_ten_thousand_rounds_score_as_the_second_scorer_says(rounds: int) -> None:
    luck = random.Random(SEED)  # noqa: S311 - the same hands every time is the point
    outcomes = ["knock", "gin", "big_gin", "undercut", "dead", "void_gin", "misdeal", "false_knock"]
    seen = dict.fromkeys([*outcomes, "over_knock_limit", "not_gin", "invalid_value"], 0)
    for number in range(rounds):
        rules = some_rules(luck, HAND_CHOICES)
        players = list("ABCDE"[: luck.randint(2, 5)])
        hand = some_hand(luck, players, rules.deck)
        expected = score_hand(as_json(rules), players, hand)
        got = round_of_engine(rules, hand, players)
        assert got == expected, f"seed {SEED}, round {number}: {hand} under {as_json(rules)}"
        seen[expected.get("event", expected.get("error"))] += 1
    # Every way for a round to come out was drawn often enough to mean something.
    assert [outcome for outcome, times in seen.items() if times < rounds // 1_000] == []
    assert sum(seen.values()) == rounds


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
    """Return a hand as the engine counts it: scored, or unscored."""
    if "points" not in hand:
        return score_round(as_declaration(hand, players, rules.deck), rules)
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


@pytest.mark.parametrize("games", [150, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_thousand_games_come_out_as_the_second_scorer_says(games: int) -> None:
    luck = random.Random(SEED)  # noqa: S311 - the same games every time is the point
    over = shutouts = played_on = 0
    for number in range(games):
        rules = some_rules(luck, HAND_CHOICES, GAME_CHOICES)
        players = list("ABCDE"[: luck.randint(2, 5)])
        hands = some_game(luck, rules, players)
        expected = play_game(as_json(rules), players, hands)
        results = [result_of_engine(rules, hand, players) for hand in hands]
        played = play(rules, len(players), 0, results)
        where = f"seed {SEED}, game {number}: {hands} under {as_json(rules)}"
        assert game_of_engine(played, players) == expected, where
        over += expected["over"]
        shutouts += expected["over"] and expected["final"]["shutout"]
        reached = [hand for hand in expected["per_hand"] if max(hand["cumulative"].values()) >= (rules.target or 1_000)]
        played_on += len(reached) > expected["over"]
        if played.over:
            with pytest.raises(ValueError, match=f"^{len(results)}$"):
                play(rules, len(players), 0, [*results, results[0]])
    # Games that ended, games with a shutout and games that went on at the target were all drawn.
    drawn = (over > games * 0.3, shutouts > games * 0.05, played_on >= games // 400)
    assert all(drawn), (over, shutouts, played_on)
