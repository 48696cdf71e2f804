"""A result is corrected after the next match was drawn: all pages about matches say so, and one tap decides."""

import pytest
from django.test import Client

from games.models import Match, MatchState
from tests.bracket_night import correct_winner, draw_round, lose_winner, matches, night, play_others, type_points, who
from tests.leagues import Club
from tests.match_night import browser
from tests.views.reading import text
from tests.views.season_pages import olga, page_of

PAGES = ("", "matches/", "checks/", "needs/", "bracket/", "run/")


def final_of(*, played: bool = False) -> tuple[Club, Match]:
    """Ann is drawn for the final; then Dan wins her semifinal."""
    tuesday = night("knockout")
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    if played:
        play_others(tuesday, 2)
    correct_winner(tuesday, "Dan", 1)
    return tuesday, matches(tuesday, 2)[0]


def decide(tuesday: Club, final: Match, button: str, client: Client | None = None) -> int:
    url = page_of(tuesday, f"matches/{final.number}/change/")
    return (client or olga(tuesday)).post(url, {"do": button}).status_code


def test_every_page_about_matches_says_who_comes_now_until_they_are_put_in() -> None:
    tuesday, final = final_of()
    for page in PAGES:
        said = text(olga(tuesday).get(page_of(tuesday, page)))
        assert 'value="put_in"' in said, page
        assert 'value="play_on"' not in said, page
    assert decide(tuesday, final, "put_in") == 302
    assert set(who(matches(tuesday, 2)[0])) == {"Dan", *who(final)} - {"Ann"}
    for page in PAGES:
        assert 'value="put_in"' not in text(olga(tuesday).get(page_of(tuesday, page))), page


def test_once_it_has_begun_a_person_decides() -> None:
    tuesday, final = final_of(played=True)
    said = text(olga(tuesday).get(page_of(tuesday)))
    assert ('value="play_on"' in said, 'value="draw_again"' in said) == (True, True)
    assert decide(tuesday, final, "put_in") == 409
    assert decide(tuesday, final, "draw_again") == 302
    again = tuesday.season.matches.get(number=final.number)
    assert (again.state, "Ann" in who(again)) == (MatchState.PLANNED, False)
    assert tuesday.season.matches.get(pk=final.pk).state == MatchState.CANCELED


def test_play_on_is_remembered_and_stands_in_the_history() -> None:
    tuesday, final = final_of(played=True)
    assert decide(tuesday, final, "play_on") == 302
    assert 'value="play_on"' not in text(olga(tuesday).get(page_of(tuesday)))
    assert decide(tuesday, final, "play_on") == 409
    assert "played_on" in tuesday.season.events.values_list("kind", flat=True)


@pytest.mark.parametrize("hidden", [False, True])
def test_others_read_it_but_do_not_decide(hidden: bool) -> None:
    tuesday, final = final_of()
    if hidden:
        olga(tuesday).post(page_of(tuesday, "run/"), {"do": "hide", "until": ""})
    reader = browser(tuesday.phone("Cleo"))
    assert ['hx-select="#pairs"' in text(one.get(page_of(tuesday))) for one in (olga(tuesday), reader)] == [True, False]
    said = text(reader.get(page_of(tuesday, "matches/")))
    assert ('id="wrong-pairs"' in said, 'value="put_in"' in said) == (not hidden, False)
    assert decide(tuesday, final, "put_in", reader) == 403
    assert "Ann" in who(matches(tuesday, 2)[0])


@pytest.mark.parametrize(
    ("how", "buttons"), [("tied", ["replay", "play_on"]), ("canceled", ["replay", "play_on"]), ("cleared", ["play_on"])]
)
def test_every_page_about_matches_says_which_match_before_it_has_no_winner_any_more(
    how: str, buttons: list[str]
) -> None:
    tuesday = night("knockout")
    semifinals = matches(tuesday, 1)
    for match in semifinals:
        type_points(tuesday, match, 100, 40)
    draw_round(tuesday, 2)
    lose_winner(tuesday, semifinals[0], how)
    for page in PAGES:
        said = text(olga(tuesday).get(page_of(tuesday, page)))
        assert f'{semifinals[0].number}/">match {semifinals[0].number}</a> has no winner' in said, page
        assert [one for one in ("replay", "put_in", "play_on", "draw_again") if f'value="{one}"' in said] == buttons
    assert decide(tuesday, semifinals[0], "replay") == (302 if "replay" in buttons else 409)
    assert 'value="replay"' not in text(olga(tuesday).get(page_of(tuesday)))
