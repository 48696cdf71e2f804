"""Seals: their text, parsing it, and the sealed documents."""

import hashlib
import json
import unicodedata

import pytest

from games.rules.seals import (
    ALPHABET,
    LENGTH,
    MAX_SEAL_INPUT,
    canonical,
    digest_of,
    documents_in,
    format_seal,
    game_document,
    name_digests,
    read_seal,
    seal_of,
    season_document,
    without_names,
)

SEAL = seal_of(hashlib.sha256(b"gin").hexdigest())


def entry(revision: int, kind: str = "round", game: int = 1, **more: object) -> dict[str, object]:
    entry_json: dict[str, object] = {
        "revision": revision,
        "kind": kind,
        "game": game,
        "round": revision,
        "by": "Ann's phone",
    }
    return entry_json | {"facts": {"v": 1}, "result": None, "at": "2026-05-03T19:04:11+00:00", "reason": "x"} | more


def test_a_seal_is_the_beginning_of_the_digest_and_a_character_that_checks_it() -> None:
    number = 0
    for letter in SEAL[:-1]:
        number = number * 32 + ALPHABET.index(letter)
    digest = hashlib.sha256(b"gin").hexdigest()
    assert number == int(digest, 16) >> 181
    assert len(SEAL) == LENGTH
    assert format_seal(SEAL) == "K1DD-RKE7-T4AG-ZCRQ"
    assert not set(ALPHABET) & set("ILOU")
    assert seal_of("0" * 64) == "0" * 16
    assert seal_of("f" * 64)[:-1] == "Z" * 15


@pytest.mark.parametrize(
    "typed",
    [
        "K1DD-RKE7-T4AG-ZCRQ",
        "k1ddrke7t4agzcrq",
        " kidd rke7 t4ag zcrq\n",
        "KlDD–RKE7—T4AG-ZCRQ",
        "K1DD.RKE7.T4AG.ZCRQ.",
    ],
)
def test_seal_is_read_in_any_way_of_typing(typed: str) -> None:
    assert read_seal(typed) == SEAL


def test_o_is_read_as_zero() -> None:
    with_zero = next(
        seal for seal in (seal_of(hashlib.sha256(bytes([n])).hexdigest()) for n in range(99)) if "0" in seal
    )
    assert read_seal(with_zero.replace("0", "o")) == with_zero


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "K1DD-RKE7-T4AG-ZCR",
        "K1DD-RKE7-T4AG-ZCRQQ",
        "U1DD-RKE7-T4AG-ZCRQ",
        "K1DD-RKE7-T4AG-ZCR💥",
        "x" * (MAX_SEAL_INPUT + 1),
    ],
)
def test_invalid_seal_text_is_not_a_seal(typed: str) -> None:
    assert read_seal(typed) is None


def test_one_misread_character_is_found_and_so_are_two_that_changed_places() -> None:
    missed = 0
    for at, letter in enumerate(SEAL):
        for other in set(ALPHABET) - {letter}:
            # 0 and Z differ by 31, so the last character cannot tell them apart.
            if {letter, other} != {"0", "Z"} and read_seal(SEAL[:at] + other + SEAL[at + 1 :]) is not None:
                missed += 1
    for at in range(LENGTH - 2):
        one, other = SEAL[at : at + 2]
        if one != other and read_seal(SEAL[:at] + other + one + SEAL[at + 2 :]) is not None:
            missed += 1
    assert missed == 0


def test_a_document_is_written_in_one_way_whatever_order_and_form_it_comes_in() -> None:
    composed, apart = "Zo\u00eb", unicodedata.normalize("NFD", "Zo\u00eb")
    assert composed != apart
    assert canonical({"b": 1, "a": composed}) == canonical({"a": apart, "b": 1}) == '{"a":"Zoë","b":1}'.encode()
    assert digest_of({"a": apart}) == hashlib.sha256(canonical({"a": composed})).hexdigest()


def test_a_game_is_its_own_entries_and_nothing_of_phones_or_reasons() -> None:
    entries = [
        entry(1, "start"),
        entry(2),
        entry(3, "stakes"),
        entry(4, "handover"),
        entry(5, "start", game=2),
        entry(6),
    ]
    document = game_document(["Ann", "Ben"], entries, 1)
    assert [one["revision"] for one in document["entries"]] == [1, 2, 6]
    assert set(document["entries"][0]) == {"revision", "kind", "round", "facts", "result", "at"}


@pytest.mark.parametrize(
    "change",
    [
        {"facts": {"v": 1, "deadwood": 3}},
        {"result": {"points": {"0": 1}}},
        {"at": "2026-05-03T19:04:12+00:00"},
        {"kind": "correction"},
        {"round": 3},
    ],
)
def test_whatever_changes_in_an_entry_changes_the_seal(change: dict[str, object]) -> None:
    before = game_document(["Ann", "Ben"], [entry(1, "start"), entry(2)], 1)
    after = game_document(["Ann", "Ben"], [entry(1, "start"), entry(2) | change], 1)
    assert seal_of(digest_of(before)) != seal_of(digest_of(after))


def test_names_are_distinguished_from_the_rest_one_by_one() -> None:
    before = game_document(["Ann", "Ben"], [entry(1, "start")], 1)
    erased = game_document(["Somebody", "Ben"], [entry(1, "start")], 1)
    swapped = game_document(["Ben", "Ann"], [entry(1, "start")], 1)
    assert digest_of(before) != digest_of(erased)
    assert digest_of(without_names(before)) == digest_of(without_names(erased)) == digest_of(without_names(swapped))
    was, then, other = (name_digests(one) for one in (before, erased, swapped))
    assert (was[0] != then[0], was[1] == then[1]) == (True, True)
    # A name is bound to its seat: who was swapped with whom does not pass.
    assert not set(was) & set(other)
    assert not set(was) & set(name_digests(game_document(["Ann", "Ben"], [entry(2, "start")], 1)))


def season(**more: object) -> dict[str, object]:
    side = {
        "outcome": "win",
        "points": 40,
        "against": 0,
        "boxes": 1,
        "gins": 1,
        "shutouts": 0,
        "games": 1,
        "led_boxes": 0,
    }
    season_json: dict[str, object] = {
        "name": "Autumn",
        "preset": "standard",
        "house_rules": {},
        "rules_title": "",
        "rules": {"win": 2},
        "pairing": "free",
        "teams": False,
        "lot": "x",
        "closed_at": None,
        "entrants": [
            {
                "number": 7,
                "name": "",
                "member": 3,
                "seed": 1,
                "joined_on": "2026-05-03",
                "withdrawn_on": None,
                "teammates": [],
            },
            {
                "number": 9,
                "name": "The Aces",
                "member": None,
                "seed": None,
                "joined_on": "2026-05-03",
                "withdrawn_on": None,
                "teammates": [{"member": 4, "joined_on": "2026-05-03", "left_on": None}],
            },
        ],
        "penalties": [{"entrant": 9, "points": 1, "reason": "late", "by": "Olga", "lifted_at": None}],
        "matches": [
            {
                "number": 2,
                "round": 1,
                "night": None,
                "state": "planned",
                "final": False,
                "stopped": False,
                "sides": [],
                "place": "The Swan",
            },
            {
                "number": 1,
                "round": 1,
                "night": "2026-05-03",
                "state": "played",
                "final": True,
                "stopped": False,
                "sides": [side | {"entrant": 9}, side | {"entrant": 7, "outcome": "loss"}],
            },
        ],
    }
    return season_json | more


MEMBERS = [{"number": 3, "name": "Ann"}, {"number": 4, "name": "Ben"}]


def test_a_season_knows_entrants_by_their_place_and_all_names_in_one_list() -> None:
    document = season_document(season(), MEMBERS)
    assert document["names"] == ["Ann", "The Aces", "Ben"]
    assert [match["number"] for match in document["matches"]] == [1, 2]
    assert [side["entrant"] for side in document["matches"][0]["sides"]] == [2, 1]
    assert document["penalties"] == [{"entrant": 2, "points": 1, "lifted": False}]
    assert "Ann" not in canonical(without_names(document)).decode()


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {"win": 3}},
        {"preset": "ginski"},
        {"house_rules": {"target": 50}},
        {"pairing": "swiss"},
        {"closed_at": "2026-05-03T22:00:00+00:00"},
        {"penalties": []},
        {"penalties": [{"entrant": 9, "points": 2, "lifted_at": None}]},
        {"penalties": [{"entrant": 7, "points": 1, "lifted_at": None}]},
        {"penalties": [{"entrant": 9, "points": 1, "lifted_at": "2026-05-03T22:00:00+00:00"}]},
        {"matches": []},
    ],
)
def test_whatever_decides_a_season_changes_its_seal(change: dict[str, object]) -> None:
    assert digest_of(season_document(season(), MEMBERS)) != digest_of(season_document(season(**change), MEMBERS))


def test_every_archive_tells_what_is_sealed_in_it() -> None:
    entries = [entry(1, "start"), entry(2), entry(3, "start", game=2)]
    table = {"format": "scorekeeper-table", "id": "t", "seats": [{"name": "Ann"}, {"name": "Ben"}], "entries": entries}
    assert set(documents_in(table)) == {"game 1", "game 2"}
    played = season()
    played["matches"][0] |= {"entries": None, "seats": []}  # type: ignore[index]
    seats = [{"seat": 1, "member": 3}, {"seat": 0, "member": 4}]
    played["matches"][1] |= {"entries": entries[:2], "seats": seats}  # type: ignore[index]
    league = {"format": "scorekeeper-league", "name": "Tuesday Gin", "members": MEMBERS, "seasons": [played]}
    found = documents_in(league)
    assert set(found) == {"season Autumn", "season Autumn, match 1, game 1"}
    assert found["season Autumn, match 1, game 1"]["names"] == ["Ben", "Ann"]
    both = documents_in({"format": "scorekeeper-account", "tables": [table], "leagues": [league]})
    assert {"table t, game 1", "league Tuesday Gin, season Autumn"} <= set(both)
    document = game_document(["Ann", "Ben"], entries, 1)
    assert documents_in({"format": "scorekeeper-game", "game": {"number": 1}, "sealed": document}) == {
        "game 1": document
    }
    assert json.loads(canonical(document)) == document


def test_invalid_archive_is_refused() -> None:
    with pytest.raises(ValueError, match="not an archive"):
        documents_in({"format": "scorekeeper-soup"})
