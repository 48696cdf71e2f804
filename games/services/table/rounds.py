"""Rounds: preview, enter, correct or void one, and decide what happens when two phones enter the same round."""

from games.models import EntryKind
from games.models.entry import MOST_ROUNDS
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.declared_round import DeclaredRound
from games.rules.ledger import RoundVoided, entry_facts
from games.rules.scoring import RoundResult
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.rules.sides import team_pairings
from games.rules.teams import score_declaration
from games.selectors.table.ledger import sheet_of
from games.services.table.ledger import OpenLedger, WriteResult, open_ledger
from games.services.table.open_again import Decision, append_decision_with
from games.services.table.reports import refuse_reused_key, store_confirmation, store_question


def preview_round(*, access: Access, game: int, declaration: RoundDeclaration) -> RoundResult:
    """Return what a round would score in ``game``. Nothing is written.

    Raises RulesError for an illegal round, RefusedError for a game that the table does not have.
    """
    access.demand("watch")
    sheet = game_of(sheet_of(access.table), game)
    return score_declaration(declaration, sheet.rules)


def enter_round(
    *,
    access: Access,
    key: str,
    game: int,
    round_number: int,
    declaration: RoundDeclaration,
    reason: str = "",
    seating: tuple[int, ...] | None = None,
) -> WriteResult:
    """Enter round ``round_number`` of ``game``.

    ``seating`` is the game's as the writer saw it when names were turned into seats; a swap in between is refused.
    ``reason`` is required where the rules need one: what was wrong with a misdeal.

    Cards add to counts they agree with: if the round is on the sheet with the same counts and fewer hands shown, the
    cards are stored as a correction; counts that agree with cards on the sheet are already recorded. Another phone with
    the same facts confirms the round; with other facts it opens a question (``services.table.reports``).

    Raises RulesError for an illegal round, and RefusedError as the decision table says: "wrong_game", "round_void",
    "round_conflict" (its context holds the line on the sheet), "missing_rounds", "game_finished", "table_full",
    "seats_changed", "idempotency_key_reused".
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        declared = DeclaredRound(game, round_number, declaration)
        if replayed := _replayed_round(ledger, declared):
            return replayed
        refuse_reused_key(ledger, declared)
        sheet = ledger.sheet
        current = sheet.current
        if game != current.number:
            raise RefusedError("wrong_game", game=game, current=current.number)
        _same_seats(current, seating)
        if line := _line(current, round_number):
            if line.void:
                raise RefusedError("round_void", round=round_number, next=current.next_round)
            stored = entry_facts(line.latest)
            if declared.adds_nothing_to(stored):
                return _recorded(ledger, line, declared)
            if declared.adds_cards_to(stored):
                body = declared.scored(line.rules)
                return ledger.append(body, game=game, round_number=round_number, corrects=True, reason=reason)
            if _dealt_alike(current, round_number, line.latest.declaration.active, declaration):
                store_question(ledger, line, declared, reason)
            raise RefusedError("round_conflict", round=round_number, line=line, declaration=declaration, game=game)
        if round_number > current.next_round:
            raise RefusedError("missing_rounds", missing=list(range(current.next_round, round_number)))
        if current.over:
            raise RefusedError("game_finished", game=game, last=current.ended_after)
        if sum(len(played.rounds) for played in sheet.games) >= MOST_ROUNDS:
            raise RefusedError("table_full", most=MOST_ROUNDS, what="rounds")
        check_dealt(current, round_number, current.next_active, declaration)
        return ledger.append(declared.scored(current.rules), game=game, round_number=round_number, reason=reason)


def correct_round(
    *,
    access: Access,
    key: str,
    game: int,
    round_number: int,
    revision: int | None,
    declaration: RoundDeclaration,
    reason: str = "",
    seating: tuple[int, ...] | None = None,
    decision: Decision = "",
) -> WriteResult:
    """Correct a round, or enter a void one again. ``revision`` and ``seating`` are those the writer saw.

    Counts that agree with the cards on the sheet do not remove the cards. A correction of an outdated version opens a
    question. ``decision`` is about the game, should it no longer be over although a later one was started.

    Raises RulesError for an illegal round, RefusedError ("unknown_round", "revision_required", "stale",
    "seats_changed").
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        declared = DeclaredRound(game, round_number, declaration)
        if replayed := ledger.replayed(EntryKind.CORRECTION, declared.facts, game=game, round_number=round_number):
            return replayed
        refuse_reused_key(ledger, declared)
        sheet = game_of(ledger.sheet, game)
        line = expected_line(sheet, round_number, revision)
        _same_seats(sheet, seating)
        check_dealt(sheet, round_number, line.latest.declaration.active, declaration)
        stored = entry_facts(line.latest)
        if not line.void and declared.adds_nothing_to(stored):
            return _recorded(ledger, line, declared)
        if line.revision != revision:
            store_question(ledger, line, declared, reason)
            raise RefusedError("stale", round=round_number, line=line, game=game)
        body = declared.scored(line.rules)
        written = ledger.append(body, game=game, round_number=round_number, corrects=True, reason=reason)
        append_decision_with(ledger, game, decision)
        return written


def void_round(
    *,
    access: Access,
    key: str,
    game: int,
    round_number: int,
    revision: int | None,
    reason: str = "",
    decision: Decision = "",
) -> WriteResult:
    """Void a round: it counts no longer, its line stays. ``decision`` is as in ``correct_round``.

    Raises RefusedError as ``correct_round`` does, and "round_void".
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        body = RoundVoided()
        if replayed := ledger.replayed(EntryKind.VOID, entry_facts(body), game=game, round_number=round_number):
            return replayed
        sheet = game_of(ledger.sheet, game)
        line = expected_line(sheet, round_number, revision)
        if line.revision != revision:
            raise RefusedError("stale", round=round_number, line=line, game=game)
        if line.void:
            raise RefusedError("round_void", round=round_number, next=sheet.next_round)
        written = ledger.append(body, game=game, round_number=round_number, reason=reason)
        append_decision_with(ledger, game, decision)
        return written


def _replayed_round(ledger: OpenLedger, declared: DeclaredRound) -> WriteResult | None:
    """Return what this idempotency key wrote before. Raises RefusedError where that was something else.

    Cards that were added to a round entered by counts were stored as a correction of it.
    """
    slot = {"game": declared.game, "round_number": declared.number}
    try:
        return ledger.replayed(EntryKind.ROUND, declared.facts, **slot)
    except RefusedError:
        if not declared.shows_cards:
            raise
        return ledger.replayed(EntryKind.CORRECTION, declared.facts, **slot)


def game_of(sheet: TableSheet, number: int) -> GameSheet:
    """Return game ``number`` of a sheet. Raises RefusedError ("wrong_game") where there is none."""
    for game in sheet.games:
        if game.number == number:
            return game
    raise RefusedError("wrong_game", game=number, current=sheet.current.number)


def _line(game: GameSheet, number: int) -> RoundLine | None:
    return next((line for line in game.rounds if line.number == number), None)


def expected_line(game: GameSheet, number: int, revision: int | None) -> RoundLine:
    """Return round ``number`` for a writer who names the revision they saw.

    Raises RefusedError as ``correct_round``.
    """
    line = _line(game, number)
    if line is None:
        raise RefusedError("unknown_round", round=number)
    if revision is None:
        raise RefusedError("revision_required", round=number, line=line, game=game.number)
    return line


def _same_seats(game: GameSheet, seating: tuple[int, ...] | None) -> None:
    """Raise RefusedError where the seats were swapped since the writer read them."""
    if seating is not None and seating != game.seating:
        raise RefusedError("seats_changed")


def check_dealt(game: GameSheet, number: int, active: tuple[int, ...], declaration: RoundDeclaration) -> None:
    """Raise RefusedError for a round between other seats than ``active``, or with other pairs than dealt."""
    if not _dealt_alike(game, number, active, declaration):
        raise RefusedError("invalid_value", what="active")


def _dealt_alike(game: GameSheet, number: int, active: tuple[int, ...], declaration: RoundDeclaration) -> bool:
    teams = game.rules.seating == "teams"
    if declaration.active != active or isinstance(declaration, TeamDeal) != (teams and declaration != _misdeal(active)):
        return False
    if isinstance(declaration, TeamDeal):
        pairs = {tuple(sorted(pair)) for pair in team_pairings(len(game.seating), number)}
        return {hand.active for hand in declaration.hands} == pairs
    return True


def _misdeal(active: tuple[int, ...]) -> Declaration:
    return Declaration(active, Ending.MISDEAL)


def _recorded(ledger: OpenLedger, line: RoundLine, declared: DeclaredRound) -> WriteResult:
    store_confirmation(ledger, line, declared)
    last = line.history[-1]
    return WriteResult(line.revision, declared.game, line.number, "already_recorded", last.by, last.at)
