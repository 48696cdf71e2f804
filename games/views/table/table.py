"""The table page, the fragments that keep open screens up to date, and the table as a view sees it."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.typed_values import parse_whole_number
from games.live import HAS_PREVIOUS
from games.models import JoinState, Table
from games.pages.table.entry import EntryForm
from games.pages.table.questions_view import newest_report_notice
from games.pages.table.round_form_page import RoundSlot, entry_form
from games.pages.table.round_view import round_sentence
from games.pages.table.table import Notice, TablePage
from games.pages.table.table_page import table_page
from games.permissions import Access
from games.rules.ledger import EntryUndone, RoundEntered, RoundVoided, RulesChanged
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.sharing.joining import last_answer
from games.selectors.table.ledger import is_entry_of, sheet_of
from games.selectors.table.round_reports import Reports, reports_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.selectors.table.table_paths import table_path
from games.services.table.tables import set_strict
from games.views.devices import table_access
from games.wording.handover import scorer_text
from games.wording.joining import joined_text


@dataclass
class TableSnapshot:
    """The current state of a table, and what the sender of the request may do there."""

    access: Access

    @property
    def table(self) -> Table:
        """The table."""
        return self.access.table

    def after_write(self) -> "TableSnapshot":
        """Return a new snapshot after this request has written something."""
        match = getattr(self.table, "match", None)
        if match is not None:
            match.refresh_from_db()
        updated = TableSnapshot(self.access)
        updated.players = self.players
        return updated

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players' names, by player number."""
        return player_names(self.table)

    @cached_property
    def sheet(self) -> TableSheet:
        """The sheet at the table's newest revision."""
        return sheet_of(self.table)

    @cached_property
    def reports(self) -> Reports:
        """What phones reported about rounds beside the ledger: confirmations and differing versions."""
        return reports_of(self.table, self.sheet)

    def game(self, number: int | None = None) -> GameSheet:
        """Return a game by its number, or the current one. Raises Http404 if it wasn't played."""
        if number is None:
            return self.sheet.current
        sheet = next((game for game in self.sheet.games if game.number == number), None)
        if sheet is None:
            raise Http404
        return sheet

    def round_slot(self, game: GameSheet, number: int | None = None) -> RoundSlot:
        """Return the slot of a round; without a number, of the next round or the one to enter again."""
        line = game.round_to_reenter
        if number is not None:
            line = next((x for x in game.rounds if x.number == number), None)
        return RoundSlot(self.table, game, names_by_seat(game, self.players), line)

    def fresh_entry(self) -> EntryForm | None:
        """Return an empty form for the next round; None for spectators and after the game."""
        game = self.sheet.current
        if not self.access.may("score") or game.over:
            return None
        slot = self.round_slot(game)
        seen_revision = slot.line.revision if slot.line else None
        return entry_form(slot, action=table_path(self.table, "save"), revision=seen_revision, correction=False)

    def page(
        self, *, game: GameSheet | None = None, entry: EntryForm | None = None, notice: Notice | None = None
    ) -> TablePage:
        """Return the table page, with ``entry`` instead of an empty form if given."""
        sheet = game or self.sheet.current
        if entry is None and sheet.number == self.sheet.current.number:
            entry = self.fresh_entry()
        return table_page(
            access=self.access,
            sheet=self.sheet,
            game=sheet,
            players=self.players,
            reports=self.reports,
            entry=entry,
            notice=notice,
        )


def shows_earlier_state(request: HttpRequest) -> bool:
    """Return whether the client shows an earlier state of the table, so that unchanged parts can be left out."""
    return request.headers.get(HAS_PREVIOUS) == "1"


@never_cache
@require_safe
def table(request: HttpRequest, public_id: str, game: int | None = None) -> HttpResponse:
    """Show the table page of the current game, or of an earlier one."""
    snapshot = TableSnapshot(table_access(request, public_id))
    return render(request, "table/table.html", {"page": snapshot.page(game=snapshot.game(game))})


@never_cache
@require_safe
def table_updates(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment that updates an open table page. A form that is being filled in is left alone.

    A form that asks which of two versions is right (``asks``) is left alone only while that question is open.
    """
    snapshot = TableSnapshot(table_access(request, public_id))
    typing = request.GET.get("typing") == "1"
    question, __, seen_revision = request.GET.get("asks", "").partition(":")
    if question:
        number = parse_whole_number(question)
        open_question = None if number is None else snapshot.reports.question_of_report(number)
        typing = open_question is not None and seen_revision == str(open_question.line.revision)
    page = snapshot.page(notice=latest_news(snapshot))
    if question and typing:
        page = replace(page, questions=tuple(view for view in page.questions if int(question) not in view.ids))
    return render(
        request, "table/table.html#moved", {"page": page, "with_entry": not typing, "has": shows_earlier_state(request)}
    )


@never_cache
@require_safe
def revision(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the table's revision, and how many changes (``changes``) there were beside its ledger, as JSON.

    It is for screens whose live stream is cut or announces something new.
    """
    table = table_access(request, public_id).table
    etag = f'"{table.revision}.{table.changes_beside}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return JsonResponse({"revision": table.revision, "changes": table.changes_beside}, headers={"ETag": etag})


@never_cache
@require_POST
def set_strict_mode(request: HttpRequest, public_id: str) -> HttpResponse:
    """Switch strict mode on or off."""
    access = table_access(request, public_id)
    set_strict(access=access, strict=request.POST.get("strict") == "yes")
    return redirect(table_path(access.table))


@require_safe
def no_live_stream(request: HttpRequest, token: str) -> HttpResponse:
    """Stand in for the live stream if the server can't hold one: 204 stops the browser, and the page polls."""
    del request, token
    return HttpResponse(status=204)


def latest_news(snapshot: TableSnapshot) -> Notice | None:
    """Return what was entered or reported last, in a sentence, unless this device did it."""
    if answered := last_answer(snapshot.table):
        own = snapshot.access.device is not None and answered.answered_by == snapshot.access.label
        return None if own or answered.state != JoinState.ADMITTED else Notice("good", joined_text(answered))
    if snapshot.table.report_count and snapshot.table.last_report_revision == snapshot.sheet.revision:
        return newest_report_notice(snapshot.access, snapshot.reports)
    game = snapshot.sheet.current
    handover = snapshot.sheet.handovers[-1] if snapshot.sheet.handovers else None
    if (
        handover
        and handover.entry.revision == snapshot.sheet.revision
        and not is_entry_of(snapshot.access, handover.entry.revision)
    ):
        player_name = "" if handover.player is None else snapshot.players[handover.player]
        return Notice("warn", scorer_text(handover.entry.by, player_name, handover.previous_phone))
    rules_change = game.changes[-1] if game.changes else None
    if (
        rules_change
        and rules_change.revision == snapshot.sheet.revision
        and not is_entry_of(snapshot.access, rules_change.revision)
    ):
        first_round = rules_change.body.through + 1 if isinstance(rules_change.body, RulesChanged) else game.next_round
        text = _("%(who)s changed the rules from round %(number)d on")
        return Notice("warn", text % {"who": rules_change.by, "number": first_round})
    newest = max((line.history[-1] for line in game.rounds), key=lambda e: e.revision, default=None)
    if newest is None or newest.revision != snapshot.sheet.revision or is_entry_of(snapshot.access, newest.revision):
        return None
    values = {"number": newest.round, "who": newest.by}
    if isinstance(newest.body, EntryUndone):
        return Notice("warn", _("%(who)s undid the last entry for round %(number)d") % values)
    if isinstance(newest.body, RoundVoided):
        return Notice("warn", _("Round %(number)d was deleted by %(who)s") % values)
    round_text = (
        round_sentence(newest.body, game, names_by_seat(game, snapshot.players))
        if isinstance(newest.body, RoundEntered)
        else ""
    )
    values["told"] = round_text
    line = next(line for line in game.rounds if line.number == newest.round)
    earlier = [entry.body for entry in line.history[:-1] if isinstance(entry.body, RoundEntered)]
    facts = newest.body.declaration if isinstance(newest.body, RoundEntered) else None
    if earlier and facts and facts.shown and earlier[-1].declaration == facts.counts_only:
        return Notice("good", _("%(who)s added the cards for round %(number)d: %(told)s") % values)
    if line.edited:
        return Notice("warn", _("Round %(number)d was changed by %(who)s: %(told)s") % values)
    return Notice("good", _("Round %(number)d: %(told)s") % values)
