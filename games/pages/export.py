"""Taking a game along."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExportPage:
    """All ways in which a game leaves the server. ``files`` are kind, what is in it, and where it is."""

    table_title: str
    table_url: str
    game: str
    """"Game 2"; empty where there is one."""
    share: str
    """The result in a sentence, to paste anywhere."""
    print_url: str
    print_all_url: str
    """All games of the table on paper; empty where there is one."""
    files: tuple[tuple[str, str, str], ...]
    text_url: str
    bg_stats_url: str
    """Empty while the game goes on."""
    archive_url: str
    """The whole table as a file, for its owner; empty for others."""
