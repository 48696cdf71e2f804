"""The access matrix of live streams, which aren't part of Django's URL resolver."""

import re
from collections.abc import Callable

from games.live import Admission, StreamRefusal
from games.models import AccessLink, Account, LeaguePass, Pass
from games.selectors.table.streams import admit_stream
from tests.security.declared_rights import BROWSERS, LEAGUES, ROLES, TABLES, role
from tests.security.world import NOWHERE, make_world

PAGES = {**dict.fromkeys(TABLES, ("t", "watch")), **dict.fromkeys(LEAGUES, ("s", "see"))}


def test_every_browser_at_every_stream(transactional_db: None, counted: Callable[[str], None]) -> None:
    """Each gets the address of a stream from a page that it may see, and from no other; it opens that stream alone.

    Taken from everybody at once, in whatever way, it opens nothing more.
    """
    world, given, refused = make_world(), dict[tuple[str, str], str](), 0
    seasons = {name: made.season.public_id for name, made in world.clubs.items()}
    ids = world.tables | seasons
    for actor in BROWSERS:
        for at, (kind, right) in PAGES.items():
            answer = world.send(actor, "GET", f"/{kind}/{ids.get(at, NOWHERE)}/")
            found = re.search(rb'data-live-url="/live/([^"]+)/"', answer.content)
            may = right in ROLES[role(actor, at) or "switched off"]
            assert (found is not None) == may, (actor, at, answer.status_code)
            if found is None:
                refused += 1
                continue
            given[actor, at] = token = found[1].decode()
            admitted = admit_stream(token)
            assert isinstance(admitted, Admission), (actor, at)
            assert admitted.topic == (ids[at] if kind == "t" else f"season:{ids[at]}")
            head, _, tail = token.partition(":")
            assert admit_stream(f"{head[:-2]}AA:{tail}") is StreamRefusal.UNKNOWN
    assert len(given) == 17  # ten at tables, seven in leagues
    AccessLink.objects.filter(revoked_at=None).update(revoked_at="2026-01-01T00:00:00Z")
    Pass.objects.all().delete()
    LeaguePass.objects.all().delete()
    Account.objects.update(is_active=False)
    opened = [who for who, token in given.items() if admit_stream(token) is not StreamRefusal.GONE]
    assert not opened
    text = f"{len(given)} streams opened by who may, {refused} addresses not given"
    counted(f"{text}, {len(opened)} of them open once the right was taken")
