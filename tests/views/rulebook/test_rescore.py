"""The "What if…?" pages: a game under other rules, read-only, for everybody at the table."""

from typing import Any

import pytest
from django.http import HttpResponse
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Role
from games.pages.rulebook.rescore_caveats import caveat_texts
from games.pages.rulebook.rescore_text import end_texts
from games.rules.analysis.rescore import Rescored, rescore
from games.rules.ruleset import with_house_rules
from games.selectors.caching import clear_caches
from games.services.table.games import change_rules, finish_game, start_game
from games.wording.round_numbers import round_numbers
from games.wording.words import side_names
from tests.makers import (
    Phone,
    correct,
    current,
    enter,
    false_knock,
    gin,
    join,
    knock,
    misdeal,
    own_rules,
    start,
    team_deal,
)
from tests.rules.kit import between, counted_round
from tests.views.reading import forms, plain, says, shown, text


@pytest.fixture
def argued() -> Phone:
    """Ben reached 100, Ann won by her nine boxes."""
    phone = start()
    for _ in range(9):
        enter(phone, knock(0, 1, 7))
    enter(phone, gin(1, 30))
    enter(phone, gin(1, 24))
    return phone


def listed(phone: Phone, game: int = 1) -> HttpResponse:
    return phone.browser().get(f"{phone.url}games/{game}/compare/")  # type: ignore[return-value]


def under(phone: Phone, rules: str, game: int = 1) -> HttpResponse:
    return phone.browser().get(f"{phone.url}games/{game}/compare/{rules}/")  # type: ignore[return-value]


def why_not(page: HttpResponse, title: str) -> tuple[str, ...]:
    """Why the rules of that title don't fit the game, as the list says."""
    (rules,) = (one for one in page.context["page"].not_possible if one.title == title)  # type: ignore[attr-defined]
    assert set(rules.reasons) <= set(shown(page, ".unfit dd"))
    return rules.reasons  # type: ignore[no-any-return]


def test_the_list_says_who_wins_where(argued: Phone, snapshot: SnapshotAssertion) -> None:
    page = listed(argued)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert says(page, "As played: Gin rummy Ann wins by 25")
    assert shown(page, ".summary") == snapshot
    assert says(page, "Ben instead of Ann Simple gin Ben wins by 50")
    assert says(page, "Still Ann")
    assert says(page, "10 more that don't fit this game")
    for title in ("Straight gin", "Oklahoma", "Ginski"):
        assert why_not(page, title) == snapshot
    # Rules for other numbers of players and the game's own are not listed.
    assert not says(page, "Jersey gin")
    assert "/compare/standard/" not in text(page)


def test_comparison_is_shown_side_by_side(argued: Phone) -> None:
    page = under(argued, "lets_play")
    assert says(page, "Simple gin Ben wins by 50 different winner")
    assert says(page, "As played: Gin rummy Ann wins by 25")
    assert says(page, "9 boxes at 25 225 \u2013")
    assert says(page, "Total 279 ahead 54 Ben played these rules")
    assert says(page, "1 6 6 Ann knocked with 1, Ben had 7 2 6 6")
    assert says(page, "Sum 54 104 54 104")
    same = under(argued, "bicycle")
    assert not says(same, "different winner")
    assert says(same, "Bicycle gin Ann wins by 25")


def test_a_round_that_counts_otherwise_shows_its_arithmetic() -> None:
    phone = start()
    enter(phone, knock(0, 8, 5))
    enter(phone, gin(0, 5))
    page = under(phone, "pagat")
    assert says(page, "Gin 10/20 Ann leads by 12 so far")
    assert says(page, "25 + 8 \u2212 5 \u2192 10 + 8 \u2212 5")
    assert says(page, "Boxes 1 at 25 \u2192 1 at 20")


def test_rules_that_do_not_fit_say_why(snapshot: SnapshotAssertion) -> None:
    phone = start(knock_limit=None)
    for own in (12, 13, 14, 15):
        enter(phone, knock(0, own, 20))
    page = under(phone, "standard")
    assert shown(page, "h1 + p") == snapshot
    assert shown(page, ".why-list li") == snapshot
    for rules in ("oklahoma", "gamesgrid_points", "jersey"):
        assert shown(under(phone, rules), ".why-list li") == snapshot
    assert "by-round" not in text(page)


def test_three_players_learn_how_other_rules_seat_them(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="pagat", seating="all_active")
    enter(phone, gin(0, 20, 30))
    page = listed(phone)
    for title in ("Cutthroat", "Captain"):
        assert why_not(page, title) == snapshot
    assert says(under(phone, "jersey"), "Jersey gin Ann")
    cut = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(cut, between(knock(0, 5, 15), *current(cut).next_active))
    assert shown(under(cut, "jersey"), ".why-list li") == snapshot
    assert under(cut, "pagat").status_code == 200


def test_partners_are_compared_as_partners(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    enter(phone, team_deal(between(gin(0, 20), 0, 1), between(knock(1, 5, 30), 2, 3)))
    page = listed(phone)
    assert why_not(page, "Knock rummy") == snapshot
    one = under(phone, "tournament_partners")
    assert shown(one, ".why-list li") == snapshot
    assert under(phone, "partnership").status_code == 200


def test_comparison_says_if_the_game_would_have_ended_earlier_or_later(
    argued: Phone, snapshot: SnapshotAssertion
) -> None:
    assert shown(under(argued, "rummy_for_two"), ".verdict .fine") == snapshot
    long = start(target=200)
    enter(long, gin(0, 80))
    enter(long, gin(1, 70))
    enter(long, gin(1, 5))
    page = under(long, "standard")
    assert shown(page, ".verdict .fine") == snapshot
    assert text(page).count("after the end") == 2


def test_a_hollywood_sheet_is_compared_game_by_game() -> None:
    phone = start(preset="hollywood")
    for declaration in (knock(0, 2, 60), gin(1, 35), knock(0, 2, 60), gin(1, 20)):
        enter(phone, declaration)
    assert says(listed(phone), "As played: Hollywood Ann leads")
    page = under(phone, "standard")
    assert says(page, "Game 1")
    plain = start()
    enter(plain, knock(0, 2, 60))
    enter(plain, gin(0, 60))
    assert says(under(plain, "hollywood"), "Game 1")


def test_caveats_of_a_comparison_are_shown(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="lets_play", false_knock_penalty=20)
    for declaration in (gin(0, 5), knock(1, 2, 9), false_knock(0), misdeal()):
        enter(phone, declaration)
    assert says(listed(phone), "estimate")
    assert shown(listed(phone), ".roughly") == snapshot
    for rules in ("round_the_corner", "standard"):
        assert shown(under(phone, rules), ".verdict .fine") == snapshot


def test_no_game_no_rules_no_round(argued: Phone, snapshot: SnapshotAssertion) -> None:
    fresh = start()
    page = listed(fresh)
    assert shown(page, ".verdict .fine") == snapshot
    assert "<details" not in text(page).partition("<main")[2]
    assert under(fresh, "lets_play").status_code == 200
    assert [listed(argued, game).status_code for game in (0, 2)] == [404, 404]
    assert [under(argued, rules).status_code for rules in ("nothing", "own:0123456789abcdef", "own:x")] == [404] * 3
    assert argued.browser().post(f"{argued.url}games/1/compare/").status_code == 405


def test_watchers_see_the_comparison_and_nothing_is_written(argued: Phone) -> None:
    eve = join(argued, Role.WATCH, "Eve's phone")
    entries = Entry.objects.filter(table=argued.table).count()
    for address in ("games/1/compare/", "games/1/compare/lets_play/"):
        mine, hers = (phone.browser().get(argued.url + address) for phone in (argued, eve))
        assert plain(mine) == plain(hers)  # type: ignore[arg-type]
        assert forms(hers) == {}  # type: ignore[arg-type]
        assert eve.browser().head(argued.url + address).status_code == 200
        assert start().browser().get(argued.url + address).status_code == 404
    assert Entry.objects.filter(table=argued.table).count() == entries


def test_rounds_after_the_end_are_left_out(snapshot: SnapshotAssertion) -> None:
    late = start()
    for dead in (5, 6):
        enter(late, knock(0, dead, 20))
    correct(late, 1, gin(0, 90))
    assert shown(listed(late), ".verdict .fine") == snapshot


def test_an_earlier_game_has_its_own_page_and_the_way_back(argued: Phone, snapshot: SnapshotAssertion) -> None:
    start_game(access=argued.access, key="g")
    assert shown(listed(argued, 2), ".verdict .fine") == snapshot
    assert f'href="{argued.url}games/1/"' in text(listed(argued, 1))
    assert f'class="back" href="{argued.url}"' in text(listed(argued, 2))
    table = argued.browser().get(f"{argued.url}games/1/")
    assert text(table).count(f'href="{argued.url}games/1/compare/"') == 2  # type: ignore[arg-type]


def test_own_rules_are_compared_too(argued: Phone) -> None:
    own = own_rules(argued, "Grandmother's", box_value=5)
    page = listed(argued)
    assert says(page, "Grandmother's yours Ben wins")
    assert f"/h/{own.public_id}/" in text(under(argued, f"own:{own.public_id}"))


def test_a_long_game_is_scored_once_for_all_who_look(
    argued: Phone, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = argued.browser()
    url = f"{argued.url}games/1/compare/"
    clear_caches()
    client.get(url)
    with django_assert_max_num_queries(4):  # passes with device, names, rules of this phone's own
        client.get(url)
    finish = start()
    enter(finish, knock(0, 5, 20))
    finish_game(access=finish.access, key="f", game=1, revision=2)
    assert says(listed(finish), "As played: Gin rummy Ann wins by 40")


def test_rounds_are_named_shortly() -> None:
    assert [round_numbers(x) for x in ([4], [1, 2], [2, 3, 4, 5, 6], [1, 3, 5], [1, 3, 5, 7, 9])] == [
        "round 4",
        "rounds 1 and 2",
        "rounds 2 to 6",
        "rounds 1, 3 and 5",
        "5 of the rounds from 1 to 9",
    ]


def test_rules_that_were_changed_in_mid_game_hold_for_no_comparison(argued: Phone, snapshot: SnapshotAssertion) -> None:
    phone = start()
    enter(phone, gin(0, 5))
    richer = with_house_rules(current(phone).rules, {"gin_bonus": 40})
    change_rules(access=phone.access, key="c", game=1, revision=2, rules=richer)
    enter(phone, gin(1, 5))
    for page in (listed(phone), under(phone, "standard")):
        assert shown(page, ".verdict .fine") == snapshot
    # With the same bonus for both gins, nobody is ahead.
    assert shown(listed(phone), ".summary") == snapshot
    assert says(listed(phone), "Gin rummy Tied so far")


def test_at_most_one_rule_set_fits(snapshot: SnapshotAssertion) -> None:
    six = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    phone = start(*six, preset="partnership_6", false_knock_penalty=20)
    hands = (between(knock(0, 5, 20), 0, 1), between(knock(1, 5, 30), 2, 3), between(gin(0, 7), 4, 5))
    enter(phone, team_deal(*hands))
    assert shown(listed(phone), ".summary") == snapshot
    rumski = start(preset="ginski")
    enter(rumski, gin(0, 5))
    assert shown(listed(rumski), ".summary") == snapshot
    assert shown(under(rumski, "standard"), ".why-list li") == snapshot


# The sentences for what a preset rarely brings about.


def notes(phone: Phone, **house_rules: Any) -> list[str]:
    """The notes of a comparison with the game's own rules changed by ``house_rules``."""
    game = current(phone)
    found = rescore(game, with_house_rules(game.rules, house_rules))
    assert isinstance(found, Rescored)
    sides = side_names(game.rules, ("Ann", "Ben", "Cleo")[: len(game.seating)])
    return [*end_texts(found, sides), *caveat_texts(found)]


def test_each_note_has_its_sentence(snapshot: SnapshotAssertion) -> None:
    level = start(game_bonus=0, shutout="none")
    for declaration in (knock(0, 5, 15), knock(0, 5, 15), knock(0, 5, 11), gin(1, 75)):
        enter(level, declaration)
    # Ben has 100 points and a box, Ann 26 points and three.
    assert notes(level, box_value=37) == snapshot
    assert notes(level, hand_size=7) == snapshot
    sheet = start(preset="hollywood", target=40)
    for declaration in (gin(0, 20), gin(0, 20), gin(0, 20), gin(0, 5)):
        if not current(sheet).over:
            enter(sheet, declaration)
    assert notes(sheet, target=200) == snapshot
    long = start(preset="hollywood", target=60)
    for _ in range(4):
        enter(long, gin(0, 20))
    assert notes(long, target=40) == snapshot
    upcards = start(preset="oklahoma")
    enter(upcards, counted_round(5, 9, upcard="8h"))
    assert notes(upcards, limit_source="knock_card") == snapshot
    cut = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(cut, between(knock(0, 5, 15), *current(cut).next_active))
    assert notes(cut, seating="loser_deals_and_sits") == snapshot
