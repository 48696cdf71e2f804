"""Build the messages sent to webhooks. They are built when sent, so names are current and none are stored."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.models import Delivery, Fixture, FixtureSide, HookEvent, Season, Table
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.season.entrant_names import entrant_name
from games.selectors.table.ledger import sheet_of
from games.selectors.table.round_reports import reports_of
from games.selectors.table.table_json import game_json
from games.selectors.table.table_names import names_by_seat, player_names

JsonObject = dict[str, Any]


def message_body(delivery: Delivery) -> bytes:
    """Return the body of a delivery's message, as JSON in UTF-8."""
    return json.dumps(message_json(delivery), ensure_ascii=False, separators=(",", ":")).encode()


def message_json(delivery: Delivery) -> JsonObject:
    """Return a delivery's message: the event and the state after it, for a table as of that revision."""
    message: JsonObject = {
        "id": delivery.public_id,
        "event": delivery.event,
        "action": delivery.action,
        "at": delivery.at.isoformat(),
    }
    if delivery.table is not None and delivery.game is not None:
        return message | _table_message(delivery, delivery.table, delivery.game)
    if delivery.fixture is not None:
        return message | _match_message(delivery.fixture)
    return message | (_season_message(delivery.season) if delivery.season else {})


def _table_message(delivery: Delivery, table: Table, number: int) -> JsonObject:
    sheet = sheet_of(table, delivery.revision)
    game = next((game for game in sheet.games if game.number == number), None)
    game_state = _game_content(table, sheet, game, delivery.revision) if game else None
    fixture = getattr(table, "fixture", None)
    message: JsonObject = {
        "table": table.public_id,
        "revision": sheet.revision,
        "game": number,
        "match": _match_place(fixture) if fixture else None,
        "standing": {key: game_state[key] for key in ("cumulative", "boxes", "over", "final")} if game_state else None,
    }
    if delivery.event == HookEvent.ROUND:
        rounds: Sequence[Mapping[str, Any]] = game_state["rounds"] if game_state else ()
        message["round"] = next((line for line in rounds if line["number"] == delivery.round), None)
    return message


def _game_content(table: Table, sheet: TableSheet, game: GameSheet, revision: int | None) -> JsonObject:
    return game_json(game, names_by_seat(game, player_names(table)), reports_of(table, sheet, revision))


def _match_place(fixture: Fixture) -> JsonObject:
    season = fixture.season
    return {"league": season.league.public_id, "season": season.public_id, "number": fixture.number}


def _match_message(fixture: Fixture) -> JsonObject:
    return {
        "match": _match_place(fixture),
        "table": fixture.table.public_id if fixture.table else None,
        "state": fixture.state,
        "final": fixture.final,
        "sides": [_side(side) for side in fixture.sides.select_related("entrant__member").order_by("position")],
    }


def _side(side: FixtureSide) -> JsonObject:
    return {
        "name": entrant_name(side.entrant),
        "outcome": side.outcome,
        "points": side.points,
        "boxes": side.boxes,
    }


def _season_message(season: Season) -> JsonObject:
    return {"league": season.league.public_id, "season": season.public_id, "revision": season.revision}
