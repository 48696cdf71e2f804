"""Sentences about how a season is set up: its rules, how its matches come about, what is wrong with a form."""

from typing import Final

from games.models import Pairing
from games.rules.season import SeasonCode, SeasonFault, TieBreak

PAIRING_TITLES: Final[dict[Pairing, str]] = {
    Pairing.FREE: "Free play",
    Pairing.ROUND_ROBIN: "Everybody meets everybody",
    Pairing.DOUBLE: "Everybody meets everybody twice",
    Pairing.TRIOS: "Tables of three",
    Pairing.SWISS: "Swiss system",
    Pairing.KNOCKOUT: "Knock-out",
    Pairing.SCRIPT: "Written by the organiser",
}
_SITS_OUT: Final = (
    "With an odd number one sits out each round, in turn. That brings nothing: in the end all have played as often."
)
PAIRING_SENTENCES: Final[dict[Pairing, tuple[str, ...]]] = {
    Pairing.FREE: ("Any two may sit down and play, as often as they like, and it counts.",),
    Pairing.ROUND_ROBIN: (
        "Everybody meets everybody once, round by round.",
        _SITS_OUT,
    ),
    Pairing.DOUBLE: (
        "Everybody meets everybody twice, and deals first in one of the two.",
        _SITS_OUT,
    ),
    Pairing.TRIOS: (
        "Three sit at a table, and the tables change each round so that all meet as evenly as can be.",
        "Where the number is not divisible by three, one or two sit out each round, in turn; that brings nothing.",
    ),
    Pairing.SWISS: (
        "Each round those meet who stand about level, and nobody meets the same one twice.",
        "The next round is drawn when the one before is over. With an odd number one has a bye.",
    ),
    Pairing.KNOCKOUT: (
        "Whoever loses is out; the winners meet in the next round.",
        "A drawn match is played again before the next round, and then the other deals first.",
    ),
    Pairing.SCRIPT: ("The organiser says who meets whom, and when.",),
}
PAIRING_NOTES: Final[dict[Pairing, str]] = {
    Pairing.FREE: "Any two may play, and it counts",
    Pairing.ROUND_ROBIN: "Once each, round by round",
    Pairing.DOUBLE: "Twice each, dealing first by turns",
    Pairing.TRIOS: "For three-handed games",
    Pairing.SWISS: "Level players meet, nobody twice",
    Pairing.KNOCKOUT: "Winners go on, by seeds",
    Pairing.SCRIPT: "You type who meets whom",
}
TIE_BREAK_TITLES: Final[dict[TieBreak, str]] = {
    "points": "League points",
    "wins": "Wins",
    "head_to_head": "Head-to-head",
    "point_difference": "Point difference",
    "boxes": "Boxes",
    "gins": "Gins",
    "fewest_losses": "Fewest losses",
    "buchholz": "Buchholz",
    "sonneborn_berger": "Sonneborn-Berger",
    "lot": "Drawing of lots",
}
RULE_TITLES: Final[dict[str, str]] = {
    "name": "Name",
    "preset": "Rules of the game",
    "house_rules": "House rules",
    "rules_title": "What the rules are called",
    "pairing": "How matches come about",
    "teams": "Teams",
    "length": "A match is",
    "count": "How many",
    "win": "A win",
    "draw": "A draw",
    "loss": "A loss",
    "bonus_shutout": "Bonus for a shutout",
    "bonus_gin": "Bonus for gin",
    "bonus_box_lead": "Bonus for more boxes",
    "bye": "A bye",
    "minimum": "Matches to be ranked",
    "best_nights": "Best nights that count",
    "order": "Order of the table",
    "confirmation": "Who confirms a round",
    "strict": "Silent about better plays",
}
CHOICES: Final[dict[str, dict[str, str]]] = {
    "length": {"game": "One game", "games": "Several games", "rounds": "Several rounds"},
    "bye": {"win": "As a win", "draw": "As a draw", "nothing": "Nothing"},
    "confirmation": {"trust": "Nobody", "opponent": "The opponent", "referee": "A referee"},
}
FIXED: Final = "The first match was begun: the rules of the game, how matches come about, and teams stay as they are."


def season_fault_text(fault: SeasonFault) -> str:
    """What is wrong with one of a season's rules, in a sentence."""
    name = TIE_BREAK_TITLES.get(fault.name, fault.name)  # type: ignore[call-overload]
    return {
        SeasonCode.UNKNOWN_RULE: f"There is no rule {fault.field}.",
        SeasonCode.WHOLE_NUMBER: "Please type a whole number.",
        SeasonCode.RANGE: f"Please type a number from {fault.low} to {fault.high}.",
        SeasonCode.CHOICE: "Please choose one of these.",
        SeasonCode.YES_OR_NO: "Please say yes or no.",
        SeasonCode.LIST: "Please choose at least what the table goes by.",
        SeasonCode.UNKNOWN_TIE_BREAK: f"There is no tie-break {name}.",
        SeasonCode.DOUBLED_TIE_BREAK: f"{name} is there twice.",
        SeasonCode.LOT_NOT_LAST: "Lots settle everything: nothing can come after them.",
        SeasonCode.POINTS_ORDER: "A win must bring at least as much as a draw, and a draw at least as much as a loss.",
        SeasonCode.COUNT_OF_ONE_GAME: "One game is one: choose several games for more.",
    }[fault.code]


def misfit_text(code: str) -> str:
    """Why a rule set, a pairing and teams do not go together; ``code`` as ``misfit`` gives it."""
    return {
        "partners": "These rules are for partners: let teams compete.",
        "teams_of_three": "At tables of three everybody plays for himself: choose one of the others for teams.",
        "three": "These rules are not for three players.",
        "two": "These rules are not for two players: choose tables of three, free play, or write the matches yourself.",
    }[code]


def rule_value(name: str, value: object) -> str:
    """The value of a season's rule in words, as it stands behind ``RULE_TITLES[name]``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "order" and isinstance(value, list | tuple):
        return ", ".join(title.lower() for x in value for name, title in TIE_BREAK_TITLES.items() if name == x)
    if name == "pairing":
        return PAIRING_TITLES[Pairing(str(value))].lower()
    if name in CHOICES:
        return CHOICES[name].get(str(value), str(value)).lower()
    if name == "best_nights" and value is None:
        return "all"
    if name == "house_rules":
        return "changed" if value else "none"
    return str(value) or "none"


def change_sentence(name: str, before: object, after: object) -> str:
    """One change of a season's rules: "A win: 3, before 2"."""
    return f"{RULE_TITLES.get(name, name)}: {rule_value(name, after)}, before {rule_value(name, before)}"
