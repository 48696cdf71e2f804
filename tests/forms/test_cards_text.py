"""Parsing a hand that was typed or ticked: what is accepted, the errors, and formatting it again."""

from typing import Any

import pytest
from django.utils import translation
from django.utils.datastructures import MultiValueDict
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from games.forms.cards.cards_text import SubmittedHand, arranged_hand, cards_text, read_cards_field, read_submitted_hand
from games.rules.cards import DECKS, Card
from games.rules.declaration import ShownHand
from games.rules.presets import presets
from games.rules.ruleset import RuleSet
from games.wording.cards import as_typed

FRENCH = RuleSet()
RUMSKI = presets()["ginski"].rules


def text_of(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def read(text: str, rules: RuleSet = FRENCH, *ticked: str, seen: str = "") -> SubmittedHand:
    return read_cards_field(text, ticked, rules, seen)


def test_cards_are_read_as_people_write_them(subtests: pytest.Subtests) -> None:
    cases = [
        ("", ""),
        ("7h", "7h"),
        ("7H kS", "Ks 7h"),
        ("10h", "Th"),
        ("th", "Th"),
        ("789h", "7h 8h 9h"),
        ("8910Jh", "8h 9h Th Jh"),
        ("7-Jh", "7h 8h 9h Th Jh"),
        ("7h-Jh", "7h 8h 9h Th Jh"),
        ("9-7h", "7h 8h 9h"),
        ("Q-Ah", "Ah Qh Kh"),
        ("5555", "5s 5h 5d 5c"),
        ("10101010", "Ts Th Td Tc"),
        ("dddd", "Qs Qh Qd Qc"),
        ("Bh Dh Kh", "Jh Qh Kh"),
        ("10BDKh", "Th Jh Qh Kh"),
        ("dd", "Qd"),
        ("7d8d9d", "7d 8d 9d"),
        ("7dh", "7h Qh"),
        ("79h", "7h 9h"),
        ("7D8D9D", "7d 8d 9d"),
        ("7♠, 8♠️; 9♤", "7s 8s 9s"),
        ("7♥ 8♡ 7♦ 7♣", "7h 8h 7d 7c"),
        ("7\u20139h", "7h 8h 9h"),
        ("\uff17\uff48", "7h"),
    ]
    for typed, cards in cases:
        with subtests.test(typed=typed, cards=cards):
            found = read(typed)
            assert not found.faults
            assert text_of(found.cards) == cards
            assert found.text == cards


def test_letters_of_every_language_are_read_in_every_language(subtests: pytest.Subtests) -> None:
    cases = [
        ("As Ks Qs Js 10s", "As Ts Js Qs Ks"),
        ("As Ks Ds Bs 10s", "As Ts Js Qs Ks"),
        ("As Rs Ds Vs 10s", "As Ts Js Qs Ks"),
        ("As Ks Ds Ws 10s", "As Ts Js Qs Ks"),
        ("As Rs Ds Fs 10s", "As Ts Js Qs Ks"),
        ("as rs ds vs 10s", "As Ts Js Qs Ks"),
        ("A\u2660 R\u2665 D\u2666 V\u2663", "As Kh Qd Jc"),
        ("\u2660A \u2665R \u2666D \u2663V", "As Kh Qd Jc"),
        ("\u2661\ufe0fD \u2662\ufe0e10", "Qh Td"),
        ("BBBB", "Js Jh Jd Jc"),
        ("VVVV", "Js Jh Jd Jc"),
        ("WWWW", "Js Jh Jd Jc"),
        ("FFFF", "Js Jh Jd Jc"),
        ("RRRR", "Ks Kh Kd Kc"),
        ("DDDD", "Qs Qh Qd Qc"),
        ("10-Rh", "Th Jh Qh Kh"),
        ("B-Ah", "Ah Jh Qh Kh"),
        ("10VDRh", "Th Jh Qh Kh"),
        ("10WDKh", "Th Jh Qh Kh"),
        ("10FDRh", "Th Jh Qh Kh"),
        ("BDKAh", "Ah Jh Qh Kh"),
    ]
    for language in ["en", "de", "fr", "es", "it", "pl"]:
        for typed, cards in cases:
            with subtests.test(language=language, typed=typed, cards=cards):
                with translation.override(language):
                    found = read(typed)
                assert not found.faults
                assert text_of(found.cards) == cards


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "pl"])
def test_localized_text_reads_back_as_the_same_cards(language: str) -> None:
    with translation.override(language):
        for name, known in DECKS["french52"].items():
            assert read(as_typed(name)).cards == (known,)


def test_ambiguous_letter_is_read_by_its_position(subtests: pytest.Subtests) -> None:
    cases = [
        ("KD", "Kd"),
        ("kd", "Kd"),
        ("DK\u2665", "Qh Kh"),
        ("DC", "Qc"),
        ("DS", "Qs"),
        ("DD", "Qd"),
        ("RD", "Kd"),
        ("VD", "Jd"),
        ("RDh", "Qh Kh"),
        ("KD7h", "7h Kd"),
        ("7DKh", "Kh 7d"),
        ("JdKh", "Kh Jd"),
        ("KdBh", "Jh Kd"),
        ("RdVh", "Jh Kd"),
        ("kdjh", "Jh Kd"),
        ("kdjd", "Jd Kd"),
        ("JdKd", "Jd Kd"),
        ("AKDh", "Ah Qh Kh"),
        ("Ch", "Qh"),
        ("Cs", "Qs"),
        ("Cc", "Qc"),
        ("C\u2666", "Qd"),
        ("\u2666C", "Qd"),
        ("9C", "9c"),
        ("9C8S", "8s 9c"),
        ("RC DC VC", "Jc Qc Kc"),
    ]
    for typed, cards in cases:
        with subtests.test(typed=typed, cards=cards):
            found = read(typed)
            assert not found.faults
            assert text_of(found.cards) == cards


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("\u2665D", "Qh"),
        ("\u2665789", "7h 8h 9h"),
        ("\u26657DK", "7h Qh Kh"),
        ("\u266510BD\u2660K", "Ks Th Jh Qh"),
        ("\u26657-9", "7h 8h 9h"),
        ("\u26657-\u26659", "7h 8h 9h"),
        ("\u2665B-K", "Jh Qh Kh"),
        ("7\u2665-9\u2665", "7h 8h 9h"),
        ("7-D\u2665", "7h 8h 9h Th Jh Qh"),
        ("RDV\u2665", "Jh Qh Kh"),
    ],
)
def test_suit_sign_may_come_before_or_after_the_rank(typed: str, cards: str) -> None:
    found = read(typed)
    assert not found.faults
    assert text_of(found.cards) == cards


def test_ambiguous_word_is_refused_with_both_spellings(subtests: pytest.Subtests, snapshot: SnapshotAssertion) -> None:
    cases = [
        "KDBh",
        "rdvh",
        "JDKh",
        "7d8\u2665",
        "CD",
        "Cd",
        "h7",
        "dK",
        "S10",
        "9Ch",
        "CCCC",
        "Sh",
        "\u26657\u2660",
        "\u2666h",
        "\u2665",
    ]
    for typed in cases:
        with subtests.test(typed=typed):
            found = read(typed)
            assert found.cards == ()
            assert found.faults == snapshot
            assert found.text == typed


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("R5 r5-7", "R5 R6 R7"),
        ("R5-R7", "R5 R6 R7"),
        ("r5b5g5", "R5 B5 G5"),
        ("RBGYP13", "R13 B13 G13 Y13 P13"),
        ("R10R11", "R10 R11"),
        ("W w3 W", "W1 W2 W3"),
        ("W1 W", "W1 W2"),
    ],
)
def test_rumski_cards_are_read_as_well(typed: str, cards: str) -> None:
    assert text_of(read(typed, RUMSKI).cards) == cards


def test_a_wild_may_carry_its_number(snapshot: SnapshotAssertion) -> None:
    found = read("R5 R6 W1=7 W=10", RUMSKI)
    assert found.numbers == {Card(0, "W", 1): 7, Card(0, "W", 2): 10}
    assert found.text == "R5 R6 W1=7 W2=10"
    assert read("W1=14 R5", RUMSKI).faults == snapshot


@pytest.mark.parametrize(
    ("typed", "groups"),
    [
        ("7h 8h 9h / 5555 / Ks", ["7h 8h 9h", "5s 5h 5d 5c", "Ks"]),
        ("7h 8h 9h|Ks", ["7h 8h 9h", "Ks"]),
        ("7h 8h 9h /", ["7h 8h 9h"]),
        ("7h 8h 9h - Ks 2c 3c", ["7h 8h 9h", "Ks", "2c", "3c"]),
        ("- Ks 2c", ["Ks", "2c"]),
        ("7h 8h / / Ks", ["7h 8h", "Ks"]),
        ("7h 8h 9h", []),
    ],
)
def test_groups_are_distinguished_by_slashes_and_what_is_left_by_a_dash(typed: str, groups: list[str]) -> None:
    found = read(typed)
    assert [text_of(group) for group in found.groups] == groups
    assert read(found.text) == found


def test_all_faults_are_reported_together(snapshot: SnapshotAssertion) -> None:
    assert read("8x 555 7h 7h / zz 2-9-3h").faults == snapshot
    assert read("A-7h A-5s").faults == snapshot
    assert read("W W W W W W", RUMSKI).faults == snapshot
    assert read("R14 W6", RUMSKI).faults == snapshot
    assert read("R5").faults
    assert read("5h", RUMSKI).faults
    assert read("", FRENCH, "Xx").faults == snapshot


def test_faulty_text_stays_in_the_field() -> None:
    assert read("7h 8x").text == "7h 8x"


def test_a_long_text_is_refused(snapshot: SnapshotAssertion) -> None:
    assert read("7h " * 101).faults[0] == snapshot
    assert read("d" * 299).faults


# --- Boxes ----------------------------------------------------------------------------------------------------------


def test_boxes_and_text_come_together() -> None:
    assert text_of(read("7h", FRENCH, "8h", "7h").cards) == "7h 8h"
    assert [text_of(group) for group in read("7h 8h 9h / Ks", FRENCH, "2c").groups] == ["7h 8h 9h", "Ks", "2c"]


def test_card_removed_from_boxes_or_text_is_removed() -> None:
    seen = "7h 8h 9h Ks"
    unticked = read("7h 8h 9h / Ks", FRENCH, "7h", "8h", "Ks", seen=seen)
    assert [text_of(group) for group in unticked.groups] == ["7h 8h", "Ks"]
    erased = read("7h 8h 9h", FRENCH, "7h", "8h", "9h", "Ks", seen=seen)
    assert text_of(erased.cards) == "7h 8h 9h"
    both = read("7h 8h 9h Ks 2c", FRENCH, "7h", "8h", "9h", "Ks", "3d", seen=seen)
    assert text_of(both.cards) == "Ks 7h 8h 9h 3d 2c"


def test_a_box_that_the_text_never_showed_is_in_the_hand_while_it_is_ticked() -> None:
    assert text_of(read("7h", FRENCH, "7h", "Ks", seen="7h").cards) == "Ks 7h"
    wrong = read("7h 8x", FRENCH, "7h", "Ks")
    assert text_of(wrong.cards_in_text) == "7h"
    assert text_of(read("7h 8h", FRENCH, "7h", "Ks", seen=text_of(wrong.cards_in_text)).cards) == "Ks 7h 8h"
    assert text_of(read("8h", FRENCH, "7h", "Ks", seen=text_of(wrong.cards_in_text)).cards) == "Ks 8h"


def test_a_form_holds_text_boxes_and_what_was_seen() -> None:
    data: Any = MultiValueDict({"cards-2": ["7h 8h"], "card-2": ["8h", "9h"], "seen-2": ["7h 8h"], "card-1": ["Ks"]})
    assert text_of(read_submitted_hand(data, "2", FRENCH).cards) == "8h 9h"
    assert read_submitted_hand(MultiValueDict(), "2", FRENCH) == SubmittedHand()


# --- Hands ----------------------------------------------------------------------------------------------------------


def test_ungrouped_cards_are_laid_out_best() -> None:
    hand = arranged_hand(read("7h 8h 9h 3s 9d Ks"), FRENCH)
    assert [text_of(meld) for meld in hand.melds] == ["7h 8h 9h"]
    assert arranged_hand(read(""), FRENCH) == ShownHand(())
    assert arranged_hand(read("A-Kh A-4s"), FRENCH).melds == ()


def test_groups_are_melds_as_declared_right_or_wrong() -> None:
    hand = arranged_hand(read("7h 8h / 2c 3d 4h / Ks"), FRENCH)
    assert [text_of(meld) for meld in hand.melds] == ["2c 3d 4h"]
    assert text_of(hand.cards) == "7h 8h 2c 3d 4h Ks"


def test_the_discard_is_taken_out() -> None:
    hand = arranged_hand(read("7h 8h 9h / Ks Kd"), FRENCH, Card(13, "s"))
    assert text_of(hand.cards) == "7h 8h 9h Kd"
    assert hand.discard == Card(13, "s")


@pytest.mark.parametrize(("expected", "melds"), [("=4", 1), ("=7", 1), ("", 1), ("=2", 0)])
def test_a_wild_that_nobody_grouped_is_what_it_was_declared_to_be(expected: str, melds: int) -> None:
    hand = arranged_hand(read(f"R5 R6 W1{expected}", RUMSKI), RUMSKI)
    assert len(hand.melds) == melds
    assert [f"={rank}" for rank in hand.numbers.values()] == ([expected] if expected else [])


@st.composite
def hands(draw: st.DrawFn, rules: RuleSet) -> ShownHand:
    """Some cards in some groups, legal or not."""
    deck = list(DECKS[rules.deck].values())
    cards = draw(st.lists(st.sampled_from(deck), max_size=rules.hand_size + 1, unique=True))
    melds, at = list[tuple[Card, ...]](), 0
    for size in draw(st.lists(st.integers(3, 5), max_size=3)):
        if at + size <= len(cards):
            melds.append(tuple(cards[at : at + size]))
            at += size
    wilds = [card for card in cards if card.wild]
    numbers = {card: draw(st.integers(1, 13)) for card in wilds if draw(st.booleans())}
    return ShownHand(tuple(cards), tuple(melds), None, numbers)


@given(st.sampled_from([FRENCH, RUMSKI]).flatmap(lambda rules: st.tuples(st.just(rules), hands(rules))))
def test_a_hand_written_and_read_is_the_same_hand(given: tuple[RuleSet, ShownHand]) -> None:
    rules, hand = given
    found = read(cards_text(hand), rules)
    assert not found.faults
    assert arranged_hand(found, rules) == hand
    assert read(found.text, rules) == found


@given(st.text(max_size=400), st.lists(st.text(max_size=5), max_size=80), st.text(max_size=80))
def test_any_text_is_read_without_an_exception(text: str, ticked: list[str], seen: str) -> None:
    for rules in (FRENCH, RUMSKI):
        found = read_cards_field(text, ticked, rules, seen)
        assert len(set(found.cards)) == len(found.cards)
        assert arranged_hand(found, rules).cards == found.cards


@given(st.text("789TJQKABVFD10dhscC-/ ,W=RGYP\u2665\u2666", max_size=60))
def test_almost_valid_cards_are_read_without_an_exception(text: str) -> None:
    for rules in (FRENCH, RUMSKI):
        found = read(text, rules)
        if not found.faults:
            assert read(found.text, rules) == found
