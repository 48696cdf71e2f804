"""Build a link that imports a finished game into the app Board Game Stats: one URL with the play as JSON."""

import json
from collections.abc import Sequence
from datetime import UTC
from typing import Any, Final
from urllib.parse import quote

from games.models import Table
from games.rules.names import folded_name
from games.rules.sheet import GameSheet
from games.rules.sides import side_of
from games.selectors.table.table_names import names_by_seat, rules_title
from games.wording.scores import headline
from games.wording.words import side_names

_CREATE: Final = "https://app.bgstatsapp.com/createPlay.html?data="
"""Documented at www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ (3.3.2 or later).

``bggId`` is optional and left out: the app finds the game by its name.
"""
_SOURCE: Final = "Scorekeeper"


def bg_stats_link(table: Table, game: GameSheet, players: Sequence[str]) -> str:
    """Return the link for a finished game; empty for a game under way."""
    play = bg_stats_play(table, game, players)
    return _CREATE + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="") if play else ""


def bg_stats_play(table: Table, game: GameSheet, players: Sequence[str]) -> dict[str, Any] | None:
    """Return the play that the link holds, None for a game under way. Times are in UTC; a player's id is the name."""
    final = game.final
    if final is None or not game.over:
        return None
    names = names_by_seat(game, players)
    entry_times = [entry.at for line in game.rounds for entry in line.history[:1]]
    minutes = round((max(entry_times) - min(entry_times)).total_seconds() / 60) if entry_times else 0
    ended = max(entry_times, default=table.created_at).astimezone(UTC)
    return {
        "sourceName": _SOURCE,
        "sourcePlayId": f"{table.public_id}-{game.number}",
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        **({"durationMin": minutes} if minutes > 0 else {}),
        "board": rules_title(game),
        "comments": headline(final, side_names(game.rules, names)),
        "game": {"name": "Gin Rummy", "sourceGameId": "gin-rummy", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": name,
                "sourcePlayerId": folded_name(name),
                "score": final.totals[side],
                "rank": 1 + sum(total > final.totals[side] for total in final.totals.values()),
                # The app requires it even when it is false.
                "winner": final.winner == side,
            }
            for seat, name in enumerate(names)
            for side in [side_of(game.rules, seat)]
        ],
    }
