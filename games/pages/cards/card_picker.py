"""Build the picker for the card that sets the knock limit or doubles the round: one tap for rank, one for suit."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.forms.table.round_form import TypedRound, typed_card
from games.pages.table.entry import CardChoice, CardPicker
from games.rules.cards import FRENCH_RANKS, FRENCH_SUITS, RANKS, RUMSKI_COLORS, Card
from games.rules.rule_properties import uses_limit_card
from games.rules.ruleset import RuleSet
from games.rules.scoring import knock_limit
from games.wording.cards import SUIT_SIGNS, rank_letter, rank_name, suit_name


def card_picker(rules: RuleSet, typed: TypedRound) -> CardPicker | None:
    """Return the picker filled in from ``typed``; None where the rules use no such card."""
    if not uses_limit_card(rules):
        return None
    french = rules.deck == "french52"
    gap = "" if french else " "
    suits = FRENCH_SUITS if french else RUMSKI_COLORS + ("W" if rules.limit_source != "fixed" else "")
    ranks = tuple(_rank(rank, french, rules, typed) for rank in range(1, RANKS + 1))
    colors = tuple(_suit(suit, rules, typed) for suit in suits)
    chosen = _chosen(ranks, colors) if typed_card(typed, rules) else ()
    return CardPicker(
        title=_("Upcard") if is_upcard(rules) else _("Knock card"),
        ranks=ranks,
        suits=colors,
        error=typed.card_error,
        gap=gap,
        face=gap.join(choice.label for choice in chosen),
        red=any(choice.red for choice in chosen),
        effect=", ".join(choice.effect for choice in chosen if choice.effect),
    )


def is_upcard(rules: RuleSet) -> bool:
    """Whether the card comes from the deck in play (an upcard), not from a second deck (a knock card)."""
    return rules.limit_source != "knock_card"


def _chosen(ranks: tuple[CardChoice, ...], suits: tuple[CardChoice, ...]) -> tuple[CardChoice, ...]:
    """Return the chosen rank and suit; for a wild its suit choice alone."""
    suit = tuple(choice for choice in suits if choice.checked)
    return suit if any(choice.is_whole_card for choice in suit) else (*(c for c in ranks if c.checked), *suit)


def _rank(rank: int, french: bool, rules: RuleSet, typed: TypedRound) -> CardChoice:
    value = FRENCH_RANKS[rank - 1] if french else str(rank)
    limit = knock_limit(rules, Card(rank, "s"))
    return CardChoice(
        value=value,
        label=rank_letter(rank) if french else value,
        spoken=rank_name(rank) if french else str(rank),
        effect=_allows(limit) if rules.limit_source != "fixed" else "",
        limit=limit,
        is_whole_card=False,
        red=False,
        doubles=False,
        checked=typed.rank == value,
    )


def _suit(suit: str, rules: RuleSet, typed: TypedRound) -> CardChoice:
    name = suit_name(suit)
    doubles, wild = suit in rules.double_suits, suit == "W"
    limit = knock_limit(rules, Card(0, "W", 1)) if wild else None
    return CardChoice(
        value=suit,
        label=SUIT_SIGNS[suit] if suit in FRENCH_SUITS else capfirst(name),
        spoken=_("%(suit)s, counts double") % {"suit": name} if doubles else name,
        effect=_allows(limit) if wild else _("counts double") if doubles else "",
        limit=limit,
        is_whole_card=wild,
        red=suit in "hd",
        doubles=doubles,
        checked=typed.suit == suit,
    )


def _allows(limit: int | None) -> str:
    """Return a knock limit in words; None means no limit."""
    if limit is None:
        return _("knock with any deadwood")
    return _("knock with %(limit)d or less") % {"limit": limit} if limit else _("gin only")
