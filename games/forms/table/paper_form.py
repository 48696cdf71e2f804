"""Read the form that continues a game from paper: the start form plus the score so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.forms.table.start_form import MOST_NAMES, TypedStart, read_start
from games.rules.game import GameTally
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score, hands_won_by
from games.rules.sides import sides_of
from games.wording.words import side_names

AMOUNTS: Final[Mapping[str, int]] = {"points": 10_000, "boxes": 500, "won": 500}
"""The fields of the score, each with its largest value."""
_NO_AMOUNT: Final = {
    "points": gettext_noop("The points must be a whole number from 0 to %(most)d."),
    "boxes": gettext_noop("The boxes must be a whole number from 0 to %(most)d."),
    "won": gettext_noop("Hands won must be a whole number from 0 to %(most)d."),
}


@dataclass(slots=True)
class TypedPaper:
    """The submitted form and its errors; ``texts`` are the amounts by row (from 1) and field."""

    start: TypedStart
    texts: dict[tuple[int, str], str]
    amounts: dict[tuple[int, str], int] = field(default_factory=dict)
    score_errors: dict[int, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    opening: Score | None = None

    @property
    def ready(self) -> bool:
        """Whether a table can be started from it."""
        return self.start.ready and not self.score_errors and not self.errors and self.opening is not None


def read_paper(data: Mapping[str, str]) -> TypedPaper:
    """Read the form."""
    start = read_start({"dealer": "", **data})
    if start.dealer not in [str(n) for n, text in enumerate(start.texts, 1) if text.strip()]:
        start.dealer_error = _("Who deals the next round?")
    rows = range(1, MOST_NAMES + 1)
    typed = TypedPaper(
        start, {(n, amount): data.get(f"{amount}-{n}", "").strip()[:20] for n in rows for amount in AMOUNTS}
    )
    _read_amounts(typed)
    if start.rules and start.rules.rules.columns > 1:
        typed.errors.append(
            _("A Hollywood game can't continue from paper: totals alone don't show what's in its columns.")
        )
    elif start.rules and start.ready:
        _read_opening(typed, start.rules.preset.rules_for(len(start.names), start.house_rules))
    return typed


def _read_amounts(typed: TypedPaper) -> None:
    for (row, amount), text in typed.texts.items():
        if not text:
            continue
        if not text.isdecimal() or int(text) > AMOUNTS[amount]:
            typed.score_errors.setdefault(row, _(_NO_AMOUNT[amount]) % {"most": AMOUNTS[amount]})
            continue
        typed.amounts[row, amount] = int(text)
        if not typed.start.texts[row - 1].strip():
            typed.score_errors.setdefault(row, _("Whose score is this? Add a name."))
    if not any(typed.texts.values()):
        typed.errors.append(_("Enter the score so far. If you haven't played a round yet, start a new game instead."))


def _read_opening(typed: TypedPaper, rules: RuleSet) -> None:
    """Read the score by side; a side with several players has it beside its first player."""
    places = [n for n, text in enumerate(typed.start.texts, 1) if text.strip()]
    sides = sides_of(rules, len(places))
    rows = [places[side[0]] for side in sides]
    for row in {place[0] for place in typed.amounts} - set(rows):
        typed.score_errors.setdefault(row, _("Partners share one score. Enter it next to the first partner."))
    points, boxes, won = (
        {side: typed.amounts.get((row, amount), 0) for side, row in enumerate(rows)} for amount in AMOUNTS
    )
    for side, row in enumerate(rows):
        if (row, "won") not in typed.amounts:
            won[side] = hands_won_by(rules, points[side], boxes[side])
    opening = Score(points, boxes, won)
    tally = GameTally(rules, len(places), typed.start.dealer_seat or 0, opening)
    if tally.final() is not None:
        first = max(points, key=lambda side: points[side])
        who = side_names(rules, typed.start.names)[first]
        message = ngettext(
            "%(who)s has %(points)d point, and the game goes to %(target)s, so it's already over.",
            "%(who)s has %(points)d points, and the game goes to %(target)s, so it's already over.",
            points[first],
        )
        typed.errors.append(message % {"who": who, "points": points[first], "target": rules.target})
    typed.opening = opening
