"""The meld checker: a public page that answers by link or form and stores nothing."""

import html
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils.http import urlencode
from syrupy.assertion import SnapshotAssertion

from games.models import Device
from games.rules.presets import presets
from tests.makers import own_rules, start
from tests.views.reading import HTMX, shown, text, words

MINE = "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d"
ENDER = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
OUTCOME, LAYOFFS, FAULTS = ".outcome-of", "#answer > p:not(.outcome-of):not(.share)", ".errors p, p.error"


def check(client: Client, **query: str) -> Any:
    return client.get(f"/check/?{urlencode(query)}")


def post(client: Client, fields: Any, *, htmx: bool = False) -> Any:
    return client.post("/check/", fields, headers=HTMX if htmx else {})


def get(client: Client, path: str) -> Any:
    return client.get(path)


def boxes(answer: HttpResponse, which: str = "0", state: str = "checked") -> set[str]:
    tags = re.findall(rf'<input [^>]*name="card-{which}" [^>]*>', text(answer))
    return {re.findall(r'value="(\w+)"', tag)[0] for tag in tags if f" {state}" in tag}


def test_the_page_is_for_everybody_and_makes_nobody_known(stranger: Client) -> None:
    answer = get(stranger, "/check/")
    assert answer.status_code == 200
    assert "Enter 10 cards" in words(answer)
    assert len(re.findall(r'name="card-0"', text(answer))) == 52
    assert "device" not in answer.cookies
    assert Device.objects.count() == 0
    assert 'href="/check/"' in text(get(stranger, "/"))


def test_a_link_shows_its_hand(stranger: Client) -> None:
    answer = check(stranger, hand="7-9h 5555 2d 2s 3c")
    assert answer.status_code == 200
    assert "Can knock with 7" in words(answer)
    assert boxes(answer) == {"7h", "8h", "9h", "5s", "5h", "5d", "5c", "2d", "2s", "3c"}


def test_eleven_cards_say_what_to_throw(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = check(stranger, hand="7-9h 5555 2d 2s 3c Ks")
    assert shown(answer, ".headline span") == snapshot
    assert "Can knock with 7" in words(answer)


def test_the_other_hand_says_what_can_be_laid_off(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = check(stranger, hand=MINE, ender=ENDER)
    assert shown(answer, OUTCOME) == snapshot
    assert shown(answer, LAYOFFS) == snapshot
    assert "5s" in boxes(answer, state="disabled")
    reasons = re.findall(r'value="5s"[^>]*? aria-description="([^"]*)"', text(answer))
    assert [html.unescape(reason) for reason in reasons] == snapshot


def test_the_ender_s_melds_are_enough(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = check(stranger, hand=MINE, ender="5s 6s 7s / 9c Tc Jc")
    assert shown(answer, LAYOFFS) == snapshot
    assert shown(answer, OUTCOME) == []


def test_no_layoffs_where_the_rules_forbid_them(stranger: Client, snapshot: SnapshotAssertion) -> None:
    gin = check(stranger, hand=MINE, ender="5-7s 9-Jc KsKcKdKh")
    assert shown(gin, LAYOFFS) == snapshot
    assert shown(gin, OUTCOME) == snapshot
    ginski = check(stranger, rules="ginski", hand="R1-3 B5 B6", ender="R4-6 / G7 B7 Y7")
    assert shown(ginski, LAYOFFS) == snapshot
    assert shown(check(stranger, hand="7h", ender="A-3s /"), LAYOFFS) == snapshot


def test_ender_over_the_limit_is_reported(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = check(stranger, hand=MINE, ender="5-7s 9-Jc Ks Kd 3h 5h")
    assert shown(answer, OUTCOME) == snapshot


def test_faults_of_a_declaration_are_an_answer_not_an_error(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = check(stranger, hand="8s 9s Js / 5s 5h 7d / Ks", ender="A-3h / 9s")
    assert answer.status_code == 400
    assert shown(answer, FAULTS) == snapshot
    answer = check(stranger, hand="8s 9s Js / 5s 5h 7d / Ks", ender="A-2h 4h /")
    assert answer.status_code == 200
    assert shown(answer, FAULTS) == snapshot


@pytest.mark.parametrize("rules", ["oklahoma", "gamesgrid_points"])
def test_limit_card_field_is_there_only_if_a_card_sets_the_limit(
    stranger: Client, rules: str, snapshot: SnapshotAssertion
) -> None:
    open_limit = check(stranger, rules=rules, hand="7-9h 5555 2d 2s 3c")
    assert "decides if that's low enough to knock" in words(open_limit)
    assert 'name="upcard"' in text(open_limit)
    assert "Deadwood 7: the limit is 5" in words(check(stranger, rules=rules, hand="7-9h 5555 2d 2s 3c", upcard="5c"))
    wrong = check(stranger, rules=rules, hand="7h", upcard="5c 6c")
    assert wrong.status_code == 400
    assert shown(wrong, FAULTS) == snapshot
    assert check(stranger, rules=rules, hand="7h", upcard="zz").status_code == 400
    assert 'name="upcard"' not in text(check(stranger, hand="7h", upcard="zz"))


@pytest.mark.parametrize(
    "query",
    [
        {"hand": "8x 7h 7h zz"},
        {"hand": "7h", "ender": "<b>"},
        {"hand": "A-Ks"},
        {"hand": "7h " * 500},
        {"rules": "no_such"},
        {"rules": "own:0123456789abcdef"},
        {"rules": "\u202e\ud7ff" * 80, "hand": "\u202e"},
        {"rules": "ginski", "hand": "5h W6"},
    ],
)
def test_nonsense_gets_sentences_in_a_link_and_in_a_form(
    stranger: Client, query: dict[str, str], snapshot: SnapshotAssertion
) -> None:
    answer = check(stranger, **query)
    assert answer.status_code == 400
    faults = shown(answer, FAULTS)
    assert faults == snapshot
    fields = {{"hand": "cards-0", "ender": "cards-1"}.get(name, name): value for name, value in query.items()}
    for htmx in (False, True):
        posted = post(stranger, fields, htmx=htmx)
        assert (posted.status_code, shown(posted, FAULTS)) == (400, faults)


def test_every_preset_is_offered(stranger: Client) -> None:
    offered = re.findall(r'<option value="([^"]+)"', text(get(stranger, "/check/")))
    assert sorted(offered) == sorted(presets())
    for rules in offered:
        assert check(stranger, rules=rules, hand="R5-8" if rules == "ginski" else "5-8h").status_code == 200


@pytest.mark.parametrize(
    "ender",
    [
        "R5 R6 W1 / B11 G11 Y11 / Y1 Y2 Y3 - P2",
        "R5 R6 W1=7 B11 G11 Y11 Y1 Y2 Y3 P2",
        "R5 R6 W1=4 B11 G11 Y11 Y1 Y2 Y3 P2",
        "R5 R6 W1=4 / B11 G11 Y11 / Y1 Y2 Y3 - P2",
    ],
)
def test_enders_rank_for_a_wild_decides_what_can_be_laid_off(
    stranger: Client, ender: str, snapshot: SnapshotAssertion
) -> None:
    rules = own_rules(start(), preset="ginski", layoff="unless_gin")
    hand = "R4 R8 R9 B1 B2 B3 G12 Y12 P12 G5"
    answer = check(stranger, rules=f"own:{rules.public_id}", hand=hand, ender=ender)
    assert answer.context["page"].defence.layoffs == snapshot


def test_own_rules_are_found_by_their_link(stranger: Client) -> None:
    phone = start()
    saved = own_rules(phone, knock_limit=5)
    answer = check(stranger, rules=f"own:{saved.public_id}", hand="7-9h 5555 2d 2s 3c")
    assert "Deadwood 7: the limit is 5" in words(answer)
    assert "Kitchen gin" in words(answer)
    assert "Kitchen gin" in words(get(phone.browser(), "/check/"))
    assert "Kitchen gin" not in words(get(stranger, "/check/"))


# --- The form -------------------------------------------------------------------------------------------------------


def test_a_form_without_script_is_sent_on_to_its_link(stranger: Client) -> None:
    answer = post(stranger, {"rules": "standard", "cards-0": "7-9h /", "card-0": ["Ks", "2d"], "seen-0": ""})
    assert answer.status_code == 302
    page = get(stranger, answer["Location"])
    assert "5 of 10 cards" in words(page)
    assert html.escape(f"http://testserver{answer['Location']}") in text(page)


def test_the_live_answer_is_a_part_of_the_page(stranger: Client) -> None:
    answer = post(stranger, {"cards-0": "", "card-0": ["7h", "8h", "9h", "5s"]}, htmx=True)
    assert answer.status_code == 200
    assert "<html" not in text(answer)
    assert 'data-cards="5s 7h 8h 9h"' in text(answer)
    assert "4 of 10 cards" in words(answer)


def test_a_box_that_was_unticked_leaves_the_text(stranger: Client) -> None:
    fields = {"cards-0": "7h 8h 9h / Ks", "seen-0": "7h 8h 9h Ks", "card-0": ["7h", "8h", "9h"]}
    assert 'data-text="7h 8h 9h /"' in text(post(stranger, fields, htmx=True))


def test_rules_with_another_deck_clear_the_cards(stranger: Client) -> None:
    fields = {"rules": "ginski", "deck": "french52", "cards-0": "7h 8h"}
    assert post(stranger, fields)["Location"] == "/check/?rules=ginski"
    same = {"rules": "oklahoma", "deck": "french52", "cards-0": "7h 8h"}
    assert post(stranger, same)["Location"] == "/check/?rules=oklahoma&hand=7h+8h"


def test_too_many_checks_are_rate_limited(stranger: Client, settings: Any) -> None:
    settings.RATES = settings.RATES | {"check": ((2, 60),)}
    assert [get(stranger, "/check/").status_code for _ in range(3)] == [200, 200, 429]


# --- Colors --------------------------------------------------------------------------------------------------------


def test_four_colors_are_a_choice_that_lasts(stranger: Client) -> None:
    assert not re.search(r'<body class="[^"]*\bfour\b', text(get(stranger, "/check/")))
    answer = stranger.post("/check/colors/", {"colors": "four", "back": "/check/?hand=7h"})
    assert answer["Location"] == "/check/?hand=7h"
    assert re.search(r'<body class="[^"]*\bfour\b', text(get(stranger, "/check/?hand=7h")))
    stranger.post("/check/colors/", {"colors": "two"})
    assert not re.search(r'<body class="[^"]*\bfour\b', text(get(stranger, "/check/")))


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "", "/\\evil.example"])
def test_it_leads_nowhere_else(stranger: Client, back: str) -> None:
    assert stranger.post("/check/colors/", {"back": back})["Location"] == "/check/"
