"""The rules of a season in sentences that a club member understands: every parameter, whatever it is."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.season import SeasonRules, TieBreak


def season_sentences(rules: SeasonRules) -> tuple[str, ...]:
    """What ``rules`` say, a sentence or two for each thing a member may ask about; nothing is left out."""
    parts = (_match, _points, _bonuses, _bye, _counting, _nights, _order, _rounds)
    return tuple(sentence for part in parts for sentence in part(rules))


def _match(r: SeasonRules) -> Iterator[str]:
    if r.length == "game":
        yield _("A match is one game.")
    elif r.length == "games":
        yield ngettext("A match is %(n)d game.", "A match is %(n)d games.", r.count) % {"n": r.count}
    else:
        yield ngettext("A match is %(n)d round.", "A match is %(n)d rounds.", r.count) % {"n": r.count}


def _points(r: SeasonRules) -> Iterator[str]:
    told = ngettext(
        "A win brings %(win)d league point, a draw %(draw)d, a loss %(loss)d.",
        "A win brings %(win)d league points, a draw %(draw)d, a loss %(loss)d.",
        r.win,
    )
    yield told % {"win": r.win, "draw": r.draw, "loss": r.loss}


def _bonuses(r: SeasonRules) -> Iterator[str]:
    if r.bonus_shutout:
        told = ngettext(
            "Besides, %(n)d league point for each shutout inflicted.",
            "Besides, %(n)d league points for each shutout inflicted.",
            r.bonus_shutout,
        )
        yield told % {"n": r.bonus_shutout}
    if r.bonus_gin:
        told = ngettext(
            "Besides, %(n)d league point for each gin or big gin.",
            "Besides, %(n)d league points for each gin or big gin.",
            r.bonus_gin,
        )
        yield told % {"n": r.bonus_gin}
    if r.bonus_box_lead:
        told = ngettext(
            "Besides, %(n)d league point for more boxes than the others in a match.",
            "Besides, %(n)d league points for more boxes than the others in a match.",
            r.bonus_box_lead,
        )
        yield told % {"n": r.bonus_box_lead}
    if not (r.bonus_shutout or r.bonus_gin or r.bonus_box_lead):
        yield _("There are no bonus points.")


def _bye(r: SeasonRules) -> Iterator[str]:
    yield {
        "win": _("A bye brings the points of a win; it is no match, no win and no opponent."),
        "draw": _("A bye brings the points of a draw; it is no match, no win and no opponent."),
        "nothing": _("A bye brings no points; it is no match, no win and no opponent."),
    }[r.bye]


def _counting(r: SeasonRules) -> Iterator[str]:
    if not r.minimum:
        yield _("Everybody gets a place, however few matches were played.")
        return
    told = ngettext(
        "It takes one match to get a place; whoever has fewer stands below, without one.",
        "It takes %(n)d matches to get a place; whoever has fewer stands below, without one.",
        r.minimum,
    )
    yield told % {"n": r.minimum}


def _nights(r: SeasonRules) -> Iterator[str]:
    if r.best_nights is None:
        yield _("Every night counts.")
        return
    told = ngettext(
        "Only everybody's best night counts: those with the most league points, of equal ones the earlier.",
        "Only everybody's %(n)d best nights count: those with the most league points, of equal ones the earlier.",
        r.best_nights,
    )
    yield told % {"n": r.best_nights}
    yield _("Points taken away or given by the organiser count in any case.")


def _goes_by(first: TieBreak) -> str:
    """What the table goes by."""
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
    """What sets those apart who are level, as a point of a list."""
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


def _order(r: SeasonRules) -> Iterator[str]:
    first, *rest = r.order
    yield _goes_by(first)
    if rest:
        yield _("Whoever is level is set apart by what follows, one after the other:")
        yield from (f"{number}. {_sets_apart(criterion)}" for number, criterion in enumerate(rest, 1))
    if r.order[-1] != "lot":
        yield _("Whoever is level in all of that shares the place.")


def _rounds(r: SeasonRules) -> Iterator[str]:
    yield {
        "trust": _("A round counts as it is written down; nobody has to confirm it."),
        "opponent": _("A round is confirmed by the opponent; until then it counts for the time being."),
        "referee": _("A round is approved by a referee; until then it counts for the time being."),
    }[r.confirmation]
    if r.strict:
        yield _("Where cards are entered, nothing is said of what could have been played better.")
    else:
        yield _("Where cards are entered, everybody may see what could have been played better.")
