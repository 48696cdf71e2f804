"""Entering, correcting and voiding rounds on the table page."""

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Role
from games.services.table.games import swap_seats
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    dead,
    enter,
    gin,
    join,
    knock,
    line,
    revision,
    sheet,
    start,
    totals,
    void,
)
from tests.views.reading import (
    HTMX,
    Form,
    entry,
    forms,
    is_refusal,
    parts,
    save,
    says,
    shown,
    submit,
    text,
    words,
)


@pytest.fixture
def ben(ann: Phone) -> Phone:
    return join(ann)


def preview(phone: Phone, end: str, *, htmx: bool = True, **typed: str) -> object:
    return submit(phone.browser(), entry(phone), to=f"{phone.url}preview/", htmx=htmx, end=end, **typed)


def typed_fields(form: Form) -> dict[str, str]:
    """What a person typed, as the form shows it; a reason only if there is one."""
    typed = {name: form.fields[name] for name in ("end", "deadwood-0", "deadwood-1") if name in form.fields}
    return typed | ({"reason": form.fields["reason"]} if form.fields["reason"] else {})


# --- Preview --------------------------------------------------------------------------------------------------------


def test_the_preview_says_what_the_round_would_score(
    ann: Phone, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for end, hands in [
        ("0:knock:7", {"deadwood_1": "20"}),
        ("0:knock:7", {"deadwood_1": "10+6+4"}),
        ("0:knock:7", {"deadwood_1": " 10 + 6 + 4 + "}),
        ("0:knock:7", {"deadwood_1": "\u0662\u0660"}),
        ("1:knock:9", {"deadwood_0": "7"}),
        ("1:knock:9", {"deadwood_0": "9"}),
        ("1:gin", {"deadwood_0": "0"}),
        ("0:big_gin", {"deadwood_1": "14"}),
        ("dead", {}),
        ("dead", {"deadwood_0": "x"}),
        ("0:knock:7", {}),
        ("0:knock:7", {"deadwood_1": "x"}),
        ("0:knock:7", {"deadwood_1": "\u22121"}),
        ("0:knock:7", {"deadwood_1": "1000"}),
        ("0:knock:11", {"deadwood_1": "20"}),
    ]:
        with subtests.test(end=end, hands=hands):
            answer = preview(ann, end, **hands)
            assert (answer.status_code, parts(answer)) == (200, ["preview"])
            assert ("<html" in text(answer), "confirm" in text(answer)) == (False, False)
            assert shown(answer, "#preview .sentence") == snapshot
            assert revision(ann) == 3


def test_the_preview_of_nothing_is_empty(ann: Phone) -> None:
    answer = preview(ann, "")
    assert (answer.status_code, words(answer)) == (200, "")


def test_the_preview_asks_once_for_the_unlikely(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = preview(ann, "0:knock:7", deadwood_1="61")
    assert shown(answer, "#preview .ask") == snapshot
    assert 'name="confirm" value="yes"' in text(answer)
    again = preview(ann, "0:knock:7", deadwood_1="61", confirm="yes")
    assert (shown(again, "#preview .ask"), "confirm" in text(again)) == ([], False)
    twice = preview(ann, "1:gin", deadwood_0="20")
    assert shown(twice, "#preview .ask") == snapshot
    assert shown(preview(ann, "0:knock:7", deadwood_1="60"), "#preview .ask") == []


def test_the_preview_without_script_is_the_page_with_everything_typed(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = preview(ann, "0:knock:7", htmx=False, deadwood_1="10+6+4")
    assert answer.status_code == 200
    assert parts(answer) == ["main", "tally", "deal", "entry", "preview", "undo", "sheet", "moved", "notice"]
    assert shown(answer, "#preview .sentence") == snapshot
    form = forms(answer)["rounds/"]
    assert typed_fields(form) == {"end": "0:knock:7", "deadwood-0": "", "deadwood-1": "10+6+4"}
    assert submit(ann.browser(), form).status_code == 302
    assert (totals(ann), revision(ann)) == ([26, 45], 4)


# --- Save -----------------------------------------------------------------------------------------------------------


def test_a_saved_round_is_on_the_page_it_leads_to(ann: Phone) -> None:
    answer = save(ann, "0:knock:7", deadwood_1="10+6+4")
    assert (answer.status_code, answer["Location"]) == (302, ann.url)
    assert totals(ann) == [26, 45]
    assert line(ann, 3).latest.declaration == knock(0, 7, 20)
    assert_sound(ann)


def test_saved_round_returns_every_part_and_a_fresh_form(ann: Phone) -> None:
    before = entry(ann)
    answer = submit(ann.browser(), before, htmx=True, end="1:gin", deadwood_0="10")
    assert (answer.status_code, parts(answer)) == (
        200,
        ["entry", "preview", "tally", "deal", "sheet", "undo", "notice"],
    )
    assert "<html" not in text(answer)
    assert says(answer, "Round 3 saved")
    fresh = forms(answer)["rounds/"]
    assert (typed_fields(fresh), fresh.fields["round"]) == ({"deadwood-0": "", "deadwood-1": ""}, "4")
    assert fresh.fields["key"] != before.fields["key"]


def test_a_second_tap_changes_nothing_and_is_answered_alike(ann: Phone) -> None:
    form = entry(ann)
    client = ann.browser()
    plainly = [submit(client, form, end="0:knock:7", deadwood_1="20") for _ in range(2)]
    assert [(x.status_code, x["Location"]) for x in plainly] == [(302, ann.url)] * 2
    form = entry(ann)
    tapped = [submit(client, form, htmx=True, end="0:knock:6", deadwood_1="20") for _ in range(2)]
    assert [x.status_code for x in tapped] == [200, 200]
    assert [says(x, "Round 4 saved") for x in tapped] == [True, True]
    assert (revision(ann), totals(ann)) == (5, [40, 45])


def test_a_second_tap_on_the_round_that_ends_the_game_is_answered_alike(ann: Phone) -> None:
    form = entry(ann)
    for _ in range(2):
        answer = submit(ann.browser(), form, htmx=True, end="0:gin", deadwood_1="60", confirm="yes")
        assert (answer.status_code, says(answer, "wins by")) == (200, True) if current(ann).over else (200, False)
    assert revision(ann) == 4


def test_a_dead_hand_is_a_round(ann: Phone) -> None:
    assert save(ann, "dead").status_code == 302
    assert (current(ann).next_round, totals(ann)) == (4, [13, 45])


def test_the_same_round_from_another_phone_is_confirmed(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    save(ann, "0:knock:7", deadwood_1="30")
    answer = submit(ben.browser(), form, htmx=True, end="0:knock:7", deadwood_1="30")
    assert answer.status_code == 200
    assert re.search(
        r"Round 3 was already entered by Ann's phone at \d+:\d\d [AP]M, with the same numbers\.", words(answer)
    )
    assert revision(ann) == 4


def test_another_version_of_the_round_shows_both_and_keeps_what_was_typed(
    ann: Phone, ben: Phone, snapshot: SnapshotAssertion
) -> None:
    form = entry(ben)
    save(ann, "0:knock:7", deadwood_1="30")
    answers = [submit(ben.browser(), form, htmx=htmx, end="0:knock:7", deadwood_1="10+3") for htmx in (True, False)]
    for answer in answers:
        assert answer.status_code == 409
        assert shown(answer, ".conflict > p") == snapshot
        assert says(answer, "Saved by Ann's phone Ann knocked with 7, Ben had 30")
        assert says(answer, "Yours, not saved yet Ann knocked with 7, Ben had 13")
        again = forms(answer)["rounds/"]
        assert typed_fields(again) == {"end": "0:knock:7", "deadwood-0": "", "deadwood-1": "10+3"}
        assert again.fields["revision"] == "4"
    assert (revision(ann), totals(ann)) == (4, [36, 45])
    again = forms(answers[0])["rounds/"]
    (_, _, address) = next(b for b in again.buttons if b[2].endswith("/rounds/"))
    decided = submit(ben.browser(), again, to=address)
    assert (decided.status_code, totals(ann), revision(ann)) == (302, [19, 45], 5)
    assert line(ann, 3).history[-1].by == "Ben's phone"
    assert_sound(ann)


def test_both_versions_are_shown_on_a_page_with_the_newest_score(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    save(ann, "0:knock:7", deadwood_1="30")
    answer = submit(ben.browser(), form, htmx=True, end="0:knock:7", deadwood_1="13")
    assert (answer.context["page"].revision, says(answer, "Ann 36")) == (4, True)


def test_the_other_version_may_be_the_next_round(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    save(ann, "0:knock:7", deadwood_1="30")
    response = submit(ben.browser(), form, htmx=True, end="1:gin", deadwood_0="10")
    assert says(response, "We played both: mine is round 4")
    both = forms(response)["rounds/"]
    both.fields["as_next"] = "yes"
    for _ in range(2):
        answer = submit(ben.browser(), both, htmx=True)
        assert (answer.status_code, says(answer, "Round 4 saved")) == (200, True)
    assert (totals(ann), revision(ann)) == ([36, 80], 5)
    assert_sound(ann)


def test_a_form_that_was_left_open_never_overwrites_another_phones_round(ann: Phone, ben: Phone) -> None:
    """However often it is refused for something else in between: only a person who saw both may decide."""
    for first in (
        {"end": "0:knock:7", "deadwood_1": ""},  # a hand is missing
        {"end": "0:knock:7", "deadwood_1": "61"},  # unlikely: asked first
    ):
        form = entry(ben)
        number = int(form.fields["round"])
        save(ann, "0:knock:7", deadwood_1=str(20 + number))
        response = submit(ben.browser(), form, htmx=True, **first)
        assert response.status_code in (400, 422)
        second = submit(ben.browser(), forms(response)["rounds/"], htmx=True, deadwood_1="61", confirm="yes")
        assert (second.status_code, len(shown(second, ".conflict > p"))) == (409, 1)
        assert line(ann, number).latest.declaration == knock(0, 7, 20 + number)


def test_a_preview_of_a_form_that_was_left_open_never_overwrites_another_phones_round(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    save(ann, "0:knock:7", deadwood_1="30")
    seen = submit(ben.browser(), form, to=f"{ann.url}preview/", end="0:knock:7", deadwood_1="13")
    again = submit(ben.browser(), forms(seen)["rounds/"])
    assert (again.status_code, totals(ann)) == (409, [36, 45])


def test_invalid_input_is_reported_and_stays_in_the_form(
    ann: Phone, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for htmx in [True, False]:
        for end, hands in [
            ("0:knock:7", {"deadwood_1": "-1"}),
            ("0:knock:7", {"deadwood_1": "1000"}),
            ("0:knock:7", {"deadwood_1": "9" * 60}),
            ("0:knock:7", {"deadwood_1": "2147483648"}),
            ("0:knock:7", {"deadwood_1": "text"}),
            ("0:knock:7", {"deadwood_1": "1,5"}),
            ("0:knock:7", {"deadwood_1": ""}),
            ("0:knock:11", {"deadwood_1": "20"}),
            ("0:knock:14", {"deadwood_1": ""}),
            ("", {"deadwood_1": "20"}),
            ("", {}),
            ("2:gin", {"deadwood_1": "20"}),
            ("0:meld", {"deadwood_1": "20"}),
        ]:
            with subtests.test(htmx=htmx, end=end, hands=hands):
                answer = save(ann, end, htmx=htmx, **hands)
                assert answer.status_code == 400
                assert shown(answer, ".error, .errors p") == snapshot
                assert forms(answer)["rounds/"].fields["deadwood-1"] == hands.get("deadwood_1", "")
                assert ("<html" in text(answer)) is not htmx
                assert (revision(ann), totals(ann)) == (3, [13, 45])


def test_error_is_shown_at_its_field(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = save(ann, "0:knock:7", deadwood_1="1000")
    assert re.findall(r'aria-describedby="deadwood-1-note deadwood-1-error"', text(answer)) == [
        'aria-describedby="deadwood-1-note deadwood-1-error"'
    ]
    assert shown(answer, "#deadwood-1-error") == snapshot


@pytest.mark.parametrize("end", ["0:knock:14", "0:knock:-1", "0:knock:1000"])
def test_a_knock_that_ginski_does_not_know_is_refused(end: str, snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski")
    answer = save(phone, end, deadwood_1="20", deadwood_2="30")
    assert (answer.status_code, revision(phone)) == (400, 1)
    assert shown(answer, ".error, .errors p") == snapshot


def test_three_players_need_a_count_for_each_hand(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski")
    answer = save(phone, "0:knock:13", deadwood_2="30")
    assert answer.status_code == 400
    assert shown(answer, ".error, .errors p") == snapshot
    assert save(phone, "0:knock:13", deadwood_1="20", deadwood_2="30").status_code == 302
    assert totals(phone) == [37, 0, 0]


def test_unlikely_round_needs_one_confirmation(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = save(ann, "0:knock:7", deadwood_1="61")
    assert (answer.status_code, revision(ann)) == (422, 3)
    assert shown(answer, "#preview .ask") == snapshot
    form = forms(answer)["rounds/"]
    assert (form.fields["confirm"], typed_fields(form)["deadwood-1"]) == ("yes", "61")
    assert submit(ann.browser(), form).status_code == 302
    assert totals(ann) == [67, 45]


def test_a_round_after_swapped_seats_is_looked_at_again(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    swap_seats(access=ann.access, key="s", game=1, first=0, second=1, revision=3)
    answer = submit(ben.browser(), form, htmx=True, end="0:knock:7", deadwood_1="20")
    assert is_refusal(answer, "seats_changed")
    assert (answer.status_code, revision(ann)) == (409, 4)
    again = forms(answer)["rounds/"]
    assert typed_fields(again) == {
        "end": "1:knock:7",
        "deadwood-0": "20",
        "deadwood-1": "",
    }  # with the people, not the seats
    assert submit(ben.browser(), again, htmx=True).status_code == 200
    assert totals(ann) == [13, 58]


@pytest.mark.parametrize("htmx", [True, False])
def test_round_for_a_finished_game_is_refused_with_the_reason(ann: Phone, ben: Phone, htmx: bool) -> None:
    form = entry(ben)
    form.fields["round"] = "4"
    save(ann, "0:gin", deadwood_1="70", confirm="yes")
    assert current(ann).over
    answer = submit(ben.browser(), form, htmx=htmx, end="0:knock:7", deadwood_1="20")
    assert (is_refusal(answer, "game_finished"), revision(ann)) == (True, 4)


def test_a_round_for_an_earlier_game_is_refused(won: Phone) -> None:
    from games.services.table.games import start_game

    start_game(access=won.access, key="g")
    form = entry(won)
    answer = submit(won.browser(), form, game="1", round="2", end="dead")
    assert is_refusal(answer, "wrong_game", current=2)
    assert [len(game.rounds) for game in sheet(won).games] == [1, 0]


@pytest.mark.parametrize("game", ["2", "99", "0"])
def test_a_round_for_a_game_that_is_not_there_is_put_nowhere_else(ann: Phone, game: str) -> None:
    form = entry(ann)
    answer = submit(ann.browser(), form, game=game, end="0:knock:7", deadwood_1="20")
    assert (answer.status_code, revision(ann)) == (409, 3)
    conflict = submit(ann.browser(), form, game=game, round="1", end="0:knock:7", deadwood_1="21")
    assert (conflict.status_code, shown(conflict, ".conflict")) == (409, [])


def test_round_out_of_order_is_refused_and_the_fields_stay(ann: Phone, subtests: pytest.Subtests) -> None:
    for htmx in [True, False]:
        for number in ["5", "0", "999999999"]:
            with subtests.test(htmx=htmx, number=number):
                answer = submit(ann.browser(), entry(ann), htmx=htmx, round=number, end="0:knock:7", deadwood_1="20")
                assert (answer.status_code, revision(ann)) == (409, 3)
                assert ("<html" in text(answer)) is not htmx
                assert [
                    form.fields["deadwood-1"] for form in forms(answer).values() if "deadwood-1" in form.fields
                ] == ["20"]


def test_a_form_without_a_key_or_with_a_used_one_saves_nothing(ann: Phone) -> None:
    for key in ("", "x\x00y"):
        answer = submit(ann.browser(), entry(ann), key=key, end="dead")
        assert (answer.status_code, revision(ann)) == (400, 3)
    used = Entry.objects.get(revision=3).key
    answer = submit(ann.browser(), entry(ann), key=used, end="dead")
    assert (answer.status_code, revision(ann)) == (422, 3)
    assert is_refusal(answer, "idempotency_key_reused")


def test_deleted_round_is_not_entered_by_an_old_form(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    save(ann, "0:knock:7", deadwood_1="30")
    void(ann, 3)
    answer = submit(ben.browser(), form, htmx=True, end="0:knock:7", deadwood_1="20")
    assert is_refusal(answer, "round_void", round=3, next=4)
    assert (totals(ann), typed_fields(forms(answer)["rounds/"])["deadwood-1"]) == ([13, 45], "20")


# --- Change ---------------------------------------------------------------------------------------------------------


def changing(phone: Phone, number: int = 1, game: int = 1) -> Form:
    address = f"rounds/{game}/{number}/"
    return forms(phone.browser().get(f"{phone.url}{address}"))[address]


def test_a_round_is_shown_as_it_was_entered(ann: Phone) -> None:
    answer = ann.browser().get(f"{ann.url}rounds/1/1/")
    assert answer.status_code == 200
    assert says(answer, "Change round 1 Was: Ann knocked with 7, Ben had 20")
    form = forms(answer)["rounds/1/1/"]
    assert typed_fields(form) == {"end": "0:knock:7", "deadwood-0": "", "deadwood-1": "20"}
    assert (form.fields["revision"], form.fields["round"]) == ("2", "1")
    assert typed_fields(changing(ann, 2)) == {"end": "1:gin", "deadwood-0": "20", "deadwood-1": ""}
    assert forms(answer)["rounds/1/1/void/"].fields["revision"] == "2"


@pytest.mark.parametrize(
    ("entered", "end"), [(dead(), "dead"), (gin(0, 14, big=True), "0:big_gin"), (knock(1, 10, 10), "1:knock:10")]
)
def test_every_ending_comes_back_into_the_form(ann: Phone, entered: object, end: str) -> None:
    enter(ann, entered)  # type: ignore[arg-type]
    assert changing(ann, 3).fields["end"] == end


def test_a_change_moves_the_totals_and_says_why(ann: Phone) -> None:
    answer = submit(ann.browser(), changing(ann), end="0:knock:6", deadwood_1="10+11", reason="  counted again  ")
    assert (answer.status_code, answer["Location"]) == (302, ann.url)
    assert (totals(ann), line(ann, 1).history[-1].reason) == ([15, 45], "counted again")
    assert_sound(ann)


def test_a_change_is_made_once_however_often_it_is_tapped(ann: Phone) -> None:
    form = changing(ann)
    for _ in range(2):
        assert submit(ann.browser(), form, end="0:knock:6").status_code == 302
    assert revision(ann) == 4


def test_invalid_correction_is_reported_and_stays_in_the_form(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = submit(ann.browser(), changing(ann), end="0:knock:6", deadwood_1="999", reason="why not")
    assert answer.status_code == 400
    assert shown(answer, ".error, .errors p") == snapshot
    assert typed_fields(forms(answer)["rounds/1/1/"]) == {
        "end": "0:knock:6",
        "deadwood-0": "",
        "deadwood-1": "999",
        "reason": "why not",
    }
    assert revision(ann) == 3


def test_unlikely_correction_needs_one_confirmation(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = submit(ann.browser(), changing(ann), deadwood_1="70")
    assert answer.status_code == 422
    assert shown(answer, "#preview .ask") == snapshot
    assert submit(ann.browser(), forms(answer)["rounds/1/1/"]).status_code == 302
    assert totals(ann) == [63, 45]


def test_a_stale_change_shows_both(ann: Phone, ben: Phone) -> None:
    form = changing(ben)
    correct(ann, 1, knock(0, 7, 30))
    answer = submit(ben.browser(), form, end="0:knock:5")
    assert (answer.status_code, revision(ann)) == (412, 4)
    assert says(answer, "Saved by Ann's phone Ann knocked with 7, Ben had 30")
    assert says(answer, "Yours, not saved yet Ann knocked with 5, Ben had 20")
    again = forms(answer)["rounds/1/1/"]
    (_, _, address) = next(b for b in again.buttons if b[2].endswith("/rounds/"))
    assert submit(ben.browser(), again, to=address).status_code == 302
    assert totals(ann) == [15, 45]


@pytest.mark.parametrize(
    "first",
    [
        {"deadwood_1": ""},
        {"deadwood_1": "70"},
    ],
)
def test_stale_correction_stays_stale_when_repeated(ann: Phone, ben: Phone, first: dict[str, str]) -> None:
    form = changing(ben)
    correct(ann, 1, knock(0, 7, 30))
    response = submit(ben.browser(), form, **first)
    assert response.status_code in (400, 422)
    again = submit(ben.browser(), forms(response)["rounds/1/1/"], deadwood_1="70", confirm="yes")
    assert (again.status_code, totals(ann)) == (412, [23, 45])


def test_a_preview_of_a_change_keeps_the_revision_it_saw(ann: Phone, ben: Phone) -> None:
    form = changing(ben)
    correct(ann, 1, knock(0, 7, 30))
    seen = submit(ben.browser(), form, to=f"{ann.url}preview/", end="0:knock:5")
    again = next(f for f in forms(seen).values() if "end" in f.fields)
    answer = submit(ben.browser(), again)
    assert (answer.status_code, totals(ann)) == (412, [23, 45])


def test_a_change_of_an_earlier_game_leads_back_to_it(won: Phone) -> None:
    from games.services.table.games import start_game

    start_game(access=won.access, key="g")
    answer = submit(won.browser(), changing(won), deadwood_1="70", confirm="yes", after="end")
    assert (answer.status_code, answer["Location"]) == (302, f"{won.url}games/1/")
    assert won.browser().get(answer["Location"]).status_code == 200


def test_an_edit_without_script_is_previewed_on_its_own_page(ann: Phone, snapshot: SnapshotAssertion) -> None:
    seen = submit(ann.browser(), changing(ann), to=f"{ann.url}preview/", end="0:knock:6", reason="why not")
    assert seen.status_code == 200
    assert shown(seen, "#preview .sentence") == snapshot
    form = next(f for f in forms(seen).values() if "end" in f.fields)
    assert typed_fields(form)["reason"] == "why not"
    assert submit(ann.browser(), form).status_code == 302
    assert (totals(ann), line(ann, 1).history[-1].reason) == ([14, 45], "why not")


def test_a_round_that_was_not_played_has_no_page(ann: Phone, subtests: pytest.Subtests) -> None:
    for game, number in [(1, 3), (1, 0), (2, 1), (0, 1), (1, 10**30)]:
        with subtests.test(game=game, number=number):
            client = ann.browser()
            address = f"{ann.url}rounds/{game}/{number}/"
            responses = [
                client.get(address),
                client.post(address, {"end": "dead"}),
                client.post(f"{address}void/", {"revision": "2"}),
            ]
            refused = 404 if game == 1 else 409  # another game is under way
            assert [answer.status_code for answer in responses] == [404, 404, refused]
            assert revision(ann) == 3


@pytest.mark.parametrize("reason", ["nul \x00", "turn \u202e around", "isolate \u2066", "bell \x07", "line\nbreak"])
def test_reason_is_stored_without_invisible_characters(ann: Phone, reason: str) -> None:
    submit(ann.browser(), changing(ann), end="0:knock:6", reason=reason)
    stored = [row.reason for row in Entry.objects.filter(revision=4)]
    assert [each for each in stored if not each.isprintable()] == []


# --- Deleting a round -----------------------------------------------------------------------------------------------


def test_round_is_deleted_with_a_reason(ann: Phone) -> None:
    form = forms(ann.browser().get(f"{ann.url}rounds/1/1/"))["rounds/1/1/void/"]
    for _ in range(2):
        answer = submit(ann.browser(), form, reason=" dealt wrongly ")
        assert (answer.status_code, answer["Location"]) == (302, ann.url)
    assert (totals(ann), revision(ann), line(ann, 1).history[-1].reason) == ([0, 45], 4, "dealt wrongly")


def test_deleted_round_can_be_changed_but_not_deleted_again(ann: Phone) -> None:
    void(ann, 1)
    answer = ann.browser().get(f"{ann.url}rounds/1/1/")
    assert set(forms(answer)) == {"rounds/1/1/"}
    assert submit(ann.browser(), forms(answer)["rounds/1/1/"]).status_code == 302
    assert totals(ann) == [13, 45]


@pytest.mark.parametrize(("seen", "status"), [("1", 412), ("3", 412), ("", 428), ("x", 428), ("9" * 12, 428)])
def test_deletion_sends_the_revision_it_is_based_on(ann: Phone, seen: str, status: int) -> None:
    answer = ann.browser().post(f"{ann.url}rounds/1/1/void/", {"revision": seen})
    assert (answer.status_code, revision(ann)) == (status, 3)
    assert says(answer, "Change round 1")


def test_deleting_a_deleted_round_is_refused_with_the_reason(ann: Phone) -> None:
    void(ann, 1)
    answer = ann.browser().post(f"{ann.url}rounds/1/1/void/", {"revision": "4"})
    assert is_refusal(answer, "round_void", round=1, next=3)


# --- Who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_watchers_are_refused_every_write(ann: Phone, headers: dict[str, str]) -> None:
    client = join(ann, Role.WATCH).browser()
    fields = entry(ann).fields | {"end": "dead", "revision": "2"}
    for address in ("preview/", "rounds/", "rounds/1/1/", "rounds/1/1/void/"):
        assert client.post(f"{ann.url}{address}", fields, headers=headers).status_code == 403
    page = client.get(f"{ann.url}rounds/1/1/")
    assert (is_refusal(page, "not_allowed", role="watch"), revision(ann)) == (True, 3)
