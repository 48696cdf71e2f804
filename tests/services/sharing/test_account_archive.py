"""Importing an account's archive: its tables and leagues are restored once, and altered files are refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import AccessLink, Account, Entry, Member, Player, Report, Role, Seat, SettledSeat, Table
from games.rules.ledger import entry_digest
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.json_stream import archive_pieces, json_pieces
from games.selectors.sharing.table_archive import table_archive
from games.selectors.table.ledger import sheet_of
from games.services.league.member_erase import erase_member
from games.services.sharing.account_archive import import_archive
from games.services.sharing.archives import ArchiveError
from games.services.sharing.links import create_link, revoke_link
from games.services.table.games import change_players, start_game, undo
from tests.leagues import account, archive_text, club
from tests.makers import Phone, correct, differences_at, enter, gin, join, knock, outcome, sheet, start, void

pytestmark = pytest.mark.django_db


def text_of(one: Account | Table) -> str:
    """The archive of an account or a table, as it is saved."""
    value = account_archive(one) if isinstance(one, Account) else table_archive(one)
    return "".join(archive_pieces(value))


def evening(owner: Account) -> Phone:
    """A table with everything that a ledger can contain, and reports beside it."""
    ann = start("Ann", "Zoë 🧑🏽‍🚀", label="Ann's phone")
    ben = join(ann, Role.SCORE, "Ben's phone")
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60)):
        enter(ann, declaration)
    enter(ben, gin(1, 30), number=2)
    assert outcome(lambda: enter(ben, gin(1, 31), number=3)) == "round_conflict"
    correct(ann, 1, knock(0, 8, 20), reason="a card was under the table")
    void(ann, 2)
    undo(access=ann.access, key="u", revision=ann.table.revision)
    enter(ann, knock(0, 2, 50))
    start_game(access=ann.access, key="again", preset="hollywood", house_rules={})
    enter(ben, gin(1, 12))
    made = create_link(access=ann.access, role=Role.WATCH, label="The kitchen")
    revoke_link(access=ann.access, link_id=create_link(access=ann.access, role=Role.WATCH, label="Gone").link.pk)
    assert made.link.label == "The kitchen"
    Table.objects.filter(pk=ann.table.pk).update(account=owner, name="Friday", strict=True)
    return ann


def ledger(table: Table) -> list[tuple[Any, ...]]:
    """The entries, but for what hangs on this installation."""
    fields = ("revision", "kind", "game", "round", "facts", "result", "digest", "key", "reason", "by", "at")
    return list(Entry.objects.filter(table=table).order_by("revision").values_list(*fields))


def everything() -> list[int]:
    """How many rows there are of what an archive may bring."""
    return [model.objects.count() for model in (Table, Entry, Seat, Player, AccessLink, Report, SettledSeat, Member)]


def test_a_table_comes_back_entry_by_entry_with_links_of_its_own() -> None:
    olga, otto = account("Olga"), account("Otto")
    ann = evening(olga)
    (brought,) = import_archive(account=otto, text=text_of(ann.table)).tables
    table = brought.table
    assert brought.new
    assert ledger(table) == ledger(ann.table)
    assert (table.name, table.strict, table.account, table.created_at) == ("Friday", True, otto, ann.table.created_at)
    assert json.loads(text_of(table))["reports"] == json.loads(text_of(ann.table))["reports"] != []
    assert list(table.links.values_list("role", "label").order_by("pk")) == [
        *(("owner", "Owner"), ("score", "Scorers"), ("watch", "Spectators"), ("watch", "The kitchen"))
    ]
    assert not set(table.links.values_list("secret_hash")) & set(ann.table.links.values_list("secret_hash"))
    assert differences_at(table) == []
    copy = Phone(ann.access.__class__(table, Role.OWNER, table.links.get(role=Role.OWNER), None), "", {})
    assert sheet(copy) == sheet(ann)
    # It goes on there, and here.
    enter(copy, gin(0, 9))
    assert differences_at(table) == []
    assert ann.table.revision + 1 == Table.objects.get(pk=table.pk).revision


def test_people_who_joined_and_left_come_back_with_their_games() -> None:
    olga, otto = account("Olga"), account("Otto")
    ann = start()
    enter(ann, gin(0, 80))
    for key, names in (("oops", ["Ann", "Cloe"]), ("join", ["Ann", "Cleo"])):
        change_players(access=ann.access, key=key, revision=ann.table.revision, names=names)
    start_game(access=ann.access, key="next")
    enter(ann, gin(1, 90))
    Table.objects.filter(pk=ann.table.pk).update(account=olga)
    archive = text_of(ann.table)
    (brought,) = import_archive(account=otto, text=archive).tables
    assert ledger(brought.table) == ledger(ann.table)
    assert [game.seating for game in sheet_of(brought.table).games] == [(0, 1), (0, 3)]
    assert differences_at(brought.table) == []
    # Without its last person, or with others in a game than were entered for it, it isn't the same evening.
    for damage in (
        lambda data: data["seats"].pop(),
        lambda data: data["entries"][3]["facts"].update(people=2),
        lambda data: data["entries"][4]["facts"].update(players=[1, 3]),
    ):
        data = json.loads(archive)
        damage(data)
        for entry in data["entries"]:
            entry["digest"] = entry_digest(entry["kind"], entry["game"], entry["round"], entry["facts"])
        with pytest.raises(ArchiveError):
            import_archive(account=otto, text=json.dumps(data | {"id": "another"}))


def test_imported_people_are_new_here_and_each_stays_one_person() -> None:
    olga, otto = account("Olga"), account("Otto")
    for _ in range(2):
        ann = start("Ann", "Ben")
        Table.objects.filter(pk=ann.table.pk).update(account=olga)
    first, second = Table.objects.filter(account=olga).order_by("pk")
    shared = first.seats.get(number=0).player
    second.seats.filter(number=0).update(player=shared)
    brought = [one.table for one in import_archive(account=otto, text=text_of(olga)).tables]
    people = [[seat.player_id for seat in table.seats.order_by("number")] for table in brought]
    assert people[0][0] == people[1][0]
    assert people[0][1] != people[1][1]
    assert not {pk for seats in people for pk in seats} & set(first.seats.values_list("player", flat=True))
    assert Account.objects.count() == 2


@pytest.mark.usefixtures("sealed")
def test_an_account_comes_back_as_it_was_and_once() -> None:
    olga, otto = account("Olga"), account("Otto")
    evening(olga)
    tuesday = club(house_rules={"target": 30})
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(0, 40))
    tuesday.league.offices.update(account=olga)
    text = text_of(olga)
    assert "@" not in text.replace("\\u", "")
    brought = import_archive(account=otto, text=text)
    assert ([one.new for one in brought.tables], [one.new for one in brought.leagues]) == ([True], [True])
    there = json.loads(text_of(otto))
    here = json.loads(text)
    for archive in (there, here):
        for one in (*archive["tables"], *archive["leagues"]):
            one.pop("id")
        for table in archive["tables"]:
            table["links"] = [(link["role"], link["label"]) for link in table["links"] if not link["revoked_at"]]
    assert there["tables"] == here["tables"]
    assert there["leagues"] == here["leagues"]
    before = everything()
    again = import_archive(account=otto, text=json.dumps(json.loads(text), indent=1))
    assert ([one.new for one in again.tables], [one.new for one in again.leagues]) == ([False], [False])
    # The parts are recognized on their own, too.
    assert not import_archive(account=otto, text=json.dumps(json.loads(text)["tables"][0])).tables[0].new
    assert not import_archive(account=otto, text=archive_text(tuesday.league)).leagues[0].new
    assert everything() == before


def _entry(number: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: data["tables"][0]["entries"][number - 1]


TAMPERED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.update(format="x"), "it isn't an account"),
    (lambda d: d.update(version=2), "or it comes from a newer version"),
    (lambda d: d.update(tables={}), "tables isn't a list"),
    (lambda d: d["tables"].append(7), "tables isn't a list"),
    (lambda d: d["tables"][0].pop("seats"), "table 1: something is missing"),
    (lambda d: d["tables"][0]["seats"].pop(), "table 1: table"),
    (lambda d: d["tables"][0].update(strict=1), "neither true nor false"),
    (lambda d: d["tables"][0].update(report_count=-1), "report_count isn't a number"),
    (lambda d: d["tables"][0]["seats"][0].update(name="\u202e"), "some of its text can't be displayed"),
    (lambda d: d["tables"][0]["seats"][0].update(name=" "), "a value isn't valid"),
    (lambda d: d["tables"][0]["links"][0].update(role="king"), "something is missing or has the wrong type"),
    (lambda d: d["tables"][0]["links"].extend(d["tables"][0]["links"][:1] * 20), "more than 20 links"),
    (lambda d: _entry(2)(d)["facts"].update(ender=1), "entry 2 of table"),
    (lambda d: _entry(2)(d).update(digest="0" * 64), "entry 2 of table"),
    (lambda d: d["tables"][0]["entries"].pop(1), "entry 2 of table"),
    (lambda d: _entry(2)(d)["result"]["points"].update({"0": 99}), "result_wrong"),
    (lambda d: _entry(2)(d).update(by="x" * 61), "a value isn't valid"),
    (lambda d: _entry(2)(d).update(at="noon"), "something is missing or has the wrong type"),
    (lambda d: _entry(3)(d).update(key=d["tables"][0]["entries"][1]["key"]), "stored under one key"),
    (lambda d: d["tables"][0]["reports"][0]["facts"].update(ender=0), "report 1 of table"),
    (lambda d: d["tables"][0]["reports"][0]["result"]["points"].update({"0": 99}), "has the wrong score"),
    (lambda d: d["tables"][0].update(entries=[]), "its entries do not form a score sheet"),
    (lambda d: d["tables"][0]["entries"].extend([_entry(1)(d)] * 5_000), "has more than 5000 entries"),
    (lambda d: d["tables"][0]["seats"].extend(d["tables"][0]["seats"] * 50), "has more than 24 seats"),
    (lambda d: d["tables"][0].update(version=99), "it isn't a table archive"),
]
"""Changes to an archive, and what the refusal says."""


def test_tampered_archive_imports_nothing(subtests: pytest.Subtests) -> None:
    olga, otto = account("Olga"), account("Otto")
    evening(olga)
    text, before = text_of(olga), everything()
    for number, (change, expected) in enumerate(TAMPERED):
        data = json.loads(text)
        change(data)
        with subtests.test(expected=expected, number=number):
            with pytest.raises(ArchiveError) as bad:
                import_archive(account=otto, text=json.dumps(data))
            assert expected in str(bad.value)
            assert everything() == before


def test_a_ledger_that_was_forged_with_its_digest_is_still_refused() -> None:
    """A forger who recomputes the digest must also recompute the score, and the round must be legal."""
    olga, otto = account("Olga"), account("Otto")
    evening(olga)
    data = json.loads(text_of(olga))
    entry = _entry(2)(data)
    entry["facts"]["deadwood"]["0"] = 40
    entry["digest"] = entry_digest("round", 1, 1, entry["facts"])
    with pytest.raises(ArchiveError, match=r"round_illegal: .*entry 2"):
        import_archive(account=otto, text=json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '"table"', "{}"])
def test_invalid_archive_file_is_reported(text: str) -> None:
    with pytest.raises(ArchiveError):
        import_archive(account=account(), text=text)


def test_large_archives_are_read_and_written_in_pieces() -> None:
    taken: list[int] = []

    def numbers() -> Any:
        for number in range(5):
            taken.append(number)
            yield {"n": number}

    pieces = json_pieces({"a": 1, "many": numbers()})
    while not taken:
        next(pieces)
    assert taken == [0]
    assert "".join(pieces).endswith("]}")
    assert taken == list(range(5))
    olga = account("Olga")
    for _ in range(3):
        Table.objects.filter(pk=start().table.pk).update(account=olga)
    value = account_archive(olga)
    with CaptureQueriesContext(connection) as queries:
        tables = value["tables"]
        first = next(tables)
    assert first["seats"]
    assert not [query for query in queries.captured_queries if "games_entry" in query["sql"]]
    assert len(list(tables)) == 2


def test_the_phone_of_somebody_who_was_erased_has_no_name_in_an_archive() -> None:
    tuesday = club(house_rules={"target": 30})
    ann = tuesday.phone("Ann")
    tuesday.play(tuesday.match("Ann", "Ben"), ann, gin(0, 40))
    label = Entry.objects.filter(kind="round").get().by
    erase_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    entries = json.loads(archive_text(tuesday.league))["seasons"][0]["matches"][0]["entries"]
    assert label not in {entry["by"] for entry in entries}
