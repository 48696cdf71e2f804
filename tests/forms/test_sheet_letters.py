"""Decoding uploaded tables: nothing is guessed where two code pages read different letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.forms.season.sheet_letters import CODE_PAGES, bytes_as_text, letter_samples, reread, sheet_readings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_read_without_a_question(encoding: str) -> None:
    assert list(sheet_readings("name\nŁukasz Żak".encode(encoding)).values()) == ["name\nŁukasz Żak"]


def test_letters_that_all_code_pages_share_are_no_question() -> None:
    assert list(sheet_readings("name\nJürgen Weiß, José".encode("cp1252")).values()) == ["name\nJürgen Weiß, José"]


def test_letters_that_differ_are_shown_as_each_code_page_reads_them() -> None:
    polish = letter_samples(sheet_readings('name\nBo\n"Łukasz";Żak\nŁukasz'.encode("cp1250")))
    # What looks like words comes first.
    assert list(polish.items())[:2] == [("cp1250", ("Łukasz", "Żak")), ("cp1252", ("£ukasz", "¯ak"))]
    french = letter_samples(sheet_readings("name\nHélène".encode("cp1252")))
    assert list(french.items())[:2] == [("cp1252", ("Hélène",)), ("cp1250", ("Hélčne",))]


@pytest.mark.parametrize("encoding", CODE_PAGES)
@pytest.mark.parametrize("name", ["Łukasz Żak", "Jerzy Górski", "José", "Weiß", "Zoë", "García", "Élodie", "MÜLLER"])
def test_names_are_read_right_or_asked_about(encoding: str, name: str) -> None:
    """Never is another reading taken without a question, whichever program has saved the file."""
    try:
        raw = f"name\n{name}".encode(encoding)
    except UnicodeEncodeError:
        return
    readings = list(sheet_readings(raw).values())
    assert f"name\n{name}" in readings
    if len(readings) == 1:
        assert encoding in ("cp1252", "cp1250", "iso8859_2")


def test_three_readings_are_told_apart_by_a_later_cell() -> None:
    samples = letter_samples(sheet_readings("name\nŁa\nŁb\nŁc\nŁd\nBo\nŚą".encode("iso8859_2")))
    assert [samples[page][-1] for page in ("cp1252", "cp1250", "iso8859_2")] == ["¦±", "¦±", "Śą"]


def test_what_is_no_text_has_no_reading() -> None:
    assert sheet_readings(b"\x89PNG\x00\xff") == sheet_readings(b"\xff\xfea") == {}


@given(
    st.text(st.characters(exclude_characters="\0", codec="utf-8")), st.sampled_from(["utf-8", "utf-16", *CODE_PAGES])
)
def test_what_was_written_is_among_the_readings(text: str, encoding: str) -> None:
    """Also after the bytes were stored; and several readings can be told apart by what is shown of them."""
    try:
        raw = f"{text}\nŁ".encode(encoding) if encoding != "cp1252" else f"{text}\né".encode(encoding)
    except UnicodeEncodeError:
        return
    readings = sheet_readings(raw)
    if encoding.startswith("utf"):
        assert list(readings.values()) == [raw.decode(encoding).removeprefix("\ufeff")]
        return
    if "utf-8" not in readings and not any("\x80" <= letter <= "\x9f" for letter in text):
        assert raw.decode(encoding) in readings.values()
    if len(readings) > 1:
        assert len(set(letter_samples(readings).values())) == len(readings)
    assert {page: reread(bytes_as_text(raw), page) for page in readings} == readings


def test_another_encoding_than_the_readings_is_refused() -> None:
    with pytest.raises(ValueError, match="utf-7"):
        reread(bytes_as_text("Ł".encode("cp1250")), "utf-7")
    with pytest.raises(ValueError, match="encode"):
        reread("Łukasz", "cp1250")
