"""Issue seals: for a game, a closed season and a printed sheet."""

from collections.abc import Container
from typing import Any

from django.db import transaction

from games.models import Seal, SealKind, Season, SettledSeat, Table
from games.rules.seals import Document, digest_of, name_digests, seal_of, without_names
from games.rules.sheet import TableSheet
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


def seal_season(season: Season) -> Seal:
    """Issue the seal of a season in its current state. An unchanged season keeps its seal."""
    return _issued(sealed_season(season), kind=SealKind.SEASON, season=season, revision=season.revision)


def seal_everything_finished() -> int:
    """Seal every finished game and closed season that has no seal yet; return how many were sealed.

    This covers what was played before seals existed; such a seal proves the state from now on only.
    """
    sealed = set(Seal.objects.filter(kind=SealKind.GAME).values_list("table", "game"))
    over = set(SettledSeat.objects.values_list("table", "game").distinct()) - sealed
    for pk, game in sorted(over):
        with transaction.atomic():
            seal_game(Table.objects.get(pk=pk), game)
    closed = Season.objects.filter(closed_at__isnull=False).exclude(seals__kind=SealKind.SEASON)
    seasons = list(closed.select_related("league").order_by("pk"))
    for season in seasons:
        with transaction.atomic():
            seal_season(season)
    return len(over) + len(seasons)


def _issued(document: Document, **target: Any) -> Seal:
    """Return the seal of a document, issued now unless it was before."""
    digest = digest_of(document)
    known = Seal.objects.filter(kind=target["kind"], digest=digest)
    known = known.filter(table=target.get("table"), game=target.get("game"), season=target.get("season"))
    if seal := known.first():
        return seal
    bare, names = digest_of(without_names(document)), name_digests(document)
    return Seal.objects.create(seal=seal_of(digest), digest=digest, bare=bare, names=names, **target)
