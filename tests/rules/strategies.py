"""Hypothesis strategies for rules, rounds and ledgers, all of them legal."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from games.rules.cards import DECKS, Card
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.sides import team_pairings
from games.rules.stakes import Stakes
from tests.rules.kit import SCORING_CHOICES, LedgerBuilder, between

PRINTED: dict[str, list[Any]] = {
    # Every value that a source prints (rules 5 and 6), by parameter; of a choice all values.
    **{name: list(values) for name, values in SCORING_CHOICES.items()},
    "knock_limit": [10, 13, 0, None],
    "knock_bonus": [0, 15],
    "gin_bonus": [25, 20],
    "big_gin_bonus": [31, None, 35, 50],
    "undercut_bonus": [25, 10, 15, 20],
    "undercut_tie_bonus": [None, 10, 0],
    "box_win": [1, 0],
    "box_undercut": [0, 1],
    "box_gin": [0, 2],
    "box_big_gin": [0, 3],
    "box_value": [25, 0, 10, 20],
    "box_timing": ["end", "immediate"],
    "target": [100, 125, 150, 200, 250, 300, None],
    "game_bonus": [100, 0],
    "shutout": ["double_points", "none", "double_total", "add"],
    "shutout_amount": [0, 100],
    "shutout_test": ["no_points", "no_hands_won"],
    "line_bonus": [0, 50],
    "line_margin": [50],
    "winner": ["highest_total", "first_to_target"],
    "settlement": ["difference", "totals", "one_point", "zero_sum"],
    "round_to": [0, 500],
    "next_dealer": ["alternate", "left", "winner", "loser"],
    "dead_hand_dealer": ["same", "next"],
    "first_turn": ["non_dealer", "left_of_dealer", "lower_score"],
}
DECK_RULES: dict[str, dict[str, Any]] = {
    "french52": {"deck": "french52"},
    "rumski70": {
        **{"deck": "rumski70", "rank_values": list(range(1, 14)), "wild_value": 20, "max_wilds_per_meld": 1},
    },
}
SUITS = {"french52": "shdc", "rumski70": "RBGYP"}
# Any values at all for the parameters that hold numbers, within what the engine takes.
WILD_NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "knock_limit": st.none() | st.integers(0, 110),
    "knock_bonus": st.integers(0, 10_000),
    "gin_bonus": st.integers(0, 10_000),
    "big_gin_bonus": st.none() | st.integers(0, 10_000),
    "undercut_bonus": st.integers(0, 10_000),
    "undercut_tie_bonus": st.none() | st.integers(0, 10_000),
    "box_win": st.integers(0, 100),
    "box_value": st.integers(0, 10_000),
    "target": st.none() | st.integers(1, 10_000),
    "game_bonus": st.integers(0, 10_000),
    "line_margin": st.integers(1, 10_000),
    "hand_size": st.integers(10, 13),
    "wild_may_duplicate": st.booleans(),
    "run_wrap": st.sampled_from(["none", "ace_high", "around_corner"]),
    "dead_stock": st.integers(0, 20),
    "sweep_boxes": st.just("team_size") | st.integers(0, 100),
}


@st.composite
def rule_sets(draw: st.DrawFn, **fixed: Any) -> RuleSet:
    """Rules of printed values in any mixture; `fixed` are parameters not to draw."""
    deck = draw(st.sampled_from(sorted(DECK_RULES)))
    house = {name: draw(st.sampled_from(values)) for name, values in PRINTED.items() if name not in fixed}
    house["double_suits"] = draw(st.lists(st.sampled_from(SUITS[deck]), max_size=2, unique=True))
    return with_house_rules(RuleSet(), DECK_RULES[deck] | house | fixed)


@st.composite
def wild_rule_sets(draw: st.DrawFn) -> RuleSet:
    """Rules with any numbers that the engine takes."""
    names = draw(st.sets(st.sampled_from(sorted(WILD_NUMBERS))))
    return with_house_rules(draw(rule_sets()), {name: draw(WILD_NUMBERS[name]) for name in sorted(names)})


def cards_of(rules: RuleSet) -> st.SearchStrategy[Card]:
    """Any card of the rules' deck."""
    return st.sampled_from([DECKS[rules.deck][name] for name in sorted(DECKS[rules.deck])])


@st.composite
def declarations(
    draw: st.DrawFn,
    rules: RuleSet,
    *,
    seats: int | None = None,
    ender: int | None = None,
    card: Card | None = None,
) -> Declaration:
    """A legal round under the rules; counts are close together, so that undercuts, ties and gins are common."""
    seats = draw(st.integers(2, 5)) if seats is None else seats
    card = card or draw(cards_of(rules))
    ending = draw(st.sampled_from([Ending.KNOCK, Ending.KNOCK, Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.DEAD]))
    if ending is Ending.DEAD:
        return Declaration(tuple(range(seats)), ending, knock_card=card)
    ender = draw(st.integers(0, seats - 1)) if ender is None else ender
    most = draw(st.sampled_from([3, 15, rules.most_deadwood]))
    counts = {seat: draw(st.integers(0, most)) for seat in range(seats)}
    counts[ender] = 0
    if ending is Ending.KNOCK:
        counts[ender] = draw(st.integers(0, highest_knock(rules, card)))
    return Declaration(tuple(range(seats)), ending, ender, counts, card)


@st.composite
def team_deals(draw: st.DrawFn, rules: RuleSet, *, seats: int) -> TeamDeal:
    """A legal deal between two teams: a hand for each pair, under one card."""
    card = draw(cards_of(rules))
    pairs = team_pairings(seats, draw(st.integers(1, 4)))
    return TeamDeal(tuple(between(draw(declarations(rules, seats=2, card=card)), *pair) for pair in pairs))


def highest_knock(rules: RuleSet, card: Any) -> int:
    """Return the most that may be knocked with under the rules and their card, worked out here once more."""
    limit = 40 if rules.knock_limit is None else rules.knock_limit
    if rules.limit_source == "fixed":
        return limit
    if card.rank == 1 and rules.limit_ace == "gin_only":
        return 0
    value = rules.wild_value if card.wild else rules.rank_values[card.rank - 1]
    return min(limit, value)


@dataclass(frozen=True)
class Move:
    """One action on a ledger, by name; `which` and `seat` choose a round and a player."""

    kind: str
    which: int = 0
    seat: int | None = 0
    points: int = 0
    boxes: int = 1


CHANGES: list[dict[str, Any]] = [
    {"target": 150},
    {"next_dealer": "winner", "dead_hand_dealer": "next"},
    {"box_timing": "immediate", "box_value": 10},
    {"winner": "first_to_target", "shutout": "none"},
]
MOVES = st.builds(
    Move,
    kind=st.sampled_from(
        [*["tell"] * 4, *["correct"] * 2, "void", *["undo"] * 2, "swap", "end", "open", "next", "change", "stakes"]
    ),
    which=st.integers(0, 30),
    seat=st.none() | st.integers(0, 2),
    points=st.sampled_from([0, 13, 25, 40, 60, 101]),
    boxes=st.integers(0, 3),
)


def make(ledger: LedgerBuilder, move: Move) -> None:
    """Make a move if it is legal; otherwise do nothing."""
    game = ledger.current
    does: dict[str, Callable[[], object]] = {}
    if not game.over:
        does["tell"] = lambda: ledger.enter_points(game.next_round, move.seat, move.points, move.boxes)
        does["end"] = ledger.finish
        does["change"] = lambda: ledger.change(replace(game.rules, **CHANGES[move.which % len(CHANGES)]))
    else:
        does["open"] = ledger.reopen
        does["next"] = lambda: ledger.start(game.rules, game.deal.dealer)
    if game.rounds:
        line = game.rounds[move.which % len(game.rounds)]
        does["correct"] = lambda: ledger.enter_points(line.number, move.seat, move.points, move.boxes)
        if not line.void:
            does["void"] = lambda: ledger.void(line.number)
    if ledger.sheet.next_undo is not None:
        does["undo"] = ledger.undo
    does["stakes"] = lambda: ledger.play_for(Stakes("€", point=move.points) if move.points else None)
    does["swap"] = lambda: ledger.swap(move.which % ledger.seats, (move.which + 1) % ledger.seats)
    does.get(move.kind, lambda: None)()


@st.composite
def books(draw: st.DrawFn, **fixed: Any) -> LedgerBuilder:
    """A ledger for three players with random rounds, corrections, voids and undos."""
    ledger = LedgerBuilder(3).start(draw(rule_sets(**fixed)))
    for move in draw(st.lists(MOVES, max_size=15)):
        make(ledger, move)
        ledger.game = ledger.current.number
    return ledger
