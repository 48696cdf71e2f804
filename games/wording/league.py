"""Sentences about a season: what each still needs, and what is wrong with its rules."""

from collections.abc import Mapping
from typing import Final

from games.rules.needs import Need, NeedCode
from games.rules.season import SeasonCode, SeasonFault

_UNITS: Final = {
    "point_difference": ("point", "points"),
    "boxes": ("box", "boxes"),
    "gins": ("gin", "gins"),
}


def _some(n: int, one: str, several: str) -> str:
    return f"{n} {one if n == 1 else several}"


def need_text(need: Need, names: Mapping[int, str]) -> str:
    """One statement of an outlook as a sentence; ``names`` are those of the entrants.

    >>> need_text(Need(NeedCode.WINS_NEEDED, 7, 2), {7: "Ann"})
    'Ann needs 2 more wins to be sure of first place, whatever the others do.'
    """
    who, rival = names[need.entrant], "" if need.rival is None else names[need.rival]
    match need.code:
        case NeedCode.CHAMPION:
            return f"Nobody can pass {who} any more: first place is safe."
        case NeedCode.OUT:
            even = ", even by winning everything that is left" if need.number else ""
            return f"{who} cannot come first any more{even}."
        case NeedCode.WINS_NEEDED:
            wins = _some(need.number, "more win", "more wins")
            return f"{who} needs {wins} to be sure of first place, whatever the others do."
        case NeedCode.WINS_ENOUGH:
            wins = _some(need.number, "more win makes", "more wins make")
            return f"{wins} {who} sure of first place, whatever the others do; it may take less."
        case NeedCode.UNRANKED:
            return f"{who} needs {_some(need.number, 'more match', 'more matches')} to get a place."
        case NeedCode.NEXT_WIN | NeedCode.NEXT_DRAW:
            what = "A win" if need.code is NeedCode.NEXT_WIN else "A draw"
            brings = "keeps" if need.number == need.place else "brings"
            return f"{what} in the next match {brings} {who} {_place(need)}, if nothing else happens before."
        case NeedCode.PASS_BY_WIN:
            return f"By winning the next match {who} passes {rival}, if nothing else happens before."
        case NeedCode.PASS_BY_MARGIN:
            how = "by" if need.met or need.criterion == "point_difference" else "with"
            margin = f"{how} {_some(need.number, *_UNITS[need.criterion or ''])} or more"
            return f"By winning the next match {margin} {who} passes {rival}, if nothing else happens before."


def _place(need: Need) -> str:
    if need.number == 1:
        return "in first place" if need.number == need.place else "to first place"
    return f"{'in' if need.number == need.place else 'to'} place {need.number} or better"


_TITLES: Final = {
    "length": "What a match is",
    "count": "The number of games or rounds in a match",
    "win": "The points for a win",
    "draw": "The points for a draw",
    "loss": "The points for a loss",
    "bonus_shutout": "The bonus for a shutout",
    "bonus_gin": "The bonus for gin",
    "bonus_box_lead": "The bonus for more boxes",
    "bye": "What a bye brings",
    "minimum": "The number of matches for a place",
    "best_nights": "The number of best nights",
    "order": "The order of tie-breaks",
    "confirmation": "Who confirms a round",
    "strict": "Saying nothing of what could have been better",
}


def season_fault_text(fault: SeasonFault) -> str:
    """What is wrong with the rules of a season, as a sentence.

    >>> season_fault_text(SeasonFault("order", SeasonCode.UNKNOWN_TIE_BREAK, "beauty"))
    "There is no tie-break called 'beauty'."
    """
    what = _TITLES.get(fault.field, "")
    match fault.code:
        case SeasonCode.UNKNOWN_RULE:
            return f"There is no rule of a season called {fault.field!r}."
        case SeasonCode.WHOLE_NUMBER:
            return f"{what} must be a whole number."
        case SeasonCode.RANGE:
            return f"{what} must be between {fault.low} and {fault.high}."
        case SeasonCode.CHOICE:
            return f"{what}: that is not one of the choices."
        case SeasonCode.YES_OR_NO:
            return f"{what} must be yes or no."
        case SeasonCode.LIST:
            return f"{what} must be a list of one tie-break or more."
        case SeasonCode.UNKNOWN_TIE_BREAK:
            return f"There is no tie-break called {fault.name!r}."
        case SeasonCode.DOUBLED_TIE_BREAK:
            return f"The tie-break {fault.name.replace('_', ' ')!r} is there twice."
        case SeasonCode.LOT_NOT_LAST:
            return "The lot must come last: nobody is level after it."
        case SeasonCode.POINTS_ORDER:
            return "A win must bring at least as much as a draw, and a draw at least as much as a loss."
        case SeasonCode.COUNT_OF_ONE_GAME:
            return "A match of one game has no number of games; choose several games, or leave it at 1."
