"""A table's scoreboard: its content, for whom, and how it follows the table."""

import time
from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Role
from games.pages.table.board import BoardPage
from games.pages.table.board_page import board_page
from games.selectors import caching
from games.services.sharing.links import revoke_link
from games.services.table.games import start_game
from tests.leagues import club
from tests.makers import Phone, dead, enter, gin, join, knock, link, misdeal, start, team_deal, void
from tests.match_night import browser
from tests.rules.kit import between
from tests.views.reading import says, text, words

pytestmark = pytest.mark.django_db
MINUS = "\u2212"


def board(phone: Phone, rest: str = "") -> BoardPage:
    answer = phone.browser().get(f"{phone.url}board/{rest}")
    assert answer.status_code == 200
    page: BoardPage = answer.context["page"]
    return page


def side_texts(page: BoardPage) -> list[tuple[str, str, str]]:
    return [(side.total, side.gain, side.status) for side in page.sides]


def test_watchers_see_the_current_score() -> None:
    phone = start()
    watcher = join(phone, Role.WATCH)
    enter(phone, knock(0, 7, 20))
    page = board(watcher)
    assert (page.heading, page.stage, page.headline, page.open_question) == ("Gin rummy, to 100", "", "", "")
    assert side_texts(page) == [("13", "+13", "87 to go"), ("0", "", "100 to go")]
    assert [(side.deals, side.leads, side.boxes) for side in page.sides] == [(False, True, 1), (True, False, 0)]
    assert page.last_round == "Round 1: Ann knocked with 7, Ben had 20"
    answer = watcher.browser().get(f"{phone.url}board/")
    assert answer["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert says(answer, "87 to go") and says(answer, "1 box") and 'class="board-pips"' in text(answer)
    assert "<form" not in text(answer) and "<button" not in text(answer)
    assert words(answer).count("Winner") == 0


def test_fragment_is_the_board_alone_with_its_orientation(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)  # the address of the stream is signed with the second
    phone = start()
    for query in ("", "?turned=1"):
        page = board(phone, query)
        assert page.moved_url == f"{phone.url}board/moved/{query}"
        answer = phone.browser().get(page.moved_url)
        assert text(answer).lstrip().startswith('<div id="board"') and 'hx-swap-oob="true"' in text(answer)
        assert "<html" not in text(answer) and answer["Cache-Control"].startswith("max-age=0")
        assert answer.context["page"] == page
        whole = text(phone.browser().get(f"{phone.url}board/{query}"))
        assert text(answer).count("data-live-status") == (2 if query else 1) == whole.count("data-live-status")
        assert f'data-revision="{page.revision}"' in whole and "data-keep-awake" in whole


def test_turned_each_side_reads_for_itself_and_many_sides_read_one_foot() -> None:
    four = start("Ann", "Ben", "Cleo", "Dan", preset="knock_rummy")
    five = start("Ann", "Ben", "Cleo", "Dan", "Eve", preset="knock_rummy")
    for phone, times in ((four, 4), (five, 1)):
        enter(phone, gin(0, *[20] * (len(board(phone).sides) - 1)))
        last = board(phone).last_round
        assert words(phone.browser().get(f"{phone.url}board/?turned=1")).count(last) == times
        assert words(phone.browser().get(f"{phone.url}board/")).count(last) == 1


def test_uncounted_round_is_not_the_last_round() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, gin(1, 30))
    void(phone, 2)
    page = board(phone)
    assert (page.last_round[:8], [side.gain for side in page.sides]) == ("Round 1:", ["+13", ""])
    enter(phone, misdeal(), number=3)
    assert board(phone).last_round == "Round 3: Misdeal: dealt again"


def test_before_the_first_round_it_says_who_deals() -> None:
    assert board(start()).last_round == "Ann deals, Ben plays first"


def test_finished_game_is_shown_with_bonuses_until_the_next_one() -> None:
    phone = start(target=50)
    enter(phone, gin(0, 60))
    page = board(phone)
    final = phone.browser().get(phone.url).context["page"].game.final
    assert page.headline == final.headline and page.last_round == final.why
    assert [side.total for side in page.sides] == [str(seat.total) for seat in final.seats]
    assert (page.sides[0].won, page.sides[0].status, page.sides[0].gain) == (True, "", "")
    assert (page.sides[1].won, page.sides[1].status) == (False, "")
    start_game(access=phone.access, key="next")
    page = board(phone)
    assert (page.headline, page.stage) == ("", "Game 2")
    assert [(side.total, side.games) for side in page.sides] == [("0", "1 game won"), ("0", "0 games won")]


def test_hollywood_has_its_three_games() -> None:
    phone = start(preset="hollywood")
    enter(phone, knock(0, 5, 20))
    page = board(phone)
    assert [[column.total for column in side.columns] for side in page.sides] == [["15", "", ""], ["", "", ""]]
    assert [column.next for column in page.sides[0].columns] == [True, True, False]
    assert page.sides[0].columns[0].status == "85 to go, 1 box"
    assert says(phone.browser().get(f"{phone.url}board/"), "Game 1 15 The next win goes here. 85 to go, 1 box")
    enter(phone, gin(0, 90))
    first = board(phone).sides[0].columns[0]
    assert (first.won, first.open, first.status[:6]) == (True, False, "won, +")
    assert board(phone).sides[1].columns[0].status == "closed"


def test_teams_stand_as_one_side() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    enter(phone, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    page = board(phone)
    assert [[member.name for member in side.members] for side in page.sides] == [["Ann", "Cleo"], ["Ben", "Dan"]]
    assert says(phone.browser().get(f"{phone.url}board/"), "Ann & Cleo")


def test_a_negative_score_has_a_minus_sign_and_its_place() -> None:
    phone = start()
    table = phone.browser().get(phone.url).context["page"]
    ann, ben = table.game.seats
    game = replace(table.game, seats=(replace(ann, total=-1250), replace(ben, total=8)))
    page = board_page(replace(table, game=game), moved_url="", turned=False)
    assert ([side.total for side in page.sides], page.digits) == ([f"{MINUS}1250", "8"], 5)


@pytest.mark.parametrize(
    ("name", "letters"), [("Annalena B", "short"), ("A" * 22, "middling"), ("A" * 44, "long"), ("A" * 45, "longest")]
)
def test_how_long_the_names_are(name: str, letters: str) -> None:
    assert board(start(name, "Ben")).name_length == letters


def test_a_round_that_two_phones_tell_differently_is_marked() -> None:
    phone = start()
    ben = join(phone)
    enter(phone, knock(0, 5, 20))
    with pytest.raises(Exception, match=r".*"):
        enter(ben, knock(0, 6, 20), number=1)
    page = board(phone)
    assert page.open_question == "Round 1: two versions, undecided"
    assert page.report_count == 1


def test_markup_in_a_name_stays_text() -> None:
    phone = start("<b>Ann</b>", "Ben")
    enter(phone, dead())
    page = text(phone.browser().get(f"{phone.url}board/"))
    assert "<b>Ann" not in page and "&lt;b&gt;Ann&lt;/b&gt;" in page


def test_board_is_open_only_to_those_who_may_watch() -> None:
    phone = start()
    watcher = join(phone, Role.WATCH)
    for rest in ("board/", "board/moved/"):
        assert watcher.browser().get(phone.url + rest).status_code == 200
        assert watcher.browser().post(phone.url + rest).status_code == 405
        assert Client(raise_request_exception=False).get(phone.url + rest).status_code == 404
        assert start().browser().get(phone.url + rest).status_code == 404
    revoke_link(access=phone.access, link_id=link(phone.access, Role.WATCH).pk)
    assert watcher.browser().get(f"{phone.url}board/moved/").status_code == 410


def test_the_board_of_a_match_says_how_far_it_is() -> None:
    tuesday = club()
    ann = tuesday.phone("Ann")
    table = tuesday.table(tuesday.match("Ann", "Ben"), ann).table
    page = browser(ann).get(f"/t/{table.public_id}/board/").context["page"]
    assert page.stage == "One game"


def test_a_link_for_another_device_leads_to_the_board() -> None:
    phone = start()
    page = phone.browser().get(f"{phone.url}links/").context["page"]
    assert page.board_url == f"{phone.url}board/"
    path = "/j/" + page.board_link.split("/j/")[1]
    television = Client()
    form = television.get(path).context["page"].action
    answer = television.post(form, {"label": "Television"})
    assert (answer.status_code, answer["Location"]) == (302, f"{phone.url}board/")
    assert television.get(answer["Location"]).status_code == 200
    plain = Client().post(path.partition("?")[0], {"label": "Television"})
    assert plain["Location"] == phone.url
    wrong = Client().get(path.partition("?")[0] + "?to=//example.org").context["page"].action
    assert wrong == path.partition("?")[0]


def test_menu_links_to_the_page() -> None:
    phone = start()
    assert f'href="{phone.url}board/"' in text(join(phone, Role.WATCH).browser().get(phone.url))


@pytest.mark.parametrize("rounds", [1, 12])
def test_queries_of_the_board_do_not_grow_with_rounds(
    rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = start(target=1000)
    for number in range(rounds):
        enter(phone, knock(0, 1 + number % 9, 20))
    client = join(phone, Role.WATCH).browser()
    caching.clear_caches()
    with django_assert_max_num_queries(5):  # passes with device, names; entries, seats for the fold
        assert client.get(f"{phone.url}board/").status_code == 200
    with django_assert_max_num_queries(2):
        assert client.get(f"{phone.url}board/moved/").status_code == 200
