"""Build the view of a finished game: why it ended, every bonus as a line, and who won."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.game import BonusLine, FinalContext, FinalSeat
from games.pages.table.term_views import terms_of_end
from games.rules.payments import shutout_payment
from games.rules.settlement import GameResult, Score, leader
from games.rules.sheet import GameSheet
from games.wording.outcomes import final_score, win_text
from games.wording.scores import event_word, headline, line_text, people_in
from games.wording.words import side_names, signed


def final_view(game: GameSheet, names: Sequence[str]) -> FinalContext | None:
    """Return how ``game`` ended, every bonus as a line; None while it is under way."""
    end = game.final
    if end is None or game.ended_after is None:
        return None
    counted = sum(1 for line in game.rounds if line.counts)
    names, seats = side_names(game.rules, names), names
    if game.rules.target is None:
        why = ngettext(
            "Finished after %(n)d round. These rules have no target.",
            "Finished after %(n)d rounds. These rules have no target.",
            counted,
        ) % {"n": counted}
    elif not game.complete:
        why = ngettext(
            "Ended early after %(n)d round, so there's no bonus for winning.",
            "Ended early after %(n)d rounds, so there's no bonus for winning.",
            counted,
        ) % {"n": counted}
    elif game.columns:
        values = {"games": len(game.columns), "round": game.reached_in}
        why = _("All %(games)s games were closed after round %(round)s.") % values
    else:
        ahead = leader(game.cumulative)
        target = next((line.rules.target for line in game.rounds if line.number == game.reached_in), game.rules.target)
        why = _target_reached(names, ahead, {"target": target, "round": game.reached_in})
        if game.reached_in != game.ended_after:
            why += " " + _("Play continued to round %(round)s.") % {"round": game.ended_after}
        if end.winner is not None and ahead is not None and end.winner != ahead:
            why += " " + _("The bonuses put %(who)s ahead.") % {"who": names[end.winner]}
    score = final_score(game.rules, end, game.cumulative)
    return FinalContext(
        headline=headline(end, names),
        result=win_text(end, score, names),
        highlight=_biggest_hand(game, names),
        why=why + _owed_for_nothing(game, end, names),
        seats=tuple(
            FinalSeat(
                seat=seat,
                name=name,
                lines=tuple(BonusLine(line_text(x, seats, names), x.points) for x in end.lines if x.seat == seat),
                total=end.totals[seat],
                won=end.winner == seat,
                bonus=score[seat] - game.cumulative[seat],
            )
            for seat, name in enumerate(names)
        ),
        shutout=end.shutout and game.complete,
        terms=terms_of_end(end.lines, game.rules),
        adds_bonuses=not game.columns and any(score[side] != game.cumulative[side] for side in score),
    )


def _biggest_hand(game: GameSheet, names: Sequence[str]) -> str:
    """Return the most points that a side scored in one round: "Biggest hand: Ann +55 (Gin, round 3)"."""
    counted = [line for line in game.rounds if line.counts]
    hands = [
        (points, line, side) for line in counted for side, points in line.latest.result.points.items() if points > 0
    ]
    if not hands:
        return ""
    points, line, side = max(hands, key=lambda hand: hand[0])
    return _("Biggest hand: %(who)s %(points)s (%(event)s, round %(round)d)") % {
        "who": names[side],
        "points": signed(points),
        "event": event_word(line.latest.result.event, line.rules),
        "round": line.number,
    }


def _target_reached(names: Sequence[str], leader: int | None, values: dict[str, int | None]) -> str:
    """Return who reached the target; without a name if several did at once."""
    if leader is None:
        return _("The target of %(target)s was reached in round %(round)s.") % values
    text = ngettext(
        "%(who)s reached %(target)s in round %(round)s.",
        "%(who)s reached %(target)s in round %(round)s.",
        people_in(names[leader]),
    )
    return text % {"who": names[leader], **values}


def _owed_for_nothing(game: GameSheet, end: GameResult, names: Sequence[str]) -> str:
    """Return what each loser without points owes the winner in addition (rules 5.12c)."""
    if len(names) == 2 or not game.complete or end.winner is None:
        return ""
    score = Score(game.cumulative, game.boxes, game.hands_won)
    owed = {side: shutout_payment(game.rules, score, end, side) for side in end.totals if side != end.winner}
    winner = names[end.winner]
    text = _("%(who)s never scored and owes %(winner)s %(points)d more.")
    sentences = [text % {"who": names[side], "winner": winner, "points": n} for side, n in owed.items() if n]
    return "".join(f" {sentence}" for sentence in sentences)
