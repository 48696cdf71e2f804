"""A game of the sheet as the pages show it: tally, rounds, the end."""

from collections.abc import Sequence

from games.models import Seat, Table
from games.pages import (
    Attention,
    BonusLine,
    Cell,
    FinalSeat,
    FinalView,
    GameView,
    OtherGame,
    RoundView,
    SeatView,
    Version,
)
from games.rules.ledger import Entry, EntryUndone, RoundTold, RoundVoided
from games.rules.ruleset import presets
from games.rules.settlement import leader
from games.rules.sheet import GameSheet, RoundLine, TableSheet
from games.selectors.addresses import at_table
from games.wording import arithmetic, clock, event_word, headline, line_text, listed, rounds, what_happened


def players_at(table: Table) -> tuple[str, ...]:
    """The names at a table by player number, that is by the seat each was first given."""
    return tuple(Seat.objects.filter(table=table).order_by("number").values_list("player__name", flat=True))


def names_in(game: GameSheet, players: Sequence[str]) -> tuple[str, ...]:
    """The names by seat in ``game``: swapped where seats were swapped."""
    return tuple(players[number] for number in game.seating)


def rules_title(game: GameSheet) -> str:
    """What the rules of a game are called."""
    known = presets().get(game.preset)
    return known.title if known else game.preset


def game_view(table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str], *, may_score: bool) -> GameView:
    """``game`` as the table page shows it; ``may_score`` decides whether rounds link to their correction."""
    names = names_in(game, players)
    shown = len(game.rounds)
    while shown and game.rounds[shown - 1].taken_back:
        shown -= 1
    return GameView(
        number=game.number,
        rules_title=rules_title(game),
        target=game.rules.target,
        seats=_seats(game, names),
        rounds=tuple(
            round_view(table, game, line, names, may_score=may_score) for line in reversed(game.rounds[:shown])
        ),
        undone=tuple(
            round_view(table, game, line, names, may_score=may_score) for line in reversed(game.rounds[shown:])
        ),
        deal_sentence=_deal_sentence(game, names),
        final=final_view(game, names),
        attention=_attention(table, sheet, game, names) if may_score else None,
        others=tuple(
            OtherGame(
                other.number, _standing(other, names_in(other, players)), at_table(table, f"games/{other.number}/")
            )
            for other in reversed(sheet.games)
            if other.number != game.number
        ),
        games_won=_games_won(sheet, players),
    )


def round_view(table: Table, game: GameSheet, line: RoundLine, names: Sequence[str], *, may_score: bool) -> RoundView:
    """One line of the sheet."""
    told, result = line.told, line.told.result
    last = line.history[-1]
    return RoundView(
        number=line.number,
        event=event_word(result.event, game.rules),
        event_code=result.event.value,
        what=what_happened(told.declaration, result, game.rules, names),
        cells=tuple(
            Cell(
                seat=seat,
                name=name,
                points=result.points.get(seat, 0) if line.counts else 0,
                total=line.cumulative[seat],
                boxes=result.boxes.get(seat, 0) if line.counts else 0,
                won=line.counts and seat in result.winners,
                deadwood=result.deadwood.get(seat),
            )
            for seat, name in enumerate(names)
        ),
        arithmetic=arithmetic(result, names),
        state="void" if line.void else "after_end" if line.after_end else "counts",
        edited=line.edited,
        edited_note=_edited_note(line, game, names),
        versions=tuple(_version(e, line, game, names) for e in line.history) if len(line.history) > 1 else (),
        edit_url=at_table(table, f"rounds/{game.number}/{line.number}/") if may_score else "",
        deals=names[line.dealer] if line.dealer is not None else "",
        by=last.by,
        at=clock(line.history[0].at),
    )


def what_was_told(told: RoundTold, game: GameSheet, names: Sequence[str]) -> str:
    """A round in one sentence."""
    return what_happened(told.declaration, told.result, game.rules, names)


def final_view(game: GameSheet, names: Sequence[str]) -> FinalView | None:
    """How ``game`` ended, every bonus as a line; None while it goes on."""
    end = game.final
    if end is None or game.ended_after is None:
        return None
    counted = sum(1 for line in game.rounds if line.counts)
    if not game.complete:
        why = f"Ended by hand after {rounds(counted)}: no bonus is paid for winning the game."
    else:
        first = leader(game.cumulative)
        reached = names[first] if first is not None else "Somebody"
        why = f"{reached} reached {game.rules.target} in round {game.reached_in}."
        if game.reached_in != game.ended_after:
            why += f" The game went on to round {game.ended_after}."
        if end.winner is not None and first is not None and end.winner != first:
            why += f" The bonuses put {names[end.winner]} ahead."
    return FinalView(
        headline=headline(end, names),
        why=why,
        seats=tuple(
            FinalSeat(
                seat=seat,
                name=name,
                lines=tuple(BonusLine(line_text(x, names), x.points) for x in end.lines if x.seat == seat),
                total=end.totals[seat],
                won=end.winner == seat,
            )
            for seat, name in enumerate(names)
        ),
        shutout=end.shutout and game.complete,
        early=not game.complete,
    )


def _seats(game: GameSheet, names: Sequence[str]) -> tuple[SeatView, ...]:
    first, target = leader(game.cumulative), game.rules.target
    return tuple(
        SeatView(
            seat=seat,
            name=name,
            total=game.cumulative[seat],
            boxes=game.boxes[seat],
            percent=max(0, min(100, 100 * game.cumulative[seat] // target)) if target else 0,
            to_go=max(0, target - game.cumulative[seat]) if target else None,
            deals=not game.over and game.dealer == seat,
            plays_first=not game.over and game.first_to_act == seat,
            leads=first == seat,
            won=game.final is not None and game.final.winner == seat,
        )
        for seat, name in enumerate(names)
    )


def _deal_sentence(game: GameSheet, names: Sequence[str]) -> str:
    return "" if game.over else f"{names[game.dealer]} deals, {names[game.first_to_act]} plays first"


def _standing(game: GameSheet, names: Sequence[str]) -> str:
    if game.final is not None and game.over:
        open_question = ", a decision is needed" if game.needs_attention else ""
        return f"{headline(game.final, names)}{open_question}"
    score = ", ".join(f"{name} {game.cumulative[seat]}" for seat, name in enumerate(names))
    return f"Not over: {score}"


def status_of(sheet: TableSheet, players: Sequence[str]) -> str:
    """Where a table stands, in a few words."""
    game = sheet.current
    names = names_in(game, players)
    if game.final is not None and game.over:
        return headline(game.final, names)
    score = ", ".join(f"{name} {game.cumulative[seat]}" for seat, name in enumerate(names))
    return f"{score} \u00b7 round {game.next_round}"


def _games_won(sheet: TableSheet, players: Sequence[str]) -> tuple[tuple[str, int], ...]:
    if len(sheet.games) == 1:
        return ()
    won = dict.fromkeys(range(len(players)), 0)
    for game in sheet.games:
        if game.over and game.final is not None and game.final.winner is not None:
            won[game.seating[game.final.winner]] += 1
    return tuple((players[number], n) for number, n in won.items())


def _attention(table: Table, sheet: TableSheet, game: GameSheet, names: Sequence[str]) -> Attention | None:
    late = game.needs_attention
    if not late:
        return None
    which = f"round {late[0]}" if len(late) == 1 else f"rounds {listed([str(n) for n in late])}"
    return Attention(
        text=f"After the change the game ends with round {game.ended_after}, but {which} had been played. "
        f"Until you decide, {which} {'does' if len(late) == 1 else 'do'} not count.",
        strike_text=f"Strike {which}",
        keep_text=f"Count {which} as well",
        url=at_table(table, f"games/{game.number}/decide/"),
        revision=sheet.revision,
    )


def _edited_note(line: RoundLine, game: GameSheet, names: Sequence[str]) -> str:
    if not line.edited and not line.void:
        return ""
    last = line.history[-1]
    did = "Undone" if isinstance(last.body, EntryUndone) else "Struck" if line.void else "Changed"
    note = f"{did} at {clock(last.at)} by {last.by}."
    before = [e.body for e in line.history[:-1] if isinstance(e.body, RoundTold)]
    if not line.void and before and before[-1] != line.told:
        note += f" It was: {what_was_told(before[-1], game, names)}."
    return note


def _version(entry: Entry, line: RoundLine, game: GameSheet, names: Sequence[str]) -> Version:
    match entry.body:
        case RoundTold():
            what = what_was_told(entry.body, game, names)
        case RoundVoided():
            what = "Struck: the round does not count"
        case EntryUndone(revision):
            before = next((e for e in line.history if e.revision == revision), None)
            what = "Undone" if before is None or isinstance(before.body, RoundTold) else "The strike was undone"
        case _:
            what = ""
    return Version(what, entry.by, clock(entry.at), entry.reason)
