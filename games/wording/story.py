"""The story of a game in three sentences: what decided it. Every number can be checked on the score sheet."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from games.rules.analysis.game_summary import Feats, GameSummary, Lead, game_summary
from games.rules.analysis.progress import ProgressStep
from games.rules.ruleset import RuleSet
from games.rules.settlement import leader
from games.rules.sheet import GameSheet
from games.wording.scores import event_word, round_result_sentence
from games.wording.words import Names, in_a_row, listed, side_names, signed


def story_sentences(game: GameSheet, names: Names) -> tuple[str, ...]:
    """Return what decided ``game`` in three sentences, or one if no round counts; ``names`` are by seat."""
    story, sides = game_summary(game), side_names(game.rules, names)
    steps = story.progress.steps
    if not steps:
        return (_("No rounds counted."),)
    if len(steps) == 1:
        sentences = (_only_round_text(game, steps[0], names), _gains_text(steps[0], sides))
        return (*sentences, _feats_text(story.feats, game.rules, sides) or _ended_text(game, story, sides))
    first = _columns_text(story, sides) if game.columns else _lead_text(story, sides)
    third = _feats_text(story.feats, game.rules, sides) or _last_round_text(game, steps[-1], names)
    return first, _biggest_round_text(game, story, sides), third


def score_text(points: Mapping[int, int], sides: Names) -> str:
    """Return the score: "Ann 67, Ben 54"."""
    return ", ".join(f"{name} {points[side]}" for side, name in enumerate(sides))


def score_progress_text(points: Mapping[int, int], steps: Sequence[ProgressStep], changes: int, sides: Names) -> str:
    """Return the course of a game in words, as the text alternative of its score chart."""
    count = len(steps)
    message = ngettext("After %(count)d round: %(score)s.", "After %(count)d rounds: %(score)s.", count)
    text = message % {"count": count, "score": score_text(points, sides)}
    first = leader(points)
    if first is None:
        text += " " + _("It's tied at the top.")
    else:
        name = sides[first]
        text += " " + ngettext("%(name)s leads.", "%(name)s leads.", _people(name)) % {"name": name}
    return f"{text} {_changed_hands(changes)}" if changes else text


def _people(side: str) -> int:
    """Return the number of people in a side's name, which verbs agree with in other languages."""
    return side.count(" & ") + 1


def _changed_hands(changes: int) -> str:
    text = ngettext("The lead changed hands once.", "The lead changed hands %(count)d times.", changes)
    return text % {"count": changes}


def _only_round_text(game: GameSheet, step: ProgressStep, names: Names) -> str:
    return _("One round was played: %(what)s.") % {"what": _round_text(game, step, names)}


def _gains_text(step: ProgressStep, sides: Names) -> str:
    gains = [f"{sides[side]} {signed(points)}" for side, points in step.gained.items() if points]
    if not gains:
        return _("Nobody scored.")
    return _("Points: %(gains)s.") % {"gains": listed(gains)}


def _ended_text(game: GameSheet, story: GameSummary, sides: Names) -> str:
    totals = game.final.totals if game.over and game.final else story.progress.points
    text = _("Final score: %(score)s.") if game.over else _("Score so far: %(score)s.")
    return text % {"score": score_text(totals, sides)}


def _round_text(game: GameSheet, step: ProgressStep, names: Names) -> str:
    entry = step.line.latest
    return round_result_sentence(entry.declaration, entry.result, game.rules, names)


def _columns_text(story: GameSummary, sides: Names) -> str:
    if not story.won:
        return _("None of the games was finished.")
    parts = []
    for side, columns in sorted(story.won.items()):
        parts.append(
            _columns_won_message(sides[side], len(columns))
            % {"name": sides[side], "games": listed([str(n) for n in columns])}
        )
    if story.unfinished:
        text = ngettext("game %(games)s wasn't finished", "games %(games)s weren't finished", len(story.unfinished))
        parts.append(text % {"games": listed([str(n) for n in story.unfinished])})
    return f"{in_a_row(parts)}."


def _columns_won_message(side: str, games: int) -> str:
    if _people(side) > 1:
        return npgettext("a team", "%(name)s won game %(games)s", "%(name)s won games %(games)s", games)
    return ngettext("%(name)s won game %(games)s", "%(name)s won games %(games)s", games)


def _lead_text(story: GameSummary, sides: Names) -> str:
    lead = story.lead
    if not lead.leaders:
        return _("Nobody was ever ahead.")
    if len(lead.leaders) == 1:
        return _only_leader_text(lead, sides)
    if lead.last is None:
        return _("%(changes)s, and in the end it was a tie.") % {"changes": _changes_text(lead.changes)}
    context: dict[str, object] = {
        "changes": _changes_text(lead.changes),
        "name": sides[lead.last],
        "round": lead.taken,
    }
    if story.largest_deficit and story.largest_deficit.side == lead.last:
        context |= {"points": story.largest_deficit.points, "behind": story.largest_deficit.number}
        return _taken_from_behind(sides[lead.last], story.largest_deficit.points) % context
    # Translators: %(changes)s is "The lead changed hands 3 times".
    text = ngettext(
        "%(changes)s; %(name)s took it for good in round %(round)d.",
        "%(changes)s; %(name)s took it for good in round %(round)d.",
        _people(sides[lead.last]),
    )
    return text % context


def _taken_from_behind(side: str, points: int) -> str:
    if _people(side) > 1:
        return npgettext(
            "a team",
            "%(changes)s; %(name)s took it for good in round %(round)d, after trailing by %(points)d point "
            "in round %(behind)d.",
            "%(changes)s; %(name)s took it for good in round %(round)d, after trailing by %(points)d points "
            "in round %(behind)d.",
            points,
        )
    return ngettext(
        "%(changes)s; %(name)s took it for good in round %(round)d, after trailing by %(points)d point in "
        "round %(behind)d.",
        "%(changes)s; %(name)s took it for good in round %(round)d, after trailing by %(points)d points in "
        "round %(behind)d.",
        points,
    )


def _only_leader_text(lead: Lead, sides: Names) -> str:
    name = sides[next(iter(lead.leaders))]
    if lead.last is None:
        return _("Only %(name)s was ever ahead, but in the end it was a tie.") % {"name": name}
    if not lead.taken:
        text = ngettext(
            "%(name)s led from the start and never fell behind.",
            "%(name)s led from the start and never fell behind.",
            _people(name),
        )
        return text % {"name": name}
    text = ngettext(
        "%(name)s took the lead in round %(round)d and never fell behind.",
        "%(name)s took the lead in round %(round)d and never fell behind.",
        _people(name),
    )
    return text % {"name": name, "round": lead.taken}


def _changes_text(changes: int) -> str:
    text = ngettext("The lead changed hands once", "The lead changed hands %(count)d times", changes)
    return text % {"count": changes}


def _biggest_round_text(game: GameSheet, story: GameSummary, sides: Names) -> str:
    biggest = story.biggest_round
    if biggest is None:
        return _("Nobody scored in any round.")
    rules = next(step.line.rules for step in story.progress.steps if step.line.number == biggest.number)
    context: dict[str, object] = {
        "round": biggest.number,
        "name": sides[biggest.side],
        "points": signed(biggest.points),
        "event": event_word(biggest.event, rules),
    }
    text = _("Biggest hand: %(name)s %(points)s (%(event)s, round %(round)d).")
    if biggest.margin and not game.columns:
        context["margin"] = biggest.margin
        text = ngettext(
            "Biggest hand: %(name)s %(points)s (%(event)s, round %(round)d). On round points, the top two were only "
            "%(margin)d point apart.",
            "Biggest hand: %(name)s %(points)s (%(event)s, round %(round)d). On round points, the top two were only "
            "%(margin)d points apart.",
            biggest.margin,
        )
    return text % context


def _feats_text(feats: Sequence[Feats], rules: RuleSet, sides: Names) -> str:
    """Return each side's gins and undercuts with the points of those rounds; empty if there were none."""
    if not feats:
        return ""
    parts = []
    for side in feats:
        name = sides[side.side]
        context = {"name": name, "what": _feats_counts(side.gins, side.undercuts, rules), "points": side.points}
        parts.append(_feats_message(name, side.points) % context)
    return f"{in_a_row(parts)}."


def _feats_message(side: str, points: int | None) -> str:
    if points is None:
        return ngettext("%(name)s had %(what)s", "%(name)s had %(what)s", _people(side))
    if _people(side) > 1:
        return npgettext(
            "a team",
            "%(name)s had %(what)s, worth %(points)d point",
            "%(name)s had %(what)s, worth %(points)d points",
            points,
        )
    # Translators: %(what)s is "2 gins and 1 undercut".
    return ngettext(
        "%(name)s had %(what)s, worth %(points)d point",
        "%(name)s had %(what)s, worth %(points)d points",
        points,
    )


def _feats_counts(gins: int, undercuts: int, rules: RuleSet) -> str:
    rumski = rules.deck == "rumski70"
    parts = []
    if gins:
        gin = ngettext("%(n)d Ginski", "%(n)d Ginskis", gins) if rumski else ngettext("%(n)d gin", "%(n)d gins", gins)
        parts.append(gin % {"n": gins})
    if undercuts:
        parts.append(ngettext("%(n)d undercut", "%(n)d undercuts", undercuts) % {"n": undercuts})
    return listed(parts)


def _last_round_text(game: GameSheet, step: ProgressStep, names: Names) -> str:
    context = {"round": step.line.number, "what": _round_text(game, step, names)}
    return _("Last round (%(round)d): %(what)s.") % context
