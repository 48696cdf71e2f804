"""Rescore a game under other rules ("what if"), and report where its facts don't allow that.

Nothing is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import Fault, RulesError
from games.rules.game import GameTally
from games.rules.hollywood import Column, Columns
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult
from games.rules.settlement import GameResult, Score, leader, settle
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import can_seat, sides_of
from games.rules.teams import score_declaration


class Reason(StrEnum):
    """Why a game can't be scored under other rules at all, whatever its rounds are."""

    SEATS = "seats"
    """The rules are for another number of players."""
    SIDES = "sides"
    """Other players score together."""
    DECK = "deck"
    PLACES = "places"
    """Another number of players plays each round."""
    PAPER = "paper"
    """The game began on paper, so nobody knows which columns its points would have gone into."""


class Caveat(StrEnum):
    """Why the rounds might have been played or declared differently under the other rules."""

    LAYOFF = "layoff"
    """Only one of the rule sets allows layoffs here: the hands are taken as they were counted."""
    CARD_VALUES = "card_values"
    MELDS = "melds"
    HAND_SIZE = "hand_size"
    BIG_GIN = "big_gin"
    """A gin may have been a big gin, which the game's own rules do not have."""
    KNOCK_CARD = "knock_card"
    """The card that limits the knock is chosen differently."""
    FALSE_KNOCK = "false_knock"
    """Under the other rules play continues after a false knock: the round is left out."""
    SITTING_OUT = "sitting_out"
    """Other players would have sat out."""


@dataclass(frozen=True, slots=True)
class IllegalRound:
    """A round, by number, that isn't legal under the other rules, and all of its faults."""

    number: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class RoundCaveat:
    """A caveat and the numbers of the rounds that it is about."""

    caveat: Caveat
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RescoreImpossible:
    """The game can't be rescored, for general ``reasons`` or, if there are none, because of some ``rounds``."""

    reasons: tuple[Reason, ...]
    rounds: tuple[IllegalRound, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The score or the result of a game under one rule set.

    ``standing`` and ``columns`` are as on the sheet, ``last`` is the number of the last round that counts (0: none).
    ``over`` is True if the game has ended, also by hand; ``complete`` if the rules themselves ended it, so that
    ``final`` includes the bonuses for winning. For an unfinished game, ``final`` is its worth if it ended now.
    """

    standing: Score
    columns: tuple[Column, ...]
    last: int
    over: bool
    complete: bool
    final: GameResult


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """One round under both rule sets; ``other`` is None where the game would have been over before it."""

    number: int
    played: RoundResult
    other: RoundResult | None


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game under its own rules (``played``) and under other ``rules``."""

    rules: RuleSet
    played: GameOutcome
    other: GameOutcome
    rounds: tuple[ComparedRound, ...]
    caveats: tuple[RoundCaveat, ...]

    @property
    def winner_changes(self) -> bool:
        """Whether somebody else wins or leads, or nobody does under one of the two rule sets."""
        return self.played.final.winner != self.other.final.winner


def rescore(game: GameSheet, rules: RuleSet) -> Rescored | RescoreImpossible:
    """Score ``game`` under ``rules``, using them for every round that counts.

    If the game would have ended earlier, later rounds don't count. If people chose to play past the end of the game,
    rounds up to that point don't end it under the other rules either.
    """
    reasons = _reasons(game, rules)
    if reasons:
        return RescoreImpossible(reasons)
    open_through = _played_past_end(game)
    tally = GameTally(rules, len(game.seating), 0, game.opening)
    offences, compared = list[IllegalRound](), list[ComparedRound]()
    ended = False
    for line in game.rounds:
        if not line.counts:
            continue
        if ended:
            compared.append(ComparedRound(line.number, line.latest.result, None))
            continue
        try:
            result = score_declaration(_adapted(line.latest.declaration, rules), rules)
        except RulesError as illegal:
            offences.append(IllegalRound(line.number, illegal.faults))
            continue
        if offences:
            continue
        tally.add(result)
        compared.append(ComparedRound(line.number, line.latest.result, result))
        ended = line.number > open_through and tally.final() is not None
    if offences:
        return RescoreImpossible((), tuple(offences))
    counted = tuple(pair for pair in compared if pair.other is not None)
    other = GameOutcome(
        standing=tally.standing,
        columns=tuple(tally.columns.columns) if tally.columns else (),
        last=counted[-1].number if counted else 0,
        over=ended or game.by_hand or (rules.target is None and game.over),
        complete=tally.final() is not None,
        final=tally.settle_now(),
    )
    return Rescored(rules, played_outcome(game), other, tuple(compared), _caveats(game, rules, other.last))


def played_outcome(game: GameSheet) -> GameOutcome:
    """Return the score of ``game`` as it is on its sheet."""
    standing = Score(dict(game.cumulative), dict(game.boxes), dict(game.hands_won))
    if game.columns:
        complete = all(column.final for column in game.columns)
    else:
        target, most = game.rules.target, max(standing.points.values())
        complete = target is not None and most >= target and leader(standing.points) is not None
        complete = complete and settle(game.rules, standing, opening=game.opening).winner is not None
    return GameOutcome(
        standing=standing,
        columns=game.columns,
        last=max((line.number for line in game.rounds if line.counts), default=0),
        over=game.over,
        complete=complete,
        final=game.final or _worth_now(game, standing),
    )


def _worth_now(game: GameSheet, standing: Score) -> GameResult:
    """Return what ``game`` would be worth if it ended now."""
    if game.columns:
        columns = Columns(game.rules, len(game.sides))
        columns.columns = list(game.columns)
        return columns.settled(complete=columns.closed)
    target = game.rules.target
    complete = target is not None and max(standing.points.values()) >= target
    return settle(game.rules, standing, complete=complete, opening=game.opening)


def players_per_round(rules: RuleSet, seats: int) -> int:
    """Return how many of ``seats`` play each round."""
    if rules.seating in ("all_active", "teams"):
        return seats
    return seats - 1 if rules.seating == "dealer_sits_out" else 2


def _reasons(game: GameSheet, rules: RuleSet) -> tuple[Reason, ...]:
    seats = len(game.seating)
    if not can_seat(rules, seats):
        return (Reason.SEATS,)
    reasons = []
    if sides_of(rules, seats) != game.sides:
        reasons.append(Reason.SIDES)
    elif players_per_round(rules, seats) != players_per_round(game.rules, seats):
        reasons.append(Reason.PLACES)
    if rules.deck != game.rules.deck:
        reasons.append(Reason.DECK)
    if game.opening and rules.columns > 1:
        reasons.append(Reason.PAPER)
    return tuple(reasons)


def _played_past_end(game: GameSheet) -> int:
    """Return the last round after which the game was over but people played on, 0 if they never did."""
    if game.reached_in in (None, game.ended_after):
        return 0
    counted = [line for line in game.rounds if line.counts]
    tally, last_played_past = GameTally(counted[0].rules, len(game.seating), 0, game.opening), 0
    for line in counted:
        tally.change(line.rules)
        tally.add(line.latest.result)
        if tally.final() is not None and (line is not counted[-1] or not game.over):
            last_played_past = line.number
    return last_played_past


def _adapted(declaration: RoundDeclaration, rules: RuleSet) -> RoundDeclaration:
    """Return ``declaration`` with counts only, and without false knocks where ``rules`` have no penalty for them."""
    declaration = declaration.counts_only
    if rules.false_knock_penalty is not None:
        return declaration
    if isinstance(declaration, TeamDeal):
        return TeamDeal(tuple(_no_false_knock(hand, Ending.DEAD) for hand in declaration.hands))
    return _no_false_knock(declaration, Ending.MISDEAL)


def _no_false_knock(hand: Declaration, instead: Ending) -> Declaration:
    return replace(hand, ending=instead, ender=None) if hand.ending is Ending.FALSE_KNOCK else hand


# --- Caveats ---


def _caveats(game: GameSheet, rules: RuleSet, last: int) -> tuple[RoundCaveat, ...]:
    """Return the caveats for the rounds up to number ``last``, each with its rounds."""
    found: dict[Caveat, list[int]] = {}
    for line in game.rounds:
        if line.counts and line.number <= last:
            for caveat in _caveats_of(line, rules):
                found.setdefault(caveat, []).append(line.number)
    return tuple(RoundCaveat(caveat, tuple(found[caveat])) for caveat in Caveat if caveat in found)


def _caveats_of(line: RoundLine, rules: RuleSet) -> set[Caveat]:
    played_rules, caveats = line.rules, set[Caveat]()
    if played_rules == rules:
        return caveats
    declaration = line.latest.declaration
    hands = declaration.hands if isinstance(declaration, TeamDeal) else (declaration,)
    ended = [
        hand for hand in hands if hand.ending in (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN) and hand.ender is not None
    ]
    if any(hand.ending is Ending.FALSE_KNOCK for hand in hands) and rules.false_knock_penalty is None:
        caveats.add(Caveat.FALSE_KNOCK)
    if not ended:
        return caveats
    if any(_layoffs_differ(hand, played_rules, rules) for hand in ended):
        caveats.add(Caveat.LAYOFF)
    if (played_rules.rank_values, played_rules.wild_value) != (rules.rank_values, rules.wild_value):
        caveats.add(Caveat.CARD_VALUES)
    if _melds(played_rules) != _melds(rules):
        caveats.add(Caveat.MELDS)
    if played_rules.hand_size != rules.hand_size:
        caveats.add(Caveat.HAND_SIZE)
    only_here = played_rules.big_gin_bonus is None and rules.big_gin_bonus not in (None, rules.gin_bonus)
    if only_here and rules.hand_scoring == "points" and any(hand.ending is Ending.GIN for hand in ended):
        caveats.add(Caveat.BIG_GIN)
    if declaration.knock_card and {played_rules.limit_source, rules.limit_source} == {"upcard", "knock_card"}:
        caveats.add(Caveat.KNOCK_CARD)
    if played_rules.seating != rules.seating:
        caveats.add(Caveat.SITTING_OUT)
    return caveats


def _melds(rules: RuleSet) -> tuple[object, ...]:
    wilds = (rules.max_wilds_per_meld, rules.wild_scope, rules.wild_may_duplicate)
    return (rules.run_wrap, wilds if rules.deck == "rumski70" else None)


def _layoffs_differ(hand: Declaration, played_rules: RuleSet, rules: RuleSet) -> bool:
    """Return whether only one rule set allows layoffs on ``hand``, and there may have been cards to lay off."""
    before, after = _may_lay_off(hand, played_rules), _may_lay_off(hand, rules)
    if before == after:
        return False
    others: Mapping[int, int] = {seat: n for seat, n in hand.deadwood.items() if seat != hand.ender}
    return before or any(others.values())


def _may_lay_off(hand: Declaration, rules: RuleSet) -> bool:
    gin = hand.ender is not None and hand.deadwood.get(hand.ender) == 0
    return rules.layoff == "always" or (rules.layoff == "unless_gin" and not gin)
