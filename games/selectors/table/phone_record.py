"""Read what the people of a phone's games have won over all years, aggregated in SQL over settled games."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, DateTimeField, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, ExtractYear

from games.models import Device, Entry, SettledSeat, Table
from games.models.table import TRYOUT
from games.selectors.table.phone_tables import tables_of

AnnotatedRows = QuerySet[Any]
"""Settled rows with ``ended_at`` and ``year``."""


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """What one person has won: numbers of games, wins, gins and undercuts; points of all games and of the best round.

    ``folded`` identifies the person, as the same name at several tables is taken for the same person.
    """

    folded: str
    name: str
    games: int
    wins: int
    points: int
    biggest: int
    gins: int
    undercuts: int


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One person's result of one game. ``game`` identifies it: the table's id and the game's number."""

    folded: str
    game: tuple[int, int]
    won: bool


def settled_of_phone(device: Device | None) -> AnnotatedRows:
    """Return the settled games that a phone may see, without try-outs, each with when and in which year it ended.

    None is a phone that has never been at a table.
    """
    last_entry = Entry.objects.filter(table=OuterRef("table"), revision=OuterRef("revision")).values("at")[:1]
    tables = tables_of(device).exclude(origin__startswith=TRYOUT) if device else Table.objects.none()
    rows = SettledSeat.objects.filter(table__in=tables)
    ended_at = Coalesce(Subquery(last_entry), F("table__created_at"), output_field=DateTimeField())
    return rows.annotate(ended_at=ended_at).annotate(year=ExtractYear("ended_at")).order_by()


def years_of(rows: AnnotatedRows) -> list[int]:
    """Return the years in which games ended, newest first."""
    return list(rows.values_list("year", flat=True).distinct().order_by("-year"))


def person_records(rows: AnnotatedRows) -> list[PersonRecord]:
    """Return what each person has won in these games, most wins first."""
    people = (
        rows.values("player__folded")
        .annotate(
            name=Max("player__name"),
            games=Count("pk"),
            wins=Count("pk", filter=Q(won=True)),
            points_won=Sum("points"),
            best=Max("biggest"),
            all_gins=Sum("gins"),
            all_undercuts=Sum("undercuts"),
        )
        .order_by("-wins", "-points_won", "player__folded")
    )
    columns = ("player__folded", "name", "games", "wins", "points_won", "best", "all_gins", "all_undercuts")
    return [PersonRecord(*row) for row in people.values_list(*columns)]


def outcomes_of(rows: AnnotatedRows) -> list[GameOutcome]:
    """Return every person's result of every game, oldest game first."""
    ordered = rows.order_by("ended_at", "table", "game", "seat")
    columns = ("player__folded", "table_id", "game", "won")
    return [GameOutcome(folded, (table, game), won) for folded, table, game, won in ordered.values_list(*columns)]


def game_lines(rows: AnnotatedRows) -> Iterator[tuple[str | int, ...]]:
    """Yield the lines of a spreadsheet: a head, then one for each person and game, oldest first."""
    yield "date", "table", "game", "player", "won", "points", "total", "boxes", "rounds", "biggest_hand"
    columns = ("ended_at", "table__public_id", "game", "player__name", "won", "points", "total", "boxes", "rounds")
    for ended_at, table, game, name, won, *amounts in rows.order_by("ended_at", "table", "game", "seat").values_list(
        *columns, "biggest"
    ):
        yield ended_at.date().isoformat(), table, game, name, "yes" if won else "no", *amounts
