"""Hand the scoring over to another phone: the phones before lose the right to write, and the sheet says so."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import live
from games.models import AccessLink, Entry, EntryKind, OwnSeat, Pass, Role, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.ledger import HandedOver
from games.selectors.access import hash_secret
from games.selectors.secrets import derived_secret
from games.services.account.security_log import log_security_event
from games.services.sharing.links import MadeLink, make_link
from games.services.table.ledger import OpenLedger, WriteResult, open_ledger


@dataclass(frozen=True, slots=True)
class Takeover:
    """The result of a takeover: the entry, and the only scoring link that remains, with its secret."""

    written: WriteResult
    new_link: MadeLink


def allow_takeover(*, access: Access, allowed: bool) -> None:
    """Allow or forbid the players of a table to take over the scoring. Raises RefusedError ("not_allowed")."""
    access.demand("allow_takeover")
    Table.objects.filter(pk=access.table.pk).update(takeover=allowed)
    access.table.takeover = allowed


def take_over(*, access: Access, key: str, player: int | None = None) -> Takeover:
    """Give the scoring to the phone of ``access``, which belongs to ``player`` (a player's number at the table).

    Every scoring link is revoked, with the passes of all phones that used it, and this phone gets a new one. The
    owner's link stays; if the owner's phone takes over, other phones with that link lose their passes. What they wrote
    stays, and rounds still waiting on them can be sent once they are let in again. Raises RefusedError ("not_allowed",
    "invalid_value" for a phone that belongs to no player).
    """
    with open_ledger(access=access, key=key, action="take_over") as ledger:
        if replayed := ledger.replayed(EntryKind.HANDOVER):
            return Takeover(replayed, _link_made_at(ledger.table, replayed.revision))
        # The owner may have forbidden takeovers in the meantime.
        replace(access, table=ledger.table).demand("take_over")
        if player is None and access.role != Role.OWNER:
            raise RefusedError("invalid_value", what="player")
        if player is not None and player not in ledger.sheet.people:
            raise RefusedError("invalid_value", what="player")
        last_by_others = _last_revision_by_others(access)
        _end_others(access)
        nonce = _nonce(ledger.table, ledger.table.revision + 1)
        made = make_link(table=ledger.table, role=Role.SCORE, label=access.label, nonce=nonce)
        _give_pass(ledger, made.link, player)
        written = ledger.append(HandedOver(player, last_by_others), game=ledger.sheet.current.number)
        log_security_event(
            "handover", table=ledger.table.public_id, link=made.link.pk, by=access.link.pk, revision=written.revision
        )
        return Takeover(written, made)


def _give_pass(ledger: OpenLedger, link: AccessLink, player: int | None) -> None:
    """Give the phone a pass to the new link, under which the entry is written; the owner's phone keeps its own link."""
    access = ledger.access
    if access.device is not None and player is not None:
        OwnSeat.objects.update_or_create({"player": player}, table=ledger.table, device=access.device)
    if access.role == Role.OWNER:
        return
    if access.device is not None:
        Pass.objects.create(device=access.device, link=link)
    ledger.access = Access(ledger.table, Role.SCORE, link, access.device)


def _last_revision_by_others(access: Access) -> int | None:
    """Return the revision of the newest entry by another phone or program."""
    entries = Entry.objects.filter(table=access.table)
    own_entries = (
        entries.filter(device=access.device) if access.device else entries.filter(device=None, link=access.link)
    )
    others = entries.exclude(pk__in=own_entries.values("pk"))
    return others.order_by("-revision").values_list("revision", flat=True).first()


def _end_others(access: Access) -> None:
    """Revoke every scoring link; if the owner's phone takes over, end other phones' passes to the owner's link, too."""
    now = timezone.now()
    links = AccessLink.objects.filter(table=access.table, role=Role.SCORE, revoked_at=None)
    if access.link.api_token_id:
        links = links.exclude(api_token=access.link.api_token_id)  # an account's own token goes on as before
    closed = list(links.values_list("pk", flat=True))
    links.update(revoked_at=now)
    if access.role == Role.OWNER and access.device is not None:
        passes = _other_owner_passes(access)
        closed += set(passes.values_list("link", flat=True))
        passes.update(ended_at=now)
    transaction.on_commit(partial(_close, closed), robust=True)


def _other_owner_passes(access: Access) -> QuerySet[Pass]:
    """Return the passes of other phones to the owner's link."""
    passes = Pass.objects.filter(link__table=access.table, link__role=Role.OWNER, ended_at=None)
    return passes.exclude(device=access.device)


def _close(links: Collection[int]) -> None:
    for link in links:
        live.publish_revocation(link)


def _nonce(table: Table, revision: int) -> str:
    """Return the nonce of the link made with an entry: a retry derives the same secret if the first answer was lost."""
    return hash_secret(f"handover:{table.pk}:{revision}")[:32]


def _link_made_at(table: Table, revision: int) -> MadeLink:
    secret = derived_secret(_nonce(table, revision))
    return MadeLink(AccessLink.objects.get(table=table, secret_hash=hash_secret(secret)), secret)
