"""Whatever is typed into the forms of a league, none breaks."""

from games.models import LinkTarget
from games.selectors.season.league_dates import date_in_league
from games.services.league.leagues import ensure_link
from games.services.league.places import add_place
from games.services.season.entrants import join_team, make_team
from tests.leagues import club
from tests.views.league_people import as_account
from tests.views.test_nasty import NASTY

FIELDS = (
    *("name", "place", "zone", "other-zone", "public", "key", "names"),
    *("duty", "to", "into", "member", "on", "reason"),
)


def test_no_text_breaks_a_form(db: None) -> None:
    night = club("Ann", "Ben", "Cleo", teams=True)
    ann, of_season = night.members["Ann"].pk, {"access": night.access, "season": night.season}
    place = add_place(access=night.access, name="Table 1").pk
    team = make_team(name="Aces", **of_season).pk
    mate = join_team(entrant_id=team, member_id=ann, day=date_in_league(night.league), **of_season).pk
    ensure_link(night.league, LinkTarget.MEMBER, member=night.members["Ben"])
    home, season = f"/l/{night.league.public_id}/", f"/s/{night.season.public_id}/entrants/"
    addresses = [
        *("/leagues/new/", f"{home}settings/", f"{home}members/", f"{home}offices/", f"{home}offices/hand-over/"),
        *(f"{home}places/", f"{home}places/{place}/rename/", f"{home}members/{ann}/rename/"),
        *(f"{home}members/{ann}/merge/", season, f"{season}{team}/rename/", f"{season}{team}/join/"),
        *(f"{season}mates/{mate}/leave/", f"{season}{team}/withdraw/"),
    ]
    client = as_account(night.organizer)
    for typed in NASTY:
        fields = dict.fromkeys(FIELDS, typed)
        for address in addresses:
            answer = client.post(address, fields)
            assert answer.status_code < 500, (typed, address)
