"""Words that the rules' sentences share: amounts, suits, card values, and how many play at a time."""

from collections.abc import Iterable
from typing import Final

from games.rules.ruleset import FACES_TEN, RuleSet
from games.rules.sides import seats_for, seats_suit

_ONE: Final = {"points": "point", "boxes": "box", "cards": "card", "wilds": "wild"}
_SMALL: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_TIMES: Final = {1: "once", 2: "twice"}
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_COLOURS: Final = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "purple"}


def counted(n: int, unit: str) -> str:
    """A number of things, in figures: "1 point", "13 points". ``unit`` is a plural.

    >>> counted(1, "boxes")
    '1 box'
    """
    return f"{n} {_ONE[unit] if n == 1 else unit}"


def small(n: int) -> str:
    """A small number as a word, a larger one in figures."""
    return _SMALL[n] if n < len(_SMALL) else str(n)


def times(n: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return _TIMES.get(n, f"{n} times")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence: "two, three or four"."""
    *before, word = words
    return f"{', '.join(before)} {last} {word}" if before else word


def suits(letters: Iterable[str]) -> tuple[str, ...]:
    """The names of suits and colours, in their order: "spades", "hearts", "red"."""
    wanted = set(letters)
    return tuple(name for letter, name in (_SUITS | _COLOURS).items() if letter in wanted)


def card_values(r: RuleSet) -> str:
    """What the cards count, as short as it can be said, without a capital or a full stop."""
    values = r.rank_values
    if r.deck == "rumski70" and values == tuple(range(1, 14)):
        return "every card counts its number"
    if r.deck == "french52" and values[1:] == FACES_TEN[1:]:
        return f"an ace counts {values[0]}, number cards their number, jack, queen and king 10"
    ranks = "1 to 13" if r.deck == "rumski70" else "ace to king"
    return f"from {ranks} the cards count {listed(str(value) for value in values)}"


def gin(r: RuleSet) -> str:
    """What going out with no deadwood is called: the Rumski deck has its own word for it."""
    return "Ginski" if r.deck == "rumski70" else "gin"


def capital(text: str) -> str:
    """``text`` with a capital first letter."""
    return text[0].upper() + text[1:]


def table_sizes(r: RuleSet) -> tuple[int, ...]:
    """The numbers of people who can play, smallest first; where no deck is large enough, those who would sit down."""
    seats = seats_for(r)
    wanted = range(seats.min, seats.max + 1)
    return tuple(n for n in wanted if seats_suit(r, n)) or tuple(wanted)


def at_once(r: RuleSet) -> int:
    """The most hands that are compared with one another in a round: those of all who play it at one table."""
    if r.seating == "all_active":
        return table_sizes(r)[-1]
    return table_sizes(r)[-1] - 1 if r.seating == "dealer_sits_out" else 2


def side_count(r: RuleSet) -> int:
    """The most sides that keep a score in one game: players, two teams, or the captain and the others."""
    return 2 if r.seating in ("teams", "captain") else table_sizes(r)[-1]


def between_two(r: RuleSet) -> bool:
    """Whether a game may be between two sides, so that it has a net: the difference of two totals."""
    return side_count(r) == 2 or table_sizes(r)[0] == 2


def knocks(r: RuleSet) -> bool:
    """Whether anybody may knock with deadwood, so that there are undercuts."""
    return r.knock_limit != 0


def has_boxes(r: RuleSet) -> bool:
    """Whether anything earns a box."""
    return bool(r.box_win) or has_extra_boxes(r)


def has_extra_boxes(r: RuleSet) -> bool:
    """Whether anything but winning earns a box."""
    extra = (r.box_undercut and knocks(r)) or r.box_gin or (r.box_big_gin and r.big_gin_bonus is not None)
    return bool(extra or (r.seating == "teams" and r.sweep_boxes))
