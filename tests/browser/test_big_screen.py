"""Browser: the big screen is legible from five metres, fits, and is never older than it says."""

import math
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from games.models import Role
from games.selectors.season.league_dates import date_in_league
from tests.browser.table import Hand, with_cookie
from tests.browser.test_offline import Sitting
from tests.leagues import Club, club
from tests.makers import Phone, enter, gin, join, knock, start, team_deal
from tests.rules.kit import between
from tests.servers import Site, Sites

MakePhone = Callable[..., Page]
FLAT = {"device_scale_factor": 1, "has_touch": False, "is_mobile": False}
HEIGHT = 1080
TELEVISION = {"viewport": {"width": 1920, "height": HEIGHT}, **FLAT}
LEAST = 0.025 * HEIGHT
"""How high a digit is at least, in pixels, that is read from five metres."""
LARGE = 0.1 * HEIGHT
LONG = tuple(f"Maximiliane-Wilhelmine Schwarzenberger-{end}" for end in "ABCDEFGH")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")

READ = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const read = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const text = texts.currentNode.textContent.trim();
        if (!text || element.closest(".sr, script") || !element.checkVisibility()) continue;
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        // What is shortened to so many lines ends where its box does.
        let box = range.getBoundingClientRect();
        for (let one = element; one !== document.body; one = one.parentElement)
            if (getComputedStyle(one).webkitLineClamp !== "none") box = one.getBoundingClientRect();
        const { left, right, top, bottom } = box;
        const digit = pen.measureText("0").actualBoundingBoxAscent;
        const score = Boolean(element.closest(".board-total, .hall-side b"));
        read.push({ text, score, digit, left, right, top, bottom });
    }
    return read;
}"""
CUT = """() => [...document.querySelectorAll(
    ".board-card h2, .board-last, .board-headline, .board-facts, .column-told, .board-column h3",
)]
    .filter((one) => one.scrollHeight > one.clientHeight + 4 || one.scrollWidth > one.clientWidth + 4)
    .map((one) => one.textContent.trim())"""


def played(count: int, names: tuple[str, ...]) -> Phone:
    phone = start(*names[:count], preset="standard" if count == 2 else "knock_rummy")
    enter(phone, knock(0, 7, *[30] * (count - 1)))
    return phone


def hollywood(names: tuple[str, ...]) -> Phone:
    phone = start(*names[:2], preset="hollywood")
    enter(phone, knock(0, 5, 20))
    enter(phone, gin(0, 80))
    enter(phone, knock(1, 5, 15))
    return phone


def teams(names: tuple[str, ...]) -> Phone:
    phone = start(*names[:4], preset="partnership")
    enter(phone, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    return phone


def over() -> Phone:
    phone = start(*LONG[:2], target=1000)
    for _ in range(9):
        enter(phone, gin(0, 99))
    return phone


SCENES: dict[str, tuple[Callable[[], Phone], float]] = {
    "two": (lambda: played(2, NAMES), LARGE),
    "three": (lambda: played(3, NAMES), LARGE),
    "four": (lambda: played(4, NAMES), LARGE),
    "eight": (lambda: played(8, NAMES), LARGE),
    "two, long names": (lambda: played(2, LONG), LARGE),
    "four, long names": (lambda: played(4, LONG), LARGE),
    "eight, long names": (lambda: played(8, LONG), LARGE),
    "Hollywood": (lambda: hollywood(NAMES), LARGE),
    "Hollywood, long names": (lambda: hollywood(LONG), LARGE),
    "teams": (lambda: teams(NAMES), LARGE),
    "teams, long names": (lambda: teams(LONG), LARGE),
    "four digits, over": (over, LARGE),
}


def fills(page: Page) -> None:
    """Nothing hangs over an edge of the screen, and nothing can be scrolled."""
    size = page.viewport_size
    assert size
    assert page.evaluate(
        "[document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]"
    ) == [True, True]
    for one in page.evaluate(READ):
        inside = one["left"] >= 0 and one["right"] <= size["width"] and one["bottom"] <= size["height"] + 1
        assert inside and one["top"] >= -1, one


def legible(page: Page, score: float = LEAST) -> None:
    """Whatever is written can be read from five metres; the scores are as high as ``score``."""
    read = page.evaluate(READ)
    assert any(one["score"] for one in read)
    small = [(one["text"], one["digit"]) for one in read if one["digit"] < (score if one["score"] else LEAST)]
    assert small == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_the_board_is_legible_from_five_metres(phone: MakePhone, live_app: str, scene: str) -> None:
    make, score = SCENES[scene]
    table = make()
    board = with_cookie(phone(**TELEVISION), table, live_app)
    board.goto(f"{table.url}board/")
    expect(board.locator("[data-live-status]")).to_have_text("Live")
    legible(board, score)
    fills(board)
    assert board.evaluate(CUT) == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1280, 800)])
def test_a_tablet_in_the_middle_is_turned_to_each_side(
    phone: MakePhone, live_app: str, width: int, height: int
) -> None:
    page = phone(viewport={"width": width, "height": height}, **FLAT)
    quarters = {2: [180, 0], 3: [90, -90, 0], 4: [180, -90, 0, 90]}
    for sides, turned in quarters.items():
        for names in (NAMES, LONG):
            table = played(sides, names)
            with_cookie(page, table, live_app).goto(f"{table.url}board/?turned=1")
            expect(page.locator("[data-live-status]").first).to_have_text("Live")
            fills(page)
            cards = page.locator(".board-card").all()
            assert [card.evaluate("card => parseFloat(getComputedStyle(card).rotate) || 0") for card in cards] == turned
            boxes = [card.bounding_box() for card in cards]
            middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
            for (x, y), angle in zip(middles, turned, strict=True):
                # What is at the foot of a card is towards whoever sits there.
                foot_x, foot_y = -math.sin(math.radians(angle)), math.cos(math.radians(angle))
                assert foot_x * (x - width / 2) + foot_y * (y - height / 2) > -1
            assert min(one["digit"] for one in page.evaluate(READ) if one["score"]) > 0.04 * height


@pytest.mark.slow
def test_eight_round_a_tablet_read_it_from_both_long_sides(phone: MakePhone, live_app: str) -> None:
    page = phone(viewport={"width": 820, "height": 1180}, **FLAT)
    table = played(8, LONG)
    with_cookie(page, table, live_app).goto(f"{table.url}board/?turned=1")
    fills(page)
    turned = "cards => cards.map(card => parseFloat(getComputedStyle(card).rotate) || 0)"
    assert page.locator(".board-card").evaluate_all(turned) == [180] * 4 + [0] * 4


def test_a_round_entered_on_a_phone_arrives_on_the_board_and_in_the_hall(phone: MakePhone, live_app: str) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard", target=100)
    link = hand.link_to("watch")
    board, hall = phone(**TELEVISION), phone(**TELEVISION)
    for screen in (board, hall):
        screen.goto(f"{link}?to=board")
        screen.get_by_role("button", name="Watch", exact=True).click()
        screen.wait_for_url("**/board/")
    hall.goto("/hall/")
    for screen in (board, hall):
        expect(screen.locator("[data-live-status]")).to_have_text("Live")
    hand.round("0:gin", "60", "Ann +85")
    expect(board.locator(".board-total b")).to_have_text(["85", "0"])
    expect(board.locator(".board-last")).to_have_text("Round 1: Ann went gin, Ben had 60")
    expect(hall.locator(".hall-side b")).to_have_text(["85", "0"])
    expect(hall.locator(".hall-fresh")).to_be_visible()
    # The end of a game, and on to the next one, without a touch.
    hand.round("0:gin", "50", "Ann +75")
    expect(board.locator(".board-headline")).to_have_text(re.compile("Ann wins by"))
    hand.page.get_by_role("button", name="Rematch").tap()
    expect(board.locator(".board-head b")).to_have_text("Game 2")
    expect(board.locator(".board-total b")).to_have_text(["0", "0"])
    expect(hall.locator(".hall-side b")).to_have_text(["0", "0"])
    fills(board)
    fills(hall)


@pytest.mark.slow
def test_a_tap_or_a_key_fills_the_screen(phone: MakePhone, live_app: str) -> None:
    table = start()
    board = with_cookie(phone(**TELEVISION), table, live_app)
    board.goto(f"{table.url}board/")
    full = board.locator(":fullscreen")
    for press in (lambda: board.mouse.click(300, 300), lambda: board.keyboard.press("f")):
        press()
        expect(full).not_to_have_count(0)
        press()
        expect(full).to_have_count(0)


# --- The hall -------------------------------------------------------------------------------------------------------


def club_night(tables: int, names: Callable[[int], str]) -> Club:
    """A club with so many tables at which is played."""
    people = [names(n) for n in range(2 * tables)]
    made = club(*people)
    for n in range(tables):
        match = made.match(people[2 * n], people[2 * n + 1], night=date_in_league(made.league))
        made.play(match, made.access, knock(n % 2, 5, 20))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "pages"), [(1, 1), (3, 1), (40, 5)])
def test_the_hall_is_legible_and_turns_its_pages(phone: MakePhone, live_app: str, tables: int, pages: int) -> None:
    tuesday = club_night(tables, lambda n: f"P{n} {LONG[0]}"[:40])
    hall = phone(**TELEVISION)
    hall.clock.install()
    hall.goto(f"/s/{tuesday.season.public_id}/hall/")
    expect(hall.locator("[data-live-status]")).to_have_text("Live")
    expect(hall.locator("#wall-dots i")).to_have_count(pages)
    seen: list[str] = []
    for _ in range(pages):
        legible(hall)
        fills(hall)
        seen += hall.locator(".hall-side bdi:visible").all_inner_texts()
        hall.clock.fast_forward(12_100)
    assert len(seen) == len(set(seen)) == 2 * tables


@pytest.mark.slow
def test_what_moves_every_other_second_does_not_keep_the_pages_from_turning(phone: MakePhone, live_app: str) -> None:
    tuesday = club_night(12, lambda n: f"P{n}")
    hall = phone(**TELEVISION)
    hall.clock.install()
    hall.goto(f"/s/{tuesday.season.public_id}/hall/")
    now = hall.locator("#wall-dots i").nth(1)
    for _ in range(5):
        hall.clock.fast_forward(2_000)
        hall.evaluate("document.dispatchEvent(new CustomEvent('htmx:oobAfterSwap'))")
        expect(now).not_to_have_class("now")
    hall.clock.fast_forward(2_100)
    expect(now).to_have_class("now")


# --- A server that goes away ----------------------------------------------------------------------------------------


@pytest.fixture
def site(sites: Sites) -> Iterator[Site]:
    """A server of its own, that may be killed."""
    with sites.make("sqlite") as made:
        yield made


@pytest.fixture
def sitting(site: Site) -> Iterator[Sitting]:
    made = Sitting(site)
    yield made
    made.close()


@pytest.mark.slow
def test_the_server_is_killed_and_started_again(phone: MakePhone, site: Site, sitting: Sitting) -> None:
    board = phone(**TELEVISION)
    board.goto(f"{site.url}/j/{sitting.tokens['watch']}/?to=board")
    board.get_by_role("button", name="Watch", exact=True).click()
    board.wait_for_url("**/board/")
    hall = board.context.new_page()
    hall.goto(f"{site.url}/hall/")
    status = [page.locator("[data-live-status]") for page in (board, hall)]
    for one in status:
        expect(one).to_have_text("Live")
    site.kill()
    for one in status:
        expect(one).to_have_text(re.compile(r"^Offline since \d\d:\d\d"))
    legible(board, LARGE)
    assert float(board.locator(".board-total").first.evaluate("one => getComputedStyle(one).opacity")) < 0.5
    site.start()
    sitting.enter(1, 40)
    # Nobody touches either.
    expect(board.locator(".board-total b")).to_have_text(["33", "0"])
    expect(hall.locator(".hall-side b")).to_have_text(["33", "0"])
    for one in status:
        expect(one).to_have_text("Live")


@pytest.mark.slow
def test_a_link_that_was_switched_off_says_so(phone: MakePhone, live_app: str) -> None:
    owner = start()
    watcher = join(owner, Role.WATCH)
    board = with_cookie(phone(**TELEVISION), watcher, live_app)
    board.goto(f"{watcher.url}board/")
    expect(board.locator("[data-live-status]")).to_have_text("Live")
    owner.browser().post(f"{owner.url}links/{watcher.access.link.pk}/revoke/")
    expect(board.locator("[data-live-status]")).to_have_text("Closed: this link was turned off")
    fills(board)
