"""API: reading a table's ledger."""

import pytest
from django.utils.dateparse import parse_datetime

from games.api.table import tables
from tests.api.kit import Sitting, gin, knock


def test_the_ledger_line_by_line(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    friday.correct(1, knock(7, 21), 2, reason="counted again")
    friday.void(1, 3)
    friday.correct(1, gin(90), 4)
    friday.score.post(friday.path + "games/")
    friday.score.post(friday.path + "games/2/finish/", If_Match='"6"')
    friday.score.post(friday.path + "games/2/reopen/", If_Match='"7"')
    answer = friday.watch.get(friday.path + "entries/")
    assert (answer.status, answer.body["next"]) == (200, None)
    entries = answer.body["entries"]
    assert all(parse_datetime(entry.pop("entered_at")) for entry in entries)
    assert [(e["revision"], e["game"], e["round"], e["entered_by"]) for e in entries] == [
        (1, 1, None, "Owner"),
        (2, 1, 1, "Scorers"),
        (3, 1, 1, "Scorers"),
        (4, 1, 1, "Scorers"),
        (5, 1, 1, "Scorers"),
        (6, 2, None, "Scorers"),
        (7, 2, None, "Scorers"),
        (8, 2, None, "Scorers"),
    ]
    kinds = [entry.pop("kind") for entry in entries]
    assert [kinds[n] for n in (0, 1, 3, 5, 6, 7)] == ["start", "round", "void", "start", "finish", "reopen"]
    assert entries[2] == {
        "revision": 3,
        "game": 1,
        "round": 1,
        "facts": {
            "v": 1,
            "active": [0, 1],
            "declared": "knock",
            "ender": 0,
            "deadwood": {"0": 7, "1": 21},
            "card": None,
        },
        "reason": "counted again",
        "entered_by": "Scorers",
        "result": {"event": "knock", "points": {"0": 14, "1": 0}},
    }


def test_the_ledger_tells_a_correction_from_a_first_entry(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    friday.correct(1, knock(7, 21), 2)
    entries = friday.watch.get(friday.path + "entries/").body["entries"]
    assert [entry["kind"] for entry in entries] == ["start", "round", "correction"]


def test_the_ledger_comes_in_pages(friday: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PAGE_SIZE", 10)
    for number in range(1, 13):
        friday.enter(number, {"declared": "dead"}, documented=False)
    path = friday.path + "entries/"
    first = friday.watch.get(path).body
    assert ([e["revision"] for e in first["entries"]], first["next"]) == (list(range(1, 11)), "?after=10")
    second = friday.watch.get(path + first["next"]).body
    assert ([e["revision"] for e in second["entries"]], second["next"]) == ([11, 12, 13], None)
    for after in ("13", "999999999"):
        assert friday.watch.get(f"{path}?after={after}").body == {"entries": [], "next": None}
    last = friday.watch.get(f"{path}?after=3").body
    assert (len(last["entries"]), last["next"]) == (10, None)


def test_a_page_that_cannot_be_asked_for(six: Sitting, subtests: pytest.Subtests) -> None:
    for query in [
        *(
            "after=-1",
            "after=x",
            "after=",
            "after=1.0",
            "after=%D9%A1",
            "after=99999999999999999999",
            "after=1&after=x",
        ),
        *("page=99999999999999999999", "page_size=1000000", "ordering=owner__password", "after=1&league=7"),
    ]:
        with subtests.test(query=query):
            answer = six.watch.get(f"{six.path}entries/?{query}")
            assert answer.status == 400
            assert answer.code == ("invalid_value" if "after" in answer.body["fields"] else "unknown_field")
