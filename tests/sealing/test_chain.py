"""Every write is sealed, and every change made outside the application is found and named."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import override_settings

from games.models import (
    Device,
    Entry,
    EntrySeal,
    Player,
    RowSeal,
    SealAction,
    SealHead,
    SealSalt,
    Table,
)
from games.rules.ledger import entry_digest
from games.sealing.backfill import seal_existing_rows
from games.sealing.pending import marked_as_imported
from games.sealing.writing import current_key
from games.selectors import caching
from games.selectors.operating.audit_seals import audit_seals, sealed_since
from games.services.league.member_erase import erase_member
from games.services.league.members import rename_member
from games.services.season.penalties import give_penalty
from games.services.sharing.league_archive import import_league
from tests.leagues import archive_text, club
from tests.makers import Phone, enter, gin, knock, start


def found(only: Table | None = None) -> list[tuple[str, Any]]:
    """The codes of all differences, with their columns if any."""
    return [(one.code, one.details.get("columns")) for one in audit_seals(only)]


def codes() -> set[str]:
    return {code for code, _ in found()}


@pytest.fixture
def past() -> Callable[..., int]:
    """Write past the program: the first time every trigger is taken off. They come back with the end of the test."""

    def write(statement: str, values: Sequence[object] = ()) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
            cursor.execute(statement, values)
            return int(cursor.rowcount)

    return write


@pytest.fixture
def ann() -> Phone:
    """A table with three rounds."""
    phone = start()
    for declaration in (knock(0, 3, 20), gin(1, 12), knock(1, 4, 9)):
        enter(phone, declaration)
    assert found() == []
    return phone


# --- Entries ----------------------------------------------------------------------------------------------------------


def test_every_entry_has_a_seal_over_the_one_before(ann: Phone) -> None:
    assert EntrySeal.objects.count() == Entry.objects.count() == 4
    assert EntrySeal.objects.values("mac").distinct().count() == 4
    head = SealHead.objects.get(chain=f"ledger:{ann.table.pk}")
    assert (head.length, head.mac) == (4, EntrySeal.objects.get(entry__revision=4).mac)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("key", "another"),
        ("reason", "because"),
        ("at", "2026-01-06 19:00:00"),
        ("device_id", None),
        ("link_id", None),
        ("kind", "correction"),
        ("game", 2),
        ("round", 7),
        ("digest", "0" * 64),
        ("result", '{"points": {}}'),
    ],
)
def test_a_column_of_an_entry_that_was_changed_is_found(
    ann: Phone, past: Callable[..., int], column: str, value: object
) -> None:
    assert past(f"UPDATE games_entry SET {column} = %s WHERE revision = 3", [value])
    assert codes() == {"entry_differs"}


def test_changed_name_beside_an_entry_is_reported(ann: Phone, past: Callable[..., int]) -> None:
    past("UPDATE games_entry SET by = 'Cleo''s phone' WHERE revision = 3")
    assert codes() == {"entry_name_differs"}


def test_a_forged_round_with_its_own_digest_is_found(ann: Phone, past: Callable[..., int]) -> None:
    row = Entry.objects.get(revision=3)
    facts = row.facts | {"deadwood": {"0": 40, "1": 0}}
    digest = entry_digest(row.kind, row.game, row.round, facts)
    past("UPDATE games_entry SET facts = %s, digest = %s WHERE revision = 3", [json.dumps(facts), digest])
    assert codes() == {"entry_differs"}


def test_a_missing_tail_is_found(ann: Phone, past: Callable[..., int]) -> None:
    for statement in (
        "DELETE FROM games_entryseal WHERE entry_id = (SELECT id FROM games_entry WHERE revision = 4)",
        "DELETE FROM games_entry WHERE revision = 4",
        "UPDATE games_table SET revision = 3",
    ):
        assert past(statement)
    assert codes() == {"chain_cut"}
    assert [one.code for one in audit_seals(ann.table)] == ["chain_cut"]


def test_a_tail_that_was_cut_with_its_head_is_found(ann: Phone, past: Callable[..., int]) -> None:
    past("DELETE FROM games_entryseal WHERE entry_id = (SELECT id FROM games_entry WHERE revision = 4)")
    past("DELETE FROM games_entry WHERE revision = 4")
    mac = EntrySeal.objects.get(entry__revision=3).mac
    past("UPDATE games_sealhead SET length = 3, mac = %s WHERE chain LIKE 'ledger:%%'", [mac])
    assert codes() == {"head_wrong"}


def test_two_entries_that_were_swapped_are_found(ann: Phone, past: Callable[..., int]) -> None:
    for number, other in ((3, 99), (4, 3), (99, 4)):
        assert past("UPDATE games_entry SET revision = %s WHERE revision = %s", [other, number])
    assert codes() >= {"entry_differs"}


def test_an_entry_of_another_time_with_its_own_seal_is_found_by_the_one_after(past: Callable[..., int]) -> None:
    phone = start()
    savepoint = transaction.savepoint()
    enter(phone, knock(0, 3, 60))
    row = Entry.objects.filter(revision=2).values("facts", "result", "digest", "key", "at").get()
    seal = EntrySeal.objects.filter(entry__revision=2).values("by", "mac").get()
    transaction.savepoint_rollback(savepoint)
    caching.clear_caches()
    enter(phone, knock(1, 3, 20))
    enter(phone, gin(1, 12))
    assert found() == []
    columns = [json.dumps(row["facts"]), json.dumps(row["result"]), row["digest"], row["key"], str(row["at"])[:26]]
    past("UPDATE games_entry SET facts = %s, result = %s, digest = %s, key = %s, at = %s WHERE revision = 2", columns)
    of_it = "entry_id = (SELECT id FROM games_entry WHERE revision = 2)"
    past(f"UPDATE games_entryseal SET by = %s, mac = %s WHERE {of_it}", [seal["by"], seal["mac"]])
    assert [(one.code, one.location["entry"]) for one in audit_seals()] == [("entry_differs", 3)]


def test_an_entry_that_did_not_come_through_the_program_is_found(ann: Phone, past: Callable[..., int]) -> None:
    columns = "table_id, kind, game, facts, result, digest, reason, device_id, link_id, by, at"
    past(
        f"INSERT INTO games_entry ({columns}, revision, round, key) SELECT {columns}, 5, 4, 'k' "
        "FROM games_entry WHERE revision = 4"
    )
    assert "entry_unsealed" in codes()


# --- Rows -------------------------------------------------------------------------------------------------------------


def test_names_that_were_swapped_are_found(ann: Phone, past: Callable[..., int]) -> None:
    past("UPDATE games_player SET name = CASE name WHEN 'Ann' THEN 'Ben' ELSE 'Ann' END")
    assert found() == [("row_differs", ["name"])] * 2


def test_seats_that_were_swapped_are_found(ann: Phone, past: Callable[..., int]) -> None:
    for number, other in ((0, 9), (1, 0), (9, 1)):
        past("UPDATE games_seat SET number = %s WHERE number = %s", [other, number])
    assert found() == [("row_differs", ["number"])] * 2


def test_deleted_and_inserted_rows_are_found(ann: Phone, past: Callable[..., int]) -> None:
    past("UPDATE games_pass SET id = 77 WHERE id = (SELECT MAX(id) FROM games_pass)")
    assert sorted(codes()) == ["row_gone", "row_unsealed"]


def test_a_league_is_sealed_and_each_change_in_it_found(past: Callable[..., int]) -> None:
    tuesday = club()
    entrant = tuesday.entrants["Ann"].pk
    give_penalty(access=tuesday.access, season=tuesday.season, entrant_id=entrant, points=2, reason="late", key="k")
    fixture = tuesday.fixture("Ann", "Ben")
    assert found() == []
    first = "id = (SELECT MIN(id) FROM games_leagueevent)"
    for statement, column in (
        ("UPDATE games_penalty SET points = 1", "points"),
        ("UPDATE games_penalty SET reason = 'rude'", "reason"),
        ("UPDATE games_season SET rules = '{}'", "rules"),
        ("UPDATE games_fixture SET night = '2026-02-03'", "night"),
        ("UPDATE games_fixture SET number = 9", "number"),
        (f"UPDATE games_leagueevent SET by = 'Cleo' WHERE {first}", "by"),
        (f"UPDATE games_leagueevent SET at = '2026-02-03 19:00:00' WHERE {first}", "at"),
        ("UPDATE games_office SET duty = 'scorer'", "duty"),
        (f"UPDATE games_fixtureside SET points = 9 WHERE fixture_id = {fixture.pk} AND position = 0", "points"),
    ):
        with transaction.atomic():
            past(statement)
            assert found() == [("row_differs", [column])], statement
            transaction.set_rollback(True)


def test_a_seal_that_is_missing_or_changed_is_found(ann: Phone, past: Callable[..., int]) -> None:
    for statement, code in (
        ("DELETE FROM games_rowseal WHERE number = 3 AND chain LIKE 'table:%%'", {"seals_missing", "row_unsealed"}),
        ("UPDATE games_rowseal SET how = 'removed' WHERE number = 3 AND chain = 'site'", {"seal_wrong"}),
        ("UPDATE games_rowseal SET at = '2026-02-03 19:00:00' WHERE number = 3 AND chain = 'site'", {"seal_wrong"}),
        ("DELETE FROM games_sealhead WHERE chain = 'site'", {"head_missing"}),
        ("DELETE FROM games_rowseal WHERE chain LIKE 'table:%%'", {"chain_gone", "row_unsealed"}),
        ("DELETE FROM games_sealsalt", {"salt_missing"}),
        ("DELETE FROM games_sealkey", {"seal_keys_gone"}),
        ("UPDATE games_sealsalt SET salt = %s", {"entry_name_differs", "row_differs"}),
    ):
        with transaction.atomic():
            past(statement, ["ab" * 32] if "%s" in statement else [])
            assert codes() >= code, statement
            transaction.set_rollback(True)


def test_row_written_three_times_is_sealed_once_and_a_rolled_back_one_never() -> None:
    before = RowSeal.objects.count()
    with transaction.atomic():
        player = Player.objects.create(name="Ann", folded="ann")
        for name in ("Anne", "Anna"):
            player.name = name
            player.save()
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            Player.objects.create(name="Ben", folded="ben")
            raise ZeroDivisionError
        assert RowSeal.objects.filter(of="games_player").count() == 0
    assert RowSeal.objects.filter(of="games_player").count() == 1
    assert before == 0
    assert found() == []


def test_bulk_writes_are_sealed() -> None:
    players = Player.objects.bulk_create(Player(name=name, folded=name) for name in "abc")
    Player.objects.filter(name="a").update(name="d")
    for player in players:
        player.folded += "x"
    with transaction.atomic():
        Player.objects.bulk_update(players, ["folded"])
    Player.objects.filter(name="b").delete()
    assert found() == []
    ways = list(RowSeal.objects.filter(of="games_player").order_by("number").values_list("how", flat=True))
    assert ways == ["made"] * 3 + ["changed"] * 4 + ["removed"]


def test_a_reference_that_the_database_empties_is_sealed() -> None:
    device = Device.objects.create(secret_hash="x", label="Ann's phone")
    player = Player.objects.create(name="Ann", folded="ann", remembered_by=device)
    with transaction.atomic():
        device.delete()
    player.refresh_from_db()
    assert player.remembered_by is None
    assert found() == []


# --- Persons ----------------------------------------------------------------------------------------------------------


def test_erasing_a_player_keeps_the_chain_valid_and_removes_the_name(past: Callable[..., int]) -> None:
    tuesday = club()
    phone, fixture = tuesday.phone("Ann"), tuesday.fixture("Ann", "Ben")
    tuesday.play(fixture, phone, knock(0, 5, 10))
    device = Device.objects.get(label="Ann")
    before = set(SealSalt.objects.values_list("pk", flat=True))
    rename_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk, name="Annabel")
    assert found() == []
    erase_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    assert found() == []
    dropped = before - set(SealSalt.objects.values_list("pk", flat=True))
    assert dropped
    assert set(RowSeal.objects.filter(how=SealAction.ERASED).values_list("row", flat=True)) >= set(map(str, dropped))
    assert not SealSalt.objects.filter(pk__in=EntrySeal.objects.filter(entry__device=device).values("salt")).exists()
    stored = [repr(row) for model in (RowSeal, EntrySeal, SealSalt) for row in model.objects.values()]
    assert not [row for row in stored if "Ann" in row]
    # Without the event it would be one.
    past("DELETE FROM games_rowseal WHERE how = 'erased'")
    assert "salt_missing" in codes()


def test_the_same_name_is_sealed_otherwise_for_two_people() -> None:
    for _ in range(2):
        Player.objects.create(name="Ann", folded="ann")
    texts = RowSeal.objects.filter(of="games_player").values_list("said", flat=True)
    names = [json.loads(text)["name"] for text in texts]
    assert names[0][1] != names[1][1]


# --- Imported rows ----------------------------------------------------------------------------------------------------


def test_imported_rows_are_sealed_as_imported() -> None:
    tuesday = club(house_rules={"target": 30})
    tuesday.play(tuesday.fixture("Ann", "Ben"), tuesday.phone("Ann"), knock(0, 5, 40))
    text = archive_text(tuesday.league)
    before = set(Entry.objects.values_list("pk", flat=True))
    league = import_league(account=tuesday.organizer, text=text.replace("Tuesday", "Wednesday"))
    assert found() == []
    assert set(EntrySeal.objects.exclude(entry__in=before).values_list("how", flat=True)) == {"imported"}
    ways = RowSeal.objects.filter(of="games_member", row__in=map(str, league.members.values_list("pk", flat=True)))
    assert set(ways.values_list("how", flat=True)) == {"imported"}


def test_older_rows_are_sealed_once_with_the_time(ann: Phone, past: Callable[..., int]) -> None:
    for name in ("entryseal", "rowseal", "sealhead", "sealkey", "sealsalt"):
        past(f"DELETE FROM games_{name}")
    assert found() == [("not_sealed", None)]
    assert sealed_since() is None
    assert seal_existing_rows() > 10
    assert found() == []
    assert sealed_since() is not None
    assert set(EntrySeal.objects.values_list("how", flat=True)) == {"since"}
    assert seal_existing_rows() == 0
    enter(ann, gin(0, 20))
    assert found() == []
    # What comes later without a seal gets none by another migration.
    past("INSERT INTO games_player (name, folded, created_at) VALUES ('Eve', 'eve', '2026-01-06 19:00:00')")
    assert seal_existing_rows() == 0
    assert codes() == {"row_unsealed"}


def test_a_table_that_was_put_back_to_an_older_state_is_found_by_its_league(past: Callable[..., int]) -> None:
    tuesday = club(house_rules={"target": 30})
    fixture, ann = tuesday.fixture("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(fixture, ann, knock(0, 5, 10))
    chain = f"ledger:{Table.objects.get(fixture=fixture).pk}"
    older = SealHead.objects.filter(chain=chain).values_list("length", "mac", "head").get()
    tuesday.play(fixture, ann, knock(0, 5, 60))
    assert found() == []
    past("DELETE FROM games_entryseal WHERE entry_id IN (SELECT id FROM games_entry WHERE revision > %s)", [older[0]])
    past("DELETE FROM games_entry WHERE revision > %s", [older[0]])
    past("UPDATE games_sealhead SET length = %s, mac = %s, head = %s WHERE chain = %s", [*older, chain])
    assert codes() == {"ledger_put_back"}


# --- Keys -------------------------------------------------------------------------------------------------------------


def test_a_lost_key_cannot_be_checked_and_an_old_one_that_is_known_can(ann: Phone) -> None:
    old, secret = current_key(), settings.SECRET_KEY
    with override_settings(SECRET_KEY="another " * 8):
        assert codes() == {"key_lost"}
        enter(ann, gin(0, 20))
        assert current_key().number == old.number + 1
        assert codes() == {"key_lost"}
        assert EntrySeal.objects.get(entry__revision=5).key == old.number + 1
    with override_settings(SECRET_KEY="another " * 8, SECRET_KEY_FALLBACKS=[secret]):
        assert found() == []


def test_a_new_key_is_begun_by_a_command_and_is_an_event(ann: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    old = current_key().number
    call_command("rotate_seal_key")
    assert f"key {old + 1} from now on" in capsys.readouterr().out
    enter(ann, gin(0, 20))
    assert EntrySeal.objects.get(entry__revision=5).key == old + 1
    assert EntrySeal.objects.get(entry__revision=4).key == old
    assert RowSeal.objects.filter(of="games_sealkey", how=SealAction.MADE).count() == old + 1
    assert found() == []


def test_a_check_value_that_was_changed_hides_nothing(ann: Phone, past: Callable[..., int]) -> None:
    past("UPDATE games_sealkey SET check_value = %s", ["ab" * 32])
    past("UPDATE games_entry SET reason = 'x' WHERE revision = 2")
    assert codes() >= {"row_differs", "entry_differs"}
    assert "key_lost" not in codes()


def test_imported_marking_ends_with_its_block() -> None:
    with marked_as_imported():
        Player.objects.create(name="Ann", folded="ann")
    Player.objects.create(name="Ben", folded="ben")
    assert list(RowSeal.objects.filter(of="games_player").values_list("how", flat=True)) == ["imported", "made"]
