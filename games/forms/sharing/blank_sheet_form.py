"""Read the query of the page that prints a blank score sheet: the number of players and their names."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.forms.table.start_form import name_faults
from games.forms.typed_values import parse_whole_number
from games.rules.ruleset import RuleSet
from games.rules.sides import seats_for
from games.selectors.rulebook.players_for_rules import player_counts


@dataclass(frozen=True, slots=True)
class BlankSheetOptions:
    """The options of a blank sheet.

    ``count`` is the number of players; ``names`` are by seat, "" leaves a line to write on.
    """

    count: int
    names: tuple[str, ...]
    errors: tuple[str, ...]


def read_blank_sheet_options(rules: RuleSet, players: str, names: Sequence[str]) -> BlankSheetOptions:
    """Read the query; a number of players that ``rules`` do not allow is replaced by their usual one."""
    numbers = player_counts(rules)
    usual = seats_for(rules).best
    count = parse_whole_number(players, 1) or usual
    if count not in numbers:
        count = usual if usual in numbers else numbers[0]
    typed = [text[:1000] for text in names[:count]]
    filled = [place for place, text in enumerate(typed) if text.strip()]
    clean, errors = name_faults([typed[place] for place in filled])
    clean_names = dict(zip(filled, clean, strict=True))
    sentences = tuple(
        # Translators: the number of a field for a name, and what is wrong with what was typed into it.
        _("Name %(number)d: %(fault)s") % {"number": filled[place] + 1, "fault": text}
        for place, text in errors.items()
    )
    return BlankSheetOptions(count, tuple(clean_names.get(place, "") for place in range(count)), sentences)
