"""Import a league from its archive as a new league of the importing account, recomputing every ledger in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import (
    Account,
    Duty,
    Entrant,
    League,
    Match,
    MatchSeat,
    MatchSide,
    MatchState,
    Member,
    Office,
    Penalty,
    Place,
    Player,
    Role,
    RoundCheck,
    Season,
    Table,
    Teammate,
)
from games.models.entry import KEY_LENGTH
from games.models.match import sides_for
from games.rules.league.season import season_rules
from games.rules.league.typed_result import stored_sides, typed_sides
from games.rules.match import RESULT_FIELDS
from games.rules.names import clean_name, folded_name
from games.rules.presets import preset_named
from games.rules.ruleset import with_house_rules
from games.selectors.league.league_access import access_to_league
from games.selectors.season.bracket import CLOSED_BY_BRACKET
from games.selectors.season.match_result import compute_result
from games.selectors.season.round_checks import MatchSheet
from games.selectors.sharing.league_archive import (
    ARCHIVE_KEY_PREFIX,
    FORMAT,
    SEASON_FIELDS,
    VERSION,
    league_archive,
)
from games.services.league.leagues import check_zone, record_event
from games.services.league.ratings import recompute_ratings
from games.services.sharing.archives import (
    ArchiveError,
    archive_errors,
    archived_entries,
    audited_sheet,
    content_hash,
    has_same_content,
    parse_archive,
    parse_moment_or_none,
)
from games.services.sharing.links import new_link
from games.services.sharing.new_tables import NewTable, store_tables
from games.services.sharing.seals import seal_season

_KEPT: Final = (MatchState.CANCELED, MatchState.FORFEITED)
"""The states of a match whose result is not that of its rounds."""
_TOGETHER: Final = 100
"""How many matches are stored at a time."""
LIMITS: Final = {"members": 2000, "places": 200, "seasons": 200}
"""The most of each in an archive, merged and erased members included."""


_TOO_MANY: Final = {
    "members": gettext_noop("it has more than %(most)d members"),
    "places": gettext_noop("it has more than %(most)d tables"),
    "seasons": gettext_noop("it has more than %(most)d seasons"),
}
"""The error message for an archive with more of them."""


@dataclass(frozen=True, slots=True)
class ImportedLeague:
    """An imported league; ``new`` is False where it was here already."""

    league: League
    new: bool


def import_league(*, account: Account, text: str) -> League:
    """Import the league of an archive (JSON). The same archive imported again by an account is the same league.

    Every result that was played at a table is derived again from its ledger; where the file has another result, nothing
    is imported. Raises ArchiveError, RefusedError ("invalid_value" for an unknown time zone).
    """
    with archive_errors():
        data = parse_archive(text)
        with transaction.atomic(durable=True):
            return import_league_data(account, data).league


def import_league_data(account: Account, data: Mapping[str, Any]) -> ImportedLeague:
    """Import the league of a parsed archive for ``account``. Call it in a transaction.

    Raises ArchiveError, RefusedError as ``import_league`` does, and every error that ``archive_errors`` turns into
    ArchiveError.
    """
    if (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise ArchiveError(_("it isn't a league archive, or it comes from a newer version"))
    key = f"{ARCHIVE_KEY_PREFIX}{account.pk}:{content_hash(data)}"
    if known := League.objects.filter(key=key).first():
        return ImportedLeague(known, new=False)
    own = League.objects.filter(
        public_id=str(data["id"]), offices__account=account, offices__duty=Duty.ORGANIZER
    ).first()
    if own is not None and has_same_content(league_archive(own), data):
        return ImportedLeague(own, new=False)
    return ImportedLeague(_LeagueImporter(account, data, key).read(), new=True)


@dataclass(slots=True)
class _LeagueImporter:
    """Creates the rows of one league from its archive; maps the archive's numbers and names to the new rows."""

    account: Account
    data: Mapping[str, Any]
    key: str
    members: dict[int, Member] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def read(self) -> League:
        """Create everything, in the order in which the parts depend on each other."""
        data = self.data
        for kind, text in _TOO_MANY.items():
            if len(data[kind]) > LIMITS[kind]:
                raise ArchiveError(_(text) % {"most": LIMITS[kind]})
        check_zone(str(data["zone"]))
        league = League.objects.create(
            name=clean_name(data["name"]),
            place=clean_name(data["place"]) if data["place"] else "",
            zone=data["zone"],
            # Older archives lack this key: their leagues come back private.
            public=data.get("public") is True,
            key=self.key,
        )
        Office.objects.create(league=league, account=self.account, duty=Duty.ORGANIZER)
        for archived in data["members"]:
            name = clean_name(archived["name"])
            self.members[archived["number"]] = Member.objects.create(
                league=league,
                name=name,
                folded=folded_name(name),
                player=Player.objects.create(name=name, folded=folded_name(name)),
                erased_at=parse_moment_or_none(archived["erased_at"]),
            )
        for archived in data["members"]:
            if archived["merged_into"] is not None:
                into = self.members[archived["merged_into"]]
                Member.objects.filter(pk=self.members[archived["number"]].pk).update(merged_into=into)
        for name in data["places"]:
            self.places[name] = Place.objects.create(league=league, name=clean_name(name))
        seasons = [self._season(league, archived) for archived in data["seasons"]]
        for season, archived in zip(seasons, data["seasons"], strict=True):
            if (stage := archived.get("group_stage")) is not None:
                season.group_stage = seasons[stage]
                season.save(update_fields=["group_stage"])
        recompute_ratings(league)
        record_event(
            access_to_league(league, self.account, None), "imported_league", facts={"from": str(data["id"])[:40]}
        )
        return league

    def _season(self, league: League, archived: Mapping[str, Any]) -> Season:
        season_rules(archived["rules"])
        with_house_rules(preset_named(archived["preset"]).rules, archived["house_rules"])
        season = Season(
            league=league, key=str(archived["lot"])[:KEY_LENGTH], **{name: archived[name] for name in SEASON_FIELDS}
        )
        season.closed_at = parse_moment_or_none(archived["closed_at"])
        season.hidden_until = parse_moment_or_none(archived.get("hidden_until"))
        season.name = clean_name(season.name)
        season.clean_fields(exclude=["house_rules", "rules", "league", "group_stage", "hidden_until", "closed_at"])
        season.save()
        by_bracket = season.closed_at and archived.items() >= CLOSED_BY_BRACKET.items()
        record_event(
            access_to_league(league, self.account, None),
            "season_brought" if season.closed_at else "season_imported",
            season=season,
            facts=CLOSED_BY_BRACKET if by_bracket else {},
        )
        entrants = {item["number"]: self._entrant(season, item) for item in archived["entrants"]}
        for item in archived["penalties"]:
            Penalty.objects.create(
                season=season,
                entrant=entrants[item["entrant"]],
                points=int(item["points"]),
                reason=str(item["reason"])[:200],
                by=clean_name(item["by"]),
                lifted_at=parse_moment_or_none(item["lifted_at"]),
            )
        for start in range(0, len(archived["matches"]), _TOGETHER):
            self._matches(season, archived["matches"][start : start + _TOGETHER], entrants)
        if season.closed_at is not None:
            seal_season(Season.objects.select_related("league").get(pk=season.pk))
        return season

    def _entrant(self, season: Season, archived: Mapping[str, Any]) -> Entrant:
        entrant = Entrant.objects.create(
            season=season,
            name=clean_name(archived["name"]) if archived["name"] else "",
            member=None if archived["member"] is None else self.members[archived["member"]],
            seed=archived["seed"],
            group=archived.get("group"),
            handicap=archived.get("handicap", 0),
            joined_on=_day(archived["joined_on"]),
            withdrawn_on=_day(archived["withdrawn_on"]),
        )
        for mate in archived["teammates"]:
            Teammate.objects.create(
                season=season,
                entrant=entrant,
                member=self.members[mate["member"]],
                joined_on=_day(mate["joined_on"]),
                left_on=_day(mate["left_on"]),
            )
        return entrant

    def _matches(self, season: Season, archived: Sequence[Mapping[str, Any]], entrants: Mapping[int, Entrant]) -> None:
        """Create some matches of a season, with their tables and ledgers."""
        matches = [self._match(season, item, entrants) for item in archived]
        store_tables([match.table for match in matches if match.table])
        Match.objects.bulk_create(match.row for match in matches)
        MatchSide.objects.bulk_create(side for match in matches for side in match.sides)
        MatchSeat.objects.bulk_create(seat for match in matches for seat in match.seats)
        RoundCheck.objects.bulk_create(check for match in matches for check in match.checks)
        played = [match for match in matches if match.table and match.row.state not in _KEPT]
        prefetch_related_objects([match.row for match in played], "checks")
        for match in played:
            match.prove()
        Match.objects.bulk_update([match.row for match in played], ["final"])

    def _match(self, season: Season, archived: Mapping[str, Any], entrants: Mapping[int, Entrant]) -> "_NewMatch":
        row = Match(
            season=season,
            number=archived["number"],
            round=archived["round"],
            bracket_match=archived.get("bracket_match"),
            night=_day(archived["night"]),
            at=time.fromisoformat(archived["at"]) if archived["at"] else None,
            place=self.places[archived["place"]] if archived["place"] else None,
            state=archived["state"],
            final=bool(archived["final"]),
            stopped=bool(archived["stopped"]),
            requested_bye=str(archived.get("requested_bye", "")),
            imported=str(archived["imported"]),
            typed_result=_typed_result(archived),
        )
        blank = () if row.bracket_match else ("bracket_match",)
        row.clean_fields(exclude=["season", "round", "night", "at", "place", "table", "typed_result", *blank])
        sides = sides_for(row, [entrants[item["entrant"]] for item in archived["sides"]])
        for side, item in zip(sides, archived["sides"], strict=True):
            for name in RESULT_FIELDS:
                setattr(side, name, item[name])
            side.clean_fields(exclude=["match", "entrant", "opponent"])
        seats = [
            MatchSeat(
                match=row,
                side=sides[item["side"]],
                member=self.members[item["member"]],
                seat=item["seat"],
                substitute=bool(item["substitute"]),
            )
            for item in archived["seats"]
        ]
        checks = [
            RoundCheck(
                match=row,
                game=item["game"],
                round=item["round"],
                revision=item["revision"],
                verdict=item["verdict"],
                side=item["side"],
                reason=str(item["reason"])[:200],
                by=clean_name(item["by"]),
            )
            for item in archived["checks"]
        ]
        table = None if archived["entries"] is None else self._table(row, archived["entries"], seats)
        return _NewMatch(row, sides, seats, checks, table)

    def _table(self, match: Match, archived: Sequence[Mapping[str, Any]], seats: Sequence[MatchSeat]) -> NewTable:
        """Return the table of a match with its ledger, and give it to the match."""
        name = _("match %(number)d") % {"number": match.number}
        entries = archived_entries(archived, name)
        sheet = audited_sheet(entries, len(seats), name)
        match.table = table = Table(name=match.season.name, strict=season_rules(match.season.rules).strict)
        players = {seat.seat: seat.member.player for seat in seats}
        return NewTable(
            table,
            [players[number] for number in range(len(seats))],
            [new_link(table, role, role.label).link for role in Role],
            entries,
            sheet,
        )


@dataclass(frozen=True, slots=True)
class _NewMatch:
    """A match of an archive with everything that belongs to it; ``table`` is None where none was begun."""

    row: Match
    sides: Sequence[MatchSide]
    seats: Sequence[MatchSeat]
    checks: Sequence[RoundCheck]
    table: NewTable | None

    def prove(self) -> None:
        """Derive the result again from the rounds. Raises ArchiveError where the file has another one."""
        assert self.table  # noqa: S101 - only matches with a table are proved
        result = compute_result(MatchSheet(self.row, tuple(self.seats), self.table.sheet), len(self.sides))
        archived = [{name: getattr(side, name) for name in RESULT_FIELDS} for side in self.sides]
        if (self.row.state, archived) != (result.state, [dict(side) for side in result.sides]):
            text = _("the result of match %(number)d disagrees with its rounds")
            raise ArchiveError(text % {"number": self.row.number})
        self.row.final = result.final


def _typed_result(archived: Mapping[str, Any]) -> list[dict[str, int]] | None:
    """Return a match's result from paper; archives of earlier versions have none. Raises ValueError."""
    data = archived.get("typed_result")
    return None if data is None else stored_sides(typed_sides(data, len(archived["sides"])))


def _day(text: str | None) -> Any:
    return date.fromisoformat(text) if text else None
