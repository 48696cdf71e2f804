"""Say before a round is changed or voided what that does to the end of its game, its match and its season."""

from collections.abc import Iterator, Sequence

from games.models import MatchState, Table
from games.pages.season.match_at_table import match_at
from games.pages.season.match_rounds import side_names_of
from games.pages.table.entry import EndNotes, OpenAgainChoice
from games.pages.table.game_view import score_so_far
from games.pages.table.table import OpenAgainQuestion
from games.rules.analysis.moved_end import MovedEnd, moved_end
from games.rules.league.season import season_rules
from games.rules.ledger import RoundEntered, RoundVoided
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.league.league_access import seats_of
from games.selectors.season.round_checks import score_at_table
from games.selectors.table.ledger import entries_of, sheet_of
from games.selectors.table.table_names import names_by_seat
from games.selectors.table.table_paths import table_path
from games.wording import moved_end as words
from games.wording.outcomes import final_score, win_text
from games.wording.season.match import score_text, season_closed_text
from games.wording.words import side_names


def end_notes(
    table: Table,
    game: GameSheet,
    number: int,
    body: RoundEntered | RoundVoided,
    names: Sequence[str],
    *,
    decision: str = "",
    says_end: bool = False,
) -> EndNotes:
    """Return what round ``number`` of ``game`` would do as ``body``; ``names`` are by seat.

    ``decision`` is the choice that was made already. With ``says_end`` the preview itself says how the game ends.
    """
    sheet = sheet_of(table)
    moved = moved_end(entries_of(table, sheet.revision), sheet, game.number, number, body)
    several = len(sheet.games) > 1
    notes = [*_game_notes(moved, names, several=several, says_end=says_end), *_match_notes(table, moved)]
    choice = open_again_choice(sheet, moved.after, decision) if moved.asks else None
    return EndNotes(tuple(notes), choice)


def open_again_choice(sheet: TableSheet, game: GameSheet, decision: str = "") -> OpenAgainChoice:
    """Return the choice about ``game`` of ``sheet``, which has lost its end."""
    waiting = _unfinished_after(sheet, game.number)
    return OpenAgainChoice(
        question=words.what_now_text(game.number),
        end_text=words.end_it_text(),
        resume_text=words.resume_text(game.number),
        waits_text=words.waits_text(waiting[-1], game.number) if waiting else "",
        chosen=decision,
    )


def open_again_questions(table: Table, sheet: TableSheet, players: Sequence[str]) -> tuple[OpenAgainQuestion, ...]:
    """Return what people have to decide about the games that have lost their end."""
    questions = []
    for game in sheet.open_again:
        score = score_so_far(game, side_names(game.rules, names_by_seat(game, players)))
        text, url = words.open_again_text(game.number, score), table_path(table, "decide", game.number)
        choice = open_again_choice(sheet, game)
        questions.append(OpenAgainQuestion(game.number, text, choice, url, sheet.revision))
    return tuple(questions)


def waiting_text(sheet: TableSheet, game: GameSheet) -> str:
    """Return that later games wait for ``game``, or that it waits itself; "" if neither."""
    if sheet.resumed is None:
        return ""
    waiting = _unfinished_after(sheet, sheet.resumed)
    if not waiting:
        return ""
    if game.number == sheet.resumed:
        return words.waits_text(waiting[-1], sheet.resumed)
    return words.waits_text(game.number, sheet.resumed) if game.number in waiting else ""


def _unfinished_after(sheet: TableSheet, number: int) -> list[int]:
    """Return the numbers of the games after game ``number`` that aren't over: they wait while it goes on."""
    return [later.number for later in sheet.games if later.number > number and not later.over]


def _game_notes(moved: MovedEnd, names: Sequence[str], *, several: bool, says_end: bool) -> Iterator[str]:
    after = moved.after
    sides = side_names(after.rules, names)
    if moved.opens:
        yield words.opens_text(after.number, score_so_far(after, sides), several=several)
    if moved.late_rounds and after.ended_after is not None:
        yield words.late_rounds_text(after.ended_after, moved.late_rounds)
    if after.final is None or says_end:
        return
    result = win_text(after.final, final_score(after.rules, after.final, after.cumulative), sides)
    if moved.closes:
        yield words.closes_text(after.number, result, several=several)
    elif moved.changes_winner:
        yield words.other_winner_text(after.number, result, several=several)


def _match_notes(table: Table, moved: MovedEnd) -> Iterator[str]:
    """Yield what the change does to the match played at ``table``; a closed season keeps its results."""
    match = match_at(table)
    if match is None or match.state in (MatchState.CANCELED, MatchState.FORFEITED):
        return
    if match.season.closed_at is not None:
        yield season_closed_text()
        return
    seats, rules = seats_of(match), season_rules(match.season.rules)
    before, after = (score_at_table(sheet, seats, rules) for sheet in (sheet_of(table), moved.sheet))
    was_over, is_over = (bool(score and score.finished) or match.stopped for score in (before, after))
    by_games = rules.length == "games"
    scores = [side.games if by_games else side.points for side in after.sides] if after else []
    text = score_text(side_names_of(seats), scores) if scores else ""
    if was_over and not is_over:
        yield words.match_opens_text("" if moved.opens else text)
    if after is None:
        return
    games = before.games if before else after.games
    outcomes = [[side.outcome for side in score.sides] if score else [] for score in (before, after)]
    if is_over and not was_over:
        yield words.match_closes_text(text)
    elif is_over and (outcomes[0] != outcomes[1] or games != after.games):
        yield words.match_changes_text(text)
    # Another game decides the match than before, or none.
    if out := [game for game in games if game not in after.games]:
        yield words.games_out_text(out)
    if new := [game for game in after.games if game not in games]:
        yield words.games_in_text(new)
