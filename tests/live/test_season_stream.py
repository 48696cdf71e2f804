"""Live streams of a season: a saved round notifies them, and losing access closes them."""

from collections.abc import Callable

import pytest

from games.live import LiveStream
from games.models import LinkTarget, Season
from games.selectors.league.league_access import SeasonAccess, access_to_league
from games.selectors.secrets import derived_secret
from games.selectors.table.streams import admit_stream, season_stream_path
from games.services.devices import make_device
from games.services.league.leagues import accept_league_link, change_league, ensure_link, revoke_league_link
from tests.leagues import Club, club
from tests.live.kit import Served, Watching, get
from tests.makers import knock

Serve = Callable[..., Served]
Watch = Callable[..., Watching]


@pytest.fixture
def tuesday(transactional_db: None) -> Club:
    return club()


def address(club: Club, access: object = None) -> str:
    season = Season.objects.select_related("league").get(pk=club.season.pk)
    return season_stream_path(SeasonAccess(access or club.access, season))  # type: ignore[arg-type]


def test_a_round_at_any_table_notifies_everybody_who_watches_the_season(
    tuesday: Club, serve: Serve, watch: Watch
) -> None:
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.table(match, ann)
    server, where = serve(LiveStream(admit_stream)), address(tuesday)
    streams = [watch(server.url + where) for _ in range(3)]
    before = Season.objects.get(pk=tuesday.season.pk).revision
    assert [stream.revision() for stream in streams] == [before] * 3
    tuesday.play(match, ann, knock(0, 5, 20))
    assert [stream.revision() for stream in streams] == [before + 1] * 3


def test_a_link_into_a_private_league_that_is_switched_off_ends_its_streams(
    tuesday: Club, serve: Serve, watch: Watch
) -> None:
    device = make_device(label="Android phone").device
    opened = ensure_link(tuesday.league, LinkTarget.LEAGUE)
    accept_league_link(secret=derived_secret(opened.nonce), account=None, device=device)
    change_league(access=tuesday.access, name="Tuesday Gin", place="", zone="Europe/Berlin", public=False)
    server = serve(LiveStream(admit_stream))
    visitor = server.url + address(tuesday, access_to_league(tuesday.league, None, device))
    stream, own = watch(visitor), watch(server.url + address(tuesday))
    assert stream.revision() == own.revision()
    revoke_league_link(access=tuesday.access, link_id=opened.pk)
    assert stream.ends()
    assert get(visitor).status_code == 204
    # Everybody is asked again, and who may still see the league goes on.
    assert own.ends()
    assert watch(server.url + address(tuesday)).answer.status_code == 200


def test_a_league_that_is_not_public_any_more_sends_everybody_else_away(
    tuesday: Club, serve: Serve, watch: Watch
) -> None:
    server, where = serve(LiveStream(admit_stream)), address(tuesday)
    stream = watch(server.url + where)
    stream.revision()
    change_league(access=tuesday.access, name="Tuesday Gin", place="", zone="Europe/Berlin", public=False)
    assert stream.ends()
    assert get(server.url + where).status_code == 204
