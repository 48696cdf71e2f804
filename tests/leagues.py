"""Helpers that set up a club night: accounts, leagues, seasons, matches and phones."""

import secrets
from dataclasses import dataclass
from functools import cached_property

from games.models import (
    Account,
    Device,
    Duty,
    Entrant,
    League,
    LinkTarget,
    Match,
    MatchSide,
    Member,
    Office,
    Pairing,
    Role,
    Season,
)
from games.permissions import Access, LeagueAccess
from games.rules.declaration import RoundDeclaration
from games.rules.league.season import SeasonRules, season_rules
from games.selectors.access import access_by_device
from games.selectors.league.league_access import access_to_league
from games.selectors.secrets import derived_secret
from games.selectors.sharing.json_stream import archive_pieces
from games.selectors.sharing.league_archive import league_archive
from games.services.devices import make_device
from games.services.league.leagues import accept_league_link, create_league, ensure_link
from games.services.league.members import add_members
from games.services.season.match_start import open_match
from games.services.season.matches import add_match
from games.services.season.seasons import enter_members, start_season
from tests.makers import Phone, enter

ZONE = "Europe/Berlin"
PASSWORD = "correct horse battery"


def account(name: str = "Olga", email: str = "") -> Account:
    """Create an account."""
    email = email or f"{name.lower()}-{secrets.token_hex(4)}@example.org"
    return Account.objects.create_user(email, "nine green tables", name=name)


@dataclass
class Club:
    """A league with a season, and the people in it by name."""

    organizer: Account
    league: League
    season: Season
    members: dict[str, Member]
    entrants: dict[str, Entrant]

    @cached_property
    def access(self) -> LeagueAccess:
        """The organizer's access to the league. It is looked up once: a later change of duties isn't seen."""
        return access_to_league(self.league, self.organizer, None)

    def official(self, duty: Duty, name: str = "Rita") -> LeagueAccess:
        """Return another person with an office in the league."""
        made = account(name)
        Office.objects.create(league=self.league, account=made, duty=duty)
        return access_to_league(self.league, made, make_device(label=f"{name}'s phone").device)

    def phone(self, name: str) -> LeagueAccess:
        """Return a member's own phone, which has claimed the name."""
        device = make_device(label="Android phone").device
        link = ensure_link(self.league, LinkTarget.MEMBER, member=self.members[name])
        accept_league_link(secret=derived_secret(link.nonce), account=None, device=device)
        return access_to_league(self.league, None, Device.objects.get(pk=device.pk))

    def match(self, *names: str, **more: object) -> Match:
        """A new match between entrants."""
        entrants = [self.entrants[name] for name in names]
        return add_match(access=self.access, season=self.season, entrants=entrants, **more)  # type: ignore[arg-type]

    def table(self, match: Match, access: LeagueAccess) -> Access:
        """Start the table of a match with ``access``."""
        opened = open_match(access=access, season=self.season, number=match.number)
        assert opened.table
        if access.device:
            return access_by_device(opened.table.public_id, access.device)
        link = opened.table.links.get(role=Role.OWNER)
        return Access(opened.table, Role.OWNER, link, None)

    def play(self, match: Match, access: LeagueAccess, *rounds: RoundDeclaration) -> None:
        """Enter rounds at a match's table."""
        table = self.table(match, access)
        for played_round in rounds:
            enter(Phone(table, "", {}), played_round)


def club(*names: str, rules: SeasonRules | None = None, preset: str = "standard", **more: object) -> Club:
    """A league of Olga's, public, with a season of free play for these members (Ann to Dan where none are named)."""
    organizer = account()
    league = create_league(account=organizer, name="Tuesday Gin", place="The Swan", zone=ZONE, public=True, key=_key())
    access = access_to_league(league, organizer, None)
    people = names or ("Ann", "Ben", "Cleo", "Dan")
    members = {member.name: member for member in add_members(access=access, names=people)}
    house = more.pop("house_rules", {})
    season = start_season(
        access=access,
        name="Autumn",
        preset=preset,
        house_rules=house,  # type: ignore[arg-type]
        rules=rules or season_rules({}),
        pairing=Pairing(str(more.pop("pairing", "free"))),
        key=_key(),
        **more,  # type: ignore[arg-type]
    )
    entrants: dict[str, Entrant] = {}
    if not season.teams:
        entered = enter_members(access=access, season=season, members=list(members.values()))
        entrants = {entrant.member.name: entrant for entrant in entered if entrant.member}
    return Club(organizer, league, Season.objects.get(pk=season.pk), members, entrants)


def result(match: Match) -> list[tuple[str, int, int]]:
    """The outcome, points and boxes of a match's sides, in order."""
    sides = MatchSide.objects.filter(match=match).order_by("position")
    return [(side.outcome, side.points, side.boxes) for side in sides]


def state(match: Match) -> tuple[str, bool]:
    """Return a match's state, and whether its result is final."""
    now = Match.objects.get(pk=match.pk)
    return now.state, now.final


def _key() -> str:
    return secrets.token_hex(16)


def archive_text(league: League) -> str:
    """The archive of a league, as it is saved."""
    return "".join(archive_pieces(league_archive(league)))
