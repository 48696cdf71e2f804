"""Issuing seals and checking them later: unchanged, changed, altered; names erased or different."""

import json

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import (
    Entry,
    Match,
    MatchSide,
    Penalty,
    Player,
    Seal,
    SealKind,
    Season,
    Table,
)
from games.rules.seals import canonical, digest_of, documents_in, seal_of
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.json_stream import archive_pieces
from games.selectors.sharing.seal_check import SealCheck, check_seal
from games.selectors.sharing.sealed_documents import sealed_season
from games.selectors.sharing.table_archive import table_archive
from games.services.league.member_erase import erase_member
from games.services.league.members import rename_member
from games.services.season.penalties import give_penalty
from games.services.season.season_close import close_season, reopen_season
from games.services.sharing.account_archive import import_archive
from games.services.sharing.league_archive import import_league
from games.services.sharing.seals import seal_game, seal_season
from games.services.table.games import change_players, reopen_game, start_game, undo
from tests.leagues import Club, account, archive_text, club
from tests.makers import Phone, correct, enter, gin, knock, start


def over() -> Phone:
    """A game that Ann won."""
    ann = start("Ann", "Ben")
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    return ann


def of_game(phone: Phone) -> list[Seal]:
    return list(Seal.objects.filter(kind=SealKind.GAME, table=phone.table))


def state(seal: Seal) -> tuple[str, str]:
    found = checked(seal)
    return found.state, found.names


def checked(seal: Seal) -> SealCheck:
    return check_seal(Seal.objects.select_related("table", "season__league").get(pk=seal.pk))


def guards_off() -> None:
    """Simulate somebody with access to the database. It is rolled back with the test's own transaction."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered while a check of it waits
            for table in ("games_entry", "games_table", "games_seal"):
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


def autumn() -> Club:
    """A season in which a match was played."""
    tuesday = club(house_rules={"target": 30})
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(0, 40))
    give_penalty(
        access=tuesday.access,
        season=tuesday.season,
        entrant_id=tuesday.entrants["Dan"].pk,
        points=1,
        reason="late",
        key="late",
    )
    return tuesday


def closed(tuesday: Club) -> Seal:
    close_season(access=tuesday.access, season=tuesday.season)
    return Seal.objects.get(kind=SealKind.SEASON, season=tuesday.season)


def test_a_game_is_sealed_when_it_ends_and_not_before() -> None:
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60)):
        enter(ann, declaration)
    assert of_game(ann) == []
    enter(ann, knock(0, 2, 50))
    (seal,) = of_game(ann)
    assert (seal.game, seal.revision, seal.table_id) == (1, ann.table.revision, ann.table.pk)
    assert state(seal) == ("as_sealed", "as_sealed")
    # The next game at this table is another one.
    start_game(access=ann.access, key="again", preset="standard", house_rules={})
    enter(ann, gin(1, 12))
    assert of_game(ann) == [seal]
    assert state(seal) == ("as_sealed", "as_sealed")


def test_correction_after_the_end_is_listed_and_not_a_forgery() -> None:
    ann = over()
    (first,) = of_game(ann)
    correct(ann, 1, knock(0, 8, 20), reason="miscounted")
    second = of_game(ann)[-1]
    assert second != first
    found = checked(first)
    assert (found.state, found.names) == ("changed", "as_sealed")
    (change,) = found.changes
    assert (change.text, change.by, change.reason) == ("Round 1 was corrected", "Ann's phone", "miscounted")
    assert state(second) == ("as_sealed", "as_sealed")


def test_a_game_that_goes_on_and_ends_again_has_a_seal_for_each_end() -> None:
    ann = over()
    reopen_game(access=ann.access, key="on", game=1, revision=ann.table.revision)
    assert len(of_game(ann)) == 1
    assert [change.text for change in checked(of_game(ann)[0]).changes] == ["Game 1 was continued"]
    enter(ann, gin(0, 3))
    undo(access=ann.access, key="undo", revision=ann.table.revision)
    assert len(of_game(ann)) == 2
    assert state(of_game(ann)[0])[0] == "changed"


@pytest.mark.parametrize("what", ["facts", "result", "at", "kind", "gone"])
def test_tampered_game_is_reported_as_altered(what: str) -> None:
    ann = over()
    (seal,) = of_game(ann)
    rows = Entry.objects.filter(table=ann.table, revision=3)
    row = rows.get()
    guards_off()
    if what == "gone":
        Entry.objects.filter(table=ann.table, revision=5).delete()
    elif what == "kind":
        rows.update(kind="correction")
    elif what == "at":
        rows.update(at=row.at.replace(microsecond=(row.at.microsecond + 1) % 1_000_000))
    else:
        value = getattr(row, what)
        key = "deadwood" if what == "facts" else "points"
        rows.update(**{what: value | {key: {"0": 1, "1": 1}}})
    assert checked(seal).state == "altered"


def test_forged_seal_record_is_exposed_by_the_printed_seal() -> None:
    ann = over()
    (seal,) = of_game(ann)
    row = Entry.objects.get(table=ann.table, revision=3)
    guards_off()
    Entry.objects.filter(pk=row.pk).update(result=row.result | {"points": {"0": 99, "1": 0}})
    forged = Seal(kind=SealKind.GAME, table=ann.table, game=1, revision=seal.revision)
    made = seal_game(ann.table, 1)
    for name in ("digest", "bare", "names"):
        setattr(forged, name, getattr(made, name))
    Seal.objects.filter(pk=made.pk).delete()
    # Everything beside the seal says what the ledger says now; the seal itself is on paper.
    Seal.objects.filter(pk=seal.pk).update(digest=forged.digest, bare=forged.bare, names=forged.names)
    assert checked(seal).state == "altered"


@pytest.mark.django_db(transaction=True)
def test_the_database_keeps_every_seal() -> None:
    ann = over()
    (seal,) = of_game(ann)
    for write in (
        lambda: Seal.objects.filter(pk=seal.pk).update(revision=1),
        lambda: Seal.objects.filter(pk=seal.pk).update(bare=""),
        lambda: Seal.objects.filter(pk=seal.pk).delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            write()
    if connection.vendor == "sqlite":
        names = ", ".join(f'"{field.column}"' for field in Seal._meta.concrete_fields)
        with pytest.raises(IntegrityError), connection.cursor() as cursor:
            cursor.execute(f"INSERT OR REPLACE INTO games_seal ({names}) SELECT {names} FROM games_seal")
    assert of_game(ann) == [seal]


def test_swapped_names_are_a_forgery_and_an_erased_name_is_not() -> None:
    tuesday = club(house_rules={"target": 30})
    match = tuesday.match("Ann", "Ben")
    tuesday.play(match, tuesday.access, gin(0, 40))
    (seal,) = Seal.objects.filter(kind=SealKind.GAME)
    assert state(seal) == ("as_sealed", "as_sealed")
    erase_member(access=tuesday.access, member_id=tuesday.members["Ben"].pk)
    assert state(seal) == ("as_sealed", "erased")
    # Under the cover of an erased name, another one is changed.
    Player.objects.filter(member=tuesday.members["Ann"]).update(name="Zoe")
    assert state(seal) == ("as_sealed", "different")


def test_names_swapped_at_a_table_are_reported() -> None:
    ann = over()
    (seal,) = of_game(ann)
    one, other = (seat.player for seat in ann.table.seats.order_by("number"))
    Player.objects.filter(pk=one.pk).update(name=other.name)
    Player.objects.filter(pk=other.pk).update(name=one.name)
    assert state(seal) == ("as_sealed", "different")


def test_renamed_member_is_reported_as_a_change_of_name_only() -> None:
    tuesday = autumn()
    seal = closed(tuesday)
    rename_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk, name="Ann Miller")
    assert state(seal) == ("as_sealed", "different")


def test_a_closed_season_is_sealed_and_says_what_was_decided_since() -> None:
    tuesday = autumn()
    seal = closed(tuesday)
    assert seal_season(Season.objects.select_related("league").get(pk=tuesday.season.pk)) == seal
    assert state(seal) == ("as_sealed", "as_sealed")
    erase_member(access=tuesday.access, member_id=tuesday.members["Cleo"].pk)
    assert state(seal) == ("as_sealed", "erased")
    reopen_season(access=tuesday.access, season=tuesday.season)
    found = checked(seal)
    assert found.state == "changed"
    assert [change.by for change in found.changes] == ["Olga"]
    close_season(access=tuesday.access, season=tuesday.season)
    assert Seal.objects.filter(kind=SealKind.SEASON).count() == 2


@pytest.mark.parametrize("what", ["points", "outcome", "penalty", "rules", "seed", "somebody else", "match"])
def test_whatever_decides_a_closed_season_and_nobody_entered_is_altered(what: str) -> None:
    tuesday = autumn()
    seal = closed(tuesday)
    assert checked(seal).state == "as_sealed"
    sides = MatchSide.objects.order_by("position")
    if what == "points":
        sides.filter(position=0).update(points=41)
    elif what == "outcome":
        sides.update(outcome="draw")
    elif what == "penalty":
        Penalty.objects.update(points=2)
    elif what == "rules":
        Season.objects.update(rules=tuesday.season.rules | {"win": 3})
    elif what == "seed":
        tuesday.season.entrants.filter(pk=tuesday.entrants["Ann"].pk).update(seed=1)
    elif what == "somebody else":
        sides.filter(position=0).update(entrant=tuesday.entrants["Cleo"])
    else:
        Match.objects.update(number=5)
    assert checked(seal).state == "altered"


def test_seals_cover_the_same_document_as_the_archives() -> None:
    tuesday = autumn()
    season_seal = closed(tuesday)
    found = {
        seal_of(digest_of(one)): what for what, one in documents_in(json.loads(archive_text(tuesday.league))).items()
    }
    assert found[season_seal.seal] == "season Autumn"
    (game_seal,) = Seal.objects.filter(kind=SealKind.GAME)
    assert found[game_seal.seal] == "season Autumn, match 1, game 1"
    ann = over()
    data = json.loads("".join(archive_pieces(table_archive(ann.table))))
    assert seal_of(digest_of(documents_in(data)["game 1"])) == of_game(ann)[0].seal


def test_somebody_who_joins_later_changes_no_seal_of_a_game_before() -> None:
    ann = over()
    change_players(access=ann.access, key="join", revision=ann.table.revision, names=["Ann", "Cleo"])
    start_game(access=ann.access, key="next")
    enter(ann, gin(1, 99))
    change_players(access=ann.access, key="more", revision=ann.table.revision, names=["Ann", "Dan"])
    first, second = of_game(ann)
    assert [state(seal) for seal in (first, second)] == [("as_sealed", "as_sealed")] * 2
    documents = documents_in(json.loads("".join(archive_pieces(table_archive(ann.table)))))
    assert seal_of(digest_of(documents["game 1"])) == first.seal
    assert seal_of(digest_of(documents["game 2"])) == second.seal
    assert documents["game 1"]["names"] == ["Ann", "Ben"]
    assert documents["game 2"]["names"] == ["Ann", "Ben", "Cleo"]
    Player.objects.filter(name="Cleo").update(name="Dora")
    assert [state(seal)[1] for seal in (first, second)] == ["as_sealed", "different"]


def test_a_game_and_a_season_keep_their_seals_on_another_server() -> None:
    olga, otto = account("Olga"), account("Otto")
    ann = over()
    Table.objects.filter(pk=ann.table.pk).update(account=olga)
    (seal,) = of_game(ann)
    text = "".join(archive_pieces(account_archive(olga)))
    (brought,) = import_archive(account=otto, text=text).tables
    (again,) = Seal.objects.filter(table=brought.table)
    assert (again.seal, again.digest, again.revision) == (seal.seal, seal.digest, seal.revision)
    assert state(again) == ("as_sealed", "as_sealed")
    tuesday = autumn()
    season_seal = closed(tuesday)
    league = import_league(account=otto, text=archive_text(tuesday.league))
    there = Seal.objects.get(kind=SealKind.SEASON, season__league=league)
    assert there.seal == season_seal.seal
    assert state(there) == ("as_sealed", "as_sealed")
    assert canonical(sealed_season(there.season)) == canonical(sealed_season(season_seal.season))  # type: ignore[arg-type]
