"""The rules of a season in sentences that a club member understands, covering every parameter."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.league.season import SeasonRules, TieBreak

FIDE_NAMES: Final = {"fide_2009": "FIDE 2009", "fide_2023": "FIDE 2023", "fide_2026": "FIDE 2026"}
"""The conventions for missed rounds that are named after FIDE's rules of a year, in any language."""


def season_sentences(rules: SeasonRules, *, bracket: bool = False, losers: bool = False) -> tuple[str, ...]:
    """Return ``rules`` in full, a sentence or two for each topic.

    ``bracket`` if the places come from the bracket of a knock-out, ``losers`` if that has a losers' bracket.
    """
    order = partial(_in_the_bracket, losers=losers) if bracket else _order
    parts = (_match, _points, _bonuses, _bye, _running, _counting, _nights, order, _rounds)
    sentences = tuple(sentence for part in parts for sentence in part(rules))
    if losers and rules.crossing == "by_turns":
        return (
            _("Losers enter the losers' bracket in the opposite half and in their own, alternating each round."),
            *sentences,
        )
    return sentences


def _match(rules: SeasonRules) -> Iterator[str]:
    if rules.length == "game":
        yield _("A match is one game.")
    elif rules.best_of:
        yield _("Best of %(n)d: a match ends once nobody can catch up.") % {"n": rules.count}
    elif rules.length == "games":
        yield ngettext("A match is %(n)d game.", "A match is %(n)d games.", rules.count) % {"n": rules.count}
    else:
        yield ngettext("A match is %(n)d round.", "A match is %(n)d rounds.", rules.count) % {"n": rules.count}


def _points(rules: SeasonRules) -> Iterator[str]:
    text = ngettext(
        "A win is worth %(win)d league point, a draw %(draw)d, a loss %(loss)d.",
        "A win is worth %(win)d league points, a draw %(draw)d, a loss %(loss)d.",
        rules.win,
    )
    yield text % {"win": rules.win, "draw": rules.draw, "loss": rules.loss}


def _bonuses(rules: SeasonRules) -> Iterator[str]:
    if rules.bonus_shutout:
        text = ngettext(
            "Winning by a shutout earns %(n)d extra league point.",
            "Winning by a shutout earns %(n)d extra league points.",
            rules.bonus_shutout,
        )
        yield text % {"n": rules.bonus_shutout}
    if rules.bonus_gin:
        text = ngettext(
            "Each gin or big gin earns %(n)d extra league point.",
            "Each gin or big gin earns %(n)d extra league points.",
            rules.bonus_gin,
        )
        yield text % {"n": rules.bonus_gin}
    if rules.bonus_box_lead:
        text = ngettext(
            "Having the most boxes in a match earns %(n)d extra league point.",
            "Having the most boxes in a match earns %(n)d extra league points.",
            rules.bonus_box_lead,
        )
        yield text % {"n": rules.bonus_box_lead}
    if not (rules.bonus_shutout or rules.bonus_gin or rules.bonus_box_lead):
        yield _("There are no bonus points.")


def _bye(rules: SeasonRules) -> Iterator[str]:
    yield {
        "win": _("A bye earns as many points as a win, but doesn't count as a match, a win or an opponent."),
        "draw": _("A bye earns as many points as a draw, but doesn't count as a match, a win or an opponent."),
        "nothing": _("A bye earns no points, and doesn't count as a match, a win or an opponent."),
    }[rules.bye]
    if rules.unplayed == "virtual_opponent":
        yield _(
            "For Buchholz and Sonneborn–Berger, a missed round or a bye counts as a match against a virtual opponent. "
            "That opponent has as many league points as you, but never more than a draw in every round would earn."
        )
    elif rules.unplayed != "nothing":
        text = _("For Buchholz and Sonneborn–Berger, missed rounds, byes and forfeits follow the %(name)s rules.")
        yield text % {"name": FIDE_NAMES[rules.unplayed]}
        yield {
            "fide_2009": _(
                "A round that an opponent missed counts as a draw. If you miss a round, you meet a virtual opponent "
                "who had as many points as you before it and draws every later round."
            ),
            "fide_2023": _(
                "An opponent's last rounds count as draws if they were missed by choice. If you miss a round, you "
                "meet a virtual opponent with as many points as you."
            ),
            "fide_2026": _(
                "An opponent's last rounds count as draws if they were missed by choice. If you miss a round, you meet "
                "a virtual opponent with as many points as you, but never more than a draw in every round would earn. "
                "After a forfeit, it never has more than your real opponent."
            ),
        }[rules.unplayed]
    if rules.walkover:
        text = ngettext(
            "Winning without a match, by a forfeit or a bye, scores %(n)d game point. A bye that counts as a draw "
            "scores half of that.",
            "Winning without a match, by a forfeit or a bye, scores %(n)d game points. A bye that counts as a draw "
            "scores half of that.",
            rules.walkover,
        )
        yield text % {"n": rules.walkover}


def _running(rules: SeasonRules) -> Iterator[str]:
    yield {
        "at_once": _("A match counts from its first round, but only provisionally until it's over."),
        "when_over": _("A match counts once it's over. Until then, the standings show that it's being played."),
    }[rules.running]


def _counting(rules: SeasonRules) -> Iterator[str]:
    if not rules.minimum:
        yield _("Everyone gets a place, however few matches they've played.")
        return
    text = ngettext(
        "You need one match to be ranked. Players with none are listed below, without a place.",
        "You need %(n)d matches to be ranked. Players with fewer are listed below, without a place.",
        rules.minimum,
    )
    yield text % {"n": rules.minimum}


def _nights(rules: SeasonRules) -> Iterator[str]:
    if rules.best_nights is None:
        yield _("Every night counts.")
        return
    text = ngettext(
        "Only each player's best night counts: the one with the most league points. If nights tie, the "
        "earlier one counts.",
        "Only each player's %(n)d best nights count: those with the most league points. If nights tie, the "
        "earlier one counts.",
        rules.best_nights,
    )
    yield text % {"n": rules.best_nights}
    yield _("Points the organizer adds or deducts always count.")


def _goes_by(first: TieBreak) -> str:
    """Return the sentence on the first criterion of the standings."""
    return {
        "points": _("Players are ranked by league points, most first."),
        "wins": _("Players are ranked by matches won, most first."),
        "games_won": _("Players are ranked by games won, most first."),
        "head_to_head": _(
            "Players are ranked by head-to-head: points for wins and draws among the tied players, without "
            "bonuses. It counts only if they've all played each other the same number of times."
        ),
        "head_to_head_difference": _(
            "Players are ranked by head-to-head point difference: your game points minus theirs, in the matches among "
            "the tied players."
        ),
        "head_to_head_scored": _(
            "Players are ranked by head-to-head points scored: your game points in the matches among the tied players."
        ),
        "point_difference": _(
            "Players are ranked by point difference: your game points minus your best opponent's in each match."
        ),
        "points_scored": _("Players are ranked by game points scored, most first."),
        "boxes": _("Players are ranked by boxes won, most first."),
        "gins": _("Players are ranked by gins and big gins, most first."),
        "fewest_losses": _("Players are ranked by matches lost, fewest first."),
        "buchholz": _(
            "Players are ranked by Buchholz: the league points of all your opponents added up, so tougher "
            "opponents help."
        ),
        "buchholz_cut_1": _(
            "Players are ranked by Buchholz cut 1: the league points of all your opponents but the lowest, added up."
        ),
        "median_buchholz": _(
            "Players are ranked by median Buchholz: your opponents' league points added up, leaving out the "
            "highest and the lowest."
        ),
        "sonneborn_berger": _(
            "Players are ranked by Sonneborn–Berger: the league points of opponents you beat, plus half "
            "those of opponents you drew with."
        ),
        "extended_sonneborn_berger": _(
            "Players are ranked by extended Sonneborn–Berger: the game points of each opponent, times the game points "
            "you scored against them, added up."
        ),
        "progressive": _(
            "Players are ranked by progressive score: your league points after each round, added up, so points won "
            "early count for more."
        ),
        "koya": _(
            "Players are ranked by Koya: your league points, without bonuses, against everyone who earned at least "
            "half of their possible points."
        ),
        "lot": _("Players are ranked by drawing lots, once for the whole season."),
    }[first]


def _sets_apart(criterion: TieBreak) -> str:
    """Return a tie-break criterion as an item of a list."""
    return {
        "points": _("League points, most first."),
        "wins": _("Matches won, most first."),
        "games_won": _("Games won, most first."),
        "head_to_head": _(
            "Head-to-head: points for wins and draws among the tied players, without bonuses. It counts only "
            "if they've all played each other the same number of times."
        ),
        "head_to_head_difference": _(
            "Head-to-head point difference: your game points minus theirs, in the matches among the tied players."
        ),
        "head_to_head_scored": _("Head-to-head points scored: your game points in the matches among the tied players."),
        "point_difference": _("Point difference: your game points minus your best opponent's in each match."),
        "points_scored": _("Game points scored, most first."),
        "boxes": _("Boxes won, most first."),
        "gins": _("Gins and big gins, most first."),
        "fewest_losses": _("Matches lost, fewest first."),
        "buchholz": _("Buchholz: the league points of all your opponents added up, so tougher opponents help."),
        "buchholz_cut_1": _("Buchholz cut 1: the league points of all your opponents but the lowest, added up."),
        "median_buchholz": _(
            "Median Buchholz: the league points of all your opponents but the lowest and the highest, added up."
        ),
        "sonneborn_berger": _(
            "Sonneborn–Berger: the league points of opponents you beat, plus half those of opponents you drew with."
        ),
        "extended_sonneborn_berger": _(
            "Extended Sonneborn–Berger: the game points of each opponent, times the game points you scored against "
            "them, added up."
        ),
        "progressive": _(
            "Progressive score: your league points after each round, added up, so points won early count for more."
        ),
        "koya": _(
            "Koya: your league points, without bonuses, against everyone who earned at least half of their possible "
            "points."
        ),
        "lot": _("Drawing lots, once for the whole season."),
    }[criterion]


def _order(rules: SeasonRules) -> Iterator[str]:
    first, *rest = rules.order
    yield _goes_by(first)
    if rest:
        yield _("Ties are broken by these, in order:")
        yield from (f"{number}. {_sets_apart(criterion)}" for number, criterion in enumerate(rest, 1))
    if rules.order[-1] != "lot":
        yield _("Players who are still tied share the place.")


def _in_the_bracket(rules: SeasonRules, *, losers: bool) -> Iterator[str]:
    yield _("Places follow the bracket: everyone eliminated in the same round shares a place.")
    if not losers:
        yield _("If there's a match for third place, it decides who's third and who's fourth.")
    yield _("Players who share a place are listed by these, in order:")
    yield from (f"{number}. {_sets_apart(criterion)}" for number, criterion in enumerate(rules.order, 1))


def _rounds(rules: SeasonRules) -> Iterator[str]:
    yield {
        "trust": _("A round counts as soon as it's entered. Nobody has to confirm it."),
        "opponent": _("The opponent confirms each round. Until then, the round counts provisionally."),
        "referee": _("A referee approves each round. Until then, the round counts provisionally."),
    }[rules.confirmation]
    if rules.strict:
        yield _("When cards are entered, better plays stay hidden.")
    else:
        yield _("When cards are entered, everyone can see if there was a better play.")
