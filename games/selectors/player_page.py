"""A player's page, put together of his matches and of what he did at the table."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from django.db.models import Prefetch
from django.urls import reverse

from games.models import FixtureSeat, FixtureSide, Member, Season
from games.pages.player import Against, Choice, Figure, Filters, PlayedMatch, PlayerPage
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.ruleset import presets
from games.selectors.player_matches import (
    Matches,
    Met,
    Narrowed,
    at_the_table,
    longest_runs,
    opponents,
    outcomes,
    record,
    same_person,
)
from games.selectors.rating_line import player_rating
from games.wording import MINUS, listed
from games.wording.achievements import achievements_of_player

SHOWN: Final = 20
"""Matches on the page, newest first."""
_OUTCOMES: Final = {"win": "won", "draw": "drew", "loss": "lost"}


def member_of(access: LeagueAccess, number: int) -> Member:
    """A member of the league by number, or who he turned out to be. Raises Refused ("not_found")."""
    member = Member.objects.filter(league=access.league, pk=number).select_related("merged_into").first()
    if member is None:
        raise Refused("not_found")
    while member.merged_into is not None:
        member = member.merged_into
    return member


def player_page(
    access: LeagueAccess, member: Member, narrowed: Narrowed, *, opponent: int | None, errors: Sequence[str]
) -> PlayerPage:
    """The page of ``member``, ``narrowed`` to what its address asks for (``opponent`` as it stands there)."""
    everybody = opponents(Matches(access, same_person(member), Narrowed()))
    matches = Matches(access, same_person(member), narrowed)
    met = opponents(matches) if narrowed != Narrowed() else everybody
    table, counted = at_the_table(matches), record(matches)
    told, own = outcomes(matches), reverse("player", args=[access.league.public_id, member.pk])
    return PlayerPage(
        name=member.name,
        league=access.league.name,
        league_url=reverse("league", args=[access.league.public_id]),
        url=own,
        record=_record(counted),
        figures=_figures(table),
        rating=player_rating(access, member),
        streaks=_streaks(told),
        achievements=achievements_of_player(table, counted, longest_runs(told)["win"]),
        against=tuple(_against(access, one) for one in met),
        matches=tuple(_match(side, matches.ids) for side in newest(matches)),
        more=max(0, len(told) - SHOWN),
        filters=_filters(access, narrowed, everybody, opponent, errors),
    )


def _record(found: dict[str, int]) -> tuple[Figure, ...]:
    if not found["played"]:
        return ()
    difference = found["points"] - found["against"]
    return (
        Figure("Matches", str(found["played"]), ""),
        Figure("Won", str(found["wins"]), _share(found["wins"], found["played"])),
        Figure("Drawn", str(found["draws"]), ""),
        Figure("Lost", str(found["losses"]), ""),
        Figure("Points", f"{found['points']} : {found['against']}", _signed(difference)),
        Figure("Boxes", str(found["boxes"]), ""),
        Figure("Shutouts", str(found["shutouts"]), ""),
    )


def _figures(found: dict[str, int]) -> tuple[Figure, ...]:
    """What he does at the table; what nothing can be said of is left out."""
    hands, knocks, caught = found["hands"], found["knocks"], found["caught"]
    figures = []
    if hands:
        big = f", {found['big_gins']} big" if found["big_gins"] else ""
        games = f"{found['games']} finished game{'' if found['games'] == 1 else 's'}"
        figures += [
            Figure("Hands played", str(hands), f"in {games}"),
            Figure("Goes gin", _share(found["gins"], hands), f"{found['gins']} of {hands} hands{big}"),
            Figure("Knocks", _share(knocks, hands), f"{knocks} of {hands} hands"),
        ]
    if knocks:
        figures += [
            Figure("Deadwood at the knock", _average(found["knock_deadwood"], knocks), "points, on average"),
            Figure("Own knocks undercut", _share(found["undercut_by"], knocks), f"{found['undercut_by']} of {knocks}"),
        ]
    if hands:
        figures += [
            Figure("Undercuts others", str(found["undercuts"]), "times"),
            Figure("Is caught", _share(caught, hands), f"{caught} of {hands} hands"),
        ]
    if caught:
        figures.append(Figure("Caught with", _average(found["caught_points"], caught), "points, on average"))
    if found["biggest"]:
        figures.append(Figure("Biggest round", str(found["biggest"]), "points"))
    if found["comeback"]:
        figures.append(Figure("Best comeback", str(found["comeback"]), "points behind, and won"))
    if found["shown"]:
        note = f"points, in {found['shown']} hands shown card by card"
        figures.append(Figure("Left on the table", str(found["missed"]), note))
    return tuple(figures)


def _streaks(told: Sequence[str]) -> tuple[str, ...]:
    if not told:
        return ()
    runs = longest_runs(told)
    sentences = []
    if runs["now"] > 1:
        sentences.append(f"{_OUTCOMES[told[-1]].capitalize()} the last {runs['now']} matches.")
    if runs["win"] > 1:
        sentences.append(f"Longest run of wins: {runs['win']}.")
    if runs["loss"] > 1:
        sentences.append(f"Longest run of losses: {runs['loss']}.")
    return tuple(sentences)


def _against(access: LeagueAccess, met: Met) -> Against:
    url = reverse("player", args=[access.league.public_id, met.member])
    return Against(met.name, url, met.played, met.wins, met.draws, met.losses)


def newest(matches: Matches) -> Iterable[FixtureSide]:
    """His newest matches, as many as are shown, with their seasons and who sat there."""
    seats = FixtureSeat.objects.select_related("member")
    return (
        matches.sides()
        .select_related("fixture__season")
        .prefetch_related(Prefetch("fixture__seats", seats))
        .order_by("-fixture__night", "-fixture__number")[:SHOWN]
    )


def _match(side: FixtureSide, own: frozenset[int]) -> PlayedMatch:
    fixture = side.fixture
    others = [seat.member.name for seat in fixture.seats.all() if seat.side_id != side.pk and seat.member_id not in own]
    return PlayedMatch(
        url=reverse("fixture", args=[fixture.season.public_id, fixture.number]),
        night=_day(fixture.night),
        season=fixture.season.name,
        opponents=listed(others) or "nobody",
        outcome=_OUTCOMES[side.outcome] if side.outcome else "",
        score="" if fixture.state == "forfeited" else f"{side.points} : {side.against}",
        provisional=not fixture.final,
    )


def _filters(
    access: LeagueAccess, narrowed: Narrowed, met: Sequence[Met], opponent: int | None, errors: Sequence[str]
) -> Filters:
    seasons = list(Season.objects.filter(league=access.league).values_list("public_id", "name", "preset"))
    played = sorted({preset for _, _, preset in seasons})
    return Filters(
        seasons=_choices([(public_id, name) for public_id, name, _ in seasons], narrowed.season),
        opponents=_choices([(str(one.member), one.name) for one in met], str(opponent or "")),
        rules=_choices([(preset, presets()[preset].title) for preset in played], narrowed.rules),
        since=narrowed.since.isoformat() if narrowed.since else "",
        until=narrowed.until.isoformat() if narrowed.until else "",
        narrowed=narrowed != Narrowed(),
        errors=tuple(errors),
    )


def _choices(values: Sequence[tuple[str, str]], chosen: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, title, value == chosen) for value, title in values)


def _day(night: date | None) -> str:
    return f"{night.day} {night:%b %Y}" if night else ""


def _share(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)} %"


def _average(total: int, times: int) -> str:
    return f"{total / times:.1f}"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "level"
