"""Build a table's scoreboard: the content of its page in large letters, without controls."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, ngettext

from games.pages.table.board import BoardColumn, BoardPage, BoardSide
from games.pages.table.game import ColumnHead, ColumnScore, GameContext, RoundContext, SeatContext
from games.pages.table.table import TablePage
from games.wording.words import MINUS, signed

LETTER_SIZES: Final = ((10, "short"), (22, "middling"), (44, "long"))
"""Names of type sizes, each with the most letters that the longest name (of a whole team) may have."""
SENTENCE_LENGTH: Final = 110
"""How many letters of a sentence fit into two lines."""


def board_page(table: TablePage, *, moved_url: str, turned: bool) -> BoardPage:
    """Return the scoreboard of ``table``, the page of its current game; ``turned``: for a tablet lying on the table.

    ``moved_url`` is where the scoreboard fetches changes.
    """
    game = table.game
    last = newest_round(game)
    sides = tuple(_side(game, seat, last) for seat in game.seats)
    numbers = [column.total for side in sides for column in side.columns] or [side.total for side in sides]
    return BoardPage(
        title=table.title,
        heading=heading(game),
        stage=_stage(table),
        sides=sides,
        digits=min(6, max(map(len, numbers))),
        name_length=_letter_size(game.seats),
        boxes=game.boxes,
        people=game.people,
        headline=game.final.headline if game.final else "",
        last_round=_last_round(game, last),
        open_question=_open_question(table),
        rotated=turned,
        live_url=table.live_url,
        poll_url=table.poll_url,
        moved_url=moved_url,
        revision=table.revision,
        report_count=table.report_count,
    )


def heading(game: GameContext) -> str:
    """Return the title of a game's rules, with its target."""
    if game.target is None:
        return game.rules_title
    return gettext("%(rules)s, to %(target)s") % {"rules": game.rules_title, "target": game.target}


def newest_round(game: GameContext) -> RoundContext | None:
    """Return the last round that counts; None before the first."""
    return next((line for line in game.rounds if line.state == "counts"), None)


def points_text(points: int) -> str:
    """Return points as text, with a real minus sign."""
    return str(points).replace("-", MINUS)


def to_go_text(points: int) -> str:
    """Return how many points are missing to the target, in words."""
    return gettext("%(points)s to go") % {"points": points}


def _open_question(table: TablePage) -> str:
    if not table.questions:
        return ""
    return gettext("%(question)s, undecided") % {"question": table.questions[0].title}


def _stage(table: TablePage) -> str:
    if table.match is not None:
        return table.match.stage
    return gettext("Game %(number)s") % {"number": table.game.number} if table.game.games_won else ""


def _last_round(game: GameContext, last: RoundContext | None) -> str:
    if game.final is not None:
        return game.final.why
    if last is None:
        return game.deal_sentence
    sentence = last.what if len(last.what) <= SENTENCE_LENGTH else _in_short(last)
    return gettext("Round %(number)s: %(what)s") % {"number": last.number, "what": sentence}


def _in_short(line: RoundContext) -> str:
    """Return a short sentence for a round: how it ended and who scored, for many players or long names."""
    return ", ".join([line.event, *(f"{cell.name} {signed(cell.points)}" for cell in line.gains if cell.points)])


def _letter_size(seats: Sequence[SeatContext]) -> str:
    longest = max(len(seat.name) for seat in seats)
    return next((word for most, word in LETTER_SIZES if longest <= most), "longest")


def _side(game: GameContext, seat: SeatContext, last: RoundContext | None) -> BoardSide:
    final = (
        next((final_seat for final_seat in game.final.seats if final_seat.seat == seat.seat), None)
        if game.final
        else None
    )
    total = seat.total if final is None else final.total
    gained = sum(cell.points for cell in last.gains if cell.seat == seat.seat) if last and final is None else 0
    note = "" if seat.to_go is None else to_go_text(seat.to_go)
    if final is not None:
        note = gettext("%(points)s plus bonuses") % {"points": points_text(seat.total)} if total != seat.total else ""
    return BoardSide(
        members=seat.members,
        total=points_text(total),
        gain=signed(gained) if gained else "",
        status=note,
        boxes=seat.boxes,
        games=_games(game, seat),
        deals=seat.deals,
        plays_first=seat.plays_first,
        sits_out=seat.sits_out,
        leads=seat.leads,
        won=seat.won,
        captain=seat.captain,
        columns=tuple(map(_column, game.columns, seat.columns)),
    )


def _games(game: GameContext, seat: SeatContext) -> str:
    """Return how many games a side's members won; a number for each if they differ."""
    by_name = dict(game.games_won)
    won = [by_name[member.name] for member in seat.members if member.name in by_name]
    if len(set(won)) <= 1:
        return ngettext("%(number)s game won", "%(number)s games won", won[0]) % {"number": won[0]} if won else ""
    return gettext("%(numbers)s games won") % {"numbers": " + ".join(map(str, won))}


def _column(head: ColumnHead, score: ColumnScore) -> BoardColumn:
    boxes = ngettext("%(number)s box", "%(number)s boxes", score.boxes) % {"number": score.boxes} if score.boxes else ""
    if head.open:
        note = ", ".join(text for text in (to_go_text(score.to_go) if score.started else "", boxes) if text)
    else:
        note = gettext("won, +%(credit)s") % {"credit": score.credit} if score.won else gettext("closed")
    return BoardColumn(
        title=head.title,
        total=points_text(score.points) if score.started or not head.open else "",
        status=note,
        open=head.open,
        leads=score.leads,
        won=score.won,
        next=score.reached,
    )
