"""Share the summary of a game by a link, and stop sharing it."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from games.models import SharedGame, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.secrets import derived_secret
from games.selectors.sharing.shared_game import start_revision
from games.selectors.table.ledger import entries_of, sheet_of
from games.services.account.security_log import log_security_event


@transaction.atomic(durable=True)
def share_game(*, access: Access, game: int) -> SharedGame:
    """Share the summary of a finished game. A second time returns the same link.

    Raises RefusedError ("not_allowed", "not_found", "game_not_finished").
    """
    access.demand("share")
    table = Table.objects.select_for_update().get(pk=access.table.pk)
    began = start_revision(entries_of(table, locked=True), game)
    if began is None:
        raise RefusedError("not_found")
    if not next(played for played in sheet_of(table).games if played.number == game).over:
        raise RefusedError("game_not_finished")
    shared = _shared(table, game)
    if shared is not None and shared.began == began:
        return shared
    if shared is not None:
        _end(shared)  # it belongs to an earlier game of this number, whose start was undone
    nonce = secrets.token_hex(16)
    shared = SharedGame.objects.create(
        table=table,
        game=game,
        began=began,
        nonce=nonce,
        secret_hash=hash_secret(derived_secret(nonce)),
        language=get_language() or "",
    )
    log_security_event("game_shared", table=table.public_id, game=game, shared=shared.pk, by=access.link.pk)
    return shared


@transaction.atomic(durable=True)
def stop_sharing(*, access: Access, game: int) -> None:
    """Stop sharing the summary of ``game``. A second time changes nothing.

    Raises RefusedError ("not_allowed", and "not_found" for a game that was never played).
    """
    access.demand("share")
    table = Table.objects.select_for_update().get(pk=access.table.pk)
    shared = _shared(table, game)
    if shared is None and start_revision(entries_of(table, locked=True), game) is None:
        raise RefusedError("not_found")
    if shared is not None:
        _end(shared)
        log_security_event("game_taken_back", table=table.public_id, game=game, shared=shared.pk, by=access.link.pk)


def _shared(table: Table, game: int) -> SharedGame | None:
    return SharedGame.objects.select_for_update().filter(table=table, game=game, revoked_at=None).first()


def _end(shared: SharedGame) -> None:
    shared.revoked_at = timezone.now()
    shared.save(update_fields=["revoked_at"])
