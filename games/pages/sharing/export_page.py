"""Build the page with all ways to export a game."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.sharing.export import ExportPage
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.sharing.bg_stats import bg_stats_link
from games.selectors.table.table_names import names_by_seat, rules_title
from games.selectors.table.table_paths import table_path
from games.wording.scores import headline
from games.wording.words import side_names


def export_page(access: Access, sheet: TableSheet, game: GameSheet, players: Sequence[str]) -> ExportPage:
    """Return the export page of ``game``."""
    table, number = access.table, game.number
    several = len(sheet.games) > 1
    return ExportPage(
        people=tuple(players),
        table_title=table_title(table, players),
        table_url=table_path(table, "game", number) if number != sheet.current.number else table_path(table),
        game=_("Game %(number)d") % {"number": number} if several else "",
        share=share_text(game, players),
        print_url=table_path(table, "print_game", number),
        print_all_url=table_path(table, "print") if several else "",
        files=(
            ("CSV", _("one line per round, for any spreadsheet"), table_path(table, "game_file", number, "csv")),
            (
                "JSON",
                _("everything: rules, rounds, results, who entered what"),
                table_path(table, "game_file", number, "json"),
            ),
        ),
        text_url=table_path(table, "text"),
        bg_stats_url=bg_stats_link(table, game, players),
        archive_url=table_path(table, "archive") if access.may("manage_links") else "",
    )


def share_text(game: GameSheet, players: Sequence[str]) -> str:
    """Return a game's result or score in a sentence: "Gin rummy: Ann wins by 165. Ann 185, Ben 20, in 7 rounds"."""
    names = side_names(game.rules, names_by_seat(game, players))
    final = game.final if game.over else None
    amounts = final.totals if final else game.cumulative
    score = ", ".join(f"{name} {amounts[side]}" for side, name in enumerate(names))
    counted = sum(1 for line in game.rounds if line.counts)
    values = {"rules": rules_title(game), "score": score, "n": counted}
    if final is None:
        text = ngettext(
            "%(rules)s: not over yet. %(score)s after %(n)d round.",
            "%(rules)s: not over yet. %(score)s after %(n)d rounds.",
            counted,
        )
        return text % values
    text = ngettext(
        "%(rules)s: %(headline)s. %(score)s, in %(n)d round.",
        "%(rules)s: %(headline)s. %(score)s, in %(n)d rounds.",
        counted,
    )
    return text % {"headline": headline(final, names), **values}
