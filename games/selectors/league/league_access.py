"""Look up what an account and a device may do in a league, a season or a match."""

from dataclasses import dataclass

from games.models import (
    Account,
    Device,
    Duty,
    League,
    LeagueLink,
    LeaguePass,
    LinkTarget,
    Match,
    MatchSeat,
    Member,
    Office,
    Place,
    Season,
)
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.season.lineups import regulars_by_side


@dataclass(frozen=True, slots=True)
class SeasonAccess:
    """A league access together with one of the league's seasons."""

    access: LeagueAccess
    season: Season

    def demand(self, action: str) -> None:
        """Raise RefusedError ("not_your_duty") unless one of the duties allows ``action``."""
        self.access.demand(action)


@dataclass(frozen=True, slots=True)
class MatchAccess(SeasonAccess):
    """A season access together with a match and the people seated at it."""

    match: Match
    seats: tuple[MatchSeat, ...]

    @property
    def side(self) -> int | None:
        """The position of the reader's side; None if they don't play in this match."""
        return self.access.side_in(self.seats)

    @property
    def may_score(self) -> bool:
        """Whether the reader may open the table and keep its score."""
        return self.access.may_score(self.match, self.seats)

    @property
    def may_sit_down(self) -> bool:
        """Whether no line-up was set yet, and the reader is a regular player of one of the sides."""
        if self.seats or self.access.member is None:
            return False
        regular_players = regulars_by_side(self.match.sides.select_related("entrant__member"))
        return any(self.access.member.pk == member.pk for players in regular_players.values() for member in players)


def league_access(public_id: str, account: Account | None, device: Device | None) -> LeagueAccess:
    """Return what an account and a device may do in a league.

    Raises RefusedError ("not_found") if they may not even see it, the same as for a league that doesn't exist.
    """
    league = League.objects.filter(public_id=public_id).first()
    if league is None:
        raise RefusedError("not_found")
    return access_to_league(league, account, device)


def season_access(public_id: str, account: Account | None, device: Device | None) -> SeasonAccess:
    """Return what an account and a device may do in a season. Raises RefusedError like ``league_access``."""
    season = Season.objects.select_related("league").filter(public_id=public_id).first()
    if season is None:
        raise RefusedError("not_found")
    return SeasonAccess(access_to_league(season.league, account, device), season)


def match_access(public_id: str, number: int, account: Account | None, device: Device | None) -> MatchAccess:
    """Return what they may do at the match ``number`` of a season. Raises RefusedError like ``league_access``."""
    access = season_access(public_id, account, device)
    match = access.season.matches.select_related("place", "table").filter(number=number).first()
    if match is None:
        raise RefusedError("not_found")
    match.season = access.season
    return MatchAccess(access.access, access.season, match, seats_of(match))


def seats_of(match: Match) -> tuple[MatchSeat, ...]:
    """Return the seats of a match in order, with their members, sides and entrants loaded."""
    return tuple(match.seats.select_related("side__entrant__member", "member"))


def access_to_league(league: League, account: Account | None, device: Device | None) -> LeagueAccess:
    """Return what an account and a device may do in ``league``.

    Raises RefusedError ("not_found") if they may not see it.
    """
    duties = (
        frozenset(
            Duty(duty) for duty in Office.objects.filter(league=league, account=account).values_list("duty", flat=True)
        )
        if account
        else frozenset()
    )
    member = Member.objects.filter(league=league, account=account).first() if account else None
    place: Place | None = None
    visible = league.public or bool(duties) or member is not None
    passes = (
        LeaguePass.objects.filter(device=device, link__league=league, link__revoked_at=None)
        .select_related("link__member", "link__place")
        .order_by("pk")
        if device
        else LeaguePass.objects.none()
    )
    for league_pass in passes:
        visible = True
        member = member or league_pass.link.member
        place = league_pass.link.place or place
    if not visible:
        raise RefusedError("not_found")
    return LeagueAccess(league, duties, follow_merges(member), place, account, device)


def follow_merges(member: Member | None) -> Member | None:
    """Return the member into which this one was merged, or itself if it wasn't; None if erased."""
    while member is not None and member.merged_into_id is not None:
        member = member.merged_into
    return None if member is None or member.erased_at else member


def league_link_by_secret(secret: str) -> LeagueLink | None:
    """Return the league's link with this secret, revoked or not."""
    if not secret or len(secret) > 100:
        return None
    links = LeagueLink.objects.select_related("league", "member", "place")
    return links.filter(secret_hash=hash_secret(secret)).first()


def member_of_account(league: League, account: int) -> int | None:
    """Return the member (primary key) of this account (primary key), following merges."""
    member = follow_merges(Member.objects.filter(league=league, account=account).first())
    return member.pk if member else None


def members_by_device(league: League) -> dict[int, int]:
    """Return members by the devices that claimed them (primary keys), following merges."""
    passes = LeaguePass.objects.filter(link__league=league, link__opens=LinkTarget.MEMBER, link__revoked_at=None)
    rows = passes.select_related("link__member").order_by("pk")
    members = {}
    for row in rows:
        if member := follow_merges(row.link.member):
            members[row.device_id] = member.pk
    return members
