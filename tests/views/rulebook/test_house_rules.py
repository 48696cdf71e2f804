"""Pages of rules, the house rules editor, and changing rules at a table."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Device, HouseRules, Role, RulesUse, Table
from games.rules.house_rules import house_rules
from games.rules.ledger import RulesChanged
from games.rules.parameters import parameters
from games.rules.presets import presets, rule_set
from games.rules.ruleset import with_house_rules
from games.selectors.rulebook.house_rules import chosen_house_rules
from games.wording.rules.summary import preset_summary, summary
from tests.makers import Phone, assert_sound, current, enter, gin, join, knock, own_rules, revision, start
from tests.views.reading import HTMX, Form, is_refusal, says, shown, text, words

NOWHERE = "0123456789abcdef"


def editor(client: Client, address: str) -> Form:
    """The editor's form as a browser would send it."""
    return form_on(client.get(address))


def form_on(answer: Any) -> Form:
    """The form on a page of the editor."""
    page = text(answer)
    fields = {}
    for tag in re.findall(r"<input [^>]*>", page):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes.get("type") != "checkbox" or " checked" in tag:
            fields[attributes["name"]] = attributes.get("value", "")
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL):
        fields[name] = re.findall(r'<option value="([^"]*)" selected>', options)[0]
    action = re.search(r'<form class="editor card" action="([^"]*)"', page)
    assert action
    return Form(action[1], fields)


def send(client: Client, form: Form, *, htmx: bool = False, **typed: str) -> Any:
    return client.post(
        form.action,
        form.fields | {name.replace("__", "-"): value for name, value in typed.items()},
        headers=HTMX if htmx else {},
    )


# --- A preset on a page -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets())
def test_every_preset_has_a_page_with_all_its_sentences_and_readings(stranger: Client, preset: str) -> None:
    answer = stranger.get(f"/rules/{preset}/")
    found = presets()[preset]
    assert answer.status_code == 200
    for sentence in (
        found.title,
        found.weakness_label,
        found.note,
        found.source,
        *preset_summary(found, found.rules),
        *found.readings,
    ):
        assert says(answer, sentence)
    assert f'href="/?rules={preset}"' in text(answer)
    assert f'href="/rules/{preset}/change/"' in text(answer)
    body = stranger.post("/api/v1/evaluate/", {"id": 1, "kind": "preset", "preset": preset}, "application/json").json()
    edited = stranger.get(f"/rules/{preset}/change/").context["page"].sentences
    assert tuple(body["summary"]) == edited == answer.context["page"].sentences
    assert list(answer.cookies) == ["csrftoken"]


@pytest.mark.parametrize(
    "address", ["/rules/whist/", "/rules/whist/change/", f"/h/{NOWHERE}/", f"/h/{NOWHERE}/change/", "/h/x/"]
)
def test_rules_that_are_not_there(stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 404
    for below in ("copy/", "delete/"):
        assert stranger.post(f"/h/{NOWHERE}/{below}").status_code == 404


# --- The editor -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets())
def test_an_editor_sent_as_it_opened_changes_nothing(
    stranger: Client, preset: str, snapshot: SnapshotAssertion
) -> None:
    form = editor(stranger, f"/rules/{preset}/change/")
    answer = send(stranger, form)
    assert answer.status_code == 400
    assert shown(answer, "[role=alert]") == snapshot
    assert (HouseRules.objects.count(), Device.objects.count()) == (0, 0)


def test_opening_the_editor_changes_nothing(stranger: Client) -> None:
    page = stranger.get("/rules/standard/change/")
    assert (page.status_code, list(page.cookies), Device.objects.count()) == (200, ["csrftoken"], 0)
    assert stranger.head("/rules/standard/change/").status_code == 200
    for parameter in parameters().values():
        assert f'id="row-p-{parameter.name}"' in text(page)
    assert says(page, "No changes yet")


def test_changed_rules_are_saved_under_a_new_link(stranger: Client) -> None:
    form = editor(stranger, "/rules/standard/change/")
    answer = stranger.post(
        form.action, form.fields | {"title": " Kitchen  gin ", "p-gin_bonus": "30", "p-knock_limit": "7"}
    )
    saved = HouseRules.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/h/{saved.public_id}/")
    assert (saved.title, saved.preset, saved.changes) == (
        "Kitchen gin",
        "standard",
        {"gin_bonus": 30, "knock_limit": 7},
    )
    page = stranger.get(answer["Location"])
    for expected in ("Kitchen gin", "Gin rummy, 2 changes", "Gin bonus: 30 points", "Knock limit: 7 points"):
        assert says(page, expected)
    assert f'href="http://testserver/h/{saved.public_id}/"' in text(page)
    assert says(page, "Delete these rules")
    assert "Keep a copy" not in text(page)
    start_page = stranger.get("/").context["page"]
    assert [x.choice.id for x in start_page.rules if x.checked] == [f"own:{saved.public_id}"]


def test_two_taps_save_once_and_other_changes_save_again(stranger: Client) -> None:
    form = editor(stranger, "/rules/standard/change/")
    for _ in range(2):
        stranger.cookies.pop("device", None)  # both taps leave before an answer brings the cookie
        stranger.post(form.action, form.fields | {"p-gin_bonus": "30"})
    assert HouseRules.objects.count() == 1
    answer = stranger.post(form.action, form.fields | {"p-gin_bonus": "20"})
    assert (answer.status_code, HouseRules.objects.count()) == (302, 2)


def test_invalid_input_is_reported_at_its_field_and_all_fields_stay(
    stranger: Client, snapshot: SnapshotAssertion
) -> None:
    form = editor(stranger, "/rules/standard/change/")
    typed = {"title": "x" * 61, "p-target": "-5", "p-knock_limit": "500", "p-layoff": "never", "p-gin_bonus": "30"}
    answer = stranger.post(form.action, form.fields | typed)
    assert answer.status_code == 400
    assert shown(answer, "#told .error") == snapshot
    for where in ("#note-p-target .error", "#note-p-knock_limit .error", "#title-error"):
        assert shown(answer, where) == snapshot
    attributes = re.findall(r'<(?:input|select)[^>]*name="([^"]*)"[^>]*?(?: value="([^"]*)")?[^>]*>', text(answer))
    found = dict(attributes)
    assert (found["title"], found["p-target"], found["p-knock_limit"]) == ("x" * 61, "-5", "500")
    assert '<option value="never" selected>' in text(answer)
    assert text(answer).count('<details class="parameters" open>') == 2
    assert HouseRules.objects.count() == 0


def test_without_script_a_button_shows_the_preview(stranger: Client, snapshot: SnapshotAssertion) -> None:
    form = editor(stranger, "/rules/standard/change/")
    answer = stranger.post(form.action, form.fields | {"p-gin_bonus": "30", "look": "1"})
    assert (answer.status_code, HouseRules.objects.count()) == (200, 0)
    assert says(answer, "1 change Gin bonus: 30 points")
    usual = summary(rule_set("standard"))
    assert [sentence for sentence in answer.context["page"].sentences if sentence not in usual] == snapshot
    assert says(answer, "Before: Gin bonus: 25 points")


@pytest.mark.parametrize("htmx", [True, False])
def test_one_tap_switches_a_house_rule(stranger: Client, htmx: bool) -> None:
    form = editor(stranger, "/rules/standard/change/")
    answer = send(stranger, form, htmx=htmx, apply="no_big_gin", title="Mine")
    assert answer.status_code == 200
    assert re.search(r'id="rule-no_big_gin" aria-pressed="true"', text(answer))
    assert says(answer, "1 change Big gin: not played")
    assert ("<!doctype" in text(answer)) is not htmx
    assert re.search(r'name="p-big_gin_bonus" value=""', text(answer))
    if not htmx:
        again = form_on(answer).fields
        off = stranger.post(form.action, again | {"apply": "no_big_gin"})
        assert says(off, "No changes yet")
        assert again["title"] == "Mine"


def test_htmx_preview_replaces_the_summary_and_no_field(stranger: Client, snapshot: SnapshotAssertion) -> None:
    form = editor(stranger, "/rules/standard/change/")
    answer = send(stranger, form, htmx=True, **{"p-gin_bonus": "30"})
    assert answer.status_code == 200
    assert re.findall(r'name="(?!apply)([^"]*)"', text(answer)) == []
    assert text(answer).count("hx-swap-oob") == 2 + 6 + len(parameters())
    wrong = send(stranger, form, htmx=True, **{"p-gin_bonus": "x"})
    assert wrong.status_code == 200
    assert shown(wrong, "#told .error") == snapshot


def test_house_rules_are_changed_further_and_stay_as_they_were(stranger: Client) -> None:
    first = own_rules(start())
    form = editor(stranger, f"/h/{first.public_id}/change/")
    assert (form.action, form.fields["title"], form.fields["p-gin_bonus"]) == (
        "/rules/standard/change/",
        "Kitchen gin",
        "30",
    )
    stranger.post(form.action, form.fields | {"p-target": "150"})
    second = HouseRules.objects.latest("pk")
    assert (first.changes, second.changes) == ({"gin_bonus": 30}, {"gin_bonus": 30, "target": 150})


@pytest.mark.parametrize(
    "preset", ["standard", *(pytest.param(one, marks=pytest.mark.slow) for one in ("ginski", "tournament_partners"))]
)
def test_every_named_house_rule_can_be_tapped(stranger: Client, preset: str) -> None:
    form = editor(stranger, f"/rules/{preset}/change/")
    for rule in house_rules():
        answer = send(stranger, form, htmx=True, apply=rule)
        assert (rule, answer.status_code) == (rule, 200)


# --- A link to house rules --------------------------------------------------------------------------------------------


def test_anyone_with_the_link_may_read_house_rules_but_not_change_them(
    stranger: Client, snapshot: SnapshotAssertion
) -> None:
    saved = own_rules(start("Ann", "Ben"), title="<b>Ours</b>", preset="ginski", undercut_on="tie_or_less")
    uses = RulesUse.objects.count()
    answer = stranger.get(f"/h/{saved.public_id}/")
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)
    assert says(answer, "<b>Ours</b>")
    assert "<b>Ours" not in text(answer)
    for sentence in summary(chosen_house_rules(saved).rules):
        assert says(answer, sentence)
    contradicted = [reading for reading in presets()["ginski"].readings if not says(answer, reading)]
    assert contradicted == snapshot
    assert ("Ann" in words(answer), "Delete these rules" in words(answer)) == (False, False)
    assert (Device.objects.count(), RulesUse.objects.count()) == (1, uses)


def test_a_note_of_the_source_that_house_rules_contradict_is_nowhere(
    stranger: Client, snapshot: SnapshotAssertion
) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", undercut_points="ender_total")
    saved = own_rules(phone, preset="ginski", undercut_points="ender_total")
    own, client = f"/h/{saved.public_id}/", phone.browser()
    ginski = presets()["ginski"]
    contradicted = set(summary(ginski.rules)) - set(summary(chosen_house_rules(saved).rules))
    assert [says(stranger.get("/rules/ginski/"), sentence) for sentence in contradicted] == [True]
    assert says(stranger.get("/rules/ginski/"), ginski.note)
    assert says(stranger.get("/rules/ginski/"), "Source: The Ginski page")
    for answer in (stranger.get(own), client.get(f"{phone.url}games/1/rules/")):
        assert says(answer, "An undercut also scores: the knocker's deadwood")
        assert not says(answer, ginski.note)
        assert [reading for reading in ginski.readings if not says(answer, reading)] == snapshot
        assert [sentence for sentence in contradicted if says(answer, sentence)] == []
        assert says(answer, "Source for Ginski: The Ginski page")
    offered = stranger.get(f"/?rules=own:{saved.public_id}")
    (choice,) = [rules.choice for rules in offered.context["page"].rules if rules.checked]
    assert (choice.note, "Source for Ginski" in choice.source) == ("", True)


def test_copying_rules_takes_one_tap_and_makes_own_ones(stranger: Client) -> None:
    saved = own_rules(start())
    answer = stranger.post(f"/h/{saved.public_id}/copy/")
    copy = HouseRules.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/h/{copy.public_id}/")
    assert (copy.title, copy.changes) == (saved.title, saved.changes)
    assert stranger.post(f"/h/{saved.public_id}/copy/")["Location"] == answer["Location"]
    assert says(stranger.get(answer["Location"]), "Delete these rules")
    assert stranger.get(f"/h/{saved.public_id}/copy/").status_code == 405


def test_only_who_saved_them_deletes_them(stranger: Client) -> None:
    phone = start()
    saved = own_rules(phone)
    address = f"/h/{saved.public_id}/"
    for client in (stranger, start("Cleo", "Dan").browser()):
        assert client.post(f"{address}delete/").status_code == 404
    answer = phone.browser().post(f"{address}delete/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert phone.browser().get(address).status_code == 404


def test_a_form_from_elsewhere_saves_copies_and_deletes_nothing() -> None:
    phone = start()
    saved = own_rules(phone)
    client = phone.browser(enforce_csrf_checks=True)
    for address in ("/rules/standard/change/", f"/h/{saved.public_id}/copy/", f"/h/{saved.public_id}/delete/"):
        assert client.post(address, {"title": "x", "p-gin_bonus": "20"}).status_code == 403
    assert list(HouseRules.objects.all()) == [saved]


def test_saving_too_often_is_rate_limited(stranger: Client, settings: Any) -> None:
    settings.RATES = settings.RATES | {"start": ((2, 10**9),)}
    sent = [stranger.post("/rules/standard/change/", {"title": "x", "p-gin_bonus": str(n)}) for n in (1, 2, 3)]
    assert [answer.status_code for answer in sent] == [302, 302, 429]
    assert stranger.post(f"/h/{HouseRules.objects.latest('pk').public_id}/copy/").status_code == 429
    look = stranger.post("/rules/standard/change/", {"p-gin_bonus": "5", "look": "1"})
    assert look.status_code == 200


def test_queries_of_rules_pages_are_few(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    phone = start()
    saved = own_rules(phone)
    client = phone.browser()
    for address, questions in (
        ("/rules/ginski/", 0),
        ("/rules/ginski/change/", 0),
        (f"/h/{saved.public_id}/", 2),  # the rules with their owner, the device
        (f"/h/{saved.public_id}/change/", 1),
    ):
        with django_assert_max_num_queries(questions):
            assert client.get(address).status_code == 200


# --- A change of rules at a table -------------------------------------------------------------------------------------


@pytest.fixture
def table() -> Phone:
    """Ann's table where she knocked with 7 against 20 (+13)."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    return phone


def url(phone: Phone) -> str:
    return f"{phone.url}games/1/rules/"


def change(phone: Phone, **typed: str) -> Any:
    client = phone.browser()
    form = editor(client, f"{url(phone)}change/")
    return client.post(form.action, form.fields | {f"p-{name}": value for name, value in typed.items()})


def test_the_rules_change_from_the_next_round_on_and_all_see_it(table: Phone) -> None:
    answer = change(table, gin_bonus="30", next_dealer="winner")
    assert (answer.status_code, answer["Location"]) == (302, url(table))
    game = current(table)
    assert game.rules == with_house_rules(rule_set("standard"), {"gin_bonus": 30, "next_dealer": "winner"})
    assert [e.body.through for e in game.changes if isinstance(e.body, RulesChanged)] == [1]
    enter(table, gin(1, 20))
    assert list(current(table).cumulative.values()) == [13, 50]
    for phone in (table, join(table, Role.WATCH)):
        page = phone.browser().get(url(table))
        assert says(page, "2 changes")
        assert says(page, "After round 1")
        assert says(page, "Gin bonus: 30 points Who deals next: the winner of the round")
        assert says(page, "Ann's phone")
    assert_sound(table, orderly=False)


def test_each_change_is_described_against_the_one_before(table: Phone) -> None:
    change(table, gin_bonus="30")
    change(table, gin_bonus="30", target="150")
    page = table.browser().get(url(table)).context["page"]
    assert [(x.what, x.last_old_round) for x in page.history] == [
        (("Gin bonus: 30 points",), 1),
        (("Play to: 150 points",), 1),
    ]
    assert page.changed == ("Gin bonus: 30 points", "Play to: 150 points")


def test_rules_changed_at_a_table_are_described_for_its_players(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", preset="ginski")
    editor_page = phone.browser().get(f"{url(phone)}change/").context["page"]
    assert editor_page.sentences == phone.browser().get(url(phone)).context["page"].sentences
    ginski = presets()["ginski"]
    usual = preset_summary(ginski, ginski.rules)
    assert [sentence for sentence in editor_page.sentences if sentence not in usual] == snapshot


def test_a_note_of_the_source_goes_when_the_rules_change_in_mid_game(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", preset="hollywood")
    before = phone.browser().get(url(phone)).context["page"]
    assert before.note == snapshot
    change(phone, target="125")
    after = phone.browser().get(url(phone)).context["page"]
    assert after.note == snapshot
    assert [reading for reading in before.readings if reading not in after.readings] == snapshot


def test_change_before_the_first_round_is_described_as_such() -> None:
    phone = start(gin_bonus=20)
    change(phone, gin_bonus="30")
    assert says(phone.browser().get(url(phone)), "Before the first round")


def test_watchers_cannot_change_anything(table: Phone) -> None:
    client = join(table, Role.WATCH).browser()
    assert "Change the rules" not in text(client.get(url(table)))
    assert client.get(f"{url(table)}change/").status_code == 403
    assert client.post(f"{url(table)}change/", {"p-gin_bonus": "30", "revision": "2", "key": "k"}).status_code == 403
    assert "Change the rules" in text(table.browser().get(url(table)))


def test_refused_change_of_rules_is_reported_in_the_editor(
    table: Phone, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for typed, status, where in [
        ({}, 400, ".errors"),
        ({"p-target": "13"}, 409, ".errors"),
        ({"p-target": "0"}, 400, "#note-p-target .error"),
        ({"p-gin_bonus": "30", "revision": "1"}, 412, ".errors"),
        ({"p-gin_bonus": "30", "revision": ""}, 428, ".errors"),
    ]:
        with subtests.test(typed=typed, status=status, where=where):
            client = table.browser()
            form = editor(client, f"{url(table)}change/")
            answer = client.post(form.action, form.fields | typed)
            assert answer.status_code == status
            assert shown(answer, where) == snapshot
            assert form_on(answer).fields["p-gin_bonus"] == typed.get("p-gin_bonus", "25")
            assert revision(table) == 2


def test_form_succeeds_after_an_unrelated_change(table: Phone) -> None:
    client = table.browser()
    form = editor(client, f"{url(table)}change/")
    enter(table, knock(1, 7, 20))
    answer = client.post(form.action, form.fields | {"p-gin_bonus": "30"})
    assert answer.status_code == 412
    assert client.post(form.action, form_on(answer).fields).status_code == 302
    assert current(table).rules.gin_bonus == 30


def test_two_taps_change_once(table: Phone) -> None:
    client = table.browser()
    form = editor(client, f"{url(table)}change/")
    answers = [client.post(form.action, form.fields | {"p-gin_bonus": "30"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert (revision(table), len(current(table).changes)) == (3, 1)


def test_the_form_sent_again_with_something_else_is_not_lost_in_silence(table: Phone) -> None:
    client = table.browser()
    form = editor(client, f"{url(table)}change/")
    client.post(form.action, form.fields | {"p-gin_bonus": "30"})
    again = client.post(form.action, form.fields | {"p-gin_bonus": "20"})
    assert is_refusal(again, "stale")
    assert client.post(form.action, form_on(again).fields).status_code == 302
    assert current(table).rules.gin_bonus == 20


NASTY = ["\x00", "\r\nX: y", "\u202e", "\ufdfa" * 60, "9" * 5000, "<script>alert(1)</script>", "{{ 7|add:7 }}", "'; --"]


@pytest.mark.slow
@pytest.mark.parametrize("field", ["title", "key", "revision", "apply", "look", "p-target", "p-seats-min", "p-layoff"])
def test_rules_editor_survives_hostile_text(table: Phone, field: str) -> None:
    client = table.browser()
    for address in ("/rules/standard/change/", f"{url(table)}change/"):
        form = editor(client, address)
        for value in NASTY:
            for headers in ({}, HTMX):
                answer = client.post(form.action, form.fields | {"p-gin_bonus": "30", field: value}, headers=headers)
                assert (value, answer.status_code in (200, 302, 400, 409, 412, 428)) == (value, True)
                assert "<script>alert" not in text(answer)
    assert_sound(table, orderly=False)


def test_parameters_fixed_in_mid_game_are_neither_offered_nor_accepted(table: Phone) -> None:
    page = text(table.browser().get(f"{url(table)}change/"))
    for name in ("deck", "seating", "columns", "seats", "column_multipliers", "hand_scoring"):
        assert f'name="p-{name}' not in page
    assert change(table, deck="rumski70", gin_bonus="30").status_code == 302
    assert current(table).rules == rule_set("standard", {"gin_bonus": 30})


def test_a_game_that_is_over_keeps_its_rules(table: Phone) -> None:
    client = table.browser()
    form = editor(client, f"{url(table)}change/")
    enter(table, gin(0, 90))
    assert client.get(f"{url(table)}change/")["Location"] == url(table)
    assert "Change the rules" not in text(client.get(url(table)))
    answer = client.post(form.action, form.fields | {"p-gin_bonus": "30", "revision": str(revision(table))})
    assert is_refusal(answer, "game_finished")
    assert client.get(f"{table.url}games/7/rules/change/").status_code == 404


@pytest.mark.parametrize("htmx", [True, False])
def test_opening_a_table_changes_nothing(table: Phone, htmx: bool) -> None:
    client = table.browser()
    form = editor(client, f"{url(table)}change/")
    answer = client.post(form.action, form.fields | {"apply": "gin_30"}, headers=HTMX if htmx else {})
    assert (answer.status_code, says(answer, "1 change Gin bonus: 30 points")) == (200, True)
    assert revision(table) == 2


def test_a_table_of_house_rules_shows_them_under_their_name() -> None:
    phone = start()
    saved = own_rules(phone)
    client = phone.browser()
    answer = client.post("/", {"name-1": "Ann", "name-2": "Ben", "preset": f"own:{saved.public_id}"})
    page = client.get(f"/t/{Table.objects.latest('pk').public_id}/games/1/rules/")
    assert answer.status_code == 302
    assert says(page, "Kitchen gin Gin rummy, 1 change")
    assert says(page, "Gin bonus: 30 points")


@pytest.mark.parametrize("preset", [name for name, preset in presets().items() if preset.by_players])
def test_columns_leave_out_the_numbers_that_only_the_source_could_seat(
    preset: str, snapshot: SnapshotAssertion
) -> None:
    phone = start()
    saved = own_rules(phone, preset=preset, columns=3, column_multipliers=[1, 1, 1])
    client, own = phone.browser(), f"/h/{saved.public_id}/"
    for page in (own, f"{own}change/", f"{own}guide/", f"{own}print/", "/", f"/?rules=own:{saved.public_id}"):
        assert client.get(page).status_code == 200, page
    sentences = client.get(own).context["page"].sentences
    assert sentences == summary(chosen_house_rules(saved).rules)
    assert sentences[0] == snapshot
    names = {"name-1": "Ann", "name-2": "Ben", "preset": f"own:{saved.public_id}"}
    three = client.post("/", names | {"name-3": "Cleo"})
    assert three.status_code == 400
    assert three.context["page"].errors == snapshot
    assert client.post("/", names).status_code == 302
