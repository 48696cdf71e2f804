"""Importing and exporting tables as text on pages."""

import html
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Device, Role, SettledSeat, Table
from games.rules.faults import Code, Fault
from games.rules.notation import TextFault, TextFaultCode, read
from games.selectors.sharing.notation import table_text
from games.selectors.table.table_names import player_names
from games.services.sharing.notation import import_table
from games.services.table.games import start_game
from games.wording.notation import notation_fault_text
from tests.makers import Phone, current, enter, gin, join, knock, share, start
from tests.views.reading import forms, says, shown, text, words

GAME = "game: standard\nA: Ann\nB: Ben\ndeals: B\n1. A knock 7, B 20 = A +13 (13:0)\n"
TYPED = {
    "name-1": "Ann",
    "points-1": "54",
    "boxes-1": "4",
    "name-2": "Ben",
    "points-2": "3",
    "preset": "standard",
    "dealer": "2",
    "key": "k" * 32,
}


def made_from(answer: Any) -> Phone:
    """The table that an answer leads to, to be looked at."""
    assert (answer.status_code, answer.headers.get("Location", "")[:3]) == (302, "/t/")
    table = Table.objects.latest("pk")
    assert answer["Location"] == f"/t/{table.public_id}/"
    return Phone(table.links.earliest("pk"), "", {})  # only its table is looked at


def textarea(answer: Any) -> str:
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", text(answer), re.DOTALL)
    assert found
    return html.unescape(found[1])


# --- As text ---


def test_everybody_at_the_table_reads_and_saves_it_as_text(ann: Phone, snapshot: SnapshotAssertion) -> None:
    wanted = table_text(ann.table)
    for phone in (ann, join(ann), join(ann, Role.WATCH)):
        client = phone.browser()
        assert says(client.get(f"{ann.url}games/1/export/"), "Copy as text")
        page = client.get(f"{ann.url}text/")
        assert (page.status_code, page["Cache-Control"]) == (
            200,
            "max-age=0, no-cache, no-store, must-revalidate, private",
        )
        assert html.unescape(re.search(r"<pre[^>]*>(.*?)</pre>", text(page), re.DOTALL)[1]) == wanted  # type: ignore[index]
        assert html.unescape(re.search(r'data-copy="([^"]*)"', text(page))[1]) == wanted  # type: ignore[index]
        assert shown(page, "main > .card > p:first-of-type") == snapshot
        file = client.get(f"{ann.url}text/file/")
        assert (file.getvalue().decode(), file["Content-Type"]) == (wanted, "text/plain; charset=utf-8")  # type: ignore[attr-defined]
        assert re.fullmatch(r'attachment; filename="scores-\d{4}-\d\d-\d\d\.txt"', file["Content-Disposition"])
    assert client.post(f"{ann.url}text/").status_code == 405


def test_names_cannot_break_out_of_the_page() -> None:
    phone = start('<b>"A" &', "</pre><script>")
    page = text(phone.browser().get(f"{phone.url}text/"))
    assert ("<script>" in page, "<b>" in page) == (False, False)
    assert "A: &lt;b&gt;&quot;A&quot; &amp;\n" in page
    phone.browser().get(phone.url)
    again = Client().post("/import/", {"text": table_text(phone.table)})
    assert ("</pre><script>" in text(again), again.status_code) == (False, 200)


def test_all_games_of_a_table_are_one_text(won: Phone, snapshot: SnapshotAssertion) -> None:
    start_game(access=won.access, key="g")
    page = won.browser().get(f"{won.url}text/")
    assert shown(page, "main > .card > p:first-of-type") == snapshot
    assert text(page).count("game: standard\n") == 4  # to be read, and to be copied


# --- From text ---


def test_import_writes_nothing_before_its_preview_is_confirmed(stranger: Client) -> None:
    empty = stranger.get("/import/")
    assert (empty.status_code, textarea(empty), list(empty.cookies)) == (200, "", ["csrftoken"])
    form = forms(empty)["import/"]
    seen = stranger.post("/import/", {"text": GAME, "key": form.fields["key"]})
    assert (seen.status_code, textarea(seen), Table.objects.count(), Device.objects.count()) == (200, GAME, 0, 0)
    for expected in ("One game was read", "Gin rummy, to 100", "1 round", "Ann 13, Ben 0", "Not over yet: Ann deals"):
        assert says(seen, expected)
    assert says(seen, "1 Ann knocked with 7, Ben had 20 \u00b7 13:0")
    again = forms(seen)["import/"]
    assert (again.fields["key"], ("make", "1", "") in again.buttons) == (form.fields["key"], True)
    made = stranger.post("/import/", {"text": textarea(seen), "key": again.fields["key"], "make": "1"})
    phone = made_from(made)
    assert (table_text(phone.table), player_names(phone.table)) == (GAME, ("Ann", "Ben"))
    assert says(stranger.get(made["Location"]), "Ann knocked with 7, Ben had 20")
    assert stranger.head("/import/").status_code == 200


def test_a_second_tap_is_the_same_table_and_another_text_another(stranger: Client) -> None:
    typed = {"text": GAME, "key": "k" * 32, "make": "1"}
    first, second = (stranger.post("/import/", typed)["Location"] for _ in range(2))
    assert (first == second, Table.objects.count()) == (True, 1)
    other = stranger.post("/import/", typed | {"text": GAME + "2. dead\n"})["Location"]
    assert (other != first, Table.objects.count()) == (True, 2)
    assert stranger.post("/import/", {"text": GAME, "make": "1"}).status_code == 302
    assert Table.objects.count() == 3


def test_each_fault_is_shown_at_its_line_and_the_text_stays(stranger: Client, snapshot: SnapshotAssertion) -> None:
    typed = (
        "game: standard\r\nA: Ann\r\nB: <Ben>\r\n1. A knock 12, B 20\r\n2. C dead\r\n3. A knock 7,\r\nhello & you\r\n"
    )
    answer = stranger.post("/import/", {"text": typed, "make": "1", "key": "k"})
    assert (answer.status_code, textarea(answer), forms(answer)["import/"].fields["key"]) == (400, typed, "k")
    assert shown(answer, ".text-faults h2, .text-faults p") == snapshot
    marked = [html.unescape(found) for found in re.findall(r"<pre>(.*?)</pre>", text(answer))]
    assert marked == [
        "1. <mark>A</mark> knock 12, B 20",
        "2. <mark>C</mark> dead",
        "3. A knock 7,<mark></mark>",
        "<mark>hello & you</mark>",
    ]
    assert Table.objects.count() == 0


WRONG = {
    "nothing": "",
    "control characters": "\x00\u202e",
    "no rules": "game:",
    "unknown rules": "game: x",
    "one player": "game: standard\nA: Ann",
    "same name": "game: standard\nA: Ann\nB: Ann",
    "no name": "game: standard\nA: Ann\nB:",
    "three players": "game: standard\nA: Ann\nB: Ben\nC: Cleo",
    "late rules": GAME + "rules: target=150",
    "round again": GAME + "1. dead",
    "no end": GAME + "2. A 7",
    "two ends": GAME + "2. A gin, B gin",
    "no comma": GAME + "2. A knock 7 B 20",
    "no number": GAME + "2. A knock x, B 20",
    "wrong score": GAME + "2. A knock 7, B 20 = A +12",
    "wrong totals": GAME + "2. A knock 7, B 20 = (1:1)",
    "two scores": GAME + "2. dead = 0 = 0",
    "long comment": GAME + f"2. dead ; {'x' * 201}",
    "same target": GAME + "change: target=100",
    "another deck": GAME + "change: deck=rumski70",
    "hollywood from paper": GAME.replace("standard", "hollywood").replace("deals: B", "paper: A 5"),
    "many people": "\n".join(GAME.replace("Ben", f"B{n}") for n in range(24)),
    "second game from paper": GAME + "\n" + GAME.replace("deals: B", "paper: A 5").partition("1.")[0],
    "over on paper": GAME.replace("deals: B", "paper: A 100").partition("1.")[0],
    "long line": f"{GAME}{'x' * 50_000}",
    "many games": "game: standard\n" * 101,
    "many faults": "game: standard\nA: Ann\nB: Ben\n" + "x\n" * 500,
    "many rounds": "game: lets_play\nA: a\nB: b\n" + "".join(f"{n}. dead\n" for n in range(1, 1002)),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_every_fault_is_reported_in_a_sentence(stranger: Client, wrong: str, snapshot: SnapshotAssertion) -> None:
    answer = stranger.post("/import/", {"text": WRONG[wrong], "make": "1"})
    assert (answer.status_code, Table.objects.count()) == (400, 0)
    told = shown(answer, ".errors p, .text-faults h2, .text-faults p")
    # Two cases have a hundred faults: each sentence once, where it comes first.
    first = {re.sub(r"^Line \d+, column \d+ ", "", line): line for line in reversed(told)}
    assert [*first.values()][::-1] == snapshot


@pytest.mark.parametrize("code", list(TextFaultCode))
def test_every_code_has_a_sentence_with_and_without_a_text(code: TextFaultCode) -> None:
    wanted = {
        TextFaultCode.BAD_NAME: "required",
        TextFaultCode.BAD_TEXT: "characters",
        TextFaultCode.UNKNOWN_PLAYER: "AB",
    }.get(code, "7")
    fault = Fault(Code.NOT_A_MELD, seat=1, name="7h 8h") if code is TextFaultCode.ILLEGAL else None
    for piece in ("", "{piece}"):
        sentence = notation_fault_text(TextFault(1, 1, code, piece, wanted, fault))
        assert (sentence[-1], "None" in sentence, "{text}" in sentence) == (".", False, False)


def test_too_many_rounds_in_all_are_reported_before_anything_is_written(
    stranger: Client, snapshot: SnapshotAssertion
) -> None:
    game = "game: lets_play\nA: a\nB: b\n" + "".join(f"{n}. dead\n" for n in range(1, 502))
    answer = stranger.post("/import/", {"text": f"{game}\n{game}"})
    assert answer.status_code == 400
    assert shown(answer, ".errors p") == snapshot


@pytest.mark.parametrize("rounds", [50, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_long_game_is_read_and_made(stranger: Client, rounds: int) -> None:
    game = "game: lets_play\nA: a\nB: b\nrules: target=10000\n" + "".join(
        f"{n}. A knock 7, B {n % 9 + 8}\n" for n in range(1, rounds + 1)
    )
    assert says(stranger.post("/import/", {"text": game}), f"{rounds} rounds")
    phone = made_from(stranger.post("/import/", {"text": game, "make": "1"}))
    assert (current(phone).next_round, len(table_text(phone.table).encode()) < 64 * 1024) == (rounds + 1, True)


def test_import_without_a_text_or_by_another_method_is_refused(stranger: Client) -> None:
    assert stranger.post("/import/").status_code == 400
    assert stranger.post("/import/", b"x" * 65 * 1024, content_type="text/plain").status_code == 413
    assert stranger.put("/import/").status_code == 405


def test_tables_are_not_made_without_end(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.RATES, "start", ((1, 3600),))
    assert stranger.post("/import/", {"text": GAME, "make": "1"}).status_code == 302
    answer = stranger.post("/import/", {"text": GAME, "make": "1", "key": "j" * 32})
    assert (answer.status_code, len(shown(answer, ".errors p")), textarea(answer)) == (429, 1, GAME)
    assert stranger.post("/paper/", TYPED).status_code == 429
    assert Table.objects.count() == 1


# --- From paper ---


def test_a_game_goes_on_from_paper(stranger: Client) -> None:
    page = stranger.get("/paper/")
    assert (page.status_code, Table.objects.count(), Device.objects.count()) == (200, 0, 0)
    fields = forms(page)["paper/"].fields
    assert {"name-1", "points-1", "boxes-1", "won-1", "name-8", "target", "preset", "key"} <= set(fields)
    assert (fields["preset"], "dealer" in fields) == ("standard", False)
    assert re.findall(r'value="hollywood', text(page)) == []
    answer = stranger.post("/paper/", TYPED | {"target": "150"})
    phone = made_from(answer)
    game = current(phone)
    assert (game.cumulative, game.boxes, game.deal.dealer, game.rules.target) == ({0: 54, 1: 3}, {0: 4, 1: 0}, 1, 150)
    sheet = stranger.get(answer["Location"])
    assert says(sheet, "From paper: Ann 54, Ben 3, boxes 4 and 0")
    assert "Undo" not in words(sheet)
    assert says(start().browser().get("/"), "Continue from paper")


def test_game_begun_on_paper_is_settled_with_its_mark(stranger: Client) -> None:
    phone = made_from(stranger.post("/paper/", TYPED))
    owner = Phone(_access(phone), "", {})
    enter(owner, gin(0, 40))
    assert list(SettledSeat.objects.values_list("from_paper", "points")) == [(True, 119), (True, 3)]
    exported = stranger.get(f"{phone.url}text/file/").getvalue().decode()
    summary, preview = stranger.get(f"/g/{share(owner)}/"), stranger.post("/import/", {"text": exported})
    for page in (stranger.get(phone.url), summary, preview):
        assert says(page, "From paper: Ann 54, Ben 3")


def _access(phone: Phone) -> Any:
    from games.permissions import Access

    return Access(phone.access.table, Role.OWNER, phone.access, None)  # type: ignore[arg-type]


def test_partners_have_one_score(stranger: Client, snapshot: SnapshotAssertion) -> None:
    four = {f"name-{n}": name for n, name in enumerate(("Ann", "Ben", "Cleo", "Dan"), 1)}
    typed = four | {"preset": "partnership", "points-1": "20", "points-2": "40", "won-2": "1", "dealer": "4"}
    wrong = stranger.post("/paper/", typed | {"points-3": "20"})
    assert wrong.status_code == 400
    assert shown(wrong, ".error, .errors p") == snapshot
    phone = made_from(stranger.post("/paper/", typed))
    game = current(phone)
    assert (game.cumulative, game.hands_won) == ({0: 20, 1: 40}, {0: 0, 1: 1})
    assert says(
        stranger.get(f"/t/{phone.table.public_id}/"), "From paper: Ann & Cleo 20, Ben & Dan 40, hands won 0 and 1"
    )


def test_a_place_left_empty_does_not_shift_the_score(stranger: Client) -> None:
    typed = TYPED | {"preset": "ginski", "name-2": "", "points-2": "", "name-4": "Dan", "points-4": "7", "dealer": "4"}
    game = current(made_from(stranger.post("/paper/", typed)))
    assert (game.cumulative, game.deal.dealer) == ({0: 54, 1: 7}, 1)


def test_invalid_input_is_reported_and_stays_in_the_form(
    stranger: Client, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for typed in [
        {"dealer": ""},
        {"dealer": "draw"},
        {"dealer": "3"},
        {"points-1": "x"},
        {"points-1": "-5"},
        {"points-1": "10001"},
        {"boxes-2": "501"},
        {"won-2": "\u00b2"},
        {"points-1": "9" * 5000},
        {"points-4": "9"},
        {"points-1": "", "boxes-1": "", "points-2": ""},
        {"points-1": "100"},
        {"points-2": "77", "target": "60"},
        {"preset": "hollywood"},
        {"preset": "x"},
        {"name-2": ""},
        {"name-2": "ann"},
        {"target": "x"},
    ]:
        with subtests.test(typed=typed):
            sent = TYPED | typed
            answer = stranger.post("/paper/", sent)
            assert (answer.status_code, Table.objects.count()) == (400, 0)
            assert shown(answer, ".error, .errors p") == snapshot
            page_forms = forms(answer)["paper/"].fields
            for name in ("name-1", "name-2", "points-2", "boxes-1", "key"):
                assert page_forms[name] == sent[name]


def test_a_level_score_at_the_target_goes_on(stranger: Client) -> None:
    assert current(made_from(stranger.post("/paper/", TYPED | {"points-1": "120", "points-2": "120"}))).over is False


def test_a_second_tap_from_paper_is_the_same_table(stranger: Client) -> None:
    first, second = (stranger.post("/paper/", TYPED)["Location"] for _ in range(2))
    assert first == second
    assert stranger.post("/paper/", TYPED | {"points-1": "55"})["Location"] != first


def test_the_phone_is_offered_what_it_played_last(stranger: Client) -> None:
    stranger.post("/paper/", TYPED | {"preset": "lets_play"})
    page = stranger.get("/paper/")
    assert forms(page)["paper/"].fields["preset"] == "lets_play"
    assert '<button type="button" data-fill="Ann">' in text(page)
    stranger.post("/", {"name-1": "Ann", "name-2": "Ben", "preset": "hollywood"})
    assert forms(stranger.get("/paper/"))["paper/"].fields["preset"] == "lets_play"


def test_a_table_can_be_resumed_from_its_text(ann: Phone, stranger: Client) -> None:
    exported = ann.browser().get(f"{ann.url}text/file/").getvalue().decode()
    phone = made_from(stranger.post("/import/", {"text": exported, "make": "1"}))
    assert table_text(phone.table) == exported == table_text(ann.table)
    page = stranger.get(f"/t/{phone.table.public_id}/")
    assert says(page, "Undo round 2")
    started = import_table(games=read(exported), key="k" * 32)
    enter(Phone(started.access, "", {}), knock(0, 7, 20))
    assert table_text(started.access.table).startswith(exported)


def test_a_score_from_paper_shuts_nobody_out_who_has_boxes(stranger: Client) -> None:
    typed = TYPED | {"preset": "how_to", "points-1": "85", "boxes-1": "4", "points-2": "40", "boxes-2": "2"}
    phone = made_from(stranger.post("/paper/", {name: text for name, text in typed.items() if "won" not in name}))
    assert current(phone).hands_won == {0: 4, 1: 2}
    enter(Phone(_access(phone), "", {}), gin(0, 20))
    final = current(phone).final
    assert final is not None
    assert (final.shutout, final.totals) == (False, {0: 355, 1: 90})
