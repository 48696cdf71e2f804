"""Pages: what a change does to the end of a game is said before it is saved, and asked where people have to decide."""

import json

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Role, Season
from games.rules.league.season import season_rules
from games.services.table.games import start_game
from tests.leagues import Club, club, state
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    enter,
    finish,
    gin,
    join,
    knock,
    revision,
    sheet,
    start,
)
from tests.match_night import browser
from tests.views.reading import HTMX, Form, forms, is_refusal, says, shown, submit, text

REALLY = {"end": "0:knock:2", "deadwood_1": "12"}
"""The last round of game 1 as it really was: Ann +10, so that Ben stays at 90."""


def first_game(phone: Phone) -> None:
    """Ben wins at 119 with the undercut of round 2."""
    enter(phone, gin(1, 65))
    enter(phone, knock(0, 9, 5))


@pytest.fixture
def two(db: None) -> Phone:
    """A table where Ben has won game 1 at 119, and one round of game 2 was played."""
    phone = start()
    first_game(phone)
    start_game(access=phone.access, key="another")
    enter(phone, knock(0, 7, 20))
    return phone


def changing(phone: Phone, number: int = 2, game: int = 1) -> Form:
    address = f"rounds/{game}/{number}/"
    return forms(phone.browser().get(f"{phone.url}{address}"))[address]


def previewed(phone: Phone, form: Form, **typed: str) -> object:
    return submit(phone.browser(), form, to=f"{phone.url}preview/", htmx=True, **typed)


def to_outbox(phone: Phone, form: Form, *, path: str = "", **typed: str) -> tuple[int, dict[str, object]]:
    """Send the form as the outbox does; ``ask`` = yes while somebody looks at the page."""
    data = form.fields | {name.replace("_", "-"): value for name, value in typed.items()}
    headers = {"Accept": "application/json", "Outbox-Format": "1"}
    answer = phone.browser().post(path or form.action, data, headers=headers)
    return answer.status_code, json.loads(answer.content)


def open_now(phone: Phone) -> tuple[list[int], int]:
    """The games to decide about, and the number of the current one."""
    return [game.number for game in sheet(phone).open_again], current(phone).number


# --- Told before ----------------------------------------------------------------------------------------------------


def test_preview_says_that_the_game_would_be_open_and_asks(two: Phone, snapshot: SnapshotAssertion) -> None:
    answer = previewed(two, changing(two), **REALLY)
    assert shown(answer, ".moves-end") == snapshot
    assert shown(answer, ".decides") == snapshot
    assert shown(answer, ".decides small") == snapshot
    chosen = previewed(two, changing(two), **REALLY, after="resume")
    assert forms_of_fragment(chosen)["after"] == "resume"
    assert shown(previewed(two, changing(two), end="0:knock:9", deadwood_1="4"), ".moves-end") == []


def forms_of_fragment(answer: object) -> dict[str, str]:
    """The fields of a fragment without a form around it."""
    wrapped = type(answer)(b'<form action="x">' + answer.content + b"</form>")  # type: ignore[attr-defined, call-arg]
    return forms(wrapped)["x"].fields


def test_other_moves_of_the_end_are_told(two: Phone, snapshot: SnapshotAssertion) -> None:
    earlier = previewed(two, changing(two, 1), end="1:gin", deadwood_0="80")
    assert shown(earlier, ".moves-end") == snapshot
    assert shown(earlier, ".decides") == []


def test_other_winner_is_told(db: None, snapshot: SnapshotAssertion) -> None:
    phone = start()
    enter(phone, knock(0, 2, 50))
    enter(phone, knock(1, 5, 20))
    finish(phone)
    start_game(access=phone.access, key="another")
    answer = previewed(phone, changing(phone, 1), end="0:knock:2", deadwood_1="10")
    assert shown(answer, ".moves-end") == snapshot


def test_single_game_is_said_to_go_on_without_a_question(db: None, snapshot: SnapshotAssertion) -> None:
    phone = start()
    first_game(phone)
    answer = previewed(phone, changing(phone), **REALLY)
    assert shown(answer, ".moves-end") == snapshot
    assert shown(answer, ".decides") == []
    assert submit(phone.browser(), changing(phone), **REALLY).status_code == 302
    assert shown(previewed(phone, changing(phone, 1), end="1:gin", deadwood_0="95"), ".moves-end") == snapshot


def test_deletion_says_it_and_offers_the_choice(two: Phone, snapshot: SnapshotAssertion) -> None:
    answer = two.browser().get(f"{two.url}rounds/1/2/")
    assert shown(answer, ".voiding .moves-end, .voiding .ask") == snapshot
    submit(two.browser(), forms(answer)["rounds/1/2/void/"], after="resume")
    assert open_now(two) == ([], 1)
    assert shown(two.browser().get(f"{two.url}rounds/2/1/"), ".moves-end, .ask") == []


def test_only_a_game_that_is_not_over_is_said_to_wait(two: Phone, snapshot: SnapshotAssertion) -> None:
    enter(two, gin(0, 90))
    answer = previewed(two, changing(two), **REALLY)
    assert says(answer, "End it at this score Continue game 1")
    assert shown(answer, ".decides small") == []
    correct(two, 2, knock(0, 2, 12), game=1)
    page = two.browser().get(two.url)
    assert shown(page, ".attention strong") == snapshot
    assert shown(page, ".attention .fine") == []


# --- Asked before it is saved ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "number"), [("end", 2), ("resume", 1)])
def test_change_is_saved_with_the_choice(two: Phone, after: str, number: int) -> None:
    asked = submit(two.browser(), changing(two), **REALLY)
    assert (asked.status_code, len(shown(asked, "#preview .decides")), revision(two)) == (422, 1, 5)
    saved = submit(two.browser(), forms(asked)["rounds/1/2/"], after=after)
    assert (saved.status_code, open_now(two)) == (302, ([], number))
    assert_sound(two)


def test_table_asks_until_somebody_decides(two: Phone, snapshot: SnapshotAssertion) -> None:
    correct(two, 2, knock(0, 2, 12), game=1)
    for page in ("", "games/1/"):
        answer = two.browser().get(f"{two.url}{page}")
        assert shown(answer, ".attention p") == snapshot
    assert "rounds/1/2" not in text(two.browser().get(f"{two.url}games/2/"))
    watcher = join(two, Role.WATCH)
    assert shown(watcher.browser().get(two.url), ".attention") == []
    form = forms(answer_of(two))["games/1/decide/"]
    assert form.buttons == [("decision", "end", ""), ("decision", "resume", "")]
    assert submit(two.browser(), form, decision="resume").status_code == 302
    page = two.browser().get(two.url)
    assert shown(page, "#deal p") == snapshot
    assert says(page, "Round 3")
    assert shown(page, ".attention") == []
    assert shown(two.browser().get(f"{two.url}games/2/"), ".earlier") == snapshot
    again = submit(two.browser(), form, decision="resume")
    assert (again.status_code, revision(two)) == (302, 7)


def answer_of(phone: Phone) -> object:
    return phone.browser().get(phone.url)


def test_old_decision_is_refused_on_the_table_page(two: Phone) -> None:
    correct(two, 2, knock(0, 2, 12), game=1)
    form = forms(answer_of(two))["games/1/decide/"]
    enter(two, knock(0, 7, 20))
    answer = submit(two.browser(), form, decision="end")
    assert (answer.status_code, open_now(two)) == (412, ([1], 2))


def test_other_screens_get_the_question(two: Phone, snapshot: SnapshotAssertion) -> None:
    correct(two, 2, knock(0, 2, 12), game=1)
    moved = two.browser().get(f"{two.url}moved/", headers=HTMX)
    assert shown(moved, ".attention strong") == snapshot


def test_round_of_the_waiting_game_is_refused_with_the_reason(two: Phone) -> None:
    form = forms(answer_of(two))["rounds/"]
    played = {"end": "0:knock:7", "deadwood_1": "21"}
    correct(two, 2, knock(0, 2, 12), game=1, decision="resume")
    answer = submit(two.browser(), form, **played)
    assert is_refusal(answer, "wrong_game", current=1)
    assert to_outbox(two, form, **played)[0] == 409
    # Once game 1 is over, the same entry is saved.
    enter(two, gin(1, 10))
    assert to_outbox(two, form, **played)[0] == 200


def test_undo_says_where_it_leads(two: Phone, snapshot: SnapshotAssertion) -> None:
    correct(two, 2, knock(0, 2, 12), game=1, decision="resume")
    assert says(answer_of(two), "back to game 2")
    submit(two.browser(), forms(answer_of(two))["undo/"])
    assert shown(answer_of(two), ".attention strong") == snapshot
    assert says(answer_of(two), "Undo the change to round 2 of game 1")
    submit(two.browser(), forms(answer_of(two))["games/1/decide/"], decision="end")
    assert says(answer_of(two), "Undo the end of game 1")


# --- The outbox -----------------------------------------------------------------------------------------------------


def test_outbox_saves_and_flags(two: Phone, snapshot: SnapshotAssertion) -> None:
    form = changing(two)
    status, body = to_outbox(two, form, **REALLY)
    assert (status, body["how"], body["open_again"]) == (200, "new", True)
    assert body["text"] == snapshot
    assert (to_outbox(two, form, **REALLY)[1]["how"], open_now(two)) == ("replayed", ([1], 2))
    # A retry with the choice comes too late for it: the table still asks.
    assert to_outbox(two, form, **REALLY, after="end")[0] == 200
    assert open_now(two) == ([1], 2)


def test_page_that_somebody_looks_at_asks_first(two: Phone, snapshot: SnapshotAssertion) -> None:
    form = changing(two)
    status, body = to_outbox(two, form, **REALLY, ask="yes")
    assert (status, body["code"]) == (422, "ask_first")
    assert body["detail"] == snapshot
    status, body = to_outbox(two, form, **REALLY, ask="yes", after="end")
    assert (status, "open_again" in body, open_now(two)) == (200, False, ([], 2))
    assert to_outbox(two, form, **REALLY, ask="yes", after="end")[1]["how"] == "replayed"


def test_outbox_deletes_and_flags(two: Phone) -> None:
    void = forms(two.browser().get(f"{two.url}rounds/1/2/"))["rounds/1/2/void/"]
    status, body = to_outbox(two, void)
    assert (status, body["open_again"], open_now(two)) == (200, True, ([1], 2))


# --- A league match -------------------------------------------------------------------------------------------------


@pytest.fixture
def two_games(db: None) -> tuple[Club, Client, str]:
    """A match of two games: Ben has won game 1 at 119 and Ann game 2."""
    tuesday = club("Ann", "Ben", rules=season_rules({"length": "games", "count": 2}))
    match = tuesday.match("Ann", "Ben")
    ann = tuesday.phone("Ann")
    phone = Phone(tuesday.table(match, ann), "", {})
    first_game(phone)
    start_game(access=phone.access, key="another")
    enter(phone, gin(0, 90))
    return tuesday, browser(ann), phone.url


def match_change(client: Client, url: str, number: int, game: int, **typed: str) -> object:
    address = f"rounds/{game}/{number}/"
    form = forms(client.get(f"{url}{address}"))[address]
    return submit(client, form, to=f"{url}preview/", htmx=True, **typed)


def test_match_that_would_be_open_again_is_told(
    two_games: tuple[Club, Client, str], snapshot: SnapshotAssertion
) -> None:
    tuesday, client, url = two_games
    assert state(tuesday.season.matches.get())[0] == "played"
    assert shown(match_change(client, url, 2, 1, **REALLY), ".moves-end") == snapshot
    assert shown(match_change(client, url, 1, 2, end="0:knock:2", deadwood_1="12"), ".moves-end") == snapshot
    other = match_change(client, url, 1, 2, end="1:gin", deadwood_0="90")
    assert says(other, "Game over: Ben wins")
    assert shown(other, ".moves-end") == snapshot


def test_match_decided_by_another_game_is_told(db: None, snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben", rules=season_rules({"length": "games", "count": 3, "match_end": "when_decided"}))
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    phone = Phone(tuesday.table(match, ann), "", {})
    anns, bens = {"end": "0:gin", "deadwood_1": "90"}, {"end": "1:gin", "deadwood_0": "90"}

    def told(game: int, typed: dict[str, str]) -> list[str]:
        return shown(match_change(browser(ann), phone.url, 1, game, **typed), ".moves-end")

    enter(phone, gin(0, 90))
    start_game(access=phone.access, key="second")
    enter(phone, gin(0, 90))
    # Over at 2–0; as 1–1 it goes on.
    assert state(match) == ("played", True)
    assert told(2, bens) == snapshot
    correct(phone, 1, gin(1, 90), game=2)
    assert state(match) == ("running", False)
    assert says(browser(ann).get(phone.url), "Start game 3 (best of 3)")
    start_game(access=phone.access, key="third")
    # A game that is being played is no longer needed.
    assert told(1, bens) == snapshot
    enter(phone, gin(0, 90))
    assert state(match) == ("played", True)
    # Over at 2–1, or without the third game.
    assert told(2, anns) == snapshot
    correct(phone, 1, gin(0, 90), game=2)
    assert tuesday.season.matches.get().sides.get(position=0).games == 2
    assert told(2, bens) == snapshot
    assert told(2, {"end": "0:gin", "deadwood_1": "91"}) == []


def test_closed_season_is_told(two_games: tuple[Club, Client, str], snapshot: SnapshotAssertion) -> None:
    tuesday, client, url = two_games
    Season.objects.update(closed_at=tuesday.season.created_at)
    answer = match_change(client, url, 2, 1, **REALLY)
    assert shown(answer, ".moves-end") == snapshot


def test_match_page_says_which_game_is_continued(two_games: tuple[Club, Client, str]) -> None:
    tuesday, client, url = two_games
    match = tuesday.season.matches.get()
    phone = Phone(tuesday.table(match, tuesday.phone("Ann")), "", {})
    correct(phone, 2, knock(0, 2, 12), game=1, decision="resume")
    page = f"/s/{tuesday.season.public_id}/matches/{match.number}/"
    for address in (page, url):
        assert says(client.get(address), "Game 1 of 2")
    enter(phone, gin(1, 10))
    assert says(client.get(page), "The match is over")
