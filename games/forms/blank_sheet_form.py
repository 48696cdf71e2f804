"""What a blank score sheet is asked for: how many sit down, and their names where somebody gave them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.forms.start_form import name_faults
from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for
from games.selectors.rules_choices import numbers_that_suit


@dataclass(frozen=True, slots=True)
class AskedSheet:
    """``count`` people, their ``names`` by seat ("" for a line to write on), and what is wrong with the names."""

    count: int
    names: tuple[str, ...]
    errors: tuple[str, ...]


def read_sheet_question(rules: RuleSet, players: str, names: Sequence[str]) -> AskedSheet:
    """Read the query of a blank sheet. A number that does not suit ``rules`` is their best one."""
    numbers = numbers_that_suit(rules)
    usual = seats_for(rules).best
    count = int(players) if players.isascii() and players.isdigit() and len(players) == 1 else usual
    if count not in numbers:
        count = usual if usual in numbers else numbers[0]
    typed = [text[:1000] for text in names[:count]]
    given = [place for place, text in enumerate(typed) if text.strip()]
    clean, errors = name_faults([typed[place] for place in given])
    shown = dict(zip(given, clean, strict=True))
    told = tuple(
        # Translators: the number of a field for a name, and what is wrong with what was typed into it.
        _("Name %(number)d: %(fault)s") % {"number": given[place] + 1, "fault": text}
        for place, text in errors.items()
    )
    return AskedSheet(count, tuple(shown.get(place, "") for place in range(count)), told)
