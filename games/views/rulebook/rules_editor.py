"""The editor of house rules: starting from a preset, from house rules, or in the middle of a game."""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.rulebook.house_rules_form import TypedRules, check_title, initial_rules, read_rules, toggle_house_rule
from games.forms.typed_values import parse_whole_number
from games.pages.rulebook.house_rules import EditorPage
from games.pages.rulebook.rules_editor import rule_groups, rule_switches
from games.pages.rulebook.terms_page import rules_for_players
from games.refusals import RefusedError
from games.rules.ruleset import FIXED_PARAMETERS, RuleSet, as_json
from games.selectors.rulebook.house_rules import ChosenRules, chosen_house_rules, chosen_preset, get_house_rules
from games.selectors.table.table_paths import table_path
from games.services.rulebook.house_rules import save_house_rules
from games.services.table import games as game_services
from games.views.devices import acting_device, set_device_cookie, table_access
from games.views.table.table import TableSnapshot
from games.web.htmx import HtmxRequest
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text
from games.wording.rules.parameters import change_text
from games.wording.rules.summary import preset_summary, summary

SHOWN_IN_EDITOR = ("stale", "revision_required", "game_finished", "wrong_game", "target_reached", "invalid_value")
"""Refusals that are shown in the editor, with everything that was typed."""


@dataclass(frozen=True)
class Editor:
    """What is edited: ``base_title`` names the rules it is compared with; ``sentences`` describes rules in words."""

    heading: str
    base_title: str
    action: str
    back_url: str
    back_text: str
    sentences: Callable[[RuleSet], tuple[str, ...]]
    mid_game: bool = False

    def answer(
        self,
        request: HtmxRequest,
        typed: TypedRules,
        *,
        key: str,
        revision: str = "",
        errors: tuple[str, ...] = (),
        status: int = 200,
        fields: bool = False,
    ) -> HttpResponse:
        """Render the page, or for htmx the parts that change; with ``fields`` also the input fields."""
        page = EditorPage(
            heading=self.heading,
            base_title=self.base_title,
            action=self.action,
            back_url=self.back_url,
            back_text=self.back_text,
            title=typed.title,
            title_error=typed.title_error,
            switches=rule_switches(typed),
            groups=rule_groups(typed),
            changed=tuple(change_text(name, typed.rules) for name in typed.changed) if typed.rules else (),
            count=_change_count(typed),
            sentences=self.sentences(typed.rules) if typed.rules else (),
            errors=errors,
            faults=len(typed.errors),
            mid_game=self.mid_game,
            key=key,
            revision=revision,
        )
        is_partial = bool(request.htmx)
        template = "rulebook/house_rules.html#told" if is_partial else "rulebook/house_rules.html"
        return render(request, template, {"page": page, "oob": is_partial, "fields": fields}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_preset(request: HtmxRequest, preset: str) -> HttpResponse:
    """Edit a preset; saving makes new house rules."""
    base = chosen_preset(preset)
    editor = _editor_of(base, back=reverse("rules:preset", args=[preset]))
    if request.method != "POST":
        typed = initial_rules(base.rules, base.rules, _("%(rules)s, our way") % {"rules": base.title})
        return editor.answer(request, typed, key=secrets.token_hex(16))
    typed = read_rules(request.POST.dict(), base.rules)
    key = request.POST.get("key", "")[:100] or secrets.token_hex(16)
    if (response := _preview_response(request, editor, typed, key)) is not None:
        return response
    title = check_title(typed)
    if typed.rules is None or typed.title_error:
        return editor.answer(request, typed, key=key, status=400)
    if not typed.changed:
        nothing = _nothing_changed_text(base)
        return editor.answer(request, typed, key=key, errors=(nothing,), status=400)
    check_rate(request, "start")
    device, created = acting_device(request)
    parameters = as_json(typed.rules)
    save = partial(
        save_house_rules,
        title=title,
        preset=preset,
        changes={name: parameters.get(name) for name in typed.changed},
        device=device,
    )
    try:
        saved = save(key=key)
    except RefusedError as refusal:
        if not refusal.code.startswith("idempotency_key"):
            raise
        # After going back in the browser, the form has the key of the first rules, but others are meant.
        saved = save(key=secrets.token_hex(16))
    return set_device_cookie(request, redirect("rules:house_rules", saved.public_id), created)


@never_cache
@require_safe
def change_house_rules(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Edit house rules; saving makes new ones and leaves the old ones as they are."""
    shared_rules = chosen_house_rules(get_house_rules(public_id))
    base = chosen_preset(shared_rules.preset.id)
    editor = _editor_of(base, back=reverse("rules:house_rules", args=[public_id]))
    typed = initial_rules(base.rules, shared_rules.rules, shared_rules.title)
    return editor.answer(request, typed, key=secrets.token_hex(16))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_at_table(request: HtmxRequest, public_id: str, game: int) -> HttpResponse:
    """Change the rules of a game in progress, from the next round on."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    sheet = snapshot.game(game)
    url = table_path(snapshot.table, "rules", game)
    editor = Editor(
        # Translators: "the current rules" stands in place of the name of rules: "Same as the current rules."
        _("Change the rules"),
        _("the current rules"),
        table_path(snapshot.table, "change_rules", game),
        url,
        pgettext("page", "Rules"),
        lambda rules: summary(rules_for_players(rules, len(sheet.seating))),
        mid_game=True,
    )
    seen_revision = str(snapshot.sheet.revision)
    if request.method != "POST":
        if sheet.over or sheet.number != snapshot.sheet.current.number:
            return redirect(url)
        typed = initial_rules(sheet.rules, sheet.rules, "", FIXED_PARAMETERS)
        return editor.answer(request, typed, key=secrets.token_hex(16), revision=seen_revision)
    typed = read_rules(request.POST.dict(), sheet.rules, FIXED_PARAMETERS)
    key, seen_revision = request.POST.get("key", "")[:100], request.POST.get("revision", "")[:20]
    if (response := _preview_response(request, editor, typed, key, seen_revision)) is not None:
        return response
    if typed.rules is None:
        return editor.answer(request, typed, key=key, revision=seen_revision, status=400)
    try:
        # The key contains the rules: the same form with other rules is no retry.
        rules_digest = hashlib.sha256(json.dumps(as_json(typed.rules)).encode()).hexdigest()[:32]
        game_services.change_rules(
            access=snapshot.access,
            key=f"rules:{key}:{rules_digest}",
            game=game,
            revision=parse_whole_number(seen_revision),
            rules=typed.rules,
        )
    except RefusedError as refusal:
        if refusal.code not in SHOWN_IN_EDITOR:
            raise
        newest = str(snapshot.sheet.revision)
        text = _("You haven't changed any rules.") if refusal.code == "invalid_value" else refusal_text(refusal)
        return editor.answer(request, typed, key=key, revision=newest, errors=(text,), status=refusal.status)
    return redirect(url)


def _editor_of(base: ChosenRules, *, back: str) -> Editor:
    action = reverse("rules:change_preset", args=[base.preset.id])
    heading, sentences = _("%(rules)s, changed") % {"rules": base.title}, partial(preset_summary, base.preset)
    return Editor(heading, base.title, action, back, pgettext("page", "Rules"), sentences)


def _nothing_changed_text(base: ChosenRules) -> str:
    template = _("You haven't changed anything in %(rules)s. Change something, or play %(rules)s as it is.")
    return template % {"rules": base.title}


def _preview_response(
    request: HtmxRequest, editor: Editor, typed: TypedRules, key: str, revision: str = ""
) -> HttpResponse | None:
    """Return the answer if nothing is to be saved yet: a rule was switched, or a preview is wanted; else None."""
    if rule := request.POST.get("apply", ""):
        return editor.answer(request, toggle_house_rule(typed, rule[:60]), key=key, revision=revision, fields=True)
    if request.htmx or request.POST.get("look"):
        return editor.answer(request, typed, key=key, revision=revision)
    return None


def _change_count(typed: TypedRules) -> str:
    changes = len(typed.changed)
    if not changes:
        return _("No changes yet")
    return ngettext("%(n)d change", "%(n)d changes", changes) % {"n": changes}
