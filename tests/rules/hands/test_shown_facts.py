"""Rounds with shown hands, paper scores and more players: stored as facts, worded, and compared."""

from dataclasses import replace

import pytest

from games.rules.analysis.rescore import Reason, RescoreImpossible, rescore
from games.rules.cards import Card, card
from games.rules.declaration import Declaration, Ending, Layoff, ShownHand, TeamDeal
from games.rules.hands.arrangement import open_cards
from games.rules.hands.layoffs import meld_on_table
from games.rules.ledger import GameStarted, declaration_from, entry_facts, game_started_from, round_facts
from games.rules.presets import rule_set
from games.rules.settlement import Score
from tests.rules.kit import GINSKI, STANDARD, LedgerBuilder


def cards(text: str, deck: str = "french52") -> tuple[Card, ...]:
    return tuple(card(word, deck) for word in text.split())


def test_a_shown_hand_is_read_back_with_its_discard_and_the_numbers_of_its_wilds() -> None:
    hand = cards("R5 R6 W1 G7 B7 Y7 P11 P12 P13 B1", "rumski70")
    shown = ShownHand(hand, (hand[:3], hand[3:6], hand[6:9]), card("B2", "rumski70"), {hand[2]: 7})
    declaration = Declaration((0, 1), Ending.KNOCK, 0, {0: 1, 1: 20}, shown={0: shown})
    again = declaration_from(round_facts(declaration), GINSKI)
    assert isinstance(again, Declaration)
    assert (again.shown[0].discard, again.shown[0].numbers) == (shown.discard, {hand[2]: 7})
    assert round_facts(again) == round_facts(declaration)
    assert again.counts_only == declaration.counts_only


def test_layoffs_are_facts_like_the_hands() -> None:
    declaration = Declaration(
        (0, 1),
        Ending.KNOCK,
        0,
        {0: 1, 1: 2},
        shown={1: ShownHand(cards("Ks"))},
        layoffs=(Layoff(1, cards("Ks")[0], 2),),
    )
    assert round_facts(declaration)["layoffs"] == [[1, "Ks", 2]]
    assert round_facts(declaration.counts_only) == {
        k: v for k, v in round_facts(declaration).items() if k not in ("shown", "layoffs")
    }


def test_the_hands_of_a_team_deal_are_those_of_its_hands() -> None:
    one, other = ShownHand(cards("As")), ShownHand(cards("Kd"))
    deal = TeamDeal(
        (
            Declaration((0, 1), Ending.DEAD, shown={0: one}),
            Declaration((2, 3), Ending.DEAD, shown={3: other}),
        )
    )
    assert deal.shown == {0: one, 3: other}
    assert deal.counts_only.shown == {}


def test_a_score_from_paper_is_read_back() -> None:
    begun = GameStarted(STANDARD, "standard", 1, "Ours", Score({0: 54, 1: 3}, {0: 4, 1: 0}, {0: 4, 1: 0}))
    assert game_started_from(entry_facts(begun)) == begun


def test_a_game_from_paper_has_no_columns_to_be_compared_by() -> None:
    game = LedgerBuilder().start().enter_points(1, 0, 20).current
    begun = replace(game, opening=Score({0: 54, 1: 3}, {0: 4, 1: 0}, {0: 4, 1: 0}))
    found = rescore(begun, rule_set("hollywood"))
    assert isinstance(found, RescoreImpossible)
    assert found.reasons == (Reason.PAPER,)


def test_a_wild_is_never_put_on_a_meld() -> None:
    table = meld_on_table(cards("R5 R6 R7", "rumski70"), GINSKI)
    assert table is not None
    assert table.with_card(card("W1", "rumski70"), GINSKI) is None


def test_invalid_meld_has_no_open_ends() -> None:
    with pytest.raises(ValueError, match="no meld"):
        open_cards(cards("5s 6s 8s"), (), STANDARD)
