"""The games of a table: start the next, finish or reopen one, change rules or stakes, swap seats, undo an entry."""

from collections.abc import Mapping
from itertools import count

from games.models import EntryKind, Role
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.ledger import (
    LONGEST_KEY,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
    entry_facts,
)
from games.rules.rotation import dealing_seats
from games.rules.ruleset import FIXED_PARAMETERS, RuleSet, differences, preset_named
from games.rules.sheet import GameSheet
from games.rules.sides import can_seat
from games.rules.stakes import Stakes
from games.selectors.season.round_checks import entered_by_referee
from games.services.table.ledger import OpenLedger, WriteResult, open_ledger


def start_game(
    *,
    access: Access,
    key: str,
    preset: str | None = None,
    house_rules: Mapping[str, object] | None = None,
    title: str = "",
) -> WriteResult:
    """Start the next game with the same seats, under the same rules unless a ``preset`` is named.

    ``title`` names house rules. The deal continues from the last round. Raises RefusedError ("game_not_finished") while
    a game is under way, ("invalid_value") for rules that do not suit the number of players, RulesError for
    contradictory rules.
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        last = ledger.sheet.current
        if replayed := ledger.replayed(EntryKind.START):
            _same_rules(ledger, replayed.game, preset, house_rules)
            return replayed
        if not last.over:
            raise RefusedError("game_not_finished", game=last.number)
        same_rules = preset is None and not house_rules
        rules = last.rules if same_rules else preset_named(preset or last.preset).rules_for(ledger.seats, house_rules)
        if not can_seat(rules, ledger.seats):
            raise RefusedError("invalid_value", what="seats")
        dealer = dealing_seats(last.rules, ledger.seats, last.deal.dealer)[0]
        body = GameStarted(rules, preset or last.preset, dealer, last.title if same_rules else title)
        return ledger.append(body, game=_free_number(ledger, last.number))


def change_rules(*, access: Access, key: str, game: int, revision: int | None, rules: RuleSet) -> WriteResult:
    """Change the rules from the next round on; earlier rounds keep theirs.

    ``revision`` is the table's, as the writer saw it. Raises RefusedError ("wrong_game", "revision_required", "stale",
    "game_finished", "rules_fixed" for a rule that cannot change in mid-game, "target_reached" where a side is at the
    new target already).
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        if replayed := ledger.replayed(EntryKind.RULES, game=game):
            return replayed
        current = _current(ledger, game, revision)
        if current.over:
            raise RefusedError("game_finished", game=game, last=current.ended_after)
        changed = differences(rules, current.rules)
        if fixed := [name for name in changed if name in FIXED_PARAMETERS]:
            raise RefusedError("rules_fixed", what=fixed[0])
        if not changed:
            raise RefusedError("invalid_value", what="rules")
        scores = [column.standing.points for column in current.columns if not column.final] or [current.cumulative]
        if rules.target is not None and any(max(points.values()) >= rules.target for points in scores):
            raise RefusedError("target_reached", what=rules.target)
        open_again = current.round_to_reenter
        next_round = open_again.number if open_again else current.next_round
        return ledger.append(RulesChanged(rules, next_round - 1), game=game)


def set_stakes(*, access: Access, key: str, revision: int | None, stakes: Stakes | None) -> WriteResult:
    """Set the stakes of the table, for all its games; None for no stakes. ``revision`` as in ``change_rules``."""
    with open_ledger(access=access, key=key, action="score") as ledger:
        body = StakesSet(stakes)
        if replayed := ledger.replayed(EntryKind.STAKES, entry_facts(body)):
            return replayed
        _unchanged(ledger, revision)
        return ledger.append(body, game=ledger.sheet.current.number)


def finish_game(*, access: Access, key: str, game: int, revision: int | None) -> WriteResult:
    """Finish a game now, whatever the score. ``revision`` is the table's, as the writer saw it.

    Raises RefusedError ("wrong_game", "revision_required", "stale", "game_finished").
    """
    with open_ledger(access=access, key=key, action="finish") as ledger:
        return _decide(ledger, game, revision, GameFinished, over=False)


def reopen_game(*, access: Access, key: str, game: int, revision: int | None) -> WriteResult:
    """Reopen a finished game: its rounds so far no longer end it.

    Raises RefusedError ("wrong_game", "revision_required", "stale", "game_not_finished").
    """
    with open_ledger(access=access, key=key, action="finish") as ledger:
        return _decide(ledger, game, revision, GameReopened, over=True)


def swap_seats(*, access: Access, key: str, game: int, first: int, second: int, revision: int | None) -> WriteResult:
    """Swap two seats that were entered the wrong way round, for the whole game and from then on.

    Raises RefusedError ("wrong_game", "revision_required", "stale", "invalid_value" for a seat that is not there).
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        body = SeatsSwapped(min(first, second), max(first, second))
        if replayed := ledger.replayed(EntryKind.SWAP, entry_facts(body), game=game):
            return replayed
        _current(ledger, game, revision)
        if first == second or not 0 <= body.first_seat < body.second_seat < ledger.seats:
            raise RefusedError("invalid_value", what="seats")
        return ledger.append(body, game=game)


def decide_after_end(*, access: Access, key: str, game: int, revision: int | None, keep: bool) -> WriteResult:
    """Decide about rounds after the end of a game that a correction made end earlier: ``keep`` them, or void them.

    Raises RefusedError ("revision_required", "stale", "game_not_finished" where there is nothing to decide).
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        if replayed := ledger.replayed(EntryKind.FINISH if keep else EntryKind.VOID):
            return replayed
        _unchanged(ledger, revision)
        edited = next((played for played in ledger.sheet.games if played.number == game), None)
        if edited is None or not edited.needs_attention:
            raise RefusedError("game_not_finished", game=game)
        late_rounds = edited.needs_attention
        if keep:
            return ledger.append(GameFinished(edited.next_round - 1), game=game)
        base = ledger.key
        for number in late_rounds:
            ledger.key = base if number == late_rounds[-1] else f"{base[: LONGEST_KEY - 5]}:{number}"
            written = ledger.append(RoundVoided(), game=game, round_number=number)
        return written


def undo(*, access: Access, key: str, revision: int | None) -> WriteResult:
    """Undo the newest entry that is not undone yet. ``revision`` is its revision, as the writer saw it.

    Raises RefusedError ("nothing_to_undo", "revision_required", "stale" where another entry is newer, "not_your_duty"
    for an entry of a referee in a league match).
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        undone_facts = None if revision is None else entry_facts(EntryUndone(revision))
        if replayed := ledger.replayed(EntryKind.UNDO, undone_facts):
            return replayed
        newest = ledger.sheet.next_undo
        if newest is None:
            raise RefusedError("nothing_to_undo")
        if revision is None:
            raise RefusedError("revision_required")
        if newest.revision != revision:
            raise RefusedError("stale", newest=newest)
        if access.role != Role.OWNER and entered_by_referee(access.table, revision):
            raise RefusedError("not_your_duty")
        return ledger.append(EntryUndone(revision), game=newest.game, round_number=newest.round)


def _same_rules(ledger: OpenLedger, number: int, preset: str | None, house_rules: Mapping[str, object] | None) -> None:
    """Raise RefusedError where the idempotency key that started game ``number`` is used again with other rules."""
    started = next(e.body for e in ledger.entries if e.game == number and isinstance(e.body, GameStarted))
    if preset is not None or house_rules:
        wanted = preset_named(preset or started.preset).rules_for(ledger.seats, house_rules)
        if (preset or started.preset, wanted) != (started.preset, started.rules):
            raise RefusedError("idempotency_key_reused", game=number)


def _free_number(ledger: OpenLedger, last: int) -> int:
    """Return the number of the next game; a number is not reused if a game with rounds had it and was undone."""
    used = {entry.game for entry in ledger.entries if entry.round is not None}
    return next(number for number in count(last + 1) if number not in used)


def _current(ledger: OpenLedger, game: int, revision: int | None) -> GameSheet:
    """Return the current game if it is ``game`` and nothing was entered since ``revision``; else raise Refused."""
    current = ledger.sheet.current
    if game != current.number:
        raise RefusedError("wrong_game", game=game, current=current.number)
    _unchanged(ledger, revision)
    return current


def _unchanged(ledger: OpenLedger, revision: int | None) -> None:
    """Raise RefusedError where something was entered since ``revision``, the table's as the writer saw it."""
    if revision is None:
        raise RefusedError("revision_required")
    if revision != ledger.table.revision:
        raise RefusedError("stale")


def _decide(
    ledger: OpenLedger, game: int, revision: int | None, decision: type[GameFinished | GameReopened], *, over: bool
) -> WriteResult:
    kind = EntryKind.FINISH if decision is GameFinished else EntryKind.REOPEN
    if replayed := ledger.replayed(kind, game=game):
        return replayed
    current = _current(ledger, game, revision)
    if current.over is not over:
        raise RefusedError("game_not_finished" if over else "game_finished", game=game, last=current.ended_after)
    return ledger.append(decision(current.next_round - 1), game=game)
