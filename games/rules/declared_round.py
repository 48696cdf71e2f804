"""A round as it was declared: the facts that are stored and compared, and their digest, each computed once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.rules.agreement import adds_shown_hands
from games.rules.declaration import RoundDeclaration
from games.rules.ledger import RoundEntered, entry_digest, round_facts
from games.rules.ruleset import RuleSet
from games.rules.teams import score_declaration


@dataclass(frozen=True)
class DeclaredRound:
    """Round ``number`` of game ``game`` as one phone declares it."""

    game: int
    number: int
    declaration: RoundDeclaration

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The facts as JSON values; two phones agree on the round if these are equal."""
        return round_facts(self.declaration)

    @cached_property
    def digest(self) -> str:
        """The digest of a round entry with these facts."""
        return entry_digest("round", self.game, self.number, self.facts)

    @property
    def shows_cards(self) -> bool:
        """Whether a hand is declared as cards."""
        return "shown" in self.facts

    def adds_nothing_to(self, stored: Mapping[str, Any]) -> bool:
        """Return whether the ``stored`` facts of the round are these, or these with more hands shown as cards."""
        return self.facts == stored or adds_shown_hands(stored, self.facts)

    def adds_cards_to(self, stored: Mapping[str, Any]) -> bool:
        """Return whether these are the ``stored`` facts with more hands shown as cards."""
        return adds_shown_hands(self.facts, stored)

    def scored(self, rules: RuleSet) -> RoundEntered:
        """Return the round with its score, as it enters the ledger. Raises RulesError for an illegal round."""
        return RoundEntered(self.declaration, score_declaration(self.declaration, rules))
