"""Read hands and layoffs from JSON: the fields ``hands`` and ``layoffs`` of evaluate's questions and the API."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.evaluate.card_question import read_cards
from games.evaluate.declaration_json import seat_named
from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import check_keys, read_list
from games.rules.cards import Card
from games.rules.declaration import Declaration
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.arrangement import MAX_CARDS
from games.rules.hands.shown_hands import Layoff, ShownHand, ShownHands
from games.rules.ruleset import RuleSet

_MOST_LAYOFFS: Final = 100
"""More than any deck has cards."""


class HandsReader:
    """Reads the hands and layoffs of one round, collecting the faults of form."""

    def __init__(self, names: Sequence[str], rules: RuleSet) -> None:
        self.names, self.rules = names, rules
        self.faults: list[Fault] = []
        self.seats_given: set[int] = set()
        """The seats whose hands were given, readable or not."""

    def read(self, question: Mapping[str, Any], declaration: Declaration) -> ShownHands:
        """Return the ``hands`` and ``layoffs`` of a question; unreadable ones are left out and noted in ``faults``.

        Raises QuestionError if the JSON does not have the shape of hands at all.
        """
        hands = self._hands(question["hands"])
        layoffs = [
            self._layoff(layoff, number)
            for number, layoff in enumerate(
                read_list(question.get("layoffs", []), "layoffs", "Layoff", _MOST_LAYOFFS), 1
            )
        ]
        # An unreadable hand already has its faults; layoffs that depend on it are not checked.
        unread = self.seats_given - set(hands)
        legible = [x for x in layoffs if x and not unread & {x.seat, declaration.ender}]
        return ShownHands(declaration.ending, declaration.ender, hands, tuple(legible))

    def _hands(self, data: Any) -> dict[int, ShownHand]:
        if not isinstance(data, dict):
            raise QuestionError("invalid_value", "'hands' must be an object with a hand for each player's name.")
        hands = {}
        for name, hand in data.items():
            seat = seat_named(name, self.names, self.faults)
            if not isinstance(hand, dict):
                raise QuestionError("invalid_value", f"The hand of {name[:60]!r} must be an object.")
            check_keys(hand, ("cards", "melds"), ("discard",), f" in the hand of {name[:60]!r}")
            if seat is not None:
                self.seats_given.add(seat)
                shown_hand = self._hand(hand, seat)
                if shown_hand:
                    hands[seat] = shown_hand
        return hands

    def _hand(self, hand: Mapping[str, Any], seat: int) -> ShownHand | None:
        faults_before = len(self.faults)
        cards, numbers = self._cards(hand["cards"], "cards", seat)
        melds = []
        if isinstance(hand["melds"], list) and len(hand["melds"]) <= MAX_CARDS:
            for meld in hand["melds"]:
                cards_of_meld, stated = self._cards(meld, "melds", seat)
                melds.append(tuple(cards_of_meld))
                numbers |= stated
        else:
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name="melds", reason="list"))
        discard = None
        if hand.get("discard") is not None:
            discard = self._card(hand["discard"], "discard", seat)
        if len(self.faults) > faults_before:
            return None
        return ShownHand(tuple(cards), tuple(melds), discard, numbers)

    def _layoff(self, data: Any, number: int) -> Layoff | None:
        if not isinstance(data, dict):
            raise QuestionError("invalid_value", f"Layoff {number} must be an object.")
        check_keys(data, ("player", "card", "onto"), (), f" in layoff {number}")
        seat = seat_named(data["player"], self.names, self.faults)
        card = self._card(data["card"], "layoff", seat)
        onto = data["onto"]
        if isinstance(onto, bool) or not isinstance(onto, int):
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name="onto", reason="whole_number"))
            return None
        return None if seat is None or card is None else Layoff(seat, card, onto)

    def _card(self, text: Any, name: str, seat: int | None) -> Card | None:
        cards, _ = self._cards(text, name, seat)
        if len(cards) > 1:
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name=name, reason="one_card"))
        return cards[0] if len(cards) == 1 else None

    def _cards(self, text: Any, name: str, seat: int | None) -> tuple[list[Card], dict[Card, int]]:
        """Return the cards listed in a text; none if it could not be read."""
        if not isinstance(text, str) or not text.split():
            reason = "no_cards" if isinstance(text, str) else "cards"
            self.faults.append(Fault(Code.INVALID_VALUE, seat, name=name, reason=reason))
            return [], {}
        try:
            return read_cards(text, name, self.rules)
        except RulesError as illegal:
            self.faults += [Fault(f.code, seat, name=f.name, limit=f.limit) for f in illegal.faults]
            return [], {}
