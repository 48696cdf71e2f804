"""The form for a round by its counts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from games.forms.table.round_form import (
    TypedRound,
    end_field,
    fault_sentences,
    initial_round,
    parse_count,
    plausibility_warnings,
    read_round,
    swap_seats_in_fields,
)
from games.rules.cards import card
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.faults import Code, Fault, RulesError
from games.rules.ledger import SeatsSwapped
from games.rules.presets import presets
from games.rules.ruleset import RuleSet
from games.rules.teams import declaration_faults, score_declaration
from tests.makers import dead, false_knock, gin, knock, misdeal, team_deal
from tests.rules.kit import between

TWO = ("Ann", "Ben")
THREE = ("Ann", "Ben", "Cleo")
STANDARD = presets()["standard"].rules
GINSKI = presets()["ginski"].rules
OKLAHOMA = presets()["lets_play_oklahoma"].rules
KNOCK_RUMMY = presets()["knock_rummy"].rules
PARTNERS = presets()["partnership"].rules
HOUSE = RuleSet(false_knock_penalty=20)
FOUR = ("Ann", "Ben", "Cleo", "Dan")
PAIR = ((0, 1),)
TRIO = ((0, 1, 2),)
TABLES = ((0, 1), (2, 3))
LEGAL = st.one_of(
    st.just(dead()),
    st.builds(knock, st.sampled_from([0, 1]), st.integers(1, 10), st.integers(0, 110)),
    st.builds(gin, st.sampled_from([0, 1]), st.integers(0, 110), big=st.booleans()),
)


def test_a_count_is_a_number_or_a_sum(subtests: pytest.Subtests) -> None:
    cases = [
        ("", None),
        ("  ", None),
        ("7", 7),
        ("007", 7),
        (" 20 ", 20),
        ("10+6+4", 20),
        ("10 + 6 +4", 20),
        ("10+", 10),
        ("10 + ", 10),
        ("-1", -1),
        ("\u22121", -1),
        ("10+-3", 7),
        ("\u0661\u0660+\uff14", 14),
        ("9" * 60, int("9" * 60)),
    ]
    for text, count in cases:
        with subtests.test(text=text, count=count):
            assert parse_count(text) == count


def test_a_count_is_nothing_else(subtests: pytest.Subtests) -> None:
    for text in [
        "+",
        "++",
        "1++2",
        "+1+2",
        "x",
        "1.5",
        "1,5",
        "1e3",
        "--1",
        "-",
        "1 2",
        "\u00b2",
        "\u2460",
        "1_0",
        "9" * 61,
    ]:
        with subtests.test(text=text), pytest.raises(ValueError, match=re.escape(text.strip())):
            parse_count(text)


@given(st.text(max_size=70))
def test_any_text_is_a_count_or_is_refused(text: str) -> None:
    try:
        count = parse_count(text)
    except ValueError:
        return
    assert (count is None) is (text.strip() == "")


def as_data(form: TypedRound) -> dict[str, str]:
    """The fields that a page with ``form`` sends."""
    data = {end_field(hand): text for hand, text in form.endings.items()}
    data |= {f"deadwood-{seat}": text for seat, text in form.counts.items()}
    return data | {"rank": form.rank, "suit": form.suit, "reason": form.reason}


@given(LEGAL)
def test_a_round_filled_into_the_form_is_read_back(declaration: Declaration) -> None:
    typed = read_round(as_data(initial_round(declaration, STANDARD, PAIR)), TWO, STANDARD, PAIR)
    assert (typed.errors, typed.non_field_errors, typed.complete) == ({}, [], True)
    assert typed.declaration
    assert score_declaration(typed.declaration, STANDARD) == score_declaration(declaration, STANDARD)


SYSTEMS = {
    "two": (STANDARD, TWO, PAIR),
    "card": (OKLAHOMA, TWO, PAIR),
    "count": (KNOCK_RUMMY, THREE, TRIO),
    "teams": (PARTNERS, FOUR, TABLES),
    "house": (HOUSE, TWO, PAIR),
}
ANYTHING = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["dead", "misdeal", "0:gin", "1:knock:7", "0:knock", "3:gin", "1:false_knock", "20", "7", "s", "A"]
    ),
)


@pytest.mark.parametrize("system", SYSTEMS)
@given(
    data=st.dictionaries(
        st.sampled_from(["end", "end-1", *(f"deadwood-{seat}" for seat in range(4)), "rank", "suit", "reason"]),
        ANYTHING,
    )
)
def test_any_input_is_a_legal_round_or_has_errors(system: str, data: dict[str, str]) -> None:
    rules, names, hands = SYSTEMS[system]
    typed = read_round(data, names, rules, hands)
    if typed.declaration is None:
        assert typed.all_errors or not typed.complete
        # One of several hands may be missing, and the preview asks for it; a single hand is always complete.
        assert typed.errors or typed.non_field_errors or typed.card_error or len(hands) > 1
    else:
        assert (typed.all_errors, declaration_faults(typed.declaration, rules)) == ((), ())


@pytest.mark.parametrize(
    ("end", "declaration"),
    [
        ("dead", dead()),
        ("0:gin", gin(0, 20)),
        ("0:big_gin", gin(0, 20, big=True)),
        ("0:knock:7", knock(0, 7, 20)),
        ("0:knock:3+4", knock(0, 7, 20)),
        ("0:knock:0", knock(0, 0, 20)),
    ],
)
def test_the_ending_says_who_and_how(end: str, declaration: Declaration) -> None:
    assert (
        read_round({"end": end, "deadwood-0": "99", "deadwood-1": "20"}, TWO, STANDARD, PAIR).declaration == declaration
    )


def test_missing_or_unknown_ending_is_reported(subtests: pytest.Subtests, snapshot: SnapshotAssertion) -> None:
    cases = [
        "",
        "gin",
        ":gin",
        "2:gin",
        "-1:gin",
        "\u0660:gin",
        "0",
        "0:",
        "0:dead",
        "0:knock:",
        "0:knock:x",
        "x:gin",
    ]
    for end in cases:
        with subtests.test(end=end):
            typed = read_round({"end": end, "deadwood-1": "20"}, TWO, STANDARD, PAIR)
            assert (typed.declaration, typed.complete) == (None, False)
            assert typed.non_field_errors == snapshot
            assert typed.counts == {0: "", 1: "20"}


def test_every_hand_gets_its_own_sentence(snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": "1:knock:14", "deadwood-0": "1000", "deadwood-2": "many"}, THREE, GINSKI, TRIO)
    assert typed.errors == snapshot
    assert (typed.non_field_errors, typed.declaration) == ([], None)


def test_a_hand_that_is_missing_makes_the_round_incomplete(snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": "0:knock:7", "deadwood-2": "5"}, THREE, GINSKI, TRIO)
    assert typed.errors == snapshot
    assert not typed.complete
    assert read_round({"end": "0:knock:7", "deadwood-1": "500"}, TWO, STANDARD, PAIR).complete is True


def test_long_texts_are_cut_and_a_reason_is_trimmed() -> None:
    fields = {"end": "x" * 90, "deadwood-0": "1" * 90, "reason": "  " + "y" * 300, "correction": "yes"}
    typed = read_round(fields, TWO, STANDARD, PAIR)
    assert (len(typed.endings[0]), len(typed.counts[0]), typed.reason) == (0, 61, "y" * 200)


@pytest.mark.parametrize(
    ("declaration", "previous"),
    [
        (knock(0, 7, 61), None),
        (knock(0, 7, 20), knock(0, 7, 20)),
        (gin(0, 70), gin(0, 70)),
    ],
)
def test_unlikely_facts_need_confirmation(
    declaration: Declaration, previous: Declaration | None, snapshot: SnapshotAssertion
) -> None:
    assert plausibility_warnings(declaration, STANDARD, TWO, previous) == snapshot


@pytest.mark.parametrize(
    ("declaration", "previous"),
    [
        (knock(0, 7, 60), None),
        (knock(0, 7, 20), knock(0, 7, 21)),
        (dead(), dead()),
    ],
)
def test_likely_facts_need_no_confirmation(declaration: Declaration, previous: Declaration | None) -> None:
    assert plausibility_warnings(declaration, STANDARD, TWO, previous) == ()


def test_unlikely_deadwood_depends_on_the_deck(snapshot: SnapshotAssertion) -> None:
    assert plausibility_warnings(knock(0, 7, 78, 20), GINSKI, THREE, None) == ()
    assert plausibility_warnings(knock(0, 7, 79, 99), GINSKI, THREE, None) == snapshot


def test_faults_are_reported_in_their_order(snapshot: SnapshotAssertion) -> None:
    illegal = RulesError((Fault(Code.MISSING_DEADWOOD, 1), Fault(Code.OVER_KNOCK_LIMIT, 0, amount=14, limit=10)))
    assert fault_sentences(illegal, TWO) == snapshot


def test_knock_with_zero_deadwood_fills_the_form_as_gin() -> None:
    assert initial_round(Declaration((0, 1), Ending.KNOCK, 1, {0: 20, 1: 0}), STANDARD, PAIR).endings == {0: "1:gin"}


# --- Counts: the knocker's deadwood is typed like the others' ---------------------------------------------------------


def test_a_knock_without_a_number_has_its_deadwood_typed() -> None:
    typed = read_round(
        {"end": "1:knock", "deadwood-0": "20", "deadwood-1": "10+2", "deadwood-2": "5"}, THREE, KNOCK_RUMMY, TRIO
    )
    assert typed.declaration == knock(1, 12, 20, 5)
    again = initial_round(knock(1, 12, 20, 5), KNOCK_RUMMY, TRIO)
    assert (again.endings, again.counts) == ({0: "1:knock"}, {0: "20", 1: "12", 2: "5"})


def test_a_knock_whose_deadwood_is_missing_is_incomplete(snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": "1:knock", "deadwood-0": "20"}, THREE, KNOCK_RUMMY, TRIO)
    assert typed.errors == snapshot
    assert (typed.missing, typed.all_errors, typed.complete, typed.declaration) == ({1, 2}, (), False, None)


def test_faults_are_reported_while_other_facts_are_missing(snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": "1:knock", "deadwood-0": "x", "deadwood-1": "500"}, THREE, KNOCK_RUMMY, TRIO)
    assert typed.all_errors == snapshot
    assert (typed.missing, typed.declaration) == ({2}, None)


# --- The card that sets the limit -------------------------------------------------------------------------------------


def test_the_card_is_a_rank_and_a_suit() -> None:
    typed = read_round({"end": "0:knock:7", "deadwood-1": "20", "rank": "7", "suit": "s"}, TWO, OKLAHOMA, PAIR)
    declaration = typed.declaration
    assert isinstance(declaration, Declaration)
    assert (declaration.knock_card, score_declaration(declaration, OKLAHOMA).points) == (
        card("7s", "french52"),
        {0: 26, 1: 0},
    )
    again = initial_round(declaration, OKLAHOMA, PAIR)
    assert (again.rank, again.suit, again.endings) == ("7", "s", {0: "0:knock:7"})


@pytest.mark.parametrize("half", [{}, {"rank": "7"}, {"suit": "s"}])
@pytest.mark.parametrize("end", ["0:knock:7", "0:gin"])
def test_a_card_that_is_not_there_is_missing(half: dict[str, str], end: str, snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": end, "deadwood-1": "20"} | half, TWO, OKLAHOMA, PAIR)
    assert typed.card_error == snapshot
    assert (typed.card_missing, typed.all_errors, typed.complete, typed.declaration) == (True, (), False, None)


@pytest.mark.parametrize(
    ("rank", "suit"), [("1", "s"), ("7", "x"), ("77", "s"), ("7", "W"), ("\u0667", "s"), ("7", "\u202e")]
)
def test_a_card_that_the_deck_does_not_have_is_refused(rank: str, suit: str, snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": "0:knock:7", "deadwood-1": "20", "rank": rank, "suit": suit}, TWO, OKLAHOMA, PAIR)
    assert typed.all_errors == snapshot
    assert (typed.card_missing, typed.declaration) == (False, None)


def test_knock_above_the_limit_card_is_reported_at_the_knocker_of_a_hand(snapshot: SnapshotAssertion) -> None:
    fields = {"end": "0:knock:9", "deadwood-1": "20", "suit": "h"}
    assert read_round(fields | {"rank": "7"}, TWO, OKLAHOMA, PAIR).errors == snapshot
    gamesgrid = presets()["gamesgrid_points"].rules
    assert read_round(fields | {"rank": "A"}, TWO, gamesgrid, PAIR).errors == snapshot


def test_limit_card_is_not_needed_for_dead_hands_misdeals_or_other_rules() -> None:
    assert read_round({"end": "dead"}, TWO, OKLAHOMA, PAIR).declaration == dead()
    assert read_round({"end": "misdeal"}, TWO, OKLAHOMA, PAIR).declaration == misdeal()
    typed = read_round({"end": "0:knock:7", "deadwood-1": "20", "rank": "7", "suit": "x"}, TWO, STANDARD, PAIR)
    assert typed.declaration == knock(0, 7, 20)


def test_a_wild_is_a_card_without_a_rank() -> None:
    rules = RuleSet(deck="rumski70", limit_source="upcard", knock_limit=13, wild_value=20)
    typed = read_round({"end": "0:knock:13", "deadwood-1": "20", "suit": "W"}, TWO, rules, PAIR)
    assert isinstance(typed.declaration, Declaration)
    assert typed.declaration.knock_card == card("W1", "rumski70")
    again = initial_round(typed.declaration, rules, PAIR)
    assert (again.rank, again.suit) == ("", "W")
    natural = read_round(
        {"end": "0:knock:9", "deadwood-1": "20", "suit": "R", "rank": "9"}, TWO, rules, PAIR
    ).declaration
    assert natural
    assert (initial_round(natural, rules, PAIR).rank, initial_round(natural, rules, PAIR).suit) == ("9", "R")


# --- Teams: several hands at once -------------------------------------------------------------------------------------


def test_every_hand_of_two_teams_has_its_own_ending() -> None:
    data = {"end": "0:knock:7", "deadwood-1": "20", "end-1": "3:gin", "deadwood-2": "12", "deadwood-3": "9"}
    deal = team_deal(knock(0, 7, 20), between(gin(1, 12), 2, 3))
    assert read_round(data, FOUR, PARTNERS, TABLES).declaration == deal
    assert read_round(data | {"end-1": "dead"}, FOUR, PARTNERS, TABLES).declaration == team_deal(
        knock(0, 7, 20), between(dead(), 2, 3)
    )


def test_team_deal_fills_the_form_by_players_in_any_order_of_hands() -> None:
    first, second = knock(0, 7, 20), between(gin(1, 12), 2, 3)
    for deal in (team_deal(first, second), team_deal(second, first)):
        form = initial_round(deal, PARTNERS, TABLES)
        assert form.endings == {0: "0:knock:7", 1: "3:gin"}
        assert form.counts == {0: "", 1: "20", 2: "12", 3: ""}
        assert isinstance(read_round(as_data(form), FOUR, PARTNERS, TABLES).declaration, TeamDeal)


def test_team_deal_with_a_missing_hand_is_incomplete() -> None:
    typed = read_round({"end-1": "3:gin", "deadwood-2": "12"}, FOUR, PARTNERS, TABLES)
    assert (typed.declaration, typed.complete, typed.all_errors, typed.endings) == (
        None,
        False,
        (),
        {0: "", 1: "3:gin"},
    )
    assert read_round({"end-1": "0:gin"}, FOUR, PARTNERS, TABLES).endings[1] == ""


def test_fault_in_one_hand_is_reported_while_another_hand_is_missing(snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end-1": "3:knock:11", "deadwood-2": "x"}, FOUR, PARTNERS, TABLES)
    assert typed.all_errors == snapshot


def test_a_misdeal_is_one_of_all_hands() -> None:
    typed = read_round({"end": "misdeal", "end-1": "3:gin", "reason": "eleven cards"}, FOUR, PARTNERS, TABLES)
    assert (typed.declaration, typed.reason) == (misdeal(4), "eleven cards")
    again = initial_round(misdeal(4), PARTNERS, TABLES, "eleven cards")
    assert (again.endings, again.reason) == ({0: "misdeal"}, "eleven cards")
    assert read_round({"end-1": "misdeal"}, FOUR, PARTNERS, TABLES).endings[1] == ""


# --- A knock that was not legal ---------------------------------------------------------------------------------------


def test_a_false_knock_is_scored_where_the_house_has_a_penalty() -> None:
    typed = read_round({"end": "1:false_knock", "deadwood-0": "x"}, TWO, HOUSE, PAIR)
    assert typed.declaration == false_knock(1)
    assert initial_round(false_knock(1), HOUSE, PAIR).endings == {0: "1:false_knock"}


def test_false_knock_is_not_a_round_if_play_continues(snapshot: SnapshotAssertion) -> None:
    typed = read_round({"end": "1:false_knock"}, TWO, STANDARD, PAIR)
    assert typed.declaration is None
    assert typed.all_errors == snapshot


def test_swapped_seats_take_every_hands_fields_along() -> None:
    data = {"end": "0:knock:7", "deadwood-1": "20", "end-1": "3:gin", "deadwood-2": "12", "rank": "7"}
    assert swap_seats_in_fields(data, [SeatsSwapped(0, 1), SeatsSwapped(2, 3)]) == {
        "end": "1:knock:7",
        "deadwood-0": "20",
        "deadwood-1": "",
        "end-1": "2:gin",
        "deadwood-2": "",
        "deadwood-3": "12",
        "rank": "7",
    }
