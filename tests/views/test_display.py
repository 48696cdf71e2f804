"""Display settings apply to all pages of the phone that chose them, and to no other."""

import re
from typing import Any

import pytest
from django.test import Client

from games.web.display import CHOICES
from tests.makers import Phone
from tests.views.reading import forms, says, submit, text

EVERY = [(name, value) for name, values in CHOICES.items() for value in values]


def tag(answer: Any) -> str:
    return re.search(r"<html [^>]*>", text(answer))[0]  # type: ignore[index]


def sheets(answer: Any) -> list[tuple[str, str]]:
    return re.findall(r'<link rel="stylesheet" href="/static/(themes/\w+)[^"]*" media="([^"]+)">', text(answer))


def bars(answer: Any) -> list[tuple[str, str]]:
    return re.findall(r'<meta name="theme-color" content="([^"]+)" media="([^"]+)">', text(answer))


def test_nothing_is_chosen_at_first_and_the_device_decides(stranger: Client) -> None:
    page = stranger.get("/display/")
    assert (page.status_code, tag(page)) == (200, '<html lang="en">')
    assert sheets(page) == [
        ("themes/dark", "screen and (prefers-color-scheme: dark)"),
        ("themes/contrast", "screen and (prefers-contrast: more)"),
    ]
    assert {name: forms(page)["display/"].fields[name] for name in CHOICES} == {
        "theme": "device",
        "text": "100",
        "motion": "device",
        "colors": "two",
    }


@pytest.mark.parametrize(("name", "value"), EVERY)
def test_what_is_chosen_lasts_and_can_be_taken_back(ann: Phone, name: str, value: str) -> None:
    client = ann.browser()
    form = forms(client.get(f"/display/?next={ann.url}"))["display/"]
    answer = submit(client, form, **{name: value})
    assert (answer.status_code, answer["Location"]) == (302, ann.url)
    cookie = answer.cookies[name]
    assert (cookie.value, cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (value, 34560000, True, "Lax")
    assert [other for other in CHOICES if other != name and answer.cookies[other].value] == []
    page = client.get(ann.url)
    if name == "colors":
        assert re.search(r'<body class="at-table four"', text(page))
    else:
        assert tag(page) == f'<html lang="en" data-{name}="{value}">'
    again = forms(client.get("/display/"))["display/"]
    assert again.fields[name] == value
    submit(client, again, **{name: {"text": "100", "colors": "two"}.get(name, "device")})
    page = client.get(ann.url)
    assert (tag(page), " four" in text(page).split("<body")[1][:40]) == ('<html lang="en">', False)


@pytest.mark.parametrize(
    ("theme", "colors"),
    [
        ("light", [("#17483a", "all")]),
        ("dark", [("#0b1612", "all")]),
        ("black", [("#000000", "all")]),
        (
            "contrast",
            [("#06291e", "(prefers-color-scheme: light)"), ("#000000", "(prefers-color-scheme: dark)")],
        ),
    ],
)
def test_chosen_theme_ignores_the_devices_setting(stranger: Client, theme: str, colors: list[tuple[str, str]]) -> None:
    stranger.cookies["theme"] = theme
    for address in ("/", "/offline/", "/api/v1/docs/", "/check/", "/nothing/"):
        page = stranger.get(address)
        assert (address, sheets(page)) == (address, [] if theme == "light" else [(f"themes/{theme}", "screen")])
        assert bars(page) == colors


@pytest.mark.parametrize("value", ["", "pink", '"><script>', "dark ", "DARK", "four" * 999, "\u00e4", "device"])
def test_invalid_cookie_is_ignored(stranger: Client, value: str) -> None:
    usual = tag(stranger.get("/display/"))
    for name in CHOICES:
        stranger.cookies[name] = value
    page = stranger.get("/display/")
    assert (page.status_code, tag(page)) == (200, usual)
    assert "pink" not in text(page)
    assert "<script>" not in text(page)


def test_unknown_choice_changes_nothing(stranger: Client) -> None:
    stranger.post("/display/", {"theme": "dark", "text": "150"})
    answer = stranger.post("/display/", {"theme": "pink", "text": "1000", "motion": "", "others": "x"})
    assert (answer.status_code, answer["Location"], list(answer.cookies)) == (302, "/display/", [])
    assert tag(stranger.get("/")) == '<html lang="en" data-theme="dark" data-text="150">'
    assert stranger.post("/display/").status_code == 302


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "", "/\\evil.example", "/" + "x" * 5000])
def test_it_leads_nowhere_else(stranger: Client, back: str) -> None:
    page = stranger.get("/display/", {"next": back})
    assert (forms(page)["display/"].fields["next"], "evil" in text(page)) == ("", False)
    assert stranger.post("/display/", {"next": back, "theme": "dark"})["Location"] == "/display/"


def test_over_https_the_cookies_are_secure(stranger: Client) -> None:
    for secure in (True, False):
        answer = stranger.post("/display/", {"theme": "dark"}, secure=secure)
        assert bool(answer.cookies["theme"]["secure"]) is secure


def test_other_pages_link_to_it(ann: Phone) -> None:
    client = ann.browser()
    assert 'href="/display/?next=/"' in text(client.get("/"))
    assert f'href="/display/?next={ann.url}"' in text(client.get(ann.url))
    page = client.get(f"/display/?next={ann.url}")
    assert says(page, "Back")
    assert f'class="back" href="{ann.url}"' in text(page)


def test_the_choice_at_the_checker_is_the_same(stranger: Client) -> None:
    stranger.post("/check/colors/", {"colors": "four"})
    assert forms(stranger.get("/display/"))["display/"].fields["colors"] == "four"
    stranger.post("/display/", {"colors": "two"})
    assert says(stranger.get("/check/"), "A color for each suit")


def test_the_page_for_no_network_is_another_one_for_another_theme(stranger: Client) -> None:
    """Its worker is asked for with the cookies, and a worker that differs brings a new page along."""
    before = text(stranger.get("/sw.js"))
    assert text(stranger.get("/sw.js")) == before
    stranger.cookies["theme"] = "black"
    after = text(stranger.get("/sw.js"))
    assert after != before
    assert all(f"themes/{theme}" in after for theme in ("dark", "black", "contrast"))
