"""Template context of the page that exports a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExportPage:
    """The export page; ``files`` are kind, description and URL of each download."""

    people: tuple[str, ...]
    """The players' names."""
    table_title: str
    table_url: str
    game: str
    """"Game 2"; empty where there is one."""
    share: str
    """The result in a sentence, to paste anywhere."""
    print_url: str
    print_all_url: str
    """Where all games of the table are printed; empty if there is only one."""
    files: tuple[tuple[str, str, str], ...]
    text_url: str
    bg_stats_url: str
    """Empty while the game goes on."""
    archive_url: str
    """The whole table as an archive file, for its owner; empty for others."""
