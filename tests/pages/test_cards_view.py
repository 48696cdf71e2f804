"""Cards as a page shows them: selectable and unavailable ones, and hands arranged in melds."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.forms.cards.cards_text import SubmittedHand, arranged_hand, read_cards_field
from games.pages.cards.cards import GridCell, GridContext, HandContext
from games.pages.cards.cards_view import card_view, grid_view, hand_view
from games.rules.cards import card
from games.rules.presets import presets
from games.rules.ruleset import RuleSet

FRENCH = RuleSet()
RUMSKI = presets()["ginski"].rules
OKLAHOMA = presets()["oklahoma"].rules


def typed(text: str, rules: RuleSet = FRENCH) -> SubmittedHand:
    return read_cards_field(text, (), rules)


def view(
    text: str, rules: RuleSet = FRENCH, *, upcard: str = "", judged: bool = True, hints: bool = True
) -> HandContext:
    found = typed(text, rules)
    limit = card(upcard, rules.deck) if upcard else None
    return hand_view(
        "Ann", arranged_hand(found, rules), rules, typed=found, prefix="0", knock_card=limit, judged=judged, hints=hints
    )


def melds(hand: HandContext) -> list[str]:
    return [" ".join(c.value for c in meld.cards) for meld in hand.melds]


def cells(grid: GridContext) -> dict[str, GridCell]:
    return {cell.card.value: cell for row in grid.rows for cell in row}


# --- Grid -----------------------------------------------------------------------------------------------------------


def test_ranks_go_down_and_suits_across() -> None:
    grid = grid_view(FRENCH, typed("7h Ks"), {}, "0")
    assert [len(row) for row in grid.rows] == [4] * 13
    assert [cell.card.value for cell in grid.rows[6]] == ["7s", "7h", "7d", "7c"]
    assert [name for name, cell in cells(grid).items() if cell.checked] == ["7h", "Ks"]
    assert (grid.text, grid.seen, grid.count) == ("Ks 7h", "Ks 7h", "2 of 10")
    assert grid.count_pattern == "{n} of 10"
    assert len({cell.id for cell in cells(grid).values()}) == 52


def test_rumski_has_five_colors_and_a_row_of_wilds() -> None:
    grid = grid_view(RUMSKI, typed("", RUMSKI), {}, "1")
    assert [len(row) for row in grid.rows] == [5] * 14
    assert [cell.card.value for cell in grid.rows[-1]] == ["W1", "W2", "W3", "W4", "W5"]
    assert [suit.name for suit in grid.suits] == ["Red", "Blue", "Green", "Yellow", "Purple"]
    assert len({suit.sign for suit in grid.suits}) == 5


def test_a_card_that_cannot_be_says_why() -> None:
    grid = cells(grid_view(FRENCH, typed("7h"), {card("Ks", "french52"): "in Ben's hand"}, "0"))
    assert (grid["Ks"].disabled, grid["Ks"].reason) == (True, "in Ben's hand")
    assert not grid["Kh"].disabled


def test_a_ticked_card_can_always_be_taken_out(snapshot: SnapshotAssertion) -> None:
    blocked = {card("7h", "french52"): "in Ben's hand"}
    grid = cells(grid_view(FRENCH, typed("7h A-5s A-5d"), blocked, "0"))
    assert not grid["7h"].disabled
    assert grid["Ks"].reason == snapshot
    ten = cells(grid_view(FRENCH, typed("A-5s A-5d"), {}, "0", most=10))
    assert ten["Ks"].disabled
    assert not cells(grid_view(FRENCH, typed("A-5s A-5d"), {}, "0"))["Ks"].disabled


@pytest.mark.parametrize(
    ("text", "spoken", "rank"),
    [
        ("Td", "ten of diamonds", "10"),
        ("As", "ace of spades", "A"),
        ("Qh", "queen of hearts", "Q"),
        ("R10", "red 10", "10"),
        ("P13", "purple 13", "13"),
        ("W2", "wild 2", "W"),
    ],
)
def test_card_is_distinguished_by_more_than_its_color(text: str, spoken: str, rank: str) -> None:
    shown = card_view(card(text, "rumski70" if text[0] in "RPW" else "french52"))
    assert (shown.spoken, shown.rank, shown.value) == (spoken, rank, text)
    assert shown.sign


# --- Hands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "headline", "tone"),
    [
        ("", "Enter 10 cards", ""),
        ("7-9h Ks", "4 of 10 cards", ""),
        ("7-9h 5555 2d 2s 3c", "Can knock with 7", "good"),
        ("7-9h 5555 Ks Qd 3c", "Deadwood 23: the limit is 10", ""),
        ("7-9h 5555 A-3s", "Gin", "good"),
        ("7-10h 5555 A-3s", "Big gin", "good"),
        ("7-9h 5555 2d 2s 3c Kd", "Can knock with 7", "good"),
        ("7-9h 5555 A-3s Kd", "Gin", "good"),
    ],
)
def test_the_headline_says_what_a_hand_is_good_for(text: str, headline: str, tone: str) -> None:
    hand = view(text)
    assert (hand.headline, hand.tone, hand.faults) == (headline, tone, ())


def test_hand_of_eleven_cards_asks_for_a_discard(snapshot: SnapshotAssertion) -> None:
    assert view("7-9h 5555 2d 2s 3c Kd").notes == snapshot
    assert view("7-9h / 5555 - 2d 2s 3h Kd").notes[0] == snapshot
    assert view("7-9h 5555 2d 2s 3c Kd", hints=False).notes == ()


def test_the_limit_is_the_rules_own(snapshot: SnapshotAssertion) -> None:
    assert view("7-9h 5555 2d 2s 3c", OKLAHOMA, upcard="6d").headline == "Deadwood 7: the limit is 6"
    assert view("7-9h 5555 2d 2s 3c", OKLAHOMA, upcard="Ks").headline == "Can knock with 7"
    open_limit = view("7-9h 5555 2d 2s 3c", OKLAHOMA)
    assert open_limit.headline == "Deadwood 7"
    assert open_limit.notes == snapshot
    assert view("7-9h 5555 2d 2s 3c", presets()["straight"].rules).headline.endswith("only gin ends this hand")
    assert view("7-9h 5555 KsQdJc", presets()["knock_rummy"].rules).headline == "Can knock with 30"
    assert view("R5-8 B9 G9 W1 Y1-3", RUMSKI).headline == "Ginski"


def test_a_hand_is_drawn_in_its_melds_with_its_sum() -> None:
    hand = view("5555 7-9h Ks 2d 3d")
    assert melds(hand) == ["5s 5h 5d 5c", "7h 8h 9h"]
    assert [c.value for c in hand.unmelded] == ["Ks", "2d", "3d"]
    assert (hand.deadwood, hand.sum) == (15, "10 + 2 + 3")
    assert hand.cards.split() == ["5s", "Ks", "5h", "7h", "8h", "9h", "2d", "3d", "5d", "5c"]


def test_every_fault_of_a_declaration_is_reported_on_the_cards_it_concerns(snapshot: SnapshotAssertion) -> None:
    hand = view("8s 9s Js / 5s 5h 7d / 2c 3d 4h / Ks")
    assert [meld.fault for meld in hand.melds] == snapshot
    assert [c.value for meld in hand.melds for c in meld.cards if c.wrong] == ["8s", "9s", "Js", "7d", "2c", "3d", "4h"]
    assert (hand.deadwood, hand.tone, hand.headline) == (None, "bad", "Some of these aren't melds")
    assert hand.best_text


def test_a_declaration_that_could_be_better_says_by_how_much(snapshot: SnapshotAssertion) -> None:
    hand = view("5s 5h 5d / 7-9h - 5c 2d 3s Ks")
    assert hand.deadwood == 20
    assert hand.notes == snapshot
    assert hand.best_text.split() == ["3s", "5s", "Ks", "5h", "7h", "8h", "9h", "2d", "5d", "5c"]
    strict = view("5s 5h 5d / 7-9h - 5c 2d 3s Ks", hints=False)
    assert (strict.notes, strict.best_text) == ((), "")
    assert not view("5555 / 7-9h - 2d 3s Ks").best_text


def test_cards_that_are_put_together_by_twos_are_shown_so() -> None:
    hand = view("7h 8h / 5555 / Ks")
    assert melds(hand) == ["5s 5h 5d 5c", "7h 8h"]
    assert [meld.deadwood for meld in hand.melds] == [False, True]
    assert hand.deadwood == 25


def test_wild_shows_its_rank_if_known(snapshot: SnapshotAssertion) -> None:
    def numbers(text: str) -> list[str]:
        return [c.number for meld in view(text, RUMSKI).melds for c in meld.cards if c.letter == "W"]

    assert numbers("R5 R7 W1") == ["6"]
    assert numbers("R5 B5 W1") == ["5"]
    assert numbers("R5 R6 W1 /") == [""]
    assert numbers("R5 R6 W1=4 /") == ["4"]
    assert view("R5 R6 W1=9 /", RUMSKI).melds[0].fault == snapshot


def test_unreadable_word_is_shown_with_the_readable_cards(snapshot: SnapshotAssertion) -> None:
    hand = view("7h 8x")
    assert (hand.headline, hand.tone) == ("", "bad")
    assert hand.faults == snapshot
    assert hand.text == "7h 8x"


def test_a_hand_that_nobody_judges_only_counts() -> None:
    assert view("7-9h 5555 2d 2s 3c", judged=False).headline == "Deadwood 7"
    assert view("A-3s", judged=False).headline == "No deadwood"
