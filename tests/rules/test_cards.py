"""The two decks: every card exactly once, and its notation."""

from collections import Counter

import pytest

from games.rules.cards import DECKS, Card, UnknownCardError, card


def test_french_deck_has_four_suits_of_thirteen() -> None:
    deck = DECKS["french52"]
    assert len(deck) == 52
    assert Counter(c.suit for c in deck.values()) == dict.fromkeys("shdc", 13)
    assert Counter(c.rank for c in deck.values()) == dict.fromkeys(range(1, 14), 4)
    assert {c.wild for c in deck.values()} == {0}


def test_rumski_deck_has_five_colors_of_thirteen_and_five_wilds() -> None:
    deck = DECKS["rumski70"]
    assert len(deck) == 70
    assert Counter(c.suit for c in deck.values()) == {**dict.fromkeys("RBGYP", 13), "W": 5}
    assert Counter(c.rank for c in deck.values()) == {**dict.fromkeys(range(1, 14), 5), 0: 5}
    assert sorted(c.wild for c in deck.values() if c.wild) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("deck", ["french52", "rumski70"])
def test_every_card_is_found_by_its_own_text(deck: str) -> None:
    assert {text: card(text, deck) for text in DECKS[deck]} == DECKS[deck]
    assert [c.text for c in DECKS[deck].values()] == list(DECKS[deck])
    assert len(set(DECKS[deck].values())) == len(DECKS[deck])


@pytest.mark.parametrize(
    ("text", "deck", "expected"),
    [
        ("As", "french52", Card(1, "s")),
        ("Th", "french52", Card(10, "h")),
        ("Kc", "french52", Card(13, "c")),
        ("2d", "french52", Card(2, "d")),
        ("R1", "rumski70", Card(1, "R")),
        ("P13", "rumski70", Card(13, "P")),
        ("W5", "rumski70", Card(0, "W", 5)),
    ],
)
def test_a_card_has_the_rank_and_suit_of_its_text(text: str, deck: str, expected: Card) -> None:
    assert card(text, deck) == expected


def test_a_text_that_names_no_card_of_the_deck_is_refused(subtests: pytest.Subtests) -> None:
    cases = [
        *(("", d) for d in DECKS),
        *((t, "french52") for t in ("1s", "10s", "AS", "as", "sA", "A", "Asx", " As", "As ", "R1", "W1", "0c", "A♠")),
        *((t, "rumski70") for t in ("R0", "R14", "R01", "r1", "W0", "W6", "W", "As", "O1", "R1 ", "R-1", "W2=7")),
        ("As", "tarot78"),
    ]
    for text, deck in cases:
        with subtests.test(text=text, deck=deck):
            with pytest.raises(UnknownCardError) as refused:
                card(text, deck)
            assert refused.value.args == (text,)
