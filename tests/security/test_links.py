"""Links can't be guessed: how they are made, and what guessing or opening one by accident does."""

import math
import re
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.test import Client

from games.models import Role
from games.selectors.secrets import derived_secret
from tests.makers import start
from tests.security.test_matrix import shape
from tests.security.world import Written, everything, make_world

ALPHABET: Final = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
LETTERS: Final = 32
KINDS: Final = (("j", "join"), ("k", "accept_link"), ("g", "shared"))
"""URLs that are secrets, and their names."""


@pytest.mark.parametrize("issued", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_secrets_of_links_have_192_bits_and_never_repeat(issued: int, counted: Callable[[str], None]) -> None:
    """As ``make_link`` and ``new_link`` make them. 32 letters of 64 are 192 bits, if every letter is as likely."""
    made = [derived_secret(secrets.token_hex(16)) for _ in range(issued)]
    assert {len(secret) for secret in made} == {LETTERS}
    assert set("".join(made)) == ALPHABET
    assert len(set(made)) == issued
    # Pearson's statistic of the letters, whose mean is 63 and whose deviation is the root of 126: six of them is 1e-9.
    expected = issued * LETTERS / len(ALPHABET)
    statistic = sum((n - expected) ** 2 / expected for n in Counter("".join(made)).values())
    assert statistic < 63 + 6 * math.sqrt(126)
    counted(f"{issued:,} secrets of links, each {LETTERS * 6} bits: 0 twice, chi-square {statistic:.0f} (63 expected)")


def test_the_links_of_a_table_are_made_like_that(db: None) -> None:
    issued = [secret for _ in range(20) for secret in start().secrets.values()]
    assert len(set(issued)) == len(issued) == 20 * len(Role)
    assert {len(secret) for secret in issued} == {LETTERS}
    assert set("".join(issued)) <= ALPHABET


@pytest.mark.parametrize("guesses", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_guessing_links(db: None, guesses: int, counted: Callable[[str], None]) -> None:
    """Wrong links: nothing is there, then 429 for a while. Who has a link is let in all the time, next door as well."""
    world = make_world()
    before, client, hits, statuses = everything(), Client(raise_request_exception=False), 0, Counter[int]()
    first: dict[str, Any] = {}
    good = {kind: world.secrets[name]["own"]["secret"] for kind, name in KINDS}
    valid = 0
    for n in range(guesses):
        client.cookies.clear()
        # One in five is answered with a page, the others with a problem document, which is sooner written.
        accept = "text/html" if n % 10 < 2 else "application/json"
        answer = client.get(f"/{KINDS[n % 3][0]}/{secrets.token_urlsafe(24)}/", headers={"accept": accept})
        statuses[answer.status_code] += 1
        hits += answer.status_code not in (404, 429)
        if answer.status_code == 404:
            assert shape(answer) == first.setdefault(accept, shape(answer))
        else:
            assert int(answer["Retry-After"]) > 0
        if n % 300 == 299:
            for kind, secret in good.items():
                assert client.get(f"/{kind}/{secret}/").status_code == 200
                valid += 1
    assert hits == 0
    assert statuses[404] >= 60 and statuses[429] > guesses * 0.5
    assert everything() == before
    answers = f"{statuses[404]} times 404, {statuses[429]:,} times 429"
    counted(f"{guesses:,} wrong links: {hits} hits, {answers}; {valid} right ones passed")


@pytest.mark.parametrize("times", [10, pytest.param(1_000, marks=pytest.mark.slow)])
def test_previews_and_scanners_of_links(db: None, times: int, counted: Callable[[str], None]) -> None:
    """A chat program fetches links for previews. It sees no names, gets no cookies, and changes nothing."""
    world, opened = make_world(), 0
    before, written = everything(), Written()
    rows = written.rows
    names = [b"Ann", b"Ben", b"Eve", b"Cleo", b"Olga", b"Dan"]
    agents = ("WhatsApp/2.23", "facebookexternalhit/1.1", "TelegramBot (like TwitterBot)", "Mozilla/5.0")
    for name, kind in (("join", "j"), ("accept_link", "k")):
        path = f"/{kind}/{world.secrets[name]['own']['secret']}/"
        for n in range(times):
            client = Client(raise_request_exception=False, headers={"user-agent": agents[n % 4], "purpose": "prefetch"})
            answer = (client.head if n % 10 == 9 else client.get)(path)
            opened += 1
            assert answer.status_code == 200
            assert answer["X-Robots-Tag"] == "noindex"
            assert answer["Referrer-Policy"] == "no-referrer"
            assert "no-store" in answer["Cache-Control"]
            assert "device" not in answer.cookies and "session" not in answer.cookies
            # Without the CSRF token, whose random letters contain a name now and then.
            shown = re.sub(rb"\b[A-Za-z0-9]{64}\b", b"", answer.content)
            assert not [one for one in names if one in shown]
    assert (written.rows - rows, everything() == before) == (0, True)
    # A summary was shared to be shown: names are in it, and all the rest is the same.
    for n in range(times):
        client = Client(raise_request_exception=False, headers={"user-agent": agents[n % 4], "purpose": "prefetch"})
        path = f"/g/{world.secrets['shared']['own']['secret']}/{'image.png' if n % 2 else ''}"
        answer = (client.head if n % 10 == 9 else client.get)(path)
        opened += 1
        assert (answer.status_code, answer["X-Robots-Tag"], answer["Referrer-Policy"]) == (
            200,
            "noindex",
            "no-referrer",
        )
        assert not answer.cookies
    assert (written.rows - rows, everything() == before) == (0, True)
    counted(f"{opened} times a bot opened a link: 0 rows written, 0 names, 0 cookies that know a phone")
