"""The rules of a season in sentences that a club member understands, covering every parameter."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.league.season import SeasonRules, TieBreak


def season_sentences(rules: SeasonRules, *, bracket: bool = False) -> tuple[str, ...]:
    """Return ``rules`` in full, a sentence or two for each topic.

    ``bracket`` if the places come from the bracket of a knock-out.
    """
    order = _in_the_bracket if bracket else _order
    parts = (_match, _points, _bonuses, _bye, _counting, _nights, order, _rounds)
    return tuple(sentence for part in parts for sentence in part(rules))


def _match(rules: SeasonRules) -> Iterator[str]:
    if rules.length == "game":
        yield _("A match is one game.")
    elif rules.length == "games":
        yield ngettext("A match is %(n)d game.", "A match is %(n)d games.", rules.count) % {"n": rules.count}
    else:
        yield ngettext("A match is %(n)d round.", "A match is %(n)d rounds.", rules.count) % {"n": rules.count}


def _points(rules: SeasonRules) -> Iterator[str]:
    text = ngettext(
        "A win brings %(win)d league point, a draw %(draw)d, a loss %(loss)d.",
        "A win brings %(win)d league points, a draw %(draw)d, a loss %(loss)d.",
        rules.win,
    )
    yield text % {"win": rules.win, "draw": rules.draw, "loss": rules.loss}


def _bonuses(rules: SeasonRules) -> Iterator[str]:
    if rules.bonus_shutout:
        text = ngettext(
            "Besides, %(n)d league point for each shutout inflicted.",
            "Besides, %(n)d league points for each shutout inflicted.",
            rules.bonus_shutout,
        )
        yield text % {"n": rules.bonus_shutout}
    if rules.bonus_gin:
        text = ngettext(
            "Besides, %(n)d league point for each gin or big gin.",
            "Besides, %(n)d league points for each gin or big gin.",
            rules.bonus_gin,
        )
        yield text % {"n": rules.bonus_gin}
    if rules.bonus_box_lead:
        text = ngettext(
            "Besides, %(n)d league point for more boxes than the others in a match.",
            "Besides, %(n)d league points for more boxes than the others in a match.",
            rules.bonus_box_lead,
        )
        yield text % {"n": rules.bonus_box_lead}
    if not (rules.bonus_shutout or rules.bonus_gin or rules.bonus_box_lead):
        yield _("There are no bonus points.")


def _bye(rules: SeasonRules) -> Iterator[str]:
    yield {
        "win": _("A bye brings the points of a win; it is no match, no win and no opponent."),
        "draw": _("A bye brings the points of a draw; it is no match, no win and no opponent."),
        "nothing": _("A bye brings no points; it is no match, no win and no opponent."),
    }[rules.bye]


def _counting(rules: SeasonRules) -> Iterator[str]:
    if not rules.minimum:
        yield _("Everybody gets a place, however few matches were played.")
        return
    text = ngettext(
        "It takes one match to get a place; whoever has fewer stands below, without one.",
        "It takes %(n)d matches to get a place; whoever has fewer stands below, without one.",
        rules.minimum,
    )
    yield text % {"n": rules.minimum}


def _nights(rules: SeasonRules) -> Iterator[str]:
    if rules.best_nights is None:
        yield _("Every night counts.")
        return
    text = ngettext(
        "Only everybody's best night counts: those with the most league points, of equal ones the earlier.",
        "Only everybody's %(n)d best nights count: those with the most league points, of equal ones the earlier.",
        rules.best_nights,
    )
    yield text % {"n": rules.best_nights}
    yield _("Points taken away or given by the organiser count in any case.")


def _goes_by(first: TieBreak) -> str:
    """Return the sentence on the first criterion of the standings."""
    return {
        "points": _("The table goes by league points: more of them stand higher."),
        "wins": _("The table goes by wins: more matches won stand higher."),
        "head_to_head": _(
            "The table goes by head-to-head: points for wins and draws in the matches among those who are level, "
            "bonuses aside, if all of them have met each other equally often."
        ),
        "point_difference": _(
            "The table goes by point difference: the game points scored less those of the best of the others."
        ),
        "boxes": _("The table goes by boxes: more boxes won stand higher."),
        "gins": _("The table goes by gins: more gins and big gins stand higher."),
        "fewest_losses": _("The table goes by losses: fewer matches lost stand higher."),
        "buchholz": _(
            "The table goes by Buchholz: the league points of all opponents added up, so that harder opponents help."
        ),
        "sonneborn_berger": _(
            "The table goes by Sonneborn-Berger: the league points of the opponents beaten and half those of the "
            "opponents drawn with, so that a win over the strong helps."
        ),
        "lot": _("The table goes by lot: drawn once, and the same whenever the table is made."),
    }[first]


def _sets_apart(criterion: TieBreak) -> str:
    """Return a tie-break criterion as an item of a list."""
    return {
        "points": _("League points: more of them stand higher."),
        "wins": _("Wins: more matches won stand higher."),
        "head_to_head": _(
            "Head-to-head: points for wins and draws in the matches among those who are level, bonuses aside, if all "
            "of them have met each other equally often."
        ),
        "point_difference": _("Point difference: the game points scored less those of the best of the others."),
        "boxes": _("Boxes: more boxes won stand higher."),
        "gins": _("Gins: more gins and big gins stand higher."),
        "fewest_losses": _("Losses: fewer matches lost stand higher."),
        "buchholz": _("Buchholz: the league points of all opponents added up, so that harder opponents help."),
        "sonneborn_berger": _(
            "Sonneborn-Berger: the league points of the opponents beaten and half those of the opponents drawn with, "
            "so that a win over the strong helps."
        ),
        "lot": _("Lot: drawn once, and the same whenever the table is made."),
    }[criterion]


def _order(rules: SeasonRules) -> Iterator[str]:
    first, *rest = rules.order
    yield _goes_by(first)
    if rest:
        yield _("Whoever is level is set apart by what follows, one after the other:")
        yield from (f"{number}. {_sets_apart(criterion)}" for number, criterion in enumerate(rest, 1))
    if rules.order[-1] != "lot":
        yield _("Whoever is level in all of that shares the place.")


def _in_the_bracket(rules: SeasonRules) -> Iterator[str]:
    yield _("Places follow the bracket: everyone who goes out in the same round shares a place.")
    yield _("A match for third place decides who is third and who is fourth.")
    yield _("Those who share a place are listed by these, in this order:")
    yield from (f"{number}. {_sets_apart(criterion)}" for number, criterion in enumerate(rules.order, 1))


def _rounds(rules: SeasonRules) -> Iterator[str]:
    yield {
        "trust": _("A round counts as it is written down; nobody has to confirm it."),
        "opponent": _("A round is confirmed by the opponent; until then it counts for the time being."),
        "referee": _("A round is approved by a referee; until then it counts for the time being."),
    }[rules.confirmation]
    if rules.strict:
        yield _("Where cards are entered, nothing is said of what could have been played better.")
    else:
        yield _("Where cards are entered, everybody may see what could have been played better.")
