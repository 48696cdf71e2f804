"""A reworded message keeps its translations as previous text; a new message has none."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from games.management import catalogues
from games.management.changed_messages import Place, pairs

Row = tuple[str, str] | tuple[str, str, str]
"""A file, a message, and its context if it has one."""


def template(*rows: Row) -> Catalog:
    """What code and pages say."""
    catalog = Catalog(fuzzy=False)
    for file, text, *context in rows:
        catalog.add(text, locations=[(file, 0)], context="".join(context) or None)
    return catalog


def german(*rows: Row) -> Catalog:
    """A catalogue that says all of it: "Undo" is "de: Undo"."""
    catalog = Catalog("de", fuzzy=False)
    for file, text, *context in rows:
        catalog.add(text, f"de: {text}", locations=[(file, 0)], context="".join(context) or None)
    return catalog


def found(catalog: Catalog, text: str, context: str | None = None) -> tuple[str, bool, list[str]]:
    """A translation, whether it needs a review, and the English text it was made for."""
    message = catalog.get(text, context)
    assert message
    return message.string or "", message.fuzzy, list(message.previous_id)


def places(*texts: str, file: str = "a.html") -> tuple[Place, ...]:
    return tuple((file, (None, text)) for text in texts)


def test_a_reworded_message_keeps_its_translation_and_the_text_that_it_was_made_for() -> None:
    held = german(("a.html", "Delete the round"), ("a.html", "Undo"))
    reworded = catalogues.update(held, template(("a.html", "Delete round"), ("a.html", "Undo")))
    assert reworded == {(None, "Delete round"): (None, "Delete the round")}
    assert found(held, "Delete round") == ("de: Delete the round", True, ["Delete the round"])
    assert found(held, "Undo") == ("de: Undo", False, [])
    assert len(held) == 2
    assert not held.obsolete


def test_one_with_no_word_in_common_is_found_by_its_place() -> None:
    before, after = places("Undo", "Let others in", "Export"), places("Undo", "Invite", "Export")
    assert pairs(before, after) == {(None, "Invite"): (None, "Let others in")}


def test_the_most_alike_belong_together_also_in_another_file_and_order() -> None:
    before = places("Delete the round", "Delete the match", "Undo")
    after = (*places("Undo"), *places("Delete this match", "Delete this round", file="b.html"))
    assert pairs(before, after) == {
        (None, "Delete this round"): (None, "Delete the round"),
        (None, "Delete this match"): (None, "Delete the match"),
    }


def test_new_message_is_untranslated_and_an_unused_one_is_removed() -> None:
    held = german(("a.html", "Undo"), ("b.html", "Shuffle the cards"))
    assert not catalogues.update(held, template(("a.html", "Undo"), ("a.html", "Who deals next?")))
    assert found(held, "Who deals next?") == ("", False, [])
    assert held.get("Shuffle the cards") is None


def test_a_message_that_is_still_used_gives_its_translation_to_no_other() -> None:
    held = german(("a.html", "Delete the round"))
    assert not catalogues.update(held, template(("a.html", "Delete the round"), ("a.html", "Delete the rounds")))
    assert found(held, "Delete the rounds") == ("", False, [])


def test_two_that_become_one_give_it_one_translation() -> None:
    held = german(("a.html", "Delete the round"), ("a.html", "Delete this round"))
    catalogues.update(held, template(("a.html", "Delete round")))
    assert found(held, "Delete round") == ("de: Delete the round", True, ["Delete the round"])
    assert len(held) == 1


def test_a_message_in_another_context_keeps_its_translation() -> None:
    """The choices of a rule have its title as their context, so a new title changes them all."""
    rows = [("rules.json", "once", "Shutout"), ("rules.json", "once", "Box")]
    held = german(*rows)
    catalogues.update(held, template(("rules.json", "once", "Shutout doubled"), ("rules.json", "once", "Line")))
    assert found(held, "once", "Line") == found(held, "once", "Shutout doubled") == ("de: once", False, [])


def test_a_message_that_changes_twice_names_what_it_was_translated_from() -> None:
    held = german(("a.html", "Delete the round"))
    catalogues.update(held, template(("a.html", "Delete round")))
    catalogues.update(held, template(("a.html", "Delete last round")))
    assert found(held, "Delete last round") == ("de: Delete the round", True, ["Delete the round"])
    catalogues.update(held, template(("a.html", "Delete the round")))
    assert found(held, "Delete the round") == ("de: Delete the round", False, [])


def test_translation_marked_fuzzy_by_a_translator_is_not_shown() -> None:
    held = german(("a.html", "Delete the round"))
    found_before = held.get("Delete the round")
    assert found_before
    found_before.flags.add("fuzzy")
    catalogues.update(held, template(("a.html", "Delete round")))
    assert found(held, "Delete round") == ("de: Delete the round", True, [])
    assert len(catalogues._english(held)) == 1


def test_catalogue_without_rewording_is_unchanged() -> None:
    held = german(("a.html", "Delete the round"))
    new = template(("a.html", "Delete round"))
    catalogues.update(held, new)
    lines = list(catalogues._lines(held))
    assert not catalogues.update(held, new)
    assert list(catalogues._lines(held)) == lines


def test_plural_forms_and_translators_comments_survive() -> None:
    held = Catalog("de", fuzzy=False)
    held.add(
        ("One round left", "%(n)d rounds left"),
        ("Noch eine Runde", "Noch %(n)d Runden"),
        locations=[("a.html", 0)],
        user_comments=["Wie auf dem Block."],
    )
    new = Catalog(fuzzy=False)
    new.add(("One round is left", "%(n)d rounds are left"), locations=[("a.html", 0)])
    catalogues.update(held, new)
    (message,) = (message for message in held if message.id)
    assert message.string == ("Noch eine Runde", "Noch %(n)d Runden")
    assert message.previous_id == ["One round left", "%(n)d rounds left"]
    assert message.user_comments == ["Wie auf dem Block."]
    assert message.fuzzy


def test_a_message_that_gets_a_plural_keeps_what_it_has_and_is_shown_in_english() -> None:
    held = german(("a.html", "%(n)d rounds"))
    new = Catalog(fuzzy=False)
    new.add(("One round", "%(n)d rounds"), locations=[("a.html", 0)])
    catalogues.update(held, new)
    (message,) = (message for message in held if message.id)
    assert (message.string, message.fuzzy) == (("", "de: %(n)d rounds"), True)
    assert catalogues._english([message])


@pytest.mark.usefixtures("catalogue_folder")
def test_the_file_names_the_previous_text_whole() -> None:
    """Also for long texts, several lines, and quotation marks."""
    old = 'The first line is longer than anybody would like it to be, says “nothing”,\nand is “old”: "really".\n' * 2
    held = german(("a.html", old), ("a.html", "Undo"))
    catalogues.update(held, template(("a.html", f"New. {old}"), ("a.html", "Undo")))
    catalogues.write(held, "de")
    text = catalogues.path_of("de").read_text(encoding="utf-8")
    assert '#, fuzzy\n#| msgid ""\n#| "The first line is longer than anybody would like it to be, says' in text
    again = catalogues.read_catalogue("de")
    assert found(again, f"New. {old}") == (f"de: {old}", True, [old])
    assert "".join(catalogues._lines(again)) == text
    assert all(not message.user_comments for message in again)


@pytest.fixture
def catalogue_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    return tmp_path


def test_report_lists_what_is_to_do(monkeypatch: pytest.MonkeyPatch, catalogue_folder: Path) -> None:
    monkeypatch.setattr(settings, "LANGUAGES", [("en", "English"), ("de", "Deutsch")])
    before = ["Delete the round", "Sit down and score", "%(name)s wins", "Undo"]
    after = ["Delete round", "Keep score here", "%(name)s wins", "Undo"]
    held = german(*(("a.html", text) for text in before))
    held["%(name)s wins"].string = "%(nam)s gewinnt"
    catalogues.write(held, "de")
    monkeypatch.setattr(
        catalogues, "extracted_messages", lambda: template(*(("a.html", text) for text in [*after, "New"]))
    )
    assert list(catalogues.update_catalogues()) == [
        "de: 5 messages, 3 shown in English, 1 to review",
        "reworded: 'Delete the round' is now 'Delete round'",
        "reworded: 'Sit down and score' is now 'Keep score here'",
    ]
    assert list(catalogues.missing_translations()) == [
        "de: shown in English until reviewed: 'Keep score here': 'de: Sit down and score'",
        "de: placeholders or tags differ: '%(name)s wins': '%(nam)s gewinnt'",
        "de: not translated: 'New'",
    ]
    assert list(catalogues.to_review()) == ["de: to review: 'Delete round': 'de: Delete the round'"]

    catalogues.path_of("de").write_text("<<<<<<< ours\n", encoding="utf-8")
    (line,) = catalogues.missing_translations()
    assert line == f"de: {catalogues.path_of('de')}: cannot parse line 1: <<<<<<< ours"
    assert list(catalogues.to_review()) == []


@pytest.mark.parametrize("language", catalogues.languages())
def test_reading_and_writing_changes_nothing(language: str) -> None:
    text = "".join(catalogues._lines(catalogues.read_catalogue(language)))
    assert text == catalogues.path_of(language).read_text(encoding="utf-8")
