"""Audit what is derived from a table's sheet: its settled rows and the result of its match."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from games.models import Match, SettledSeat, Table
from games.rules.analysis.statistics import seat_statistics
from games.rules.audit import Difference
from games.rules.match import RESULT_FIELDS
from games.rules.seat_results import seat_results
from games.rules.sheet import TableSheet
from games.selectors.season.match_result import COMPUTED_STATES, compute_result
from games.selectors.season.round_checks import MatchSheet
from games.selectors.table.ledger import sheet_of


def audit_settled(sheet: TableSheet, players: Sequence[int], stored: Sequence[SettledSeat]) -> Iterator[Difference]:
    """Check that the ``stored`` settled rows are those of the sheet's finished games; ``players`` are ids by number."""
    remaining = {(row.game, row.seat): row for row in stored}
    for game in sheet.games:
        facts = seat_statistics(game) if game.over else {}
        for seat, amounts in seat_results(game).items():
            about = {"game": game.number, "seat": seat}
            row = remaining.pop((game.number, seat), None)
            if row is None:
                yield Difference("settled_missing", about)
                continue
            computed_fields = asdict(amounts) | asdict(facts[seat])
            computed_fields["player_id"] = players[computed_fields.pop("player")]
            wrong = _wrong_fields(row, computed_fields)
            # The exact revision isn't known: it was computed after the last round and no later than the last entry.
            last = max((line.revision for line in game.rounds if line.counts), default=0)
            if not last <= row.revision <= sheet.revision:
                wrong["revision"] = [row.revision, sheet.revision]
            if wrong:
                yield Difference("settled_wrong", about, {"wrong": wrong})
    for game_number, seat in remaining:
        yield Difference("settled_extra", {"game": game_number, "seat": seat})


def audit_match(match: Match, table: Table, sheet: TableSheet, moments: Sequence[datetime]) -> Iterator[Difference]:
    """Check that the stored result of a match is what its sheet says; in a closed season, what it said at closing.

    ``moments`` are the times of the entries. Where opponents confirm rounds, ``final`` isn't checked: it depends on
    the devices that were known when the match was last computed.
    """
    if match.state not in COMPUTED_STATES:
        return
    about = {"season": match.season.public_id, "match": match.number}
    seats, sides = tuple(match.seats.all()), list(match.sides.all())
    if sorted(seat.seat for seat in seats) != sorted(sheet.current.seating):
        yield Difference("match_seats", about)
        return
    closed = match.season.closed_at
    if closed is not None and any(moment > closed for moment in moments):
        entries_by_closing = sum(1 for moment in moments if moment <= closed)
        if not entries_by_closing:
            return
        sheet = sheet_of(table, entries_by_closing)
    match_sheet = MatchSheet(match, seats, sheet)
    result = compute_result(match_sheet, len(sides))
    wrong = _wrong_fields(match, {"state": result.state.value})
    if match_sheet.rules.confirmation != "opponent":
        wrong |= _wrong_fields(match, {"final": result.final})
    if wrong:
        yield Difference("match_state", about, {"wrong": wrong})
    if len(sides) != len(result.sides):
        yield Difference("match_seats", about)
        return
    for side, computed in zip(sides, result.sides, strict=True):
        if wrong := _wrong_fields(side, {name: computed[name] for name in RESULT_FIELDS}):
            yield Difference("match_result", {**about, "side": side.position}, {"wrong": wrong})


def _wrong_fields(row: object, computed_fields: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the fields of ``row`` that differ from ``computed_fields``, each as [stored, computed]."""
    return {name: [stored, value] for name, value in computed_fields.items() if (stored := getattr(row, name)) != value}
