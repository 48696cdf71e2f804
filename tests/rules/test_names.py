# ruff: noqa: RUF001 - letters that are taken for one another are what this file is about
"""Which names are valid, and which two names count as the same."""

import unicodedata

import pytest

from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name, folded_name

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


def why(text: str) -> str:
    """Return why the text isn't a valid name."""
    with pytest.raises(InvalidNameError) as bad:
        clean_name(text)
    (reason,) = bad.value.args
    return reason


def test_valid_name_is_unchanged(subtests: pytest.Subtests) -> None:
    cases = [
        "Ann",
        "Ann-Marie O’Neill",
        "Оля",
        "李雷",
        "עדי",
        "مریم",
        "ท่านผู้ใหญ่",
        "نمی\u200cخواهم",  # a joiner that Persian needs
        "a\u200eb",  # direction marks that embed nothing
        f"{FAMILY} Oma",
        FAMILY,
        "❤\ufe0f",
        ENGLAND,
        "🏴\U000e0020\U000e007f",
        "👍🏽",
        "1",
        "?",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "-",
    ]
    for name in cases:
        with subtests.test(name=name):
            assert clean_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Aunt   May ", "Aunt May"),
        ("Aunt\tMay\r\n", "Aunt May"),
        ("Aunt\u00a0May\u2003\u3000", "Aunt May"),
        ("Aunt\u2028May", "Aunt May"),
        ("Zoe\u0308", "Zoë"),
        ("A\u030angstro\u0308m", "Ångström"),
    ],
)
def test_spaces_are_single_and_letters_composed(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_sixty_characters_are_a_name_and_sixty_one_are_not() -> None:
    assert MAX_NAME_LENGTH == 60
    assert clean_name("a" * 60) == "a" * 60
    assert why("a" * 61) == "too_long"
    assert clean_name("😀" * 60) == "😀" * 60
    assert why("😀" * 61) == "too_long"


def test_length_is_counted_after_cleaning() -> None:
    assert clean_name("   " + "a" * 60 + "   ") == "a" * 60
    assert clean_name("e\u0308" * 60) == "ë" * 60
    assert why("e\u0308" * 61) == "too_long"


def test_absurdly_long_name_is_refused_before_cleaning() -> None:
    assert clean_name(" " * 599 + "a") == "a"
    assert why(" " * 600 + "a") == "too_long"
    assert why("a" + "\u0301" * 10_000) == "too_long"


@pytest.mark.parametrize("text", ["", " ", "\t\r\n", "\u00a0\u3000", "\x1c", "\u2028\u2029"])
def test_white_space_alone_is_not_a_name(text: str) -> None:
    assert why(text) == "required"


@pytest.mark.parametrize(
    "text",
    [
        *("\u200d", "\u200c", "\u200e", "\u200f", "\ufe0f", "\u200d\ufe0f\u200c", "\u0301", "\u0301\u0301"),
        *("\U000e0067\U000e007f", "\u20dd"),
    ],
)
def test_zero_width_characters_alone_are_not_a_name(text: str) -> None:
    assert why(text) == "required"


@pytest.mark.parametrize(
    "text",
    [
        "\u3164",  # Hangul filler, a letter by its category
        "\u115f\u1160",  # Hangul fillers for syllables
        "\uffa0",  # half-width Hangul filler
        "\u2800",  # a Braille cell without a dot, a symbol by its category
    ],
)
def test_invisible_letters_and_symbols_are_not_a_name(text: str) -> None:
    """A text without visible characters isn't a name, whatever the characters' category."""
    assert why(text) == "required"


def test_characters_that_deceive_or_cannot_be_stored_are_refused(subtests: pytest.Subtests) -> None:
    cases = [
        *("\x00", "\x01", "\x07", "\x1b", "\x7f", "\x80", "\x9f"),  # control characters, NUL the first
        *("\u202a", "\u202b", "\u202c", "\u202d", "\u202e"),  # bidi embeddings and overrides
        *("\u2066", "\u2067", "\u2068", "\u2069"),  # bidi isolates
        *("\u200b", "\u2060", "\ufeff", "\u00ad", "\u061c", "\u180e"),  # zero width
        *("\ud800", "\udfff"),  # half a character
        *("\ue000", "\U000f0000"),  # whatever a font makes of it
    ]
    for character in cases:
        with subtests.test(character=character):
            assert why(f"An{character}n") == "characters"
            assert why(character) == "characters"


def test_a_letter_may_carry_four_marks_and_not_five() -> None:
    four = "q" + "\u0323\u0331\u0310\u0325"
    assert clean_name(four) == unicodedata.normalize("NFC", four)
    assert why("q" + "\u0310" * 5) == "characters"
    assert clean_name("q\u0310\u0310\u0310\u0310" * 2) == "q\u0310\u0310\u0310\u0310" * 2
    assert why("q" + "\u20dd" * 5) == "characters"


def test_combining_marks_before_the_first_letter_count_too() -> None:
    assert clean_name("\u0310" * 4 + "q") == "\u0310" * 4 + "q"
    assert why("\u0310" * 5 + "q") == "characters"


@pytest.mark.parametrize("between", ["\ufe0f", "\u200d", "\u200c"])
def test_stacked_marks_are_refused_with_invisible_characters_between(between: str) -> None:
    """Four marks, something that takes no room, four marks: still one letter under a column of ink."""
    assert why("q" + (4 * "\u0310" + between) * 10) == "characters"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("ANN", "ａｎｎ"),
        ("Ａｎｎ", "Ann"),
        ("Straße", "STRASSE"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("ﬁona", "Fiona"),
        ("Zoe\u0308", "zoË"),
        ("²", "2"),
        ("A\u200dnn", "Ann"),
        ("An\u200en", "Ann"),
        ("İ", "i\u0307"),
        *(("O'Brien", f"O{sign}Brien") for sign in "’‘‛ʼʹʻ′`´＇"),
        *(("Ann-Lea", f"Ann{sign}Lea") for sign in "‐‑‒–—―−－"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert folded_name(one) == folded_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("❤\ufe0f", "❤"),  # the selector asks for the colored picture
        ("A\u034fnn", "Ann"),  # a combining mark without ink
        *((f"A{selector}nn", "Ann") for selector in "\ufe00\ufe0e\U000e0100\U000e01ef"),  # selectors of variants
        ("e\u200d\u0301va", "éva"),  # joined and not composed, and yet the same letter
    ],
)
def test_an_invisible_mark_makes_no_other_name(one: str, other: str) -> None:
    """ "invisible marks aside", also those that aren't format characters, or are within a letter."""
    assert folded_name(one) == folded_name(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anne"), ("Ann", "Änn"), ("Ann B", "AnnB"), ("Oma", "Опа"), ("a", "а")]
)
def test_other_names_are_not_the_same(one: str, other: str) -> None:
    assert folded_name(one) != folded_name(other)


@pytest.mark.parametrize(
    "text", ["Straße", "ﬁona", "ΣΊΣΥΦΟΣ", "İstanbul", "Ａ²", "A\u200dnn", FAMILY, "ǅ", "ϒ\u0301", "ſ", "´", "O´´B", "–"]
)
def test_a_folded_name_folds_to_itself(text: str) -> None:
    assert folded_name(folded_name(text)) == folded_name(text)
