"""Fixtures of the security tests."""

from collections.abc import Callable, Iterator

import pytest

from tests.security.attacked_site import Stand
from tests.security.visitors import PhoneAt
from tests.servers import Site, Sites


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


ON_POSTGRESQL = pytest.mark.parametrize(
    "stand", [pytest.param("sqlite", marks=pytest.mark.slow), "postgresql"], indirect=True
)
"""For what the stricter of the two databases might refuse: SQLite only by hand."""


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def stand(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Stand]:
    """Two tables and two leagues on a running server; once for all cases; PostgreSQL only by hand.

    After the last of them the audit finds nothing, and the server has logged no error.
    """
    with sites.make(request.param) as site:
        made = Stand(site)
        yield made
        assert "Nothing differs." in site.manage("audit")
        log = site.log.read_text()
        assert "Traceback" not in log, log


@pytest.fixture
def attacked(stand: Stand) -> Iterator[Stand]:
    """The attacked site; a case lists in ``growth`` the rows it means to write. Everything else is checked afterwards.

    The server is alive, every list answers 200, and not a row was written but those.
    """
    stand.before, stand.growth = stand.rows.counted(), {}
    yield stand
    assert stand.since() == stand.growth
    stand.look()
