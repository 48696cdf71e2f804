"""A game of the sheet as the pages show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat, Table
from games.pages import (
    Attention,
    ChangeView,
    GameView,
    HandoverView,
    OtherGame,
    SeatView,
)
from games.rules.achievements import achievements
from games.rules.ledger import RulesChanged
from games.rules.rotation import dealing_seats
from games.rules.ruleset import presets
from games.rules.settlement import leader
from games.rules.sheet import GameSheet, Handover, TableSheet
from games.rules.traits import has_boxes
from games.selectors.addresses import at_table
from games.selectors.columns_view import column_heads, column_scores, reach_sentence
from games.selectors.deal_view import deal_sentence, members_of, pairs_text
from games.selectors.final_view import final_view
from games.selectors.house_rules import rules_at_start, what_changed
from games.selectors.reckoned import kept_in_words
from games.selectors.round_view import round_view
from games.selectors.terms import game_terms, terms_move
from games.wording import (
    clock,
    from_paper,
    headline,
    keeps_the_score,
    listed,
    side_names,
)
from games.wording.achievements import achievement_view
from games.wording.labels import label_text


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
    return _(known.title) if known else game.preset


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


@kept_in_words(128)
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


def _changes(table: Table, game: GameSheet) -> list[tuple[int, ChangeView]]:
    """The changes of rules in mid-game, oldest first, each with the number of the round that it came after."""
    if not game.changes:
        return []
    before, told = rules_at_start(table, game.number), []
    for entry in game.changes:
        if isinstance(entry.body, RulesChanged):
            through, what = entry.body.through, what_changed(entry.body.rules, before)
            told.append((through, ChangeView(_since(through + 1), what, label_text(entry.by), clock(entry.at))))
            before = entry.body.rules
    return told


def _since(number: int) -> str:
    return _("From round %(number)d") % {"number": number}


def _handover(over: Handover, players: Sequence[str]) -> HandoverView:
    who = "" if over.player is None else players[over.player]
    return HandoverView(clock(over.entry.at), keeps_the_score(label_text(over.entry.by), who, label_text(over.was)))


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
        if game.needs_attention:
            return _("%(headline)s, a decision is needed") % {"headline": headline(game.final, names)}
        return headline(game.final, names)
    return _("Not over: %(score)s") % {"score": _score(game, names)}


def _score(game: GameSheet, names: Sequence[str]) -> str:
    """Where a game under way stands; on a Hollywood sheet, its first open game."""
    for n, column in enumerate(game.columns, 1):
        if column.final is None:
            score = _points(column.standing.points, names)
            # Translators: the score of one game of several on a sheet, within a line: "game 2: Ann 20, Ben 0".
            return _("game %(number)d: %(score)s") % {"number": n, "score": score}
    return _points(game.cumulative, names)


def _points(points: Mapping[int, int], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {points[side]}" for side, name in enumerate(names))


def status_of(sheet: TableSheet, players: Sequence[str]) -> str:
    """Where a table stands, in a few words."""
    game = sheet.current
    names = side_names(game.rules, names_in(game, players))
    if game.final is not None and game.over:
        return headline(game.final, names)
    return _("%(score)s · round %(round)d") % {"score": _score(game, names), "round": game.next_round}


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
    told = {"rounds": listed([str(n) for n in late]), "end": game.ended_after}
    text = ngettext(
        "After the change the game ends with round %(end)s, but round %(rounds)s had been played. "
        "Until you decide, round %(rounds)s does not count.",
        "After the change the game ends with round %(end)s, but rounds %(rounds)s had been played. "
        "Until you decide, rounds %(rounds)s do not count.",
        len(late),
    )
    return Attention(
        text=text % told,
        strike_text=ngettext("Strike round %(rounds)s", "Strike rounds %(rounds)s", len(late)) % told,
        keep_text=ngettext("Count round %(rounds)s as well", "Count rounds %(rounds)s as well", len(late)) % told,
        url=at_table(table, f"games/{game.number}/decide/"),
        revision=sheet.revision,
    )
