"""Explained terms on pages: where they appear, what they open, and that they match the rules."""

import re

import pytest

from games.models import Role
from games.rules.presets import presets
from games.rules.ruleset import RuleSet, with_house_rules
from games.selectors.rulebook.players_for_rules import player_counts
from games.services.table.games import change_rules
from tests.makers import Phone, enter, gin, join, knock, revision, start
from tests.views.reading import says, text, words


def opened(page: str) -> set[str]:
    """What the words on a page open."""
    return set(re.findall(r'popovertarget="([^"]+)"', page))


def there(page: str) -> set[str]:
    """What there is to open."""
    return set(re.findall(r'<div id="([^"]+)" class="explained" popover', page))


@pytest.mark.parametrize("preset", presets())
def test_every_term_link_opens_an_existing_term(preset: str) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gil", "Hal")[: player_counts(presets()[preset].rules)[0]]
    phone = start(*names, preset=preset)
    page = text(phone.browser().get(phone.url))  # type: ignore[arg-type]
    assert {"term-gin", "term-deadwood"} <= there(page)
    assert opened(page) <= there(page)
    cards = text(phone.browser().get(f"{phone.url}cards/"))  # type: ignore[arg-type]
    assert there(cards) == opened(cards)


def test_a_round_and_a_final_bill_offer_the_words_they_are_about(won: Phone) -> None:
    page = text(won.browser().get(won.url))  # type: ignore[arg-type]
    line = page[page.index('class="more"') :]
    assert re.findall(r'popovertarget="term-([\w-]+)"', line)[:3] == ["gin", "deadwood", "box"]
    bill = page[page.index('class="bills"') : page.index('id="undo"')]
    assert re.findall(r'popovertarget="term-([\w-]+)"', bill) == ["box", "game-bonus", "shutout"]
    assert f'href="{won.url}games/1/rules/#words"' in bill


def test_watchers_have_the_glossary_too(ann: Phone) -> None:
    ben = join(ann, Role.WATCH)
    page = text(ben.browser().get(ann.url))  # type: ignore[arg-type]
    assert opened(page) <= there(page)
    assert "term-undercut" in there(page)


def test_rules_page_has_the_linked_terms(ann: Phone) -> None:
    page = text(ann.browser().get(ann.url))  # type: ignore[arg-type]
    rules = text(ann.browser().get(f"{ann.url}games/1/rules/"))  # type: ignore[arg-type]
    for url in set(re.findall(r'href="([^"]+games/1/rules/#[^"]+)"', page)):
        assert f'id="{url.partition("#")[2]}"' in rules, url


def test_updates_omit_the_terms_until_the_rules_change() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    browser = phone.browser()
    assert 'id="terms"' not in text(browser.get(f"{phone.url}moved/"))  # type: ignore[arg-type]
    others = with_house_rules(RuleSet(), {"gin_bonus": 33})
    change_rules(access=phone.access, key="k", game=1, revision=revision(phone), rules=others)
    moved = browser.get(f"{phone.url}moved/")
    assert 'id="terms" hx-swap-oob="true"' in text(moved)  # type: ignore[arg-type]
    assert says(moved, "Gin scores 33 points")  # type: ignore[arg-type]
    enter(phone, gin(0, 10))
    assert "33" in words(browser.get(phone.url))  # type: ignore[arg-type]
