"""A game that was played, scored once more under other rules: what its facts allow, and what they do not.

It reads a sheet and makes values; nothing is written. Why a winner changes is told by ``games.rules.shifts``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.faults import Fault, Illegal
from games.rules.game import Tally
from games.rules.hollywood import Column, Columns
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import Final, Standing, leader, settle
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import seats_suit, sides_of
from games.rules.teams import score_told


class Reason(StrEnum):
    """Why no round of a game can be scored under other rules, whatever was told of it."""

    SEATS = "seats"
    """Another number of players sits down."""
    SIDES = "sides"
    """Others score together."""
    DECK = "deck"
    PLACES = "places"
    """Another number of them plays each round."""
    PAPER = "paper"
    """It began on paper, where nobody wrote which columns its points would have gone into."""


class Caveat(StrEnum):
    """What was told is not quite what would have been told under the other rules."""

    LAYOFF = "layoff"
    """Cards may be laid off under the one, not under the other: the hands are taken as they were counted."""
    CARD_VALUES = "card_values"
    MELDS = "melds"
    HAND_SIZE = "hand_size"
    BIG_GIN = "big_gin"
    """A big gin would have been written down as a gin."""
    KNOCK_CARD = "knock_card"
    """The card of the round was chosen in another way."""
    FALSE_KNOCK = "false_knock"
    """The other rules play on after a false knock: the round is left out."""
    SITTING_OUT = "sitting_out"
    """Others would have sat out."""


@dataclass(frozen=True, slots=True)
class Offence:
    """A round, by number, that is not legal under the other rules, with everything that is wrong with it."""

    number: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A caveat and the numbers of the rounds it concerns."""

    caveat: Caveat
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotPossible:
    """The facts do not allow it: for ``reasons``, or where there are none, because of ``rounds``."""

    reasons: tuple[Reason, ...]
    rounds: tuple[Offence, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands, or how it ended, under one rule set.

    ``standing`` and ``columns`` are as on the sheet, ``last`` is the number of the last round that counts (0: none).
    ``over`` tells that the game has ended, also by hand; ``complete`` that the rules themselves end it, so that what is
    paid for winning is in ``final``. While it goes on, ``final`` is what it would be worth if it ended now.
    """

    standing: Standing
    columns: tuple[Column, ...]
    last: int
    over: bool
    complete: bool
    final: Final


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """One round under both; ``other`` is None where the game would have been over before it."""

    number: int
    played: RoundResult
    other: RoundResult | None


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game under its own rules (``played``) and under other ``rules``."""

    rules: RuleSet
    played: Outcome
    other: Outcome
    rounds: tuple[ComparedRound, ...]
    doubts: tuple[Doubt, ...]

    @property
    def winner_changes(self) -> bool:
        """Whether somebody else wins, or leads; also where one of the two is level."""
        return self.played.final.winner != self.other.final.winner


def rescore(game: GameSheet, rules: RuleSet) -> Rescored | NotPossible:
    """``game`` under ``rules``: one rule set for every round that counts, from its facts as they now stand.

    Where the game would have been over earlier, later rounds do not count; where people chose to play past the end,
    the rounds up to there end nothing under other rules either.
    """
    reasons = _reasons(game, rules)
    if reasons:
        return NotPossible(reasons)
    kept_open = _kept_open(game)
    tally = Tally(rules, len(game.seating), 0, game.opening)
    offences, compared = list[Offence](), list[ComparedRound]()
    ended = False
    for line in game.rounds:
        if not line.counts:
            continue
        if ended:
            compared.append(ComparedRound(line.number, line.told.result, None))
            continue
        try:
            result = score_told(_told(line.told.declaration, rules), rules)
        except Illegal as illegal:
            offences.append(Offence(line.number, illegal.faults))
            continue
        if offences:
            continue
        tally.add(result)
        compared.append(ComparedRound(line.number, line.told.result, result))
        ended = line.number > kept_open and tally.final() is not None
    if offences:
        return NotPossible((), tuple(offences))
    counted = tuple(pair for pair in compared if pair.other is not None)
    other = Outcome(
        standing=tally.standing,
        columns=tuple(tally.columns.columns) if tally.columns else (),
        last=counted[-1].number if counted else 0,
        over=ended or game.by_hand or (rules.target is None and game.over),
        complete=tally.final() is not None,
        final=tally.given_up(),
    )
    return Rescored(rules, as_played(game), other, tuple(compared), _doubts(game, rules, other.last))


def as_played(game: GameSheet) -> Outcome:
    """How ``game`` stands on its sheet."""
    standing = Standing(dict(game.cumulative), dict(game.boxes), dict(game.hands_won))
    if game.columns:
        complete = all(column.final for column in game.columns)
    else:
        target, most = game.rules.target, max(standing.points.values())
        complete = target is not None and most >= target and leader(standing.points) is not None
        complete = complete and settle(game.rules, standing).winner is not None
    return Outcome(
        standing=standing,
        columns=game.columns,
        last=max((line.number for line in game.rounds if line.counts), default=0),
        over=game.over,
        complete=complete,
        final=game.final or _worth_now(game, standing),
    )


def _worth_now(game: GameSheet, standing: Standing) -> Final:
    """What ``game`` would be worth if it ended here and now."""
    if game.columns:
        columns = Columns(game.rules, len(game.sides))
        columns.columns = list(game.columns)
        return columns.settled(complete=columns.closed)
    target = game.rules.target
    return settle(game.rules, standing, complete=target is not None and max(standing.points.values()) >= target)


def playing(rules: RuleSet, seats: int) -> int:
    """How many of ``seats`` play each round."""
    if rules.seating in ("all_active", "teams"):
        return seats
    return seats - 1 if rules.seating == "dealer_sits_out" else 2


def _reasons(game: GameSheet, rules: RuleSet) -> tuple[Reason, ...]:
    seats = len(game.seating)
    if not seats_suit(rules, seats):
        return (Reason.SEATS,)
    reasons = []
    if sides_of(rules, seats) != game.sides:
        reasons.append(Reason.SIDES)
    elif playing(rules, seats) != playing(game.rules, seats):
        reasons.append(Reason.PLACES)
    if rules.deck != game.rules.deck:
        reasons.append(Reason.DECK)
    if game.opening and rules.columns > 1:
        reasons.append(Reason.PAPER)
    return tuple(reasons)


def _kept_open(game: GameSheet) -> int:
    """The last round after which the game was over and people played on; 0 where they never did."""
    if game.reached_in in (None, game.ended_after):
        return 0
    counted = [line for line in game.rounds if line.counts]
    tally, kept_open = Tally(counted[0].rules, len(game.seating), 0, game.opening), 0
    for line in counted:
        tally.change(line.rules)
        tally.add(line.told.result)
        if tally.final() is not None and (line is not counted[-1] or not game.over):
            kept_open = line.number
    return kept_open


def _told(told: Told, rules: RuleSet) -> Told:
    """``told`` as ``rules`` can take it: by its counts, and a false knock scores nothing where they play on."""
    told = told.in_numbers
    if rules.false_knock_penalty is not None:
        return told
    if isinstance(told, TeamDeal):
        return TeamDeal(tuple(_no_false_knock(hand, Ending.DEAD) for hand in told.hands))
    return _no_false_knock(told, Ending.MISDEAL)


def _no_false_knock(hand: Declaration, instead: Ending) -> Declaration:
    return replace(hand, ending=instead, ender=None) if hand.ending is Ending.FALSE_KNOCK else hand


# What is not quite comparable.


def _doubts(game: GameSheet, rules: RuleSet, last: int) -> tuple[Doubt, ...]:
    """The caveats that are true of the rounds up to number ``last``, each with its rounds."""
    found: dict[Caveat, list[int]] = {}
    for line in game.rounds:
        if line.counts and line.number <= last:
            for caveat in _doubts_of(line, rules):
                found.setdefault(caveat, []).append(line.number)
    return tuple(Doubt(caveat, tuple(found[caveat])) for caveat in Caveat if caveat in found)


def _doubts_of(line: RoundLine, rules: RuleSet) -> set[Caveat]:
    own, doubts = line.rules, set[Caveat]()
    if own == rules:
        return doubts
    told = line.told.declaration
    hands = told.hands if isinstance(told, TeamDeal) else (told,)
    ended = [h for h in hands if h.ending in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN) and h.ender is not None]
    if any(h.ending is Ending.FALSE_KNOCK for h in hands) and rules.false_knock_penalty is None:
        doubts.add(Caveat.FALSE_KNOCK)
    if not ended:
        return doubts
    if any(_laid_off_otherwise(h, own, rules) for h in ended):
        doubts.add(Caveat.LAYOFF)
    if (own.rank_values, own.wild_value) != (rules.rank_values, rules.wild_value):
        doubts.add(Caveat.CARD_VALUES)
    if _melds(own) != _melds(rules):
        doubts.add(Caveat.MELDS)
    if own.hand_size != rules.hand_size:
        doubts.add(Caveat.HAND_SIZE)
    only_here = own.big_gin_bonus is None and rules.big_gin_bonus not in (None, rules.gin_bonus)
    if only_here and rules.hand_scoring == "points" and any(h.ending is Ending.GIN for h in ended):
        doubts.add(Caveat.BIG_GIN)
    if told.knock_card and {own.limit_source, rules.limit_source} == {"upcard", "knock_card"}:
        doubts.add(Caveat.KNOCK_CARD)
    if own.seating != rules.seating:
        doubts.add(Caveat.SITTING_OUT)
    return doubts


def _melds(rules: RuleSet) -> tuple[object, ...]:
    wilds = (rules.max_wilds_per_meld, rules.wild_scope, rules.wild_may_duplicate)
    return (rules.run_wrap, wilds if rules.deck == "rumski70" else None)


def _laid_off_otherwise(hand: Declaration, own: RuleSet, rules: RuleSet) -> bool:
    """Whether cards could be laid off on ``hand`` under one of the two only, and there was something to lay off."""
    before, after = _may_lay_off(hand, own), _may_lay_off(hand, rules)
    if before == after:
        return False
    others: Mapping[int, int] = {seat: n for seat, n in hand.deadwood.items() if seat != hand.ender}
    return before or any(others.values())


def _may_lay_off(hand: Declaration, rules: RuleSet) -> bool:
    gin = hand.ender is not None and hand.deadwood.get(hand.ender) == 0
    return rules.layoff == "always" or (rules.layoff == "unless_gin" and not gin)
