"""Template context of the page that exports a season's data and imports results."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download, in several formats: (format, URL)."""

    title: str
    text: str
    kinds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The preview of an import; ``action`` carries it out, "" if nothing would be new."""

    sentences: tuple[str, ...]
    action: str


@dataclass(frozen=True, slots=True)
class SeasonDataPage:
    """The page; ``upload_url`` is "" if the user may not import. ``faults`` are faulty lines with their errors."""

    nav: SeasonNav
    downloads: tuple[Download, ...]
    upload_url: str
    trial: ImportPreview | None = None
    done: str = ""
    faults: tuple[str, ...] = ()
    more: int = 0
