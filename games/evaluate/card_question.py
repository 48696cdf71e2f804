"""Answer evaluate's questions about cards: is this a meld, what is the least deadwood, is that layoff allowed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.evaluate.question_error import QuestionError
from games.rules.cards import RANKS, Card, UnknownCardError, card
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.arrangement import MAX_CARDS, Arrangement, all_best, best_arrangement, best_discard
from games.rules.hands.layoffs import Defence, best_defence, layoff_refusal
from games.rules.hands.melds import Meld, meld_of
from games.rules.ruleset import RuleSet
from games.wording.cards import no_layoff_text, not_a_meld_text

Answer = dict[str, Any]
_WILD_NUMBERS = {str(rank): rank for rank in range(1, RANKS + 1)}
"""The numbers that a wild may stand for, by their text."""
_MAX_TEXT_LENGTH = 200
"""The longest list of cards that is read, in characters: far more than a hand takes."""


def answer_meld(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Answer whether ``cards`` are a meld, with the reason if not."""
    cards, numbers = read_cards(question["cards"], "cards", rules)
    meld = meld_of(cards, rules, numbers)
    if isinstance(meld, Meld):
        return {"meld": meld.kind.value}
    return {"meld": None, "reason": not_a_meld_text(cards, meld)}


def answer_min_deadwood(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Answer the least deadwood of ``cards``, after the best discard if asked, and after layoffs if melds are given.

    A wild written with a number ("W2=7") counts as that card only; in the ender's melds that decides what fits.
    """
    cards, wild_numbers = read_cards(question["cards"], "cards", rules)
    wants_discard, gin = _boolean(question, "discard"), _boolean(question, "ender_went_gin")
    if "knocker_melds" not in question:
        if wants_discard:
            thrown, remaining = best_discard(cards, rules, wild_numbers)
            return _arrangement_json(remaining, wild_numbers) | {"discard": _cards_text([thrown], wild_numbers)}
        return _arrangement_json(best_arrangement(cards, rules, wild_numbers), wild_numbers)
    if wild_numbers:
        text = "With 'knocker_melds', 'cards' can't state the value of a wild: that hand may use its wilds freely."
        raise QuestionError("invalid_value", text)
    melds = question["knocker_melds"]
    if not isinstance(melds, list) or len(melds) > MAX_CARDS:
        raise QuestionError("invalid_value", "'knocker_melds' must be a list of melds.")
    onto, numbers = _enders_melds(melds, rules)

    def defended(hand: Sequence[Card]) -> Defence:
        return best_defence(hand, onto, rules, ender_went_gin=gin, declared_ranks=numbers)

    if not wants_discard:
        return _defence_json(defended(cards))
    options = [(defended([c for c in cards if c != thrown]), thrown) for thrown in cards]
    best, thrown = min(options, key=lambda pair: pair[0].deadwood)
    return _defence_json(best) | {"discard": thrown.text}


def _enders_melds(melds: Sequence[Any], rules: RuleSet) -> tuple[list[list[Card]], dict[Card, int]]:
    """Read the ender's melds and the numbers of their wilds. Raises RulesError for a card that is in two melds."""
    onto, numbers = list[list[Card]](), dict[Card, int]()
    for meld in melds:
        cards, stated = read_cards(meld, "knocker_melds", rules)
        onto.append(cards)
        numbers |= stated
    times = Counter(card for cards in onto for card in set(cards))
    twice = [card.text for card, number in times.items() if number > 1]
    if twice:
        raise RulesError((Fault(Code.CARD_IN_TWO_MELDS, name=" ".join(twice)),))
    return onto, numbers


def answer_ender_arrangement(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Answer how the ender should lay down: all arrangements of least deadwood, those open to fewest layoffs first.

    A wild written with a number counts as that card only.
    """
    cards, numbers = read_cards(question["cards"], "cards", rules)
    if len(cards) not in (rules.hand_size, rules.hand_size + 1):
        text = f"The hand that ends the round has {rules.hand_size} or {rules.hand_size + 1} cards, not {len(cards)}."
        raise QuestionError("wrong_hand_size", text)
    arrangements = [_arrangement_json(arrangement, numbers) for arrangement in all_best(cards, rules, numbers)]
    return arrangements[0] | {"alternatives": arrangements}


def answer_layoff(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Answer whether ``card`` may be laid off on the ender's meld ``onto``, with the reason if not."""
    laid, _numbers = read_cards(question["card"], "card", rules)
    if len(laid) != 1:
        raise QuestionError("invalid_value", "'card' must be one card.")
    onto, numbers = read_cards(question["onto"], "onto", rules)
    reason = layoff_refusal(
        laid[0], onto, rules, ender_went_gin=_boolean(question, "ender_went_gin"), declared_ranks=numbers
    )
    return {"allowed": True} if reason is None else {"allowed": False, "reason": no_layoff_text(reason, laid[0], onto)}


def read_cards(text: Any, name: str, rules: RuleSet) -> tuple[list[Card], dict[Card, int]]:
    """Return the cards listed in ``text``, and the numbers given for wilds ("W2=7").

    Raises QuestionError if ``text`` is not a list of cards, RulesError for unknown cards and for too many.
    """
    if not isinstance(text, str):
        raise QuestionError("invalid_value", f"'{name}' must be text: cards separated by spaces.")
    words = text.split()
    if len(words) > MAX_CARDS or len(text) > _MAX_TEXT_LENGTH:
        raise RulesError((Fault(Code.TOO_MANY_CARDS, name=name, limit=MAX_CARDS),))
    if not words:
        raise QuestionError("invalid_value", f"'{name}' must contain at least one card.")
    cards, numbers, faults = list[Card](), dict[Card, int](), list[Fault]()
    for word in words:
        name_text, equals, number = word.partition("=")
        try:
            found = card(name_text, rules.deck)
        except UnknownCardError:
            faults.append(Fault(Code.UNKNOWN_CARD, name=word))
            continue
        cards.append(found)
        if equals:
            if not found.wild or number not in _WILD_NUMBERS:
                faults.append(Fault(Code.UNKNOWN_CARD, name=word))
            else:
                numbers[found] = _WILD_NUMBERS[number]
    if faults:
        raise RulesError(tuple(faults))
    return cards, numbers


def _boolean(question: Mapping[str, Any], key: str) -> bool:
    value = question.get(key, False)
    if not isinstance(value, bool):
        raise QuestionError("invalid_value", f"'{key}' must be true or false.")
    return value


def _cards_text(cards: Sequence[Card], numbers: Mapping[Card, int] | None = None) -> str:
    """Return cards as text, each wild with its number if it has one."""
    wild_numbers = numbers or {}
    return " ".join(f"{c.text}={wild_numbers[c]}" if c in wild_numbers else c.text for c in cards)


def _arrangement_json(arrangement: Arrangement, numbers: Mapping[Card, int]) -> Answer:
    return {
        "deadwood": arrangement.deadwood,
        "melds": [_cards_text(meld, numbers) for meld in arrangement.melds],
        "unmelded": _cards_text(arrangement.unmelded, numbers),
    }


def _defence_json(defence: Defence) -> Answer:
    return {
        "deadwood": defence.deadwood,
        "melds": [_cards_text(meld) for meld in defence.melds],
        "unmelded": _cards_text(defence.unmelded),
        "layoffs": [{"card": c.text, "onto": place} for c, place in defence.layoffs],
    }
