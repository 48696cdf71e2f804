"""The form for a round by its cards: the ending, layoffs in a legal order, and all faults at once."""

from collections.abc import Sequence

import pytest
from django.utils.datastructures import MultiValueDict
from syrupy.assertion import SnapshotAssertion

from games.forms.cards.cards_fields import (
    best_layoffs,
    fields_from_declaration,
    fields_from_numbers,
    hand_with_fewest_layoffs,
    swap_seats_in_card_fields,
    with_best_arrangement,
    with_best_layoffs,
    with_fewest_layoffs,
    without_layoffs,
)
from games.forms.cards.cards_form import Fields, TypedCards, read_cards_form
from games.rules.analysis.hindsight import missed_points
from games.rules.declaration import Declaration, Ending
from games.rules.ledger import round_facts
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, score_round
from games.rules.teams import score_declaration

STANDARD = RuleSet()
GINSKI = rule_set("ginski")
NAMES = ("Ann", "Ben", "Cleo", "Dan")
ANN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
BEN = "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d"
GIN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Kh"


def data(*hands: str, **more: str) -> Fields:
    """The page's fields: hands by seat as typed; other names with hyphens for underscores."""
    given = {f"cards-{seat}": [text] for seat, text in enumerate(hands)}
    return MultiValueDict(given | {name.replace("_", "-"): [text] for name, text in more.items()})


def read(*hands: str, rules: RuleSet = STANDARD, seats: Sequence[int] = (0, 1), **more: str) -> TypedCards:
    return read_cards_form(data(*hands, **more), NAMES, rules, seats)


def declaration_of(typed: TypedCards) -> Declaration:
    assert isinstance(typed.round.declaration, Declaration), (typed.all_errors, typed.missing_sentences)
    return typed.round.declaration


# --- Who ended it, and how -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "more", "ender", "ending"),
    [
        ((ANN, BEN), {}, 0, Ending.KNOCK),
        ((BEN, ANN), {}, 1, Ending.KNOCK),
        ((ANN, "5h 6h 7h 9h Th Jh 2s 2c 2d 2h"), {}, 1, Ending.GIN),
        ((GIN + " Jd", BEN), {}, 0, Ending.GIN),
        ((GIN + " 8s", BEN.replace("8s", "3h")), {}, 0, Ending.BIG_GIN),
        ((GIN + " 8s", BEN.replace("8s", "3h")), {"declared": "gin"}, 0, Ending.GIN),
        ((GIN,), {"deadwood_1": "20"}, 0, Ending.GIN),
        ((BEN,), {"deadwood_1": "0", "ender": "1"}, 1, Ending.GIN),
        ((BEN,), {"deadwood_1": "3", "ender": "1"}, 1, Ending.KNOCK),
        ((ANN, BEN), {"ender": "dead"}, None, Ending.DEAD),
    ],
)
def test_the_cards_say_who_ended_it_and_how(
    hands: tuple[str, ...], more: dict[str, str], ender: int | None, ending: Ending
) -> None:
    typed = read(*hands, **more)
    assert (typed.ender, typed.ending) == (ender, ending)
    assert declaration_of(typed).ender == ender


@pytest.mark.parametrize("hands", [(BEN, ""), (BEN, BEN.replace("2s 2c 2d 2h", "3s 3c 3d 3h")), ("", "")])
def test_ender_must_be_chosen_if_no_hand_could_have_ended_the_round(hands: tuple[str, str]) -> None:
    typed = read(*hands)
    assert (typed.ender, typed.ending, typed.round.declaration) == (None, None, None)


def test_declared_ending_takes_precedence_over_the_cards(snapshot: SnapshotAssertion) -> None:
    typed = read(ANN, BEN, ender="1")
    assert typed.ender == 1
    assert typed.all_errors == snapshot


def test_gin_declared_with_deadwood_is_refused_on_the_cards(snapshot: SnapshotAssertion) -> None:
    assert read(ANN, BEN, ender="0", declared="gin").all_errors == snapshot


def test_discard_of_eleven_cards_is_the_chosen_one_or_the_most_expensive_unmelded() -> None:
    eleven = "5s 6s 7s / 9c Tc Jc / Ks Kc Kd - 2d 3d"
    assert declaration_of(read(eleven, BEN.replace("2d", "3h"))).shown[0].discard.text == "3d"  # type: ignore[union-attr]
    typed = read(eleven, BEN.replace("2d", "3h"), discard_0="2d")
    assert declaration_of(typed).deadwood[0] == 3


def test_empty_form_has_no_errors() -> None:
    typed = read("", "")
    assert (typed.started, typed.all_errors, typed.missing_sentences) == (False, (), [])


def test_unfinished_hands_are_waited_for(snapshot: SnapshotAssertion) -> None:
    typed = read("5s 6s 7s 9c", "")
    assert typed.all_errors == ()
    assert typed.missing_sentences == snapshot
    assert read(ANN, "").missing_sentences == snapshot


# --- Some hands by cards, some by counts -----------------------------------------------------------------------------


def test_a_hand_may_be_given_by_its_count() -> None:
    typed = read(ANN, deadwood_1="10+6")
    assert declaration_of(typed).deadwood == {0: 10, 1: 16}
    assert list(declaration_of(typed).shown) == [0]


def test_cards_go_before_a_count_of_the_same_hand() -> None:
    assert declaration_of(read(ANN, BEN, deadwood_1="99")).deadwood[1] == 17


def test_invalid_count_is_a_fault(snapshot: SnapshotAssertion) -> None:
    assert read(ANN, deadwood_1="ten").all_errors == snapshot


def test_three_play_ginski_with_wilds_one_of_them_by_a_count() -> None:
    ann, ben = "R5 R6 W1 / B9 G9 W2 / Y1 Y2 Y3 Y4", "R8 R9 R10 / B1 B2 B3 / G12 Y12 P12 - G5"
    typed = read(ann, ben, deadwood_2="27", rules=GINSKI, seats=(0, 1, 2))
    result = score_declaration(declaration_of(typed), GINSKI)
    assert (result.event, result.points) == (Event.GIN, {0: 57, 1: 0, 2: 0})


def test_the_upcard_sets_the_limit(snapshot: SnapshotAssertion) -> None:
    rules = rule_set("oklahoma")
    assert read(ANN, BEN, rules=rules, ender="0").missing_sentences == snapshot
    assert read(ANN, BEN, rules=rules, ender="0", rank="5", suit="h").all_errors == snapshot
    assert declaration_of(read(ANN, BEN, rules=rules, rank="K", suit="h")).knock_card


# --- Layoffs ---------------------------------------------------------------------------------------------------------

SPADES, CLUBS = "5s 6s 7s", "9c Jc Tc"


def test_layoffs_come_in_an_order_in_which_each_was_legal() -> None:
    typed = read(ANN, BEN, layoff_1_9s=SPADES, layoff_1_8s=SPADES, layoff_1_7c=CLUBS, layoff_1_8c=CLUBS)
    assert [(x.card.text, x.onto) for x in declaration_of(typed).layoffs] == [
        ("8s", 1),
        ("9s", 1),
        ("8c", 2),
        ("7c", 2),
    ]
    assert declaration_of(typed).deadwood == {0: 10, 1: 9}


def test_a_card_that_is_laid_off_is_in_no_meld_of_its_own_hand() -> None:
    typed = read(ANN, BEN, layoff_1_8s=SPADES)
    assert [len(meld) for meld in typed.shown[1].melds] == [4]
    grouped = read(ANN, "2s 2c 2d 2h / 8c 8s 8d - Ac 7c 9s", layoff_1_8s=SPADES)
    assert [len(meld) for meld in grouped.shown[1].melds] == [4]


def test_a_layoff_that_does_not_fit_is_a_fault_and_the_others_stand(snapshot: SnapshotAssertion) -> None:
    typed = read(ANN, BEN, layoff_1_8s=SPADES, layoff_1_Ac=SPADES)
    assert typed.all_errors == snapshot


def test_layoffs_on_a_removed_meld_are_dropped() -> None:
    assert declaration_of(read(ANN, BEN, layoff_1_8s="5s 6s 7s 8s")).layoffs == ()


def test_nothing_is_laid_off_after_gin_where_the_rules_forbid_it() -> None:
    assert declaration_of(read(GIN, BEN, layoff_1_8s=SPADES)).layoffs == ()
    always = rule_set("round_the_corner")
    assert len(declaration_of(read(GIN, BEN, rules=always, layoff_1_8s=SPADES)).layoffs) == 1


def test_lay_off_all_breaks_an_own_meld_where_that_is_better() -> None:
    typed = read(ANN, BEN)
    assert best_layoffs(typed, STANDARD)[1].deadwood == 9
    after = with_best_layoffs(data(ANN, BEN), typed, STANDARD)
    result = score_round(declaration_of(read_cards_form(after, NAMES, STANDARD, (0, 1))), STANDARD)
    assert (result.event, result.deadwood, result.points) == (Event.UNDERCUT, {0: 10, 1: 9}, {0: 0, 1: 26})
    back = read_cards_form(without_layoffs(after), NAMES, STANDARD, (0, 1))
    assert declaration_of(back).layoffs == ()


def test_two_opponents_lay_off_one_after_the_other() -> None:
    rules = rule_set("jersey")
    cleo = "4s 3s 8h 8d Qd Qh Ad 6d 3c 2h"
    ben = "2s 2c 2d Ah Ac 7c 8c 8s 9s Th"
    typed = read(ANN, ben, cleo, rules=rules, seats=(0, 1, 2))
    after = read_cards_form(with_best_layoffs(data(ANN, ben, cleo), typed, rules), NAMES, rules, (0, 1, 2))
    assert {x.card.text for x in declaration_of(after).layoffs} == {"8s", "9s", "8c", "7c", "4s", "3s"}


def test_ender_may_arrange_the_hand_so_that_the_fewest_cards_fit() -> None:
    open_run, closed = "5s 6s 7s 8s / 8h 8d 8c - 2h 2d 3c", [["8s", "8h", "8d", "8c"], ["5s", "6s", "7s"]]
    typed = read(open_run, deadwood_1="20")
    better = read_cards_form(
        with_fewest_layoffs(data(open_run, deadwood_1="20"), typed, STANDARD), NAMES, STANDARD, (0, 1)
    )
    assert sorted([card.text for card in meld] for meld in declaration_of(better).shown[0].melds) == sorted(closed)
    assert declaration_of(better).deadwood == declaration_of(typed).deadwood
    assert hand_with_fewest_layoffs(better, STANDARD) is None
    assert with_fewest_layoffs(data("x"), better, STANDARD).dict() == {"cards-0": "x"}


def test_worse_declaration_gets_no_hint_of_a_better_one() -> None:
    assert hand_with_fewest_layoffs(read("5s 6s 7s / 9c Tc Jc - Ks Kc Kd 2d", "", ender="0"), STANDARD) is None


def test_a_wild_at_an_open_end_is_what_it_is_declared_to_be(snapshot: SnapshotAssertion) -> None:
    rules = rule_set("ginski", {"layoff": "unless_gin"})
    ann, ben = "R5 R6 W1 / B9 G9 W2 / Y1 Y2 Y3 - P2", "R4 R8 R9 / B1 B2 B3 / G12 Y12 P12 - G5"
    meld = "R5 R6 W1"
    assert declaration_of(read(ann, ben, rules=rules, layoff_1_R4=meld)).layoffs
    typed_cards = read(ann, ben, rules=rules, number_0_W1="4", layoff_1_R4=meld)
    assert typed_cards.all_errors == snapshot
    assert declaration_of(read(ann.replace("W1", "W1=4"), ben, rules=rules, number_0_W1="0", layoff_1_R4=meld)).layoffs


LAYOFFS = rule_set("ginski", {"layoff": "unless_gin"})
WILD_BEN = "R4 R8 R9 B1 B2 B3 G12 Y12 P12 G5"


@pytest.mark.parametrize(
    ("wild", "more", "laid", "left"),
    [
        ("W1", {}, {"R4", "R8", "R9"}, 5),
        ("W1=7", {}, {"R4", "R8", "R9"}, 5),
        ("W1=4", {}, set(), 26),
        ("W1", {"number_0_W1": "4"}, set(), 26),
        ("W1=4", {"number_0_W1": "0"}, {"R4", "R8", "R9"}, 5),
    ],
)
@pytest.mark.parametrize("hand", ["R5 R6 {} / B11 G11 W2 / Y1 Y2 Y3 - P2", "R5 R6 {} B11 G11 W2 Y1 Y2 Y3 P2"])
def test_lay_off_all_and_missed_points_respect_what_a_wild_is(
    hand: str, wild: str, more: dict[str, str], laid: set[str], left: int
) -> None:
    ann = hand.format(wild)
    typed = read(ann, WILD_BEN, rules=LAYOFFS, **more)
    best = best_layoffs(typed, LAYOFFS)[1]
    assert ({card.text for card, _ in best.layoffs}, best.deadwood) == (laid, left)
    after = read_cards_form(with_best_layoffs(data(ann, WILD_BEN, **more), typed, LAYOFFS), NAMES, LAYOFFS, (0, 1))
    assert declaration_of(after).deadwood == {0: 2, 1: left}
    assert missed_points(declaration_of(typed), LAYOFFS) == ({1: 26 - left} if laid else {})
    assert missed_points(declaration_of(after), LAYOFFS) == {}


def test_what_a_wild_was_declared_to_be_in_other_melds_is_forgotten(snapshot: SnapshotAssertion) -> None:
    # Declared while R5 R6 W1 were melded; with R7 the wild fits better elsewhere, and the cards aren't grouped.
    ann = "R5 R6 R7 W1 B9 G9 Y1 Y2 Y3 P2"
    assert declaration_of(read(ann, "", rules=LAYOFFS, deadwood_1="40", number_0_W1="4")).deadwood[0] == 2
    # In the text it was typed on purpose.
    typed = read(ann.replace("W1", "W1=4"), "", rules=LAYOFFS, deadwood_1="40", ender="0")
    assert typed.all_errors == snapshot


def test_lay_off_all_forgets_what_the_wilds_of_those_who_lay_off_were_declared_to_be() -> None:
    ann, ben = "R5 R6 R7 / B9 G9 Y9 / Y1 Y2 Y3 - P2", "R8 R9 W1 / B1 B2 B3 / G12 Y12 P12 - G8"
    fields = data(ann, ben, ender="0", number_1_W1="10")
    typed = read_cards_form(fields, NAMES, LAYOFFS, (0, 1))
    after = read_cards_form(with_best_layoffs(fields, typed, LAYOFFS), NAMES, LAYOFFS, (0, 1))
    assert declaration_of(after).deadwood[1] == best_layoffs(typed, LAYOFFS)[1].deadwood


def test_the_fewest_layoffs_are_those_that_a_named_wild_leaves() -> None:
    rules = rule_set("ginski", {"layoff": "unless_gin", "wild_may_duplicate": False})
    laid = "B5 B6 B7 {} / B8 G8 P8 - R5 G4 P1"
    free = hand_with_fewest_layoffs(read(laid.format("W1"), "", rules=rules, deadwood_1="40"), rules)
    assert free is not None
    assert [card.text for card in free.melds[1]] == ["B8", "G8", "P8", "W1"]
    # As a 4 it leaves fewer than in the set.
    assert hand_with_fewest_layoffs(read(laid.format("W1=4"), "", rules=rules, deadwood_1="40"), rules) is None
    fields = data("R5 R6 R7 R8 / B8 G8 P8 / Y1 Y2 W1=3", deadwood_1="40", number_0_W1="3")
    typed = read_cards_form(fields, NAMES, rules, (0, 1))
    after = read_cards_form(with_fewest_layoffs(fields, typed, rules), NAMES, rules, (0, 1))
    assert [card.text for card in declaration_of(after).shown[0].melds[1]] == ["R8", "B8", "G8", "P8"]
    assert declaration_of(after).shown[0].numbers == declaration_of(typed).shown[0].numbers
    assert hand_with_fewest_layoffs(after, rules) is None


def test_arranging_best_frees_the_wilds() -> None:
    grouped = data("R5 R6 W1=7 / B9 G9 - Y1 Y2 Y3 P2", "", number_0_W1="4", number_1_W1="5")
    assert with_best_arrangement(grouped, 0).dict() == {
        "cards-0": "R5 R6 W1 B9 G9 Y1 Y2 Y3 P2",
        "cards-1": "",
        "number-1-W1": "5",
    }


# --- All faults at once ----------------------------------------------------------------------------------------------


def test_three_faults_are_reported_at_once_with_their_reasons(snapshot: SnapshotAssertion) -> None:
    typed = read("8s 9s Js / 4h 4d 5c / Ks Kc Kh - 2d", BEN)
    assert [text.replace("\ufe0e", "") for text in typed.all_errors] == snapshot
    assert len(typed.faults[0]) == 2
    assert set(typed.duplicate_cards) == {"8s", "9s", "2d"}
    assert typed.round.declaration is None


def test_unknown_card_is_a_fault_of_its_hand(snapshot: SnapshotAssertion) -> None:
    typed = read("5s 6s Xx", BEN)
    assert typed.faults[0] == snapshot


def test_eleven_cards_of_a_player_who_did_not_end_the_round_are_a_fault(snapshot: SnapshotAssertion) -> None:
    assert read(ANN, BEN + " 3h", ender="0").all_errors == snapshot


def test_a_hand_that_is_not_complete_goes_to_the_numbers_without_a_count() -> None:
    typed = read(ANN, "2s 2c 2d 2h")
    assert typed.round.counts[1] == ""
    typed = read("5s 6s 7s", BEN, ender="0", declared="knock")
    assert typed.round.endings[0] == ""


# --- From numbers and from the sheet ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"end": "0:knock:7", "rank": ""}, {"ender": "0", "declared": "knock", "deadwood-0": "7"}),
        ({"end": "1:gin", "deadwood-0": "9"}, {"ender": "1", "declared": "gin", "deadwood-0": "9"}),
        ({"end": "dead"}, {"ender": "dead", "declared": ""}),
        ({"end": "0:false_knock", "rank": "5", "suit": "h", "key": "x"}, {"rank": "5", "suit": "h"}),
        ({"end": "", "csrfmiddlewaretoken": "x"}, {}),
    ],
)
def test_typed_counts_stay(given: dict[str, str], fields: dict[str, str]) -> None:
    assert fields_from_numbers(given).dict() == fields


@pytest.mark.parametrize(
    ("hands", "more", "rules"),
    [
        ((ANN, BEN), {"layoff_1_8s": SPADES}, STANDARD),
        (("5s 6s 7s / 9c Tc Jc / Ks Kc Kd - 2d 3d", BEN.replace("2d", "3h")), {}, STANDARD),
        ((GIN, ""), {"deadwood_1": "20"}, STANDARD),
        (("5s 6s 7s - 9c Tc Jc Ks Kc Kd 3d", BEN), {"ender": "dead"}, STANDARD),
        (("R5 R6 W1=7 / B9 G9 W2 / Y1 Y2 Y3 - P2", ""), {"deadwood_1": "20"}, GINSKI),
        ((ANN, BEN), {"rank": "K", "suit": "h"}, rule_set("oklahoma")),
    ],
)
def test_a_round_comes_back_as_it_was_entered(hands: tuple[str, ...], more: dict[str, str], rules: RuleSet) -> None:
    first = declaration_of(read(*hands, rules=rules, **more))
    again = declaration_of(read_cards_form(fields_from_declaration(first), NAMES, rules, (0, 1)))
    assert round_facts(again) == round_facts(first)


def test_continuing_with_numbers_keeps_the_counts() -> None:
    typed = read(ANN, BEN)
    assert typed.round.endings == {0: "0:knock:10"}
    assert typed.round.counts == {0: "10", 1: "17"}
    assert read(GIN, deadwood_1="20").round.endings == {0: "0:gin"}


def test_arranging_best_takes_the_groups_away() -> None:
    grouped = data("5s 6s 7s / 9c Tc Jc - Ks Kc Kd Jd", BEN, layoff_0_Ks="x")
    assert with_best_arrangement(grouped, 0).dict() == {"cards-0": ANN, "cards-1": BEN}


def test_entries_stay_with_their_person() -> None:
    fields = data(ANN, BEN, ender="0", deadwood_1="9", layoff_1_8s=SPADES, step="1")
    moved = swap_seats_in_card_fields(fields, [(0, 1)])
    assert moved["cards-1"] == ANN
    assert (moved["ender"], moved["deadwood-0"], moved["layoff-0-8s"]) == ("1", "9", SPADES)
    assert swap_seats_in_card_fields(moved, [(0, 1)]).dict() == fields.dict()
