"""Build the view of one game as the table page shows it: seats, rounds, changes, result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Table
from games.pages.rulebook.terms_page import game_terms, terms_may_change
from games.pages.table.achievement_views import achievement_view
from games.pages.table.columns_view import column_heads, column_scores, reach_sentence
from games.pages.table.deal_view import deal_sentence, members_of, pairs_text
from games.pages.table.final_view import final_view
from games.pages.table.game import AfterEndDecision, ChangeContext, GameContext, HandoverContext, OtherGame, SeatContext
from games.pages.table.line_up_view import line_up_change, next_game_text, person_totals
from games.pages.table.round_view import round_view
from games.rules.analysis.achievements import achievements
from games.rules.handovers import Handover
from games.rules.ledger import RulesChanged
from games.rules.line_up import next_preset
from games.rules.rotation import dealing_seats
from games.rules.rule_properties import scores_boxes
from games.rules.settlement import leader
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.caching import cached_by_language
from games.selectors.rulebook.house_rules import change_lines, rules_at_start
from games.selectors.table.table_names import names_by_seat, rules_title
from games.selectors.table.table_paths import table_path
from games.wording.handover import scorer_text
from games.wording.labels import author_text, label_text
from games.wording.moved_end import late_rounds_text
from games.wording.outcomes import final_score, series_text
from games.wording.scores import headline, opening_text
from games.wording.words import listed, side_names, time_text


@dataclass(frozen=True, slots=True)
class _GameViewKey:
    """The cache key of a game's view. The last three fields aren't compared, since the others determine them."""

    sheet_id: int
    """The id() of the sheet. It stays unique because this key keeps the sheet alive while it is cached."""
    strict: bool
    number: int
    players: tuple[str, ...]
    may_score: bool
    table: Table = field(compare=False)
    sheet: TableSheet = field(compare=False)
    game: GameSheet = field(compare=False)


def game_view(
    table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str], *, may_score: bool
) -> GameContext:
    """Return ``game`` as the table page shows it; ``may_score`` decides whether rounds link to their correction."""
    compared = (id(sheet), table.strict, game.number, tuple(players), may_score)
    return _game_view(_GameViewKey(*compared, table, sheet, game))


@cached_by_language(128)
def _game_view(key: _GameViewKey) -> GameContext:
    """Build the view; cached, because all screens of a table request it at once, in one of two roles."""
    table, sheet, game, players, may_score = key.table, key.sheet, key.game, key.players, key.may_score
    names = names_by_seat(game, players)
    shown = len(game.rounds)
    while shown and game.rounds[shown - 1].undone:
        shown -= 1
    sides, again = side_names(game.rules, names), game.round_to_reenter
    changes = _changes(table, game)
    handovers = [
        (handover.entry.revision, _handover(handover, players))
        for handover in reversed(sheet.handovers)
        if handover.game == game.number
    ]
    won = _games_won(sheet, players)
    last_number = last_revision = 0
    lines = []
    for line in game.rounds[:shown]:
        since = tuple(change for through, change in changes if last_number <= through < line.number)
        first = line.history[0].revision
        handed_over = tuple(view for revision, view in handovers if last_revision < revision < first)
        view = round_view(table, game, line, names, may_score=may_score)
        lines.append(replace(view, changes=since, handovers=handed_over))
        last_number, last_revision = line.number, first
    return GameContext(
        number=game.number,
        rules_title=rules_title(game),
        target=game.rules.target,
        columns=column_heads(game, names, sides),
        seats=_seats(game, names),
        rounds=tuple(reversed(lines)),
        undone=tuple(
            round_view(table, game, line, names, may_score=may_score) for line in reversed(game.rounds[shown:])
        ),
        people=tuple(names),
        deal_sentence=deal_sentence(game, names),
        next_columns_text=reach_sentence(game, sides),
        changes=(
            *(line_up_change(entry, players) for entry in reversed(game.line_ups)),
            *(change for through, change in reversed(changes) if through >= last_number),
        ),
        handovers=tuple(view for revision, view in handovers if revision > last_revision),
        pairs=() if game.over else pairs_text(game, again.number if again else game.next_round, names),
        teams=len(game.sides) < len(names),
        boxes=scores_boxes(game.rules),
        opening=opening_text(game.opening, sides),
        final=final_view(game, names),
        attention=_attention(table, sheet, game, names) if may_score else None,
        other_games=tuple(
            OtherGame(
                other.number,
                _game_status(other, names_by_seat(other, players)),
                table_path(table, "game", other.number),
            )
            for other in reversed(sheet.games)
            if other.number != game.number
        ),
        games_won=won,
        series=series_text(won),
        totals=person_totals(sheet, players),
        next_players_text=(
            next_game_text(sheet.next_players, next_preset(sheet), players)
            if sheet.line_up and game.number == sheet.current.number
            else ""
        ),
        terms=game_terms(table, game),
        achievements=tuple(achievement_view(achievement, names) for achievement in achievements(sheet.games, game)),
        terms_may_change=terms_may_change(table, sheet),
    )


def _changes(table: Table, game: GameSheet) -> list[tuple[int, ChangeContext]]:
    """Return the changes of rules in mid-game, oldest first, each with the number of the round before it."""
    if not game.changes:
        return []
    before, changes = rules_at_start(table, game.number), []
    for entry in game.changes:
        if isinstance(entry.body, RulesChanged):
            through, what = entry.body.through, change_lines(entry.body.rules, before)
            changes.append(
                (
                    through,
                    ChangeContext(_from_round_text(through + 1), what, author_text(entry.by), time_text(entry.at)),
                )
            )
            before = entry.body.rules
    return changes


def _from_round_text(number: int) -> str:
    return _("From round %(number)d") % {"number": number}


def _handover(handover: Handover, players: Sequence[str]) -> HandoverContext:
    who = "" if handover.player is None else players[handover.player]
    return HandoverContext(
        time_text(handover.entry.at),
        scorer_text(label_text(handover.entry.by), who, label_text(handover.previous_phone)),
    )


def _seats(game: GameSheet, names: Sequence[str]) -> tuple[SeatContext, ...]:
    leading, target = leader(game.cumulative), game.rules.target
    over = game.over
    dealing = () if over else dealing_seats(game.rules, len(names), game.deal.dealer)
    first_to_act = () if over else dealing_seats(game.rules, len(names), game.first_to_act)
    sides = side_names(game.rules, names)
    # Once a game is over there is one score: the final one, with its bonuses.
    score = final_score(game.rules, game.final, game.cumulative) if game.final and over else game.cumulative
    members_by_side = [members_of(game, side, names) for side in range(len(sides))]
    return tuple(
        SeatContext(
            seat=side,
            name=sides[side],
            total=score[side],
            boxes=game.boxes[side],
            percent=max(0, min(100, 100 * game.cumulative[side] // target)) if target and not game.columns else 0,
            to_go=max(0, target - game.cumulative[side]) if target and not game.columns else None,
            deals=any(seat in dealing for seat in members),
            plays_first=any(seat in first_to_act for seat in members),
            leads=leading == side and not game.columns,
            won=game.final is not None and game.final.winner == side,
            sits_out=all(member.sits_out for member in members_by_side[side]),
            members=members_by_side[side],
            captain=game.rules.seating == "captain" and side == 0,
            columns=column_scores(game, side),
        )
        for side, members in enumerate(game.sides)
    )


def _game_status(game: GameSheet, names: Sequence[str]) -> str:
    names = side_names(game.rules, names)
    if game.final is not None and game.over:
        if game.needs_attention:
            return _("%(headline)s, but there's something to decide") % {"headline": headline(game.final, names)}
        return headline(game.final, names)
    return _("Not over yet: %(score)s") % {"score": score_so_far(game, names)}


def score_so_far(game: GameSheet, names: Sequence[str]) -> str:
    """Return the score of a game under way; on a Hollywood sheet, of its first open game."""
    for n, column in enumerate(game.columns, 1):
        if column.final is None:
            score = _points(column.standing.points, names)
            # Translators: the score of one game of several on a sheet, within a line: "game 2: Ann 20, Ben 0".
            return _("game %(number)d: %(score)s") % {"number": n, "score": score}
    return _points(game.cumulative, names)


def _points(points: Mapping[int, int], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {points[side]}" for side, name in enumerate(names))


def table_status(sheet: TableSheet, players: Sequence[str]) -> str:
    """Return the status of a table in a few words."""
    game = sheet.current
    names = side_names(game.rules, names_by_seat(game, players))
    if game.final is not None and game.over:
        return headline(game.final, names)
    return _("%(score)s · round %(round)d") % {"score": score_so_far(game, names), "round": game.next_round}


def _games_won(sheet: TableSheet, players: Sequence[str]) -> tuple[tuple[str, int], ...]:
    if len(sheet.games) == 1:
        return ()
    won = dict.fromkeys(sorted({number for game in sheet.games for number in game.seating}), 0)
    for game in sheet.games:
        if game.over and game.final is not None and game.final.winner is not None:
            for seat in game.sides[game.final.winner]:
                won[game.seating[seat]] += 1
    return tuple((players[number], n) for number, n in won.items())


def _attention(table: Table, sheet: TableSheet, game: GameSheet, names: Sequence[str]) -> AfterEndDecision | None:
    late = game.needs_attention
    if not late:
        return None
    values = {"rounds": listed([str(n) for n in late])}
    return AfterEndDecision(
        text=late_rounds_text(game.ended_after or 0, late),
        void_text=ngettext("Delete round %(rounds)s", "Delete rounds %(rounds)s", len(late)) % values,
        keep_text=ngettext("Count round %(rounds)s too", "Count rounds %(rounds)s too", len(late)) % values,
        url=table_path(table, "decide", game.number),
        revision=sheet.revision,
    )
