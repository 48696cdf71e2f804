"""The card that sets the knock limit or doubles the round, as two taps: a rank and a suit."""

from typing import Final

from games.forms.round_form import TypedRound, card_typed
from games.pages import CardChoice, CardPicker
from games.rules.cards import FRENCH_RANKS, FRENCH_SUITS, RANKS, RUMSKI_COLOURS, Card
from games.rules.ruleset import RuleSet
from games.rules.scoring import knock_limit

_RANKS: Final = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_SUITS: Final = {
    "s": ("\u2660\ufe0e", "spades"),
    "h": ("\u2665\ufe0e", "hearts"),
    "d": ("\u2666\ufe0e", "diamonds"),
    "c": ("\u2663\ufe0e", "clubs"),
    "R": ("Red", "red"),
    "B": ("Blue", "blue"),
    "G": ("Green", "green"),
    "Y": ("Yellow", "yellow"),
    "P": ("Purple", "purple"),
    "W": ("Wild", "wild"),
}
"""What a suit or colour looks like, and its name."""


def card_picker(rules: RuleSet, typed: TypedRound) -> CardPicker | None:
    """The picker filled with what was ``typed``; None where the rules look at no card."""
    if rules.limit_source == "fixed" and not rules.double_suits:
        return None
    french = rules.deck == "french52"
    suits = FRENCH_SUITS if french else RUMSKI_COLOURS + ("W" if rules.limit_source != "fixed" else "")
    return CardPicker(
        title="Knock card" if rules.limit_source == "knock_card" else "Upcard",
        ranks=tuple(_rank(rank, french, rules, typed) for rank in range(1, RANKS + 1)),
        suits=tuple(_suit(suit, rules, typed) for suit in suits),
        error=typed.card_error,
        says=_says(rules, typed),
    )


def _rank(rank: int, french: bool, rules: RuleSet, typed: TypedRound) -> CardChoice:
    value = FRENCH_RANKS[rank - 1] if french else str(rank)
    return CardChoice(
        value=value,
        label="10" if value == "T" else value,
        spoken=_RANKS[rank - 1] if french else str(rank),
        limit=knock_limit(rules, Card(rank, "s")),
        red=False,
        doubles=False,
        checked=typed.rank == value,
    )


def _suit(suit: str, rules: RuleSet, typed: TypedRound) -> CardChoice:
    sign, name = _SUITS[suit]
    doubles = suit in rules.double_suits
    return CardChoice(
        value=suit,
        label=sign,
        spoken=f"{name}, counts double" if doubles else name,
        limit=None,
        red=suit in "hd",
        doubles=doubles,
        checked=typed.suit == suit,
    )


def _says(rules: RuleSet, typed: TypedRound) -> str:
    """What the chosen card means for the round; empty until both its parts are chosen."""
    chosen = card_typed(typed, rules)
    if chosen is None:
        return ""
    name = _SUITS[chosen.suit][1]
    if chosen.rank:
        rank = _RANKS[chosen.rank - 1] if rules.deck == "french52" else str(chosen.rank)
        name = f"{rank} of {name}" if rules.deck == "french52" else f"{name} {rank}"
    limit = knock_limit(rules, chosen)
    means = {None: "knock with any count", 0: "gin only"}.get(limit, f"knock with {limit} or less")
    double = ", counts double" if chosen.suit in rules.double_suits else ""
    return f"{name[0].upper()}{name[1:]}: {means}{double}"
