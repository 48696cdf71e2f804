"""Browser: the same evenings in Chromium, Firefox and WebKit, at the size of a phone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from games.models import AccessLink, Entry, EntryKind, Role
from games.selectors.secrets import secret_of
from tests.browser.engines import places
from tests.browser.engines.player import Player
from tests.browser.engines.screen import HEIGHT, PATIENCE, WIDTH
from tests.browser.network import NetworkLink
from tests.browser.test_evening import folded

Players = Callable[..., Player]
NAME = "score.test"  # the browsers find it at this machine


def rounds_of(path: str) -> list[tuple[int | None, Any]]:
    """The rounds in the ledger of the table at ``path``, as they were entered: number, deadwood of each seat."""
    rows = Entry.objects.filter(table__public_id=path.split("/")[2], kind=EntryKind.ROUND).order_by("revision")
    return [(row.round, [count for __, count in sorted(row.facts["deadwood"].items())]) for row in rows]


def link_to_score(path: str) -> str:
    """The address by which others come to the table at ``path``, to score."""
    links = AccessLink.objects.filter(table__public_id=path.split("/")[2], role=Role.SCORE)
    return f"/j/{secret_of(links.earliest('pk'))}/"


def test_the_evening_of_the_lets_play_page(players: Players, tmp_path: Path) -> None:
    ann = players()
    path = ann.start_table("Ann", "Ben", rules="lets_play")
    assert ann.screen.fits
    ann.round("0:knock:7", "20", 13, 0)
    ann.screen.screenshot(tmp_path / "table.png")
    with Image.open(tmp_path / "table.png") as picture:
        assert picture.width / picture.height == WIDTH / HEIGHT
        assert len(picture.convert("RGB").getcolors(picture.width * picture.height)) > 20, "nothing is drawn"
    ann.round("0:knock:3", "15", 25, 0)
    ann.round("0:knock:7", "10", 28, 0)
    ann.screen.tap(places.UNDO)
    ann.totals(25, 0)
    ann.form_for(3)
    ann.round("1:knock:7", "10", 25, 3)

    # Round 2 was misheard: 18, not 15.
    ann.open_round(1, 2)
    ann.screen.tap(places.KEY.format("back"))
    ann.keys("8")
    ann.screen.shows(places.PREVIEW, "18 \u2212 3")
    ann.screen.tap(places.SAVE)
    assert ann.at_table(28, 3) == path

    ann.round("0:knock:9", "7", 28, 30)
    ann.round("0:gin", "50+6", 109, 30)
    ann.screen.shows(places.WINNER, "Ann")
    assert ann.screen.fits
    assert folded(path) == (["109", "30"], 5, "Ann")


def test_a_game_of_ginski_by_cards(players: Players) -> None:
    ann = players()
    path = ann.start_table("Ann", "Ben", "Cleo", rules="ginski")
    ann.screen.tap(places.BY_CARDS)
    ann.screen.at("/cards/")
    for first, last in (("R5", "R6"), ("B9", "G9"), ("Y1", "Y4"), ("W1", "W2")):
        ann.screen.drag(places.CELL.format(0, first), places.CELL.format(0, last))
    ann.screen.shows(places.DRAWN.format(0), "Ginski")
    assert ann.screen.fits
    ann.screen.tap(places.STEP.format(1))
    for card in ("R8", "R9", "R10", "B1", "B2", "B3", "G12", "Y12", "P12", "G5"):
        ann.screen.tap(places.CELL.format(1, card))
    ann.screen.shows(places.DRAWN.format(1), "5")
    ann.screen.tap(places.STEP.format(2))
    for card in ("R11", "R13", "B12", "B10", "G10", "G13", "Y11", "Y8", "P8", "P6"):
        ann.screen.tap(places.CELL.format(2, card))
    ann.screen.tap(places.STEP.format("end"))
    ann.screen.shows(places.OUTCOME, "Ann +")
    ann.screen.tap(places.SAVE)
    ann.screen.at("/t/")
    ann.totals(132, 0, 0)
    ann.screen.shows(places.WINNER, "Ann")
    assert folded(path) == (["132", "0", "0"], 1, "Ann")


def test_two_phones_follow_each_other_and_a_difference_is_a_question(players: Players) -> None:
    ann, ben = players(), players()
    path = ann.start_table("Ann", "Ben", rules="lets_play")
    assert ben.join(link_to_score(path), "Ben's phone") == path
    ann.round("0:knock:7", "20", 13, 0)
    ben.totals(13, 0)
    ben.form_for(2)
    ben.choose("1:gin")
    ben.keys("1")
    ann.round("1:gin", "12", 13, 37)
    ben.totals(13, 37)
    assert ben.screen.value(places.DEADWOOD.format(0)) == "1"
    ben.keys("5")
    ben.screen.tap(places.SAVE)
    ben.screen.shows(places.CONFLICT, "15")
    ann.screen.shows(places.QUESTION, "15")
    assert folded(path)[0] == ["13", "37"]
    ben.screen.tap(places.TAKE_TYPED)
    ben.totals(13, 40)
    ann.totals(13, 40)
    ann.screen.hides(places.QUESTION)
    assert folded(path)[:2] == (["13", "40"], 2)


@pytest.mark.slow
def test_a_page_that_breaks_off_leaves_the_copy_before_it(players: Players, network: NetworkLink) -> None:
    ann = players()
    path = ann.start_table("Ann", "Ben", rules="lets_play")
    ann.has_copy(path)
    for number in range(3):
        network.break_off(after=1_000 + number)
        ann.screen.evaluate(
            "async (path) => (await navigator.serviceWorker.ready).active.postMessage({ seen: path })", path
        )
        network.broken_off.wait(PATIENCE)
    network.cut()
    ann.screen.open(path)
    ann.screen.until("() => document.documentElement.dataset.copy", why="the copy is shown")


def test_rounds_entered_without_network_are_sent_once(players: Players, network: NetworkLink) -> None:
    ann = players()
    path = ann.start_table("Ann", "Ben", rules="lets_play")
    ann.round("0:knock:7", "20", 13, 0)
    ann.waiting(0)
    ann.has_copy(path)
    network.cut()
    ann.round_unsent(2, "0:knock:5", "22")
    ann.waiting(1)
    ann.round_unsent(3, "1:knock:4", "14")
    ann.waiting(2)
    ann.screen.open(path)
    ann.screen.until("() => document.documentElement.dataset.copy", why="the copy is shown")
    ann.waiting(2)
    ann.round_unsent(4, "0:gin", "8")
    ann.waiting(3)
    assert rounds_of(path) == [(1, [7, 20])]
    network.mend()
    ann.waiting(0)
    ann.totals(63, 10)
    assert rounds_of(path) == [(1, [7, 20]), (2, [5, 22]), (3, [14, 4]), (4, [0, 8])]


def test_an_evening_by_keyboard_alone(players: Players) -> None:
    ann = players()
    ann.screen.open("/?rules=lets_play")
    for number, name in enumerate(("Ann", "Ben"), 1):
        ann.go_to(places.NAME.format(number))
        ann.screen.press(*name)
    ann.go_to(places.START)
    ann.screen.press("Enter")
    path = ann.at_table(0, 0)

    # Digits go to the count wherever the focus is in the form.
    ann.choose_by_arrows("0:knock:7")
    ann.screen.press("2", "0")
    ann.screen.shows(places.PREVIEW, "20 \u2212 7")
    ann.go_to(places.SAVE)
    ann.screen.press("Enter")
    ann.totals(13, 0)

    ann.form_for(2)
    ann.choose_by_arrows("1:gin")
    ann.go_to(places.DEADWOOD.format(0))
    ann.screen.press("1", "2", "Enter")
    ann.totals(13, 37)

    # Round 1 was 21: along the sheet to it, and back by saving. First the server has round 2: the totals above may be
    # the phone's own.
    ann.waiting(0)
    ann.go_to(places.LINE.format(1))
    ann.screen.press("Enter")
    ann.go_to(places.ROUND.format(1, 1))
    ann.screen.press("Enter")
    ann.screen.at("/rounds/1/1/")
    ann.go_to(places.DEADWOOD.format(1))
    ann.screen.press("2", "1", "Enter")
    assert ann.at_table(14, 37) == path

    ann.go_to(places.UNDO)
    ann.screen.press("Enter")
    ann.totals(13, 37)
    ann.form_for(3)
    ann.choose_by_arrows("1:gin")
    ann.go_to(places.DEADWOOD.format(0))
    ann.screen.press("6", "0", "Enter")
    ann.totals(13, 122)
    ann.screen.shows(places.WINNER, "Ben")
    assert folded(path) == (["13", "122"], 3, "Ben")


@pytest.mark.slow
def test_an_evening_on_plain_http(players: Players, network: NetworkLink, settings: Any) -> None:
    """As in a home network: the server has a name, and browsers give its pages no worker and no clipboard."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, NAME]
    ann = players(NAME)
    path = ann.start_table("Ann", "Ben", rules="lets_play")
    lacking = "() => [isSecureContext, 'serviceWorker' in navigator, 'clipboard' in navigator, 'wakeLock' in navigator]"
    assert ann.screen.evaluate(lacking) == [False] * 4
    ann.round("0:knock:7", "20", 13, 0)
    ann.waiting(0)
    network.cut()
    ann.round_unsent(2, "0:knock:5", "22")
    ann.round_unsent(3, "1:knock:4", "14")
    ann.waiting(2)
    network.mend()
    ann.waiting(0)
    ann.totals(30, 10)
    assert rounds_of(path) == [(1, [7, 20]), (2, [5, 22]), (3, [14, 4])]

    ann.screen.open("/check/?hand=5s+6s+7s")
    ann.screen.tap(places.COPY)
    ann.screen.tap(places.HAND)
    ann.screen.paste()
    copied = "(selector) => document.querySelector(selector).dataset.copy"
    assert ann.screen.evaluate(copied, places.COPY) in ann.screen.value(places.HAND)
