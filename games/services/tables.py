"""Start a table, with its seats, its links and its first game; switch its strict mode."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from games.models import Account, Device, Entry, HouseRules, Pass, Player, Role, Seat, Table
from games.permissions import Access
from games.refusals import Refused
from games.rules.game import Tally
from games.rules.ledger import GameStarted, facts
from games.rules.names import folded
from games.rules.ruleset import preset_named
from games.rules.settlement import Standing
from games.selectors.secrets import secret_of
from games.services.house_rules import SECRET_KEY_LENGTH, note_use
from games.services.keys import check_key
from games.services.ledger import OpenLedger
from games.services.links import link_labels, make_link


@dataclass(frozen=True, slots=True)
class StartedTable:
    """A new table, the access of whoever started it, and the secrets of its three links by role."""

    access: Access
    secrets: Mapping[Role, str]


@transaction.atomic(durable=True)
def start_table(
    *,
    names: Sequence[str],
    preset: str,
    house_rules: Mapping[str, object],
    dealer: int | None,
    title: str = "",
    rules_title: str = "",
    saved: HouseRules | None = None,
    opening: Standing | None = None,
    strict: bool = False,
    device: Device | None = None,
    account: Account | None = None,
    key: str = "",
) -> StartedTable:
    """Start a table with ``names`` in seat order, and its first game.

    ``names`` are clean and no two alike, and their number suits the rules (the forms see to it); ``dealer`` is the seat
    that deals first, None to draw for it. ``rules_title`` is what the house calls rules of its own, and ``saved`` where
    it keeps them, for the device to be offered them again. ``opening`` is the score of a game that began on paper, by
    side; it is part of the start and cannot be undone. At a ``strict`` table nothing hints what could have been better.
    ``account`` owns it by its tokens.
    ``key`` makes a retry the same table, also on a second tap that
    left before the first brought the device its cookie: whoever knows the random key of a form has that form. Raises
    Illegal for rules that cannot be, Refused for a key that is none or that started another table
    ("idempotency_key_reused"), and for an opening where no game can begin: with several columns ("invalid_value") and
    at the target ("target_reached").
    """
    rules = preset_named(preset).at_a_table(len(names), house_rules)
    body = GameStarted(rules, preset, dealer or 0, rules_title, opening)
    check_opening(body, len(names))
    key = key or secrets.token_hex(16)
    check_key(key)
    if before := started_before(key, device):
        told = before.access.table.entries.get(revision=1).facts
        seated = list(before.access.table.seats.values_list("player__name", flat=True))
        if (seated, told | {"dealer": 0}) != (list(names), facts(body) | {"dealer": 0}):
            raise Refused("idempotency_key_reused")
        return before
    players = players_named(names, device)
    started, book = open_table(players=players, title=title, device=device, account=account, key=key, strict=strict)
    first = secrets.randbelow(len(names)) if dealer is None else dealer
    book.append(replace(body, dealer=first), game=1)
    if device is not None:
        note_use(device=device, preset=preset, saved=saved)
    return started


def check_opening(start: GameStarted, seats: int) -> None:
    """Raise Refused where a game cannot begin with the score it brings from paper."""
    if start.opening is None:
        return
    if start.rules.columns > 1:
        raise Refused("invalid_value", what="opening")
    if Tally(start.rules, seats, start.dealer, start.opening).final() is not None:
        raise Refused("target_reached", what=start.rules.target)


def set_strict(*, access: Access, strict: bool) -> None:
    """Switch the strict mode of the owner's table on or off, at any time. Raises Refused ("not_allowed")."""
    access.demand("set_strict")
    Table.objects.filter(pk=access.table.pk).update(strict=strict)
    access.table.strict = strict


def open_table(
    *,
    players: Sequence[Player],
    title: str,
    device: Device | None,
    key: str,
    strict: bool = False,
    account: Account | None = None,
) -> tuple[StartedTable, OpenLedger]:
    """A new table with ``players`` in its seats, its links, and its ledger, empty and open for entries under ``key``.

    To be called in the transaction that writes the first of them.
    """
    table = Table.objects.create(name=title, strict=strict, account=account)
    for number, player in enumerate(players):
        Seat.objects.create(table=table, number=number, player=player)
    for role, label in link_labels().items():
        make_link(table=table, role=role, label=label)
    owner = table.links.get(role=Role.OWNER)
    if device is not None:
        Pass.objects.create(device=device, link=owner)
        owner.used_at = timezone.now()
        owner.save(update_fields=["used_at"])
    access = Access(table=table, role=Role.OWNER, link=owner, device=device)
    return StartedTable(access, _secrets(table)), OpenLedger(access, table, key, len(players))


def started_before(key: str, device: Device | None) -> StartedTable | None:
    """The table that was started under ``key``, if one was; ``device`` then has a pass to it."""
    # What came in an archive came by no link.
    started_here = Entry.objects.filter(key=key, revision=1, link__isnull=False)
    entry = started_here.select_related("table", "link").first()
    if (
        entry is None
        or entry.link is None
        or (len(key) < SECRET_KEY_LENGTH and (device is None or entry.device != device))
    ):
        return None
    if device is not None:
        Pass.objects.get_or_create(device=device, link=entry.link)
    return StartedTable(Access(entry.table, Role.OWNER, entry.link, device), _secrets(entry.table))


def players_named(names: Sequence[str], device: Device | None) -> list[Player]:
    """The people of these clean names, as the device knows them."""
    return [_player(name, device) for name in names]


def _player(name: str, device: Device | None) -> Player:
    """The person of that name whom the device has seated before, under the name as it is written now; or a new one."""
    known = Player.objects.filter(remembered_by=device, folded=folded(name)).first() if device else None
    if known is None:
        return Player.objects.create(name=name, folded=folded(name), remembered_by=device)
    if known.name != name:
        known.name = name
        known.save(update_fields=["name"])
    return known


def _secrets(table: Table) -> dict[Role, str]:
    return {Role(link.role): secret_of(link) for link in table.links.order_by("-pk")}
