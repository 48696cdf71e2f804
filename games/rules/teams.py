"""A round between two teams: several hands side by side, netted into one score (rules 5.13, 7 "Teams")."""

from collections.abc import Mapping, Sequence

from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, Line, RoundResult, faults_in, score_round
from games.rules.sides import side_of


def faults_in_told(told: Told, rules: RuleSet) -> tuple[Fault, ...]:
    """Everything wrong with a round as it was told, hand by hand; empty when it is legal.

    Between teams a misdeal is one of the whole deal: a single hand cannot be one.
    """
    if isinstance(told, Declaration):
        faults = faults_in(told, rules)
        if rules.seating == "teams" and len(told.active) > 2 and told.ending is not Ending.MISDEAL:
            faults = (Fault(Code.INVALID_VALUE, name="declared", reason="one_hand"), *faults)
        return faults
    faults = tuple(fault for hand in told.hands for fault in faults_in(hand, rules))
    misdealt = any(hand.ending is Ending.MISDEAL for hand in told.hands)
    return (Fault(Code.INVALID_VALUE, name="declared", reason="one_misdeal"), *faults) if misdealt else faults


def score_told(told: Told, rules: RuleSet) -> RoundResult:
    """What a round scores, by side. Raises Illegal with every fault of every hand when it is not legal."""
    if faults := faults_in_told(told, rules):
        raise Illegal(faults)
    if isinstance(told, TeamDeal):
        return net_hands([score_round(hand, rules) for hand in told.hands], told, rules)
    return by_side(score_round(told, rules), rules)


def net_hands(results: Sequence[RoundResult], deal: TeamDeal, rules: RuleSet) -> RoundResult:
    """One score for two teams from the ``results`` of their hands.

    Per deal the better team scores the difference and one box, under ``team_netting`` "sum" each team what its members
    won, a box for each hand. Extra boxes stay with whoever earned them (rules 12, 4). Where every member of a team won,
    it gets ``sweep_boxes`` more, doubled like any extra box.
    """
    won = {0: 0, 1: 0}
    lines: list[Line] = []
    for result in results:
        for seat, amount in result.points.items():
            if amount:
                side = side_of(rules, seat)
                won[side] += amount
                lines.append(Line(side, "hand", "team_netting", amount, terms=(seat,)))
    best = 0 if won[0] > won[1] else 1 if won[1] > won[0] else None
    if rules.team_netting == "per_hand":
        lines = [line for line in lines if line.seat == best]
        if best is not None and won[1 - best]:
            lines.append(Line(best, "netted", "team_netting", -won[1 - best]))
    lines += _team_boxes(results, best, rules)
    doubled = deal.knock_card is not None and deal.knock_card.suit in rules.double_suits
    lines += _sweep(results, rules, doubled=doubled)
    points = {side: sum(line.points for line in lines if line.seat == side) for side in (0, 1)}
    boxes = {side: sum(line.boxes for line in lines if line.seat == side) for side in (0, 1)}
    deadwood = {seat: n for result in results for seat, n in result.deadwood.items()}
    event = Event.DEAD if all(r.event is Event.DEAD for r in results) else Event.TEAM_DEAL
    winners = () if best is None else (best,)
    return RoundResult(event, winners, points, boxes, deadwood, tuple(lines), tuple(results))


def _team_boxes(results: Sequence[RoundResult], best: int | None, rules: RuleSet) -> list[Line]:
    """The box for the win, and the extra boxes that each hand earned."""
    lines = []
    if rules.team_netting == "per_hand" and best is not None and rules.box_win:
        lines.append(Line(best, "box", "box_win", boxes=rules.box_win))
    for result in results:
        for line in result.lines:
            if not line.boxes or (line.kind == "box" and rules.team_netting == "per_hand"):
                continue
            boxes = line.boxes
            if line.kind == "doubled" and rules.double_boxes == "all" and rules.team_netting == "per_hand":
                boxes -= rules.box_win  # the box for the win is the team's, not the hand's
            if boxes:
                lines.append(Line(side_of(rules, line.seat), line.kind, line.parameter, boxes=boxes))
    return lines


def _sweep(results: Sequence[RoundResult], rules: RuleSet, *, doubled: bool) -> list[Line]:
    """Roodles: extra boxes for a team whose every member won (rules 5.13)."""
    size = len(results)
    boxes = size if rules.sweep_boxes == "team_size" else rules.sweep_boxes
    if doubled and rules.double_boxes != "none":
        boxes *= 2
    for side in (0, 1):
        swept = all(any(side_of(rules, seat) == side for seat in result.winners) for result in results)
        if swept and boxes:
            return [Line(side, "sweep", "sweep_boxes", boxes=boxes)]
    return []


def by_side(result: RoundResult, rules: RuleSet) -> RoundResult:
    """A hand's score, by seat, as the sides' score: the same thing but for teams and the captain."""
    if rules.seating not in ("captain", "teams"):
        return result
    return RoundResult(
        result.event,
        tuple(sorted({side_of(rules, seat) for seat in result.winners})),
        _added(result.points, rules),
        _added(result.boxes, rules),
        result.deadwood,
        tuple(Line(side_of(rules, x.seat), x.kind, x.parameter, x.points, x.boxes, x.terms) for x in result.lines),
    )


def _added(amounts: Mapping[int, int], rules: RuleSet) -> dict[int, int]:
    totals = {0: 0, 1: 0}
    for seat, amount in amounts.items():
        totals[side_of(rules, seat)] += amount
    return totals
