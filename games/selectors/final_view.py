"""How a game ended: why, every bonus as a line, and who is ahead."""

from collections.abc import Sequence

from games.pages import BonusLine, FinalSeat, FinalView
from games.rules.payments import owed_for_nothing
from games.rules.settlement import Final, Standing, leader
from games.rules.sheet import GameSheet
from games.wording import headline, line_text, rounds, side_names
from games.wording.terms import terms_of_end


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
