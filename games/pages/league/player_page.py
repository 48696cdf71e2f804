"""Build a player's page from their matches and their statistics at the table."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import MatchSeat, MatchSide, Member, Season
from games.pages.league.player import Figure, FilterChoice, Filters, HeadToHeadRecord, PlayedMatch, PlayerPage
from games.pages.league.rating_line import player_rating
from games.pages.table.achievement_views import achievements_of_player
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.presets import presets
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import (
    OpponentRecord,
    PlayerMatches,
    PlayerMatchFilter,
    longest_runs,
    match_record,
    opponents,
    outcomes_of,
    table_statistics,
)
from games.wording.season.match import score_text
from games.wording.season.season_pictures import fraction_text
from games.wording.words import MINUS, listed

MATCHES_SHOWN: Final = 20
"""How many matches are on the page, newest first."""


def current_member(access: LeagueAccess, number: int) -> Member:
    """Return the member with this id, or the one into which it was merged. Raises RefusedError ("not_found")."""
    member = Member.objects.filter(league=access.league, pk=number).select_related("merged_into").first()
    if member is None:
        raise RefusedError("not_found")
    while member.merged_into is not None:
        member = member.merged_into
    return member


def player_page(
    access: LeagueAccess,
    member: Member,
    match_filter: PlayerMatchFilter,
    *,
    opponent: int | None,
    errors: Sequence[str],
) -> PlayerPage:
    """Return the page of ``member``, filtered by ``match_filter``; ``opponent`` is the id in the URL."""
    all_opponents = opponents(PlayerMatches(access, merged_member_ids(member), PlayerMatchFilter()))
    matches = PlayerMatches(access, merged_member_ids(member), match_filter)
    opponents_met = opponents(matches) if match_filter != PlayerMatchFilter() else all_opponents
    statistics, totals = table_statistics(matches), match_record(matches)
    match_outcomes, url = outcomes_of(matches), reverse("league:player", args=[access.league.public_id, member.pk])
    return PlayerPage(
        name=member.name,
        league=access.league.name,
        league_url=reverse("league:page", args=[access.league.public_id]),
        url=url,
        record=_record(totals),
        figures=_figures(statistics),
        rating=player_rating(access, member),
        streaks=_streaks(match_outcomes),
        achievements=achievements_of_player(statistics, totals, longest_runs(match_outcomes)["win"]),
        against=tuple(_against(access, opponent_met) for opponent_met in opponents_met),
        matches=tuple(_match(side, matches.ids) for side in newest_matches(matches)),
        more=max(0, len(match_outcomes) - MATCHES_SHOWN),
        filters=_filters(access, match_filter, all_opponents, opponent, errors),
    )


def _record(totals: dict[str, int]) -> tuple[Figure, ...]:
    if not totals["played"]:
        return ()
    difference = totals["points"] - totals["against"]
    return (
        Figure(pgettext("figure", "Matches"), str(totals["played"]), ""),
        Figure(pgettext("figure", "Won"), str(totals["wins"]), _share(totals["wins"], totals["played"])),
        Figure(pgettext("figure", "Drawn"), str(totals["draws"]), ""),
        Figure(pgettext("figure", "Lost"), str(totals["losses"]), ""),
        Figure(
            pgettext("figure", "Points"), score_text((), (totals["points"], totals["against"])), _signed(difference)
        ),
        Figure(pgettext("figure", "Boxes"), str(totals["boxes"]), ""),
        Figure(pgettext("figure", "Shutouts"), str(totals["shutouts"]), ""),
    )


def _figures(totals: dict[str, int]) -> tuple[Figure, ...]:
    """Return the statistics at the table; figures without data are left out."""
    hands, knocks, caught = totals["hands"], totals["knocks"], totals["caught"]
    on_average = _("points on average")
    figures = []
    if hands:
        games = ngettext("in %(n)d finished game", "in %(n)d finished games", totals["games"]) % {"n": totals["games"]}
        figures += [
            Figure(_("Hands played"), str(hands), games),
            Figure(_("Goes gin"), _share(totals["gins"], hands), _gins(totals["gins"], hands, totals["big_gins"])),
            Figure(pgettext("figure", "Knocks"), _share(knocks, hands), _of_hands(knocks, hands)),
        ]
    if knocks:
        figures += [
            Figure(_("Deadwood when knocking"), _average(totals["knock_deadwood"], knocks), on_average),
            Figure(
                _("Gets undercut"),
                _share(totals["undercut_by"], knocks),
                fraction_text(totals["undercut_by"], knocks),
            ),
        ]
    if hands:
        figures += [
            Figure(_("Undercuts opponents"), str(totals["undercuts"]), _times(totals["undercuts"])),
            Figure(_("Loses the hand"), _share(caught, hands), _of_hands(caught, hands)),
        ]
    if caught:
        figures.append(Figure(_("Deadwood when losing"), _average(totals["caught_points"], caught), on_average))
    if totals["biggest"]:
        figures.append(Figure(_("Biggest hand"), str(totals["biggest"]), _points(totals["biggest"])))
    if totals["comeback"]:
        note = ngettext("point down, and won", "points down, and won", totals["comeback"])
        figures.append(Figure(_("Best comeback"), str(totals["comeback"]), note))
    if totals["shown"]:
        note = ngettext(
            "points, in %(n)d hand entered card by card", "points, in %(n)d hands entered card by card", totals["shown"]
        )
        figures.append(Figure(_("Points missed"), str(totals["missed"]), note % {"n": totals["shown"]}))
    return tuple(figures)


def _gins(gins: int, hands: int, big: int) -> str:
    """Return how many of ``hands`` were gin, and how many of those ``big`` gin, in words."""
    facts = {"gins": gins, "n": hands, "big": big}
    if big:
        # Translators: %(big)d of them were big gin.
        text = ngettext(
            "%(gins)d of %(n)d hand, %(big)d of them big gin", "%(gins)d of %(n)d hands, %(big)d of them big gin", hands
        )
    else:
        text = ngettext("%(gins)d of %(n)d hand", "%(gins)d of %(n)d hands", hands)
    return text % facts


def _of_hands(number: int, hands: int) -> str:
    return ngettext("%(number)d of %(n)d hand", "%(number)d of %(n)d hands", hands) % {"number": number, "n": hands}


def _times(number: int) -> str:
    # Translators: stands below the number, how often he undercut others.
    return ngettext("times", "times", number)


def _points(number: int) -> str:
    # Translators: stands below the number.
    return ngettext("points", "points", number)


def _streaks(match_outcomes: Sequence[str]) -> tuple[str, ...]:
    if not match_outcomes:
        return ()
    runs = longest_runs(match_outcomes)
    sentences = []
    if runs["now"] > 1:
        sentences.append(_current_run(match_outcomes[-1], runs["now"]))
    if runs["win"] > 1:
        sentences.append(_("Longest winning streak: %(n)s.") % {"n": runs["win"]})
    if runs["loss"] > 1:
        sentences.append(_("Longest losing streak: %(n)s.") % {"n": runs["loss"]})
    return tuple(sentences)


def _current_run(outcome: str, number: int) -> str:
    """Return a sentence about the current run of two or more equal outcomes."""
    text = {
        "win": ngettext("Won the last %(n)d match.", "Won the last %(n)d matches.", number),
        "draw": ngettext("Drew the last %(n)d match.", "Drew the last %(n)d matches.", number),
        "loss": ngettext("Lost the last %(n)d match.", "Lost the last %(n)d matches.", number),
    }[outcome]
    return text % {"n": number}


def _against(access: LeagueAccess, met: OpponentRecord) -> HeadToHeadRecord:
    url = reverse("league:player", args=[access.league.public_id, met.member])
    return HeadToHeadRecord(met.name, url, met.played, met.wins, met.draws, met.losses)


def newest_matches(matches: PlayerMatches) -> Iterable[MatchSide]:
    """Return the newest matches, loaded with their seasons and seats."""
    seats = MatchSeat.objects.select_related("member")
    return (
        matches.sides()
        .select_related("match__season")
        .prefetch_related(Prefetch("match__seats", seats))
        .order_by("-match__night", "-match__number")[:MATCHES_SHOWN]
    )


def _match(side: MatchSide, member_ids: frozenset[int]) -> PlayedMatch:
    match = side.match
    others = [
        seat.member.name for seat in match.seats.all() if seat.side_id != side.pk and seat.member_id not in member_ids
    ]
    return PlayedMatch(
        url=reverse("season:match", args=[match.season.public_id, match.number]),
        night=_day(match.night),
        season=match.season.name,
        opponents=listed(others) or _("nobody"),
        outcome=_outcome(side.outcome),
        score="" if match.state == "forfeited" else score_text((), (side.points, side.against)),
        provisional=not match.final,
    )


def _filters(
    access: LeagueAccess,
    narrowed: PlayerMatchFilter,
    met: Sequence[OpponentRecord],
    opponent: int | None,
    errors: Sequence[str],
) -> Filters:
    seasons = list(Season.objects.filter(league=access.league).values_list("public_id", "name", "preset"))
    played = sorted({preset for *__, preset in seasons})
    return Filters(
        seasons=_choices([(public_id, name) for public_id, name, __ in seasons], narrowed.season),
        opponents=_choices(
            [(str(opponent_met.member), opponent_met.name) for opponent_met in met], str(opponent or "")
        ),
        rules=_choices([(preset, _(presets()[preset].title)) for preset in played], narrowed.rules),
        since=narrowed.since.isoformat() if narrowed.since else "",
        until=narrowed.until.isoformat() if narrowed.until else "",
        narrowed=narrowed != PlayerMatchFilter(),
        errors=tuple(errors),
    )


def _choices(values: Sequence[tuple[str, str]], chosen: str) -> tuple[FilterChoice, ...]:
    return tuple(FilterChoice(value, title, value == chosen) for value, title in values)


def _outcome(outcome: str) -> str:
    """Return the outcome of a match for this player in words; "" while it is open."""
    return {
        "win": pgettext("outcome of his match", "won"),
        "draw": pgettext("outcome of his match", "drew"),
        "loss": pgettext("outcome of his match", "lost"),
    }.get(outcome, "")


def _day(night: date | None) -> str:
    # Translators: a date format of Django's ("Nov 12, 2026"); use the order and the signs of your own language.
    return date_format(night, pgettext("date", "M j, Y")) if night else ""


def _share(part: int, whole: int) -> str:
    return _("%(n)d%%") % {"n": round(100 * part / whole)}


def _average(total: int, times: int) -> str:
    return number_format(round(total / times, 1), 1)


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else pgettext("points won and lost", "even")
