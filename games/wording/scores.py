"""Rounds and scores in words: what happened in a round, how its score adds up, and who won the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.rule_properties import scores_boxes, uses_limit_card
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.rules.settlement import GameResult, Handicap, Score
from games.wording.cards import card_face
from games.wording.words import MINUS, TIMES, Names, boxes, in_a_row, listed, signed


def event_word(event: Event, rules: RuleSet) -> str:
    """Return the short word for how a round ended; the Rumski deck has its own words for gin."""
    words = _GINSKI_WORDS if rules.deck == "rumski70" and event in _GINSKI_WORDS else _EVENT_WORDS
    return words[event]()


_EVENT_WORDS: Final[Mapping[Event, Callable[[], str]]] = {
    Event.KNOCK: lambda: pgettext("how a round ended", "Knock"),
    Event.GIN: lambda: pgettext("how a round ended", "Gin"),
    Event.BIG_GIN: lambda: pgettext("how a round ended", "Big gin"),
    Event.UNDERCUT: lambda: pgettext("how a round ended", "Undercut"),
    Event.DEAD: lambda: pgettext("how a round ended", "Dead hand"),
    Event.VOID_GIN: lambda: pgettext("how a round ended", "Gin, all laid off"),
    Event.MISDEAL: lambda: pgettext("how a round ended", "Misdeal"),
    Event.FALSE_KNOCK: lambda: pgettext("how a round ended", "False knock"),
    # Translators: a round in which the members of two teams played several hands at once.
    Event.TEAM_DEAL: lambda: pgettext("how a round ended", "Teams"),
}
_GINSKI_WORDS: Final[Mapping[Event, Callable[[], str]]] = {
    Event.GIN: lambda: pgettext("how a round ended", "Ginski"),
    Event.BIG_GIN: lambda: pgettext("how a round ended", "Big Ginski"),
    Event.VOID_GIN: lambda: pgettext("how a round ended", "Ginski, all laid off"),
}


def round_result_sentence(declaration: RoundDeclaration, result: RoundResult, rules: RuleSet, names: Names) -> str:
    """Return a round in one sentence: "Ann knocked with 9, Ben undercut with 7"; of a team round hand by hand."""
    if not isinstance(declaration, TeamDeal):
        return _hand_sentence(declaration, result, rules, names) + _card_clause(declaration, rules)
    hands = zip(declaration.hands, result.hands, strict=True)
    text = in_a_row(_hand_sentence(hand, score, rules, names) for hand, score in hands) + _card_clause(
        declaration, rules
    )
    if result.event is Event.TEAM_DEAL and not result.winners:
        return _("It's a tie, and nobody scores: %(hands)s") % {"hands": text}
    return text


def _card_clause(declaration: RoundDeclaration, rules: RuleSet) -> str:
    """Return the card that set the limit or doubled the round, " · 7♠, double"; empty if the rules use none."""
    card = declaration.knock_card
    if card is None or not uses_limit_card(rules):
        return ""
    face = card_face(card)
    if card.suit in rules.double_suits:
        # Translators: the round counts double because of this card.
        face = _("%(card)s, double") % {"card": face}
    return f" \u00b7 {face}"


def _hand_sentence(declaration: Declaration, result: RoundResult, rules: RuleSet, names: Names) -> str:
    if declaration.ending is Ending.MISDEAL:
        return _("Misdeal: dealt again")
    if declaration.ender is None or result.event is Event.DEAD:
        if len(declaration.active) < len(names):
            return _("%(players)s: dead hand") % {"players": listed([names[seat] for seat in declaration.active])}
        return _("Dead hand: nobody scores")
    if result.event is Event.FALSE_KNOCK:
        return _("%(who)s made a false knock") % {"who": names[declaration.ender]}
    parts = [_ending_clause(names[declaration.ender], result.deadwood[declaration.ender], result.event, rules)]
    for seat in declaration.active:
        if seat != declaration.ender:
            context = {"who": names[seat], "points": result.deadwood[seat]}
            undercut = result.event is Event.UNDERCUT and seat in result.winners
            parts.append((_("%(who)s undercut with %(points)d") if undercut else _("%(who)s had %(points)d")) % context)
    text = ", ".join(parts)
    if result.event is Event.VOID_GIN:
        return _("%(what)s: all laid off, nobody scores") % {"what": text}
    return text


def _ending_clause(who: str, deadwood: int, event: Event, rules: RuleSet) -> str:
    """Return how a player ended a hand: "Ann knocked with 9"."""
    ginski = rules.deck == "rumski70"
    if event is Event.BIG_GIN:
        return (_("%(who)s went big Ginski") if ginski else _("%(who)s went big gin")) % {"who": who}
    if event in (Event.GIN, Event.VOID_GIN):
        return (_("%(who)s went Ginski") if ginski else _("%(who)s went gin")) % {"who": who}
    return _("%(who)s knocked with %(points)d") % {"who": who, "points": deadwood}


def formula(lines: Sequence[ScoreLine]) -> str:
    """Return the arithmetic of one player's score in a round: "25 + 9 − 7"."""
    text = ""
    for line in lines:
        match line.kind:
            case "doubled" if not line.points:
                continue
            case "doubled":
                text = f"({text}) {TIMES} 2" if " " in text else f"{text} {TIMES} 2"
                continue
            case "split":
                text = _("(%(sum)s) split %(players)d ways") % {"sum": text, "players": line.terms[1]}
                continue
            case "own":
                if not line.points:
                    continue
                own_deadwood, times = line.terms
                text += f" {MINUS} {own_deadwood}" if times == 1 else f" {MINUS} {times} {TIMES} {own_deadwood}"
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
    "knock_bonus": gettext_noop("Knock bonus"),
    "flop_hand": gettext_noop("Hand won"),
    "netted": gettext_noop("Minus what the others won"),
    "sweep": gettext_noop("All partners won"),
    "box": gettext_noop("Box for the win"),
    "game": gettext_noop("Game bonus"),
    "game_won": gettext_noop("Game won"),
    "hand_points": gettext_noop("Round points"),
    "points_and_boxes": gettext_noop("Round points and boxes"),
    "shutout_double_points": gettext_noop("Shutout: points doubled"),
    "shutout_double_total": gettext_noop("Shutout: total doubled"),
    "shutout_add": gettext_noop("Shutout"),
}
_LINE_EVENTS: Final = {
    "gin": Event.GIN,
    "flop_gin": Event.GIN,
    "big_gin": Event.BIG_GIN,
    "flop_big_gin": Event.BIG_GIN,
    "undercut": Event.UNDERCUT,
    "flop_undercut": Event.UNDERCUT,
}
"""Kinds of lines that are named after an event."""
_EXTRA_BOX: Final = {
    "box_undercut": gettext_noop("Extra for undercut"),
    "box_gin": gettext_noop("Extra for gin"),
    "box_big_gin": gettext_noop("Extra for big gin"),
}


def line_text(line: ScoreLine, names: Names, sides: Names | None = None) -> str:
    """Return what one line of a score is for, without its number.

    ``sides`` are the names by side, if they differ from those by seat.
    """
    who = (sides or names)[line.seat]
    match line.kind:
        case "hand":
            return _("%(who)s's hand") % {"who": names[line.terms[0]]}
        case "penalty":
            return _("%(who)s's false knock") % {"who": names[line.terms[0]]}
        case "column":
            game, _points, factor = line.terms
            if factor > 1:
                return _("Game %(number)d, × %(factor)d") % {"number": game, "factor": factor}
            return _("Game %(number)d") % {"number": game}
        case "caught" if len(line.terms) > 1:
            return _("Deadwood, %(sum)s") % {"sum": " + ".join(map(str, line.terms))}
        case "caught":
            return _("Deadwood")
        case "own":
            own_deadwood, times = line.terms
            context = {"who": who, "times": times, "points": own_deadwood}
            # Translators: each of so many opponents takes off the points: "Ann's own deadwood, 2 times 7".
            message = _("%(who)s's own deadwood, %(times)d times %(points)d")
            return (message if times > 1 else _("%(who)s's own deadwood")) % context
        case "split":
            return _("Split %(players)d ways") % {"players": line.terms[1]}
        case "doubled":
            return _("Counts double")
        case "extra_box":
            return _(_EXTRA_BOX[line.parameter])
        case "boxes":
            count, worth = line.terms
            text = ngettext("%(n)d box at %(points)d", "%(n)d boxes at %(points)d", count)
            return text % {"n": count, "points": worth}
        case "line":
            # Translators: a bonus for a clear win: the margin that was asked for, and by how much it was won.
            return _("Won by %(by)d (%(margin)d or more needed)") % {"margin": line.terms[1], "by": line.terms[0]}
    return _EVENT_WORDS[_LINE_EVENTS[line.kind]]() if line.kind in _LINE_EVENTS else _(_LINE_TEXT[line.kind])


def score_lines(
    result: RoundResult, rules: RuleSet, names: Names, sides: Names | None = None
) -> tuple[tuple[str, str], ...]:
    """Return every line of a round's score: what it is for, and its amount; ``sides`` as in ``line_text``.

    Boxes are left out where they are worth nothing.
    """
    texts = []
    for line in result.lines:
        if not line.points and line.boxes and not scores_boxes(rules):
            continue
        amount = boxes(line.boxes) if line.boxes and not line.points else signed(line.points)
        if line.boxes and line.points:
            amount = f"{signed(line.points)}, {boxes(line.boxes)}"
        texts.append((line_text(line, names, sides), amount))
    for hand in result.hands:
        for line in hand.lines:
            if line.points:
                what = _("%(who)s: %(what)s") % {"who": names[line.seat], "what": line_text(line, names)}
                texts.append((what, signed(line.points)))
    return tuple(texts)


def people_in(side: str) -> int:
    """Return the number of people in a side's name, for the verb that follows: one, or a team's members."""
    return 1 + side.count(" & ")


def headline(end: GameResult, names: Names) -> str:
    """Return who won a game, and by how much."""
    if end.winner is None:
        return _("A tie: nobody wins")
    winner, margin = names[end.winner], _margin(end, end.winner)
    context, people = {"who": winner, "points": margin}, people_in(winner)
    if margin > 0:
        return ngettext("%(who)s wins by %(points)d", "%(who)s win by %(points)d", people) % context
    return ngettext("%(who)s wins", "%(who)s win", people) % context


def open_headline(end: GameResult, names: Names) -> str:
    """Return who leads an unfinished game, bonuses included, and by how much."""
    if end.winner is None:
        return _("Tied so far")
    leading, margin = names[end.winner], _margin(end, end.winner)
    context, people = {"who": leading, "points": margin}, people_in(leading)
    if margin > 0:
        text = ngettext("%(who)s leads by %(points)d so far", "%(who)s lead by %(points)d so far", people)
    else:
        text = ngettext("%(who)s leads so far", "%(who)s lead so far", people)
    return text % context


def _margin(end: GameResult, winner: int) -> int:
    second = max(total for seat, total in end.totals.items() if seat != winner)
    return end.net if end.net is not None else end.totals[winner] - second


def opening_text(opening: Score | None, sides: Names) -> str:
    """Return what a game started with: "From paper: Ann 54, Ben 3, boxes 4 and 0", "Handicap: Ann 20", or nothing."""
    if opening is None:
        return ""
    if isinstance(opening, Handicap):
        given = ", ".join(f"{name} {opening.points[side]}" for side, name in enumerate(sides) if opening.points[side])
        return _("Handicap: %(score)s") % {"score": given}
    parts = [f"{name} {opening.points[side]}" for side, name in enumerate(sides)]
    if any(opening.boxes.values()):
        parts.append(_("boxes %(amounts)s") % {"amounts": _by_side(opening.boxes)})
    if any(opening.hands_won.values()):
        parts.append(_("hands won %(amounts)s") % {"amounts": _by_side(opening.hands_won)})
    return _("From paper: %(score)s") % {"score": ", ".join(parts)}


def _by_side(amounts: Mapping[int, int]) -> str:
    return listed([str(amounts[side]) for side in range(len(amounts))])


def laid_down_text(laid: Sequence[str], missing: Sequence[str]) -> str:
    """Return whose hands are laid down and whose are missing, by their names.

    >>> laid_down_text(["Ann"], ["Ben", "Cleo"])
    'Ann has laid down. Waiting for Ben and Cleo'
    """
    if not laid:
        return _("Nobody has laid down their hand yet")
    if not missing:
        return _("All hands are down")
    text = ngettext(
        "%(laid)s has laid their hand down. Waiting for %(missing)s",
        "%(laid)s have laid their hands down. Waiting for %(missing)s",
        len(laid),
    )
    return text % {"laid": listed(laid), "missing": listed(missing)}
