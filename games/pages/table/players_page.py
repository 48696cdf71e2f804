"""Build the page where people join and leave."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.forms.table.players_form import TypedPlayers
from games.pages.rulebook.rules_choices import ends, joined, table_line
from games.pages.rulebook.rules_list_page import listed_presets
from games.pages.table.players import NewNameField, NextRulesChoice, PersonChoice, PlayersPage
from games.pages.table.start_rules import FOR_MORE
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.rules.line_up import can_play_next, fitting_presets, same_rules_for
from games.rules.names import folded_name
from games.rules.presets import Preset, presets
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.rulebook.house_rules import DEFAULT_PRESET
from games.selectors.table.rules_played import played_presets
from games.selectors.table.table_names import rules_title
from games.selectors.table.table_paths import table_path
from games.wording.rules.parameters import translated


def players_page(access: Access, sheet: TableSheet, players: Sequence[str], typed: TypedPlayers) -> PlayersPage:
    """Return the page as ``typed``; ``players`` are the names by number at the table."""
    table, preset = access.table, next_rules(access, sheet, players, typed)
    return PlayersPage(
        table_title=table_title(table, players, sheet),
        table_url=table_path(table),
        action=table_path(table, "players"),
        seats_url=table_path(table, "seats"),
        deals_instead=_deals_instead(sheet.current, players),
        revision=sheet.revision,
        when=_when(sheet.current),
        people=tuple(PersonChoice(number, players[number], number in typed.plays) for number in boxes(sheet)),
        names=tuple(NewNameField(n, text, typed.name_errors.get(n, "")) for n, text in enumerate(typed.texts, 1)),
        rules=() if preset is None else _choices(sheet.current, len(_names(typed, players)), preset),
        offered="" if preset in (None, typed.preset) else preset,
        no_rules=no_rules_text() if preset is None else "",
        errors=tuple(typed.non_field_errors),
    )


def boxes(sheet: TableSheet) -> tuple[int, ...]:
    """Return the people who have a box, by number: who plays the next game in seat order, then all others."""
    return (*sheet.next_players, *(number for number in sheet.people if number not in sheet.next_players))


def next_rules(access: Access, sheet: TableSheet, players: Sequence[str], typed: TypedPlayers) -> str | None:
    """Return the preset of the next game: the chosen one if it suits so many, or "" if the last game's rules do.

    Otherwise the one that these people, this table or this phone last played with so many, or the one that most people
    know; None if no rules fit. ``players`` are the names by number at the table.
    """
    game, names = sheet.current, _names(typed, players)
    kept = next((preset for preset in (typed.preset, "") if can_play_next(game, len(names), preset)), None)
    if kept is not None:
        return kept
    fitting = fitting_presets(len(names))
    likely = (*played_presets(access, names), DEFAULT_PRESET, *FOR_MORE, *fitting) if fitting else ()
    return next((preset for preset in likely if preset in fitting), None)


def no_rules_text() -> str:
    """Return why there are no rules to choose from."""
    return _("No rules fit that many players. Two to eight can play.")


def _names(typed: TypedPlayers, players: Sequence[str]) -> Sequence[str]:
    """Return the names of all who play then."""
    if not typed.names:
        return [players[number] for number in typed.plays]
    return list({folded_name(name): name for name in typed.names if name}.values())


def _deals_instead(game: GameSheet, players: Sequence[str]) -> str:
    """Return who deals first once two players are swapped; with more, a swap would change the order of play too."""
    if len(game.seating) != 2 or game.rounds or game.over:
        return ""
    return players[game.seating[1 - game.deal.dealer]]


def _when(game: GameSheet) -> str:
    if game.over:
        return _("Choose who plays the next game. Games already played still count for the people who played them.")
    return _("Nothing changes in game %(number)d. Choose who plays from the next game on.") % {"number": game.number}


def _choices(game: GameSheet, count: int, checked: str) -> tuple[NextRulesChoice, ...]:
    """Return the rules for so many people: the ``checked`` ones, those of the last game, then all others."""
    known, fitting, same = presets(), fitting_presets(count), same_rules_for(game, count)
    choices = [
        _choice(name, translated(known[name].title), known[name].rules_for(count), checked, known[name])
        for name in listed_presets()
        if name in fitting
    ]
    if same is not None:
        choices.insert(0, _choice("", rules_title(game), same, checked))
    return tuple(sorted(choices, key=lambda choice: not choice.checked))


def _choice(value: str, title: str, rules: RuleSet, checked: str, preset: Preset | None = None) -> NextRulesChoice:
    """Return rules as they are offered; without a ``preset`` they are those of the last game."""
    note = joined(ends(rules), table_line(preset, rules) if preset else _("as before"))
    return NextRulesChoice(value, title, note, value == checked)
