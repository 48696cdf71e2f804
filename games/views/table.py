"""The table page, and the fragments with which open screens keep up."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.entry import Place, entry_form
from games.live import HAS_BEFORE
from games.models import Table
from games.pages import EntryForm, Notice, TablePage
from games.permissions import Access
from games.rules.ledger import EntryUndone, RoundTold, RoundVoided, RulesChanged
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.game_view import names_in, players_at
from games.selectors.ledger import made_by, sheet_of
from games.selectors.questions_view import news_of_phones
from games.selectors.reports import Reports, reports_of
from games.selectors.round_view import what_was_told
from games.selectors.table_page import table_page
from games.services.tables import set_strict
from games.views.devices import access_to
from games.wording import keeps_the_score


@dataclass
class AtTable:
    """A request at a table: who asks, and the sheet as it stands now."""

    access: Access

    @property
    def table(self) -> Table:
        """The table asked about."""
        return self.access.table

    def written(self) -> "AtTable":
        """The same request once it has written something: the table as that left it."""
        match = getattr(self.table, "fixture", None)
        if match is not None:
            match.refresh_from_db()
        now = AtTable(self.access)
        now.players = self.players
        return now

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names by player number."""
        return players_at(self.table)

    @cached_property
    def sheet(self) -> TableSheet:
        """The sheet at the table's newest revision."""
        return sheet_of(self.table)

    @cached_property
    def reports(self) -> Reports:
        """What phones said of rounds beside the ledger."""
        return reports_of(self.table, self.sheet)

    def game(self, number: int | None = None) -> GameSheet:
        """Game ``number``, or the current one. Raises Http404 for one that was not played."""
        if number is None:
            return self.sheet.current
        found = next((game for game in self.sheet.games if game.number == number), None)
        if found is None:
            raise Http404
        return found

    def place(self, game: GameSheet, number: int | None = None) -> Place:
        """Where round ``number`` of ``game`` goes; without a number, the next round or the one to enter again."""
        line = game.open_again
        if number is not None:
            line = next((x for x in game.rounds if x.number == number), None)
        return Place(self.table, game, names_in(game, self.players), line)

    def fresh_entry(self) -> EntryForm | None:
        """An empty form for the next round; None for who only watches, and where a game is over."""
        game = self.sheet.current
        if not self.access.may("score") or game.over:
            return None
        place = self.place(game)
        seen = place.line.revision if place.line else None
        return entry_form(place, action=at_table(self.table, "rounds/"), revision=seen, correction=False)

    def page(
        self, *, game: GameSheet | None = None, entry: EntryForm | None = None, notice: Notice | None = None
    ) -> TablePage:
        """The table page, with ``entry`` in place of a fresh form where there is one."""
        shown = game or self.sheet.current
        if entry is None and shown.number == self.sheet.current.number:
            entry = self.fresh_entry()
        return table_page(
            access=self.access,
            sheet=self.sheet,
            game=shown,
            players=self.players,
            reports=self.reports,
            entry=entry,
            notice=notice,
        )


def has_before(request: HttpRequest) -> bool:
    """Whether the screen that asks shows an earlier state of the table: what stayed need not be sent again."""
    return request.headers.get(HAS_BEFORE) == "1"


@never_cache
@require_safe
def table(request: HttpRequest, public_id: str, game: int | None = None) -> HttpResponse:
    """The table page of the current game, or of an earlier one."""
    at = AtTable(access_to(request, public_id))
    return render(request, "table.html", {"page": at.page(game=at.game(game))})


@never_cache
@require_safe
def moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """What an open screen needs after the table moved. A form that somebody is typing in is left alone.

    A form that asks which of two versions is right, ``asks``, is left alone only while that is still the question.
    """
    at = AtTable(access_to(request, public_id))
    typing = request.GET.get("typing") == "1"
    question, __, seen = request.GET.get("asks", "").partition(":")
    if question:
        asked = at.reports.asks(int(question)) if question.isdecimal() and len(question) < 10 else None
        typing = asked is not None and seen == str(asked.line.revision)
    page = at.page(notice=news(at))
    if question and typing:
        page = replace(page, questions=tuple(view for view in page.questions if int(question) not in view.ids))
    return render(request, "table.html#moved", {"page": page, "with_entry": not typing, "has": has_before(request)})


@never_cache
@require_safe
def revision(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table's revision, and how much was ``said`` beside its ledger, as JSON.

    For screens whose live stream is cut, or tells that there is something to ask for.
    """
    table = access_to(request, public_id).table
    etag = f'"{table.revision}.{table.said}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return JsonResponse({"revision": table.revision, "said": table.said}, headers={"ETag": etag})


@never_cache
@require_POST
def strict(request: HttpRequest, public_id: str) -> HttpResponse:
    """Switch the strict mode on or off."""
    access = access_to(request, public_id)
    set_strict(access=access, strict=request.POST.get("strict") == "yes")
    return redirect(at_table(access.table))


@require_safe
def absent_stream(request: HttpRequest, token: str) -> HttpResponse:
    """The live stream where the server cannot hold one: 204 tells the browser not to ask again, and the page polls."""
    del request, token
    return HttpResponse(status=204)


def news(at: AtTable) -> Notice | None:
    """What was entered or said last in a sentence, unless the device that asks did it."""
    if at.table.said and at.table.said_at == at.sheet.revision:
        return news_of_phones(at.access, at.reports)
    game = at.sheet.current
    over = at.sheet.handovers[-1] if at.sheet.handovers else None
    if over and over.entry.revision == at.sheet.revision and not made_by(at.access, over.entry.revision):
        who = "" if over.player is None else at.players[over.player]
        return Notice("warn", keeps_the_score(over.entry.by, who, over.was))
    change = game.changes[-1] if game.changes else None
    if change and change.revision == at.sheet.revision and not made_by(at.access, change.revision):
        coming = change.body.through + 1 if isinstance(change.body, RulesChanged) else game.next_round
        text = _("%(who)s changed the rules: from round %(number)d on others are played")
        return Notice("warn", text % {"who": change.by, "number": coming})
    newest = max((line.history[-1] for line in game.rounds), key=lambda e: e.revision, default=None)
    if newest is None or newest.revision != at.sheet.revision or made_by(at.access, newest.revision):
        return None
    words = {"number": newest.round, "who": newest.by}
    if isinstance(newest.body, EntryUndone):
        return Notice("warn", _("%(who)s took back the last entry about round %(number)d") % words)
    if isinstance(newest.body, RoundVoided):
        return Notice("warn", _("Round %(number)d was struck by %(who)s") % words)
    told = what_was_told(newest.body, game, names_in(game, at.players)) if isinstance(newest.body, RoundTold) else ""
    words["told"] = told
    line = next(line for line in game.rounds if line.number == newest.round)
    before = [entry.body for entry in line.history[:-1] if isinstance(entry.body, RoundTold)]
    facts = newest.body.declaration if isinstance(newest.body, RoundTold) else None
    if before and facts and facts.shown and before[-1].declaration == facts.in_numbers:
        return Notice("good", _("%(who)s added the cards of round %(number)d: %(told)s") % words)
    if line.edited:
        return Notice("warn", _("Round %(number)d was changed by %(who)s: %(told)s") % words)
    return Notice("good", _("Round %(number)d: %(told)s") % words)
