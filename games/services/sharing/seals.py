"""Issue seals: for a game, a closed season and a printed sheet."""

from collections.abc import Container, Iterator, Sequence
from typing import Any

from django.utils import timezone

from games.models import Entry, Player, Seal, SealKind, Season, SettledSeat, Table
from games.rules.seals import Document, digest_of, game_document, name_digests, seal_of, without_names
from games.rules.sheet import TableSheet
from games.selectors.chains import Key, current_key, seal_mac
from games.selectors.sharing.sealed_documents import entry_line, sealed_game, sealed_season


def seal_game(table: Table, game: int) -> Seal:
    """Issue the seal of a game in its current state, over or not. An unchanged game keeps its seal."""
    document = sealed_game(table, game)
    return _issued(document, **_about_game(document, table, game))


def seal_finished_games(table: Table, sheet: TableSheet, among: Container[int] | None = None) -> None:
    """Seal the finished games of ``sheet`` whose number is ``among`` those written to (None: all finished games).

    Call it in the transaction that ended or changed them.
    """
    for game in sheet.games:
        if game.over and (among is None or game.number in among):
            seal_game(table, game.number)


def seals_of_finished_games(
    key: Key, table: Table, names: Sequence[str], entries: Sequence[Entry], sheet: TableSheet
) -> Iterator[Seal]:
    """Yield the unsaved seals of a new table's finished games, made with ``key``; ``entries`` are its whole ledger."""
    lines = [entry_line(entry) for entry in entries]
    for game in sheet.games:
        if game.over:
            document = game_document(names, lines, game.number)
            yield _seal(document, key, **_about_game(document, table, game.number))


def seal_games_of(player: Player) -> None:
    """Seal the finished games of a player anew, whose name has another spelling now."""
    games = SettledSeat.objects.filter(player=player).values_list("table", "game").distinct()
    for table, game in games.order_by("table", "game"):
        seal_game(Table.objects.get(pk=table), game)


def seal_season(season: Season) -> Seal:
    """Issue the seal of a season in its current state. An unchanged season keeps its seal."""
    return _issued(sealed_season(season), kind=SealKind.SEASON, season=season, revision=season.revision)


def _issued(document: Document, **target: Any) -> Seal:
    """Return the seal of a document, issued now unless it was before."""
    known = Seal.objects.filter(kind=target["kind"], digest=digest_of(document))
    known = known.filter(table=target.get("table"), game=target.get("game"), season=target.get("season"))
    if seal := known.first():
        return seal
    seal = _seal(document, current_key(), **target)
    seal.save()
    return seal


def _about_game(document: Document, table: Table, game: int) -> dict[str, Any]:
    """Return what the seal of a game's document is about."""
    revision = max((entry["revision"] for entry in document["entries"]), default=0)
    return {"kind": SealKind.GAME, "table": table, "game": game, "revision": revision}


def _seal(document: Document, key: Key, **target: Any) -> Seal:
    """Return the unsaved seal of a document."""
    digest, bare = digest_of(document), digest_of(without_names(document))
    seal = Seal(
        seal=seal_of(digest),
        digest=digest,
        bare=bare,
        names=name_digests(document),
        at=timezone.now(),
        chain_key=key.number,
        **target,
    )
    seal.mac = seal_mac(key, seal)
    return seal
