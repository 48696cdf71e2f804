"""The editor of house rules: from a preset, from rules of one's own, and in mid-game at a table."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.house_rules_form import TypedRules, check_title, read_rules, switched, untouched
from games.forms.rules_editor import rule_groups, rule_switches
from games.pages import EditorPage
from games.refusals import Refused
from games.rules.ruleset import FIXED, as_json
from games.selectors.addresses import at_table
from games.selectors.house_rules import Chosen, of_preset, of_saved, saved_rules
from games.services import games as game_services
from games.services.house_rules import save_house_rules
from games.views.devices import access_to, known_device, new_device, remember
from games.views.rounds import whole_number
from games.views.table import AtTable
from games.web.throttles import check_rate
from games.wording import refusal_text
from games.wording.rules.parameters import change_text
from games.wording.rules.summary import summary

TOLD_IN_THE_EDITOR = ("stale", "revision_required", "game_finished", "wrong_game", "target_reached", "invalid_value")
"""Refusals that the editor itself answers, with everything as it was typed."""


@dataclass(frozen=True)
class Editor:
    """What is edited where: ``base_title`` is what the changes are told against."""

    heading: str
    base_title: str
    action: str
    back_url: str
    back_text: str
    mid_game: bool = False

    def answer(
        self,
        request: HttpRequest,
        typed: TypedRules,
        *,
        key: str,
        revision: str = "",
        errors: tuple[str, ...] = (),
        status: int = 200,
        fields: bool = False,
    ) -> HttpResponse:
        """The page, or for htmx what changes on it; ``fields`` also exchanges what may be typed in."""
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
            count=_count(typed),
            sentences=summary(typed.rules) if typed.rules else (),
            errors=errors,
            faults=len(typed.errors),
            mid_game=self.mid_game,
            key=key,
            revision=revision,
        )
        part = bool(request.htmx)  # type: ignore[attr-defined]
        template = "house_rules.html#told" if part else "house_rules.html"
        return render(request, template, {"page": page, "oob": part, "fields": fields}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, preset: str) -> HttpResponse:
    """The editor of a preset; what is saved in it are new house rules."""
    base = of_preset(preset)
    editor = _editor_of(base, back=reverse("preset", args=[preset]))
    if request.method != "POST":
        typed = untouched(base.rules, base.rules, _("%(rules)s, our way") % {"rules": base.title})
        return editor.answer(request, typed, key=secrets.token_hex(16))
    typed = read_rules(request.POST.dict(), base.rules)
    key = request.POST.get("key", "")[:100] or secrets.token_hex(16)
    if (shown := _only_shown(request, editor, typed, key)) is not None:
        return shown
    title = check_title(typed)
    if typed.rules is None or typed.title_error:
        return editor.answer(request, typed, key=key, status=400)
    if not typed.changed:
        nothing = _nothing_changed(base)
        return editor.answer(request, typed, key=key, errors=(nothing,), status=400)
    check_rate(request, "start")
    device = known_device(request)
    made = None if device else new_device(request)
    told = as_json(typed.rules)
    save = partial(
        save_house_rules,
        title=title,
        preset=preset,
        changes={name: told.get(name) for name in typed.changed},
        device=made.device if made else device,  # type: ignore[arg-type]
    )
    try:
        saved = save(key=key)
    except Refused as why:
        if not why.code.startswith("idempotency_key"):
            raise
        # Back, something else changed, Save: the form is the one of the first rules, but others are meant.
        saved = save(key=secrets.token_hex(16))
    return remember(request, redirect("house_rules", saved.public_id), made)


@never_cache
@require_safe
def change_further(request: HttpRequest, public_id: str) -> HttpResponse:
    """The editor, opened at house rules; what is saved there is new, the old stay as they are."""
    shared_rules = of_saved(saved_rules(public_id))
    base = of_preset(shared_rules.preset.id)
    editor = _editor_of(base, back=reverse("house_rules", args=[public_id]))
    typed = untouched(base.rules, shared_rules.rules, shared_rules.title)
    return editor.answer(request, typed, key=secrets.token_hex(16))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_at_table(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Change the rules of a game that is being played, from the next round on."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    sheet = at.game(game)
    url = at_table(at.table, f"games/{game}/rules/")
    editor = Editor(
        # Translators: "the rules so far" is told in place of the name of rules: "As the rules so far."
        _("Change the rules"),
        _("the rules so far"),
        f"{url}change/",
        url,
        pgettext("page", "Rules"),
        mid_game=True,
    )
    seen = str(at.sheet.revision)
    if request.method != "POST":
        if sheet.over or sheet.number != at.sheet.current.number:
            return redirect(url)
        typed = untouched(sheet.rules, sheet.rules, "", FIXED)
        return editor.answer(request, typed, key=secrets.token_hex(16), revision=seen)
    typed = read_rules(request.POST.dict(), sheet.rules, FIXED)
    key, seen = request.POST.get("key", "")[:100], request.POST.get("revision", "")[:20]
    if (shown := _only_shown(request, editor, typed, key, seen)) is not None:
        return shown
    if typed.rules is None:
        return editor.answer(request, typed, key=key, revision=seen, status=400)
    try:
        # The key names the rules too: back, something else, and the same form again is no retry.
        told = hashlib.sha256(json.dumps(as_json(typed.rules)).encode()).hexdigest()[:32]
        game_services.change_rules(
            access=at.access, key=f"rules:{key}:{told}", game=game, revision=whole_number(seen), rules=typed.rules
        )
    except Refused as why:
        if why.code not in TOLD_IN_THE_EDITOR:
            raise
        newest = str(at.sheet.revision)
        text = _("Nothing is different from the rules so far.") if why.code == "invalid_value" else refusal_text(why)
        return editor.answer(request, typed, key=key, revision=newest, errors=(text,), status=why.status)
    return redirect(url)


def _editor_of(base: Chosen, *, back: str) -> Editor:
    action = reverse("change_preset", args=[base.preset.id])
    return Editor(_("%(rules)s, changed") % {"rules": base.title}, base.title, action, back, pgettext("page", "Rules"))


def _nothing_changed(base: Chosen) -> str:
    told = _("Nothing is different from %(rules)s: change something, or start with %(rules)s as it is.")
    return told % {"rules": base.title}


def _only_shown(
    request: HttpRequest, editor: Editor, typed: TypedRules, key: str, revision: str = ""
) -> HttpResponse | None:
    """The answer where nothing is to be saved yet: a house rule was tapped, or a look is taken at what it comes to."""
    if rule := request.POST.get("apply", ""):
        return editor.answer(request, switched(typed, rule[:60]), key=key, revision=revision, fields=True)
    if request.htmx or request.POST.get("look"):  # type: ignore[attr-defined]
        return editor.answer(request, typed, key=key, revision=revision)
    return None


def _count(typed: TypedRules) -> str:
    changes = len(typed.changed)
    if not changes:
        return _("No change yet")
    return ngettext("%(n)d change", "%(n)d changes", changes) % {"n": changes}
