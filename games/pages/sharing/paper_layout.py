"""Lay out a printed score sheet for a rule set: columns, lines, settlement and reminders."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.pages.sharing.paper_sheet import PaperBill, PaperHead
from games.rules.rule_properties import has_extra_boxes, has_knocks, scores_boxes, uses_limit_card
from games.rules.ruleset import RuleSet
from games.rules.settlement import GameResult
from games.rules.sides import sides_of
from games.wording.rules.words import gin, suit_names
from games.wording.words import MINUS, TIMES

_MOST_WIDE: Final = 4
"""Up to this many sides get a column for the points of each round; with more, only totals fit."""
_LINES: Final = 28
"""Lines of a blank sheet, settlement included, that fit on both A4 and letter paper."""
_SHUTOUTS: Final = {
    "double_points": gettext_noop("Shutout: points doubled"),
    "double_total": gettext_noop("Shutout: total doubled"),
}


@dataclass(frozen=True, slots=True)
class GameAmounts:
    """The amounts of one game by side; ``final`` is None while it is under way, ``credit`` is what the winner gets."""

    points: Mapping[int, int]
    boxes: Mapping[int, int]
    final: GameResult | None
    credit: int | None


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of the settlement: its label, and the kinds of ``settlement`` lines that it adds up."""

    label: str
    kinds: tuple[str, ...]


def game_heads(rules: RuleSet, ended: Sequence[str] = ()) -> tuple[PaperHead, ...]:
    """Return the heads of the games on one sheet; ``ended`` are their results in words."""
    if rules.columns == 1:
        return (PaperHead("", ""),)
    titles = [_head(n, factor) for n, factor in enumerate(rules.column_multipliers, 1)]
    return tuple(PaperHead(title, ended[index] if ended else "") for index, title in enumerate(titles))


def _head(number: int, factor: int) -> str:
    if factor > 1:
        return _("Game %(number)d, × %(factor)d") % {"number": number, "factor": factor}
    return _("Game %(number)d") % {"number": number}


def side_columns(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """Return the columns of each side in each game: some of "points", "total" and "boxes"."""
    has_points = rules.columns == 1 and len(sides_of(rules, seats)) <= _MOST_WIDE
    return (*(("points",) if has_points else ()), "total", *(("boxes",) if scores_boxes(rules) else ()))


def side_column_heads(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """Return the heads of those columns."""
    heads_of = {
        "points": pgettext("column head", "Points"),
        "total": pgettext("column head", "Total"),
        "boxes": pgettext("column head", "Boxes"),
    }
    return tuple(heads_of[part] for part in side_columns(rules, seats))


def card_head(rules: RuleSet) -> str:
    """Return the head of the column for the card that sets the limit or doubles the round; empty if not needed."""
    if not uses_limit_card(rules):
        return ""
    return _("Knock card") if rules.limit_source == "knock_card" else _("Upcard")


def side_count(rules: RuleSet, seats: int) -> int:
    """Return how many sides score."""
    return len(sides_of(rules, seats))


def blank_round_count(rules: RuleSet, seats: int) -> int:
    """Return how many rounds fit on a blank sheet of one page."""
    return (
        _LINES - len(settlement_lines(rules, seats)) - (2 if rules.columns > 1 else 0) - (1 if card_head(rules) else 0)
    )


def settlement_lines(rules: RuleSet, seats: int, games: Sequence[GameAmounts] = ()) -> tuple[PaperBill, ...]:
    """Return the lines of the settlement; cells are empty for ``games`` under way, and on a blank sheet."""
    sides, items = side_count(rules, seats), tuple(_items(rules))
    between_two = rules.settlement == "difference" and sides == 2
    lines = [_bill(item, games, sides, rules) for item in items]
    if len(items) > 1 or not rules.target:
        lines.append(PaperBill(pgettext("settlement", "Total"), _cells(games, sides, rules, _total), strong=True))
    if between_two:
        lines.append(PaperBill(_difference(rules), _cells(games, sides, rules, _credit), strong=True))
    return tuple(lines)


def reminders(rules: RuleSet) -> tuple[str, ...]:
    """Return short reminders of what counts how much, for people who write by hand."""
    return tuple(text[0].upper() + text[1:] for text in _reminders(rules) if text)


def _items(rules: RuleSet) -> Iterator[_Item]:
    at_once = rules.box_timing == "immediate" and scores_boxes(rules)
    points = _("Points and boxes") if at_once else pgettext("settlement", "Points")
    yield _Item(points, ("hand_points", "points_and_boxes"))
    if rules.box_timing == "end" and scores_boxes(rules):
        yield _Item(_("Boxes, %(points)d each") % {"points": rules.box_value}, ("boxes",))
    if rules.target is None:
        return
    bonus = rules.target if rules.game_bonus == "target" else rules.game_bonus
    if bonus:
        yield _Item(_("Game bonus, %(points)s") % {"points": bonus}, ("game",))
    if rules.line_bonus:
        # Translators: a bonus for a win by so many points.
        values = {"margin": rules.line_margin, "points": rules.line_bonus}
        yield _Item(_("Won by %(margin)s: %(points)s") % values, ("line",))
    if rules.settlement == "one_point":
        yield _Item(_("Game won"), ("game_won",))
    if rules.shutout != "none":
        if rules.shutout in _SHUTOUTS:
            label = _(_SHUTOUTS[rules.shutout])
        else:
            label = _("Shutout, %(points)s") % {"points": rules.shutout_amount}
        yield _Item(label, tuple(f"shutout_{kind}" for kind in ("double_points", "double_total", "add")))


def _bill(item: _Item, games: Sequence[GameAmounts], sides: int, rules: RuleSet) -> PaperBill:
    def cell(game: GameAmounts, side: int) -> str:
        if "hand_points" in item.kinds:
            return str(game.points[side])
        amount = (
            sum(line.points for line in game.final.lines if line.kind in item.kinds and line.seat == side)
            if game.final
            else 0
        )
        if "boxes" in item.kinds and game.boxes[side]:
            return f"{game.boxes[side]} {TIMES} {rules.box_value}" + (f" = {amount}" if amount else "")
        return str(amount) if amount else ""

    return PaperBill(item.label, _cells(games, sides, rules, cell), strong=False)


def _cells(
    games: Sequence[GameAmounts], sides: int, rules: RuleSet, cell: Callable[[GameAmounts, int], str]
) -> tuple[str, ...]:
    if not games:
        return ("",) * (sides * rules.columns)
    return tuple(cell(game, side) for game in games for side in range(sides))


def _total(game: GameAmounts, side: int) -> str:
    return str(game.final.totals[side]).replace("-", MINUS) if game.final else ""


def _credit(game: GameAmounts, side: int) -> str:
    return str(game.credit) if game.final and game.final.winner == side and game.credit is not None else ""


def _difference(rules: RuleSet) -> str:
    """Return the label of the difference, with its factor or rounding if there is one."""
    if rules.columns == 1 and rules.column_multipliers[0] > 1:
        return _("Difference × %(factor)d") % {"factor": rules.column_multipliers[0]}
    if rules.round_to:
        # Translators: rounded up or down to the next ten, or whatever the number is.
        return _("Difference, to the nearest %(number)s") % {"number": rules.round_to}
    return _("Difference")


def _reminders(rules: RuleSet) -> Iterator[str]:
    word = gin(rules)
    if not has_knocks(rules):
        # Translators: this and what follows stand in a list on the paper: what counts how much. %(gin)s is "gin" or,
        # in the game of that name, "Ginski".
        yield _("%(gin)s only, no knocking") % {"gin": word}
    elif rules.limit_source != "fixed":
        yield _limit(rules, word)
    elif rules.knock_limit is not None:
        yield _("knock with %(points)d or less") % {"points": rules.knock_limit}
    if rules.hand_scoring == "flop":
        yield _("1 per hand, %(gin)s +1, undercut +1") % {"gin": word}
    else:
        yield _("%(gin)s %(points)d") % {"gin": word, "points": rules.gin_bonus}
        big = rules.big_gin_bonus
        yield _("big %(gin)s %(points)d") % {"gin": word, "points": big} if big is not None else ""
        yield _("undercut %(points)d") % {"points": rules.undercut_bonus} if has_knocks(rules) else ""
        yield _("knock +%(points)d") % {"points": rules.knock_bonus} if rules.knock_bonus else ""
    if rules.double_suits:
        yield _("%(suits)s double") % {"suits": ", ".join(suit_names(rules.double_suits))}
    if scores_boxes(rules):
        yield _boxes(rules, word)
        yield (
            _("each box scores %(points)d right away") % {"points": rules.box_value}
            if rules.box_timing == "immediate"
            else ""
        )
    yield _("game to %(target)s") % {"target": rules.target} if rules.target else _("no target")


def _limit(rules: RuleSet, word: str) -> str:
    """Return which card sets the knock limit, and what an ace does."""
    upcard = rules.limit_source != "knock_card"
    if rules.limit_ace != "gin_only":
        return _("the upcard sets the limit") if upcard else _("the knock card sets the limit")
    if upcard:
        return _("the upcard sets the limit (ace: %(gin)s only)") % {"gin": word}
    return _("the knock card sets the limit (ace: %(gin)s only)") % {"gin": word}


def _boxes(rules: RuleSet, word: str) -> str:
    """Return what earns boxes."""
    text = ngettext("boxes: %(n)d for a win", "boxes: %(n)d for a win", rules.box_win)
    phrases = [text % {"n": rules.box_win}]
    if has_extra_boxes(rules):
        if has_knocks(rules) and rules.box_undercut:
            phrases.append(_("%(n)d for an undercut") % {"n": rules.box_undercut})
        if rules.box_gin:
            phrases.append(_("%(n)d for %(gin)s") % {"n": rules.box_gin, "gin": word})
        if rules.big_gin_bonus is not None and rules.box_big_gin:
            phrases.append(_("%(n)d for big %(gin)s") % {"n": rules.box_big_gin, "gin": word})
    return ", ".join(phrases)
