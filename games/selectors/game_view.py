"""A game of the sheet as the pages show it: tally, rounds, the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.models import Seat, Table
from games.pages import (
    Attention,
    BonusLine,
    Cell,
    ChangeView,
    FinalSeat,
    FinalView,
    GameView,
    HandoverView,
    OtherGame,
    RoundView,
    SeatView,
    Version,
)
from games.rules.achievements import achievements
from games.rules.declaration import Declaration, Ending, Told
from games.rules.ledger import Entry, EntryUndone, RoundTold, RoundVoided, RulesChanged
from games.rules.payments import owed_for_nothing
from games.rules.rotation import dealing_seats
from games.rules.ruleset import presets
from games.rules.scoring import Event
from games.rules.settlement import Final, Standing, leader
from games.rules.sheet import GameSheet, Handover, RoundLine, TableSheet
from games.rules.summary_words import has_boxes
from games.selectors.addresses import at_table
from games.selectors.cards_round import shown_lines
from games.selectors.columns_view import column_heads, column_parts, column_scores, reach_sentence
from games.selectors.deal_view import deal_sentence, dealers, members_of, pairs_text
from games.selectors.house_rules import rules_at_start, what_changed
from games.selectors.reckoned import kept
from games.selectors.terms import game_terms, terms_move
from games.wording import (
    arithmetic,
    clock,
    event_word,
    from_paper,
    headline,
    keeps_the_score,
    line_text,
    listed,
    rounds,
    side_names,
    what_happened,
)
from games.wording.achievements import achievement_view
from games.wording.terms import terms_of_end, terms_of_round


def players_at(table: Table) -> tuple[str, ...]:
    """The names at a table by player number, that is by the seat each was first given."""
    return tuple(Seat.objects.filter(table=table).order_by("number").values_list("player__name", flat=True))


def names_in(game: GameSheet, players: Sequence[str]) -> tuple[str, ...]:
    """The names by seat in ``game``: swapped where seats were swapped."""
    return tuple(players[number] for number in game.seating)


def rules_title(game: GameSheet) -> str:
    """What the rules of a game are called: by the house's own title, or as the preset."""
    if game.title:
        return game.title
    known = presets().get(game.preset)
    return known.title if known else game.preset


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a view of a game follows from: all but the last three, which hold nothing that these do not decide."""

    sheet_id: int
    """Which sheet it is of. Sheets are kept themselves, and this one lives as long as what is asked of it is kept."""
    strict: bool
    number: int
    players: tuple[str, ...]
    may_score: bool
    table: Table = field(compare=False)
    sheet: TableSheet = field(compare=False)
    game: GameSheet = field(compare=False)


def game_view(table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str], *, may_score: bool) -> GameView:
    """``game`` as the table page shows it; ``may_score`` decides whether rounds link to their correction."""
    decides = (id(sheet), table.strict, game.number, tuple(players), may_score)
    return _game_view(_Asked(*decides, table, sheet, game))


@kept(128)
def _game_view(asked: _Asked) -> GameView:
    """Kept, as sheets are: all screens of a table ask at once, in one of two roles."""
    table, sheet, game, players, may_score = asked.table, asked.sheet, asked.game, asked.players, asked.may_score
    names = names_in(game, players)
    shown = len(game.rounds)
    while shown and game.rounds[shown - 1].taken_back:
        shown -= 1
    sides, again = side_names(game.rules, names), game.open_again
    changes = _changes(table, game)
    handovers = [(x.entry.revision, _handover(x, players)) for x in reversed(sheet.handovers) if x.game == game.number]
    below = written = 0
    lines = []
    for line in game.rounds[:shown]:
        since = tuple(change for through, change in changes if below <= through < line.number)
        first = line.history[0].revision
        over = tuple(view for revision, view in handovers if written < revision < first)
        view = round_view(table, game, line, names, may_score=may_score)
        lines.append(replace(view, changes=since, handovers=over))
        below, written = line.number, first
    return GameView(
        number=game.number,
        rules_title=rules_title(game),
        target=game.rules.target,
        columns=column_heads(game, names, sides),
        seats=_seats(game, names),
        rounds=tuple(reversed(lines)),
        undone=tuple(
            round_view(table, game, line, names, may_score=may_score) for line in reversed(game.rounds[shown:])
        ),
        deal_sentence=deal_sentence(game, names),
        reach=reach_sentence(game, sides),
        changes=tuple(change for through, change in reversed(changes) if through >= below),
        handovers=tuple(view for revision, view in handovers if revision > written),
        pairs=() if game.over else pairs_text(game, again.number if again else game.next_round, names),
        teams=len(game.sides) < len(names),
        boxes=has_boxes(game.rules) or any(game.boxes.values()),
        from_paper=from_paper(game.opening, sides) if game.opening else "",
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
        terms=game_terms(table, game),
        achievements=tuple(achievement_view(one, names) for one in achievements(sheet.games, game)),
        terms_move=terms_move(table, sheet),
    )


def round_view(table: Table, game: GameSheet, line: RoundLine, names: Sequence[str], *, may_score: bool) -> RoundView:
    """One line of the sheet."""
    told, result = line.told, line.told.result
    last, sides = line.history[-1], side_names(game.rules, names)
    before = game.rounds[line.number - 2] if line.number > 1 else None
    cells = tuple(
        Cell(
            seat=seat,
            name=name,
            points=_brought(line, seat) if line.counts else 0,
            total=line.cumulative[seat],
            boxes=result.boxes.get(seat, 0) if line.counts else 0,
            won=line.counts and seat in result.winners,
            deadwood=result.deadwood.get(seat) if len(sides) == len(names) else None,
        )
        for seat, name in enumerate(sides)
    )
    return RoundView(
        number=line.number,
        event=event_word(result.event, game.rules),
        event_code=result.event.value,
        what=what_happened(told.declaration, result, game.rules, names),
        reason=_reason(line),
        cells=cells,
        gains=tuple(cell for cell in cells if cell.points or cell.boxes),
        columns=column_parts(line, before, sides),
        arithmetic=arithmetic(result, names, sides),
        state="void" if line.void else "after_end" if line.after_end else "counts",
        edited=line.edited and not _only_cards_added(line),
        edited_note=_edited_note(line, game, names),
        versions=tuple(_version(e, line, game, names) for e in line.history) if len(line.history) > 1 else (),
        edit_url=at_table(table, f"rounds/{game.number}/{line.number}/") if may_score else "",
        deals=dealers(game, line.deal.dealer, names) if line.deal is not None else "",
        by=last.by,
        at=clock(line.history[0].at),
        changes=(),
        handovers=(),
        shown=shown_lines(told.declaration, line.rules, names, strict=table.strict),
        cards_url=at_table(table, f"rounds/{game.number}/{line.number}/cards/")
        if may_score and _may_take_cards(told.declaration)
        else "",
        terms=terms_of_round(result, game.rules),
    )


def _reason(line: RoundLine) -> str:
    """Why nothing was played out: what was wrong with the deal, or with the knock."""
    if line.told.result.event not in (Event.MISDEAL, Event.FALSE_KNOCK):
        return ""
    return next((entry.reason for entry in reversed(line.history) if entry.body == line.told), "")


def _changes(table: Table, game: GameSheet) -> list[tuple[int, ChangeView]]:
    """The changes of rules in mid-game, oldest first, each with the number of the round that it came after."""
    if not game.changes:
        return []
    before, told = rules_at_start(table, game.number), []
    for entry in game.changes:
        if isinstance(entry.body, RulesChanged):
            through, what = entry.body.through, what_changed(entry.body.rules, before)
            told.append((through, ChangeView(f"From round {through + 1}", what, entry.by, clock(entry.at))))
            before = entry.body.rules
    return told


def _handover(over: Handover, players: Sequence[str]) -> HandoverView:
    who = "" if over.player is None else players[over.player]
    return HandoverView(clock(over.entry.at), keeps_the_score(over.entry.by, who, over.was))


def what_was_told(told: RoundTold, game: GameSheet, names: Sequence[str]) -> str:
    """A round in one sentence."""
    return what_happened(told.declaration, told.result, game.rules, names)


def _brought(line: RoundLine, side: int) -> int:
    """The points that a round brought a side, boxes that are paid at once included."""
    result = line.told.result
    at_once = line.rules.box_value if line.rules.box_timing == "immediate" else 0
    return result.points.get(side, 0) + at_once * result.boxes.get(side, 0)


def final_view(game: GameSheet, names: Sequence[str]) -> FinalView | None:
    """How ``game`` ended, every bonus as a line; None while it goes on."""
    end = game.final
    if end is None or game.ended_after is None:
        return None
    counted = sum(1 for line in game.rounds if line.counts)
    names, seats = side_names(game.rules, names), names
    if game.rules.target is None:
        why = f"Finished after {rounds(counted)}: these rules have no target."
    elif not game.complete:
        why = f"Ended by hand after {rounds(counted)}: no bonus is paid for winning the game."
    elif game.columns:
        why = f"All {len(game.columns)} games were closed after round {game.reached_in}."
    else:
        first = leader(game.cumulative)
        reached = names[first] if first is not None else "Somebody"
        target = next((line.rules.target for line in game.rounds if line.number == game.reached_in), game.rules.target)
        why = f"{reached} reached {target} in round {game.reached_in}."
        if game.reached_in != game.ended_after:
            why += f" The game went on to round {game.ended_after}."
        if end.winner is not None and first is not None and end.winner != first:
            why += f" The bonuses put {names[end.winner]} ahead."
    return FinalView(
        headline=headline(end, names),
        why=why + _owed_for_nothing(game, end, names),
        seats=tuple(
            FinalSeat(
                seat=seat,
                name=name,
                lines=tuple(BonusLine(line_text(x, seats, names), x.points) for x in end.lines if x.seat == seat),
                total=end.totals[seat],
                won=end.winner == seat,
            )
            for seat, name in enumerate(names)
        ),
        shutout=end.shutout and game.complete,
        early=not game.complete,
        terms=terms_of_end(end.lines, game.rules),
    )


def _owed_for_nothing(game: GameSheet, end: Final, names: Sequence[str]) -> str:
    """What losers who have nothing to show owe the winner besides, each for himself (rules 5.12c)."""
    if len(names) == 2 or not game.complete or end.winner is None:
        return ""
    standing = Standing(game.cumulative, game.boxes, game.hands_won)
    owed = {side: owed_for_nothing(game.rules, standing, end, side) for side in end.totals if side != end.winner}
    winner = names[end.winner]
    told = [f" {names[side]} has nothing to show and owes {winner} {n} more." for side, n in owed.items() if n]
    return "".join(told)


def _seats(game: GameSheet, names: Sequence[str]) -> tuple[SeatView, ...]:
    first, target = leader(game.cumulative), game.rules.target
    over = game.over
    dealing = () if over else dealing_seats(game.rules, len(names), game.deal.dealer)
    first_to_act = () if over else dealing_seats(game.rules, len(names), game.first_to_act)
    sides = side_names(game.rules, names)
    who = [members_of(game, side, names) for side in range(len(sides))]
    return tuple(
        SeatView(
            seat=side,
            name=sides[side],
            total=game.cumulative[side],
            boxes=game.boxes[side],
            percent=max(0, min(100, 100 * game.cumulative[side] // target)) if target and not game.columns else 0,
            to_go=max(0, target - game.cumulative[side]) if target and not game.columns else None,
            deals=any(seat in dealing for seat in members),
            plays_first=any(seat in first_to_act for seat in members),
            leads=first == side and not game.columns,
            won=game.final is not None and game.final.winner == side,
            sits_out=all(member.sits_out for member in who[side]),
            members=who[side],
            captain=game.rules.seating == "captain" and side == 0,
            columns=column_scores(game, side),
        )
        for side, members in enumerate(game.sides)
    )


def _standing(game: GameSheet, names: Sequence[str]) -> str:
    names = side_names(game.rules, names)
    if game.final is not None and game.over:
        open_question = ", a decision is needed" if game.needs_attention else ""
        return f"{headline(game.final, names)}{open_question}"
    return f"Not over: {_score(game, names)}"


def _score(game: GameSheet, names: Sequence[str]) -> str:
    """Where a game under way stands; on a Hollywood sheet, its first open game."""
    points, which = game.cumulative, ""
    for n, column in enumerate(game.columns, 1):
        if column.final is None:
            points, which = column.standing.points, f"game {n}: "
            break
    return which + ", ".join(f"{name} {points[side]}" for side, name in enumerate(names))


def status_of(sheet: TableSheet, players: Sequence[str]) -> str:
    """Where a table stands, in a few words."""
    game = sheet.current
    names = side_names(game.rules, names_in(game, players))
    if game.final is not None and game.over:
        return headline(game.final, names)
    return f"{_score(game, names)} \u00b7 round {game.next_round}"


def _games_won(sheet: TableSheet, players: Sequence[str]) -> tuple[tuple[str, int], ...]:
    if len(sheet.games) == 1:
        return ()
    won = dict.fromkeys(range(len(players)), 0)
    for game in sheet.games:
        if game.over and game.final is not None and game.final.winner is not None:
            for seat in game.sides[game.final.winner]:
                won[game.seating[seat]] += 1
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
    if not line.void and _only_cards_added(line):
        return f"The cards were added at {clock(last.at)} by {last.by}."
    did = "Undone" if isinstance(last.body, EntryUndone) else "Struck" if line.void else "Changed"
    note = f"{did} at {clock(last.at)} by {last.by}."
    before = [e.body for e in line.history[:-1] if isinstance(e.body, RoundTold)]
    if not line.void and before and before[-1] != line.told:
        note += f" It was: {what_was_told(before[-1], game, names)}."
    return note


def _may_take_cards(told: Told) -> bool:
    """Whether hands could be shown for a round: one hand that was played to its end."""
    return isinstance(told, Declaration) and told.ending not in (Ending.MISDEAL, Ending.FALSE_KNOCK)


def _only_cards_added(line: RoundLine) -> bool:
    """Whether all that came after the first entry were cards that it agrees with."""
    told = [entry.body for entry in line.history]
    first = told[0]
    return (
        isinstance(first, RoundTold)
        and bool(line.told.declaration.shown)
        and all(
            isinstance(body, RoundTold) and body.declaration.in_numbers == first.declaration.in_numbers for body in told
        )
    )


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
