"""What a fixture came to: derived from its table in the transaction that moves it, for standings to add up."""

from django.utils import timezone

from games.models import Entry, Fixture, FixtureState, RoundCheck, Table
from games.rules.confirmation import Look, standing
from games.rules.match import MatchScore, match_score
from games.rules.season import SeasonRules, season_rules
from games.rules.sheet import TableSheet
from games.selectors.league_access import members_by_device, seats_of
from games.selectors.nights import tonight
from games.services.ratings import rate_from, rated_as
from games.services.seasons import locked_season, moved

FROM_THE_TABLE = (FixtureState.PLANNED, FixtureState.RUNNING, FixtureState.PLAYED)
"""The states in which a fixture's result is what its table says."""


def settle_fixture(table: Table, sheet: TableSheet) -> None:
    """Make the result of the fixture played at ``table`` say what ``sheet`` says, and tell the season's screens.

    A closed season stays as it is, and so does a fixture that was cancelled or forfeited.
    """
    fixture = Fixture.objects.filter(table=table).first()
    if fixture is None:
        return
    season = locked_season(fixture.season_id)
    fixture = Fixture.objects.select_for_update(of=("self",)).get(pk=fixture.pk)
    fixture.season = season
    if season.closed_at is None and fixture.state in FROM_THE_TABLE:
        write_result(fixture, sheet)
        moved(season)


def write_result(fixture: Fixture, sheet: TableSheet, *, rate: bool = True) -> None:
    """Write what ``sheet`` comes to for a fixture that is locked, with its season; and ``rate`` it."""
    sides = list(fixture.sides.all())
    was = rated_as(fixture, sides)
    rules = season_rules(fixture.season.rules)
    score, before = _score(fixture, sheet, rules), fixture.state
    fixture.state = FixtureState.PLANNED
    fixture.final = False
    if score:
        done = score.finished or fixture.stopped
        fixture.state = FixtureState.PLAYED if done else FixtureState.RUNNING
        fixture.final = done and not open_rounds(fixture, score, rules)
        if before == FixtureState.PLANNED:
            # Played on another night than was planned: it belongs to the night it was played on.
            fixture.night = tonight(fixture.season.league, timezone.now())
    fixture.save(update_fields=["state", "final", "night"])
    for at, side in enumerate(sides):
        one = score.sides[at] if score else None
        side.outcome = one.outcome if one else ""
        side.points, side.against = (one.points, one.against) if one else (0, 0)
        side.boxes, side.gins, side.shutouts = (one.boxes, one.gins, one.shutouts) if one else (0, 0, 0)
        side.games, side.led_boxes = (one.games, one.led_boxes) if one else (0, False)
        side.save()
    now = rated_as(fixture, sides)
    if rate and now != was:
        rate_from(fixture.season.league, min(at for at, _ in filter(None, (was, now))))


def open_rounds(fixture: Fixture, score: MatchScore, rules: SeasonRules) -> list[tuple[int, int, int]]:
    """The rounds (game, number, revision) of a match that are not agreed on as the season asks, or disputed."""
    looks: dict[tuple[int, int, int], list[Look]] = {}
    for check in RoundCheck.objects.filter(fixture=fixture):
        looks.setdefault((check.game, check.round, check.revision), []).append(Look(check.verdict, check.side))
    if rules.confirmation == "trust" and not looks:
        return []
    typed = typed_by(fixture)
    sides = len(score.sides)
    return [
        line
        for line in score.rounds
        if not standing(rules.confirmation, sides, typed.get(line[2]), looks.get(line, ())).good
    ]


def typed_by(fixture: Fixture) -> dict[int, int]:
    """The position of the side whose phone made each entry of a fixture's table, by revision; nobody's are left out."""
    members = members_by_device(fixture.season.league)
    side_of = {seat.member_id: seat.side.position for seat in seats_of(fixture)}
    entries = Entry.objects.filter(table=fixture.table_id, device__in=members).values_list("revision", "device")
    made = {revision: members[device] for revision, device in entries}
    return {revision: side_of[member] for revision, member in made.items() if member in side_of}


def _score(fixture: Fixture, sheet: TableSheet, rules: SeasonRules) -> MatchScore | None:
    sides: dict[int, list[int]] = {}
    for seat in seats_of(fixture):
        sides.setdefault(seat.side.position, []).append(seat.seat)
    return match_score(sheet.games, [sides[position] for position in sorted(sides)], rules)
