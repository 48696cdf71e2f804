"""Score one hand: check its declaration and compute points and boxes (rules 7, "Hand score" and "Boxes")."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.shown_hands import ShownHands, count_shown
from games.rules.ruleset import RuleSet


class Event(StrEnum):
    """How a round ended, after scoring."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big_gin"
    UNDERCUT = "undercut"
    DEAD = "dead"
    VOID_GIN = "void_gin"
    MISDEAL = "misdeal"
    FALSE_KNOCK = "false_knock"
    TEAM_DEAL = "team_deal"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of an itemized score, and the parameter it comes from.

    ``seat`` is a side where sides score. A seat's points are the sum of its lines' ``points``, its boxes the sum of
    their ``boxes``. ``kind`` selects the sentence that explains the line; ``terms`` are the numbers in it (points).
    """

    seat: int
    kind: str
    parameter: str
    points: int = 0
    boxes: int = 0
    terms: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The score of a round, itemized in lines.

    ``winners``, ``points`` and ``boxes`` are by side (each seat is one, except for teams and the captain), ``deadwood``
    by seat. ``hands`` are the results of the hands of a team deal, each by seat.
    """

    event: Event
    winners: tuple[int, ...]
    points: Mapping[int, int]
    boxes: Mapping[int, int]
    deadwood: Mapping[int, int]
    lines: tuple[ScoreLine, ...] = ()
    hands: tuple["RoundResult", ...] = ()


def knock_limit(rules: RuleSet, card: Card | None) -> int | None:
    """Return the most deadwood one may knock with, in points; 0 means gin only, None no limit.

    ``card`` is the upcard or knock card if ``limit_source`` needs one; it caps ``knock_limit`` (rules 5.6). Raises
    RulesError if that card is missing.

    >>> knock_limit(RuleSet(limit_source="upcard", limit_ace="gin_only"), Card(1, "c"))
    0
    """
    if rules.limit_source == "fixed":
        return rules.knock_limit
    if card is None:
        raise RulesError((Fault(Code.MISSING_KNOCK_CARD),))
    if card.rank == 1 and rules.limit_ace == "gin_only":
        return 0
    value = rules.rank_values[card.rank - 1] if card.rank else rules.wild_value
    return value if rules.knock_limit is None else min(value, rules.knock_limit)


def faults_in(declaration: Declaration, rules: RuleSet) -> tuple[Fault, ...]:
    """Return all faults of ``declaration`` under ``rules``, in the order of rules 7; () if it is legal."""
    d, faults = declaration, list[Fault](_shown_faults(declaration, rules) if declaration.shown else ())
    for seat in sorted(set(d.deadwood) - set(d.active)):
        faults.append(Fault(Code.NOT_ACTIVE, seat))
    for seat in d.active:
        amount = d.deadwood.get(seat)
        if amount is not None and not 0 <= amount <= rules.most_deadwood:
            faults.append(Fault(Code.OUT_OF_RANGE, seat, amount=amount, limit=rules.most_deadwood))
    if d.ending in (Ending.DEAD, Ending.MISDEAL):
        named = d.ender is not None
        return (
            (*faults, Fault(Code.INVALID_VALUE, d.ender, name="ender", reason=d.ending.value)) if named else (*faults,)
        )
    if d.ending is Ending.FALSE_KNOCK:
        return (*faults, *_false_knock_faults(d, rules))
    return (*faults, *_ending_faults(d, rules, faults))


def _shown_faults(d: Declaration, rules: RuleSet) -> list[Fault]:
    """Return the faults of shown hands, and where their deadwood differs from the declared count."""
    counted = count_shown(ShownHands(d.ending, d.ender, d.shown, d.layoffs), rules)
    seats_with_faults = {fault.seat for fault in counted.faults}
    mismatches = [
        Fault(Code.DEADWOOD_MISMATCH, seat, amount=d.deadwood[seat], limit=points)
        for seat, points in counted.deadwood.items()
        if seat not in seats_with_faults and d.deadwood.get(seat, points) != points
    ]
    return [*counted.faults, *mismatches]


def _ending_faults(d: Declaration, rules: RuleSet, before: list[Fault]) -> tuple[Fault, ...]:
    """Return the faults of a knock or gin except those of the counts themselves, which are in ``before``."""
    faults = [Fault(Code.MISSING_DEADWOOD, seat) for seat in d.active if d.deadwood.get(seat) is None]
    if d.ender is None:
        return (*faults, Fault(Code.UNKNOWN_PLAYER, reason="no_ender"))
    if d.ender not in d.active:
        return (*faults, Fault(Code.NOT_ACTIVE, d.ender, reason="ender"))
    faults += _card_faults(d, d.ender, rules)
    ender_deadwood = d.deadwood.get(d.ender)
    if ender_deadwood is None or any(f.code is Code.OUT_OF_RANGE and f.seat == d.ender for f in before):
        return tuple(faults)
    if d.ending is Ending.KNOCK:
        if ender_deadwood and (rules.limit_source == "fixed" or d.knock_card is not None):
            limit = knock_limit(rules, d.knock_card)
            if limit is not None and ender_deadwood > limit:
                faults.append(Fault(Code.OVER_KNOCK_LIMIT, d.ender, amount=ender_deadwood, limit=limit))
    elif ender_deadwood:
        faults.append(Fault(Code.NOT_GIN, d.ender, name=d.ending.value, amount=ender_deadwood, limit=0))
    return tuple(faults)


def _false_knock_faults(d: Declaration, rules: RuleSet) -> list[Fault]:
    """Return the faults of a false knock, which needs a knocker, and rules with a penalty for it."""
    faults = []
    if d.ender is None:
        faults.append(Fault(Code.UNKNOWN_PLAYER, reason="no_ender"))
    elif d.ender not in d.active:
        faults.append(Fault(Code.NOT_ACTIVE, d.ender, reason="ender"))
    if rules.false_knock_penalty is None:
        faults.append(Fault(Code.INVALID_VALUE, name="declared", reason="play_on"))
    return faults


def _card_faults(d: Declaration, ender: int, rules: RuleSet) -> list[Fault]:
    """Return a fault if the knock limit or doubling depends on a card that is missing."""
    knocked = d.ending is Ending.KNOCK and d.deadwood.get(ender) != 0
    needed = bool(rules.double_suits) or (knocked and rules.limit_source != "fixed")
    return [Fault(Code.MISSING_KNOCK_CARD)] if needed and d.knock_card is None else []


def score_round(declaration: Declaration, rules: RuleSet) -> RoundResult:
    """Return the score of ``declaration`` under ``rules``. Raises RulesError with all faults if it isn't legal."""
    faults = faults_in(declaration, rules)
    if faults:
        raise RulesError(faults)
    d = declaration
    if d.ender is None:
        return _result(Event.MISDEAL if d.ending is Ending.MISDEAL else Event.DEAD, (), d, [])
    if d.ending is Ending.FALSE_KNOCK:
        return _false_knock(d, d.ender, rules)
    if d.deadwood[d.ender] == 0:
        return _gin(d, d.ender, rules)
    below = _undercutters(d, d.ender, rules)
    if below:
        return _undercut(d, d.ender, below, rules)
    return _knock(d, d.ender, rules)


def _result(event: Event, winners: tuple[int, ...], d: Declaration, lines: list[ScoreLine]) -> RoundResult:
    points, boxes = dict.fromkeys(d.active, 0), dict.fromkeys(d.active, 0)
    for line in lines:
        points[line.seat] += line.points
        boxes[line.seat] += line.boxes
    return RoundResult(event, winners, points, boxes, dict(d.deadwood), tuple(lines))


def _gin(d: Declaration, ender: int, rules: RuleSet) -> RoundResult:
    """Score gin or big gin: the bonus and everybody's deadwood. Without big gin in the rules it counts as gin."""
    others = [d.deadwood[s] for s in d.active if s != ender]
    big = d.ending is Ending.BIG_GIN and rules.big_gin_bonus is not None
    if rules.layoff_zero_voids_gin and not any(others):
        return _result(Event.VOID_GIN, (), d, [])
    name = "big_gin" if big else "gin"
    if rules.hand_scoring == "flop":
        lines = [ScoreLine(ender, "flop_hand", "hand_scoring", 1), ScoreLine(ender, f"flop_{name}", "hand_scoring", 1)]
    else:
        bonus = rules.big_gin_bonus if big and rules.big_gin_bonus is not None else rules.gin_bonus
        times = len(others) if rules.bonus_per_opponent else 1
        lines = [
            ScoreLine(ender, name, f"{name}_bonus", bonus * times, terms=(bonus, times)),
            ScoreLine(ender, "caught", f"{name}_bonus", sum(others), terms=tuple(others)),
        ]
    extra = rules.box_big_gin if big else rules.box_gin
    parameter = "box_big_gin" if big else "box_gin"
    event = Event.BIG_GIN if big else Event.GIN
    return _result(event, (ender,), d, _doubled(lines + _boxes(ender, extra, parameter, rules), d, rules))


def _knock(d: Declaration, ender: int, rules: RuleSet) -> RoundResult:
    """Score a knock that isn't undercut: the others' deadwood less the knocker's, once or for each opponent."""
    others = [d.deadwood[s] for s in d.active if s != ender]
    own = d.deadwood[ender]
    if rules.hand_scoring == "flop":
        lines = [ScoreLine(ender, "flop_hand", "hand_scoring", 1)]
    else:
        times = len(others) if rules.knock_points == "pairwise" else 1
        lines = [
            ScoreLine(ender, "caught", "knock_points", sum(others), terms=tuple(others)),
            ScoreLine(ender, "own", "knock_points", -own * times, terms=(own, times)),
        ]
        if rules.knock_bonus:
            lines.append(ScoreLine(ender, "knock_bonus", "knock_bonus", rules.knock_bonus))
    return _result(Event.KNOCK, (ender,), d, _doubled(lines + _boxes(ender, 0, "", rules), d, rules))


def _false_knock(d: Declaration, ender: int, rules: RuleSet) -> RoundResult:
    """Score an illegal knock: each opponent gets the penalty, and nobody has won the hand."""
    penalty = rules.false_knock_penalty or 0
    lines = [
        ScoreLine(seat, "penalty", "false_knock_penalty", penalty, terms=(ender,)) for seat in d.active if seat != ender
    ]
    return _result(Event.FALSE_KNOCK, (), d, lines)


def _undercutters(d: Declaration, ender: int, rules: RuleSet) -> tuple[int, ...]:
    """Return who undercuts, from the ender's left (see ``undercut_on``, ``undercut_winners``, ``undercut_tied``)."""
    own, position = d.deadwood[ender], d.active.index(ender)
    limit = own if rules.undercut_on == "tie_or_less" else own - 1
    below = [s for s in d.active[position + 1 :] + d.active[:position] if d.deadwood[s] <= limit]
    if below and rules.undercut_winners == "lowest":
        least = min(d.deadwood[s] for s in below)
        below = [s for s in below if d.deadwood[s] == least]
        if rules.undercut_tied == "next_left":
            below = below[:1]
    return tuple(below)


def _undercut(d: Declaration, ender: int, winners: tuple[int, ...], rules: RuleSet) -> RoundResult:
    lines: list[ScoreLine] = []
    for seat in winners:
        if rules.hand_scoring == "flop":
            own = [ScoreLine(seat, "flop_hand", "hand_scoring", 1), ScoreLine(seat, "flop_undercut", "hand_scoring", 1)]
        else:
            own = _undercut_lines(d, ender, seat, rules)
        if rules.undercut_tied == "split" and rules.undercut_winners == "lowest" and len(winners) > 1:
            whole = sum(line.points for line in own)
            share = whole // len(winners)
            own.append(ScoreLine(seat, "split", "undercut_tied", share - whole, terms=(whole, len(winners))))
        lines += _doubled(own + _boxes(seat, rules.box_undercut, "box_undercut", rules), d, rules)
    order = tuple(s for s in d.active if s in winners)
    return _result(Event.UNDERCUT, order, d, lines)


def _undercut_lines(d: Declaration, ender: int, seat: int, rules: RuleSet) -> list[ScoreLine]:
    """Return the lines of an undercut: the bonus and what ``undercut_points`` adds (rules 7; for Ginski A2)."""
    ender_deadwood, winner_deadwood = d.deadwood[ender], d.deadwood[seat]
    tied = winner_deadwood == ender_deadwood and rules.undercut_tie_bonus is not None
    bonus = rules.undercut_tie_bonus if tied and rules.undercut_tie_bonus is not None else rules.undercut_bonus
    others = [d.deadwood[s] for s in d.active if s != seat]
    lines = [ScoreLine(seat, "undercut", "undercut_tie_bonus" if tied else "undercut_bonus", bonus)]
    caught, times = {
        "difference": ([ender_deadwood], 1),
        "ender_total": ([ender_deadwood], 0),
        "others_total": (others, 0),
        "others_net": (others, 1),
        "pairwise": (others, len(others)),
    }[rules.undercut_points]
    lines.append(ScoreLine(seat, "caught", "undercut_points", sum(caught), terms=tuple(caught)))
    if times:
        lines.append(
            ScoreLine(seat, "own", "undercut_points", -winner_deadwood * times, terms=(winner_deadwood, times))
        )
    return lines


def _boxes(seat: int, extra: int, parameter: str, rules: RuleSet) -> list[ScoreLine]:
    lines = [ScoreLine(seat, "box", "box_win", boxes=rules.box_win)] if rules.box_win else []
    return lines + ([ScoreLine(seat, "extra_box", parameter, boxes=extra)] if extra else [])


def _doubled(lines: list[ScoreLine], d: Declaration, rules: RuleSet) -> list[ScoreLine]:
    """Add a line if the knock card's suit doubles the hand: points always, boxes as ``double_boxes`` says."""
    if d.knock_card is None or d.knock_card.suit not in rules.double_suits:
        return lines
    points = sum(line.points for line in lines)
    counted = {"none": (), "extra": ("extra_box",), "all": ("box", "extra_box")}[rules.double_boxes]
    boxes = sum(line.boxes for line in lines if line.kind in counted)
    return [*lines, ScoreLine(lines[0].seat, "doubled", "double_suits", points, boxes)]
