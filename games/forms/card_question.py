"""Questions about cards: is this a meld, how little deadwood can be left, may that be laid off."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.forms.unanswered import Unanswered
from games.rules.arrangement import MOST, Arrangement, all_best, best_arrangement, best_discard
from games.rules.cards import RANKS, Card, UnknownCard, card
from games.rules.faults import Code, Fault, Illegal
from games.rules.layoffs import Defence, best_defence, may_lay_off
from games.rules.melds import Meld, meld_of
from games.rules.ruleset import RuleSet
from games.wording import no_layoff_text, not_a_meld_text

Answer = dict[str, Any]
_NUMBERS = {str(rank): rank for rank in range(1, RANKS + 1)}
"""What a wild may be said to be."""
_LONGEST = 200
"""Characters of a list of cards: far more than the cards that are looked at take."""


def ask_meld(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Whether ``cards`` are a meld, and the reason where they are none."""
    cards, numbers = read_cards(question["cards"], "cards", rules)
    found = meld_of(cards, rules, numbers)
    if isinstance(found, Meld):
        return {"meld": found.kind.value}
    return {"meld": None, "reason": not_a_meld_text(cards, found)}


def ask_min_deadwood(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """The least deadwood of ``cards``, thrown one first where asked, laid off where the ender's melds are given."""
    cards, _numbers = read_cards(question["cards"], "cards", rules)
    throw, gin = _yes(question, "discard"), _yes(question, "ender_went_gin")
    if "knocker_melds" not in question:
        if throw:
            thrown, kept = best_discard(cards, rules)
            return _arranged(kept) | {"discard": thrown.text}
        return _arranged(best_arrangement(cards, rules))
    melds = question["knocker_melds"]
    if not isinstance(melds, list) or len(melds) > MOST:
        raise Unanswered("invalid_value", "'knocker_melds' must be a list of melds.")
    onto = [read_cards(meld, "knocker_melds", rules)[0] for meld in melds]
    if not throw:
        return _defended(best_defence(cards, onto, rules, ender_went_gin=gin))
    found = [
        (best_defence([c for c in cards if c != thrown], onto, rules, ender_went_gin=gin), thrown) for thrown in cards
    ]
    best, thrown = min(found, key=lambda pair: pair[0].deadwood)
    return _defended(best) | {"discard": thrown.text}


def ask_ender_arrangement(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """How the ender lays a hand down: every arrangement of least deadwood, the least open to layoffs first."""
    cards, _numbers = read_cards(question["cards"], "cards", rules)
    if len(cards) not in (rules.hand_size, rules.hand_size + 1):
        text = f"An ender shows {rules.hand_size} or {rules.hand_size + 1} cards, not {len(cards)}."
        raise Unanswered("wrong_hand_size", text)
    found = [_arranged(arrangement) for arrangement in all_best(cards, rules)]
    return found[0] | {"alternatives": found}


def ask_layoff(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Whether ``card`` may be laid off onto the ender's meld ``onto``, and the reason where it may not."""
    laid, _numbers = read_cards(question["card"], "card", rules)
    if len(laid) != 1:
        raise Unanswered("invalid_value", "'card' must be one card.")
    onto, numbers = read_cards(question["onto"], "onto", rules)
    why = may_lay_off(laid[0], onto, rules, ender_went_gin=_yes(question, "ender_went_gin"), numbers=numbers)
    return {"allowed": True} if why is None else {"allowed": False, "reason": no_layoff_text(why, laid[0], onto)}


def read_cards(text: Any, name: str, rules: RuleSet) -> tuple[list[Card], dict[Card, int]]:
    """The cards that ``text`` lists, and the numbers that wilds in it are said to be ("W2=7").

    Raises Unanswered for what is no list of cards, Illegal with every unknown card and for too many cards.
    """
    if not isinstance(text, str):
        raise Unanswered("invalid_value", f"'{name}' must be text: cards with spaces between them.")
    words = text.split()
    if len(words) > MOST or len(text) > _LONGEST:
        raise Illegal((Fault(Code.TOO_MANY_CARDS, name=name, limit=MOST),))
    if not words:
        raise Unanswered("invalid_value", f"'{name}' names no card.")
    cards, numbers, faults = list[Card](), dict[Card, int](), list[Fault]()
    for word in words:
        plain, equals, number = word.partition("=")
        try:
            found = card(plain, rules.deck)
        except UnknownCard:
            faults.append(Fault(Code.UNKNOWN_CARD, name=word))
            continue
        cards.append(found)
        if equals:
            if not found.wild or number not in _NUMBERS:
                faults.append(Fault(Code.UNKNOWN_CARD, name=word))
            else:
                numbers[found] = _NUMBERS[number]
    if faults:
        raise Illegal(tuple(faults))
    return cards, numbers


def _yes(question: Mapping[str, Any], key: str) -> bool:
    value = question.get(key, False)
    if not isinstance(value, bool):
        raise Unanswered("invalid_value", f"'{key}' must be true or false.")
    return value


def _text(cards: Sequence[Card]) -> str:
    return " ".join(c.text for c in cards)


def _arranged(found: Arrangement) -> Answer:
    return {
        "deadwood": found.deadwood,
        "melds": [_text(meld) for meld in found.melds],
        "unmelded": _text(found.unmelded),
    }


def _defended(found: Defence) -> Answer:
    return {
        "deadwood": found.deadwood,
        "melds": [_text(meld) for meld in found.melds],
        "unmelded": _text(found.unmelded),
        "layoffs": [{"card": c.text, "onto": place} for c, place in found.layoffs],
    }
