"""The games of a table: start the next, end one, open one again, swap seats, decide what an edit left open, undo."""

from collections.abc import Mapping
from itertools import count

from games.models import EntryKind, Role
from games.permissions import Access
from games.refusals import Refused
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
    facts,
)
from games.rules.rotation import dealing_seats
from games.rules.ruleset import FIXED, RuleSet, differences, preset_named
from games.rules.sheet import GameSheet
from games.rules.sides import seats_suit
from games.rules.stakes import Stakes
from games.selectors.round_checks import said_by_a_referee
from games.services.ledger import OpenLedger, Written, open_ledger


def start_game(
    *,
    access: Access,
    key: str,
    preset: str | None = None,
    house_rules: Mapping[str, object] | None = None,
    title: str = "",
) -> Written:
    """The next game with the same seats, under the same rules unless a ``preset`` is named.

    ``title`` is what the house calls rules of its own. The deal goes on from the last round. Raises Refused
    ("game_not_finished") while a game is under way, ("invalid_value") for rules that so many cannot play, Illegal for
    rules that cannot be.
    """
    with open_ledger(access=access, key=key, action="score") as book:
        last = book.sheet.current
        if again := book.replayed(EntryKind.START):
            _same_rules(book, again.game, preset, house_rules)
            return again
        if not last.over:
            raise Refused("game_not_finished", game=last.number)
        same = preset is None and not house_rules
        rules = last.rules if same else preset_named(preset or last.preset).at_a_table(book.seats, house_rules)
        if not seats_suit(rules, book.seats):
            raise Refused("invalid_value", what="seats")
        dealer = dealing_seats(last.rules, book.seats, last.deal.dealer)[0]
        body = GameStarted(rules, preset or last.preset, dealer, last.title if same else title)
        return book.append(body, game=_free_number(book, last.number))


def change_rules(*, access: Access, key: str, game: int, revision: int | None, rules: RuleSet) -> Written:
    """Play on under other ``rules``, from the next round on; the rounds before keep theirs.

    ``revision`` is the table's, as the writer saw it. Raises Refused ("wrong_game", "revision_required", "stale",
    "game_finished", "rules_fixed" for what cannot change in mid-game, "target_reached" where somebody is at the new
    target already).
    """
    with open_ledger(access=access, key=key, action="score") as book:
        if again := book.replayed(EntryKind.RULES, game=game):
            return again
        current = _current(book, game, revision)
        if current.over:
            raise Refused("game_finished", game=game, last=current.ended_after)
        changed = differences(rules, current.rules)
        if fixed := [name for name in changed if name in FIXED]:
            raise Refused("rules_fixed", what=fixed[0])
        if not changed:
            raise Refused("invalid_value", what="rules")
        standings = [column.standing.points for column in current.columns if not column.final] or [current.cumulative]
        if rules.target is not None and any(max(points.values()) >= rules.target for points in standings):
            raise Refused("target_reached", what=rules.target)
        open_again = current.open_again
        coming = open_again.number if open_again else current.next_round
        return book.append(RulesChanged(rules, coming - 1), game=game)


def set_stakes(*, access: Access, key: str, revision: int | None, stakes: Stakes | None) -> Written:
    """What the evening is played for, all its games; None for nothing. ``revision`` as in ``change_rules``."""
    with open_ledger(access=access, key=key, action="score") as book:
        body = StakesSet(stakes)
        if again := book.replayed(EntryKind.STAKES, facts(body)):
            return again
        _unchanged(book, revision)
        return book.append(body, game=book.sheet.current.number)


def finish_game(*, access: Access, key: str, game: int, revision: int | None) -> Written:
    """End a game now, whatever the score. ``revision`` is the table's, as the writer saw it.

    Raises Refused ("wrong_game", "revision_required", "stale", "game_finished").
    """
    with open_ledger(access=access, key=key, action="finish") as book:
        return _decide(book, game, revision, GameFinished, over=False)


def reopen_game(*, access: Access, key: str, game: int, revision: int | None) -> Written:
    """Let a finished game go on: its rounds so far no longer end it.

    Raises Refused ("wrong_game", "revision_required", "stale", "game_not_finished").
    """
    with open_ledger(access=access, key=key, action="finish") as book:
        return _decide(book, game, revision, GameReopened, over=True)


def swap_seats(*, access: Access, key: str, game: int, one: int, other: int, revision: int | None) -> Written:
    """Two seats were entered the wrong way round: exchange them for the whole game, and from here on.

    Raises Refused ("wrong_game", "revision_required", "stale", "invalid_value" for a seat that is not there).
    """
    with open_ledger(access=access, key=key, action="score") as book:
        body = SeatsSwapped(min(one, other), max(one, other))
        if again := book.replayed(EntryKind.SWAP, facts(body), game=game):
            return again
        _current(book, game, revision)
        if one == other or not 0 <= body.one < body.other < book.seats:
            raise Refused("invalid_value", what="seats")
        return book.append(body, game=game)


def decide_after_end(*, access: Access, key: str, game: int, revision: int | None, keep: bool) -> Written:
    """An edit made ``game`` end earlier: let the rounds after its end count (``keep``), or strike them.

    Raises Refused ("revision_required", "stale", "game_not_finished" where there is nothing to decide).
    """
    with open_ledger(access=access, key=key, action="score") as book:
        if again := book.replayed(EntryKind.FINISH if keep else EntryKind.VOID):
            return again
        _unchanged(book, revision)
        edited = next((played for played in book.sheet.games if played.number == game), None)
        if edited is None or not edited.needs_attention:
            raise Refused("game_not_finished", game=game)
        late = edited.needs_attention
        if keep:
            return book.append(GameFinished(edited.next_round - 1), game=game)
        base = book.key
        for number in late:
            book.key = base if number == late[-1] else f"{base[: LONGEST_KEY - 5]}:{number}"
            written = book.append(RoundVoided(), game=game, round_number=number)
        return written


def undo(*, access: Access, key: str, revision: int | None) -> Written:
    """Take back the newest entry that still stands. ``revision`` names it, as the writer saw it.

    Raises Refused ("nothing_to_undo", "revision_required", "stale" where something came after, "not_your_duty" where a
    referee of a league's match said it).
    """
    with open_ledger(access=access, key=key, action="score") as book:
        told = None if revision is None else facts(EntryUndone(revision))
        if again := book.replayed(EntryKind.UNDO, told):
            return again
        newest = book.sheet.undoes
        if newest is None:
            raise Refused("nothing_to_undo")
        if revision is None:
            raise Refused("revision_required")
        if newest.revision != revision:
            raise Refused("stale", newest=newest)
        if access.role != Role.OWNER and said_by_a_referee(access.table, revision):
            raise Refused("not_your_duty")
        return book.append(EntryUndone(revision), game=newest.game, round_number=newest.round)


def _same_rules(book: OpenLedger, number: int, preset: str | None, house_rules: Mapping[str, object] | None) -> None:
    """Raise Refused where a key that started game ``number`` is used to ask for other rules."""
    started = next(e.body for e in book.entries if e.game == number and isinstance(e.body, GameStarted))
    if preset is not None or house_rules:
        wanted = preset_named(preset or started.preset).at_a_table(book.seats, house_rules)
        if (preset or started.preset, wanted) != (started.preset, started.rules):
            raise Refused("idempotency_key_reused", game=number)


def _free_number(book: OpenLedger, last: int) -> int:
    """The number of the next game; one with rounds in a game whose start was undone is not used again."""
    used = {entry.game for entry in book.entries if entry.round is not None}
    return next(number for number in count(last + 1) if number not in used)


def _current(book: OpenLedger, game: int, revision: int | None) -> GameSheet:
    """The current game, if it is ``game`` and nothing was entered since ``revision``."""
    current = book.sheet.current
    if game != current.number:
        raise Refused("wrong_game", game=game, current=current.number)
    _unchanged(book, revision)
    return current


def _unchanged(book: OpenLedger, revision: int | None) -> None:
    """Nothing was entered since ``revision``, the table's as the writer saw it."""
    if revision is None:
        raise Refused("revision_required")
    if revision != book.table.revision:
        raise Refused("stale")


def _decide(
    book: OpenLedger, game: int, revision: int | None, decision: type[GameFinished | GameReopened], *, over: bool
) -> Written:
    kind = EntryKind.FINISH if decision is GameFinished else EntryKind.REOPEN
    if again := book.replayed(kind, game=game):
        return again
    current = _current(book, game, revision)
    if current.over is not over:
        raise Refused("game_not_finished" if over else "game_finished", game=game, last=current.ended_after)
    return book.append(decision(current.next_round - 1), game=game)
