"""Hands and layoffs as JSON, keyed by players' names, to what the rules look at: evaluate's ``hands``, ``layoffs``."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.forms.asked import check_keys, list_of
from games.forms.card_question import read_cards
from games.forms.told import seat_named
from games.forms.unanswered import Unanswered
from games.rules.arrangement import MOST
from games.rules.cards import Card
from games.rules.declaration import Declaration
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import RuleSet
from games.rules.shown import Layoff, Shown, ShownHand

_MOST_LAYOFFS: Final = 100
"""More than the cards of any deck."""


class Reader:
    """Reads the hands and layoffs of one round, and keeps every fault of form on the way."""

    def __init__(self, names: Sequence[str], rules: RuleSet) -> None:
        self.names, self.rules = names, rules
        self.faults: list[Fault] = []
        self.given: set[int] = set()
        """Whose hands were given, whether they could be read or not."""

    def shown(self, question: Mapping[str, Any], declaration: Declaration) -> Shown:
        """What ``hands`` and ``layoffs`` of a question show; what cannot be read is left out of it.

        Raises Unanswered for what has not the form of hands at all.
        """
        hands = self._hands(question["hands"])
        layoffs = [
            self._layoff(layoff, number)
            for number, layoff in enumerate(list_of(question.get("layoffs", []), "layoffs", "Layoff", _MOST_LAYOFFS), 1)
        ]
        # A hand that could not be read has its faults already, and what hangs on it is not judged.
        unread = self.given - set(hands)
        legible = [x for x in layoffs if x and not unread & {x.seat, declaration.ender}]
        return Shown(declaration.ending, declaration.ender, hands, tuple(legible))

    def _hands(self, given: Any) -> dict[int, ShownHand]:
        if not isinstance(given, dict):
            raise Unanswered("invalid_value", "'hands' must be an object: a hand by each player's name.")
        hands = {}
        for name, hand in given.items():
            seat = seat_named(name, self.names, self.faults)
            if not isinstance(hand, dict):
                raise Unanswered("invalid_value", f"The hand of {name[:60]!r} must be an object.")
            check_keys(hand, ("cards", "melds"), ("discard",), f" of the hand of {name[:60]!r}")
            if seat is not None:
                self.given.add(seat)
                read = self._hand(hand, seat)
                if read:
                    hands[seat] = read
        return hands

    def _hand(self, hand: Mapping[str, Any], seat: int) -> ShownHand | None:
        before = len(self.faults)
        cards, numbers = self._cards(hand["cards"], "cards", seat)
        melds = []
        if isinstance(hand["melds"], list) and len(hand["melds"]) <= MOST:
            for meld in hand["melds"]:
                found, said = self._cards(meld, "melds", seat)
                melds.append(tuple(found))
                numbers |= said
        else:
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name="melds", reason="list"))
        discard = None
        if hand.get("discard") is not None:
            discard = self._card(hand["discard"], "discard", seat)
        if len(self.faults) > before:
            return None
        return ShownHand(tuple(cards), tuple(melds), discard, numbers)

    def _layoff(self, given: Any, number: int) -> Layoff | None:
        if not isinstance(given, dict):
            raise Unanswered("invalid_value", f"Layoff {number} must be an object.")
        check_keys(given, ("player", "card", "onto"), (), f" of layoff {number}")
        seat = seat_named(given["player"], self.names, self.faults)
        card = self._card(given["card"], "layoff", seat)
        onto = given["onto"]
        if isinstance(onto, bool) or not isinstance(onto, int):
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name="onto", reason="whole_number"))
            return None
        return None if seat is None or card is None else Layoff(seat, card, onto)

    def _card(self, given: Any, name: str, seat: int | None) -> Card | None:
        cards, _ = self._cards(given, name, seat)
        if len(cards) > 1:
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name=name, reason="one_card"))
        return cards[0] if len(cards) == 1 else None

    def _cards(self, given: Any, name: str, seat: int | None) -> tuple[list[Card], dict[Card, int]]:
        """The cards that a text lists, none where it could not be read."""
        if not isinstance(given, str) or not given.split():
            reason = "no_cards" if isinstance(given, str) else "cards"
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name=name, reason=reason))
            return [], {}
        try:
            return read_cards(given, name, self.rules)
        except Illegal as illegal:
            self.faults += [Fault(f.code, seat, name=f.name, limit=f.limit) for f in illegal.faults]
            return [], {}
