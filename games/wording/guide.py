"""The sections of the printed guide for the bulletin board, step by step."""

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
            _("Scan the code with your phone, or type in the address."),
            _("Enter the names, pick %(rules)s and tap Start.") % {"rules": rules_title},
            _("One phone keeps score. For codes that let others watch or score, tap Invite in the menu."),
        ),
    )


def start_match_part() -> Section:
    """Return the section on starting a league match."""
    return (
        _("Start your match"),
        (
            _("Scan your own code once. After that, your phone finds your matches."),
            _("Your match is at the top of the home page. Tap it to start."),
            _("The season's standings update after every saved round."),
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
    steps.append(_("Check the result and tap Save."))
    steps.append(
        _("For %(gin)s, tap its button next to the numbers. For a dead hand, tap the three dots.") % gins(rules)
    )
    return _("Enter a round"), tuple(steps)


def _worked_steps(worked: WorkedExample, rules: RuleSet, *, typed: bool) -> list[str]:
    others, context = ("Ben", "Cleo"), {"own": worked.knocker_deadwood} | gins(rules)
    if not worked.knocker_deadwood:
        first_step = _("Ann goes %(gin)s: tap it under Ann.") % context
    elif typed:
        first_step = _("Ann knocks with %(own)s: tap Knock under Ann and type %(own)s.") % context
    else:
        first_step = _("Ann knocks with %(own)s: tap %(own)s under Ann.") % context
    steps = [first_step]
    for name, deadwood in zip(others, worked.opponents_deadwood, strict=False):
        steps.append(_("%(who)s has %(left)s: type it.") % {"who": name, "left": deadwood})
    sums = formula([line for line in worked.result.lines if line.seat == worked.winner])
    points = worked.result.points[worked.winner]
    if sums and sums != str(points):
        steps.append(_("You'll see what Ann scores: %(sums)s = %(points)s.") % {"sums": sums, "points": points})
    return steps


def correct_mistakes_part() -> Section:
    """Return the section on correcting mistakes."""
    return (
        _("Fix a mistake"),
        (
            _("Undo takes back the last entry."),
            _("Tap a round on the sheet to change it. Everything after it updates."),
            _("No connection? Keep playing. Your phone saves the rounds and sends them later."),
        ),
    )
