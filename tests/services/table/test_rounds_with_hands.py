"""Rounds entered by counts on one phone and card by card on another."""

from dataclasses import replace

import pytest

from games.models import Entry, EntryKind
from games.refusals import RefusedError
from games.rules.cards import Card, card
from games.rules.declaration import Declaration, Ending, Layoff, ShownHand
from games.rules.faults import RulesError
from games.rules.ledger import round_facts
from games.services.table.rounds import enter_round
from tests.makers import Phone, assert_sound, correct, enter, gin, knock, line, outcome, revision, totals


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word, "french52") for word in text.split())


def shown(text: str) -> ShownHand:
    """A hand as "5s 6s 7s / 2c": melds of three and more, the rest unmelded."""
    groups = [cards(group) for group in text.split("/")]
    return ShownHand(tuple(c for group in groups for c in group), tuple(group for group in groups if len(group) > 2))


ANNS = shown("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / Jd")
BENS = shown("2s 2c 2d 2h / Ac / 7c / 8c / 8s / 9s / 8d")
LAYOFFS = (
    Layoff(1, Card(8, "s"), 0),
    Layoff(1, Card(9, "s"), 0),
    Layoff(1, Card(8, "c"), 1),
    Layoff(1, Card(7, "c"), 1),
)
COUNTED = knock(0, 10, 9)
WITH_CARDS = replace(COUNTED, shown={0: ANNS, 1: BENS}, layoffs=LAYOFFS)


def stored_facts(phone: Phone) -> object:
    """What round 1 says now."""
    return round_facts(line(phone, 1).latest.declaration)


def test_round_is_stored_with_its_cards_and_scored_by_them(ann: Phone) -> None:
    enter(ann, WITH_CARDS)
    assert stored_facts(ann) == round_facts(WITH_CARDS)
    assert totals(ann) == [0, 26]
    assert_sound(ann)


def test_cards_that_agree_with_the_counts_there_are_an_upgrade(ann: Phone, ben: Phone) -> None:
    enter(ann, COUNTED)
    written = enter(ben, WITH_CARDS, number=1)
    assert (written.status, written.round, written.by) == ("new", 1, "Ben's phone")
    assert stored_facts(ann) == round_facts(WITH_CARDS)
    assert Entry.objects.get(table=ann.table, revision=written.revision).kind == EntryKind.CORRECTION
    assert totals(ann) == [0, 26]
    assert_sound(ann)


def test_an_upgrade_that_is_sent_twice_is_written_once(ann: Phone, ben: Phone) -> None:
    enter(ann, COUNTED)
    enter(ben, WITH_CARDS, number=1, key="upgrade")
    assert outcome(lambda: enter(ben, WITH_CARDS, number=1, key="upgrade")) == "replayed"
    assert outcome(lambda: enter(ben, COUNTED, number=1, key="upgrade")) == "idempotency_key_reused"
    assert revision(ann) == 3


def test_counts_that_agree_with_the_cards_there_are_recorded_already(ann: Phone, ben: Phone) -> None:
    enter(ann, WITH_CARDS)
    assert outcome(lambda: enter(ben, COUNTED, number=1)) == "already_recorded"
    assert stored_facts(ann) == round_facts(WITH_CARDS)


def test_the_second_hand_is_added_to_the_first_and_the_first_alone_says_nothing_new(ann: Phone, ben: Phone) -> None:
    one = replace(COUNTED, shown={0: ANNS})
    enter(ann, one)
    assert outcome(lambda: enter(ben, WITH_CARDS, number=1)) == "new"
    assert outcome(lambda: enter(ann, one, number=1)) == "already_recorded"
    assert stored_facts(ann) == round_facts(WITH_CARDS)


@pytest.mark.parametrize("there", [knock(0, 10, 12), gin(0, 9), replace(knock(0, 10, 9), knock_card=Card(3, "s"))])
def test_cards_with_another_deadwood_are_a_conflict(ann: Phone, ben: Phone, there: Declaration) -> None:
    enter(ann, there)
    assert outcome(lambda: enter(ben, WITH_CARDS, number=1)) == "round_conflict"
    assert line(ann, 1).latest.declaration == there


def test_other_cards_with_the_same_counts_are_a_conflict(ann: Phone, ben: Phone) -> None:
    enter(ann, WITH_CARDS)
    other = replace(WITH_CARDS, shown={0: shown("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / Td"), 1: BENS})
    assert outcome(lambda: enter(ben, other, number=1)) == "round_conflict"


def test_correction_with_the_same_counts_keeps_the_cards(ann: Phone) -> None:
    enter(ann, COUNTED)
    assert correct(ann, 1, WITH_CARDS).status == "new"
    assert correct(ann, 1, WITH_CARDS).status == "already_recorded"
    assert correct(ann, 1, COUNTED).status == "already_recorded"
    assert stored_facts(ann) == round_facts(WITH_CARDS)
    assert correct(ann, 1, knock(0, 10, 12)).status == "new"
    assert line(ann, 1).latest.declaration == knock(0, 10, 12)
    assert_sound(ann)


def test_cards_that_contradict_the_declared_deadwood_are_illegal(ann: Phone) -> None:
    wrong = replace(WITH_CARDS, deadwood={0: 10, 1: 8})
    with pytest.raises(RulesError) as illegal:
        enter(ann, wrong)
    assert [fault.code.value for fault in illegal.value.faults] == ["deadwood_mismatch"]


def test_the_key_of_another_round_is_refused_with_cards_too(ann: Phone) -> None:
    enter(ann, COUNTED, key="one")
    with pytest.raises(RefusedError) as why:
        enter_round(access=ann.access, key="one", game=1, round_number=1, declaration=WITH_CARDS)
    assert why.value.code == "idempotency_key_reused"


def test_a_dead_hand_may_be_shown(ann: Phone, ben: Phone) -> None:
    enter(ann, Declaration((0, 1), Ending.DEAD))
    assert outcome(lambda: enter(ben, Declaration((0, 1), Ending.DEAD, shown={0: ANNS}), number=1)) == "new"
