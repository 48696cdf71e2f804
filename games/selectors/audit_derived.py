"""The audit of what is derived from a table's sheet: its settled rows, and the result of its match."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from games.models import Fixture, SettledSeat, Table
from games.rules.audit import Difference
from games.rules.settled import came_to
from games.rules.sheet import TableSheet
from games.rules.statistics import seat_facts
from games.selectors.fixture_result import FROM_THE_TABLE, result_of
from games.selectors.ledger import sheet_of
from games.selectors.round_checks import MatchSheet

_SIDE: Final = ("outcome", "points", "against", "boxes", "gins", "shutouts", "games", "led_boxes")


def audit_settled(sheet: TableSheet, players: Sequence[int], stored: Sequence[SettledSeat]) -> Iterator[Difference]:
    """The settled rows are those of the finished games of ``sheet``; ``players`` sit there, by number."""
    left = {(row.game, row.seat): row for row in stored}
    for game in sheet.games:
        facts = seat_facts(game) if game.over else {}
        for seat, amounts in came_to(game).items():
            about = {"game": game.number, "seat": seat}
            row = left.pop((game.number, seat), None)
            if row is None:
                yield Difference("settled_missing", about)
                continue
            wanted = asdict(amounts) | asdict(facts[seat])
            wanted["player_id"] = players[wanted.pop("player")]
            if wrong := _wrong(row, wanted):
                yield Difference("settled_wrong", about, {"wrong": wrong})
    for game_number, seat in left:
        yield Difference("settled_extra", {"game": game_number, "seat": seat})


def audit_fixture(
    fixture: Fixture, table: Table, sheet: TableSheet, moments: Sequence[datetime]
) -> Iterator[Difference]:
    """The result of the match at ``table`` is what ``sheet`` says; a closed season's what it said then.

    ``moments`` are those of the entries. Whether every round is confirmed is not asked where opponents confirm: that
    goes by whose phones were known when somebody last looked.
    """
    if fixture.state not in FROM_THE_TABLE:
        return
    about = {"season": fixture.season.public_id, "match": fixture.number}
    seats, sides = tuple(fixture.seats.all()), list(fixture.sides.all())
    if sorted(seat.seat for seat in seats) != sorted(sheet.current.seating):
        yield Difference("match_seats", about)
        return
    closed = fixture.season.closed_at
    if closed is not None and any(at > closed for at in moments):
        until = sum(1 for at in moments if at <= closed)
        if not until:
            return
        sheet = sheet_of(table, until)
    match = MatchSheet(fixture, seats, sheet)
    result = result_of(match, len(sides))
    wrong = _wrong(fixture, {"state": result.state.value})
    if match.rules.confirmation != "opponent":
        wrong |= _wrong(fixture, {"final": result.final})
    if wrong:
        yield Difference("match_state", about, {"wrong": wrong})
    if len(sides) != len(result.sides):
        yield Difference("match_seats", about)
        return
    for side, told in zip(sides, result.sides, strict=True):
        if wrong := _wrong(side, {name: told[name] for name in _SIDE}):
            yield Difference("match_result", {**about, "side": side.position}, {"wrong": wrong})


def _wrong(row: object, wanted: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The fields of ``row`` that are not as ``wanted``: what is stored, and what it comes to."""
    return {name: [stored, value] for name, value in wanted.items() if (stored := getattr(row, name)) != value}
