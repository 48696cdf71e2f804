"""Two versions of a round: every screen asks, and any phone that scores can answer."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Report, Role
from games.rules.declaration import Declaration
from games.services.table.games import start_game
from tests.makers import Phone, correct, dead, enter, gin, join, knock, outcome, revision, totals, void
from tests.views.reading import HTMX, Form, bare, entry, forms, is_refusal, says, shown, submit, text, words


@pytest.fixture
def ben(ann: Phone) -> Phone:
    """Another phone at Ann's table."""
    return join(ann)


def report_difference(phone: Phone, declaration: Declaration, number: int = 2) -> int:
    """Say something else of a round; the number of the question."""
    assert outcome(lambda: enter(phone, declaration, number=number)) == "round_conflict"
    return Report.objects.latest("pk").pk


def question_form(client: Client, phone: Phone) -> Form:
    """The form of the question on the table page."""
    return forms(client.get(phone.url))["questions/"]


def answer(client: Client, phone: Phone, right: str, *, htmx: bool = False, **more: str) -> HttpResponse:
    form = question_form(client, phone)
    data = form.fields | {"right": right} | more
    return client.post(form.action, data, headers=HTMX if htmx else {})


def test_both_versions_are_shown_with_whose_they_are_and_what_they_bring(
    ann: Phone, ben: Phone, snapshot: SnapshotAssertion
) -> None:
    report_difference(ben, knock(1, 8, 24))
    for phone, on_sheet, other in ((ann, "You", "Ben's phone"), (ben, "Ann's phone", "You")):
        page = phone.browser().get(phone.url)
        assert shown(page, ".question [role=alert]") == snapshot
        assert says(page, f"{on_sheet}, on the sheet Ben went gin, Ann had 20 45 for Ben")
        assert says(page, f"{other} Ben knocked with 8, Ann had 24 16 for Ben")
        assert [button[:2] for button in forms(page)["questions/"].buttons] == [
            ("right", "keep"),
            ("right", str(Report.objects.get().pk)),
        ]


def test_watchers_see_the_question_without_buttons(ann: Phone, ben: Phone, snapshot: SnapshotAssertion) -> None:
    report_difference(ben, knock(1, 8, 24))
    eve = join(ann, Role.WATCH)
    page = eve.browser().get(eve.url)
    assert shown(page, ".question [role=alert]") == snapshot
    assert says(page, "Ben knocked with 8, Ann had 24")
    assert "questions/" not in forms(page)
    assert eve.browser().post(f"{eve.url}questions/", {"right": "keep"}).status_code == 403


@pytest.mark.parametrize("htmx", [True, False])
def test_choosing_the_sheet_keeps_its_round(ann: Phone, ben: Phone, htmx: bool, snapshot: SnapshotAssertion) -> None:
    report_difference(ben, knock(1, 8, 24))
    result = answer(ann.browser(), ann, "keep", htmx=htmx)
    assert result.status_code == (200 if htmx else 302)
    assert (totals(ann), revision(ann)) == ([13, 45], 3)
    page = ben.browser().get(ben.url)
    assert "questions/" not in forms(page)
    assert re.search(
        r"Ben's phone entered something else at \d+:\d\d [AP]M: Ben knocked with 8, Ann had 24\. "
        r"Ann's phone decided at \d+:\d\d [AP]M that the sheet is right\.",
        words(page),
    )
    moved = ben.browser().get(f"{ben.url}moved/", headers=HTMX)
    assert shown(moved, "#notice .notice") == snapshot
    assert shown(ann.browser().get(f"{ann.url}moved/", headers=HTMX), "#notice .notice") == []


def test_the_other_version_is_taken(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, knock(1, 8, 24))
    assert answer(ann.browser(), ann, str(question)).status_code == 302
    assert (totals(ann), revision(ann)) == ([13, 16], 4)
    page = ben.browser().get(ben.url)
    assert re.search(r"Ann's phone decided at \d+:\d\d [AP]M that this is right\.", words(page))
    assert says(page, "Entered by Ann's phone")


def test_a_question_answered_twice_is_answered_once(ann: Phone, ben: Phone) -> None:
    question = report_difference(ben, knock(1, 8, 24))
    form = question_form(ben.browser(), ben)
    for _ in range(2):
        response = ann.browser().post(form.action, form.fields | {"right": str(question)}, headers=HTMX)
        assert (response.status_code, revision(ann)) == (200, 4)
    late = ben.browser().post(form.action, form.fields | {"right": "keep"}, headers=HTMX)
    assert is_refusal(late, "question_decided", by="Ann's phone")
    assert revision(ann) == 4


@pytest.mark.parametrize("htmx", [True, False])
def test_decision_on_an_older_version_shows_the_new_one(ann: Phone, ben: Phone, htmx: bool) -> None:
    question = report_difference(ben, knock(1, 8, 24))
    form = question_form(ben.browser(), ben)
    correct(ann, 2, gin(1, 30))
    response = ben.browser().post(form.action, form.fields | {"right": str(question)}, headers=HTMX if htmx else {})
    assert is_refusal(response, "stale")
    assert says(response, "on the sheet Ben went gin, Ann had 30 55 for Ben")
    assert totals(ann) == [13, 55]


def test_invalid_answer_changes_nothing(ann: Phone, ben: Phone, subtests: pytest.Subtests) -> None:
    for data, status in [
        ({}, 400),
        ({"right": "keep"}, 404),
        ({"right": "keep", "question": "999999999", "revision": "3"}, 404),
        ({"right": "x", "question": "1", "revision": "3"}, 400),
        ({"right": "keep", "question": "1" * 40, "revision": "3"}, 404),
    ]:
        with subtests.test(data=data, status=status):
            report_difference(ben, knock(1, 8, 24))
            assert ann.browser().post(f"{ann.url}questions/", data).status_code == status
            assert (Report.objects.get().decision, revision(ann)) == ("", 3)


def test_a_form_in_use_is_left_alone_by_the_answer(ann: Phone, ben: Phone) -> None:
    report_difference(ben, knock(1, 8, 24))
    assert "data-entry" not in text(answer(ann.browser(), ann, "keep", htmx=True, typing="1"))
    report_difference(ben, knock(1, 8, 25))
    assert "data-entry" in text(answer(ann.browser(), ann, "keep", htmx=True))


def test_refused_phone_decides_the_question_in_its_form(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    enter(ann, knock(0, 7, 30))
    refused = submit(ben.browser(), form, htmx=True, end="0:knock:7", deadwood_1="13")
    assert refused.status_code == 409
    assert ("questions/" in forms(refused), "questions/" in forms(ann.browser().get(ann.url))) == (False, True)
    again = forms(refused)["rounds/"]
    assert again.fields["question"] == str(Report.objects.get().pk)
    stored = next(b for b in again.buttons if b[:2] == ("right", "keep"))
    response = ben.browser().post(stored[2], again.fields | {"right": "keep"}, headers=HTMX)
    assert (response.status_code, 'id="entry"' in text(response), says(response, "Decided")) == (200, True, True)
    assert (Report.objects.get().decision, totals(ann)) == ("kept", [36, 45])
    assert forms(response)["rounds/"].fields["round"] == "4"


def test_a_refused_form_goes_with_its_question(ann: Phone, ben: Phone) -> None:
    """While the question is open, and about what the form shows, nothing takes it away; then a fresh form comes."""
    form = entry(ben)
    enter(ann, knock(0, 7, 30))
    again = forms(submit(ben.browser(), form, htmx=True, end="0:knock:7", deadwood_1="13"))["rounds/"]
    shows = {"typing": "1", "asks": f"{again.fields['question']}:{again.fields['revision']}"}
    client = ben.browser()
    still = client.get(f"{ben.url}moved/", shows, headers=HTMX)
    assert ("data-entry" in text(still), "question card" in text(still)) == (False, False)
    correct(ann, 3, knock(0, 7, 31))
    changed = client.get(f"{ben.url}moved/", shows, headers=HTMX)
    assert ("data-entry" in text(changed), says(changed, "Ann knocked with 7, Ben had 31 24 for Ann")) == (True, True)
    void(ann, 3)
    gone = client.get(f"{ben.url}moved/", shows, headers=HTMX)
    assert ("data-entry" in text(gone), "question card" in text(gone)) == (True, False)
    assert "data-entry" in text(client.get(f"{ben.url}moved/", {"typing": "1", "asks": "x"}, headers=HTMX))


def test_both_were_played_leaves_no_question(ann: Phone, ben: Phone) -> None:
    form = entry(ben)
    enter(ann, knock(0, 7, 30))
    both = forms(submit(ben.browser(), form, htmx=True, end="1:gin", deadwood_0="10"))["rounds/"]
    both.fields["as_next"] = "yes"
    response = submit(ben.browser(), both, htmx=True)
    assert (response.status_code, says(response, "Round 4 saved")) == (200, True)
    assert Report.objects.get().decision == "kept"
    assert "questions/" not in forms(ann.browser().get(ann.url))


def test_a_stale_change_is_a_question_on_the_other_phones(ann: Phone, ben: Phone, snapshot: SnapshotAssertion) -> None:
    form = forms(ben.browser().get(f"{ben.url}rounds/1/1/"))["rounds/1/1/"]
    correct(ann, 1, knock(0, 7, 30))
    refused = submit(ben.browser(), form, end="0:knock:5", reason="a five of clubs")
    assert refused.status_code == 412
    page = ann.browser().get(ann.url)
    assert shown(page, ".question [role=alert]") == snapshot
    assert says(page, "Ben's phone Ann knocked with 5, Ben had 20 15 for Ann")
    told = shown(ann.browser().get(f"{ann.url}rounds/1/1/"), ".was .fine")
    assert [re.sub(r"\d+:\d\d [AP]M", "(time)", line) for line in told] == snapshot
    again = forms(refused)["rounds/1/1/"]
    stored = next(b for b in again.buttons if b[:2] == ("right", "keep"))
    assert ben.browser().post(stored[2], again.fields | {"right": "keep"}).status_code == 302
    assert Report.objects.get().decision == "kept"


def test_question_about_an_earlier_game_names_the_game(won: Phone, snapshot: SnapshotAssertion) -> None:
    ben = join(won)
    report_difference(ben, gin(0, 80), number=1)
    start_game(access=won.access, key="next")
    page = won.browser().get(won.url)
    assert shown(page, ".question [role=alert]") == snapshot
    assert answer(won.browser(), won, str(Report.objects.get().pk)).status_code == 302
    assert Report.objects.get().decision == "taken"


def test_the_line_says_who_else_entered_the_round(ann: Phone, ben: Phone) -> None:
    before = ann.browser().get(ann.url)
    assert "also entered by" not in text(before)
    enter(ben, gin(1, 20), number=2)
    page = ann.browser().get(ann.url)
    assert says(page, "; also entered by Ben's phone.")
    assert len(re.findall(r'class="flag also">also entered by Ben&#x27;s phone<', bare(page))) == 1
    moved = f"{ann.url}moved/"
    assert says(ann.browser().get(moved, headers=HTMX), "Round 2: also entered by Ben's phone")
    assert not says(ben.browser().get(moved, headers=HTMX), "Round 2: also entered")
    enter(ann, dead())
    assert says(ben.browser().get(moved, headers=HTMX), "Round 3: Dead hand")


def test_names_of_phones_and_reasons_are_text(ann: Phone) -> None:
    eve = join(ann, label='<img src=x onerror="alert(1)">')
    question = report_difference(eve, knock(1, 8, 24))
    page = text(ann.browser().get(ann.url))
    assert ("<img src=x" in page, "&lt;img src=x" in page) == (False, True)
    answer(eve.browser(), eve, str(question))
    assert "<img src=x" not in text(ann.browser().get(ann.url))


def test_the_revision_url_counts_the_checks(ann: Phone, ben: Phone) -> None:
    client = ann.browser()
    first = client.get(f"{ann.url}revision/")
    assert (first.json(), first.headers["ETag"]) == ({"revision": 3, "changes": 0}, '"3.0"')
    report_difference(ben, knock(1, 8, 24))
    response = client.get(f"{ann.url}revision/", headers={"If-None-Match": first.headers["ETag"]})
    assert (response.status_code, response.json()) == (200, {"revision": 3, "changes": 1})
    again = client.get(f"{ann.url}revision/", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    page = text(client.get(ann.url))
    assert page.count('data-revision="3" data-changes="1"') == 2
