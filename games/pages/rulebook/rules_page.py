"""Build the pages that explain rules: of a preset, of house rules, of a game at a table."""

from typing import Any

import segno
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Device
from games.pages.rulebook.house_rules import RuleChange, RulesPage
from games.pages.rulebook.terms_page import rules_for_players
from games.pages.table.table_page import table_title
from games.pages.table.term_views import explained_terms
from games.permissions import Access
from games.rules.ledger import RulesChanged
from games.rules.presets import Preset, presets
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet
from games.selectors.rulebook.house_rules import ChosenRules, change_lines, changes_count_text, rules_at_start
from games.selectors.table.table_names import rules_title
from games.selectors.table.table_paths import table_path
from games.wording.rules.parameters import made_from, note, readings, source, translated
from games.wording.rules.summary import as_summed_up, preset_summary, summary
from games.wording.words import time_text


def preset_page(chosen: ChosenRules) -> RulesPage:
    """Return the page of a preset."""
    return RulesPage(
        **rules_page_fields(chosen),
        back_url=reverse("rules:all"),
        back_text=_("All rules"),
        start_url=f"{reverse('start')}?rules={chosen.value}",
        change_url=reverse("rules:change_preset", args=[chosen.preset.id]),
        print_url=reverse("rules:print_preset", args=[chosen.preset.id]),
        guide_url=reverse("rules:guide_preset", args=[chosen.preset.id]),
        share_url="",
        qr="",
        copy_url="",
        delete_url="",
    )


def house_rules_page(chosen: ChosenRules, device: Device | None, base_url: str) -> RulesPage:
    """Return the page of saved house rules; ``base_url`` is this server's URL as other phones reach it."""
    saved = chosen.saved
    if saved is None:
        return preset_page(chosen)
    is_owner = device is not None and saved.owner_id == device.pk
    args, url = [saved.public_id], base_url + chosen.path
    return RulesPage(
        **rules_page_fields(chosen),
        back_url=reverse("rules:all"),
        back_text=_("All rules"),
        start_url=f"{reverse('start')}?rules={chosen.value}",
        change_url=reverse("rules:change_house_rules", args=args),
        print_url=reverse("rules:print_house_rules", args=args),
        guide_url=reverse("rules:guide_house_rules", args=args),
        share_url=url,
        qr=segno.make(url, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff"),
        copy_url="" if is_owner else reverse("rules:copy_house_rules", args=args),
        delete_url=reverse("rules:delete_house_rules", args=args) if is_owner else "",
    )


def game_rules_page(access: Access, game: GameSheet, players: tuple[str, ...], *, current: bool) -> RulesPage:
    """Return the page of the current rules of ``game``, and how they were changed during the game."""
    preset = presets().get(game.preset)
    changed = change_lines(game.rules, preset.rules_for(len(players))) if preset else ()
    may_change = current and not game.over and access.may("score")
    return RulesPage(
        title=rules_title(game),
        subtitle=_made_from(rules_title(game), preset, game.rules) if preset and changed else "",
        back_url=table_path(access.table),
        people=players,
        back_text=table_title(access.table, players),
        source_warning=translated(preset.weakness_label) if preset else "",
        sentences=summary(rules_for_players(game.rules, len(players))),
        terms=explained_terms(rules_for_players(game.rules, len(players))),
        changed=changed,
        history=_history(access, game),
        readings=readings(preset, game.rules) if preset else (),
        source=source(preset, game.rules) if preset else "",
        note=note(preset, game.rules) if preset else "",
        start_url="",
        change_url=table_path(access.table, "change_rules", game.number) if may_change else "",
        print_url="",
        share_url="",
        qr="",
        copy_url="",
        delete_url="",
    )


def rules_page_fields(chosen: ChosenRules) -> dict[str, Any]:
    """Return the fields of RulesPage that depend only on the rules, not on the page's place."""
    preset, rules = chosen.preset, chosen.rules
    return {
        "title": chosen.title,
        "subtitle": _made_from(chosen.title, preset, rules) if chosen.saved else "",
        "source_warning": translated(preset.weakness_label),
        "sentences": preset_summary(preset, rules),
        "terms": explained_terms(as_summed_up(preset, rules)),
        "changed": change_lines(rules, preset.rules),
        "history": (),
        "readings": readings(preset, rules),
        "source": source(preset, rules),
        "note": note(preset, rules),
    }


def _made_from(title: str, preset: Preset, rules: RuleSet) -> str:
    """Return a subtitle like "Gin rummy, 3 changes"; without the preset's name if it equals ``title``."""
    count = changes_count_text(rules, preset.rules)
    if title == translated(preset.title):
        return count
    return made_from(translated(preset.title), count)


def _history(access: Access, game: GameSheet) -> tuple[RuleChange, ...]:
    """Return each change of rules, compared with the rules in force before it."""
    if not game.changes:
        return ()
    before = rules_at_start(access.table, game.number)
    changes = []
    for entry in game.changes:
        if isinstance(entry.body, RulesChanged):
            what = change_lines(entry.body.rules, before)
            changes.append(RuleChange(what, entry.body.through, entry.by, time_text(entry.at)))
            before = entry.body.rules
    return tuple(changes)
