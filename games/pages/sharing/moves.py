"""Template context of the two pages that move all games of a phone to a new one, and the functions that build them."""

from dataclasses import dataclass

from games.models import Device, GamesMove
from games.selectors.sharing.moves import games_count, moved_away, shown_move
from games.selectors.short_codes import written_code
from games.wording.labels import label_text
from games.wording.words import day_text, time_text


@dataclass(frozen=True, slots=True)
class MoveGamesPage:
    """The page on the old phone: how many games it has, its code if one is good now, or when they were moved away."""

    games: int
    code: str
    until: str
    site: str
    """The address to open on the new phone, without "https://"."""
    moved: str
    """When the games were moved to another phone; empty if they were not."""


@dataclass(frozen=True, slots=True)
class TakeGamesPage:
    """The page on the new phone: the code that was typed, and whose games it moves once it is right."""

    code: str
    error: str = ""
    label: str = ""
    """What the old phone is called; empty before a code is right."""
    games: int = 0


def move_games_page(device: Device | None, base_url: str) -> MoveGamesPage:
    """Return the page on the old phone; ``base_url`` is this server's URL as other phones reach it."""
    shown = shown_move(device)
    games = games_count(device)
    return MoveGamesPage(
        games=games,
        code=written_code(shown[0]) if shown else "",
        until=time_text(shown[1].expires_at) if shown else "",
        site=base_url.partition("://")[2],
        moved="" if games else when_moved_away(device),
    )


def when_moved_away(device: Device | None) -> str:
    """Return when all games of this phone were moved to another one: "today, 20:14"; empty if they were not."""
    move = moved_away(device)
    return day_text(move.done_at) if move and move.done_at else ""


def take_games_page(code: str, move: GamesMove) -> TakeGamesPage:
    """Return the page that says what this code moves here."""
    return TakeGamesPage(code, label=label_text(move.device.label), games=games_count(move.device))
