"""The English that people read has none of the turns of phrase that read as translated."""

from collections.abc import Callable, Iterable
from functools import cache
from statistics import mean
from typing import Final

import pytest

from tests.wording.english import (
    BAD_TURNS,
    DOCUMENTS,
    ROOT,
    Text,
    bad_turns_in,
    catalog_texts,
    document_texts,
    program_texts,
    schema_texts,
)

MOST_WORDS: Final = 25
"""The words of a sentence in a document, on average at most."""

SOURCES: Final = {
    "catalog": catalog_texts,
    "programs": program_texts,
    "schema": schema_texts,
    "documents": document_texts,
}


@cache
def texts_of(source: str) -> tuple[Text, ...]:
    """The texts of a source, gathered once."""
    return tuple(SOURCES[source]())


def faults(texts: Iterable[Text]) -> list[str]:
    """A line for each bad turn: the place, what to say instead, the text."""
    return sorted({f"{place}: say {BAD_TURNS[turn]!r}: {text}" for place, text in texts for turn in bad_turns_in(text)})


@pytest.mark.parametrize("source", SOURCES)
def test_nobody_reads_a_bad_turn_of_phrase(source: str, counted: Callable[[str], None]) -> None:
    texts = texts_of(source)
    found = faults(texts)
    counted(f"{len(texts)} English texts in {source}, {len(found)} with a bad turn of phrase")
    assert not found, "\n".join(found)


def test_bad_turns_are_found(subtests: pytest.Subtests) -> None:
    cases = [
        ("This is no e-mail address.", True),
        ("There is no e-mail address.", False),
        ("It is no longer used.", False),
        ("Whoever has the link can score.", True),
        ("Who has none comes after all others.", True),
        ("What is played on does not count.", True),
        ("What is your name?", False),
        ("Some rounds would have been told a little otherwise.", True),
        ("Nobody plays against himself.", True),
        ("The chart", False),
        ("Hand it over to another organiser.", True),
        ("Open this address on a phone in the same Wi-Fi.", True),
        ("Rounds played after that don't count.", False),
    ]
    for text, bad in cases:
        with subtests.test(text=text, bad=bad):
            assert bool(bad_turns_in(text)) is bad


def test_sentences_of_documents_are_short(counted: Callable[[str], None]) -> None:
    texts = texts_of("documents")
    too_long = []
    for document in (str(path.relative_to(ROOT)) for path in DOCUMENTS):
        words = [len(text.split()) for place, text in texts if place == document]
        above = sum(number > MOST_WORDS for number in words)
        counted(
            f"{document}: {len(words)} sentences of {mean(words):.1f} words on average, the longest {max(words)}, "
            f"{above} above {MOST_WORDS}"
        )
        too_long += [document] if mean(words) > MOST_WORDS else []
    assert too_long == []
