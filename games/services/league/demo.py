"""Make a demo league of any size, for trying out and benchmarks: its rounds are random, everything else is real."""

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import (
    AccessLink,
    Account,
    Entrant,
    Entry,
    EntryKind,
    Match,
    MatchSeat,
    MatchSide,
    Member,
    Pairing,
    Role,
    Season,
    Table,
)
from games.models.match import sides_for
from games.rules import ledger
from games.rules.declaration import Declaration, Ending
from games.rules.league.season import season_rules
from games.rules.pairings.circle import round_robin
from games.rules.presets import preset_named
from games.rules.ruleset import RuleSet
from games.rules.sheet import TableSheet, fold
from games.rules.teams import score_declaration
from games.selectors.league.league_access import access_to_league
from games.services.league.leagues import create_league
from games.services.league.members import MOST_MEMBERS, add_members
from games.services.league.ratings import recompute_ratings
from games.services.season.results import write_result
from games.services.season.seasons import enter_members, start_season
from games.services.sharing.links import new_link
from games.services.sharing.new_tables import NewTable, store_tables

_FIRST: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal", "Ida", "Jan", "Kay", "Leo", "Mia", "Ned")
_LAST: Final = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan", "Willow")
_TOGETHER: Final = 250
"""Matches written in one transaction."""


@dataclass(frozen=True, slots=True)
class Demo:
    """The size of a demo league: players, matches (round robins in a row), target of a game, first night, seed."""

    players: int
    matches: int
    target: int
    first_night: date
    seed: int = 1


def make_demo(*, account: Account, size: Demo) -> Season:
    """Make a league of ``account`` with one played season. Raises ValueError for an impossible number of players."""
    if not 2 <= size.players <= MOST_MEMBERS:
        raise ValueError(f"A league has 2 to {MOST_MEMBERS} players.")
    draw = random.Random(size.seed)  # noqa: S311 - made-up rounds, nothing secret
    league = create_league(
        account=account, name="Demo league", place="", zone="UTC", public=True, key=secrets.token_hex(16)
    )
    access = access_to_league(league, account, None)
    members = add_members(access=access, names=list(_names(size.players)))
    season = start_season(
        access=access,
        name=f"{size.first_night.year}",
        preset="standard",
        house_rules={"target": size.target},
        rules=season_rules({}),
        pairing=Pairing.SCRIPT,
        key=secrets.token_hex(16),
    )
    entrants = enter_members(access=access, season=season, members=members)
    rules = preset_named(season.preset).rules_for(2, season.house_rules)
    club = _Club(season, rules, {member.pk: draw.random() for member in members}, draw)
    planned = list(_planned(entrants, size))
    for start in range(0, len(planned), _TOGETHER):
        with transaction.atomic():
            for number, (night, first, second) in enumerate(planned[start : start + _TOGETHER], start + 1):
                club.play(number, night, (first, second))
    with transaction.atomic():
        recompute_ratings(league)
    return season


def _names(count: int) -> Iterator[str]:
    pairs = [f"{first} {last}" for last in _LAST for first in _FIRST]
    for number in range(count):
        repetition, index = divmod(number, len(pairs))
        yield f"{pairs[index]} {repetition + 1}" if repetition else pairs[index]


def _planned(entrants: list[Entrant], size: Demo) -> Iterator[tuple[date, Entrant, Entrant]]:
    """Yield the night and the two entrants of each match: one round of a round robin every week."""
    by_pk, night, remaining = {entrant.pk: entrant for entrant in entrants}, size.first_night, size.matches
    while remaining:
        for pairings in round_robin(list(by_pk)):
            for pair in pairings:
                if remaining and len(pair) == 2:
                    remaining -= 1
                    yield night, by_pk[pair[0]], by_pk[pair[1]]
            night += timedelta(days=7)


@dataclass(frozen=True, slots=True)
class _Club:
    """The season being made, with each member's strength (0 to 1, by primary key)."""

    season: Season
    rules: RuleSet
    strength: Mapping[int, float]
    draw: random.Random

    def play(self, number: int, night: date, pair: tuple[Entrant, Entrant]) -> None:
        """Make one match with its table, ledger and result, as if it had been scored that night."""
        people = [entrant.member for entrant in pair if entrant.member]
        sheet, entries = self._game(people, night)
        table = Table(name=self.season.name)
        links = {role: new_link(table, role, role.label).link for role in Role}
        rows = list(_rows(links[Role.OWNER], entries))
        store_tables([NewTable(table, [member.player for member in people], list(links.values()), rows, sheet)])
        match = Match.objects.create(season=self.season, number=number, night=night, table=table)
        sides = MatchSide.objects.bulk_create(sides_for(match, pair))
        MatchSeat.objects.bulk_create(
            MatchSeat(match=match, side=sides[index], member=member, seat=index) for index, member in enumerate(people)
        )
        write_result(match, sheet, rate=False)
        Match.objects.filter(pk=match.pk).update(night=night)

    def _game(self, people: Sequence[Member], night: date) -> tuple[TableSheet, list[ledger.LedgerEntry]]:
        """Play a random game to its end; return its sheet and its ledger."""
        played_at = datetime(night.year, night.month, night.day, 19, tzinfo=UTC)
        start = ledger.GameStarted(self.rules, self.season.preset, 0, "")
        entries = [ledger.LedgerEntry(1, 1, None, start, "Tablet", played_at)]
        first, second = (self.strength[member.pk] for member in people)
        totals = [0, 0]
        while max(totals) < (self.rules.target or 1):
            declaration = _round(self.draw, first / (first + second))
            result = score_declaration(declaration, self.rules)
            for seat, points in result.points.items():
                totals[seat] += points
            number = len(entries)
            played_at += timedelta(minutes=5)
            entries.append(
                ledger.LedgerEntry(number + 1, 1, number, ledger.RoundEntered(declaration, result), "Tablet", played_at)
            )
        return fold(entries, 2), entries


def _round(draw: random.Random, better: float) -> Declaration:
    ender = 0 if draw.random() < better else 1
    chance = draw.random()
    if chance < 0.03:
        return Declaration((0, 1), Ending.DEAD)
    if chance < 0.2:
        return Declaration((0, 1), Ending.GIN, ender, {ender: 0, 1 - ender: draw.randint(5, 60)})
    deadwood = draw.randint(1, 10)
    return Declaration((0, 1), Ending.KNOCK, ender, {ender: deadwood, 1 - ender: draw.randint(2, 45)})


def _rows(link: AccessLink, entries: list[ledger.LedgerEntry]) -> Iterator[Entry]:
    """Return the entries as model instances, written through ``link``."""
    for entry in entries:
        body, kind = entry.body, EntryKind.ROUND if entry.round else EntryKind.START
        facts = ledger.entry_facts(body)
        yield Entry(
            link=link,
            revision=entry.revision,
            kind=kind,
            game=entry.game,
            round=entry.round,
            facts=facts,
            result=ledger.result_json(body.result) if isinstance(body, ledger.RoundEntered) else None,
            digest=ledger.entry_digest(kind, entry.game, entry.round, facts),
            key=f"demo:{entry.revision}",
            by=entry.by,
            at=entry.at,
        )
