"""What is wrong with a text in Gin notation."""

from collections.abc import Mapping
from typing import Final

from games.rules.notation import TextFault, Wrong
from games.rules.notation.values import LETTERS
from games.wording.faults import fault_text
from games.wording.words import listed

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
