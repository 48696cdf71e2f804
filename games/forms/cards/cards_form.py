"""Read the form that enters a round card by card into a declaration, with every fault sorted by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.evaluate.round_with_hands import declaration_faults, with_hands
from games.forms.cards.cards_text import SubmittedHand, arranged_hand, read_submitted_hand
from games.forms.table.round_form import (
    LONGEST_COUNT,
    LONGEST_REASON,
    TypedRound,
    knock_deadwood_is_typed,
    parse_count,
    typed_card,
)
from games.rules.cards import DECKS, RANKS, Card
from games.rules.declaration import Declaration, Ending, Layoff, ShownHand
from games.rules.faults import Code, Fault
from games.rules.hands.arrangement import MAX_CARDS, best_arrangement, card_value
from games.rules.hands.inference import likely_discard, likely_ender, likely_ending
from games.rules.hands.layoff_moves import in_legal_order, without_cards
from games.rules.hands.layoffs import general_layoff_refusal
from games.rules.hands.melds import NotAMeld, meld_of
from games.rules.hands.shown_hands import ShownHands
from games.rules.ruleset import RuleSet
from games.wording.cards import as_typed, card_face, not_a_meld_text
from games.wording.faults import fault_text
from games.wording.words import labeled, listed, printable

Fields = MultiValueDict[str, str]
DECLARED_ENDINGS: Final = {"knock": Ending.KNOCK, "gin": Ending.GIN, "big_gin": Ending.BIG_GIN}


@dataclass(slots=True)
class TypedCards:
    """The submitted cards of a round, and the declaration they make.

    ``declared_ender`` ("", "dead", or a seat) and ``declared_ending`` ("", "knock", "gin", "big_gin") are what the form
    declares; where it declares nothing, ``ender`` and ``ending`` are worked out from the cards. ``hands`` are the
    entered cards by seat; ``shown`` the same as arranged hands without the discard; ``layoffs`` the layoffs in order.
    ``card`` is the upcard or knock card, ``upcard_taken`` whether a player took it (declared, or found in a hand).
    ``faults`` are sentences by seat, ``non_field_errors`` those about no single hand; ``duplicate_cards`` are cards
    that are in two hands, ``duplicate_sentence`` the sentence about them, which is also in ``non_field_errors``.
    ``missing_sentences`` are sentences about what is still missing. ``round`` is the same round as data of the round
    form; its ``declaration`` is None while anything is wrong or missing.
    """

    active: tuple[int, ...]
    declared_ender: str = ""
    declared_ending: str = ""
    ender: int | None = None
    ending: Ending | None = None
    hands: dict[int, SubmittedHand] = field(default_factory=dict)
    shown: dict[int, ShownHand] = field(default_factory=dict)
    layoffs: tuple[Layoff, ...] = ()
    card: Card | None = None
    upcard_taken: bool = False
    faults: dict[int, list[str]] = field(default_factory=dict)
    non_field_errors: list[str] = field(default_factory=list)
    missing_sentences: list[str] = field(default_factory=list)
    duplicate_cards: tuple[str, ...] = ()
    duplicate_sentence: str = ""
    round: TypedRound = field(default_factory=lambda: TypedRound({}, {}))

    @property
    def started(self) -> bool:
        """Whether anything was entered."""
        return bool(self.shown or self.declared_ender or any(self.round.counts.values()))

    @property
    def gin(self) -> bool:
        """Whether the ender went gin, after which layoffs may be forbidden."""
        return self.ending in (Ending.GIN, Ending.BIG_GIN)

    @property
    def all_errors(self) -> tuple[str, ...]:
        """All error sentences; what is only missing so far is not an error."""
        by_hand = (sentence for seat in self.active for sentence in self.faults.get(seat, ()))
        return tuple(dict.fromkeys((*self.non_field_errors, *by_hand)))


def read_cards_form(data: Fields, names: Sequence[str], rules: RuleSet, hand: Sequence[int]) -> TypedCards:
    """Read ``data`` as a round under ``rules`` between the seats of ``hand``; ``names`` are by seat."""
    typed = TypedCards(tuple(sorted(hand)))
    typed.round = TypedRound(
        endings={0: ""},
        counts={seat: data.get(f"deadwood-{seat}", "")[: LONGEST_COUNT + 1] for seat in typed.active},
        reason=printable(data.get("reason", ""))[:LONGEST_REASON],
        rank=data.get("rank", "")[:5],
        suit=data.get("suit", "")[:5],
    )
    typed.hands = {seat: read_submitted_hand(data, str(seat), rules) for seat in typed.active}
    ender_text = data.get("ender", "")
    typed.declared_ender = ender_text if ender_text == "dead" or ender_text in map(str, typed.active) else ""
    typed.declared_ending = data.get("declared", "") if data.get("declared", "") in DECLARED_ENDINGS else ""
    typed.card = typed_card(typed.round, rules)
    in_a_hand = any(typed.card in hand.cards for hand in typed.hands.values())
    typed.upcard_taken = in_a_hand or data.get("upcard_taken") == "yes"
    _lay_out(typed, data, rules)
    _check_round(typed, names, rules)
    return typed


# --- Hands: arranged as declared, or best; who ended the round, and the discard ---------------------------------------


def _lay_out(typed: TypedCards, data: Fields, rules: RuleSet) -> None:
    entered = {
        seat: ShownHand(hand.cards, hand.groups, numbers=hand.numbers)
        for seat, hand in typed.hands.items()
        if hand.cards
    }
    if typed.declared_ender.isdigit():
        typed.ender = int(typed.declared_ender)
    elif not typed.declared_ender:
        typed.ender = likely_ender(entered, rules, typed.card)
    for seat, hand in entered.items():
        discard = _thrown_card(hand, data.get(f"discard-{seat}", ""), typed, rules) if seat == typed.ender else None
        typed.shown[seat] = _with_wild_numbers(typed.hands[seat], seat, data, rules, discard)
    typed.ending = _ending(typed, rules)
    ender = typed.shown.get(typed.ender) if typed.ender is not None else None
    if ender and general_layoff_refusal(rules, ender_went_gin=typed.gin) is None:
        _lay_off(typed, ender, data, rules)


def _thrown_card(hand: ShownHand, chosen_text: str, typed: TypedCards, rules: RuleSet) -> Card | None:
    """Return the ender's discard if one card too many was entered: the declared one, else the likely one."""
    likely = likely_discard(hand, rules, DECLARED_ENDINGS.get(typed.declared_ending))
    chosen = DECKS[rules.deck].get(chosen_text)
    one_more = rules.hand_size < len(hand.cards) <= MAX_CARDS and typed.declared_ending != "big_gin"
    return chosen if one_more and chosen in hand.cards else likely


def _with_wild_numbers(
    entered: SubmittedHand, seat: int, data: Fields, rules: RuleSet, discard: Card | None
) -> ShownHand:
    """Return the entered hand with the numbers given to its wilds in fields of their own; 0 removes a number.

    Those fields belong to the melds shown when the page was made. If the hand is ungrouped and its cards now make
    better melds with other numbers, the fields are ignored.
    """
    hand = arranged_hand(entered, rules, discard)
    numbers = dict(entered.numbers)
    for card in hand.cards:
        text = data.get(f"number-{seat}-{card.text}", "") if card.wild else ""
        if text == "0":
            numbers.pop(card, None)
        elif text.isdecimal() and len(text) < 3 and 1 <= int(text) <= RANKS:
            numbers[card] = int(text)
    if numbers == entered.numbers:
        return hand
    renumbered = arranged_hand(replace(entered, numbers=numbers), rules, discard)
    return (
        renumbered if entered.groups or _unmelded_points(renumbered, rules) <= _unmelded_points(hand, rules) else hand
    )


def _unmelded_points(hand: ShownHand, rules: RuleSet) -> int:
    """Return the points of the cards of ``hand`` that are in no meld."""
    return sum(card_value(card, rules) for card in hand.unmelded)


def _ending(typed: TypedCards, rules: RuleSet) -> Ending | None:
    if typed.declared_ender == "dead":
        return Ending.DEAD
    if typed.ender is None:
        return None
    if typed.declared_ending:
        return DECLARED_ENDINGS[typed.declared_ending]
    hand = typed.shown.get(typed.ender)
    if hand is None:
        return Ending.GIN if typed.round.counts.get(typed.ender, "").strip() == "0" else Ending.KNOCK
    if len(hand.cards) < rules.hand_size:
        return Ending.KNOCK  # not known yet: three melded cards of ten are not gin
    return likely_ending(hand, rules)


def _lay_off(typed: TypedCards, ender: ShownHand, data: Fields, rules: RuleSet) -> None:
    """Read the layoffs, and take each laid-off card out of its owner's melds."""
    numbers = {meld_name(meld): index for index, meld in enumerate(ender.melds)}
    layoffs: list[Layoff] = []
    for seat, hand in typed.shown.items():
        if seat == typed.ender:
            continue
        onto = {card: numbers.get(data.get(f"layoff-{seat}-{card.text}", "")) for card in hand.cards}
        laid_off = {card: index for card, index in onto.items() if index is not None}
        layoffs += [Layoff(seat, card, index) for card, index in laid_off.items()]
        remaining = tuple(card for card in hand.cards if card not in laid_off)
        if laid_off and not typed.hands[seat].groups and 0 < len(remaining) <= MAX_CARDS:
            melds = best_arrangement(remaining, rules, hand.numbers).melds
            typed.shown[seat] = ShownHand(hand.cards, melds, numbers=hand.numbers)
        elif laid_off:
            typed.shown[seat] = without_cards(hand, laid_off)
    typed.layoffs = in_legal_order(layoffs, ender, rules)


def meld_name(meld: Sequence[Card]) -> str:
    """Return the name of one of the ender's melds in form fields: its cards, in a fixed order."""
    return " ".join(sorted(card.text for card in meld))


# --- The declaration, and its faults ----------------------------------------------------------------------------------


def _check_round(typed: TypedCards, names: Sequence[str], rules: RuleSet) -> None:
    for seat, hand in typed.hands.items():
        typed.faults.setdefault(seat, []).extend(hand.faults)
    counts = _counts(typed, names)
    if typed.ending is None:
        if typed.started:
            typed.missing_sentences.append(_("Who ended the round?"))
        ending = Ending.DEAD  # not known yet, but the hands are checked all the same
    else:
        ending = typed.ending
    by_counts = Declaration(typed.active, ending, typed.ender, counts, typed.card)
    declaration = with_hands(by_counts, ShownHands(ending, typed.ender, typed.shown, typed.layoffs), rules)
    faults = declaration_faults(declaration, rules, typed.shown)
    for fault in faults:
        _add_fault(fault, typed, names, rules)
    if typed.duplicate_cards:
        typed.duplicate_sentence = _twice_text(typed, names, rules)
        typed.non_field_errors.append(typed.duplicate_sentence)
    if typed.round.card_error and not typed.round.card_missing:
        typed.non_field_errors.append(typed.round.card_error)
    # A hand that still lacks cards is not counted: the cards so far may happen to be a meld and give 0.
    unfinished = {fault.seat for fault in faults if fault.code is Code.WRONG_HAND_SIZE}
    counts = {seat: points for seat, points in declaration.deadwood.items() if seat not in unfinished}
    _fill_round_form(typed, counts, rules)
    if typed.ending is not None and not typed.all_errors and not typed.missing_sentences:
        typed.round.declaration = declaration


def _counts(typed: TypedCards, names: Sequence[str]) -> dict[int, int]:
    """Return the typed deadwood of the players whose cards were not entered."""
    counts = {}
    for seat in typed.active:
        if seat in typed.shown or typed.hands[seat].faults:
            continue
        try:
            count = parse_count(typed.round.counts[seat])
        except ValueError:
            message = _("%(who)s's deadwood must be a whole number, or a sum like 10+6.")
            typed.faults[seat].append(message % {"who": names[seat]})
            continue
        if count is None and seat == typed.ender and typed.gin:
            count = 0
        if count is not None:
            counts[seat] = count
    return counts if typed.ending is not Ending.DEAD else {}


def _add_fault(fault: Fault, typed: TypedCards, names: Sequence[str], rules: RuleSet) -> None:
    """Add the sentence for a fault to the hand it is about, or to ``waiting`` if something is only missing."""
    seat, sentence = fault.seat, fault_text(replace(fault, name=as_typed(fault.name)), names)
    sentences = typed.faults.setdefault(seat, []) if seat is not None else typed.non_field_errors
    match fault.code:
        case Code.WRONG_HAND_SIZE if (fault.amount or 0) < (fault.limit or 0):
            typed.missing_sentences.append(sentence)
        case Code.MISSING_DEADWOOD if seat is not None:
            if not typed.hands[seat].faults and not typed.faults[seat]:
                typed.missing_sentences.append(_("Enter %(who)s's cards or their total.") % {"who": names[seat]})
        case Code.MISSING_KNOCK_CARD:
            typed.round.card_missing = True
            typed.missing_sentences.append(sentence)
        case Code.UNKNOWN_PLAYER:
            typed.missing_sentences.append(sentence)
        case Code.NOT_A_MELD if seat is not None:
            sentences.append(labeled(names[seat], _not_a_meld_sentence(fault, typed.shown[seat], rules)))
        case Code.DUPLICATE_CARD if seat is None:
            typed.duplicate_cards += (fault.name,)
        case _:
            sentences.append(sentence)


def _twice_text(typed: TypedCards, names: Sequence[str], rules: RuleSet) -> str:
    """Return the sentence about the cards that are in two hands."""
    cards = listed([card_face(DECKS[rules.deck][text]) for text in typed.duplicate_cards])
    holders = [s for s in typed.active if not {c.text for c in typed.hands[s].cards}.isdisjoint(typed.duplicate_cards)]
    text = ngettext(
        "%(cards)s is in two hands: %(who)s have it.",
        "%(cards)s are in two hands: %(who)s have them.",
        len(typed.duplicate_cards),
    )
    return text % {"cards": cards, "who": listed([names[seat] for seat in holders])}


def _not_a_meld_sentence(fault: Fault, hand: ShownHand, rules: RuleSet) -> str:
    """Return the sentence why the cards named by a fault are not a meld."""
    meld = next(meld for meld in hand.melds if " ".join(card.text for card in meld) == fault.name)
    reason = meld_of(meld, rules, hand.numbers)
    return not_a_meld_text(meld, reason, card_face) if isinstance(reason, NotAMeld) else fault.name


def _fill_round_form(typed: TypedCards, counts: Mapping[int, int], rules: RuleSet) -> None:
    """Fill in the round form's fields, so that the round can be finished there; ``counts`` are points by seat."""
    if typed.ending is Ending.DEAD:
        typed.round.endings[0] = "dead"
    elif typed.ending is not None and typed.ender is not None:
        enders_points = counts.get(typed.ender)
        kind = Ending.GIN if typed.ending is Ending.KNOCK and enders_points == 0 else typed.ending
        without_points = knock_deadwood_is_typed(rules) or enders_points is None or kind is not Ending.KNOCK
        typed.round.endings[0] = f"{typed.ender}:{kind.value}" + ("" if without_points else f":{enders_points}")
        if kind is Ending.KNOCK and enders_points is None and not knock_deadwood_is_typed(rules):
            typed.round.endings[0] = ""
    typed.round.counts |= {seat: str(points) for seat, points in counts.items() if seat in typed.shown}
