"""The scoring goes to another phone: the ones before may write no more, and the sheet says so."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import live
from games.models import AccessLink, Entry, EntryKind, OwnSeat, Pass, Role, Table
from games.permissions import Access
from games.refusals import Refused
from games.rules.ledger import HandedOver
from games.selectors.access import hashed
from games.selectors.secrets import derived_secret
from games.services.ledger import OpenLedger, Written, open_ledger
from games.services.links import MadeLink, make_link
from games.services.security_log import tell


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What taking over came to: the entry, and the one link to score that is left, with its secret."""

    written: Written
    made: MadeLink


def allow_takeover(*, access: Access, allowed: bool) -> None:
    """Let the players of the owner's table take over the scoring, or no more. Raises Refused ("not_allowed")."""
    access.demand("allow_takeover")
    Table.objects.filter(pk=access.table.pk).update(takeover=allowed)
    access.table.takeover = allowed


def take_over(*, access: Access, key: str, player: int | None = None) -> TakenOver:
    """Let the phone of ``access`` keep the score, on which ``player`` (his number at the table) says he is.

    Every link to score is switched off, with all phones that came by it, and a new one made; this phone has it. The
    link of the owner stays; where it is his phone that takes over, other phones that came by it lose their passes. What
    they wrote stays, and what waits on them they keep: let in again, they may send it. Raises Refused ("not_allowed",
    "invalid_value" for a phone of nobody who plays here).
    """
    with open_ledger(access=access, key=key, action="take_over") as book:
        if again := book.replayed(EntryKind.HANDOVER):
            return TakenOver(again, _made_at(book.table, again.revision))
        # The owner may have changed his mind since this was asked for.
        replace(access, table=book.table).demand("take_over")
        if player is None and access.role != Role.OWNER:
            raise Refused("invalid_value", what="player")
        if player is not None and not 0 <= player < book.seats:
            raise Refused("invalid_value", what="player")
        was = _last_of_others(access)
        _end_others(access)
        nonce = _nonce(book.table, book.table.revision + 1)
        made = make_link(table=book.table, role=Role.SCORE, label=access.label, nonce=nonce)
        _settle_in(book, made.link, player)
        written = book.append(HandedOver(player, was), game=book.sheet.current.number)
        tell("handover", table=book.table.public_id, link=made.link.pk, by=access.link.pk, revision=written.revision)
        return TakenOver(written, made)


def _settle_in(book: OpenLedger, link: AccessLink, player: int | None) -> None:
    """Let the phone come by the new link, under which the entry is written; the owner's came by his own."""
    access = book.access
    if access.device is not None and player is not None:
        OwnSeat.objects.update_or_create({"player": player}, table=book.table, device=access.device)
    if access.role == Role.OWNER:
        return
    if access.device is not None:
        Pass.objects.create(device=access.device, link=link)
    book.access = Access(book.table, Role.SCORE, link, access.device)


def _last_of_others(access: Access) -> int | None:
    """The revision of the newest entry that another phone, or program, made."""
    entries = Entry.objects.filter(table=access.table)
    own = entries.filter(device=access.device) if access.device else entries.filter(device=None, link=access.link)
    others = entries.exclude(pk__in=own.values("pk"))
    return others.order_by("-revision").values_list("revision", flat=True).first()


def _end_others(access: Access) -> None:
    """Switch off every link to score; on the owner's phone also end what other phones have by his link."""
    now = timezone.now()
    links = AccessLink.objects.filter(table=access.table, role=Role.SCORE, revoked_at=None)
    if access.link.api_token_id:
        links = links.exclude(api_token=access.link.api_token_id)  # an account's own token goes on as before
    closed = list(links.values_list("pk", flat=True))
    links.update(revoked_at=now)
    if access.role == Role.OWNER and access.device is not None:
        passes = _owners(access)
        closed += set(passes.values_list("link", flat=True))
        passes.update(ended_at=now)
    transaction.on_commit(partial(_close, closed), robust=True)


def _owners(access: Access) -> QuerySet[Pass]:
    """What other phones have by a link of the owner."""
    passes = Pass.objects.filter(link__table=access.table, link__role=Role.OWNER, ended_at=None)
    return passes.exclude(device=access.device)


def _close(links: Collection[int]) -> None:
    for link in links:
        live.close_link(link)


def _nonce(table: Table, revision: int) -> str:
    """What the secret of the link is made of that came with an entry: told again where the first answer was lost."""
    return hashed(f"handover:{table.pk}:{revision}")[:32]


def _made_at(table: Table, revision: int) -> MadeLink:
    secret = derived_secret(_nonce(table, revision))
    return MadeLink(AccessLink.objects.get(table=table, secret_hash=hashed(secret)), secret)
