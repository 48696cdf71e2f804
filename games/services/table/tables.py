"""Start a table, with its seats, its links and its first game; switch its strict mode."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from games.models import Account, Device, Entry, HouseRules, Pass, Player, Role, Seat, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.game import GameTally
from games.rules.ledger import GameStarted, entry_facts
from games.rules.names import folded_name
from games.rules.presets import preset_named
from games.rules.settlement import Score
from games.rules.sheet import opening_of
from games.selectors.secrets import secret_of
from games.services.idempotency import SECRET_KEY_LENGTH, check_key
from games.services.rulebook.house_rules import record_use
from games.services.sharing.links import link_labels, make_link
from games.services.sharing.seals import seal_games_of
from games.services.table.ledger import OpenLedger


@dataclass(frozen=True, slots=True)
class StartedTable:
    """A new table: the access of the person who started it, and the secrets of its three links by role."""

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
    opening: Score | None = None,
    strict: bool = False,
    device: Device | None = None,
    account: Account | None = None,
    key: str = "",
) -> StartedTable:
    """Start a table with ``names`` in seat order, and its first game.

    ``names`` are clean and no two alike, and their number suits the rules (the forms check that); ``dealer`` is the
    seat that deals first, None to draw for it. ``rules_title`` names house rules, and ``saved`` is where the device
    stored them. ``opening`` is the score of a game that began on paper, by side; it is part of the start and cannot be
    undone. At a ``strict`` table nothing hints at better plays. ``account`` owns the table through its tokens. ``key``
    makes a retry return the same table, also after a double tap before the first answer gave the device its cookie: the
    random key of a form is known to that form alone. Raises RulesError for contradictory rules, RefusedError for an
    invalid key or one that started another table ("idempotency_key_reused"), and for an opening score that no game can
    begin with: under rules with several columns ("invalid_value") and at the target ("target_reached").
    """
    rules = preset_named(preset).rules_for(len(names), house_rules)
    body = GameStarted(rules, preset, dealer or 0, rules_title, opening)
    check_opening(body, range(len(names)))
    key = key or secrets.token_hex(16)
    check_key(key)
    if device is not None:
        # The second start of a double tap waits for the first, and then finds its table and its players.
        Device.objects.select_for_update().get(pk=device.pk)
    if earlier := find_started_table(key, device):
        first_facts = earlier.access.table.entries.get(revision=1).facts
        seated = list(earlier.access.table.seats.values_list("player__name", flat=True))
        if (seated, first_facts | {"dealer": 0}) != (list(names), entry_facts(body) | {"dealer": 0}):
            raise RefusedError("idempotency_key_reused")
        return earlier
    players = players_named(names, device)
    started, ledger = open_table(players=players, title=title, device=device, account=account, key=key, strict=strict)
    first_dealer = secrets.randbelow(len(names)) if dealer is None else dealer
    ledger.append(replace(body, dealer=first_dealer), game=1)
    if device is not None:
        record_use(device=device, preset=preset, saved=saved)
    return started


def check_opening(start: GameStarted, seating: Sequence[int]) -> None:
    """Raise RefusedError where a game can't begin with its opening score or handicaps; ``seating`` has numbers."""
    opening = opening_of(start, seating)
    if opening is None:
        return
    if start.rules.columns > 1:
        raise RefusedError("invalid_value", what="opening")
    if GameTally(start.rules, len(seating), start.dealer, opening).final() is not None:
        raise RefusedError("target_reached", what=start.rules.target)


def set_strict(*, access: Access, strict: bool) -> None:
    """Switch the strict mode of the owner's table on or off, at any time. Raises RefusedError ("not_allowed")."""
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
    """Make a table with its seats, links and an empty ledger, open for entries under ``key``.

    Call it in the transaction that writes the first of them.
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


def find_started_table(key: str, device: Device | None) -> StartedTable | None:
    """Return the table that was started under ``key``, or None; ``device`` gets a pass to it."""
    # Imported entries have no link.
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
    """Return the players with these clean names: those the device remembers, or new ones."""
    return [_player(name, device) for name in names]


def _player(name: str, device: Device | None) -> Player:
    """Return the device's remembered player of that name, with its spelling updated, or a new player."""
    known = Player.objects.filter(remembered_by=device, folded=folded_name(name)).first() if device else None
    if known is None:
        return Player.objects.create(name=name, folded=folded_name(name), remembered_by=device)
    if known.name != name:
        known.name = name
        known.save(update_fields=["name"])
        seal_games_of(known)
    return known


def _secrets(table: Table) -> dict[Role, str]:
    return {Role(link.role): secret_of(link) for link in table.links.order_by("-pk")}
