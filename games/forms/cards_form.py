"""A round entered by its cards: from the fields of the page to a declaration, with every fault beside its hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.cards_text import CardsTyped, cards_typed, hand_of
from games.forms.round_form import (
    LONGEST_COUNT,
    LONGEST_REASON,
    TypedRound,
    card_typed,
    count_of,
    counted,
    printable,
)
from games.forms.shown_round import faults_shown, with_cards
from games.rules.arrangement import MOST, best_arrangement
from games.rules.cards import DECKS, RANKS, Card
from games.rules.declaration import Declaration, Ending, Layoff, ShownHand
from games.rules.faults import Code, Fault
from games.rules.laying import in_order, without
from games.rules.layoffs import why_no_layoffs
from games.rules.likely import likely_discard, likely_ender, likely_ending
from games.rules.melds import NotAMeld, meld_of
from games.rules.ruleset import RuleSet
from games.rules.shown import Shown
from games.wording import as_typed, card_face, fault_text, listed, not_a_meld_text

Fields = MultiValueDict[str, str]
CALLED: Final = {"knock": Ending.KNOCK, "gin": Ending.GIN, "big_gin": Ending.BIG_GIN}


@dataclass(slots=True)
class TypedCards:
    """What the page holds, and what it comes to.

    ``said_ender`` ("", "dead", or a seat) and ``called`` ("", "knock", "gin", "big_gin") are what somebody said; where
    nobody did, ``ender`` and ``ending`` are what the cards say. ``hands`` are the cards as typed by seat, ``shown``
    those that make a hand, laid out and without what was thrown; ``laid`` the layoffs in order; ``numbers`` what wilds
    were said to be. ``card`` is the one that sets the limit, ``upcard_taken`` tells that somebody took it: it was said,
    or is in a hand. ``faults`` are sentences by seat and ``general`` those of nobody in particular; ``twice`` are
    the cards that are in two hands, and ``twice_text`` says so, also in ``general``. ``waiting`` says what is still to
    be told. ``round`` is the same as the round form holds it; its ``told`` is None where anything is
    wrong or missing.
    """

    active: tuple[int, ...]
    said_ender: str = ""
    called: str = ""
    ender: int | None = None
    ending: Ending | None = None
    hands: dict[int, CardsTyped] = field(default_factory=dict)
    shown: dict[int, ShownHand] = field(default_factory=dict)
    laid: tuple[Layoff, ...] = ()
    card: Card | None = None
    upcard_taken: bool = False
    faults: dict[int, list[str]] = field(default_factory=dict)
    general: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    twice: tuple[str, ...] = ()
    twice_text: str = ""
    round: TypedRound = field(default_factory=lambda: TypedRound({}, {}))

    @property
    def started(self) -> bool:
        """Whether anything was entered at all."""
        return bool(self.shown or self.said_ender or any(self.round.counts.values()))

    @property
    def gin(self) -> bool:
        """Whether the ender has gone gin, so that other layoffs may be forbidden."""
        return self.ending in (Ending.GIN, Ending.BIG_GIN)

    @property
    def wrong(self) -> tuple[str, ...]:
        """A sentence for everything that is wrong; what is only missing so far is not."""
        own = (sentence for seat in self.active for sentence in self.faults.get(seat, ()))
        return tuple(dict.fromkeys((*self.general, *own)))


def read_cards_form(data: Fields, names: Sequence[str], rules: RuleSet, hand: Sequence[int]) -> TypedCards:
    """What the fields in ``data`` say of a round under ``rules`` between the seats of ``hand``; ``names`` by seat."""
    typed = TypedCards(tuple(sorted(hand)))
    typed.round = TypedRound(
        endings={0: ""},
        counts={seat: data.get(f"deadwood-{seat}", "")[: LONGEST_COUNT + 1] for seat in typed.active},
        reason=printable(data.get("reason", ""))[:LONGEST_REASON],
        rank=data.get("rank", "")[:5],
        suit=data.get("suit", "")[:5],
    )
    typed.hands = {seat: cards_typed(data, str(seat), rules) for seat in typed.active}
    said = data.get("ender", "")
    typed.said_ender = said if said == "dead" or said in map(str, typed.active) else ""
    typed.called = data.get("declared", "") if data.get("declared", "") in CALLED else ""
    typed.card = card_typed(typed.round, rules)
    taken = any(typed.card in hand.cards for hand in typed.hands.values())
    typed.upcard_taken = taken or data.get("upcard_taken") == "yes"
    _lay_out(typed, data, rules)
    _judge(typed, names, rules)
    return typed


# --- Hands: laid out as they were declared, or best; who ended the round, and what he threw --------------------------


def _lay_out(typed: TypedCards, data: Fields, rules: RuleSet) -> None:
    entered = {
        seat: ShownHand(hand.cards, hand.groups, numbers=hand.numbers)
        for seat, hand in typed.hands.items()
        if hand.cards
    }
    if typed.said_ender.isdigit():
        typed.ender = int(typed.said_ender)
    elif not typed.said_ender:
        typed.ender = likely_ender(entered, rules, typed.card)
    for seat, hand in entered.items():
        discard = _thrown(hand, data.get(f"discard-{seat}", ""), typed, rules) if seat == typed.ender else None
        typed.shown[seat] = _numbered(hand_of(typed.hands[seat], rules, discard), seat, data)
    typed.ending = _ending(typed, rules)
    ender = typed.shown.get(typed.ender) if typed.ender is not None else None
    if ender and why_no_layoffs(rules, ender_went_gin=typed.gin) is None:
        _lay_off(typed, ender, data, rules)


def _thrown(hand: ShownHand, said: str, typed: TypedCards, rules: RuleSet) -> Card | None:
    """The card of eleven that the ender threw: the one that was said, else the likely one."""
    likely = likely_discard(hand, rules, CALLED.get(typed.called))
    chosen = DECKS[rules.deck].get(said)
    one_more = rules.hand_size < len(hand.cards) <= MOST and typed.called != "big_gin"
    return chosen if one_more and chosen in hand.cards else likely


def _numbered(hand: ShownHand, seat: int, data: Fields) -> ShownHand:
    """``hand`` with what its wilds were said to be in fields of their own; 0 takes a number back."""
    numbers = dict(hand.numbers)
    for card in hand.cards:
        said = data.get(f"number-{seat}-{card.text}", "") if card.wild else ""
        if said == "0":
            numbers.pop(card, None)
        elif said.isdecimal() and len(said) < 3 and 1 <= int(said) <= RANKS:
            numbers[card] = int(said)
    return ShownHand(hand.cards, hand.melds, hand.discard, numbers)


def _ending(typed: TypedCards, rules: RuleSet) -> Ending | None:
    if typed.said_ender == "dead":
        return Ending.DEAD
    if typed.ender is None:
        return None
    if typed.called:
        return CALLED[typed.called]
    hand = typed.shown.get(typed.ender)
    if hand is None:
        return Ending.GIN if typed.round.counts.get(typed.ender, "").strip() == "0" else Ending.KNOCK
    return likely_ending(hand, rules)


def _lay_off(typed: TypedCards, ender: ShownHand, data: Fields, rules: RuleSet) -> None:
    """Read what was laid off on which meld; whoever laid off a card has it in no meld of his own."""
    numbers = {meld_name(meld): at for at, meld in enumerate(ender.melds)}
    said: list[Layoff] = []
    for seat, hand in typed.shown.items():
        if seat == typed.ender:
            continue
        onto = {card: numbers.get(data.get(f"layoff-{seat}-{card.text}", "")) for card in hand.cards}
        gone = {card: at for card, at in onto.items() if at is not None}
        said += [Layoff(seat, card, at) for card, at in gone.items()]
        kept = tuple(card for card in hand.cards if card not in gone)
        if gone and not typed.hands[seat].groups and 0 < len(kept) <= MOST:
            typed.shown[seat] = ShownHand(hand.cards, best_arrangement(kept, rules).melds)
        elif gone:
            typed.shown[seat] = without(hand, gone)
    typed.laid = in_order(said, ender, rules)


def meld_name(meld: Sequence[Card]) -> str:
    """What the page's fields call one of the ender's melds: its cards, in an order that does not change."""
    return " ".join(sorted(card.text for card in meld))


# --- What it comes to, and what is wrong -----------------------------------------------------------------------------


def _judge(typed: TypedCards, names: Sequence[str], rules: RuleSet) -> None:
    for seat, hand in typed.hands.items():
        typed.faults.setdefault(seat, []).extend(hand.faults)
    counts = _counts(typed, names)
    if typed.ending is None:
        if typed.started:
            typed.waiting.append(_("Who ended the round?"))
        ending = Ending.DEAD  # until somebody says so: the hands are looked at all the same
    else:
        ending = typed.ending
    told = Declaration(typed.active, ending, typed.ender, counts, typed.card)
    declaration = with_cards(told, Shown(ending, typed.ender, typed.shown, typed.laid), rules)
    faults = faults_shown(declaration, rules, typed.shown)
    for fault in faults:
        _note(fault, typed, names, rules)
    if typed.twice:
        typed.twice_text = _twice_text(typed, names, rules)
        typed.general.append(typed.twice_text)
    if typed.round.card_error and not typed.round.card_missing:
        typed.general.append(typed.round.card_error)
    # A hand with cards still missing counts for nothing yet: its few cards may even be a meld, and say 0.
    unfinished = {fault.seat for fault in faults if fault.code is Code.WRONG_HAND_SIZE}
    counts = {seat: points for seat, points in declaration.deadwood.items() if seat not in unfinished}
    _in_numbers(typed, counts, rules)
    if typed.ending is not None and not typed.wrong and not typed.waiting:
        typed.round.told = declaration


def _counts(typed: TypedCards, names: Sequence[str]) -> dict[int, int]:
    """The deadwood of those whose cards were not entered."""
    counts = {}
    for seat in typed.active:
        if seat in typed.shown or typed.hands[seat].faults:
            continue
        try:
            count = count_of(typed.round.counts[seat])
        except ValueError:
            said = _("%(who)s's deadwood must be a whole number, or a sum like 10+6.")
            typed.faults[seat].append(said % {"who": names[seat]})
            continue
        if count is None and seat == typed.ender and typed.gin:
            count = 0
        if count is not None:
            counts[seat] = count
    return counts if typed.ending is not Ending.DEAD else {}


def _note(fault: Fault, typed: TypedCards, names: Sequence[str], rules: RuleSet) -> None:
    """Put a sentence beside the hand it concerns; what is only not told yet is waited for."""
    seat, sentence = fault.seat, fault_text(replace(fault, name=as_typed(fault.name)), names)
    own = typed.faults.setdefault(seat, []) if seat is not None else typed.general
    match fault.code:
        case Code.WRONG_HAND_SIZE if (fault.amount or 0) < (fault.limit or 0):
            typed.waiting.append(sentence)
        case Code.MISSING_DEADWOOD if seat is not None:
            if not typed.hands[seat].faults and not typed.faults[seat]:
                typed.waiting.append(_("%(who)s's cards, or how much they count?") % {"who": names[seat]})
        case Code.MISSING_KNOCK_CARD:
            typed.round.card_missing = True
            typed.waiting.append(sentence)
        case Code.UNKNOWN_PLAYER:
            typed.waiting.append(sentence)
        case Code.NOT_A_MELD if seat is not None:
            own.append(f"{names[seat]}: {_no_meld(fault, typed.shown[seat], rules)}")
        case Code.DUPLICATE_CARD if seat is None:
            typed.twice += (fault.name,)
        case _:
            own.append(sentence)


def _twice_text(typed: TypedCards, names: Sequence[str], rules: RuleSet) -> str:
    """Which cards are in more than one hand, and in whose."""
    cards = listed([card_face(DECKS[rules.deck][text]) for text in typed.twice])
    holders = [s for s in typed.active if not {c.text for c in typed.hands[s].cards}.isdisjoint(typed.twice)]
    text = ngettext(
        "%(cards)s is in two hands: %(who)s have it.",
        "%(cards)s are in two hands: %(who)s have them.",
        len(typed.twice),
    )
    return text % {"cards": cards, "who": listed([names[seat] for seat in holders])}


def _no_meld(fault: Fault, hand: ShownHand, rules: RuleSet) -> str:
    """Why the cards that a fault names are no meld."""
    meld = next(meld for meld in hand.melds if " ".join(card.text for card in meld) == fault.name)
    found = meld_of(meld, rules, hand.numbers)
    return not_a_meld_text(meld, found, card_face) if isinstance(found, NotAMeld) else fault.name


def _in_numbers(typed: TypedCards, counts: Mapping[int, int], rules: RuleSet) -> None:
    """The same in the fields of the round form, so that one may go on with numbers; ``counts`` are points by seat."""
    if typed.ending is Ending.DEAD:
        typed.round.endings[0] = "dead"
    elif typed.ending is not None and typed.ender is not None:
        own = counts.get(typed.ender)
        kind = Ending.GIN if typed.ending is Ending.KNOCK and own == 0 else typed.ending
        plain = counted(rules) or own is None or kind is not Ending.KNOCK
        typed.round.endings[0] = f"{typed.ender}:{kind.value}" + ("" if plain else f":{own}")
        if kind is Ending.KNOCK and own is None and not counted(rules):
            typed.round.endings[0] = ""
    typed.round.counts |= {seat: str(points) for seat, points in counts.items() if seat in typed.shown}
