"""Take a season's last import back whole, while nothing was done with what it brought."""

from datetime import date

from games.models import Match, MatchState, Player, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.match import NO_RESULT
from games.selectors.league.rating_steps import in_rating_order
from games.selectors.season.last_import import LastImport, last_import
from games.services.league.leagues import record_event
from games.services.league.ratings import rating_position, recompute_ratings
from games.services.season.seasons import open_season


def take_back_import(*, access: LeagueAccess, season: Season, event_id: int) -> None:
    """Remove the members, entrants and results of the import with this event; planned matches are planned again.

    What was drawn from them since is removed, too, see ``LastImport.drawn``.

    Nothing happens if it was taken back already. Raises RefusedError ("not_your_duty", "season_closed", "not_found",
    "not_playable" where there is a newer import, or where something was done with what this one brought).
    """
    with open_season(access, season, with_league=True) as locked:
        if locked.events.filter(kind="import_undone", facts__event=event_id).exists():
            return
        found = last_import(locked)
        if found is None or not locked.events.filter(pk=event_id, kind="imported").exists():
            raise RefusedError("not_found")
        if found.event.pk != event_id:
            raise RefusedError("not_playable", what="import_newer")
        if obstacle := found.obstacle():
            raise RefusedError("not_playable", **obstacle)
        start = in_rating_order(found.matches).first()
        position = rating_position(start) if start else None
        _remove(found)
        if position:
            recompute_ratings(locked.league, position)
        facts = {name: found.event.facts[name] for name in ("members", "results")}
        record_event(access, "import_undone", season=locked, facts=facts | {"event": event_id})


def _remove(found: LastImport) -> None:
    found.drawn.delete()
    for match in found.filled:
        _plan_again(match, *found.before[match.number])
    found.added.delete()
    found.entrants.delete()
    players = list(found.members.values_list("player", flat=True))
    found.members.delete()
    Player.objects.filter(pk__in=players).delete()


def _plan_again(match: Match, night: str | None, seated: bool) -> None:
    """Make a match planned as it was before; its members get up, unless they were seated by then."""
    match.state, match.final, match.imported = MatchState.PLANNED, False, ""
    match.night = date.fromisoformat(night) if night else None
    match.save(update_fields=["state", "final", "imported", "night"])
    match.sides.update(**NO_RESULT)
    if not seated:
        match.seats.all().delete()
