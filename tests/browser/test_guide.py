"""Browser: the printed guide fits one page under every rule set and format."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from games.rules.presets import presets
from tests.browser.table import fits
from tests.browser.test_print import FORMATS, computer, cut, pages_of
from tests.makers import own_rules, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
LONGEST = ("ginski", "tournament_partners", "lets_play_oklahoma", "gamesgrid_flop", "captain", "standard", "hollywood")


@pytest.mark.parametrize("paper", FORMATS)
def test_the_guide_is_one_page(phone: Phones, paper: str) -> None:
    page = computer(phone)
    fields = {}
    for name in presets():
        page.goto(f"/rules/{name}/guide/")
        page.emulate_media(media="null")  # type: ignore[arg-type] # "cut" looks at it as it is printed
        fields[name] = (pages_of(page, paper), cut(page, paper))
    assert {name: found for name, found in fields.items() if found != (1, [])} == {}


def test_the_longest_of_house_rules_and_names_fit_too(phone: Phones) -> None:
    saved = own_rules(
        start(),
        "W" * 60,
        preset="tournament_partners",
        rank_values=[*range(88, 101)],
        false_knock_penalty=10_000,
        line_bonus=10_000,
        undercut_tie_bonus=5,
        knock_bonus=10_000,
        box_undercut=100,
        double_suits=["s", "h", "d"],
        column_multipliers=[7, 8, 9],
        shutout="double_total",
    )
    page = computer(phone)
    for paper in FORMATS:
        page.goto(f"/h/{saved.public_id}/guide/")
        page.emulate_media(media="null")  # type: ignore[arg-type]
        assert (pages_of(page, paper), cut(page, paper), fits(page)) == (1, [], True)
