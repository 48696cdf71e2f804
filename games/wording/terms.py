"""Explanations of the game's terms: the general meaning, what the rules say, and a worked example."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.rules.glossary import WorkedExample
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.wording.rules.words import capital, gin, gins
from games.wording.scores import formula
from games.wording.words import boxes, listed

_WORDS: Final = {
    "meld": pgettext_lazy("word of the game", "Meld"),
    "wild": pgettext_lazy("word of the game", "Wild"),
    "deadwood": pgettext_lazy("word of the game", "Deadwood"),
    "upcard": pgettext_lazy("word of the game", "Upcard"),
    "knock-card": pgettext_lazy("word of the game", "Knock card"),
    "knock": pgettext_lazy("word of the game", "Knock"),
    "layoff": pgettext_lazy("word of the game", "Layoff"),
    "undercut": pgettext_lazy("word of the game", "Undercut"),
    "dead-hand": pgettext_lazy("word of the game", "Dead hand"),
    "false-knock": pgettext_lazy("word of the game", "False knock"),
    "box": pgettext_lazy("word of the game", "Box"),
    "columns": pgettext_lazy("word of the game", "Columns"),
    "captain": pgettext_lazy("word of the game", "Captain"),
    "teams": pgettext_lazy("word of the game", "Partners"),
    "game-bonus": pgettext_lazy("word of the game", "Game bonus"),
    "line-bonus": pgettext_lazy("word of the game", "Line bonus"),
    "shutout": pgettext_lazy("word of the game", "Shutout"),
}
_MEANINGS: Final = {
    "meld": gettext_lazy("Cards that go together and don't count against you."),
    "wild": gettext_lazy("A card that can stand in for another one."),
    "deadwood": gettext_lazy("The cards in a hand that aren't in a meld, and their total."),
    "upcard": gettext_lazy("The card turned face up beside the stock after the deal."),
    "knock-card": gettext_lazy("A card turned up from a second deck before the hand."),
    "knock": gettext_lazy("Ending the hand by laying down your cards while you still have some deadwood."),
    "layoff": gettext_lazy(
        "Adding your cards to the melds of the player who ended the hand, so they don't count as deadwood."
    ),
    "undercut": gettext_lazy("When an opponent's deadwood is low enough to beat the knock."),
    "gin": gettext_lazy("Ending the hand with every card in a meld and no deadwood."),
    "big-gin": gettext_lazy("Ending the hand with every card melded, even the one you just drew."),
    "dead-hand": gettext_lazy("A hand that ends with no winner."),
    "false-knock": gettext_lazy("A knock with too much deadwood, or with cards that aren't really a meld."),
    "box": gettext_lazy("A mark for a hand you've won. Boxes usually add points at the end of the game."),
    "columns": gettext_lazy("Hollywood scoring, also called a spread: several games at once on one sheet."),
    "captain": gettext_lazy("One player against all the others."),
    "teams": gettext_lazy("Two teams, each with one score for all its players."),
    "game-bonus": gettext_lazy("Extra points for winning the game."),
    "line-bonus": gettext_lazy("Extra points for winning by a wide margin."),
    "shutout": gettext_lazy(
        "A game in which the loser never gets on the board. It's also called a schneider or a blitz."
    ),
}


def meaning(name: str) -> str:
    """Return what a term means in general, whatever the rules."""
    return str(_MEANINGS[name])


def term_word(name: str, rules: RuleSet) -> str:
    """Return the word for a term; the Rumski deck has its own words for gin."""
    if name == "gin":
        return capital(gin(rules))
    return _("Big %(gin)s") % gins(rules) if name == "big-gin" else str(_WORDS[name])


def worked_text(name: str, worked: WorkedExample, rules: RuleSet) -> str:
    """Return a worked example: "Example: knocking with 9 against 20 scores 20 − 9 = 11."."""
    won, result = worked.winner, worked.result
    others = listed([str(deadwood) for deadwood in worked.opponents_deadwood])
    points = result.points[won]
    sums = formula([line for line in result.lines if line.seat == won])
    score = f"{sums} = {points}" if sums and sums != str(points) else str(points)
    if result.boxes[won] and rules.seating != "teams":  # in team games the box is for all hands together
        score = _("%(score)s, and %(boxes)s") % {"score": score, "boxes": boxes(result.boxes[won])}
    context = {"own": worked.knocker_deadwood, "others": others, "score": score}
    if name == "undercut":
        message = _("Example: someone knocks with %(own)s against %(others)s. The undercut scores %(score)s.")
        return message % context if won else ""
    if name == "knock":
        return _("Example: knocking with %(own)s against %(others)s scores %(score)s.") % context
    return _("Example: against %(others)s, it scores %(score)s.") % context


_OF_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "gin": ("gin",),
    "flop_gin": ("gin",),
    "big_gin": ("big-gin",),
    "flop_big_gin": ("big-gin",),
    "knock_bonus": ("knock",),
    "undercut": ("undercut",),
    "flop_undercut": ("undercut",),
    "split": ("undercut",),
    "caught": ("deadwood",),
    "own": ("deadwood",),
    "box": ("box",),
    "extra_box": ("box",),
    "boxes": ("box",),
    "penalty": ("false-knock",),
    "doubled": ("upcard", "knock-card"),
    "hand": ("teams",),
    "netted": ("teams",),
    "sweep": ("teams",),
    "column": ("columns",),
    "game": ("game-bonus",),
    "line": ("line-bonus",),
    "shutout_double_points": ("shutout",),
    "shutout_double_total": ("shutout",),
    "shutout_add": ("shutout",),
}
"""The terms that a line of a score is about, by its kind."""


_TERM_OF_EVENT: Final[Mapping[Event, str]] = {
    Event.KNOCK: "knock",
    Event.GIN: "gin",
    Event.BIG_GIN: "big-gin",
    Event.UNDERCUT: "undercut",
    Event.DEAD: "dead-hand",
    Event.MISDEAL: "dead-hand",
    Event.VOID_GIN: "layoff",
    Event.FALSE_KNOCK: "false-knock",
    Event.TEAM_DEAL: "teams",
}


def terms_of_result(result: RoundResult) -> tuple[str, ...]:
    """Return the ids of the terms that a round's ending and score are about, in order; some may repeat."""
    lines = [line for part in (result, *result.hands) for line in part.lines]
    events = [_TERM_OF_EVENT[part.event] for part in (result, *result.hands)]
    return (*events, *terms_of_lines(lines))


def terms_of_lines(lines: Iterable[ScoreLine]) -> Iterator[str]:
    """Yield the ids of the terms that the lines of a score are about; some may repeat."""
    for line in lines:
        yield from _OF_LINES.get(line.kind, ())
