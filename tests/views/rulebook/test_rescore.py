"""The "What if…?" pages: a game under other rules, read-only, for everybody at the table."""

from typing import Any

import pytest
from django.http import HttpResponse
from pytest_django import DjangoAssertNumQueries

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
from tests.views.reading import forms, plain, says, text


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


def test_the_list_says_who_wins_where(argued: Phone) -> None:
    page = listed(argued)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert says(page, "As played: Gin rummy Ann wins by 25")
    assert says(page, "Under 7 of the 11 other rule sets, Ann is ahead; under 4 it's Ben.")
    assert says(page, "Ben instead of Ann Simple gin Ben wins by 50")
    assert says(page, "Still Ann")
    assert says(page, "10 more that don't fit this game")
    assert says(page, "Straight gin These rules have no knocking, but rounds 1 to 9 ended with a knock.")
    assert says(page, "Oklahoma The upcard wasn't entered in rounds 1 to 11.")
    assert says(page, "Ginski You need the Rumski deck.")
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


def test_rules_that_do_not_fit_say_why() -> None:
    phone = start(knock_limit=None)
    for own in (12, 13, 14, 15):
        enter(phone, knock(0, own, 20))
    page = under(phone, "standard")
    assert says(page, "This game's rounds don't fit these rules. Round 1: Ann can't knock with 12")
    assert says(page, "The same goes for rounds 3 and 4.")
    assert says(under(phone, "oklahoma"), "The upcard wasn't entered in rounds 1 to 4.")
    assert says(under(phone, "gamesgrid_points"), "The knock card wasn't entered")
    assert says(under(phone, "jersey"), "These rules are for 3 players.")
    assert "by-round" not in text(page)


def test_three_players_learn_how_other_rules_seat_them() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="pagat", seating="all_active")
    enter(phone, gin(0, 20, 30))
    page = listed(phone)
    assert says(page, "Cutthroat Under these rules, only 2 of 3 play each round.")
    assert says(page, "Captain Under these rules, one player plays against all the others.")
    assert says(under(phone, "jersey"), "Jersey gin Ann")
    cut = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(cut, between(knock(0, 5, 15), *current(cut).next_active))
    assert says(under(cut, "jersey"), "Under these rules, everyone plays every round.")
    assert under(cut, "pagat").status_code == 200


def test_partners_are_compared_as_partners() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    enter(phone, team_deal(between(gin(0, 20), 0, 1), between(knock(1, 5, 30), 2, 3)))
    page = listed(phone)
    assert says(page, "Knock rummy These rules are for players on their own, not teams.")
    one = under(phone, "tournament_partners")
    assert says(one, "The upcard wasn't entered in round 1.")
    assert under(phone, "partnership").status_code == 200


def test_comparison_says_if_the_game_would_have_ended_earlier_or_later(argued: Phone) -> None:
    assert says(under(argued, "rummy_for_two"), "The game would go on because nobody has reached 150")
    long = start(target=200)
    enter(long, gin(0, 80))
    enter(long, gin(1, 70))
    enter(long, gin(1, 5))
    page = under(long, "standard")
    assert says(page, "Ann reaches 100 in round 1, so rounds 2 and 3 don't count.")
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


def test_caveats_of_a_comparison_are_shown() -> None:
    phone = start(preset="lets_play", false_knock_penalty=20)
    for declaration in (gin(0, 5), knock(1, 2, 9), false_knock(0), misdeal()):
        enter(phone, declaration)
    assert says(listed(phone), "estimate")
    assert says(listed(phone), "Rough estimate: some rounds might have gone differently.")
    page = under(phone, "round_the_corner")
    assert says(
        page, "Under these rules, cards have different values. For rounds 1 and 2, we kept the counts as entered."
    )
    assert says(page, "Under these rules, melds are different.")
    assert says(page, "Under these rules, a false knock is taken back, so round 3 scores nothing.")
    assert says(page, "Under these rules, layoffs are allowed even after gin. For round 1, we kept the counts")
    assert says(under(phone, "standard"), "but may have been entered as gin in round 1.")


def test_no_game_no_rules_no_round(argued: Phone) -> None:
    fresh = start()
    page = listed(fresh)
    assert says(page, "There's nothing to compare yet. No rounds have been played.")
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


def test_rounds_after_the_end_are_left_out() -> None:
    late = start()
    for dead in (5, 6):
        enter(late, knock(0, dead, 20))
    correct(late, 1, gin(0, 90))
    assert says(
        listed(late), "Rounds entered after the game ended are left out here until you decide whether they count."
    )


def test_an_earlier_game_has_its_own_page_and_the_way_back(argued: Phone) -> None:
    start_game(access=argued.access, key="g")
    assert says(listed(argued, 2), "There's nothing to compare yet")
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


def test_rules_that_were_changed_in_mid_game_hold_for_no_comparison(argued: Phone) -> None:
    phone = start()
    enter(phone, gin(0, 5))
    richer = with_house_rules(current(phone).rules, {"gin_bonus": 40})
    change_rules(access=phone.access, key="c", game=1, revision=2, rules=richer)
    enter(phone, gin(1, 5))
    for page in (listed(phone), under(phone, "standard")):
        assert says(page, "The rules changed during the game. This comparison applies one set of rules to every round.")
    # With the same bonus for both gins, nobody is ahead.
    assert says(listed(phone), "Nobody is ahead under any of the 15 other rule sets that fit.")
    assert says(listed(phone), "Gin rummy Tied so far")


def test_at_most_one_rule_set_fits() -> None:
    six = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    phone = start(*six, preset="partnership_6", false_knock_penalty=20)
    hands = (between(knock(0, 5, 20), 0, 1), between(knock(1, 5, 30), 2, 3), between(gin(0, 7), 4, 5))
    enter(phone, team_deal(*hands))
    assert says(listed(phone), "under the only other rule set that fits.")
    rumski = start(preset="ginski")
    enter(rumski, gin(0, 5))
    assert says(listed(rumski), "This game's rounds don't fit any other rules.")
    assert says(under(rumski, "standard"), "You need a 52-card deck.")


# The sentences for what a preset rarely brings about.


def notes(phone: Phone, **house_rules: Any) -> list[str]:
    """The notes of a comparison with the game's own rules changed by ``house_rules``."""
    game = current(phone)
    found = rescore(game, with_house_rules(game.rules, house_rules))
    assert isinstance(found, Rescored)
    sides = side_names(game.rules, ("Ann", "Ben", "Cleo")[: len(game.seating)])
    return [*end_texts(found, sides), *caveat_texts(found)]


def test_each_note_has_its_sentence() -> None:
    level = start(game_bonus=0, shutout="none")
    for declaration in (knock(0, 5, 15), knock(0, 5, 15), knock(0, 5, 11), gin(1, 75)):
        enter(level, declaration)
    # Ben has 100 points and a box, Ann 26 points and three.
    assert notes(level, box_value=37) == [
        "The game would go on because the leaders are tied. We compared the scores so far."
    ]
    assert notes(level, hand_size=7) == [
        "Under these rules, a hand has 7 cards. For rounds 1 to 4, we kept the counts as entered."
    ]
    sheet = start(preset="hollywood", target=40)
    for declaration in (gin(0, 20), gin(0, 20), gin(0, 20), gin(0, 5)):
        if not current(sheet).over:
            enter(sheet, declaration)
    assert notes(sheet, target=200) == [
        "The game would go on because some columns are still open. We compared the scores so far."
    ]
    long = start(preset="hollywood", target=60)
    for _ in range(4):
        enter(long, gin(0, 20))
    assert notes(long, target=40) == ["The game is over after round 3, so round 4 doesn't count."]
    upcards = start(preset="oklahoma")
    enter(upcards, counted_round(5, 9, upcard="8h"))
    assert notes(upcards, limit_source="knock_card") == [
        "Under these rules, the knock card sets the limit. For round 1, we used the card that was entered."
    ]
    cut = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(cut, between(knock(0, 5, 15), *current(cut).next_active))
    assert notes(cut, seating="loser_deals_and_sits") == [
        "Under these rules, other players might have sat out. We kept the ones who played."
    ]
