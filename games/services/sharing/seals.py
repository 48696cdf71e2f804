"""Issue seals: for a game, a closed season and a printed sheet."""

from collections.abc import Container
from typing import Any

from django.utils import timezone

from games.models import Player, Seal, SealKind, Season, SettledSeat, Table
from games.rules.seals import Document, digest_of, name_digests, seal_of, without_names
from games.rules.sheet import TableSheet
from games.selectors.chains import current_key, seal_mac
from games.selectors.sharing.sealed_documents import sealed_game, sealed_season


def seal_game(table: Table, game: int) -> Seal:
    """Issue the seal of a game in its current state, over or not. An unchanged game keeps its seal."""
    document = sealed_game(table, game)
    revision = max((entry["revision"] for entry in document["entries"]), default=0)
    return _issued(document, kind=SealKind.GAME, table=table, game=game, revision=revision)


def seal_finished_games(table: Table, sheet: TableSheet, among: Container[int] | None = None) -> None:
    """Seal the finished games of ``sheet`` whose number is ``among`` those written to (None: all finished games).

    Call it in the transaction that ended or changed them.
    """
    for game in sheet.games:
        if game.over and (among is None or game.number in among):
            seal_game(table, game.number)


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
    digest = digest_of(document)
    known = Seal.objects.filter(kind=target["kind"], digest=digest)
    known = known.filter(table=target.get("table"), game=target.get("game"), season=target.get("season"))
    if seal := known.first():
        return seal
    bare, names, key = digest_of(without_names(document)), name_digests(document), current_key()
    seal = Seal(seal=seal_of(digest), digest=digest, bare=bare, names=names, at=timezone.now(), **target)
    seal.chain_key, seal.mac = key.number, seal_mac(key, seal)
    seal.save()
    return seal
