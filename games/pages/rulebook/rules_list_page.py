"""Build the page with all rules, and the page that compares two of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.table.start_form import FEWEST_NAMES
from games.pages.rulebook.rules_choices import RECENT_RULES, rule_choice
from games.pages.rulebook.rules_list import (
    ComparedGroup,
    ComparedRow,
    CompareRulesPage,
    PlayersFilter,
    RulesListPage,
    RulesRow,
    RulesSection,
)
from games.rules.parameters import GROUPS as PARAMETER_GROUPS
from games.rules.parameters import parameters
from games.rules.presets import presets
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, ChosenRules, chosen_preset
from games.selectors.rulebook.players_for_rules import MOST_SEATS, player_counts
from games.wording.rules.parameters import translated, value_text

WELL_KNOWN: Final = "oklahoma"
"""What to compare with where nothing else is chosen."""
_FIRST_GROUP: Final = "two"
"""The presets that most people know."""
_SUITS: Final[Mapping[str, Callable[[Sequence[int]], bool]]] = {
    "two": lambda counts: counts[-1] == FEWEST_NAMES,
    "both": lambda counts: counts[0] == FEWEST_NAMES,
    "more": lambda counts: counts[0] > FEWEST_NAMES,
}
"""The sections of presets, in order: which numbers of players each is for. A preset is in the first that it suits."""


def rules_list_page(
    *,
    last: Sequence[ChosenRules],
    starred: Sequence[ChosenRules],
    chosen: str,
    choosing: bool,
    query: str = "",
    players: int = 0,
) -> RulesListPage:
    """Return the page that lists the rules for so many ``players`` (0: for any) in which all words of ``query`` are.

    ``last`` are those this phone used, newest first; ``chosen`` is the value of those of the new table, if there is one
    (``choosing``). Every rule set is listed once: as one played last, or starred, or saved here, or in its group.
    """
    stars = {rules.value for rules in starred}
    listed: set[str] = set()

    def section(name: str, title: str, every: Iterable[ChosenRules]) -> RulesSection:
        new = [rules for rules in every if rules.value not in listed]
        listed.update(rules.value for rules in new)
        rows = (_row(rules, chosen, stars, title) for rules in new)
        return RulesSection(name, title, tuple(row for row in rows if _matches(row, query, players)))

    every = (
        section("last", _("Recently played"), last[:RECENT_RULES]),
        section("starred", _("Your favorites"), starred),
        section("own", _("Your own rules"), (rules for rules in last if rules.saved)),
        section("two", _("For two"), _presets_for("two")),
        section("both", _("For two or more"), _presets_for("both")),
        section("more", _("For three or more"), _presets_for("more")),
    )
    shown = tuple(one for one in every if one.rows)
    count = sum(len(one.rows) for one in shown)
    first = chosen or (last[0].value if last else DEFAULT_PRESET)
    return RulesListPage(
        query=query,
        players=players,
        filters=tuple(_filter(number, query, players) for number in (0, *range(2, MOST_SEATS + 1)) if number != 7),
        sections=shown,
        found=ngettext("%(n)d rule set", "%(n)d rule sets", count) % {"n": count},
        choosing=choosing,
        compared=_compared(first),
        titles=_titles((*last, *starred)),
    )


def compare_rules_page(
    one: ChosenRules, other: ChosenRules, known: Sequence[ChosenRules], *, back_url: str
) -> CompareRulesPage:
    """Return the page that shows where two rule sets differ; ``known`` are more of them to choose from."""
    both = (one, other)
    groups: dict[str, list[ComparedRow]] = {name: [] for name in PARAMETER_GROUPS}
    same = 0
    for parameter in parameters().values():
        values = tuple(value_text(parameter, rules.rules) for rules in both)
        if values[0] == values[1]:
            same += 1
        else:
            groups[parameter.group].append(ComparedRow(translated(parameter.title), values))
    return CompareRulesPage(
        rules=tuple(rule_choice(rules) for rules in both),
        use_urls=tuple(use_url(rules.value) for rules in both),
        groups=tuple(
            ComparedGroup(translated(title), tuple(groups[name]))
            for name, title in PARAMETER_GROUPS.items()
            if groups[name]
        ),
        same=ngettext("%(n)d other rule is the same.", "%(n)d other rules are the same.", same) % {"n": same},
        titles=_titles((*known, *both)),
        compared=(one.value, other.value),
        back_url=back_url,
    )


def use_url(value: str) -> str:
    """Return the address of the start page with these rules chosen."""
    return f"{reverse('start')}?{urlencode({'rules': value})}"


def _row(rules: ChosenRules, chosen: str, stars: set[str], group: str) -> RulesRow:
    choice = rule_choice(rules)
    words = (choice.title, choice.tagline, choice.players_text, choice.seating, choice.source, group, rules.preset.id)
    return RulesRow(
        id=rules.row_id,
        choice=choice,
        use_url=use_url(rules.value),
        search=" ".join(" ".join(words).split()).casefold(),
        starred=rules.value in stars,
        chosen=rules.value == chosen,
    )


def _matches(row: RulesRow, query: str, players: int) -> bool:
    fits = not players or players in row.choice.counts
    return fits and all(word in row.search for word in query.casefold().split())


def listed_presets() -> tuple[str, ...]:
    """Return the ids of all presets in the order in which the page lists them."""
    return tuple(dict.fromkeys(rules.preset.id for section in _SUITS for rules in _presets_for(section)))


def _presets_for(section: str) -> list[ChosenRules]:
    """Return the presets whose numbers of players suit this ``section``, those that most people know first."""
    every = sorted(presets().values(), key=lambda preset: preset.group != _FIRST_GROUP)
    return [chosen_preset(preset.id) for preset in every if _SUITS[section](player_counts(preset.rules))]


def _filter(number: int, query: str, players: int) -> PlayersFilter:
    fields: Mapping[str, object] = {"players": number, "q": query} if query else {"players": number}
    return PlayersFilter(number, f"{reverse('rules:all')}?{urlencode(fields)}", number == players)


def _compared(first: str) -> tuple[str, str]:
    return first, DEFAULT_PRESET if first != DEFAULT_PRESET else WELL_KNOWN


def _titles(known: Sequence[ChosenRules]) -> tuple[tuple[str, str], ...]:
    every = {rules.value: rules.title for rules in known if rules.saved}
    return (*every.items(), *((preset.id, translated(preset.title)) for preset in presets().values()))
