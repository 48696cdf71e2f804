"""The sections of the printed guide for the notice board, step by step."""

from django.utils.translation import gettext as _

from games.rules.glossary import WorkedExample, glossary_terms
from games.rules.ruleset import RuleSet
from games.wording.rules.words import gins
from games.wording.scores import formula

Section = tuple[str, tuple[str, ...]]
"""The title of a section, and its steps."""


def start_table_part(rules_title: str) -> Section:
    """Return the section on starting a table."""
    return (
        _("Start a table"),
        (
            _("Scan the code with a phone, or type the address."),
            _("Type the names, pick %(rules)s, and tap Start.") % {"rules": rules_title},
            _("One phone keeps the score. Links, in the menu, shows codes with which the others watch or score."),
        ),
    )


def start_match_part() -> Section:
    """Return the section on starting a league match."""
    return (
        _("Start your match"),
        (
            _("Scan your own code once: from then on your phone finds your matches."),
            _("Your match stands on top of the start page. Tap it, and start."),
            _("The table of the season follows every round that is saved."),
        ),
    )


def enter_round_part(rules: RuleSet, *, limit_card: bool, knock_is_typed: bool) -> Section:
    """Return the section on entering a round.

    ``limit_card`` if a card sets the limit and is entered first; ``knock_is_typed`` if the knocker's deadwood is typed.
    """
    worked = next(
        (term.example for term in glossary_terms(rules) if term.id in ("knock", "gin") and term.example), None
    )
    steps = [_("Tap the card that was turned up: its rank, then its suit.")] if limit_card else []
    if worked:
        steps += _worked_steps(worked, rules, typed=knock_is_typed)
    steps.append(_("Read the result, and tap Save."))
    steps.append(_("%(Gin)s is a chip beside the numbers, a dead hand is under the three dots.") % gins(rules))
    return _("Enter a round"), tuple(steps)


def _worked_steps(worked: WorkedExample, rules: RuleSet, *, typed: bool) -> list[str]:
    others, context = ("Ben", "Cleo"), {"own": worked.knocker_deadwood} | gins(rules)
    if not worked.knocker_deadwood:
        first_step = _("Ann goes %(gin)s: tap it under Ann.") % context
    elif typed:
        first_step = _("Ann knocks with %(own)s: tap Knock under Ann, and type %(own)s.") % context
    else:
        first_step = _("Ann knocks with %(own)s: tap %(own)s under Ann.") % context
    steps = [first_step]
    for name, deadwood in zip(others, worked.opponents_deadwood, strict=False):
        steps.append(_("%(who)s has %(left)s: type it.") % {"who": name, "left": deadwood})
    sums = formula([line for line in worked.result.lines if line.seat == worked.winner])
    points = worked.result.points[worked.winner]
    if sums and sums != str(points):
        steps.append(_("It says what Ann scores: %(sums)s = %(points)s.") % {"sums": sums, "points": points})
    return steps


def correct_mistakes_part() -> Section:
    """Return the section on correcting mistakes."""
    return (
        _("Mend anything"),
        (
            _("Undo takes the last entry back."),
            _("Tap a round on the sheet to change it. All that comes after it follows."),
            _("Without a connection go on playing: it is kept on the phone, and sent later."),
        ),
    )
