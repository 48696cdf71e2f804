"""Who plays the next game of a table, by which rules, and who deals it, after somebody joined or left."""

from collections.abc import Iterable
from typing import Final

from games.rules.faults import RulesError
from games.rules.ledger import Body, PlayersChanged
from games.rules.presets import presets
from games.rules.rotation import dealing_seats
from games.rules.ruleset import RuleSet, as_json, differences
from games.rules.sheet import GameSheet, TableSheet
from games.rules.sides import can_seat

MOST_PEOPLE: Final = 24
"""The most people that one table knows, those who left included."""


def seats_at_start(bodies: Iterable[Body], people: int) -> int:
    """Return with how many seats a table started, from its whole ledger and the number of ``people`` it knows now."""
    return next((body.people for body in bodies if isinstance(body, PlayersChanged)), people)


def same_rules_for(game: GameSheet, players: int) -> RuleSet | None:
    """Return the rules of ``game`` as they are for so many ``players``; None if they aren't for that many.

    House rules stay; what the source of the preset changes for a number of players changes.
    """
    if players == len(game.seating):
        return game.rules
    if (preset := presets().get(game.preset)) is None:
        return None
    values = as_json(game.rules)
    try:
        own = {name: values[name] for name in differences(game.rules, preset.rules_for(len(game.seating)))}
        rules = preset.rules_for(players, own)
    except RulesError:
        return None
    return rules if can_seat(rules, players) else None


def fitting_presets(players: int) -> tuple[str, ...]:
    """Return the ids of the presets that so many ``players`` can play, in the order they are offered."""
    return tuple(name for name, preset in presets().items() if can_seat(preset.rules_for(players), players))


def can_play_next(game: GameSheet, players: int, preset: str) -> bool:
    """Return whether so many ``players`` can play ``preset`` after ``game``, or with "" the same rules again."""
    return preset in fitting_presets(players) if preset else same_rules_for(game, players) is not None


def next_preset(sheet: TableSheet) -> str:
    """Return the id of the preset that was chosen together with who plays the next game; "" if none was."""
    return sheet.line_up.body.preset if sheet.line_up and isinstance(sheet.line_up.body, PlayersChanged) else ""


def next_dealer(game: GameSheet, players: tuple[int, ...]) -> int:
    """Return the seat that deals first in the game after ``game``: the deal goes on from its last round.

    If the person who would deal has left, the next one to the left who still plays does.
    """
    seat = dealing_seats(game.rules, len(game.seating), game.deal.dealer)[0]
    order = game.seating[seat:] + game.seating[:seat]
    return next((players.index(player) for player in order if player in players), 0)
