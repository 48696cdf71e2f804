"""The engine agrees with the second scorer at whole tables: seatings, columns, teams, money."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.cards import DECKS
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.game import GameTally
from games.rules.ledger import RoundEntered
from games.rules.ruleset import RuleSet, as_json
from games.rules.scoring import RoundResult
from games.rules.settlement import GameResult
from games.rules.stakes import Stakes, game_balance
from games.rules.teams import score_declaration
from tests.rules.brute_scorer import settle_session
from tests.rules.brute_sheet import (
    deadwood_of,
    first_places,
    money,
    next_places,
    play_table,
    sheet_given_up,
    sides,
)
from tests.rules.brute_sheet import score_round as score_round_by_side
from tests.rules.kit import LedgerBuilder
from tests.rules.random_rounds import SEATINGS, some_deal, some_table

SEED = 20_051_113

Names = tuple[str, ...]


def engine_round(deal: Mapping[str, Any], players: Sequence[str], deck: str) -> RoundDeclaration:
    """Return a round as the engine takes it."""
    if "hands" in deal:
        return TeamDeal(tuple(engine_hand(hand, players, deck) for hand in deal["hands"]))
    return engine_hand(deal, players, deck)


def engine_hand(hand: Mapping[str, Any], players: Sequence[str], deck: str) -> Declaration:
    seat = {player: number for number, player in enumerate(players)}
    return Declaration(
        tuple(seat[player] for player in hand["active"]),
        Ending(hand["event"]),
        seat[hand["ender"]] if "ender" in hand else None,
        {seat[player]: count for player, count in hand.get("deadwood", {}).items()},
        DECKS[deck][hand["kcard"]],
    )


def in_sides(amounts: Mapping[int, Any], both: Sequence[Names]) -> dict[Names, Any]:
    """Return amounts by side as the second scorer names them, only for those who played."""
    return {side: amounts.get(number, 0) for number, side in enumerate(both)}


def end_of_engine(final: GameResult | None, both: Sequence[Names]) -> dict[str, Any] | None:
    """Return the end of a game in the words of the second scorer."""
    if final is None:
        return None
    net = {} if final.net is None else {"net": final.net}
    winner = None if final.winner is None else both[final.winner]
    return {"totals": in_sides(final.totals, both), "winner": winner, "shutout": final.shutout} | net


def lines_of_engine(
    rules: RuleSet, players: Sequence[str], results: Sequence[RoundResult]
) -> tuple[GameTally, list[dict[str, Any]]]:
    """Return a game of the engine, and its rounds in the words of the second scorer."""
    both = sides(as_json(rules), players)
    places = both if rules.seating == "teams" else players
    tally, lines = GameTally(rules, len(players), 0), []
    for result in results:
        line: dict[str, Any] = {
            "dealer": places[tally.deal.dealer],
            "active": [places[place] for place in tally.deal.active],
            "first": places[tally.first_to_act],
        }
        entered = tally.add(result)
        line["score"] = score_of_engine(tally, both)
        if tally.columns:
            line["entered"] = {both[side]: list(columns) for side, columns in entered.items()}
            line["columns"] = [
                {
                    "score": {
                        "points": in_sides(column.standing.points, both),
                        "boxes": in_sides(column.standing.boxes, both),
                        "won": in_sides(column.standing.hands_won, both),
                    },
                    "final": end_of_engine(column.final, both),
                }
                for column in tally.columns.columns
            ]
        lines.append(line)
    return tally, lines


def score_of_engine(tally: GameTally, both: Sequence[Names]) -> dict[str, Any]:
    return {
        "points": in_sides(tally.cumulative, both),
        "boxes": in_sides(tally.boxes, both),
        "won": in_sides(tally.hands_won, both),
    }


def without_column_nets(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return lines without the nets of their columns: the second scorer multiplies and rounds them only at the end."""
    for line in lines:
        for column in line.get("columns", []):
            if column["final"]:
                column["final"].pop("net")
    return lines


@pytest.mark.parametrize("tables", [120, pytest.param(2_000, marks=pytest.mark.slow)])
def test_tables_of_every_seating_come_out_as_the_second_scorer_says(tables: int) -> None:
    luck = random.Random(SEED)  # noqa: S311 - the same tables every time is the point
    seen: dict[str, int] = {}
    for number in range(tables):
        rules, players = some_table(luck)
        plain, both = as_json(rules), sides(as_json(rules), players)
        rounds: list[dict[str, Any]] = []
        places = first_places(plain, players, players[0])
        for _ in range(luck.randint(1, 25)):
            rounds.append(some_deal(luck, rules, players, places[1]))
            result = score_round_by_side(plain, players, rounds[-1])
            places = next_places(plain, players, places, result, deadwood_of(rounds[-1]))
        expected = play_table(plain, players, players[0], rounds)
        declarations = [engine_round(each, players, rules.deck) for each in rounds[: len(expected["lines"])]]
        tally, lines = lines_of_engine(rules, players, [score_declaration(each, rules) for each in declarations])
        where = f"seed {SEED}, table {number}: {rounds} under {plain}"
        assert without_column_nets(lines) == without_column_nets(expected["lines"]), where
        assert end_of_engine(tally.final(), both) == expected["final"], where
        assert_folds(rules, len(players), declarations, tally)
        final, complete = expected["final"], expected["final"] is not None
        if final is None:
            final = given_up(plain, both, expected)
            if final is not None:
                assert end_of_engine(tally.settle_now(), both) == final, where
        if final is not None:
            # Payment round by round has its own tests; the second scorer doesn't know it.
            point = 0 if rules.settlement == "zero_sum" and len(both) == len(players) else 1
            paid = Stakes("matches", point=point, box=10, game=100)
            balance = game_balance(rules, len(players), tally.standing, tally.settle_now(), paid, complete=complete)
            stakes = {"point": point, "box": 10, "game": 100}
            expected_money = money(plain, players, final, expected["score"], stakes, complete=complete)
            assert [balance[seat] for seat in range(len(players))] == list(expected_money.values()), where
        for what in (rules.seating, f"{rules.columns} columns", "over" if complete else "given up"):
            seen[what] = seen.get(what, 0) + 1
    assert len(seen) == len(SEATINGS) + 4
    assert min(seen.values()) > tables // 24 - 5, seen


def assert_folds(rules: RuleSet, seats: int, declarations: Sequence[RoundDeclaration], tally: GameTally) -> None:
    """Make sure that the sheet of a ledger of these rounds is the game that they make."""
    ledger = LedgerBuilder(seats).start(rules)
    for number, each in enumerate(declarations, 1):
        ledger.add(RoundEntered(each, score_declaration(each, rules)), number)
    sheet = ledger.current
    assert (sheet.cumulative, sheet.boxes, sheet.hands_won) == (tally.cumulative, tally.boxes, tally.hands_won)
    assert (sheet.deal, sheet.first_to_act, sheet.final) == (tally.deal, tally.first_to_act, tally.final())
    assert sheet.columns == (tuple(tally.columns.columns) if tally.columns else ())
    assert sheet.complete == (tally.final() is not None)


def given_up(plain: dict[str, Any], both: list[Names], sheet: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result of a game finished early; None if it continued past the target because of a tie."""
    score = sheet["score"]
    if plain["columns"] > 1:
        return sheet_given_up(plain, both, sheet["lines"][-1]["columns"])
    if plain["target"] is not None and max(score["points"].values()) >= plain["target"]:
        return None
    if plain["target"] is not None and plain["winner"] == "first_to_target":
        return None
    return settle_session(plain, both, score["points"], score["boxes"], score["won"])
