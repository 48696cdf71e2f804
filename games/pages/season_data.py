"""The page on which a season's numbers are taken away and brought in."""

from dataclasses import dataclass

from games.pages.league import SeasonNav


@dataclass(frozen=True, slots=True)
class Download:
    """A file, under each of its kinds: (kind, address)."""

    title: str
    text: str
    kinds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """What taking a file over would do; ``action`` does it, "" where nothing would be new."""

    sentences: tuple[str, ...]
    action: str


@dataclass(frozen=True, slots=True)
class DataPage:
    """``upload_url`` is "" for who may not bring anything in. ``faults`` are lines with what is wrong in them."""

    nav: SeasonNav
    downloads: tuple[Download, ...]
    upload_url: str
    trial: Trial | None = None
    done: str = ""
    faults: tuple[str, ...] = ()
    more: int = 0
