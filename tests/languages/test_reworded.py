"""`manage.py catalogs`: a reworded message keeps its translation for review; a new message has none."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from games.management import catalogs


def template(*texts: str) -> Catalog:
    """What a page says."""
    found = Catalog(fuzzy=False)
    for text in texts:
        found.add(text, locations=[("a.html", 0)])
    return found


def german(*texts: str) -> Catalog:
    """A catalog that says all of it: "Undo" is "de: Undo"."""
    held = Catalog(locale="de", fuzzy=False)
    for text in texts:
        held.add(text, f"de: {text}", locations=[("a.html", 0)])
    return held


def found(held: Catalog, text: str) -> tuple[str, bool, list[str]]:
    """A translation, whether it needs a review, and the English text it was made for."""
    message = held[text]
    return str(message.string or ""), message.fuzzy, list(message.previous_id)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    monkeypatch.setattr(settings, "LANGUAGES", [("en", "English"), ("de", "Deutsch")])
    return tmp_path


def test_a_new_message_is_untranslated_and_an_unused_one_is_removed() -> None:
    held = german("Undo", "Sit down and score")
    catalogs.update(held, template("Undo", "Who?"))
    assert found(held, "Undo") == ("de: Undo", False, [])
    assert found(held, "Who?") == ("", False, [])
    assert held.get("Sit down and score") is None


def test_a_reworded_message_names_what_it_was_made_for_until_somebody_has_looked_at_it() -> None:
    old = 'Who lost the last game deals, "as always",\nfirst: ' + "long " * 40
    new = template(f"{old}today")
    held = german(old)
    catalogs.update(held, new)
    catalogs.write(held, "de")
    # Also when the command runs once more, after the file was read again.
    for _ in range(2):
        held = catalogs.read_catalog("de")
        assert found(held, f"{old}today") == (f"de: {old}", True, [old])
        assert not held[f"{old}today"].user_comments
        catalogs.update(held, new)
        catalogs.write(held, "de")


def test_report_lists_what_is_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    held = german("Delete the round", "%(name)s wins", "Undo")
    held["%(name)s wins"].string = "%(nam)s gewinnt"
    catalogs.write(held, "de")
    new = template("Delete the rounds", "%(name)s wins", "Undo", "Who?")
    monkeypatch.setattr(catalogs, "extracted_messages", lambda: new)
    assert list(catalogs.update_catalogs()) == ["de: 4 messages, 1 to translate, 1 to review"]
    assert list(catalogs.missing_translations()) == [
        "de: not translated: 'Who?'",
        "de: placeholders or tags differ: '%(name)s wins': '%(nam)s gewinnt'",
    ]
    assert list(catalogs.to_review()) == ["de: to review: 'Delete the rounds': 'de: Delete the round'"]

    catalogs.path_of("de").write_text("<<<<<<< ours\n", encoding="utf-8")
    (line,) = catalogs.missing_translations()
    assert line.startswith(f"de: {catalogs.path_of('de')}: ")
    assert list(catalogs.to_review()) == []


@pytest.mark.parametrize("language", ["de", "fr", "es", "it", "pl"])
def test_reading_and_writing_changes_nothing(language: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.undo()
    held, text = catalogs.read_catalog(language), catalogs.path_of(language).read_bytes()
    monkeypatch.setattr(catalogs, "LOCALE", folder)
    catalogs.write(held, language)
    assert catalogs.path_of(language).read_bytes() == text


@pytest.mark.parametrize(
    ("english", "translation", "whether"),
    [
        (["%(n)d of <b>{name}</b>"], ["<b>{name}</b>: %(n)d"], True),
        (["%(n)d of {name}"], ["%(n)d"], False),
        (["<b>Save</b>"], ["Sichern"], False),
        (["one round", "%(n)d rounds"], ["eine Runde", "%(n)d Runden"], True),
        (["one round", "%(n)d rounds"], ["%(n)d Runde", "Runden"], False),
    ],
)
def test_a_translation_has_the_placeholders_and_tags(english: list[str], translation: list[str], whether: bool) -> None:
    assert catalogs.fits(english, translation) is whether
