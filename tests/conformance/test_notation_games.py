"""The whole games among the vectors, written in gin notation, through the rules and the script."""

from pathlib import Path

from games.rules.ledger import GameFinished
from games.rules.notation import NotatedGame, read
from games.rules.ruleset import as_json
from tests.conformance.comparing import check
from tests.conformance.played import Move, PlayedGame

VECTORS = sorted((Path(__file__).parent.parent / "vectors" / "notation").glob("*.txt"))


def played(game: NotatedGame) -> PlayedGame:
    """Return a game in notation as the moves of a ledger."""
    moves, changes = list[Move](), list(game.changes)
    for entered in game.rounds:
        while changes and changes[0].through < entered.number:
            change = changes.pop(0)
            moves.append(Move("rules", change.through, house_rules=as_json(change.rules)))
        moves.append(Move("round", entered.number, entered.declaration))
        if entered.void:
            moves.append(Move("void", entered.number))
    if game.decision:
        kind = "finish" if isinstance(game.decision, GameFinished) else "reopen"
        moves.append(Move(kind, game.decision.through))
    return PlayedGame(game.rules, len(game.players), game.dealer, game.opening, tuple(moves))


def test_games_in_notation_are_scored_alike() -> None:
    games = [played(game) for path in VECTORS for game in read(path.read_text(encoding="utf-8"))]
    assert check(games, []) == len(VECTORS)
    assert sum(len(game.sheet.rounds) for game in games) > 20
