"""What is wrong with a declaration or with rules, in sentences a player understands."""

from typing import Final

from games.rules.faults import Code, Fault
from games.wording.cards import NO_LAYOFF
from games.wording.words import Names, listed


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
            return f"{who} cannot lay off {fault.name}: {_NO_LAYOFF.get(fault.reason, 'it does not fit there')}."
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


_NO_LAYOFF: Final = NO_LAYOFF | {
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
