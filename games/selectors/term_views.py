"""Build the explanations of the game's terms, and the links to them from rounds and results."""

from collections.abc import Iterable

from games.pages.terms import TermLink, TermView
from games.rules.ruleset import RuleSet
from games.rules.scoring import Line, RoundResult
from games.rules.terms import Term, terms
from games.wording.rules.about import about
from games.wording.terms import meaning, term_word, terms_of_lines, terms_of_result, worked_text


def explained(rules: RuleSet, rules_url: str = "") -> tuple[TermView, ...]:
    """Return every term that has a meaning under ``rules``; ``rules_url`` is the page that explains all of them."""
    return tuple(_term_view(term, rules, rules_url) for term in terms(rules))


def _term_view(term: Term, rules: RuleSet, rules_url: str) -> TermView:
    return TermView(
        id=term.id,
        word=term_word(term.id, rules),
        meaning=meaning(term.id),
        sentences=about(term.id, rules),
        example=worked_text(term.id, term.example, rules) if term.example else "",
        url=f"{rules_url}#term-{term.id}",
    )


def term_links(rules: RuleSet, names: tuple[str, ...]) -> tuple[TermLink, ...]:
    """Return links for those of ``names`` that have a meaning under ``rules``, in their order."""
    known_ids = {term.id for term in terms(rules)}
    return tuple(TermLink(name, term_word(name, rules)) for name in dict.fromkeys(names) if name in known_ids)


def terms_of_round(result: RoundResult, rules: RuleSet) -> tuple[TermLink, ...]:
    """Return the terms that a round's ending and score are about."""
    return term_links(rules, terms_of_result(result))


def terms_of_end(lines: Iterable[Line], rules: RuleSet) -> tuple[TermLink, ...]:
    """Return the terms that the lines of a final settlement are about."""
    return term_links(rules, tuple(terms_of_lines(lines)))
