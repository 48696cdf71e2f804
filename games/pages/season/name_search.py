"""Search a long list for names: by script while typing, and without it by the query of the page."""

from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import Final

SEARCHED_FROM: Final = 25
"""The number of lines from which a list has a search."""
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for: all words of ``text``; "" for everything."""

    text: str

    def finds(self, names: str) -> bool:
        """Return whether every word is in ``names``."""
        return all(word in names.casefold() for word in self.text.casefold().split())


def search_names(params: Mapping[str, str], lines: Sized) -> Search | None:
    """Return the search of a list with the query's ``params``; None for a short list."""
    return Search(params.get("q", "").strip()[:_LONGEST]) if len(lines) >= SEARCHED_FROM else None
