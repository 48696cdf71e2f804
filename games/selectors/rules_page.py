"""Rules as a page: of a preset, of house rules, of a game at a table."""

from typing import Any

import segno
from django.urls import reverse

from games.models import Device
from games.pages import RuleChange, RulesPage
from games.permissions import Access
from games.rules.ledger import RulesChanged
from games.rules.ruleset import Preset, RuleSet, presets
from games.rules.sheet import GameSheet
from games.selectors.addresses import at_table
from games.selectors.game_view import rules_title
from games.selectors.house_rules import Chosen, count_of_changes, rules_at_start, what_changed
from games.selectors.table_page import table_title
from games.selectors.terms import at_this_table
from games.wording import clock
from games.wording.rules.parameters import made_from, readings, said
from games.wording.rules.summary import as_summed_up, preset_summary, summary
from games.wording.terms import explained


def preset_page(chosen: Chosen) -> RulesPage:
    """The page of a preset as it stands."""
    return RulesPage(
        **rules_of(chosen),
        back_url=reverse("start"),
        back_text="Scorekeeper",
        start_url=f"{reverse('start')}?rules={chosen.value}",
        change_url=reverse("change_preset", args=[chosen.preset.id]),
        print_url=reverse("print_preset", args=[chosen.preset.id]),
        guide_url=reverse("guide_preset", args=[chosen.preset.id]),
        share_url="",
        qr="",
        copy_url="",
        delete_url="",
    )


def shared_page(chosen: Chosen, device: Device | None, base_url: str) -> RulesPage:
    """The page of saved house rules, for whoever has its address, which others reach under ``base_url``."""
    saved = chosen.saved
    if saved is None:
        return preset_page(chosen)
    own = device is not None and saved.owner_id == device.pk
    path = reverse("house_rules", args=[saved.public_id])
    url = base_url + path
    return RulesPage(
        **rules_of(chosen),
        back_url=reverse("start"),
        back_text="Scorekeeper",
        start_url=f"{reverse('start')}?rules={chosen.value}",
        change_url=f"{path}change/",
        print_url=f"{path}print/",
        guide_url=f"{path}guide/",
        share_url=url,
        qr=segno.make(url, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff"),
        copy_url="" if own else f"{path}copy/",
        delete_url=f"{path}delete/" if own else "",
    )


def game_rules_page(access: Access, game: GameSheet, players: tuple[str, ...], *, current: bool) -> RulesPage:
    """The rules of ``game`` as they now stand, and what was changed in them on the way."""
    preset = presets().get(game.preset)
    changed = what_changed(game.rules, preset.at_a_table(len(players))) if preset else ()
    may_change = current and not game.over and access.may("score")
    return RulesPage(
        title=rules_title(game),
        subtitle=_made_from(rules_title(game), preset, game.rules) if preset and changed else "",
        back_url=at_table(access.table),
        back_text=table_title(access.table, players),
        weak=said(preset.weak) if preset else "",
        sentences=summary(at_this_table(game.rules, len(players))),
        terms=explained(at_this_table(game.rules, len(players))),
        changed=changed,
        history=_history(access, game),
        readings=readings(preset, game.rules) if preset else (),
        source=said(preset.source) if preset else "",
        note=said(preset.note) if preset else "",
        start_url="",
        change_url=at_table(access.table, f"games/{game.number}/rules/change/") if may_change else "",
        print_url="",
        share_url="",
        qr="",
        copy_url="",
        delete_url="",
    )


def rules_of(chosen: Chosen) -> dict[str, Any]:
    """What every page of rules says of them: the fields of RulesPage that do not depend on where it stands."""
    preset, rules = chosen.preset, chosen.rules
    return {
        "title": chosen.title,
        "subtitle": _made_from(chosen.title, preset, rules) if chosen.saved else "",
        "weak": said(preset.weak),
        "sentences": preset_summary(preset, rules),
        "terms": explained(as_summed_up(preset, rules)),
        "changed": what_changed(rules, preset.rules),
        "history": (),
        "readings": readings(preset, rules),
        "source": said(preset.source),
        "note": said(preset.note),
    }


def _made_from(title: str, preset: Preset, rules: RuleSet) -> str:
    """For instance "Gin rummy, 3 changes"; the preset's name only where ``title`` is another."""
    count = count_of_changes(rules, preset.rules)
    if title == said(preset.title):
        return count
    return made_from(said(preset.title), count)


def _history(access: Access, game: GameSheet) -> tuple[RuleChange, ...]:
    """Each change of rules against those in force before it."""
    if not game.changes:
        return ()
    before = rules_at_start(access.table, game.number)
    told = []
    for entry in game.changes:
        if isinstance(entry.body, RulesChanged):
            what = what_changed(entry.body.rules, before)
            told.append(RuleChange(what, entry.body.through, entry.by, clock(entry.at)))
            before = entry.body.rules
    return tuple(told)
