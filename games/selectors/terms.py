"""The words of a game as they are played at its table."""

from dataclasses import replace

from games.models import Table
from games.pages.terms import TermView
from games.rules.ledger import RulesChanged
from games.rules.ruleset import RuleSet, Seats
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.ledger import entries_of
from games.wording.terms import explained


def at_this_table(rules: RuleSet, players: int) -> RuleSet:
    """``rules`` as so many sit down to them, to be told in sentences that are about no other number."""
    return replace(rules, seats=Seats(players, players, players))


def game_terms(table: Table, game: GameSheet) -> tuple[TermView, ...]:
    """The words that mean something in ``game``, by the rules in force."""
    here = at_this_table(game.rules, len(game.seating))
    return explained(here, at_table(table, f"games/{game.number}/rules/"))


def terms_move(table: Table, sheet: TableSheet) -> bool:
    """Whether the rules were ever changed in mid-game here, also if that was undone: then the words may be others."""
    return any(isinstance(entry.body, RulesChanged) for entry in entries_of(table, sheet.revision))
