"""Fixtures of the security tests."""

from collections.abc import Callable, Iterator

import pytest

from tests.security.attacked_site import Stand
from tests.security.visitors import PhoneAt
from tests.servers import DATABASES, Site, Sites


@pytest.fixture
def phone_at() -> Iterator[Callable[[Site], PhoneAt]]:
    """Makes phones, and closes their connections in the end."""
    made: list[PhoneAt] = []

    def make(site: Site) -> PhoneAt:
        made.append(PhoneAt(site))
        return made[-1]

    yield make
    for phone in made:
        phone.http.close()


@pytest.fixture(scope="session", params=DATABASES)
def stand(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Stand]:
    """Two tables and two leagues on a running server; once on SQLite, once on PostgreSQL, for all cases.

    After the last of them the audit finds nothing, and nothing broke that the server would have told in its log.
    """
    with sites.make(request.param) as site:
        made = Stand(site)
        yield made
        assert "Nothing differs." in site.manage("audit")
        log = site.log.read_text()
        assert "Traceback" not in log, log


@pytest.fixture
def attacked(stand: Stand) -> Iterator[Stand]:
    """The stand, of which a case says in ``growth`` which rows it meant to write; everything else is looked at after.

    The server is alive, every list answers 200, and not a row was written but those.
    """
    stand.before, stand.growth = stand.rows.counted(), {}
    yield stand
    assert stand.since() == stand.growth
    stand.look()
