"""What a webhook is sent: read when it is sent, so that names are as they are now, and none waits anywhere."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.models import Delivery, Fixture, FixtureSide, HookEvent, Season, Table
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.entrant_names import called
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import sheet_of
from games.selectors.reports import reports_of
from games.selectors.table_json import game_json

Shape = dict[str, Any]


def message_body(delivery: Delivery) -> bytes:
    """The body of the message that ``delivery`` is, as JSON in UTF-8."""
    return json.dumps(message_json(delivery), ensure_ascii=False, separators=(",", ":")).encode()


def message_json(delivery: Delivery) -> Shape:
    """The message: what happened, where, and how it stands there; of a table, as it stood after it."""
    told: Shape = {
        "id": delivery.public_id,
        "event": delivery.event,
        "action": delivery.action,
        "at": delivery.at.isoformat(),
    }
    if delivery.table is not None and delivery.game is not None:
        return told | _at_table(delivery, delivery.table, delivery.game)
    if delivery.fixture is not None:
        return told | _of_match(delivery.fixture)
    return told | (_of_season(delivery.season) if delivery.season else {})


def _at_table(delivery: Delivery, table: Table, number: int) -> Shape:
    sheet = sheet_of(table, delivery.revision)
    game = next((game for game in sheet.games if game.number == number), None)
    shape = _game(table, sheet, game, delivery.revision) if game else None
    fixture = getattr(table, "fixture", None)
    told: Shape = {
        "table": table.public_id,
        "revision": sheet.revision,
        "game": number,
        "match": _place(fixture) if fixture else None,
        "standing": {key: shape[key] for key in ("cumulative", "boxes", "over", "final")} if shape else None,
    }
    if delivery.event == HookEvent.ROUND:
        rounds: Sequence[Mapping[str, Any]] = shape["rounds"] if shape else ()
        told["round"] = next((line for line in rounds if line["number"] == delivery.round), None)
    return told


def _game(table: Table, sheet: TableSheet, game: GameSheet, revision: int | None) -> Shape:
    return game_json(game, names_in(game, players_at(table)), reports_of(table, sheet, revision))


def _place(fixture: Fixture) -> Shape:
    season = fixture.season
    return {"league": season.league.public_id, "season": season.public_id, "number": fixture.number}


def _of_match(fixture: Fixture) -> Shape:
    return {
        "match": _place(fixture),
        "table": fixture.table.public_id if fixture.table else None,
        "state": fixture.state,
        "final": fixture.final,
        "sides": [_side(side) for side in fixture.sides.select_related("entrant__member").order_by("position")],
    }


def _side(side: FixtureSide) -> Shape:
    return {
        "name": called(side.entrant),
        "outcome": side.outcome,
        "points": side.points,
        "boxes": side.boxes,
    }


def _of_season(season: Season) -> Shape:
    return {"league": season.league.public_id, "season": season.public_id, "revision": season.revision}
