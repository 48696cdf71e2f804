"""The pages that the pictures in docs/ show, each with real rounds behind it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from django.utils import timezone
from playwright.sync_api import Page

from games.models import League, Season
from games.rules.cards import Card
from games.rules.declaration import Declaration
from games.rules.sides import team_pairings
from games.services.league.demo import Demo, make_demo
from tests.leagues import account
from tests.makers import Phone, current, dead, enter, gin, knock, start, team_deal
from tests.rules.kit import between

PHONE: Final = "phone"
DESKTOP: Final = "desktop"
LIGHT: Final = "light"
DARK: Final = "dark"
EVERY: Final = ((PHONE, LIGHT), (PHONE, DARK), (DESKTOP, LIGHT), (DESKTOP, DARK))
BOTH_PHONES: Final = EVERY[:2]
BOTH_DESKTOPS: Final = EVERY[2:]
ONE_PHONE: Final = EVERY[:1]

Step = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class View:
    """Where a picture is taken: an address, the phone whose it is (None: a new one), and what is tapped there first."""

    address: str
    phone: Phone | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A page in docs/pictures: what makes its data, and the sizes and themes it is shown in."""

    name: str
    view: Callable[[], View]
    shots: tuple[tuple[str, str], ...] = ONE_PHONE

    def files(self) -> dict[str, tuple[str, str]]:
        """Each picture's file name, with its size and theme."""
        return {f"{self.name}-{size}-{theme}.webp": (size, theme) for size, theme in self.shots}


# --- What is tapped ---------------------------------------------------------------------------------------------------


def tap(selector: str) -> Step:
    """A tap on the first visible element that matches."""
    return lambda page: page.locator(f"{selector} >> visible=true").first.click()


def keys(digits: str) -> Step:
    """Taps on the keypad of the round form."""

    def press(page: Page) -> None:
        for digit in digits:
            page.locator(f"[data-key='{digit}']").first.click()

    return press


def ending(value: str) -> Step:
    """A tap on who ended the round, and how: "0:knock:7" is the first player, with 7."""
    return tap(f'label:has(input[value="{value}"])')


def card(value: str) -> Step:
    """A tap on a card of the grid."""
    return tap(f'label:has([value="{value}"])')


def wait_for(selector: str) -> Step:
    """Wait until an element is there to be seen."""
    return lambda page: page.locator(f"{selector} >> visible=true").first.wait_for()


# --- Evenings ---------------------------------------------------------------------------------------------------------

TWO: Final = (knock(0, 7, 20), gin(1, 22), knock(0, 4, 23), knock(1, 8, 6))
"""Four rounds of two: two knocks, a gin, an undercut."""
THREE: Final = (knock(0, 9, 20, 15), knock(2, 6, 14, 22), knock(1, 4, 19, 12))
"""Three rounds in which all three play."""


def two(preset: str = "standard", *rounds: Declaration) -> Phone:
    """Ann and Ben in the middle of a game."""
    phone = start("Ann", "Ben", preset=preset)
    for declaration in rounds or TWO:
        enter(phone, declaration)
    return phone


def with_limit_card(preset: str) -> Phone:
    """Two rounds, each played under the card that sets the limit."""
    played = ((knock(0, 5, 24), Card(7, "h")), (gin(1, 18), Card(10, "s")), (knock(0, 3, 21), Card(4, "d")))
    return two(preset, *(replace(declaration, knock_card=card) for declaration, card in played))


def many(preset: str, *rounds: Declaration, names: tuple[str, ...] = ("Ann", "Ben", "Cleo")) -> Phone:
    """Three or more who all play every round."""
    phone = start(*names, preset=preset)
    for declaration in rounds:
        enter(phone, declaration)
    return phone


def taking_turns(preset: str) -> Phone:
    """Three of whom one sits out each round."""
    phone = start("Ann", "Ben", "Cleo", preset=preset)
    for declaration in (knock(0, 5, 30), gin(1, 24), knock(1, 6, 19), dead()):
        one, other = current(phone).next_active
        enter(phone, between(declaration, one, other))
    return phone


def partners() -> Phone:
    """Two teams of two, both hands of a deal at once."""
    names = ("Ann", "Ben", "Cleo", "Dora")
    phone = start(*names, preset="partnership")
    deals = ((knock(0, 5, 35), knock(1, 6, 22)), (gin(0, 28), knock(1, 4, 17)), (knock(0, 8, 6), gin(0, 33)))
    for number, hands in enumerate(deals, 1):
        pairs = [tuple(sorted(pair)) for pair in team_pairings(len(names), number)]
        enter(phone, team_deal(*(between(hand, *pair) for hand, pair in zip(hands, pairs, strict=True))))
    return phone


def finished() -> Phone:
    """A game that Ann has won."""
    return two("standard", *TWO, gin(0, 31))


def club_night() -> Season:
    """A league in the middle of its season, the last night a week ago."""
    first = timezone.localdate() - timedelta(weeks=8)
    season = make_demo(account=account("Olga"), size=Demo(players=8, matches=28, target=100, first_night=first, seed=7))
    League.objects.filter(pk=season.league_id).update(name="Tuesday Gin", place="The Swan")
    return season


def at(phone: Phone, rest: str = "", *steps: Step) -> View:
    """A page of a phone's table."""
    return View(phone.url + rest, phone, steps)


def league(rest: str) -> View:
    """A page of the league's season, as anybody sees it."""
    return View(f"/s/{club_night().public_id}/{rest}")


HAND: Final = ("7h", "8h", "9h", "5s", "5h", "5c", "2d", "3d", "4d", "Ks")
"""Ten cards: three melds and a king."""
ROUND: Final = (ending("0:knock:7"), keys("20"), wait_for("#preview .sentence"))

ROUND_OF_FOUR: Final = (
    ('label:has(input[value="0:knock:7"])', 500),
    ("[data-key='2']", 200),
    ("[data-key='0']", 900),
    ("button.save", 1500),
)
"""The four taps of a round, each with the milliseconds until its answer is there to be seen."""

SCENES: Final = (
    Scene("first-page", lambda: View("/"), EVERY),
    Scene("table", lambda: at(two()), EVERY),
    Scene("menu", lambda: at(two(), "", tap(".menu > summary"))),
    Scene("round", lambda: at(two(), "", *ROUND), BOTH_PHONES),
    Scene("cards", lambda: at(two(), "cards/", *map(card, HAND), wait_for(".headline"))),
    Scene("end", lambda: at(finished()), BOTH_PHONES),
    Scene("invite", lambda: at(two(), "links/")),
    Scene("big-screen", lambda: at(two(), "board/"), BOTH_DESKTOPS),
    Scene("chart", lambda: at(finished(), "games/1/story/")),
    Scene("rules", lambda: View("/rules/")),
    Scene("rules-gin", lambda: View("/rules/standard/"), BOTH_DESKTOPS[:1]),
    Scene("help", lambda: View("/help/"), BOTH_PHONES),
    Scene("checker", lambda: View(f"/check/?hand={'+'.join(HAND)}")),
    Scene("league", lambda: league(""), EVERY),
    Scene("league-charts", lambda: league("pictures/")),
    Scene("oklahoma", lambda: at(with_limit_card("oklahoma"))),
    Scene("knock-card", lambda: at(with_limit_card("gamesgrid_points"))),
    Scene("hollywood", lambda: at(two("hollywood")), (*ONE_PHONE, *BOTH_DESKTOPS[:1])),
    Scene("three", lambda: at(many("jersey", *THREE))),
    Scene("ginski", lambda: at(many("ginski", *THREE))),
    Scene("sitting-out", lambda: at(taking_turns("cutthroat"))),
    Scene("captain", lambda: at(taking_turns("captain"))),
    Scene("partners", lambda: at(partners())),
    Scene("knock-rummy", lambda: at(many("knock_rummy", knock(0, 9, 20, 15), knock(2, 20, 30, 4)))),
)
