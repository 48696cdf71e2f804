"""Score any round by side; between two teams, several hands are netted into one score (rules 5.13, 7 "Teams")."""

from collections.abc import Mapping, Sequence

from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import Code, Fault, RulesError
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, ScoreLine, faults_in, score_round
from games.rules.sides import side_of


def declaration_faults(declaration: RoundDeclaration, rules: RuleSet) -> tuple[Fault, ...]:
    """Return all faults of a round, hand by hand; () if it is legal.

    Between teams only the whole deal can be a misdeal, not a single hand.
    """
    if isinstance(declaration, Declaration):
        faults = faults_in(declaration, rules)
        if rules.seating == "teams" and len(declaration.active) > 2 and declaration.ending is not Ending.MISDEAL:
            faults = (Fault(Code.INVALID_VALUE, name="declared", reason="one_hand"), *faults)
        return faults
    faults = tuple(fault for hand in declaration.hands for fault in faults_in(hand, rules))
    misdealt = any(hand.ending is Ending.MISDEAL for hand in declaration.hands)
    return (Fault(Code.INVALID_VALUE, name="declared", reason="one_misdeal"), *faults) if misdealt else faults


def score_declaration(declaration: RoundDeclaration, rules: RuleSet) -> RoundResult:
    """Return the score of a round by side. Raises RulesError with all faults of all hands if it isn't legal."""
    if faults := declaration_faults(declaration, rules):
        raise RulesError(faults)
    if isinstance(declaration, TeamDeal):
        return net_hands([score_round(hand, rules) for hand in declaration.hands], declaration, rules)
    return result_by_side(score_round(declaration, rules), rules)


def net_hands(results: Sequence[RoundResult], deal: TeamDeal, rules: RuleSet) -> RoundResult:
    """Return one score for two teams from the ``results`` of their hands.

    The better team scores the difference and one box; with ``team_netting`` "sum" each team scores what its members
    won, with a box for each hand. Extra boxes go to the team that earned them (rules 12, 4). A team whose members all
    won gets ``sweep_boxes`` more, doubled like any extra box.
    """
    won = {0: 0, 1: 0}
    lines: list[ScoreLine] = []
    for result in results:
        for seat, amount in result.points.items():
            if amount:
                side = side_of(rules, seat)
                won[side] += amount
                lines.append(ScoreLine(side, "hand", "team_netting", amount, terms=(seat,)))
    best = 0 if won[0] > won[1] else 1 if won[1] > won[0] else None
    if rules.team_netting == "per_hand":
        lines = [line for line in lines if line.seat == best]
        if best is not None and won[1 - best]:
            lines.append(ScoreLine(best, "netted", "team_netting", -won[1 - best]))
    lines += _team_boxes(results, best, rules)
    doubled = deal.knock_card is not None and deal.knock_card.suit in rules.double_suits
    lines += _sweep(results, rules, doubled=doubled)
    points = {side: sum(line.points for line in lines if line.seat == side) for side in (0, 1)}
    boxes = {side: sum(line.boxes for line in lines if line.seat == side) for side in (0, 1)}
    deadwood = {seat: n for result in results for seat, n in result.deadwood.items()}
    event = Event.DEAD if all(r.event is Event.DEAD for r in results) else Event.TEAM_DEAL
    winners = () if best is None else (best,)
    return RoundResult(event, winners, points, boxes, deadwood, tuple(lines), tuple(results))


def _team_boxes(results: Sequence[RoundResult], best: int | None, rules: RuleSet) -> list[ScoreLine]:
    """Return the lines for the winning team's box and for the extra boxes of each hand."""
    lines = []
    if rules.team_netting == "per_hand" and best is not None and rules.box_win:
        lines.append(ScoreLine(best, "box", "box_win", boxes=rules.box_win))
    for result in results:
        for line in result.lines:
            if not line.boxes or (line.kind == "box" and rules.team_netting == "per_hand"):
                continue
            boxes = line.boxes
            if line.kind == "doubled" and rules.double_boxes == "all" and rules.team_netting == "per_hand":
                boxes -= rules.box_win  # the box for the win is the team's, not the hand's
            if boxes:
                lines.append(ScoreLine(side_of(rules, line.seat), line.kind, line.parameter, boxes=boxes))
    return lines


def _sweep(results: Sequence[RoundResult], rules: RuleSet, *, doubled: bool) -> list[ScoreLine]:
    """Return the line with extra boxes for a team whose members all won, called Roodles (rules 5.13)."""
    size = len(results)
    boxes = size if rules.sweep_boxes == "team_size" else rules.sweep_boxes
    if doubled and rules.double_boxes != "none":
        boxes *= 2
    for side in (0, 1):
        swept = all(any(side_of(rules, seat) == side for seat in result.winners) for result in results)
        if swept and boxes:
            return [ScoreLine(side, "sweep", "sweep_boxes", boxes=boxes)]
    return []


def result_by_side(result: RoundResult, rules: RuleSet) -> RoundResult:
    """Convert a hand's score by seat to a score by side, which differs only for teams and the captain."""
    if rules.seating not in ("captain", "teams"):
        return result
    return RoundResult(
        result.event,
        tuple(sorted({side_of(rules, seat) for seat in result.winners})),
        _by_side_total(result.points, rules),
        _by_side_total(result.boxes, rules),
        result.deadwood,
        tuple(ScoreLine(side_of(rules, x.seat), x.kind, x.parameter, x.points, x.boxes, x.terms) for x in result.lines),
    )


def _by_side_total(amounts: Mapping[int, int], rules: RuleSet) -> dict[int, int]:
    totals = {0: 0, 1: 0}
    for seat, amount in amounts.items():
        totals[side_of(rules, seat)] += amount
    return totals
