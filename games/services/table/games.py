"""The games of a table: start the next, finish or reopen one, change rules, stakes or players, undo an entry."""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import count

from games.models import EntryKind, Match, MatchSeat, Role, Seat
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.ledger import (
    LONGEST_KEY,
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    PlayersChanged,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
    entry_facts,
)
from games.rules.line_up import MOST_PEOPLE, can_play_next, next_dealer, next_preset, same_rules_for
from games.rules.names import folded_name
from games.rules.presets import preset_named
from games.rules.ruleset import FIXED_PARAMETERS, RuleSet, differences
from games.rules.sheet import GameSheet
from games.rules.sides import can_seat
from games.rules.stakes import Stakes
from games.selectors.season.handicaps import handicaps_of
from games.selectors.season.round_checks import entered_by_referee
from games.services.table.ledger import OpenLedger, WriteResult, open_ledger
from games.services.table.open_again import append_decision, is_open_again
from games.services.table.tables import check_opening, players_named


def start_game(
    *,
    access: Access,
    key: str,
    preset: str | None = None,
    house_rules: Mapping[str, object] | None = None,
    title: str = "",
) -> WriteResult:
    """Start the next game, under the same rules unless a ``preset`` is named here or was with ``change_players``.

    The same people play, or those whom ``change_players`` named. ``title`` names house rules. The deal continues from
    the last round; in a league match the game starts with the handicaps that the season has now. Raises RefusedError
    ("game_not_finished") while a game is under way, ("invalid_value") for rules that do not suit the number of players,
    ("target_reached") for a handicap as high as the target, RulesError for contradictory rules.
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        sheet = ledger.sheet
        last, players = sheet.current, sheet.next_players
        if replayed := ledger.replayed(EntryKind.START):
            _same_rules(ledger, replayed.game, preset, house_rules)
            return replayed
        if not last.over:
            raise RefusedError("game_not_finished", game=last.number)
        chosen = preset or ("" if house_rules else next_preset(sheet)) or last.preset
        same_rules = preset is None and not house_rules and not next_preset(sheet)
        rules = (
            same_rules_for(last, len(players))
            if same_rules
            else preset_named(chosen).rules_for(len(players), house_rules)
        )
        if rules is None or not can_seat(rules, len(players)):
            raise RefusedError("invalid_value", what="seats")
        others_play = None if players == last.seating else players
        handicaps = handicaps_of(MatchSeat.objects.filter(match__table=ledger.table), rules)
        title = last.title if same_rules else title
        dealer = next_dealer(last, players)
        body = GameStarted(rules, chosen, dealer, title, players=others_play, handicaps=handicaps)
        check_opening(body, players)
        return ledger.append(body, game=_free_number(ledger, last.number))


def change_players(
    *, access: Access, key: str, revision: int | None, names: Sequence[str], preset: str = ""
) -> WriteResult:
    """Let the people with these clean ``names`` play from the next game on, in this order; who isn't among them leaves.

    Somebody whom the table knows comes back under the same number. ``preset`` names the rules of the next game; with ""
    the last game's stay, as they are for so many players. ``revision`` is the table's, as the writer saw it. Raises
    RefusedError ("revision_required", "stale", "name_taken" for a name twice, "not_playable" at a league match,
    "invalid_value" where the same people stay or the rules aren't for so many, "too_many" people).
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        known = list(
            Seat.objects.filter(table=ledger.table).order_by("number").values_list("player__folded", flat=True)
        )
        numbers = _numbers_of(names, known)
        body = PlayersChanged(numbers, len(known), preset)
        if replayed := ledger.replayed(EntryKind.PLAYERS):
            _same_players(ledger, replayed, body)
            return replayed
        _unchanged(ledger, revision)
        sheet = ledger.sheet
        if Match.objects.filter(table=ledger.table).exists():
            raise RefusedError("not_playable", what="match_players")
        if (numbers, preset) == (sheet.next_players, next_preset(sheet)):
            raise RefusedError("invalid_value", what="same_players")
        if not can_play_next(sheet.games[-1], len(numbers), preset):
            raise RefusedError("invalid_value", what="player_count")
        if max(numbers) >= MOST_PEOPLE:
            raise RefusedError("too_many", most=MOST_PEOPLE, what="people")
        newcomers = [name for name, number in zip(names, numbers, strict=True) if number >= len(known)]
        for number, player in enumerate(players_named(newcomers, access.device), len(known)):
            Seat.objects.create(table=ledger.table, number=number, player=player)
        return ledger.append(body, game=sheet.current.number)


def players_key(revision: int | None, names: Sequence[str], preset: str) -> str:
    """Return the idempotency key of a form that was sent twice: the same names at the same revision."""
    return f"players:{revision}:{hashlib.sha256(repr((list(names), preset)).encode()).hexdigest()[:32]}"


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
    """Finish a game now, whatever the score: the current one, or an earlier one that a correction opened again.

    ``revision`` is the table's, as the writer saw it. Raises RefusedError ("wrong_game", "revision_required", "stale",
    "game_finished").
    """
    with open_ledger(access=access, key=key, action="finish") as ledger:
        return _decide(ledger, game, revision, GameFinished, over=False)


def reopen_game(*, access: Access, key: str, game: int, revision: int | None) -> WriteResult:
    """Reopen a finished game: its rounds so far no longer end it.

    An earlier game that a correction opened again is continued: the table turns back to it, and later games wait.

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
        seats = len(_current(ledger, game, revision).seating)
        if first == second or not 0 <= body.first_seat < body.second_seat < seats:
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
        players = next(len(game.seating) for game in ledger.sheet.games if game.number == number)
        wanted = preset_named(preset or started.preset).rules_for(players, house_rules)
        if (preset or started.preset, wanted) != (started.preset, started.rules):
            raise RefusedError("idempotency_key_reused", game=number)


def _numbers_of(names: Sequence[str], known: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers at the table of these people, new ones for new people.

    ``known`` are the folded names by number. Raises RefusedError ("name_taken") for a name twice.
    """
    numbers: dict[str, int] = {}
    for name in names:
        folded = folded_name(name)
        if folded in numbers:
            raise RefusedError("name_taken", name=name)
        newcomers = sum(1 for number in numbers.values() if number >= len(known))
        numbers[folded] = known.index(folded) if folded in known else len(known) + newcomers
    return tuple(numbers.values())


def _same_players(ledger: OpenLedger, written: WriteResult, body: PlayersChanged) -> None:
    """Raise RefusedError where the idempotency key of the entry ``written`` is used again for other players."""
    before = next(entry.body for entry in ledger.entries if entry.revision == written.revision)
    if isinstance(before, PlayersChanged) and (before.players, before.preset) != (body.players, body.preset):
        raise RefusedError("idempotency_key_reused", game=written.game, revision=written.revision)


def _free_number(ledger: OpenLedger, last: int) -> int:
    """Return the number of the next game; a number is not reused if a game with rounds had it and was undone."""
    used = {entry.game for entry in ledger.entries if entry.round is not None}
    return next(number for number in count(last + 1) if number not in used)


def _current(ledger: OpenLedger, game: int, revision: int | None) -> GameSheet:
    """Return the current game if it is ``game`` and nothing was entered since ``revision``; else raise RefusedError."""
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
    if is_open_again(ledger.sheet, game):
        _unchanged(ledger, revision)
        return append_decision(ledger, game, resume=decision is GameReopened)
    current = _current(ledger, game, revision)
    if current.over is not over:
        raise RefusedError("game_not_finished" if over else "game_finished", game=game, last=current.ended_after)
    return ledger.append(decision(current.next_round - 1), game=game)
