"""Rounds: enter one, correct one, void one; the decision table for two phones that say something of the same round."""

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
    """What a round would score in ``game``. Nothing is written.

    Raises Illegal for a round that the rules refuse, Refused for a game that the table does not have.
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
    ``reason`` says why, where something needs a reason: what was wrong with a misdeal.

    Cards prove counts and do not contradict them: a round that is there with the same counts and fewer hands shown
    takes the cards as a correction, and counts that come after the cards they agree with are recorded already. Another
    phone that says the same confirms the round; what it says otherwise is kept as a question (``services.reports``).

    Raises Illegal for a round that the rules refuse. Raises Refused as the decision table says: "wrong_game",
    "round_void", "round_conflict" (the context holds the line that is there), "missing_rounds", "game_finished",
    "table_full", "seats_changed", "idempotency_key_reused".
    """
    with open_ledger(access=access, key=key, action="score") as book:
        told = round_facts(declaration)
        if again := _entered(book, told, game, round_number):
            return again
        refuse_reused_key(book, told, game, round_number)
        sheet = book.sheet
        current = sheet.current
        if game != current.number:
            raise Refused("wrong_game", game=game, current=current.number)
        _same_seats(current, seating)
        if line := _line(current, round_number):
            if line.void:
                raise Refused("round_void", round=round_number, next=current.next_round)
            there = facts(line.told)
            if told == there or shows_more(there, told):
                return _recorded(book, line, game, declaration)
            if shows_more(told, there):
                body = RoundTold(declaration, score_told(declaration, line.rules))
                return book.append(body, game=game, round_number=round_number, corrects=True, reason=reason)
            if _dealt_alike(current, round_number, line.told.declaration.active, declaration):
                ask(book, line, game, declaration, reason)
            raise Refused("round_conflict", round=round_number, line=line, declaration=declaration, game=game)
        if round_number > current.next_round:
            raise Refused("missing_rounds", missing=list(range(current.next_round, round_number)))
        if current.over:
            raise Refused("game_finished", game=game, last=current.ended_after)
        if sum(len(played.rounds) for played in sheet.games) >= MOST_ROUNDS:
            raise Refused("table_full", most=MOST_ROUNDS, what="rounds")
        as_dealt(current, round_number, current.next_active, declaration)
        body = RoundTold(declaration, score_told(declaration, current.rules))
        return book.append(body, game=game, round_number=round_number, reason=reason)


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
    """Change a round, or enter a void one again. ``revision`` is the round's, as the writer saw it, ``seating`` too.

    Counts that the cards there come to take no cards away. A change of a version that is no more is kept as a question.

    Raises Illegal for a round that the rules refuse, Refused ("unknown_round", "revision_required", "stale",
    "seats_changed").
    """
    with open_ledger(access=access, key=key, action="score") as book:
        told = round_facts(declaration)
        if again := book.replayed(EntryKind.CORRECTION, told, game=game, round_number=round_number):
            return again
        refuse_reused_key(book, told, game, round_number)
        sheet = game_of(book.sheet, game)
        line = expected_line(sheet, round_number, revision)
        _same_seats(sheet, seating)
        as_dealt(sheet, round_number, line.told.declaration.active, declaration)
        there = facts(line.told)
        if not line.void and (told == there or shows_more(there, told)):
            return _recorded(book, line, game, declaration)
        if line.revision != revision:
            ask(book, line, game, declaration, reason)
            raise Refused("stale", round=round_number, line=line, game=game)
        body = RoundTold(declaration, score_told(declaration, line.rules))
        return book.append(body, game=game, round_number=round_number, corrects=True, reason=reason)


def void_round(
    *, access: Access, key: str, game: int, round_number: int, revision: int | None, reason: str = ""
) -> Written:
    """Let a round count no longer; its line stays. Raises Refused as ``correct_round`` does, and "round_void"."""
    with open_ledger(access=access, key=key, action="score") as book:
        body = RoundVoided()
        if again := book.replayed(EntryKind.VOID, facts(body), game=game, round_number=round_number):
            return again
        sheet = game_of(book.sheet, game)
        line = expected_line(sheet, round_number, revision)
        if line.revision != revision:
            raise Refused("stale", round=round_number, line=line, game=game)
        if line.void:
            raise Refused("round_void", round=round_number, next=sheet.next_round)
        return book.append(body, game=game, round_number=round_number, reason=reason)


def _entered(book: OpenLedger, told: dict[str, Any], game: int, round_number: int) -> Written | None:
    """What this key wrote before. Raises Refused where that was something else.

    Cards that came to a round told by its counts were written as a correction of it.
    """
    try:
        return book.replayed(EntryKind.ROUND, told, game=game, round_number=round_number)
    except Refused:
        if "shown" not in told:
            raise
        return book.replayed(EntryKind.CORRECTION, told, game=game, round_number=round_number)


def game_of(sheet: TableSheet, number: int) -> GameSheet:
    """Game ``number`` of a table. Raises Refused ("wrong_game") where it was not played."""
    for game in sheet.games:
        if game.number == number:
            return game
    raise Refused("wrong_game", game=number, current=sheet.current.number)


def _line(game: GameSheet, number: int) -> RoundLine | None:
    return next((line for line in game.rounds if line.number == number), None)


def expected_line(game: GameSheet, number: int, revision: int | None) -> RoundLine:
    """Round ``number``, for a writer who has to name the ``revision`` he saw. Raises Refused as ``correct_round``."""
    line = _line(game, number)
    if line is None:
        raise Refused("unknown_round", round=number)
    if revision is None:
        raise Refused("revision_required", round=number, line=line, game=game.number)
    return line


def _same_seats(game: GameSheet, seating: tuple[int, ...] | None) -> None:
    """Raise Refused where names stood for other seats when a round was read."""
    if seating is not None and seating != game.seating:
        raise Refused("seats_changed")


def as_dealt(game: GameSheet, number: int, active: tuple[int, ...], told: Told) -> None:
    """Raise Refused for a round between others than ``active``, and where the hands of two teams are not as paired."""
    if not _dealt_alike(game, number, active, told):
        raise Refused("invalid_value", what="active")


def _dealt_alike(game: GameSheet, number: int, active: tuple[int, ...], told: Told) -> bool:
    teams = game.rules.seating == "teams"
    if told.active != active or isinstance(told, TeamDeal) != (teams and told != _misdeal(active)):
        return False
    if isinstance(told, TeamDeal):
        pairs = {tuple(sorted(pair)) for pair in pairings(len(game.seating), number)}
        return {hand.active for hand in told.hands} == pairs
    return True


def _misdeal(active: tuple[int, ...]) -> Declaration:
    return Declaration(active, Ending.MISDEAL)


def _recorded(book: OpenLedger, line: RoundLine, game: int, declaration: Told) -> Written:
    confirm(book, line, game, declaration)
    last = line.history[-1]
    return Written(line.revision, game, line.number, "already_recorded", last.by, last.at)
