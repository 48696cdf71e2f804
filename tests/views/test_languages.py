"""Pages use the phone's language or the chosen one; what programs read doesn't change."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override

from games.models import Role
from games.views.table.spectators import render_for_spectators, table_updates_for_spectators
from tests.browser.everything import house
from tests.makers import dead, enter, gin, join, knock, start
from tests.match_night import browser as browser_of
from tests.views.people import browser, outbox, person, send
from tests.views.reading import forms, submit, text

pytestmark = pytest.mark.django_db
HERE = ("de", "fr", "es", "it", "pl")
SAVE = {"en": "Save", "de": "Speichern", "fr": "Enregistrer", "es": "Guardar", "it": "Salva", "pl": "Zapisz"}


def lasting(page: str) -> str:
    """A page without secrets and signed times, which are others with every request, and the name of its language."""
    if "otpauth:" in page:
        # The secret of an app is in its code, too.
        page = re.sub(r'(?<=class="qr" src=")[^"]+', "#", page)
    return re.sub(r"[\w:.-]{20,}|(?<=sessions/)\w+|[?&](amp;)?in=\w\w", "#", page)


def language_of(answer: Any) -> str:
    return re.search(r'<html lang="([^"]+)"', text(answer))[1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("query", "answered"),
    [
        *((code, code) for code in ("en", *HERE)),
        *(("de-AT,de;q=0.9", "de"), ("pt-BR, es;q=0.5, en;q=0.4", "es"), ("fr-CA", "fr")),
        *(("ja, en;q=0.5", "en"), ("ja", "en"), ("", "en"), ("*", "en"), ("x" * 600, "en"), ("../../etc", "en")),
    ],
)
def test_a_phone_that_chose_nothing_is_answered_in_its_own(stranger: Client, query: str, answered: str) -> None:
    answer = stranger.get("/display/", headers={"Accept-Language": query})
    assert (language_of(answer), answer["Content-Language"]) == (answered, answered)
    assert "Accept-Language" in answer["Vary"]
    assert SAVE[answered] in text(answer)


def test_language_chosen_on_a_phone_takes_precedence_and_can_be_reset(stranger: Client) -> None:
    german = {"Accept-Language": "de"}
    form = forms(stranger.get("/display/", headers=german))["display/"]
    assert form.fields["language"] == "device"
    assert submit(stranger, form, language="pl").cookies["language"].value == "pl"
    again = stranger.get("/display/", headers=german)
    assert language_of(again) == "pl"
    assert forms(again)["display/"].fields["language"] == "pl"
    submit(stranger, forms(again)["display/"], language="device")
    assert language_of(stranger.get("/display/", headers=german)) == "de"


@pytest.mark.parametrize("value", ["", "xx", "DE; path=/", "../de", "en-xa", "x" * 5000])
def test_a_language_that_there_is_not_changes_nothing(stranger: Client, value: str) -> None:
    form = forms(stranger.get("/display/"))["display/"]
    assert "language" not in submit(stranger, form, language=value).cookies
    stranger.cookies["language"] = value.strip()
    assert language_of(stranger.get("/display/")) == "en"


def test_every_language_is_offered_in_its_own_words(stranger: Client) -> None:
    page = text(stranger.get("/display/", headers={"Accept-Language": "pl"}))
    for code, name in settings.LANGUAGES:
        assert f'<span lang="{code}">{name}</span>' in re.sub(r">\s+", ">", re.sub(r"\s+<", "<", page))


def test_programs_and_files_are_answered_alike(stranger: Client) -> None:
    for address in ("/api/v1/presets/", "/api/v1/docs/", "/api/v1/nothing/", "/static/live.js"):
        answers = [stranger.get(address, headers={"Accept-Language": code}) for code in ("en", "pl")]
        bodies = [b"".join(answer) for answer in answers]
        assert re.sub(rb"(csrf\w*|X-CSRFToken)[^>]*", b"", bodies[0]) == re.sub(
            rb"(csrf\w*|X-CSRFToken)[^>]*", b"", bodies[1]
        )
        for answer in answers:
            assert "Accept-Language" not in answer.get("Vary", "")
            answer.close()


def test_a_cached_page_is_not_shared_between_languages() -> None:
    phone = start(target=60)
    for declaration in (knock(0, 7, 20), gin(1, 12), dead(), knock(0, 2, 70)):
        enter(phone, declaration)
    watcher = join(phone, Role.WATCH, "Wall").browser()
    fields = {}
    for _ in range(2):
        for code in ("en", *HERE):
            pages = [
                text(watcher.get(phone.url + part, headers={"Accept-Language": code}))
                for part in ("", "moved/", "games/1/story/", "picture/", "print/", "board/")
            ]
            with override(code):
                drawn = table_updates_for_spectators(phone.table.public_id)
            assert drawn
            declaration = [lasting(page) for page in (*pages, drawn.text)]
            assert fields.setdefault(code, declaration) == declaration
    assert len({tuple(each) for each in fields.values()}) == 1 + len(HERE)
    assert render_for_spectators(phone.table.public_id, "xx", False) is None


def test_a_watching_page_asks_for_what_moved_in_its_own_language() -> None:
    phone = start()
    watcher = join(phone, Role.WATCH, "Wall").browser()
    for code, query in (("en", ""), ("de", "&amp;in=de"), ("pl", "&amp;in=pl")):
        page = text(watcher.get(phone.url, headers={"Accept-Language": code}))
        assert re.search(rf'hx-get="{phone.url}moved/\?live=[^"&]+{query}"', page)


def test_mail_is_in_the_language_of_its_requester() -> None:
    person("eva@example.org")
    client = browser()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    send(client, "/account/password/reset/", email="eva@example.org")
    (letter,) = outbox()
    assert "Passwort" in letter.subject
    assert "Passwort" in letter.body


NUMBERS = re.compile(
    r"\s(viewBox|d|points|[xy][12]?|c[xy]|r|d[xy]|width|height|transform|value|max|min|step|href|src|action|datetime|"
    r"id|for|name|class|type|hx-\w+|data-(?:revision|changes|seconds|most|size|seat))=\"([^\"]*)\""
)


@pytest.mark.slow
def test_numbers_and_addresses_within_pages_are_the_same_in_every_language() -> None:
    whole = house()
    client = browser_of(whole.tuesday.access)
    client.cookies["device"] = whole.phone.secret
    wrong = []
    for address in whole.addresses:
        read = {}
        for code in ("en", "de", "pl"):
            page = lasting(text(client.get(address, headers={"Accept-Language": code})))
            # The id of a piece that is drawn once is made of its words.
            read[code] = sorted(NUMBERS.findall(re.sub(r' id="k[0-9a-f]{10}"', "", page)))
        for code in ("de", "pl"):
            # What stands in fields at first may be words: "Gin rummy, our way", or "Telefon" for "A phone".
            with override(code):
                words = {("value", gettext("A phone"))}
            differing = [
                one
                for one in read[code]
                if one not in read["en"] and one not in words and not (one[0] == "value" and " " in one[1])
            ]
            if differing:
                wrong.append((address, code, differing[:6]))
    assert not wrong, "\n".join(map(str, wrong))
    assert len(whole.addresses) > 80
