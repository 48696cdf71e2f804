"""The glossary terms that apply to a game at its table."""

from dataclasses import replace

from games.models import Table
from games.pages.rulebook.terms import TermContext
from games.pages.table.term_views import explained_terms
from games.rules.ledger import RulesChanged
from games.rules.ruleset import RuleSet, Seats
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.table.ledger import entries_of
from games.selectors.table.table_paths import table_path


def rules_for_players(rules: RuleSet, players: int) -> RuleSet:
    """Return ``rules`` for exactly this number of players, so that sentences about them mention no other number."""
    return replace(rules, seats=Seats(players, players, players))


def game_terms(table: Table, game: GameSheet) -> tuple[TermContext, ...]:
    """Return the terms that apply to ``game`` under the rules in force."""
    rules = rules_for_players(game.rules, len(game.seating))
    return explained_terms(rules, table_path(table, "rules", game.number))


def terms_may_change(table: Table, sheet: TableSheet) -> bool:
    """Return whether rules were ever changed in mid-game (even if undone), so that the terms may change."""
    return any(isinstance(entry.body, RulesChanged) for entry in entries_of(table, sheet.revision))
