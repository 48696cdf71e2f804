"""Rounds: preview, enter, correct or void one, and decide what happens when two phones enter the same round."""

from typing import Any

from games.models import EntryKind
from games.models.entry import MOST_ROUNDS
from games.permissions import Access
from games.refusals import Refused
from games.rules.agreement import shows_more
from games.rules.declaration import Declaration, Ending, TeamDeal, Told
from games.rules.ledger import RoundTold, RoundVoided, facts, round_facts
from games.rules.scoring import RoundResult
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.rules.sides import pairings
from games.rules.teams import score_told
from games.selectors.ledger import sheet_of
from games.services.ledger import OpenLedger, Written, open_ledger
from games.services.reports import ask, confirm, refuse_reused_key


def preview_round(*, access: Access, game: int, declaration: Told) -> RoundResult:
    """Return what a round would score in ``game``. Nothing is written.

    Raises Illegal for an illegal round, Refused for a game that the table does not have.
    """
    access.demand("watch")
    sheet = game_of(sheet_of(access.table), game)
    return score_told(declaration, sheet.rules)


def enter_round(
    *,
    access: Access,
    key: str,
    game: int,
    round_number: int,
    declaration: Told,
    reason: str = "",
    seating: tuple[int, ...] | None = None,
) -> Written:
    """Enter round ``round_number`` of ``game``.

    ``seating`` is the game's as the writer saw it when names were turned into seats; a swap in between is refused.
    ``reason`` is required where the rules need one: what was wrong with a misdeal.

    Cards add to counts they agree with: if the round is on the sheet with the same counts and fewer hands shown, the
    cards are stored as a correction; counts that agree with cards on the sheet are already recorded. Another phone with
    the same facts confirms the round; with other facts it opens a question (``services.reports``).

    Raises Illegal for an illegal round, and Refused as the decision table says: "wrong_game", "round_void",
    "round_conflict" (its context holds the line on the sheet), "missing_rounds", "game_finished", "table_full",
    "seats_changed", "idempotency_key_reused".
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        facts_json = round_facts(declaration)
        if replayed := _replayed_round(ledger, facts_json, game, round_number):
            return replayed
        refuse_reused_key(ledger, facts_json, game, round_number)
        sheet = ledger.sheet
        current = sheet.current
        if game != current.number:
            raise Refused("wrong_game", game=game, current=current.number)
        _same_seats(current, seating)
        if line := _line(current, round_number):
            if line.void:
                raise Refused("round_void", round=round_number, next=current.next_round)
            stored = facts(line.latest)
            if facts_json == stored or shows_more(stored, facts_json):
                return _recorded(ledger, line, game, declaration)
            if shows_more(facts_json, stored):
                body = RoundTold(declaration, score_told(declaration, line.rules))
                return ledger.append(body, game=game, round_number=round_number, corrects=True, reason=reason)
            if _dealt_alike(current, round_number, line.latest.declaration.active, declaration):
                ask(ledger, line, game, declaration, reason)
            raise Refused("round_conflict", round=round_number, line=line, declaration=declaration, game=game)
        if round_number > current.next_round:
            raise Refused("missing_rounds", missing=list(range(current.next_round, round_number)))
        if current.over:
            raise Refused("game_finished", game=game, last=current.ended_after)
        if sum(len(played.rounds) for played in sheet.games) >= MOST_ROUNDS:
            raise Refused("table_full", most=MOST_ROUNDS, what="rounds")
        as_dealt(current, round_number, current.next_active, declaration)
        body = RoundTold(declaration, score_told(declaration, current.rules))
        return ledger.append(body, game=game, round_number=round_number, reason=reason)


def correct_round(
    *,
    access: Access,
    key: str,
    game: int,
    round_number: int,
    revision: int | None,
    declaration: Told,
    reason: str = "",
    seating: tuple[int, ...] | None = None,
) -> Written:
    """Correct a round, or enter a void one again. ``revision`` and ``seating`` are those the writer saw.

    Counts that agree with the cards on the sheet do not remove the cards. A correction of an outdated version opens a
    question.

    Raises Illegal for an illegal round, Refused ("unknown_round", "revision_required", "stale", "seats_changed").
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        facts_json = round_facts(declaration)
        if replayed := ledger.replayed(EntryKind.CORRECTION, facts_json, game=game, round_number=round_number):
            return replayed
        refuse_reused_key(ledger, facts_json, game, round_number)
        sheet = game_of(ledger.sheet, game)
        line = expected_line(sheet, round_number, revision)
        _same_seats(sheet, seating)
        as_dealt(sheet, round_number, line.latest.declaration.active, declaration)
        stored = facts(line.latest)
        if not line.void and (facts_json == stored or shows_more(stored, facts_json)):
            return _recorded(ledger, line, game, declaration)
        if line.revision != revision:
            ask(ledger, line, game, declaration, reason)
            raise Refused("stale", round=round_number, line=line, game=game)
        body = RoundTold(declaration, score_told(declaration, line.rules))
        return ledger.append(body, game=game, round_number=round_number, corrects=True, reason=reason)


def void_round(
    *, access: Access, key: str, game: int, round_number: int, revision: int | None, reason: str = ""
) -> Written:
    """Void a round: it counts no longer, its line stays. Raises Refused as ``correct_round`` does, and "round_void"."""
    with open_ledger(access=access, key=key, action="score") as ledger:
        body = RoundVoided()
        if replayed := ledger.replayed(EntryKind.VOID, facts(body), game=game, round_number=round_number):
            return replayed
        sheet = game_of(ledger.sheet, game)
        line = expected_line(sheet, round_number, revision)
        if line.revision != revision:
            raise Refused("stale", round=round_number, line=line, game=game)
        if line.void:
            raise Refused("round_void", round=round_number, next=sheet.next_round)
        return ledger.append(body, game=game, round_number=round_number, reason=reason)


def _replayed_round(ledger: OpenLedger, facts_json: dict[str, Any], game: int, round_number: int) -> Written | None:
    """Return what this idempotency key wrote before. Raises Refused where that was something else.

    Cards that were added to a round entered by counts were stored as a correction of it.
    """
    try:
        return ledger.replayed(EntryKind.ROUND, facts_json, game=game, round_number=round_number)
    except Refused:
        if "shown" not in facts_json:
            raise
        return ledger.replayed(EntryKind.CORRECTION, facts_json, game=game, round_number=round_number)


def game_of(sheet: TableSheet, number: int) -> GameSheet:
    """Return game ``number`` of a sheet. Raises Refused ("wrong_game") where there is none."""
    for game in sheet.games:
        if game.number == number:
            return game
    raise Refused("wrong_game", game=number, current=sheet.current.number)


def _line(game: GameSheet, number: int) -> RoundLine | None:
    return next((line for line in game.rounds if line.number == number), None)


def expected_line(game: GameSheet, number: int, revision: int | None) -> RoundLine:
    """Return round ``number`` for a writer who names the revision they saw. Raises Refused as ``correct_round``."""
    line = _line(game, number)
    if line is None:
        raise Refused("unknown_round", round=number)
    if revision is None:
        raise Refused("revision_required", round=number, line=line, game=game.number)
    return line


def _same_seats(game: GameSheet, seating: tuple[int, ...] | None) -> None:
    """Raise Refused where the seats were swapped since the writer read them."""
    if seating is not None and seating != game.seating:
        raise Refused("seats_changed")


def as_dealt(game: GameSheet, number: int, active: tuple[int, ...], declaration: Told) -> None:
    """Raise Refused for a round between other seats than ``active``, or with other pairs of two teams than dealt."""
    if not _dealt_alike(game, number, active, declaration):
        raise Refused("invalid_value", what="active")


def _dealt_alike(game: GameSheet, number: int, active: tuple[int, ...], declaration: Told) -> bool:
    teams = game.rules.seating == "teams"
    if declaration.active != active or isinstance(declaration, TeamDeal) != (teams and declaration != _misdeal(active)):
        return False
    if isinstance(declaration, TeamDeal):
        pairs = {tuple(sorted(pair)) for pair in pairings(len(game.seating), number)}
        return {hand.active for hand in declaration.hands} == pairs
    return True


def _misdeal(active: tuple[int, ...]) -> Declaration:
    return Declaration(active, Ending.MISDEAL)


def _recorded(ledger: OpenLedger, line: RoundLine, game: int, declaration: Told) -> Written:
    confirm(ledger, line, game, declaration)
    last = line.history[-1]
    return Written(line.revision, game, line.number, "already_recorded", last.by, last.at)
