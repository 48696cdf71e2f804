"""Every translation catalog is complete: no message missing, none obsolete, no placeholder lost."""

import re

import pytest
from babel.messages.catalog import Message
from django.conf import settings

from games.management import catalogs

LANGUAGES = catalogs.languages()
PLACES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|%%")
TAGS = re.compile(r"</?\w[^>]*>")


def forms(message: Message) -> tuple[list[str], list[str]]:
    """The English forms of a message, and those of the language."""
    return [*catalogs.forms(message.id)], [*catalogs.forms(message.string)]


def messages(language: str) -> list[Message]:
    return [message for message in catalogs.read_catalog(language) if message.id]


def test_catalogs_cover_six_languages() -> None:
    assert [code for code, _ in settings.LANGUAGES] == ["en", "de", "fr", "es", "it", "pl"]
    assert set(LANGUAGES) == {"de", "fr", "es", "it", "pl"}


@pytest.mark.server
def test_missing_translations_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = catalogs.extracted_messages()
    gathered.add("Nobody ever said this.")
    gone = next(message for message in gathered if message.id == "Undo")
    gathered.delete("Undo", gone.context)
    monkeypatch.setattr(catalogs, "extracted_messages", lambda: gathered)
    missing = list(catalogs.missing_translations())
    assert [line for line in missing if line.startswith("de:")] == [
        "de: not in the catalog: 'Nobody ever said this.'",
        "de: unused: 'Undo'",
    ]
    assert len(missing) == 2 * len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_same_placeholders_and_tags(language: str) -> None:
    assert [message.id for message in messages(language) if not catalogs.fits(*forms(message))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_white_space_at_the_ends_and_quotation_marks_fit_the_page(language: str) -> None:
    wrong = []
    for message in messages(language):
        english, translated = forms(message)
        wrong += [
            form
            for form in translated
            if (form != form.lstrip(), form != form.rstrip())
            != (english[0] != english[0].lstrip(), english[0] != english[0].rstrip())
            or ('"' in form and '"' not in "".join(english))
            or "<" in TAGS.sub("", form)
        ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_hardly_any_translation_equals_the_english(language: str) -> None:
    """Names of games and units are; sentences are not."""
    same = [
        form
        for message in messages(language)
        for form in forms(message)[1]
        if form in forms(message)[0] and len(re.findall(r"[a-z]{2,}", PLACES.sub("", form))) > 3
    ]
    assert same == []
