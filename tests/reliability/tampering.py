"""Random changes by somebody who has the database, but not the server's key; the audit must find each.

Triggers and foreign keys are off, as they are for whoever opens the file with another program. Each change is made by
itself and taken back. Runs in the process of a site.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any, Final

from django.db import connection, models, transaction
from django.db.models import Q

from games.models import (
    Entrant,
    Entry,
    League,
    LeagueEvent,
    Match,
    MatchSide,
    Member,
    Penalty,
    Player,
    RatingStep,
    Season,
    Seat,
    SettledSeat,
    Table,
    guards,
)
from games.rules.ledger import entry_digest
from games.selectors.chains import derived_key, head_mac
from games.selectors.operating.audit import AuditCounts, audit
from games.selectors.operating.audit_chains import EXPLAINED

REPORT_MARK: Final = "Tampered:"
"""What the line begins with that tells how it went."""
_FORGED = derived_key("a secret of somebody else's", 1)


def run(seed: int, changes: int) -> None:
    """Try so many changes of a world, each kind in turn, and print what was found, and what was not."""
    world()
    chance, found, missed = Random(seed), Counter[str](), list[str]()
    clean = _codes()
    kinds = list(KINDS.items())
    for number in range(changes):
        name, change = kinds[number % len(kinds)]
        with _thief():
            if name in OF_GUARDS:
                _guarded_again()
                about = change(chance)
            else:
                about = change(chance)
                _guarded_again()
            codes = _codes() - clean
        if codes:
            found[name] += 1
        else:
            missed.append(f"{name}: {about}")
    report = {"clean": sorted(map(str, clean)), "found": found, "missed": missed}
    print(REPORT_MARK + json.dumps(report))  # noqa: T201 - this is how the other process is told


def world() -> None:
    """Everything that a club has: games of all kinds, and leagues with open and closed seasons."""
    from tests.reliability.sample_nights import everything
    from tests.security.world import make_world

    everything()
    make_world()
    _closed_season()


def _closed_season() -> None:
    """A season that is over: matches that were played and forfeited, and a penalty."""
    from games.rules.league.season import season_rules
    from games.services.season.matches import forfeit
    from games.services.season.penalties import give_penalty
    from games.services.season.season_close import close_season
    from tests.leagues import club
    from tests.makers import gin

    made = club("Ann", "Ben", "Cleo", rules=season_rules({}), house_rules={"target": 30})
    at = {"access": made.access, "season": made.season}
    for names in (("Ann", "Ben"), ("Ben", "Cleo")):
        made.play(made.match(*names), made.phone(names[0]), gin(0, 40))
    away = made.match("Ann", "Cleo")
    forfeit(**at, number=away.number, missing=[made.entrants["Cleo"]], reason="Ill")
    give_penalty(**at, entrant_id=made.entrants["Ben"].pk, points=2, reason="Late", key="late")
    close_season(**at)


def _codes() -> set[tuple[str, str]]:
    """What the audit tells as a difference."""
    return {
        (one.code, f"{sorted(one.location.items())} {sorted(one.details.items(), key=str)}")
        for one in audit(AuditCounts())
        if one.code != EXPLAINED
    }


@contextmanager
def _thief() -> Iterator[None]:
    """Run the block without triggers and foreign keys, and take it all back."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = OFF")
    with transaction.atomic():
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL session_replication_role = replica")
            else:
                guards.remove(connection)
        yield
        transaction.set_rollback(True)


def _guarded_again() -> None:
    """Set the triggers; where PostgreSQL runs this, they only rest."""
    if connection.vendor == "sqlite":
        guards.create_missing(connection)


def _one(chance: Random, rows: "models.QuerySet[Any]") -> Any:
    """Return one of these rows. Raises IndexError where the world has none."""
    return chance.choice(list(rows.order_by("pk")))


def _set(row: Any, **values: Any) -> str:
    """Change columns of a row past the program, and return what was done."""
    type(row)._base_manager.filter(pk=row.pk).update(**values)
    return f"{type(row).__name__} {row.pk}: {values}"


# --- Ledgers and histories --------------------------------------------------------------------------------------------


def _entry_changed(chance: Random) -> str:
    entry = _one(chance, Entry.objects.all())
    values = {
        "kind": "undo" if entry.kind != "undo" else "start",
        "game": entry.game + 99,
        "facts": entry.facts | {"more": 1},
        "result": {"points": {"0": 1}},
        "digest": "0" * 64,
        "key": f"{entry.key}x",
        "reason": f"{entry.reason}x",
        "at": entry.at + timedelta(seconds=1),
        "mac": "0" * 64,
    }
    column = chance.choice(sorted(values))
    return _set(entry, **{column: values[column]})


def _entry_forged(chance: Random) -> str:
    """Another declaration with its own digest, as somebody makes it who knows how."""
    entry = _one(chance, Entry.objects.filter(kind="round"))
    other = _one(chance, Entry.objects.filter(kind="round").exclude(pk=entry.pk))
    digest = entry_digest(entry.kind, entry.game, entry.round, other.facts)
    return _set(entry, facts=other.facts, result=other.result, digest=digest, reason="forged")


def _entry_removed(chance: Random) -> str:
    entry = _one(chance, Entry.objects.all())
    later = Entry.objects.filter(table=entry.table, revision__gt=entry.revision)
    Entry.objects.filter(pk=entry.pk).delete()
    for one in later.order_by("revision"):
        Entry.objects.filter(pk=one.pk).update(revision=one.revision - 1)
    return _set(entry.table, revision=entry.table.revision - 1)


def _entry_added(chance: Random) -> str:
    entry = _one(chance, Entry.objects.all())
    entry.pk, entry.key, entry.revision = None, "added", entry.table.revision + 1
    if entry.kind == "round":
        entry.round = entry.revision  # As a round has one first entry.
    entry.mac = _FORGED.mac("added")
    Entry.objects.bulk_create([entry])
    head = head_mac(_FORGED, entry.table, entry.revision, entry.mac)
    return _set(entry.table, revision=entry.revision, chain_head=head)


def _entries_swapped(chance: Random) -> str:
    table = _one(chance, Table.objects.filter(revision__gt=2))
    one, other = chance.sample(list(Entry.objects.filter(table=table)), 2)
    names = ("kind", "game", "round", "facts", "result", "digest", "reason", "at", "chain_key", "mac")
    values = [{name: getattr(row, name) for name in names} for row in (one, other)]
    # Not both at once, for the same reason.
    Entry.objects.filter(pk=one.pk).update(kind="start", round=None)
    return _set(other, **values[0]) + _set(one, **values[1])


def _ledger_truncated(chance: Random) -> str:
    table = _one(chance, Table.objects.filter(revision__gt=1))
    kept = chance.randrange(1, table.revision)
    Entry.objects.filter(table=table, revision__gt=kept).delete()
    last = Entry.objects.get(table=table, revision=kept)
    return _set(table, revision=kept, chain_head=head_mac(_FORGED, table, kept, last.mac))


def _event_changed(chance: Random) -> str:
    event = _one(chance, LeagueEvent.objects.all())
    values = {
        "kind": "renamed" if event.kind != "renamed" else "erased",
        "facts": event.facts | {"more": 1},
        "reason": f"{event.reason}x",
        "match_number": (event.match_number or 0) + 1,
        "at": event.at + timedelta(seconds=1),
        "mac": "0" * 64,
    }
    column = chance.choice(sorted(values))
    return _set(event, **{column: values[column]})


def _event_removed(chance: Random) -> str:
    event = _one(chance, LeagueEvent.objects.all())
    LeagueEvent.objects.filter(pk=event.pk).delete()
    return str(event.pk)


def _event_added(chance: Random) -> str:
    event = _one(chance, LeagueEvent.objects.all())
    owner = event.season or event.league
    event.pk, event.number, event.mac = None, owner.history_length + 1, _FORGED.mac("added")
    LeagueEvent.objects.bulk_create([event])
    return _set(owner, history_length=event.number, history_head=head_mac(_FORGED, owner, event.number, event.mac))


def _history_truncated(chance: Random) -> str:
    season = _one(chance, Season.objects.filter(history_length__gt=1))
    kept = chance.randrange(1, season.history_length)
    LeagueEvent.objects.filter(season=season, number__gt=kept).delete()
    last = LeagueEvent.objects.get(season=season, number=kept)
    return _set(season, history_length=kept, history_head=head_mac(_FORGED, season, kept, last.mac))


def _ledger_removed(chance: Random) -> str:
    table = _one(chance, Table.objects.filter(revision__gt=0, settled=None))
    Entry.objects.filter(table=table).delete()
    return _set(table, revision=0, chain_head="")


def _history_removed(chance: Random) -> str:
    owner = _one(chance, chance.choice((League, Season)).objects.all())
    events = owner.events.all() if isinstance(owner, Season) else owner.events.filter(season=None)
    events.delete()
    return _set(owner, history_length=0, history_head="")


# --- What is derived, and what guards it ------------------------------------------------------------------------------


def _settled_changed(chance: Random) -> str:
    row = _one(chance, SettledSeat.objects.all())
    column = chance.choice(("points", "total", "boxes", "hands_won", "rounds", "gins", "knocks", "undercuts"))
    return _set(row, **{column: getattr(row, column) + 1})


def _side_of_a_table_changed(chance: Random) -> str:
    row = _one(chance, MatchSide.objects.filter(match__state="played").exclude(match__table=None))
    column = chance.choice(("points", "boxes", "gins", "games"))
    return _set(row, **{column: getattr(row, column) + 1})


def _rating_changed(chance: Random) -> str:
    row = _one(chance, RatingStep.objects.all())
    return _set(row, mu=row.mu + 1)


def _trigger_gone(chance: Random) -> str:
    table, name, _ = chance.choice(guards.wanted(connection.vendor))
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))
    return name


def _trigger_hollow(chance: Random) -> str:
    table, name, body = chance.choice(
        [
            one
            for one in guards.wanted(connection.vendor)
            if "BEFORE UPDATE ON" in one[2] or "BEFORE DELETE ON" in one[2]
        ]
    )
    word, never = (" EXECUTE", " WHEN (FALSE)") if connection.vendor == "postgresql" else (" BEGIN", " WHEN 0")
    head, tail = body.split(word, 1)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))
        cursor.execute(f"CREATE TRIGGER {name} {head.partition(' WHEN ')[0]}{never}{word}{tail}")
    return name


# --- What is finished -------------------------------------------------------------------------------------------------


def _player_renamed(chance: Random) -> str:
    return _set(_one(chance, Player.objects.filter(settled__isnull=False).distinct()), name="Zed")


def _seats_swapped(chance: Random) -> str:
    settled = _one(chance, SettledSeat.objects.filter(seat=0))
    one, other = Seat.objects.filter(table=settled.table).order_by("number")[:2]
    Seat.objects.filter(pk=one.pk).update(number=99)
    return _set(other, number=one.number) + _set(one, number=other.number)


_CLOSED = Q(season__closed_at__isnull=False)


def _member_renamed(chance: Random) -> str:
    entered = Member.objects.filter(entries__season__closed_at__isnull=False).distinct()
    return _set(_one(chance, entered), name="Zed")


def _closed_side_changed(chance: Random) -> str:
    row = _one(chance, MatchSide.objects.filter(match__season__closed_at__isnull=False))
    column, value = chance.choice((("points", row.points + 1), ("boxes", row.boxes + 1), ("outcome", "draw")))
    return _set(row, **{column: value})


def _closed_penalty_changed(chance: Random) -> str:
    row = _one(chance, Penalty.objects.filter(_CLOSED))
    return _set(row, points=row.points + 1)


def _closed_match_changed(chance: Random) -> str:
    row = _one(chance, Match.objects.filter(_CLOSED, night__isnull=False))
    column, value = chance.choice(
        (("night", row.night + timedelta(days=1)), ("number", 99), ("stopped", not row.stopped))
    )
    return _set(row, **{column: value})


def _closed_entrant_changed(chance: Random) -> str:
    row = _one(chance, Entrant.objects.filter(_CLOSED))
    return _set(row, **chance.choice(({"seed": 7}, {"withdrawn_on": row.joined_on})))


def _closed_season_changed(chance: Random) -> str:
    row = _one(chance, Season.objects.filter(closed_at__isnull=False))
    values = ({"rules": row.rules | {"win": 7}}, {"house_rules": {"target": 7}}, {"name": "Zed"}, {"preset": "ginski"})
    return _set(row, **chance.choice(values))


def _seal_forged(chance: Random) -> str:
    """Another name with a seal that suits it: all but the code can be made by anybody."""
    from games.services.sharing.seals import seal_game

    settled = _one(chance, SettledSeat.objects.all())
    Player.objects.filter(pk=settled.player_id).update(name="Zed")
    seal = seal_game(settled.table, settled.game)
    return _set(seal, mac=_FORGED.mac("seal"))


KINDS: Final[dict[str, Callable[[Random], str]]] = {
    "an entry changed": _entry_changed,
    "an entry forged": _entry_forged,
    "an entry removed": _entry_removed,
    "an entry added": _entry_added,
    "two entries swapped": _entries_swapped,
    "a ledger truncated": _ledger_truncated,
    "a ledger removed": _ledger_removed,
    "an event changed": _event_changed,
    "an event removed": _event_removed,
    "an event added": _event_added,
    "a history truncated": _history_truncated,
    "a history removed": _history_removed,
    "a settled row changed": _settled_changed,
    "a result of a match changed": _side_of_a_table_changed,
    "a rating changed": _rating_changed,
    "a trigger gone": _trigger_gone,
    "a hollow trigger": _trigger_hollow,
    "a player renamed": _player_renamed,
    "seats swapped": _seats_swapped,
    "a member of a closed season renamed": _member_renamed,
    "a side of a closed season": _closed_side_changed,
    "a penalty of a closed season": _closed_penalty_changed,
    "a match of a closed season": _closed_match_changed,
    "an entrant of a closed season": _closed_entrant_changed,
    "a closed season": _closed_season_changed,
    "a seal forged": _seal_forged,
}
"""What is done to the database; each returns what it did."""
OF_GUARDS: Final = {"a trigger gone", "a hollow trigger"}
"""The kinds that change the triggers themselves, not rows."""
