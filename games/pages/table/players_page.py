"""Build the page where people join and leave."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.table.players_form import TypedPlayers
from games.models import Table
from games.pages.rulebook.rules_choices import table_line
from games.pages.table.players import NewNameField, NextRulesChoice, PersonChoice, PlayersPage
from games.pages.table.start_rules import FOR_MORE
from games.pages.table.table_page import table_title
from games.rules.line_up import can_play_next, fitting_presets, same_rules_for
from games.rules.presets import presets
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.table.table_names import rules_title
from games.selectors.table.table_paths import table_path
from games.wording.rules.parameters import translated


def players_page(table: Table, sheet: TableSheet, players: Sequence[str], typed: TypedPlayers) -> PlayersPage:
    """Return the page as ``typed``; ``players`` are the names by number at the table."""
    return PlayersPage(
        table_title=table_title(table, players, sheet),
        table_url=table_path(table),
        action=table_path(table, "players"),
        seats_url=table_path(table, "seats"),
        revision=sheet.revision,
        when=_when(sheet.current),
        people=tuple(PersonChoice(number, players[number], number in typed.plays) for number in boxes(sheet)),
        names=tuple(NewNameField(n, text, typed.name_errors.get(n, "")) for n, text in enumerate(typed.texts, 1)),
        rules=_rules(sheet.current, typed),
        errors=tuple(typed.non_field_errors),
    )


def boxes(sheet: TableSheet) -> tuple[int, ...]:
    """Return the people who have a box, by number: who plays the next game in seat order, then all others."""
    return (*sheet.next_players, *(number for number in sheet.people if number not in sheet.next_players))


def wrong_number_text(game: GameSheet, count: int) -> str:
    """Return why so many people can't play on by the rules of ``game``."""
    if not fitting_presets(count):
        return _("No rules fit that many players. Two to eight can play.")
    text = ngettext(
        "%(rules)s isn't for %(n)d player. Choose the rules for the next game.",
        "%(rules)s isn't for %(n)d players. Choose the rules for the next game.",
        count,
    )
    return text % {"rules": rules_title(game), "n": count}


def _when(game: GameSheet) -> str:
    if game.over:
        return _("Choose who plays the next game. Games already played still count for the people who played them.")
    return _("Game %(number)d goes on as it is. Choose who plays from the next game on.") % {"number": game.number}


def _likely(preset: str) -> int:
    """Return the place of a preset among those to offer: those for more than two that the start page offers first."""
    return FOR_MORE.index(preset) if preset in FOR_MORE else len(FOR_MORE)


def _rules(game: GameSheet, typed: TypedPlayers) -> tuple[NextRulesChoice, ...]:
    """Return the rules to choose from, those of the last game first; empty where these suit and are kept."""
    count = len(typed.names) - len(typed.name_errors) if typed.names else len(typed.plays)
    same = same_rules_for(game, count)
    if same is not None and not typed.preset:
        return ()
    known, fitting = presets(), sorted(fitting_presets(count), key=_likely)
    checked = typed.preset if can_play_next(game, count, typed.preset) else ""
    if same is None and not checked:
        checked = next(iter(fitting), "")
    choices = [NextRulesChoice("", rules_title(game), _("as before"), not checked)] if same is not None else []
    for name in fitting:
        preset = known[name]
        note = table_line(preset, preset.rules_for(count))
        choices.append(NextRulesChoice(name, translated(preset.title), note, name == checked))
    return tuple(choices)
