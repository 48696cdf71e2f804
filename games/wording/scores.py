"""What happened in a round, and how a score comes about."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, Line, RoundResult
from games.rules.settlement import Final as GameEnd
from games.rules.settlement import Standing
from games.wording.cards import card_face
from games.wording.words import ARROW, MINUS, TIMES, Names, boxes, listed, signed, wins


def event_word(event: Event, rules: RuleSet) -> str:
    """The short word for how a round came out; Ginski has its own two."""
    gin = "Ginski" if rules.deck == "rumski70" else "Gin"
    return {
        Event.KNOCK: "Knock",
        Event.GIN: gin,
        Event.BIG_GIN: f"Big {gin if gin == 'Ginski' else 'gin'}",
        Event.UNDERCUT: "Undercut",
        Event.DEAD: "Dead hand",
        Event.VOID_GIN: f"{gin}, laid off",
        Event.MISDEAL: "Misdeal",
        Event.FALSE_KNOCK: "False knock",
        Event.TEAM_DEAL: "Teams",
    }[event]


def what_happened(told: Told, result: RoundResult, rules: RuleSet, names: Names) -> str:
    """A round in one sentence: "Ann knocked with 9, Ben undercut with 7"; hands side by side after one another."""
    if not isinstance(told, TeamDeal):
        return _one_hand(told, result, rules, names) + _card_told(told, rules)
    hands = zip(told.hands, result.hands, strict=True)
    text = "; ".join(_one_hand(hand, score, rules, names) for hand, score in hands) + _card_told(told, rules)
    if result.event is Event.TEAM_DEAL and not result.winners:
        return f"Level, nobody scores: {text}"
    return text


def _card_told(told: Told, rules: RuleSet) -> str:
    """The card that set the limit or doubled the round, where the rules look at one: " · 7♠, double"."""
    card = told.knock_card
    if card is None or (rules.limit_source == "fixed" and not rules.double_suits):
        return ""
    return f" \u00b7 {card_face(card)}" + (", double" if card.suit in rules.double_suits else "")


def _one_hand(d: Declaration, result: RoundResult, rules: RuleSet, names: Names) -> str:
    if d.ending is Ending.MISDEAL:
        return "Misdeal: dealt again"
    if d.ender is None or result.event is Event.DEAD:
        if len(d.active) < len(names):
            return f"{listed([names[seat] for seat in d.active])}: dead hand"
        return "Dead hand: nobody scores"
    if result.event is Event.FALSE_KNOCK:
        return f"{names[d.ender]} knocked falsely"
    if result.event in (Event.GIN, Event.BIG_GIN, Event.VOID_GIN):
        went = "went big " if result.event is Event.BIG_GIN else "went "
        parts = [names[d.ender] + " " + went + ("Ginski" if rules.deck == "rumski70" else "gin")]
    else:
        parts = [f"{names[d.ender]} knocked with {result.deadwood[d.ender]}"]
    for seat in d.active:
        if seat != d.ender:
            undercut = result.event is Event.UNDERCUT and seat in result.winners
            parts.append(f"{names[seat]} {'undercut with' if undercut else 'had'} {result.deadwood[seat]}")
    text = ", ".join(parts)
    return f"{text}: all laid off, nobody scores" if result.event is Event.VOID_GIN else text


def formula(lines: Sequence[Line]) -> str:
    """The arithmetic of one player's round: "25 + 9 − 7"."""
    text = ""
    for line in lines:
        match line.kind:
            case "doubled" if not line.points:
                continue
            case "doubled":
                text = f"({text}) {TIMES} 2" if " " in text else f"{text} {TIMES} 2"
                continue
            case "split":
                text = f"({text}) shared by {line.terms[1]}"
                continue
            case "own":
                if not line.points:
                    continue
                own, times = line.terms
                text += f" {MINUS} {own}" if times == 1 else f" {MINUS} {times} {TIMES} {own}"
                continue
            case "caught":
                part = " + ".join(str(term) for term in line.terms)
            case "netted":
                text += f" {MINUS} {-line.points}"
                continue
            case "gin" | "big_gin" if line.terms[1] > 1:
                part = f"{line.terms[1]} {TIMES} {line.terms[0]}"
            case _:
                if not line.points:
                    continue
                part = str(line.points)
        text = f"{text} + {part}" if text else part
    return text


_LINE_TEXT: Final = {
    "gin": "Gin",
    "big_gin": "Big gin",
    "knock_bonus": "Bonus for the knock",
    "undercut": "Undercut",
    "flop_hand": "Hand won",
    "flop_gin": "Gin",
    "flop_big_gin": "Big gin",
    "flop_undercut": "Undercut",
    "netted": "Less what the others won",
    "sweep": "All partners won",
    "box": "Box for the win",
    "game": "Game bonus",
    "game_won": "Game won",
    "hand_points": "Points of the rounds",
    "points_and_boxes": "Points and boxes of the rounds",
    "shutout_double_points": "Shutout: the points once more",
    "shutout_double_total": "Shutout: the total once more",
    "shutout_add": "Shutout",
}


def line_text(line: Line, names: Names, sides: Names | None = None) -> str:
    """Where one number of a score comes from, in words, without the number itself.

    ``sides`` are the names by side, where they are not those of the seats.
    """
    who = (sides or names)[line.seat]
    match line.kind:
        case "hand":
            return f"{names[line.terms[0]]}'s hand"
        case "penalty":
            return f"{names[line.terms[0]]}'s false knock"
        case "column":
            return f"Game {line.terms[0]}" + (f", {TIMES} {line.terms[2]}" if line.terms[2] > 1 else "")
        case "caught":
            return "Deadwood caught" + (f", {' + '.join(map(str, line.terms))}" if len(line.terms) > 1 else "")
        case "own":
            own, times = line.terms
            return f"{who}'s own deadwood" + (f", {times} times {own}" if times > 1 else "")
        case "split":
            return f"Shared by {line.terms[1]}"
        case "doubled":
            return "Doubled by the card that sets the limit"
        case "extra_box":
            return {
                "box_undercut": "Extra for the undercut",
                "box_gin": "Extra for gin",
                "box_big_gin": "Extra for big gin",
            }[line.parameter]
        case "boxes":
            return f"{boxes(line.terms[0])} at {line.terms[1]}"
        case "line":
            return f"Won by at least {line.terms[1]} ({line.terms[0]})"
    return _LINE_TEXT[line.kind]


def arithmetic(result: RoundResult, names: Names, sides: Names | None = None) -> tuple[str, ...]:
    """Every number of a round's score in words, line by line; ``sides`` as in ``line_text``."""
    told = []
    for line in result.lines:
        amount = boxes(line.boxes) if line.boxes and not line.points else signed(line.points)
        if line.boxes and line.points:
            amount = f"{signed(line.points)}, {boxes(line.boxes)}"
        told.append(f"{line_text(line, names, sides)}: {amount}")
    for hand in result.hands:
        lines = zip(hand.lines, arithmetic(hand, names), strict=True)
        told += [f"{names[line.seat]}: {text}" for line, text in lines if line.points]
    return tuple(told)


def outcome(result: RoundResult, names: Names, before: Mapping[int, int], after: Standing) -> str:
    """A round's result in one sentence with its arithmetic, for the preview: "Ann +13: 20 − 7 · 54 → 67 · 4 boxes".

    ``names``, ``before`` (the points so far) and ``after`` (the score with this round) are by side.
    """
    parts = []
    for seat in result.points:
        if seat not in result.winners and not result.points[seat] and not result.boxes[seat]:
            continue
        points = result.points[seat]
        own = [line for line in result.lines if line.seat == seat]
        at_once = after.points[seat] - before[seat] - points
        sums = formula(own) + (f" + {boxes(result.boxes[seat])} for {at_once}" if at_once else "")
        part = f"{names[seat]} {signed(points + at_once)}: {sums} \u00b7 {before[seat]} {ARROW} {after.points[seat]}"
        if result.boxes[seat]:
            part += f" \u00b7 {boxes(after.boxes[seat])}"
        parts.append(part)
    return "; ".join(parts) or "Nobody scores"


def headline(end: GameEnd, names: Names) -> str:
    """Who won a game, and by how much."""
    if end.winner is None:
        return "Level: nobody wins"
    second = max(total for seat, total in end.totals.items() if seat != end.winner)
    by = end.net if end.net is not None else end.totals[end.winner] - second
    won = f"{names[end.winner]} {wins(names[end.winner])}"
    return f"{won} by {by}" if by > 0 else won


def from_paper(opening: Standing, sides: Names) -> str:
    """What a game brought along that began on paper: "Ann 54, Ben 3, boxes 4 and 0"; ``sides`` are names by side."""
    text = ", ".join(f"{name} {opening.points[side]}" for side, name in enumerate(sides))
    for word, amounts in (("boxes", opening.boxes), ("hands won", opening.hands_won)):
        if any(amounts.values()):
            text += f", {word} {listed([str(amounts[side]) for side in range(len(sides))])}"
    return text


def laid_down_text(laid: Sequence[str], missing: Sequence[str]) -> str:
    """Whose hands are down and whose are not yet, by their names.

    >>> laid_down_text(["Ann"], ["Ben", "Cleo"])
    'Ann has laid down; waiting for Ben and Cleo'
    """
    if not laid:
        return "Nobody has laid down yet"
    if not missing:
        return "All hands are down"
    return f"{listed(laid)} {'has' if len(laid) == 1 else 'have'} laid down; waiting for {listed(missing)}"
