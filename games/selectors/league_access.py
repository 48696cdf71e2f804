"""Who is asking in a league: from an account and a device to a LeagueAccess."""

from dataclasses import dataclass

from games.models import (
    Account,
    Device,
    Duty,
    Fixture,
    FixtureSeat,
    League,
    LeagueLink,
    LeaguePass,
    Member,
    Office,
    Opens,
    Place,
    Season,
)
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.access import hashed
from games.selectors.lineups import regulars


@dataclass(frozen=True, slots=True)
class SeasonAccess:
    """Somebody looking at a season."""

    access: LeagueAccess
    season: Season


@dataclass(frozen=True, slots=True)
class FixtureAccess:
    """Somebody at a fixture: who sits there, and whether he may score it or speaks for one of the sides."""

    access: LeagueAccess
    season: Season
    fixture: Fixture
    seats: tuple[FixtureSeat, ...]

    @property
    def side(self) -> int | None:
        """The position of his side, None for who does not play there."""
        return self.access.side_in(self.seats)

    @property
    def may_score(self) -> bool:
        """Whether he may open the table and score it."""
        return self.access.may_score(self.fixture, self.seats)

    @property
    def may_sit_down(self) -> bool:
        """Whether nobody said yet who plays, and he is one of those who usually do for one of the sides."""
        if self.seats or self.access.member is None:
            return False
        usual = regulars(self.fixture.sides.select_related("entrant__member"))
        return any(self.access.member.pk == member.pk for some in usual.values() for member in some)


def league_access(public_id: str, account: Account | None, device: Device | None) -> LeagueAccess:
    """What an account and a device may do in a league.

    Raises Refused ("not_found") where they may not even see it, the same as for a league that does not exist.
    """
    league = League.objects.filter(public_id=public_id).first()
    if league is None:
        raise Refused("not_found")
    return access_in(league, account, device)


def season_access(public_id: str, account: Account | None, device: Device | None) -> SeasonAccess:
    """The same for a season of a league."""
    season = Season.objects.select_related("league").filter(public_id=public_id).first()
    if season is None:
        raise Refused("not_found")
    return SeasonAccess(access_in(season.league, account, device), season)


def fixture_access(public_id: str, number: int, account: Account | None, device: Device | None) -> FixtureAccess:
    """The same for a fixture, by its season's id and its number there."""
    at = season_access(public_id, account, device)
    fixture = at.season.fixtures.select_related("place", "table").filter(number=number).first()
    if fixture is None:
        raise Refused("not_found")
    fixture.season = at.season
    return FixtureAccess(at.access, at.season, fixture, seats_of(fixture))


def seats_of(fixture: Fixture) -> tuple[FixtureSeat, ...]:
    """Who sits at a fixture, in seat order, with their members, sides and the entrants of those."""
    return tuple(fixture.seats.select_related("side__entrant__member", "member"))


def access_in(league: League, account: Account | None, device: Device | None) -> LeagueAccess:
    """What an account and a device may do in ``league``. Raises Refused ("not_found") where they may not see it."""
    duties = (
        frozenset(
            Duty(duty) for duty in Office.objects.filter(league=league, account=account).values_list("duty", flat=True)
        )
        if account
        else frozenset()
    )
    member = Member.objects.filter(league=league, account=account).first() if account else None
    place: Place | None = None
    seen = league.public or bool(duties) or member is not None
    passes = (
        LeaguePass.objects.filter(device=device, link__league=league, link__revoked_at=None)
        .select_related("link__member", "link__place")
        .order_by("pk")
        if device
        else LeaguePass.objects.none()
    )
    for taken in passes:
        seen = True
        member = member or taken.link.member
        place = taken.link.place or place
    if not seen:
        raise Refused("not_found")
    return LeagueAccess(league, duties, whole(member), place, account, device)


def whole(member: Member | None) -> Member | None:
    """The member that this one was merged into, if he was, or himself; None for one that was erased."""
    while member is not None and member.merged_into_id is not None:
        member = member.merged_into
    return None if member is None or member.erased_at else member


def league_link_of(secret: str) -> LeagueLink | None:
    """The link of a league with this secret, switched off or not."""
    if not secret or len(secret) > 100:
        return None
    links = LeagueLink.objects.select_related("league", "member", "place")
    return links.filter(secret_hash=hashed(secret)).first()


def member_of(league: League, account: int) -> int | None:
    """The member (primary key) whose account this is (primary key), a merged one as who he was merged into."""
    member = whole(Member.objects.filter(league=league, account=account).first())
    return member.pk if member else None


def members_by_device(league: League) -> dict[int, int]:
    """The members by the devices that hold their claims (primary keys), merged ones as who they were merged into."""
    held = LeaguePass.objects.filter(link__league=league, link__opens=Opens.MEMBER, link__revoked_at=None)
    rows = held.select_related("link__member").order_by("pk")
    found = {}
    for row in rows:
        if member := whole(row.link.member):
            found[row.device_id] = member.pk
    return found
