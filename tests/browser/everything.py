"""Every page of the site, as seen by a league's organizer who also owns a table."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from games.models import Role
from games.services.sharing.links import accept_link
from tests.leagues import Club
from tests.makers import Phone, dead, enter, gin, join, knock, outcome, start
from tests.match_night import browser as browser_of
from tests.security.routes import ROUTES, filled, something_of_everything

AT_A_TABLE = (
    *("rounds/1/1/", "rounds/1/1/cards/", "cards/", "games/1/compare/", "text/", "hand/", "games/1/story/", "board/"),
)


@dataclass(frozen=True)
class House:
    """Tables at which everything happened, a league, and the phone of its organizer who owns them all."""

    phone: Phone
    tuesday: Club
    addresses: list[str]

    def cookies(self, base: str) -> list[Any]:
        """The cookies of that phone."""
        return cookies(self.phone, self.tuesday, base)


def house() -> House:
    """Something of everything, and the address of every page of it."""
    phone, tuesday, known = something_of_everything()
    tables = evenings()
    for table in tables:
        assert phone.access.device
        accept_link(secret=table.secrets[Role.OWNER], device=phone.access.device)
    addresses = [
        *(address for address in filled_pages(phone, tuesday, known) if not address.endswith(("/moved/", "/picture/"))),
        *(table.url for table in tables),
        *(tables[0].url + part for part in AT_A_TABLE),
    ]
    return House(phone, tuesday, addresses)


def evenings() -> list[Phone]:
    """Tables at which everything happened that a table's page can show."""
    ended = start(target=60)
    for declaration in (knock(0, 7, 20), gin(1, 12), dead(), knock(0, 2, 70)):
        enter(ended, declaration)
    columns = start(preset="hollywood")
    for declaration in (knock(0, 3, 40), gin(1, 30), knock(0, 5, 60)):
        enter(columns, declaration)
    three = start("Ann", "Ben", "Cleo", preset="ginski")
    for declaration in (knock(0, 9, 20, 5), gin(2, 20, 30)):
        enter(three, declaration)
    requested = start()
    enter(requested, knock(0, 7, 20))
    assert outcome(partial(enter, join(requested), knock(1, 9, 30), number=1)) == "round_conflict"
    return [ended, columns, three, requested]


def filled_pages(phone: Phone, tuesday: Club, known: dict[str, str]) -> list[str]:
    """The address of everything that is a page for the league's organizer who owns the table."""
    olga = browser_of(tuesday.access)
    olga.cookies["device"] = phone.secret
    found = []
    for name, path in ROUTES:
        if name not in ("account_logout", "live"):
            address = filled(path, known)
            answer = olga.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                found.append(address)
    assert len(found) > 40
    return found


def cookies(phone: Phone, tuesday: Club, base: str) -> list[dict[str, str]]:
    """The cookies of the organizer who owns the table."""
    session = browser_of(tuesday.access).cookies["session"].value
    return [
        {"name": name, "value": value, "url": base} for name, value in (("device", phone.secret), ("session", session))
    ]
