"""Build the explanations of the game's terms, and the links to them from rounds and results."""

from collections.abc import Iterable

from games.pages.rulebook.terms import TermContext, TermLink
from games.rules.glossary import GlossaryTerm, glossary_terms
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, ScoreLine
from games.wording.rules.about import sentences_about
from games.wording.terms import meaning, term_word, terms_of_lines, terms_of_result, worked_text


def explained_terms(rules: RuleSet, rules_url: str = "") -> tuple[TermContext, ...]:
    """Return every term that has a meaning under ``rules``; ``rules_url`` is the page that explains all of them."""
    return tuple(_term_view(term, rules, rules_url) for term in glossary_terms(rules))


def _term_view(term: GlossaryTerm, rules: RuleSet, rules_url: str) -> TermContext:
    return TermContext(
        id=term.id,
        word=term_word(term.id, rules),
        meaning=meaning(term.id),
        sentences=sentences_about(term.id, rules),
        example=worked_text(term.id, term.example, rules) if term.example else "",
        url=f"{rules_url}#term-{term.id}",
    )


def term_links(rules: RuleSet, names: tuple[str, ...]) -> tuple[TermLink, ...]:
    """Return links for those of ``names`` that have a meaning under ``rules``, in their order."""
    known_ids = {term.id for term in glossary_terms(rules)}
    return tuple(TermLink(name, term_word(name, rules)) for name in dict.fromkeys(names) if name in known_ids)


def terms_of_round(result: RoundResult, rules: RuleSet) -> tuple[TermLink, ...]:
    """Return the terms that a round's ending and score are about."""
    return term_links(rules, terms_of_result(result))


def terms_of_end(lines: Iterable[ScoreLine], rules: RuleSet) -> tuple[TermLink, ...]:
    """Return the terms that the lines of a final settlement are about."""
    return term_links(rules, tuple(terms_of_lines(lines)))
