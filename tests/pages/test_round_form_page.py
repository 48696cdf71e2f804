"""The round form as the page gets it: fields, preview and questions."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from games.forms.table.round_form import TypedRound, plausibility_warnings, read_round
from games.pages.table.entry import EntryForm, Preview
from games.pages.table.round_form_page import RoundSlot, entry_form, round_preview
from games.rules.cards import card
from games.rules.declaration import RoundDeclaration, ShownHand
from games.rules.sides import team_pairings
from tests.makers import Phone, current, dead, enter, gin, knock, line, start, team_deal
from tests.rules.kit import between

pytestmark = pytest.mark.django_db


def place_at(phone: Phone, number: int | None = None) -> RoundSlot:
    """The next round, or round ``number``, of the table of ``phone``, nobody having swapped seats."""
    names = tuple(phone.table.seats.order_by("number").values_list("player__name", flat=True))
    return RoundSlot(phone.table, current(phone), names, line(phone, number) if number else None)


def typed_at(place: RoundSlot, **typed: str) -> TypedRound:
    data = {name.replace("_", "-"): text for name, text in typed.items()}
    return read_round(data, place.names, place.rules, place.hands)


def form(phone: Phone, number: int | None = None, **typed: str) -> EntryForm:
    place = place_at(phone, number)
    typed_round = typed_at(place, **typed) if typed else None
    return entry_form(place, action="/a/", revision=None, correction=number is not None, typed=typed_round)


def preview(phone: Phone, **typed: str) -> Preview:
    place = place_at(phone)
    return round_preview(place, typed_at(place, **typed), confirmed=False)


def four(preset: str = "partnership") -> Phone:
    return start("Ann", "Ben", "Cleo", "Dan", preset=preset)


def test_the_hands_are_those_of_the_round() -> None:
    assert [[seat.name for seat in hand.seats] for hand in form(start()).hands] == [["Ann", "Ben"]]
    phone = four()
    assert [hand.title for hand in form(phone).hands] == ["Ann plays Ben", "Cleo plays Dan"]
    enter(phone, team_deal(*(between(gin(0, 9), *sorted(pair)) for pair in team_pairings(4, 1))))
    assert [hand.title for hand in form(phone).hands] == ["Ann plays Dan", "Cleo plays Ben"]
    assert [hand.title for hand in form(phone, 1).hands] == ["Ann plays Ben", "Cleo plays Dan"]


@pytest.mark.parametrize("preset", ["captain", "cutthroat"])
def test_player_who_sits_out_is_named(preset: str) -> None:
    shown = form(start("Ann", "Ben", "Cleo", preset=preset))
    playing = {seat.name for hand in shown.hands for seat in hand.seats}
    assert set(shown.sitting_out) == {"Ann", "Ben", "Cleo"} - playing
    assert (len(playing), form(start()).sitting_out) == (2, ())


def test_false_knock_shows_its_penalty_or_lets_play_continue(snapshot: SnapshotAssertion) -> None:
    assert form(start()).illegal_knock_text == snapshot
    shown = form(start(false_knock_penalty=20))
    assert (shown.illegal_knock_text, len(shown.hands[0].false_knocks)) == ("", 2)


def test_notes_say_what_is_counted_where_several_counts_stand_side_by_side() -> None:
    assert [form(start()).field_note, form(start()).gin_note] == ["after layoffs", "no layoffs after gin"]
    three = form(start("Ann", "Ben", "Cleo", preset="jersey"))
    assert three.field_note == "deadwood after layoffs"
    counted = form(start(preset="knock_rummy"))
    assert (counted.knock_deadwood_typed, counted.field_note, counted.gin_note) == (True, "deadwood", "deadwood")


@pytest.mark.parametrize(
    ("declaration", "fields"),
    [
        (
            team_deal(knock(0, 7, 20), between(dead(), 2, 3)),
            {0: "0:knock:7", 1: "dead"},
        ),
        (team_deal(between(gin(1, 12), 2, 3), knock(1, 7, 20)), {0: "1:knock:7", 1: "3:gin"}),
    ],
)
def test_a_correction_is_filled_in_hand_by_hand(declaration: RoundDeclaration, fields: dict[int, str]) -> None:
    phone = four()
    enter(phone, declaration)
    filled = form(phone, 1)
    assert {hand.number: hand.ending for hand in filled.hands} == fields
    assert [hand.open for hand in filled.hands] == [False, False]


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"end": "0:knock:7"},
        {"end": "0:knock:7", "deadwood_1": "20"},
        {"end_1": "3:gin", "deadwood_2": "4"},
        {"end": "dead", "end_1": "3:gin"},
    ],
)
def test_preview_of_several_hands_needs_all_of_them(typed: dict[str, str], snapshot: SnapshotAssertion) -> None:
    shown = preview(four(), **typed)
    assert (shown.tone, shown.ready) == ("wait", False)
    assert shown.sentence == snapshot


def test_the_preview_of_teams_says_what_the_team_scores(snapshot: SnapshotAssertion) -> None:
    shown = preview(four(), end="0:knock:5", deadwood_1="20", end_1="3:gin", deadwood_2="12")
    assert (shown.tone, shown.ready) == ("win", True)
    assert shown.text == snapshot


def test_the_preview_waits_for_the_card_after_the_counts(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="lets_play_oklahoma")
    assert preview(phone, end="0:knock:7").sentence == snapshot
    assert preview(phone, end="0:knock:7", deadwood_1="20").sentence == snapshot
    wrong = preview(phone, end="0:knock:9", deadwood_1="20", rank="7", suit="h")
    assert wrong.tone == "error"
    assert wrong.errors == snapshot
    shown = preview(phone, end="0:knock:7", deadwood_1="20", rank="7", suit="s")
    assert shown.text == snapshot


def test_the_preview_asks_the_knocker_too_where_deadwood_is_counted(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="knock_rummy")
    assert preview(phone, end="1:knock", deadwood_0="20").sentence == snapshot
    assert preview(phone, end="1:knock", deadwood_0="20", deadwood_1="6", deadwood_2="30").ready


def test_the_preview_of_a_hollywood_sheet_says_into_which_games_a_round_goes(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="hollywood")
    sentences: list[str] = []
    for _ in range(3):
        sentences.append(preview(phone, end="0:knock:5", deadwood_1=str(20 + len(sentences))).text)
        enter(phone, knock(0, 5, 20 + len(sentences)))
    assert sentences == snapshot


def test_the_preview_says_who_wins_with_the_score_that_counts_all_bonuses(snapshot: SnapshotAssertion) -> None:
    phone = start()
    enter(phone, gin(0, 50))
    shown = preview(phone, end="0:gin", deadwood_1="20")
    assert shown.text == snapshot


def test_the_preview_of_an_undercut_names_deadwood_not_what_was_caught(snapshot: SnapshotAssertion) -> None:
    shown = preview(start(), end="0:knock:9", deadwood_1="7")
    assert shown.text == snapshot
    assert shown.arithmetic == (
        ("Undercut", "+25"),
        ("Deadwood", "+9"),
        ("Ben's own deadwood", "\u22127"),
        ("Box for the win", "1 box"),
    )


def test_boxes_paid_at_once_are_named_in_the_preview(snapshot: SnapshotAssertion) -> None:
    shown = preview(start(preset="palace"), end="0:gin", deadwood_1="30")
    assert shown.text == snapshot


def test_card_that_set_the_limit_is_shown_with_the_round() -> None:
    phone = start(preset="lets_play_oklahoma")
    shown = preview(phone, end="dead", rank="A", suit="s")
    assert shown.sentence == "Dead hand: nobody scores \u00b7 A\u2660\ufe0e, double"


def test_a_gin_that_is_laid_off_says_that_nobody_scores() -> None:
    shown = preview(start(preset="round_the_corner"), end="0:gin", deadwood_1="0")
    assert shown.sentence == "Ann went gin, Ben had 0: all laid off, nobody scores"


@pytest.mark.parametrize(
    ("end", "sentence"), [("misdeal", "Misdeal: dealt again"), ("dead", "Dead hand: nobody scores")]
)
def test_the_preview_of_a_hand_nobody_won(end: str, sentence: str) -> None:
    shown = preview(start(), end=end)
    assert (shown.tone, shown.sentence, shown.ready) == ("dead", sentence, True)


def test_the_preview_of_a_false_knock_gives_the_others_the_penalty(snapshot: SnapshotAssertion) -> None:
    shown = preview(start(false_knock_penalty=20), end="0:false_knock")
    assert shown.ready
    assert shown.text == snapshot


def test_counts_that_would_replace_entered_cards_need_confirmation(snapshot: SnapshotAssertion) -> None:
    phone = start()
    cards = tuple(card(text, "french52") for text in ["As", "2s", "3s", "4h", "5h", "6h", "7d", "8d", "9d", "Td"])
    hand = ShownHand(cards, (cards[:3], cards[3:6], cards[6:]))
    enter(phone, replace(gin(0, 70), shown={0: hand}))
    place = place_at(phone, 1)

    def ask(count: str) -> str:
        return round_preview(place, typed_at(place, end="0:gin", deadwood_1=count), confirmed=False).question

    assert ask("12") == snapshot
    assert ask("70") == snapshot
    both = replace(gin(0, 70), shown={0: hand, 1: ShownHand(())})
    assert plausibility_warnings(both, place.rules, place.names, None) == ()
