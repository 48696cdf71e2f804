"""Build the view of a round: what happened, what it scored, and how it was changed since."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Table
from games.pages.cards.cards_round_page import shown_hands
from games.pages.table.columns_view import column_parts
from games.pages.table.deal_view import dealers
from games.pages.table.game import Cell, RoundContext, Version
from games.pages.table.term_views import terms_of_round
from games.rules.declaration import Declaration, Ending, RoundDeclaration
from games.rules.ledger import EntryUndone, LedgerEntry, RoundEntered, RoundVoided
from games.rules.rule_properties import scores_boxes
from games.rules.scoring import Event
from games.rules.sheet import GameSheet, RoundLine
from games.selectors.table.table_paths import table_path
from games.wording.labels import author_text
from games.wording.scores import event_word, round_result_sentence, score_lines
from games.wording.words import side_names, time_text


def round_view(
    table: Table, game: GameSheet, line: RoundLine, names: Sequence[str], *, may_score: bool
) -> RoundContext:
    """Return the view of one round of the sheet."""
    round_body, result = line.latest, line.latest.result
    current_entry, sides = _current_entry(line), side_names(game.rules, names)
    before = game.rounds[line.number - 2] if line.number > 1 else None
    cells = tuple(
        Cell(
            seat=seat,
            name=name,
            points=_points_with_boxes(line, seat) if line.counts else 0,
            total=line.cumulative[seat],
            boxes=result.boxes.get(seat, 0) if line.counts and scores_boxes(line.rules) else 0,
            won=line.counts and seat in result.winners,
            deadwood=result.deadwood.get(seat) if len(sides) == len(names) else None,
        )
        for seat, name in enumerate(sides)
    )
    return RoundContext(
        number=line.number,
        event=event_word(result.event, game.rules),
        event_code=result.event.value,
        what=round_result_sentence(round_body.declaration, result, game.rules, names),
        reason=_reason(line),
        cells=cells,
        gains=tuple(cell for cell in cells if cell.points or cell.boxes),
        columns=column_parts(line, before, sides),
        arithmetic=score_lines(result, line.rules, names, sides),
        state="void" if line.void else "after_end" if line.after_end else "counts",
        edited=line.edited and not _only_cards_added(line),
        edited_note=_edited_note(line, game, names),
        versions=tuple(_version(entry, line, game, names) for entry in line.history) if len(line.history) > 1 else (),
        edit_url=table_path(table, "change", game.number, line.number) if may_score else "",
        deals=dealers(game, line.deal.dealer, names) if line.deal is not None else "",
        by=author_text(current_entry.by),
        time=time_text(current_entry.at),
        changes=(),
        handovers=(),
        shown=shown_hands(round_body.declaration, line.rules, names, strict=table.strict),
        cards_url=table_path(table, "round_cards", game.number, line.number)
        if may_score and _may_take_cards(round_body.declaration)
        else "",
        terms=terms_of_round(result, game.rules),
        people=tuple(names),
    )


def _current_entry(line: RoundLine) -> LedgerEntry:
    """Return the entry with the round's current facts, except for entries that only added cards."""
    if _only_cards_added(line):
        return line.history[0]
    bodies = ((entry, entry.body) for entry in reversed(line.history))
    current = line.latest.declaration
    return next(
        (entry for entry, body in bodies if isinstance(body, RoundEntered) and body.declaration == current),
        line.history[0],
    )


def _reason(line: RoundLine) -> str:
    """Return the reason for a misdeal or a false knock; empty for other rounds."""
    if line.latest.result.event not in (Event.MISDEAL, Event.FALSE_KNOCK):
        return ""
    return next((entry.reason for entry in reversed(line.history) if entry.body == line.latest), "")


def round_sentence(body: RoundEntered, game: GameSheet, names: Sequence[str]) -> str:
    """Return a round in one sentence."""
    return round_result_sentence(body.declaration, body.result, game.rules, names)


def _points_with_boxes(line: RoundLine, side: int) -> int:
    """Return the points of a side in a round, including boxes that are paid at once."""
    result = line.latest.result
    at_once = line.rules.box_value if line.rules.box_timing == "immediate" else 0
    return result.points.get(side, 0) + at_once * result.boxes.get(side, 0)


def _edited_note(line: RoundLine, game: GameSheet, names: Sequence[str]) -> str:
    if not line.edited and not line.void:
        return ""
    last = line.history[-1]
    if not line.void and _only_cards_added(line):
        return _("The cards were added at %(time)s by %(by)s.") % _when_and_who(last)
    if isinstance(last.body, EntryUndone):
        note = _("Undone at %(time)s by %(by)s.") % _when_and_who(last)
    elif line.void:
        note = _("Deleted at %(time)s by %(by)s.") % _when_and_who(last)
    else:
        note = _("Changed at %(time)s by %(by)s.") % _when_and_who(last)
    before = [entry.body for entry in line.history[:-1] if isinstance(entry.body, RoundEntered)]
    if not line.void and before and before[-1] != line.latest:
        note += " " + _("Was: %(what)s.") % {"what": round_sentence(before[-1], game, names)}
    return note


def _when_and_who(entry: LedgerEntry) -> dict[str, str]:
    return {"time": time_text(entry.at), "by": author_text(entry.by)}


def _may_take_cards(declared: RoundDeclaration) -> bool:
    """Return whether hands can be entered for a round: it must be a single hand that was played to its end."""
    return isinstance(declared, Declaration) and declared.ending not in (Ending.MISDEAL, Ending.FALSE_KNOCK)


def _only_cards_added(line: RoundLine) -> bool:
    """Return whether all later entries only added cards without changing the round's numbers."""
    bodies = [entry.body for entry in line.history]
    first = bodies[0]
    return (
        isinstance(first, RoundEntered)
        and bool(line.latest.declaration.shown)
        and all(
            isinstance(body, RoundEntered) and body.declaration.counts_only == first.declaration.counts_only
            for body in bodies
        )
    )


def _version(entry: LedgerEntry, line: RoundLine, game: GameSheet, names: Sequence[str]) -> Version:
    match entry.body:
        case RoundEntered():
            what = round_sentence(entry.body, game, names)
        case RoundVoided():
            what = _("Deleted: this round doesn't count")
        case EntryUndone(revision):
            before = next((earlier for earlier in line.history if earlier.revision == revision), None)
            what = _("Undone") if before is None or isinstance(before.body, RoundEntered) else _("Deletion undone")
        case _:
            what = ""
    return Version(what, author_text(entry.by), time_text(entry.at), entry.reason)
