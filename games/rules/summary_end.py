"""The rules in sentences: boxes, the end of a game, and what it comes to (rules 5.7, 7 "Game end", "Hollywood")."""

from collections.abc import Iterator

from games.rules.ruleset import RuleSet
from games.rules.summary_words import between_two, capital, counted, gin, has_boxes, knocks, side_count, small, times


def _points(n: int) -> str:
    return counted(n, "points")


def boxes(r: RuleSet) -> Iterator[str]:
    """What earns boxes, what they are worth, and when they are paid."""
    if not has_boxes(r):
        return
    each = "hand" if r.seating == "teams" and r.team_netting == "sum" else "round"
    if r.box_win:
        yield f"Each {each} won is marked as {'a box' if r.box_win == 1 else f'{r.box_win} boxes'}."
    extra = _extra_boxes(r)
    if extra:
        yield f"Extra boxes: {', '.join(extra)}."
    if r.seating == "teams":
        if extra and r.team_netting == "per_hand":
            yield "Extra boxes stay with the team that earned them, even if it loses the round."
        if r.sweep_boxes:
            more = "a box for each of them" if r.sweep_boxes == "team_size" else counted(r.sweep_boxes, "boxes")
            yield f"A team whose players all win their hands gets {more} besides."
    if not r.box_value:
        yield "Boxes are worth no points."
    elif r.box_timing == "immediate":
        yield f"A box is worth {_points(r.box_value)} at once, and they count toward the target."
    else:
        yield f"A box is worth {_points(r.box_value)} at the end of the game."


def _extra_boxes(r: RuleSet) -> list[str]:
    """The extra boxes of a hand. A big gin gets its own instead of those for gin."""
    extra = [(r.box_undercut, "an undercut")] if knocks(r) else []
    extra.append((r.box_gin, gin(r)))
    if r.big_gin_bonus is not None:
        extra.append((r.box_big_gin, f"big {gin(r)}"))
    words = [f"{n} for {what}" for n, what in extra if n]
    if r.box_gin and r.big_gin_bonus is not None and not r.box_big_gin:
        words.append(f"none for big {gin(r)}")
    return words


def hollywood(r: RuleSet) -> Iterator[str]:
    """How the columns of a Hollywood sheet open, close and count (rules 5.7)."""
    if r.columns == 1:
        if r.column_multipliers[0] > 1 and between_two(r):
            yield _for_two(r, f"the game counts {times(r.column_multipliers[0])}.")
        return
    whose = "A side" if side_count(r) == 2 and r.seating != "all_active" else "A player"
    yield f"{capital(small(r.columns))} games are kept side by side, each in a column of its own."
    yield (
        f"{whose}'s first win is entered in the first column, the second in the first two, "
        "every later one in all columns still open."
    )
    yield "Whoever has nothing in a column that closes starts in the next open one."
    yield "Each column is settled by itself, with its own boxes, bonuses and shutout."
    for number, name in zip(r.column_multipliers, ("first", "second", "third"), strict=True):
        if number > 1:
            yield f"The {name} column counts {times(number)}."


def _for_two(r: RuleSet, sentence: str) -> str:
    """A sentence that holds for two sides only, so marked where there may be more."""
    return capital(f"with two players {sentence}" if side_count(r) > 2 else sentence)


def end(r: RuleSet) -> Iterator[str]:
    """When a game ends, its bonuses, and who wins it."""
    if r.target is None:
        yield "Each hand is settled on its own; there is no target."
        return
    if r.columns > 1:
        yield f"A column closes when somebody reaches {r.target} in it; level at the top, it stays open."
        yield "The game ends when every column is closed."
    else:
        yield f"The game ends after the round in which somebody reaches {r.target}; level at the top, play on."
    yield from game_bonus(r)
    yield from line_bonus(r)
    yield from shutout(r)
    if r.winner == "first_to_target":
        several = "; of several in one round the highest" if side_count(r) > 2 or _teams_sum(r) else ""
        yield f"Whoever reaches it first wins{several}."
    else:
        yield "The highest total after all bonuses wins; level, play on."


def game_bonus(r: RuleSet) -> Iterator[str]:
    """What is earned by whoever leads at the end."""
    bonus = r.target if r.game_bonus == "target" else r.game_bonus
    if bonus and r.target is not None:
        yield f"Whoever leads then earns a game bonus of {bonus}."


def line_bonus(r: RuleSet) -> Iterator[str]:
    """What a clear win earns besides."""
    if r.line_bonus and r.target is not None:
        yield f"Winning by {r.line_margin} or more, before any bonus, earns {r.line_bonus} more."


def _teams_sum(r: RuleSet) -> bool:
    """Whether two teams may both score in one round."""
    return r.seating == "teams" and r.team_netting == "sum"


def shutout(r: RuleSet) -> Iterator[str]:
    """What a game without an answer is worth, where that is not said with what a game comes to."""
    if r.shutout != "none" and r.settlement != "one_point" and r.target is not None:
        yield _shutout(r)


def _shutout(r: RuleSet) -> str:
    """The shutout; with several losers each answers for the fixed amount alone, what is doubled needs all (C6)."""
    many = side_count(r) > 2
    losers = "has no points" if r.shutout_test == "no_points" else "has won no round"
    if r.shutout == "add":
        amount = _points(r.shutout_amount)
        if many:
            return f"Shutout: each loser who {losers} pays the winner {amount} more."
        return f"Shutout: if the loser {losers}, the winner earns {amount} more."
    what = {
        "double_points": "the winner's points, without the bonuses, count twice",
        "double_total": "the winner's whole total, bonuses and all, counts twice",
    }[r.shutout]
    return f"Shutout: if {'every' if many else 'the'} loser {losers}, {what}."


def settlement(r: RuleSet) -> Iterator[str]:
    """What a game comes to in the end."""
    if r.settlement == "one_point":
        yield from _one_point(r)
    elif r.columns > 1:
        yield "A column is worth the difference of the two totals to its winner."
    elif r.settlement == "difference":
        if side_count(r) > 2:
            yield "In the end everybody pays each better one the difference of their totals."
        else:
            yield "The winner is paid the difference of the two totals."
    elif r.settlement == "totals":
        yield "The totals stand as they are; nothing is set off."
    else:
        yield "What one wins the others pay: together it comes to nothing."
    if r.seating == "captain":
        yield "The captain pays and collects for each of the others."
    if r.round_to and between_two(r):
        yield _for_two(r, f"what the winner is paid is rounded to the nearest {r.round_to}, halves up.")


def _one_point(r: RuleSet) -> Iterator[str]:
    what = "Each column" if r.columns > 1 else "The game"
    pays = {"none": 0, "add": 1 + r.shutout_amount}.get(r.shutout, 2) if r.target is not None else 0
    yield f"{what} is worth one point{f', {small(pays)} for a shutout' if pays else ''}."
    if pays:
        losers = "has no points" if r.shutout_test == "no_points" else "has won no round"
        yield f"It is a shutout if {'every' if side_count(r) > 2 else 'the'} loser {losers}."
