"""What decided a game, in three sentences; every one of them can be counted again from the sheet."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext, ngettext

from games.rules.course import Step
from games.rules.ruleset import RuleSet
from games.rules.settlement import leader
from games.rules.sheet import GameSheet
from games.rules.story import Feats, Lead, Story, story_of
from games.wording.scores import event_word, what_happened
from games.wording.words import Names, listed, side_names, signed

_JOINT: Final = "; "


def story_sentences(game: GameSheet, names: Names) -> tuple[str, ...]:
    """How ``game`` was decided: three sentences, one where no round counts. ``names`` are by seat."""
    story, sides = story_of(game), side_names(game.rules, names)
    steps = story.course.steps
    if not steps:
        return (gettext("No round was counted."),)
    if len(steps) == 1:
        told = (_only_round(game, steps[0], names), _brought(steps[0], sides))
        return (*told, _feats_text(story.feats, game.rules, sides) or _ended(game, story, sides))
    first = _columns(story, sides) if game.columns else _lead_text(story, sides)
    third = _feats_text(story.feats, game.rules, sides) or _last_round(game, steps[-1], names)
    return first, _swing_text(game, story, sides), third


def score_text(points: Mapping[int, int], sides: Names) -> str:
    """Where everybody stands: "Ann 67, Ben 54"."""
    return ", ".join(f"{name} {points[side]}" for side, name in enumerate(sides))


def course_text(points: Mapping[int, int], steps: Sequence[Step], changes: int, sides: Names) -> str:
    """The course of a game in words, for whoever does not see its picture."""
    count = len(steps)
    told = ngettext("After %(count)d round: %(score)s.", "After %(count)d rounds: %(score)s.", count)
    text = told % {"count": count, "score": score_text(points, sides)}
    first = leader(points)
    if first is None:
        text += " " + gettext("The best are level.")
    else:
        text += " " + gettext("%(name)s leads.") % {"name": sides[first]}
    return f"{text} {_changes_text(changes)}." if changes else text


def _only_round(game: GameSheet, step: Step, names: Names) -> str:
    return gettext("One round was played: %(what)s.") % {"what": _what(game, step, names)}


def _brought(step: Step, sides: Names) -> str:
    gains = [f"{sides[side]} {signed(points)}" for side, points in step.gained.items() if points]
    if not gains:
        return gettext("It brought nobody a point.")
    return gettext("It brought %(gains)s.") % {"gains": listed(gains)}


def _ended(game: GameSheet, story: Story, sides: Names) -> str:
    totals = game.final.totals if game.over and game.final else story.course.points
    return gettext("The game ended %(score)s.") % {"score": score_text(totals, sides)}


def _what(game: GameSheet, step: Step, names: Names) -> str:
    told = step.line.told
    return what_happened(told.declaration, told.result, game.rules, names)


def _columns(story: Story, sides: Names) -> str:
    if not story.won:
        return gettext("None of the games was finished.")
    parts = []
    for side, columns in sorted(story.won.items()):
        text = ngettext("%(name)s won game %(games)s", "%(name)s won games %(games)s", len(columns))
        parts.append(text % {"name": sides[side], "games": listed([str(n) for n in columns])})
    if story.unfinished:
        text = ngettext("game %(games)s was not finished", "games %(games)s were not finished", len(story.unfinished))
        parts.append(text % {"games": listed([str(n) for n in story.unfinished])})
    return f"{_JOINT.join(parts)}."


def _lead_text(story: Story, sides: Names) -> str:
    lead = story.lead
    if not lead.leaders:
        return gettext("Nobody was ever ahead.")
    if len(lead.leaders) == 1:
        return _only_leader(lead, sides)
    if lead.last is None:
        return gettext("%(changes)s, and in the end the best were level.") % {"changes": _changes_text(lead.changes)}
    told = {"changes": _changes_text(lead.changes), "name": sides[lead.last], "round": lead.taken}
    text = gettext("%(changes)s; %(name)s took it for good in round %(round)d") % told
    if story.behind and story.behind.side == lead.last:
        behind = {"points": story.behind.points, "round": story.behind.number}
        more = ngettext(
            "%(points)d point behind after round %(round)d",
            "%(points)d points behind after round %(round)d",
            story.behind.points,
        )
        return gettext("%(text)s, having been %(behind)s.") % {"text": text, "behind": more % behind}
    return f"{text}."


def _only_leader(lead: Lead, sides: Names) -> str:
    name = sides[next(iter(lead.leaders))]
    if lead.last is None:
        return gettext("Nobody but %(name)s was ever ahead, and in the end the best were level.") % {"name": name}
    if not lead.taken:
        return gettext("%(name)s led from the start, and nobody else was ever ahead.") % {"name": name}
    told = gettext("%(name)s took the lead in round %(round)d, and nobody else was ever ahead.")
    return told % {"name": name, "round": lead.taken}


def _changes_text(changes: int) -> str:
    told = ngettext("The lead changed hands once", "The lead changed hands %(count)d times", changes)
    return told % {"count": changes}


def _swing_text(game: GameSheet, story: Story, sides: Names) -> str:
    swing = story.swing
    if swing is None:
        return gettext("No round brought anybody a point.")
    rules = next(step.line.rules for step in story.course.steps if step.line.number == swing.number)
    told: dict[str, object] = {
        "round": swing.number,
        "name": sides[swing.side],
        "points": signed(swing.points),
        "event": event_word(swing.event, rules),
    }
    text = gettext("No round brought more than round %(round)d (%(event)s): %(points)s for %(name)s.")
    if swing.margin and not game.columns:
        told["margin"] = swing.margin
        text = gettext(
            "No round brought more than round %(round)d (%(event)s): %(points)s for %(name)s, "
            "and only %(margin)d lay between the first two in the end."
        )
    return text % told


def _feats_text(feats: Sequence[Feats], rules: RuleSet, sides: Names) -> str:
    """The gins and undercuts of all, with what those rounds brought; empty where there was none."""
    if not feats:
        return ""
    parts = []
    for side in feats:
        what = {"name": sides[side.side], "what": _counted(side.gins, side.undercuts, rules)}
        if side.points is None:
            parts.append(gettext("%(name)s had %(what)s") % what)
            continue
        told = ngettext(
            "%(name)s had %(what)s, which brought %(points)d point",
            "%(name)s had %(what)s, which brought %(points)d points",
            side.points,
        )
        parts.append(told % (what | {"points": side.points}))
    return f"{_JOINT.join(parts)}."


def _counted(gins: int, undercuts: int, rules: RuleSet) -> str:
    rumski = rules.deck == "rumski70"
    parts = []
    if gins:
        gin = ngettext("%(n)d Ginski", "%(n)d Ginskis", gins) if rumski else ngettext("%(n)d gin", "%(n)d gins", gins)
        parts.append(gin % {"n": gins})
    if undercuts:
        parts.append(ngettext("%(n)d undercut", "%(n)d undercuts", undercuts) % {"n": undercuts})
    return listed(parts)


def _last_round(game: GameSheet, step: Step, names: Names) -> str:
    told = {"round": step.line.number, "what": _what(game, step, names)}
    return gettext("The last round was number %(round)d: %(what)s.") % told
