"""What a score sheet on paper has room for, as its rule set asks for it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.pages.paper_sheet import PaperBill, PaperHead
from games.rules.ruleset import RuleSet
from games.rules.settlement import Final as GameEnd
from games.rules.sides import sides_of
from games.rules.traits import has_boxes, has_extra_boxes, knocks
from games.wording import MINUS, TIMES
from games.wording.rules.words import gin, suit_names

_MOST_WIDE: Final = 4
"""Sides that have a column for the round's own points; more have one for the total alone."""
_LINES: Final = 28
"""Of a blank sheet, the settlement's included: what fits on A4 and on letter."""
_SHUTOUTS: Final = {"double_points": "Shutout: points again", "double_total": "Shutout: total again"}


@dataclass(frozen=True, slots=True)
class Ended:
    """One game of a sheet in numbers, by side; ``final`` is None while it goes on, ``credit`` what it brings."""

    points: Mapping[int, int]
    boxes: Mapping[int, int]
    final: GameEnd | None
    credit: int | None


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of the settlement: its label, and the kinds of ``settlement`` lines that are its."""

    label: str
    kinds: tuple[str, ...]


def heads(rules: RuleSet, ended: Sequence[str] = ()) -> tuple[PaperHead, ...]:
    """The games of one sheet; ``ended`` how they came out."""
    if rules.columns == 1:
        return (PaperHead("", ""),)
    titles = [f"Game {n}{f', {TIMES} {m}' if m > 1 else ''}" for n, m in enumerate(rules.column_multipliers, 1)]
    return tuple(PaperHead(title, ended[at] if ended else "") for at, title in enumerate(titles))


def parts(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """The columns that each side has in each game."""
    alone = rules.columns == 1 and len(sides_of(rules, seats)) <= _MOST_WIDE
    return (*(("Points",) if alone else ()), "Total", *(("Boxes",) if _boxed(rules) else ()))


def _boxed(rules: RuleSet) -> bool:
    """Whether boxes are written down: where they are worth nothing, nobody does."""
    return has_boxes(rules) and rules.box_value > 0


def card_head(rules: RuleSet) -> str:
    """The head of the column for the card that sets the limit or doubles the round; empty where nobody looks at one."""
    if rules.limit_source == "fixed" and not rules.double_suits:
        return ""
    return "Knock card" if rules.limit_source == "knock_card" else "Upcard"


def side_count(rules: RuleSet, seats: int) -> int:
    """How many sides score."""
    return len(sides_of(rules, seats))


def room(rules: RuleSet, seats: int) -> int:
    """How many rounds a blank sheet of one page has lines for."""
    return _LINES - len(bills(rules, seats)) - (2 if rules.columns > 1 else 0) - (1 if card_head(rules) else 0)


def bills(rules: RuleSet, seats: int, games: Sequence[Ended] = ()) -> tuple[PaperBill, ...]:
    """The settlement, line by line; empty cells for ``games`` that are not over, and on a blank sheet."""
    sides, items = side_count(rules, seats), tuple(_items(rules))
    between_two = rules.settlement == "difference" and sides == 2
    found = [_bill(item, games, sides, rules) for item in items]
    if len(items) > 1 or not rules.target:
        found.append(PaperBill("Total", _cells(games, sides, rules, _total), strong=True))
    if between_two:
        found.append(PaperBill(f"Difference{_times(rules)}", _cells(games, sides, rules, _credit), strong=True))
    return tuple(found)


def reminders(rules: RuleSet) -> tuple[str, ...]:
    """What counts how much, in a few words each: what people look up while they write."""
    return tuple(text[0].upper() + text[1:] for text in _reminders(rules) if text)


def _items(rules: RuleSet) -> Iterator[_Item]:
    at_once = rules.box_timing == "immediate" and _boxed(rules)
    yield _Item("Points and boxes" if at_once else "Points", ("hand_points", "points_and_boxes"))
    if rules.box_timing == "end" and _boxed(rules):
        yield _Item(f"Boxes, {rules.box_value} each", ("boxes",))
    if rules.target is None:
        return
    bonus = rules.target if rules.game_bonus == "target" else rules.game_bonus
    if bonus:
        yield _Item(f"Game bonus, {bonus}", ("game",))
    if rules.line_bonus:
        yield _Item(f"Won by {rules.line_margin}: {rules.line_bonus}", ("line",))
    if rules.settlement == "one_point":
        yield _Item("Game won", ("game_won",))
    if rules.shutout != "none":
        label = _SHUTOUTS.get(rules.shutout, f"Shutout, {rules.shutout_amount}")
        yield _Item(label, tuple(f"shutout_{how}" for how in ("double_points", "double_total", "add")))


def _bill(item: _Item, games: Sequence[Ended], sides: int, rules: RuleSet) -> PaperBill:
    def cell(game: Ended, side: int) -> str:
        if "hand_points" in item.kinds:
            return str(game.points[side])
        amount = sum(x.points for x in game.final.lines if x.kind in item.kinds and x.seat == side) if game.final else 0
        if "boxes" in item.kinds and game.boxes[side]:
            return f"{game.boxes[side]} {TIMES} {rules.box_value}" + (f" = {amount}" if amount else "")
        return str(amount) if amount else ""

    return PaperBill(item.label, _cells(games, sides, rules, cell), strong=False)


def _cells(games: Sequence[Ended], sides: int, rules: RuleSet, cell: Callable[[Ended, int], str]) -> tuple[str, ...]:
    if not games:
        return ("",) * (sides * rules.columns)
    return tuple(cell(game, side) for game in games for side in range(sides))


def _total(game: Ended, side: int) -> str:
    return str(game.final.totals[side]).replace("-", MINUS) if game.final else ""


def _credit(game: Ended, side: int) -> str:
    return str(game.credit) if game.final and game.final.winner == side and game.credit is not None else ""


def _times(rules: RuleSet) -> str:
    """How the difference is multiplied and rounded, where it is."""
    if rules.columns == 1 and rules.column_multipliers[0] > 1:
        return f" {TIMES} {rules.column_multipliers[0]}"
    return f", to the next {rules.round_to}" if rules.round_to else ""


def _reminders(rules: RuleSet) -> Iterator[str]:
    word = gin(rules)
    if not knocks(rules):
        yield f"{word} only, nobody knocks"
    elif rules.limit_source != "fixed":
        yield f"the {card_head(rules).lower()} sets the limit" + (
            f", an ace: {word} only" if rules.limit_ace == "gin_only" else ""
        )
    elif rules.knock_limit is not None:
        yield f"knock with {rules.knock_limit} or less"
    if rules.hand_scoring == "flop":
        yield f"hand 1, {word} 1 more, undercut 1 more"
    else:
        yield f"{word} {rules.gin_bonus}"
        yield f"big {word} {rules.big_gin_bonus}" if rules.big_gin_bonus is not None else ""
        yield f"undercut {rules.undercut_bonus}" if knocks(rules) else ""
        yield f"knock {rules.knock_bonus} more" if rules.knock_bonus else ""
    if rules.double_suits:
        yield f"{', '.join(suit_names(rules.double_suits))} double"
    if _boxed(rules):
        yield f"boxes: {rules.box_win} for a win" + _extra(rules)
        yield f"a box is {rules.box_value} at once" if rules.box_timing == "immediate" else ""
    yield f"game to {rules.target}" if rules.target else "no target"


def _extra(rules: RuleSet) -> str:
    if not has_extra_boxes(rules):
        return ""
    word = gin(rules)
    extra = [(rules.box_undercut if knocks(rules) else 0, "an undercut"), (rules.box_gin, word)]
    if rules.big_gin_bonus is not None:
        extra.append((rules.box_big_gin, f"big {word}"))
    return "".join(f", {n} for {what}" for n, what in extra if n)
