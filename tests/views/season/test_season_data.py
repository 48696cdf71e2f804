"""Exporting and importing a season's data, and a league's archive."""

import csv
import io
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Account, Duty, League, LeagueEvent, Match, Season, SheetUpload
from games.web.limits import largest_body
from tests.bracket_night import draw_round, matches, night, play_others, who
from tests.leagues import Club, account, club
from tests.makers import gin, knock
from tests.views.reading import HTMX, forms, plain, says, shown, submit

EVIL = '=HYPERLINK("http://evil.example","x")'
HEADING = "night,player 1,player 2,points 1,points 2\n"


@pytest.fixture
def tuesday(db: None) -> Club:
    """One match played by somebody whose name is a formula."""
    made = club("Ann", EVIL, "@SUM(1)", house_rules={"target": 50})
    made.play(made.match("Ann", EVIL), made.phone("Ann"), knock(0, 5, 20), gin(1, 40))
    return made


def page(tuesday: Club) -> str:
    return f"/s/{tuesday.season.public_id}/data/"


def organizer(tuesday: Club) -> Client:
    """The organizer's browser."""
    return logged_in(tuesday.organizer)


def logged_in(who: Account) -> Client:
    """Somebody's browser."""
    client = Client()
    client.force_login(who)
    return client


def bring(client: Client, url: str, text: str | bytes) -> Any:
    raw = text if isinstance(text, bytes) else text.encode()
    return client.post(url, {"file": SimpleUploadedFile("x.csv", raw, "text/csv")})


def saved(answer: Any) -> bytes:
    """A file that is sent while it is read."""
    return b"".join(answer.streaming_content)


def test_the_preview_lists_results_as_they_were_read(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, rows = organizer(tuesday), "13/10/2026,Ann,Zoe,-20,85\n03/11/2026,Zoe,Ann,7,90\n"
    preview = bring(client, page(tuesday), HEADING + rows)
    assert says(preview, "Tue, Oct 13, 2026 Ann −20 – Zoe 85 Tue, Nov 3, 2026 Zoe 7 – Ann 90")
    assert shown(preview, ".trial > p") == snapshot
    more = "".join(f"13/10/2026,Ann,Zoe,{number},85\n" for number in range(22))
    preview = bring(client, page(tuesday), HEADING + more)
    assert len(preview.context["page"].outcome.trial.results) == 20
    assert shown(preview, ".previewed + p") == snapshot


def test_member_who_only_joins_the_season_is_counted_as_new(db: None, snapshot: SnapshotAssertion) -> None:
    made = club("Ann", "Ben")
    made.entrants["Ann"].delete()
    client = organizer(made)
    looked = bring(client, page(made), "name\nAnn\n")
    assert shown(looked, ".trial > p") == snapshot
    done = submit(client, forms(looked)[f"{page(made)}{SheetUpload.objects.get().pk}/".lstrip("/")])
    assert shown(done, "p[role=status] b") == snapshot
    assert says(done, "): 1 player new to this season")


def test_results_go_out_as_csv_and_come_in_again(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    answer = Client().get(f"{page(tuesday)}results.csv")
    text = saved(answer).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert answer["Content-Disposition"] == 'attachment; filename="results.csv"'
    assert rows[0][:5] == ["night", "player 1", "player 2", "points 1", "points 2"]
    assert rows[1][1:3] == ["Ann", "'" + EVIL]
    other = club("Ann")
    client = organizer(other)
    looked = bring(client, page(other), text)
    assert shown(looked, ".trial > p") == snapshot
    assert (Match.objects.filter(season=other.season).count(), SheetUpload.objects.count()) == (0, 1)
    done = submit(client, forms(looked)[f"{page(other)}{SheetUpload.objects.get().pk}/".lstrip("/")])
    assert shown(done, "p[role=status] b") == snapshot
    assert SheetUpload.objects.count() == 0
    assert shown(bring(client, page(other), text), ".trial > p") == snapshot
    copies = [
        [(side.outcome, side.points, side.boxes, side.gins) for side in match.sides.order_by("position")]
        for match in Match.objects.order_by("pk")
    ]
    assert copies[0] == copies[1]


def test_the_table_as_xlsx_holds_texts_and_numbers_and_no_formula(tuesday: Club) -> None:
    answer = Client().get(f"{page(tuesday)}table.xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(answer.getvalue())).active
    assert sheet is not None
    rows = list(sheet.iter_rows())
    assert [cell.value for cell in rows[0]][:3] == ["place", "name", "points"]
    assert [cell.value for cell in rows[1]][:6] == [1, EVIL, 2, None, 1, 1]
    assert {cell.data_type for row in rows for cell in row if cell.value is not None} == {"s", "n"}


def test_a_file_with_faults_changes_nothing(
    tuesday: Club, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for text in [
        "",
        "nonsense",
        HEADING + "x,Ann,Ann,1,y\n",
        HEADING + "2026-11-03,Ann,ann,1,2\n",
        (HEADING + "2026-11-03,A,B,1,2\n" * 100_001)[:2_000_000],
        b"PK\x03\x04\x00\x00\xff\xfe",
        b"\xff\xfea",
    ]:
        with subtests.test(text=text[:40]):
            events = LeagueEvent.objects.count()
            answer = bring(organizer(tuesday), page(tuesday), text)
            assert answer.status_code == 400
            assert shown(answer, ".errors > p") == snapshot
            assert (Match.objects.count(), SheetUpload.objects.count(), LeagueEvent.objects.count()) == (1, 0, events)


def test_questions_are_asked_before_anything_is_imported(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    text = (
        "night,player 1,player 2,points 1,points 2,hall\n3/11/2025,\u00c3nn,Zo\u00eb,7,5,A\n4/11/2025,Ann,Zoe,9,3,A\n"
    )
    client, url = organizer(tuesday), page(tuesday)
    asked = bring(client, url, text)
    for sentence in (
        "Day first: 3/11/2025 is Monday, November 3, 2025",
        "Month first: 3/11/2025 is Tuesday, March 11, 2025",
    ):
        assert says(asked, sentence)
    for sentence in (
        "Who is \u201c\u00c3nn\u201d?",
        "Who is \u201cZoe\u201d?",
        "Ann, written differently",
        "Someone new",
    ):
        assert says(asked, sentence)
    stored = SheetUpload.objects.get()
    answers = {"upload": stored.pk, "dates": "dmy", "asked-0": "\u00c3nn", "same-0": "Ann", "asked-1": "Zoe"}
    # An answer is missing: the questions come again, with those that are answered behind them.
    again = client.post(url, answers)
    assert shown(again, "legend") == snapshot
    trial = client.post(url, answers | {"same-1": "Zo\u00eb"})
    assert shown(trial, ".trial > p") == snapshot
    assert (Match.objects.count(), SheetUpload.objects.count()) == (1, 1)
    action = f"{url}{stored.pk}/"
    # Without the answers it would be a guess.
    assert shown(client.post(action), "legend") == snapshot
    done = submit(client, forms(trial)[action.lstrip("/")])
    assert shown(done, "p[role=status] b") == snapshot
    imported = Match.objects.exclude(imported="").order_by("night")
    assert [match.night.isoformat() for match in imported if match.night] == ["2025-11-03", "2025-11-04"]
    assert {str(member) for member in tuesday.league.members.all()} == {"Ann", EVIL, "@SUM(1)", "Zo\u00eb"}


def test_a_name_that_looks_like_another_can_be_somebody_new(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), page(tuesday)
    bring(client, url, "name\nAnn\n\u00c3nn\n")
    answers = {"upload": SheetUpload.objects.get().pk, "asked-0": "\u00c3nn", "same-0": ""}
    assert shown(client.post(url, answers), ".trial > p") == snapshot


def test_one_person_is_not_made_their_own_opponent(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), page(tuesday)
    bring(client, url, HEADING + "2025-11-03,Ann,\u00c3nn,1,2\n")
    answers = {"upload": SheetUpload.objects.get().pk, "asked-0": "\u00c3nn", "same-0": "Ann"}
    assert shown(client.post(url, answers), ".errors > p") == snapshot


def test_how_dates_are_read_can_be_said_at_once(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    file = SimpleUploadedFile("x.csv", (HEADING + "3/11/2025,Ann,@SUM(1),1,2\n").encode("utf-16"), "text/csv")
    answer = organizer(tuesday).post(page(tuesday), {"file": file, "dates": "mdy"})
    assert shown(answer, ".trial > p") == snapshot
    hidden = forms(answer)[f"{page(tuesday)}{SheetUpload.objects.get().pk}/".lstrip("/")]
    assert "mdy" in str(hidden)


def test_the_letters_of_an_older_file_are_asked_for(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), page(tuesday)
    asked = bring(client, url, "name\n\u0141ukasz\n\u017bak\n".encode("cp1250"))
    assert shown(asked, "legend") == snapshot
    assert says(asked, "\u201c\u00a3ukasz\u201d and \u201c\u00afak\u201d")
    upload = {"upload": SheetUpload.objects.get().pk}
    assert client.post(url, upload | {"letters": "utf-7"}).status_code == 400
    preview = client.post(url, upload | {"letters": "cp1250"})
    assert shown(preview, ".trial > p") == snapshot
    # Back to the question, and the other answer.
    assert shown(client.post(url, upload | {"letters": "cp1252"}), ".trial > p") == snapshot
    done = submit(client, next(form for path, form in forms(preview).items() if re.fullmatch(rf"{url[1:]}\d+/", path)))
    assert shown(done, "p[role=status] b") == snapshot


@pytest.mark.parametrize("page_of_letters", ["cp852", "mac_latin2", "cp1251"])
def test_letters_that_no_reading_has_right_can_be_said(
    tuesday: Club, page_of_letters: str, snapshot: SnapshotAssertion
) -> None:
    name = "\u0418\u0432\u0430\u043d" if page_of_letters == "cp1251" else "\u0141ukasz \u017bak"
    client, url = organizer(tuesday), page(tuesday)
    asked = bring(client, url, f"name\n{name}\n".encode(page_of_letters))
    assert shown(asked, "legend") == snapshot
    assert shown(asked, ".manner:last-child") == snapshot
    upload = {"upload": SheetUpload.objects.get().pk}
    none = client.post(url, upload | {"letters": "none"})
    assert none.status_code == 400
    assert shown(none, ".errors > p") == snapshot
    if page_of_letters != "cp1251":
        assert says(asked, f"\u201c{name}\u201d")
        assert shown(client.post(url, upload | {"letters": page_of_letters}), ".trial > p") == snapshot


def test_a_name_that_a_file_has_twice_is_asked_about(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), page(tuesday)
    asked = bring(client, url, "Nachname;Vorname\nM\u00fcller;Anna\nK;Bo\nM\u00fcller;Anna\n")
    assert shown(asked, "legend") == snapshot
    answers = {"upload": SheetUpload.objects.get().pk, "repeated-0": "Anna M\u00fcller"}
    assert shown(client.post(url, answers), "legend") == snapshot
    assert shown(client.post(url, answers | {"people-0": "one"}), ".trial > p") == snapshot
    trial = client.post(url, answers | {"people-0": "several"})
    assert shown(trial, ".trial > p") == snapshot
    action = f"{url}{SheetUpload.objects.get().pk}/"
    # Without the answer it would be a guess.
    assert shown(client.post(action), "legend") == snapshot
    assert shown(submit(client, forms(trial)[action.lstrip("/")]), "p[role=status] b") == snapshot


def test_a_result_that_no_knockout_draw_has_is_said(db: None, snapshot: SnapshotAssertion) -> None:
    cup = night("knockout")
    one, other = (who(match) for match in matches(cup, 1))
    rows = [f"2026-11-03,{pair[0]},{pair[1]},100,20" for pair in (one, (one[0], other[0]), other)]
    preview = bring(organizer(cup), page(cup), HEADING + "\n".join(rows))
    # Who meets is drawn by lot.
    said = [line.replace(one[0], "ONE").replace(other[0], "OTHER") for line in shown(preview, ".trial > p")]
    assert said == snapshot


def test_lines_about_matches_that_are_here_are_asked_about(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), page(tuesday)
    first = bring(client, url, HEADING + "2026-11-03,Ann,@SUM(1),100,40\n")
    submit(client, forms(first)[f"{url}{SheetUpload.objects.get().pk}/".lstrip("/")])
    rows = "2026-11-03,Ann,@SUM(1),100,60\n2026-11-04,Ann,@SUM(1),9,8\n2026-11-04,Ann,@SUM(1),9,8\n"
    asked = bring(client, url, HEADING + rows)
    assert shown(asked, ".option span") == snapshot
    stored = SheetUpload.objects.get()
    action = f"{url}{stored.pk}/"
    # Without the answer it would be a guess.
    assert shown(client.post(action), "legend") == snapshot
    answers = {"upload": stored.pk, "doubted": "1"}
    neither = client.post(url, answers)
    assert shown(neither, ".trial > p") == snapshot
    preview = client.post(url, answers | {"further": ["4", "x"]})
    assert shown(preview, ".trial > p") == snapshot
    assert shown(submit(client, forms(preview)[action.lstrip("/")]), "p[role=status] b") == snapshot


def test_a_winner_whom_the_points_contradict_is_named_with_its_line(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client, url = organizer(tuesday), page(tuesday)
    heading = HEADING.rstrip("\n") + ",winner\n"
    rows = "2026-11-03,Ann,Zoe,100,20,Ann\n2026-11-04,Ann,Zoe,20,100,Ann\n2026-11-05,Ann,Zoe,90,40,draw\n"
    asked = bring(client, url, heading + rows)
    assert shown(asked, ".option span") == snapshot
    stored = SheetUpload.objects.get()
    preview = client.post(url, {"upload": stored.pk, "doubted": "1", "further": "3"})
    assert shown(preview, ".trial > p") == snapshot
    assert says(submit(client, forms(preview)[f"{url}{stored.pk}/".lstrip("/")]), "2 results.")


def test_an_import_can_be_taken_back_from_its_page(tuesday: Club) -> None:
    client, url = organizer(tuesday), page(tuesday)
    assert shown(client.get(url), ".last-import") == []
    preview = bring(client, url, HEADING + "2026-11-03,Ann,Zoe,100,20\n")
    done = submit(client, forms(preview)[f"{url}{SheetUpload.objects.get().pk}/".lstrip("/")])
    assert "(Olga): 1 new member and 1 result" in shown(done, ".last-import > p")[0]
    event = LeagueEvent.objects.get(kind="imported").pk
    back = forms(done)[f"{url}{event}/back/#bring".lstrip("/")]
    assert submit(Client(), back).status_code == 403
    assert says(submit(client, back), "Import undone")
    assert not Match.objects.exclude(imported="").exists()
    assert says(client.get(f"/s/{tuesday.season.public_id}/run/"), "Import undone (members: 1, results: 1)")


def test_an_import_that_was_used_says_why_it_stays(db: None, snapshot: SnapshotAssertion) -> None:
    cup = club("Ann", "Ben", "Cleo", pairing="swiss")
    client, url = organizer(cup), page(cup)
    preview = bring(client, url, HEADING + "2026-11-03,Ann,Ben,100,20\n")
    submit(client, forms(preview)[f"{url}{SheetUpload.objects.get().pk}/".lstrip("/")])
    draw_round(cup, 1)
    assert shown(client.get(url), ".last-import form p") == snapshot
    play_others(cup, 1)
    assert shown(client.get(url), ".last-import .remark") == snapshot
    event = LeagueEvent.objects.get(kind="imported").pk
    assert client.post(f"{url}{event}/back/").status_code == 409


def test_an_upload_of_somebody_else_is_not_asked_about(tuesday: Club) -> None:
    bring(organizer(tuesday), page(tuesday), HEADING + "3/11/2025,Ann,@SUM(1),1,2\n")
    elsewhere = club()
    for number in (str(SheetUpload.objects.get().pk), "x", "9" * 30):
        assert organizer(elsewhere).post(page(elsewhere), {"upload": number}).status_code == 404


def test_missing_or_too_large_file_is_refused(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = organizer(tuesday)
    large = bring(client, page(tuesday), "x" * 2_200_000)
    assert large.status_code == 413
    assert shown(large, "#problem") == snapshot
    assert client.post(page(tuesday), {}).status_code == 400
    assert client.post("/leagues/new/", b"x" * 70_000, content_type="text/plain").status_code == 413


def test_only_organizers_import_and_only_their_own_upload(tuesday: Club) -> None:
    text = HEADING + "2026-11-03,Ann,Zoe,1,2\n"
    bring(organizer(tuesday), page(tuesday), text)
    response = SheetUpload.objects.get()
    referee = tuesday.official(Duty.REFEREE)
    for client in (Client(), logged_in(account("Eve"))):
        assert not says(client.get(page(tuesday)), "Import members")
        assert bring(client, page(tuesday), text).status_code == 403
        assert client.post(f"{page(tuesday)}{response.pk}/").status_code == 403
        assert client.get(f"/l/{tuesday.league.public_id}/archive.json").status_code == 403
    assert referee.account
    assert bring(logged_in(referee.account), page(tuesday), text).status_code == 403
    elsewhere = club()
    assert organizer(elsewhere).post(f"{page(elsewhere)}{response.pk}/").status_code == 404
    Season.objects.filter(pk=tuesday.season.pk).update(closed_at=datetime.now(UTC))
    assert organizer(tuesday).post(f"{page(tuesday)}{response.pk}/").status_code == 409
    assert Match.objects.filter(season=tuesday.season).count() == 1


def test_hidden_table_has_no_files_from_which_it_could_be_added_up(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    Season.objects.update(hidden_until=datetime.now(UTC) + timedelta(days=1))
    assert Client().get(f"{page(tuesday)}table.csv").status_code == 404
    assert Client().get(f"{page(tuesday)}results.csv").status_code == 404
    assert not says(Client().get(page(tuesday)), "as they are now")
    assert shown(Client().get(page(tuesday)), ".files .remark") == snapshot
    for what in ("table", "results"):
        assert organizer(tuesday).get(f"{page(tuesday)}{what}.csv").status_code == 200


def test_there_are_no_other_files(tuesday: Club, subtests: pytest.Subtests) -> None:
    for path in ["table.pdf", "x.csv", "table.", "results.csv/"]:
        with subtests.test(path=path):
            assert Client().get(page(tuesday) + path).status_code == 404


def test_a_private_league_has_no_files_for_strangers(tuesday: Club) -> None:
    League.objects.update(public=False)
    nothing = plain(Client().get("/s/0123456789abcdef/data/"))
    for path in ("", "table.csv", "results.xlsx"):
        answer = Client().get(page(tuesday) + path)
        assert (answer.status_code, plain(answer)) == (404, nothing)


def test_a_league_goes_out_and_comes_in_for_another_account(tuesday: Club) -> None:
    answer = organizer(tuesday).get(f"/l/{tuesday.league.public_id}/archive.json")
    found = saved(answer)
    eve = logged_in(account("Eve"))
    assert Client().get("/leagues/import/").status_code == 302
    for _ in range(2):
        answer = eve.post("/leagues/import/", {"file": SimpleUploadedFile("l.json", found)})
        assert (answer.status_code, League.objects.count()) == (302, 2)
    changed = json.loads(found)
    changed["seasons"][0]["matches"][0]["sides"][0]["points"] = 999
    answer = eve.post("/leagues/import/", {"file": SimpleUploadedFile("l.json", json.dumps(changed).encode())})
    assert (answer.status_code, says(answer, "the result of match 1")) == (400, True)
    for raw in (b"\xff\xfe", b"", b"{}"):
        assert eve.post("/leagues/import/", {"file": SimpleUploadedFile("l.json", raw)}).status_code == 400
    assert League.objects.count() == 2


def test_a_league_is_imported_by_htmx_with_a_redirect_and_refusals_that_its_page_shows(
    tuesday: Club, settings: Any
) -> None:
    found = saved(organizer(tuesday).get(f"/l/{tuesday.league.public_id}/archive.json"))
    eve = logged_in(account("Eve"))

    def sent(raw: bytes | None) -> Any:
        files = {} if raw is None else {"file": SimpleUploadedFile("l.json", raw)}
        return eve.post("/leagues/import/", files, headers=HTMX)

    assert eve.get("/leagues/import/").context["largest"] == largest_body("/leagues/import/")
    zoneless = json.dumps(json.loads(found) | {"zone": "Nowhere"}).encode()
    for raw in (None, b"{}", zoneless):
        answer = sent(raw)
        assert (answer.status_code, answer.context["faults"] != ()) == (400, True)
        assert "HX-Refresh" not in answer
    too_large = sent(b"x" * largest_body("/leagues/import/"))
    assert (too_large.status_code, 'id="problem"' in too_large.content.decode()) == (413, True)
    assert League.objects.count() == 1
    for _ in range(2):
        answer = sent(found)
        assert answer["HX-Redirect"] == f"/l/{League.objects.latest('pk').public_id}/"
        assert League.objects.count() == 2
    settings.RATES = settings.RATES | {"start": ((1, 3600),)}
    assert [sent(found).status_code for _ in range(2)][-1] == 429


@pytest.mark.parametrize("matches", [1, 3])
def test_queries_of_files_are_few(
    tuesday: Club, django_assert_max_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    for _ in range(matches - 1):
        tuesday.play(tuesday.match("Ann", EVIL), tuesday.phone("Ann"), gin(0, 50))
    client = Client()
    # The page asks for the season and the names. What a file is sealed for is asked for and written down once, with its
    # event in the chain; after that it is known.
    for path, first, again in (("", 2, 2), ("results.csv", 25, 7), ("table.csv", 29, 11)):
        for questions in (first, again):
            with django_assert_max_num_queries(questions):
                list(client.get(page(tuesday) + path))
