"""Names on a league's pages: a browser that translates a page leaves them as they are."""

import re

import pytest

from games.services.season.penalties import give_penalty
from tests.bracket_night import correct_winner, draw_round, leave, matches, night, play_others, who
from tests.views.reading import HTMX, text, translated
from tests.views.season_pages import olga

pytestmark = pytest.mark.django_db
NAMES = ("Mark", "Rose", "Will", "Grace", "Victor", "Frank")


@pytest.mark.parametrize("pairing", [pytest.param("swiss", marks=pytest.mark.slow), "double_elimination"])
def test_a_browser_that_translates_leaves_names_alone(pairing: str) -> None:
    tuesday = night(pairing, NAMES)
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    first = next(match for match in matches(tuesday, 1) if len(who(match)) == 2)
    correct_winner(tuesday, who(first)[1], 1)
    leave(tuesday, who(first)[0])
    late = tuesday.entrants["Will"].pk
    give_penalty(access=tuesday.access, season=tuesday.season, entrant_id=late, points=-1, reason="Late", key="late")
    browser, home = olga(tuesday), f"/s/{tuesday.season.public_id}/"
    links, fragments = (
        [home, f"/l/{tuesday.league.public_id}/"],
        [home + "moved/", home + "desk/moved/", home + "needs/"],
    )
    seen, renamed = set(links), set[str]()
    while fragments or links:
        answer = browser.get(fragments.pop(), headers=HTMX) if fragments else browser.get(links.pop())
        assert answer.status_code == 200
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        renamed |= {piece for piece in translated(answer) if re.search(rf"\b({'|'.join(NAMES)})\b", piece)}
        new = set(re.findall(r'href="(/[sl]/[^"#?]+)"', text(answer))) - seen
        links += new
        seen |= new
    assert len(seen) > 20
    assert len(matches(tuesday, 2)) > 1
    assert renamed == set()
