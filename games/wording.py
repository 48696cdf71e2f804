"""Sentences: what happened in a round, how a score comes about, what is wrong, why something was refused."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from games.refusals import Refused
from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.faults import Code, Fault
from games.rules.layoffs import NoLayoff
from games.rules.melds import NotAMeld, WhyNot
from games.rules.notation import TextFault, Wrong
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, Line, RoundResult
from games.rules.settlement import Final as GameEnd
from games.rules.settlement import Standing
from games.rules.sides import sides_of

Names = Sequence[str]
"""The players' names by seat."""

MINUS: Final = "\u2212"
ARROW: Final = "\u2192"
TIMES: Final = "\u00d7"


def clock(at: datetime) -> str:
    """The time of day where the server stands, "22:41"."""
    return timezone.localtime(at).strftime("%H:%M")


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "Ann, Ben and Cleo"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def boxes(n: int) -> str:
    """A number of boxes in words."""
    return "1 box" if n == 1 else f"{n} boxes"


def rounds(n: int) -> str:
    """A number of rounds in words."""
    return "1 round" if n == 1 else f"{n} rounds"


def signed(n: int) -> str:
    """A number of points as it is written beside a name: "+13", "0"."""
    return f"+{n}" if n > 0 else f"{MINUS}{-n}" if n < 0 else "0"


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


def side_names(rules: RuleSet, names: Names) -> tuple[str, ...]:
    """The names by side: "Ann & Cleo" for a team, a player's own otherwise."""
    return tuple(" & ".join(names[seat] for seat in side) for side in sides_of(rules, len(names)))


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
    return f" \u00b7 {card_sign(card)}" + (", double" if card.suit in rules.double_suits else "")


_SIGNS: Final = {"s": "\u2660\ufe0e", "h": "\u2665\ufe0e", "d": "\u2666\ufe0e", "c": "\u2663\ufe0e"}


def card_sign(card: Card) -> str:
    """A card as it is seen: "10♠"; of the Rumski deck its name, "R7"."""
    sign = _SIGNS.get(card.suit)
    return card.text.removesuffix(card.suit).replace("T", "10") + sign if sign else card.text


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


def wins(who: str) -> str:
    """The verb behind a side's name: "Ann wins", "Ann & Cleo win"."""
    return "win" if " & " in who else "wins"


def headline(end: GameEnd, names: Names) -> str:
    """Who won a game, and by how much."""
    if end.winner is None:
        return "Level: nobody wins"
    second = max(total for seat, total in end.totals.items() if seat != end.winner)
    by = end.net if end.net is not None else end.totals[end.winner] - second
    won = f"{names[end.winner]} {wins(names[end.winner])}"
    return f"{won} by {by}" if by > 0 else won


def fault_text(fault: Fault, names: Names) -> str:  # noqa: PLR0912 - one branch a code, that is the table
    """What is wrong, in a sentence a player understands."""
    who = names[fault.seat] if fault.seat is not None and fault.seat < len(names) else fault.name
    match fault.code:
        case Code.OVER_KNOCK_LIMIT:
            if fault.limit == 0:
                return f"{who} cannot knock with {fault.amount}: only gin ends this hand."
            return f"{who} cannot knock with {fault.amount}: the limit is {fault.limit}."
        case Code.NOT_GIN:
            return f"{who} has {fault.amount} points of deadwood: that is no gin."
        case Code.OUT_OF_RANGE:
            if fault.name == "knock":
                return f"{who} cannot knock with {fault.amount}: the limit is {fault.limit}."
            return f"{who}'s deadwood must be between 0 and {fault.limit}."
        case Code.MISSING_DEADWOOD:
            return f"{who}'s deadwood is missing."
        case Code.NOT_ACTIVE:
            return f"{who} does not play this round."
        case Code.UNKNOWN_PLAYER:
            return (
                f"Nobody called {who!r} plays here." if fault.name else "Say who ended the round, or that it was dead."
            )
        case Code.MISSING_KNOCK_CARD:
            return "The card that sets the knock limit is missing."
        case Code.UNKNOWN_CARD:
            return f"{fault.name!r} is no card of this deck."
        case Code.DUPLICATE_CARD:
            return f"The card {fault.name} appears twice."
        case Code.NOT_A_MELD:
            return f"The cards {fault.name} are no meld."
        case Code.WRONG_HAND_SIZE:
            return f"{who} shows {fault.amount} cards, not {fault.limit}."
        case Code.CARD_IN_TWO_MELDS:
            return f"{who} has {listed(fault.name.split())} in two melds."
        case Code.CARD_NOT_IN_HAND:
            return f"{who} does not hold {listed(fault.name.split())}."
        case Code.LAYOFF_NOT_ALLOWED:
            return f"{who} cannot lay off {fault.name}: {_NO_LAYOFF_FAULT.get(fault.reason, 'it does not fit there')}."
        case Code.DEADWOOD_MISMATCH:
            return f"{who}'s deadwood was said to be {fault.amount}, but the cards come to {fault.limit}."
        case Code.TOO_MANY_CARDS:
            return f"At most {fault.limit} cards."
        case Code.UNKNOWN_PRESET:
            return f"There are no rules called {fault.name!r}."
        case Code.UNKNOWN_PARAMETER:
            return f"There is no rule called {fault.name!r}."
        case Code.INVALID_VALUE:
            return _invalid_text(fault, who)


_NO_LAYOFF_FAULT: Final = {
    "never": "these rules have no layoffs",
    "after_gin": "nothing is laid off after gin",
    "wild": "wilds are never laid off",
    "melded": "it lies in a meld of the same hand",
    "no_meld": "there is no such meld",
    "ender": "who ends the round lays nothing off",
    "dead": "nobody ended the round",
}
_WRONG_VALUE: Final = {
    "whole_number": "must be a whole number",
    "range": "is outside what can be played",
    "choice": "is not one of the choices",
    "yes_or_no": "must be yes or no",
    "list": "must be a list of the right length",
    "seats": "must name a smallest, a best and a largest number of players, in that order",
    "suits": "must be a list of suits",
    "no_target": "cannot be the target: there is none",
    "columns": "and its multipliers do not fit together",
    "above_hand": "is more than a hand can hold",
    "dead": "must be left out: nobody ends a dead hand",
    "misdeal": "must be left out: nobody ends a misdeal",
    "play_on": "cannot be a false knock: these rules play on, nothing is written",
    "columns_target": "of a Hollywood sheet need a target",
    "one_hand": "must be told of every hand: the teams play several at once",
    "one_misdeal": "cannot be a misdeal of one hand: it is one of the whole deal",
    "team_seats": "must be an even number for two teams",
    "deck_suits": "and the suits that double do not belong together",
    "columns_sides": "of a Hollywood sheet are for two sides",
    "expected_object": "must be an object",
    "expected_list": "must be a list",
    "cards": "must be text: cards with spaces between them",
    "one_card": "must be one card",
    "no_cards": "names no card",
    "discard": "must be left out: only who ends the round throws a card, and none with big gin",
    "text": "must be text",
    "both_cards": "cannot be given twice",
    "negative": "must not be negative",
    "after_end": "come after the end of the game",
}


def _invalid_text(fault: Fault, who: str) -> str:
    own = fault.seat is not None and fault.name != "ender"
    what = f"{who}'s {fault.name}" if own else fault.name.replace("_", " ")
    text = f"{what} {_WRONG_VALUE.get(fault.reason, 'cannot be that')}."
    return text[0].upper() + text[1:]


def refusal_text(refused: Refused) -> str:
    """Why a use case was refused, in a sentence."""
    told: dict[str, Any] = {"last": None, "most": 0, "what": "", "next": 0, "round": 0, "current": 0} | refused.context
    gap = [str(n) for n in told.get("missing", ())]
    missing = f"Round {gap[0]} is" if len(gap) == 1 else f"Rounds {gap[0]} to {gap[-1]} are" if gap else "Rounds are"
    texts = {
        "not_found": "There is nothing here, or it is not for this phone.",
        "unknown_round": f"There is no round {told['round']} in this game.",
        "not_allowed": "This link can only watch."
        if told.get("role") == "watch"
        else "Only the owner of the table may do that.",
        "link_revoked": "This link was switched off. Ask for a new one.",
        "idempotency_key_required": "The request needs an Idempotency-Key.",
        "idempotency_key_invalid": "The Idempotency-Key must be printable and 200 characters at most.",
        "idempotency_key_reused": "This form was saved before with other numbers. Open the round to change it.",
        "invalid_value": "That cannot be.",
        "round_conflict": f"Round {told['round']} is on the sheet already, with other numbers.",
        "round_void": f"Round {told['round']} is void. The next round is {told['next']}.",
        "missing_rounds": f"{missing} missing.",
        "wrong_game": f"Game {told['current']} is under way.",
        "game_finished": "The game is over.",
        "game_not_finished": "The game is not over.",
        "table_full": f"This table is full: {told['most']} {told['what']}. Start a new one.",
        "too_many_links": f"There are {told['most']} links. Switch one off first.",
        "nothing_to_undo": "There is nothing to undo.",
        "rules_fixed": "That cannot change in the middle of a game. Start a new game for it.",
        "target_reached": f"Somebody is at {told['what'] or 'that target'} already. End the game instead.",
        "seats_changed": "The seats were swapped on another phone. Please look at the names again.",
        "hand_laid_down": f"{told.get('by') or 'Another phone'} laid that hand down already.",
        "revision_required": "It is not said which version this is to change. Please look again.",
        "stale": "Something was entered in the meantime. Please look again.",
        "too_many_requests": "That was very often. Please wait a moment.",
        "busy": "The server is busy. Please try again in a moment; nothing was lost.",
        "disk_full": "The server's disk is full. Nothing was saved; your entry is still on this page.",
    }
    return texts[refused.code]


_NO_LAYOFF: Final = {
    NoLayoff.NEVER: "These rules have no layoffs.",
    NoLayoff.AFTER_GIN: "Nothing is laid off after gin.",
    NoLayoff.WILD: "Wilds are never laid off.",
}


_SUIT_SIGNS: Final = {"s": "\u2660\ufe0e", "h": "\u2665\ufe0e", "d": "\u2666\ufe0e", "c": "\u2663\ufe0e"}


def card_text(card: Card) -> str:
    """A card as it is typed: "Ts", "R10", "W1"."""
    return card.text


def card_face(card: Card) -> str:
    """A card as it is read in a sentence for people: "10\u2660"; of the Rumski deck as it is typed."""
    sign = _SUIT_SIGNS.get(card.suit)
    return f"{card.text[0].replace('T', '10')}{sign}" if sign else card.text


def card_names(cards: Sequence[Card], name: Callable[[Card], str] = card_text) -> str:
    """Cards as they are written side by side: "8s 9s Js"."""
    return " ".join(name(card) for card in cards)


def no_layoff_text(why: NoLayoff, card: Card, onto: Sequence[Card]) -> str:
    """Why a card may not be laid off there, in a sentence."""
    if why is NoLayoff.NOT_A_MELD:
        return f"{card_names(onto)} is no meld."
    return _NO_LAYOFF.get(why, f"{card.text} does not fit on {card_names(onto)}.")


def not_a_meld_text(cards: Sequence[Card], why: NotAMeld, name: Callable[[Card], str] = card_text) -> str:
    """Why some cards are no meld, in a sentence: "8s 9s Js is not a run: the Ts is missing."; ``name`` names a card."""
    shown, named = card_names(cards, name), listed([name(card) for card in why.cards])
    many = len(why.cards) > 1
    match why.reason:
        case WhyNot.GAP:
            fills = "one wild fills" if why.limit == 1 else f"{why.limit} wilds fill"
            more = f", and {fills} no more" if why.limit else ""
            return f"{shown} is not a run: {'' if many else 'the '}{named} {'are' if many else 'is'} missing{more}."
        case WhyNot.CORNER:
            return f"{shown} is not a run: runs do not go round the corner that way."
        case WhyNot.TOO_FEW:
            return f"{shown} is no meld: it takes three cards."
        case WhyNot.DUPLICATE:
            return f"{named} is there twice."
        case WhyNot.TOO_MANY_WILDS:
            return f"{shown} is no meld: at most {why.limit} wild{'s' if why.limit != 1 else ''} a meld."
        case WhyNot.TWO_NATURALS:
            return f"{shown} is no meld: it takes two cards that are not wild."
        case WhyNot.MIXED:
            if why.kind is None:
                return f"{shown} is no meld: neither one rank nor one suit."
            return f"{shown} is not a {why.kind}: {named} {'do' if many else 'does'} not belong."
        case WhyNot.WILD_SCOPE:
            return f"{shown} is no meld: wilds are for sets only."
        case WhyNot.TOO_LONG:
            return f"{shown} is not a run: there are thirteen ranks."
        case WhyNot.SET_TOO_LARGE:
            return f"{shown} is not a set: a wild may not double a suit, so {why.limit} cards at most."
        case WhyNot.WILD_NUMBER:
            return f"{named} cannot be what {'they were' if many else 'it was'} said to be."


LETTERS: Final = "ABCDEFGH"
"""What a text in notation calls the players, by seat."""

_TEXT_FAULTS: Final[Mapping[Wrong, str]] = {
    Wrong.EMPTY: "There is no game in this text; it begins with a line such as “game: standard”.",
    Wrong.TOO_LONG: "The text has {text} characters; {wanted} can be read at once.",
    Wrong.NO_GAME: "“{text}” comes before the first game, which begins with “game:” and what is played.",
    Wrong.UNKNOWN_LINE: "“{text}” is no header, no round and no comment.",
    Wrong.TOO_LATE: "“{text}” belongs before the first round. In mid-game rules change with “change:”.",
    Wrong.TWICE: "“{text}” is there twice.",
    Wrong.SAME_NAME: "Two players are called {text}.",
    Wrong.PLAYERS: "{text} people cannot play these rules, only {wanted}.",
    Wrong.NOT_A_RULE: "“{text}” is no rule with its value, such as “target=150”.",
    Wrong.FIXED_RULE: "“{text}” cannot change in the middle of a game.",
    Wrong.NO_CHANGE: "“{text}” changes nothing.",
    Wrong.PAPER_COLUMNS: "A Hollywood sheet cannot begin with a score from paper: its columns would be missing.",
    Wrong.ROUND_NUMBER: "This is round {wanted}, not {text}.",
    Wrong.UNKNOWN_SIDE: "“{text}” is no side; the sides are {wanted}.",
    Wrong.UNKNOWN_CARD: "“{text}” is no card of this deck.",
    Wrong.NO_ENDING: "How did this hand end? Write knock, gin, big gin, false knock, dead or misdeal.",
    Wrong.WHO_PLAYED: "{wanted} play a round of this game; others are named.",
    Wrong.NO_CARDS: "The cards of this hand are not told, so none of them can be laid off or thrown.",
    Wrong.POINTS_DIFFER: "The round scores {wanted}, not {text}.",
    Wrong.TOTALS_DIFFER: "The totals are {wanted}, not {text}.",
}
_WANTED_TEXT: Final = {
    ",": "a comma",
    "player": "the letter of a player",
    "gin": "“gin”, after “big”",
    "knock": "“knock”, after “false”",
    "on": "“on” and the number of a meld",
    ", & =": "a comma, “&”, “=” or the end of the line",
    "card": "a card",
    "(": "the totals in brackets",
    ")": "a closing bracket",
    ";": "the end of the line",
    "boxes won": "“boxes” or “won” and a number",
}
_MOST_OF: Final = {"1000": "rounds, or changes of rules, in a game", "100": "games in a text", "14": "cards in a hand"}
_NAME_FAULTS: Final = {
    "required": "There is no name here.",
    "too_long": "“{text}” is too long for a name: 60 characters at most.",
    "characters": "“{text}” has characters that cannot be shown.",
}


def notation_fault_text(wrong: TextFault) -> str:  # noqa: PLR0912 - one branch a code that needs more than its text
    """What is wrong with a text in notation, in a sentence to stand behind its line; players are their letters."""
    said = {"text": wrong.text, "wanted": wrong.wanted}
    match wrong.code:
        case Wrong.ILLEGAL if wrong.fault is not None:
            return fault_text(wrong.fault, LETTERS)
        case Wrong.TOO_MANY:
            return f"That is more than {wrong.wanted} {_MOST_OF.get(wrong.wanted, '')}".rstrip() + "."
        case Wrong.TWICE if wrong.wanted == "ending":
            return "This hand ends twice."
        case Wrong.TWICE if not wrong.text:
            return "The result is there twice."
        case Wrong.MISSING:
            if wrong.wanted == "game":
                return "What is played is missing: “game: standard”, for instance."
            return f"Player {wrong.wanted} is missing: a line such as “{wrong.wanted}: Ann”."
        case Wrong.BAD_NAME:
            return _NAME_FAULTS[wrong.wanted].format_map(said)
        case Wrong.BAD_TEXT:
            long = wrong.wanted == "too_long"
            return "A remark has 200 characters at most." if long else "The remark has characters that cannot be shown."
        case Wrong.UNKNOWN_PLAYER:
            who = f"“{wrong.text}” is nobody" if wrong.text else "A player's letter is missing"
            return f"{who}; the players are {listed(list(wrong.wanted))}."
        case Wrong.NOT_A_NUMBER:
            if wrong.wanted:
                return f"{wrong.text} is too much: {wrong.wanted} at most."
            return f"“{wrong.text}” is no number." if wrong.text else "A number is missing here."
        case Wrong.UNEXPECTED:
            wanted = _WANTED_TEXT.get(wrong.wanted, wrong.wanted)
            return f"Instead of “{wrong.text}” there should be {wanted}." if wrong.text else f"Missing here: {wanted}."
        case Wrong.PAIRS:
            if not wrong.wanted:
                return "Only teams play several hands at once."
            return f"Those are not the hands of this deal, which are {listed(wrong.wanted.split())}."
    return _TEXT_FAULTS[wrong.code].format_map(said)
