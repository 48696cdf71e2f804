"""The glossary terms that apply to a game at its table."""

from dataclasses import replace

from games.models import Table
from games.pages.terms import TermView
from games.rules.ledger import RulesChanged
from games.rules.ruleset import RuleSet, Seats
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.ledger import entries_of
from games.selectors.term_views import explained


def at_this_table(rules: RuleSet, players: int) -> RuleSet:
    """Return ``rules`` for exactly this number of players, so that sentences about them mention no other number."""
    return replace(rules, seats=Seats(players, players, players))


def game_terms(table: Table, game: GameSheet) -> tuple[TermView, ...]:
    """Return the terms that apply to ``game`` under the rules in force."""
    rules = at_this_table(game.rules, len(game.seating))
    return explained(rules, at_table(table, "rules", game.number))


def terms_move(table: Table, sheet: TableSheet) -> bool:
    """Tell whether rules were ever changed in mid-game (even if undone), so that the terms may change."""
    return any(isinstance(entry.body, RulesChanged) for entry in entries_of(table, sheet.revision))
