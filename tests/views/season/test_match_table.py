"""A match at its table: progress, who must confirm which round, and what that changes."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, League, Match, Role, Season
from games.permissions import LeagueAccess
from games.rules.league.season import season_rules
from games.selectors import caching
from games.selectors.season.league_dates import date_in_league
from games.selectors.secrets import secret_of
from games.services.devices import make_device
from games.services.sharing.links import accept_link
from tests.leagues import Club, club, state
from tests.makers import Phone, correct, enter, gin, knock, start
from tests.match_night import browser, place, tablet
from tests.views.reading import HTMX, Form, bare, forms, is_refusal, says, shown, submit, text


@dataclass
class Sitting:
    """Ann and Ben at the table of their match, each with their own phone."""

    club: Club
    match: Match
    ann: LeagueAccess
    ben: LeagueAccess
    table: Phone

    @property
    def url(self) -> str:
        return self.table.url

    def open(self, who: LeagueAccess) -> Any:
        """The table page on somebody's phone, after sitting down."""
        self.club.table(self.match, who)
        return browser(who).get(self.url)

    def post_check(self, client: Client, htmx: bool = False, **fields: object) -> Any:
        return client.post(f"{self.url}check/", fields, headers=HTMX if htmx else {})


def sit_down(confirmation: str = "opponent", **more: object) -> Sitting:
    rules = season_rules({"confirmation": confirmation} | more)
    tuesday = club(rules=rules, house_rules={"target": 60})
    match = tuesday.match("Ann", "Ben")
    ann, ben = tuesday.phone("Ann"), tuesday.phone("Ben")
    return Sitting(tuesday, match, ann, ben, Phone(tuesday.table(match, ann), "", {}))


@pytest.fixture
def match(db: None) -> Sitting:
    """Two rounds are on the sheet, both typed on Ann's phone; the opponent confirms."""
    made = sit_down()
    enter(made.table, knock(0, 7, 20))
    enter(made.table, knock(1, 2, 10))
    made.club.table(made.match, made.ben)
    return made


def check_forms(page: Any) -> list[Form]:
    """The forms that confirm, in their order; those that dispute are left out."""
    found = re.findall(r'<form[^>]*action="[^"]*check/".*?</form>', text(page), re.S)
    return [forms_of(one) for one in found if 'value="disputed"' not in one]


def forms_of(html: str) -> Form:
    values = dict(re.findall(r'name="(\w+)" value="([^"]*)"', html))
    return Form("", values)


def final(match: Sitting) -> tuple[str, bool]:
    return state(match.match)


# The rounds on the sheet.


def test_the_table_says_which_match_it_is(match: Sitting) -> None:
    page = match.open(match.ann)
    assert says(page, "Autumn, match 1 One game")
    assert f'href="/s/{match.club.season.public_id}/matches/1/"' in text(page)


def test_games_and_rounds_are_counted(db: None, snapshot: SnapshotAssertion) -> None:
    games = sit_down("trust", length="games", count=3)
    assert says(games.open(games.ann), "Game 1 of 3")
    enter(games.table, gin(0, 70))
    page = games.open(games.ann)
    assert says(page, "Start game 2 of 3")
    submit(browser(games.ann), forms(page)["games/"])
    assert says(games.open(games.ann), "Game 2 of 3")
    rounds = sit_down("trust", length="rounds", count=2)
    assert says(rounds.open(rounds.ann), "Round 1 of 2")
    enter(rounds.table, knock(0, 5, 9))
    assert says(rounds.open(rounds.ann), "Round 2 of 2")
    enter(rounds.table, knock(0, 5, 9))
    page = rounds.open(rounds.ann)
    assert says(page, "The match is over: 8–0")
    assert shown(page, ".remark") == snapshot


def test_best_of_three_ends_at_two_to_nothing(db: None) -> None:
    match = sit_down("trust", length="games", count=3, match_end="when_decided")
    match_page = f"/s/{match.club.season.public_id}/matches/1/"
    assert says(match.open(match.ann), "Game 1, best of 3")
    enter(match.table, gin(1, 70))
    page = match.open(match.ann)
    for seen in (page, browser(match.ann).get(match_page)):
        assert says(seen, "Game 1, best of 3 · Ben leads 1–0")
    assert says(page, "Start game 2 (best of 3)")
    submit(browser(match.ann), forms(page)["games/"])
    assert says(match.open(match.ann), "Game 2, best of 3 · Ben leads 1–0")
    enter(match.table, gin(1, 70))
    assert final(match) == ("played", True)
    page = match.open(match.ann)
    assert says(page, "The match is over: 0–2")
    assert says(page, "Keep playing (it doesn't count)")
    assert not says(page, "Start game 3")
    assert says(browser(match.ann).get(match_page), "The match is over: 0–2")
    submit(browser(match.ann), forms(page)["games/"])
    enter(match.table, gin(0, 70))
    assert says(match.open(match.ann), "The match is over: 0–2")


def test_best_of_three_goes_on_when_level(db: None) -> None:
    match = sit_down("trust", length="games", count=3, match_end="when_decided")
    for winner in (0, 1):
        enter(match.table, gin(winner, 70))
        page = match.open(match.ann)
        submit(browser(match.ann), forms(page)["games/"])
    assert says(page, "Start game 3 (best of 3)")
    assert says(match.open(match.ann), "Game 3, best of 3 · Tied at 1")
    enter(match.table, gin(0, 70))
    assert says(match.open(match.ann), "The match is over: 2–1")


def test_finished_match_says_so_and_later_games_do_not_count(match: Sitting) -> None:
    enter(match.table, gin(0, 50))
    page = match.open(match.ann)
    assert says(page, "The match is over: 238–33")
    assert says(page, "This result is provisional")
    assert says(page, "Keep playing (it doesn't count)")
    assert not says(page, "Rematch")
    submit(browser(match.ann), forms(page)["games/"])
    enter(match.table, gin(1, 59))
    assert final(match) == ("played", False)
    assert says(match.open(match.ann), "The match is over: 238–33")


def test_games_finished_early_are_reopened_and_not_restarted(db: None) -> None:
    match = sit_down("trust", length="rounds", count=3)
    enter(match.table, knock(0, 5, 9))
    match.post_check(browser(match.ann))
    submit(browser(match.ann), Form(f"{match.url}finish/", {"revision": str(match.table.table.revision)}))
    page = match.open(match.ann)
    assert says(page, "Round 2 of 3")
    assert {"reopen/"} <= set(forms(page))
    assert "games/" not in forms(page)


def test_closed_season_refuses_matches_with_the_reason(match: Sitting, snapshot: SnapshotAssertion) -> None:
    Season.objects.update(closed_at=timezone.now())
    page = match.open(match.ben)
    assert shown(page, ".remark") == snapshot
    assert shown(page, "#asked-title") == []
    assert page.context["page"].entry is not None


def test_other_tables_know_of_no_match(db: None) -> None:
    phone = start()
    assert 'id="match"' not in text(phone.browser().get(phone.url))
    for path, client in (("match/", phone.browser().get), ("check/", phone.browser().post)):
        assert client(phone.url + path).status_code == 404


# Own phones.


def test_opponent_is_asked_on_their_own_phone(match: Sitting, snapshot: SnapshotAssertion) -> None:
    assert says(match.open(match.ann), "2 rounds are waiting for Ben")
    page = match.open(match.ben)
    assert shown(page, "#asked-title") == snapshot
    assert says(page, "Round 2 Ben knocked with 2, Ann had 10: +8 for Ben · entered by Ann")
    assert bare(page).index("Ben knocked with 2") < bare(page).index("Ann knocked with 7")
    assert says(page, "waiting for Ben")
    first = check_forms(page)[0]
    answer = match.post_check(browser(match.ben), **first.fields)
    assert (answer.status_code, answer.url) == (302, match.url)
    page = match.open(match.ben)
    assert [form.fields["round"] for form in check_forms(page)] == ["1:1:2"]


def test_all_rounds_are_confirmed_with_one_button(match: Sitting) -> None:
    page = match.open(match.ben)
    assert says(page, "All of them are right")
    both = [one.value for one in page.context["page"].match.rounds_to_confirm]
    answer = match.post_check(browser(match.ben), htmx=True, round=both, verdict="confirmed")
    assert answer.status_code == 200
    assert says(answer, "Confirmed")
    assert 'id="asks" class="asks" hx-swap-oob="true"' in text(answer)
    assert shown(answer, "#asked-title") == []
    assert shown(match.open(match.ann), ".waits > summary") == []
    enter(match.table, gin(0, 50))
    assert says(match.open(match.ben), "Round 3 Ann went gin")


def test_a_correction_asks_again(match: Sitting) -> None:
    ben = browser(match.ben)
    match.post_check(ben, round="1:1:2", verdict="confirmed")
    correct(match.table, 1, knock(0, 6, 20))
    page = match.open(match.ben)
    assert says(page, "Ann knocked with 6, Ben had 20: +14 for Ann")
    stale = match.post_check(ben, round="1:1:2", verdict="confirmed")
    assert is_refusal(stale, "stale")


def test_no_needs_a_reason_and_the_referee_settles_it(match: Sitting, snapshot: SnapshotAssertion) -> None:
    ben = browser(match.ben)
    silent = match.post_check(ben, round="1:1:2", verdict="disputed", reason="  ")
    assert silent.status_code == 400
    assert shown(silent, "#notice p") == snapshot
    assert match.post_check(ben, round="1:1:2", verdict="disputed", reason="I had <b>18</b>").status_code == 302
    page = match.open(match.ann)
    assert "Disputed by Ben: “I had &lt;b&gt;18&lt;/b&gt;”" in bare(page)
    assert says(match.open(match.ben), "It's right after all")
    match.post_check(ben, round="1:1:2", verdict="confirmed")
    assert not says(match.open(match.ben), "It's right after all")


def test_without_confirmation_anybody_may_still_object(db: None) -> None:
    match = sit_down("trust")
    enter(match.table, knock(0, 7, 20))
    page = match.open(match.ben)
    assert shown(page, "#asked-title") == []
    assert says(page, "Dispute this round")
    match.post_check(browser(match.ben), round="1:1:2", verdict="disputed", reason="I had 18")
    assert says(match.open(match.ann), "disputed")


def test_a_referee_approves_where_the_season_asks_for_it(db: None) -> None:
    match = sit_down("referee")
    enter(match.table, knock(0, 7, 20))
    page = match.open(match.ben)
    assert shown(page, ".of-match") == ["waiting for the referee"]
    assert shown(page, "#asked-title") == []


# Thumbs.


def test_both_thumbs_on_one_phone(match: Sitting, snapshot: SnapshotAssertion) -> None:
    sam = match.club.official(Duty.SCORER, "Sam")
    page = match.open(sam)
    assert shown(page, ".waits > summary") == ["2 rounds are waiting for Ben"]
    assert shown(page, "#asked-title") == []
    thumbs = {"round": ["1:1:2", "1:2:3"], "verdict": "confirmed", "thumbs": "yes"}
    client = browser(sam)
    for sides in ([], ["0"], ["1"], ["1", "x"]):
        answer = match.post_check(client, **thumbs, side=sides)
        assert answer.status_code == 400
        assert shown(answer, "#notice p") == snapshot(name="thumbs")
    assert match.post_check(client, **thumbs, side=["0", "1"]).status_code == 302
    assert shown(match.open(sam), ".waits > summary, .of-match") == []


def test_a_phone_that_came_by_the_tables_link_holds_them_out_also_in_a_private_league(match: Sitting) -> None:
    League.objects.update(public=False)
    device = make_device(label="The club's phone").device
    accept_link(secret=secret_of(match.table.table.links.get(role=Role.SCORE)), device=device)
    client = browser(LeagueAccess(match.club.league, device=device))
    assert says(client.get(match.url), "2 rounds are waiting for Ben")
    thumbs = {"round": ["1:1:2", "1:2:3"], "verdict": "confirmed", "thumbs": "yes", "side": ["0", "1"]}
    assert match.post_check(client, **thumbs).status_code == 302
    answer = match.post_check(client, round="1:1:2", verdict="disputed", reason="no", side="1")
    assert answer.status_code == 302
    assert match.post_check(client, round="1:1:2", verdict="confirmed").status_code == 403


def test_watchers_cannot_confirm_rounds(match: Sitting) -> None:
    device = make_device(label="A phone").device
    accept_link(secret=secret_of(match.table.table.links.get(role=Role.WATCH)), device=device)
    client = browser(LeagueAccess(match.club.league, device=device))
    page = client.get(match.url)
    assert says(page, "waiting for Ben")
    assert f"{match.url}check/" not in text(page)
    for fields in ({}, {"side": ["0", "1"], "thumbs": "yes"}):
        assert match.post_check(client, round="1:1:2", verdict="confirmed", **fields).status_code == 403


def test_all_three_at_a_table_are_asked_to_confirm(db: None, snapshot: SnapshotAssertion) -> None:
    made = club("Ann", "Ben", "Cleo", rules=season_rules({"confirmation": "opponent"}), preset="ginski")
    match, ann, cleo = made.match("Ann", "Ben", "Cleo"), made.phone("Ann"), made.phone("Cleo")
    table = Phone(made.table(match, ann), "", {})
    enter(table, gin(0, 60, 50))
    sitting = Sitting(made, match, ann, made.phone("Ben"), table)
    assert says(sitting.open(ann), "The match is over: Ann 135, Ben 0, Cleo 0")
    assert says(sitting.open(ann), "1 round is waiting for Ben and Cleo")
    sitting.open(sitting.ben)
    sitting.post_check(browser(sitting.ben), round="1:1:2", verdict="confirmed")
    assert final(sitting) == ("played", False)
    assert shown(sitting.open(cleo), "#asked-title") == snapshot
    thumbs = {"round": "1:1:2", "verdict": "confirmed", "thumbs": "yes"}
    answer = sitting.post_check(browser(ann), **thumbs, side=["0", "1"])
    assert shown(answer, "#notice p") == snapshot
    sitting.post_check(browser(ann), **thumbs, side=["0", "1", "2"])
    assert final(sitting) == ("played", True)


BAD = [
    {},
    {"round": "1:1:2"},
    {"verdict": "confirmed"},
    {"round": "1:1:2", "verdict": "approved"},
    {"round": "1:1:2", "verdict": "checked"},
    {"round": "1:1", "verdict": "confirmed"},
    {"round": "1:1:x", "verdict": "confirmed"},
    {"round": "1:-1:2", "verdict": "confirmed"},
    {"round": "1:1:" + "9" * 30, "verdict": "confirmed"},
]


def test_invalid_check_of_a_round_is_refused(match: Sitting, subtests: pytest.Subtests) -> None:
    for fields in BAD:
        for htmx in [True, False]:
            with subtests.test(fields=fields, htmx=htmx):
                assert match.post_check(browser(match.ben), htmx=htmx, **fields).status_code == 400
                assert not Match.objects.get().checks.exists()


def test_a_round_that_is_not_there(match: Sitting) -> None:
    for value in ("1:9:2", "2:1:2"):
        answer = match.post_check(browser(match.ben), round=value, verdict="confirmed")
        assert answer.status_code == 404


# Keeping up.


def test_an_open_page_shows_the_checks_of_others(match: Sitting) -> None:
    page = match.open(match.ann)
    asks = page.context["page"].match.watch_url
    ann = browser(match.ann)
    assert ann.get(asks).status_code == 204
    match.post_check(browser(match.ben), round="1:1:2", verdict="disputed", reason="I had 18")
    news = ann.get(asks)
    assert (news.status_code, says(news, "Disputed by Ben")) == (200, True)
    assert 'id="tally"' not in text(news)
    assert ann.get(news.context["page"].match.watch_url).status_code == 204


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize(("confirmation", "queries"), [("trust", 7), ("opponent", 10)])
def test_queries_of_the_page_do_not_grow_with_rounds(
    db: None, confirmation: str, queries: int, rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = sit_down(confirmation)
    for _ in range(rounds):
        enter(match.table, knock(0, 5, 9))
    match.club.table(match.match, match.ben)
    client = browser(match.ben)
    caching.clear_caches()
    client.get(match.url)
    # passes with device, seats of the match, passes of the league, names, checks, a call; claims, authors of entries
    with django_assert_max_num_queries(queries):
        client.get(match.url)


# The tablet.


def test_the_tablet_goes_on_to_the_next_match_at_its_table(match: Sitting) -> None:
    here = place(match.club)
    Match.objects.update(place=here)
    there = tablet(match.club, here)
    now = date_in_league(match.club.league)
    match.club.match("Cleo", "Dan", place=here, night=now)
    assert not says(match.open(there), "Next match at this table")
    enter(match.table, gin(0, 50))
    page = match.open(there)
    assert says(page, "Next match at this table: Cleo – Dan tonight")
    assert not says(match.open(match.ann), "Next match at this table")
    answer = browser(there).post(page.context["page"].match.next.play_url)
    assert answer.status_code == 302
    assert browser(there).get(answer.url).status_code == 200
