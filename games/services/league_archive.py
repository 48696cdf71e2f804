"""A league out of its archive: a new one, of the account that brings it; what its ledgers say is proved."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import (
    Account,
    Duty,
    Entrant,
    Fixture,
    FixtureSeat,
    FixtureSide,
    League,
    Member,
    Office,
    Penalty,
    Place,
    Player,
    Role,
    RoundCheck,
    Season,
    Seat,
    Table,
    Teammate,
)
from games.models.entry import KEY_LENGTH
from games.models.fixture import sides_for
from games.rules.names import clean_name, folded
from games.rules.ruleset import changed, preset_named
from games.rules.season import season_rules
from games.rules.sheet import TableSheet
from games.selectors.league_access import access_in
from games.selectors.league_archive import FORMAT, KEY, SEASON_FIELDS, SIDE_FIELDS, VERSION, league_archive
from games.services.archives import (
    BadArchive,
    faults_told,
    identity,
    moment_or_none,
    parsed,
    proved,
    still_says,
    write_ledger,
)
from games.services.leagues import check_zone, note
from games.services.links import make_link
from games.services.ratings import rate_from
from games.services.results import write_result
from games.services.settling import settle_games

MOST: Final = {"members": 2000, "places": 200, "seasons": 200}
"""So many of each in an archive, those who were merged or erased included."""
_KEEPS: Final = ("outcome", "points", "boxes", "gins", "shutouts", "games")


_TOO_MANY: Final = {
    "members": gettext_noop("there are more than %(most)d members in it"),
    "places": gettext_noop("there are more than %(most)d places in it"),
    "seasons": gettext_noop("there are more than %(most)d seasons in it"),
}
"""What is said where an archive has more of them than a league can have."""


@dataclass(frozen=True, slots=True)
class BroughtLeague:
    """A league of an archive; ``new`` where it was not here before."""

    league: League
    new: bool


@transaction.atomic(durable=True)
def import_league(*, account: Account, text: str) -> League:
    """The league of an archive (JSON). The same archive brought again by the same account is the same league.

    Every result that was played at a table here is derived again from its ledger; where the file says something else,
    nothing is imported. Raises BadArchive, Refused ("invalid_value" for a time zone there is none of).
    """
    # Before 0019 the same archive was known by how it was written.
    written = f"{KEY}{account.pk}:{hashlib.sha256(text.encode()).hexdigest()}"
    if known := League.objects.filter(key=written).first():
        return known
    with faults_told():
        return league_out_of(account, parsed(text)).league


def league_out_of(account: Account, data: Mapping[str, Any]) -> BroughtLeague:
    """The league that ``data`` is the archive of, for ``account``. To be called in a transaction.

    Raises BadArchive, Refused as ``import_league`` does, and whatever ``faults_told`` makes a BadArchive of.
    """
    if (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise BadArchive(_("it is not the archive of a league, or of a newer version"))
    key = f"{KEY}{account.pk}:{identity(data)}"
    if known := League.objects.filter(key=key).first():
        return BroughtLeague(known, new=False)
    own = League.objects.filter(
        public_id=str(data["id"]), offices__account=account, offices__duty=Duty.ORGANISER
    ).first()
    if own is not None and still_says(league_archive(own), data):
        return BroughtLeague(own, new=False)
    return BroughtLeague(_Reader(account, data, key).read(), new=True)


@dataclass(slots=True)
class _Reader:
    account: Account
    data: Mapping[str, Any]
    key: str
    members: dict[int, Member] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def read(self) -> League:
        """Everything, in the order in which the parts need one another."""
        data = self.data
        for what, text in _TOO_MANY.items():
            if len(data[what]) > MOST[what]:
                raise BadArchive(_(text) % {"most": MOST[what]})
        check_zone(str(data["zone"]))
        league = League.objects.create(
            name=clean_name(data["name"]),
            place=clean_name(data["place"]) if data["place"] else "",
            zone=data["zone"],
            key=self.key,
        )
        Office.objects.create(league=league, account=self.account, duty=Duty.ORGANISER)
        for told in data["members"]:
            name = clean_name(told["name"])
            self.members[told["number"]] = Member.objects.create(
                league=league,
                name=name,
                folded=folded(name),
                player=Player.objects.create(name=name, folded=folded(name)),
                erased_at=moment_or_none(told["erased_at"]),
            )
        for told in data["members"]:
            if told["merged_into"] is not None:
                into = self.members[told["merged_into"]]
                Member.objects.filter(pk=self.members[told["number"]].pk).update(merged_into=into)
        for name in data["places"]:
            self.places[name] = Place.objects.create(league=league, name=clean_name(name))
        for told in data["seasons"]:
            self._season(league, told)
        rate_from(league)
        note(access_in(league, self.account, None), "imported_league", facts={"from": str(data["id"])[:40]})
        return league

    def _season(self, league: League, told: Mapping[str, Any]) -> None:
        season_rules(told["rules"])
        changed(preset_named(told["preset"]).rules, told["house_rules"])
        season = Season(
            league=league, key=str(told["lot"])[:KEY_LENGTH], **{name: told[name] for name in SEASON_FIELDS}
        )
        season.closed_at = moment_or_none(told["closed_at"])
        season.name = clean_name(season.name)
        season.clean_fields(exclude=["house_rules", "rules", "league", "hidden_until", "closed_at"])
        season.save()
        entrants = {one["number"]: self._entrant(season, one) for one in told["entrants"]}
        for one in told["penalties"]:
            Penalty.objects.create(
                season=season,
                entrant=entrants[one["entrant"]],
                points=int(one["points"]),
                reason=str(one["reason"])[:200],
                by=clean_name(one["by"]),
                lifted_at=moment_or_none(one["lifted_at"]),
            )
        for one in told["matches"]:
            self._match(season, one, entrants)

    def _entrant(self, season: Season, told: Mapping[str, Any]) -> Entrant:
        entrant = Entrant.objects.create(
            season=season,
            name=clean_name(told["name"]) if told["name"] else "",
            member=None if told["member"] is None else self.members[told["member"]],
            seed=told["seed"],
            joined_on=_day(told["joined_on"]),
            withdrawn_on=_day(told["withdrawn_on"]),
        )
        for mate in told["teammates"]:
            Teammate.objects.create(
                season=season,
                entrant=entrant,
                member=self.members[mate["member"]],
                joined_on=_day(mate["joined_on"]),
                left_on=_day(mate["left_on"]),
            )
        return entrant

    def _match(self, season: Season, told: Mapping[str, Any], entrants: Mapping[int, Entrant]) -> None:
        fixture = Fixture(
            season=season,
            number=told["number"],
            round=told["round"],
            night=_day(told["night"]),
            at=time.fromisoformat(told["at"]) if told["at"] else None,
            place=self.places[told["place"]] if told["place"] else None,
            state=told["state"],
            final=bool(told["final"]),
            stopped=bool(told["stopped"]),
            imported=str(told["imported"]),
        )
        fixture.clean_fields(exclude=["season", "round", "night", "at", "place", "table"])
        fixture.save()
        sides = sides_for(fixture, [entrants[one["entrant"]] for one in told["sides"]])
        for side, one in zip(sides, told["sides"], strict=True):
            for name in SIDE_FIELDS:
                setattr(side, name, one[name])
            side.clean_fields(exclude=["fixture", "entrant", "opponent"])
        FixtureSide.objects.bulk_create(sides)
        seats = [
            FixtureSeat(
                fixture=fixture,
                side=sides[one["side"]],
                member=self.members[one["member"]],
                seat=one["seat"],
                substitute=bool(one["substitute"]),
            )
            for one in told["seats"]
        ]
        FixtureSeat.objects.bulk_create(seats)
        RoundCheck.objects.bulk_create(
            RoundCheck(
                fixture=fixture,
                game=one["game"],
                round=one["round"],
                revision=one["revision"],
                verdict=one["verdict"],
                side=one["side"],
                reason=str(one["reason"])[:200],
                by=clean_name(one["by"]),
            )
            for one in told["checks"]
        )
        if told["entries"] is not None:
            self._prove(fixture, told, self._table(fixture, told["entries"], seats))

    def _table(self, fixture: Fixture, entries: list[Mapping[str, Any]], seats: list[FixtureSeat]) -> TableSheet:
        """The table of a match, with its ledger as it was, and what that comes to."""
        strict = season_rules(fixture.season.rules).strict
        table = Table.objects.create(name=fixture.season.name, strict=strict)
        for seat in seats:
            Seat.objects.create(table=table, number=seat.seat, player=seat.member.player)
        for role in Role:
            make_link(table=table, role=role, label=role.label)
        what = _("match %(number)d") % {"number": fixture.number}
        sheet = proved(write_ledger(table, entries, what), len(seats), what)
        fixture.table = table
        fixture.save(update_fields=["table"])
        return sheet

    def _prove(self, fixture: Fixture, told: Mapping[str, Any], sheet: TableSheet) -> None:
        """Derive the result of a match again. Raises BadArchive where the file tells another one."""
        assert fixture.table  # noqa: S101 - made just before
        settle_games(fixture.table, sheet)
        if fixture.state in ("cancelled", "forfeited"):
            return
        night = fixture.night
        write_result(fixture, sheet, rate=False)
        Fixture.objects.filter(pk=fixture.pk).update(night=night)
        found = [{name: getattr(side, name) for name in _KEEPS} for side in fixture.sides.order_by("position")]
        if fixture.state != told["state"] or found != [{name: one[name] for name in _KEEPS} for one in told["sides"]]:
            text = _("match %(number)d came out otherwise than its rounds say")
            raise BadArchive(text % {"number": fixture.number})


def _day(text: str | None) -> Any:
    return date.fromisoformat(text) if text else None
