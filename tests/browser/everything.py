"""Every page there is, for somebody who may open it: the organiser of a league who owns a table."""

from tests.leagues import Club
from tests.makers import Phone
from tests.match_night import browser as browser_of
from tests.security.routes import ROUTES, filled


def filled_pages(phone: Phone, tuesday: Club, known: dict[str, str]) -> list[str]:
    """The address of everything that is a page for the league's organiser who owns the table."""
    olga = browser_of(tuesday.access)
    olga.cookies["device"] = phone.secret
    found = []
    for name, path in ROUTES:
        if name not in ("log_out", "live"):
            address = filled(path, known)
            answer = olga.get(address)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                found.append(address)
    assert len(found) > 40
    return found


def cookies(phone: Phone, tuesday: Club, base: str) -> list[dict[str, str]]:
    """The cookies of the organiser who owns the table."""
    session = browser_of(tuesday.access).cookies["session"].value
    return [
        {"name": name, "value": value, "url": base} for name, value in (("device", phone.secret), ("session", session))
    ]
