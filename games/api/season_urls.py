"""The addresses of the API about seasons, included by ``games.api.urls``."""

from django.urls import path

from games.api import (
    checks,
    draws,
    entrants,
    match_changes,
    matches,
    season_files,
    season_rules,
    season_run,
    seasons,
    standings,
)

_AT = "seasons/<slug:public_id>/"
_MATCH = f"{_AT}matches/<int:number>/"

of_seasons = [
    path("leagues/<slug:public_id>/seasons/", seasons.Seasons.as_view(), name="api-seasons"),
    path(_AT, seasons.OneSeason.as_view(), name="api-season"),
    path(f"{_AT}history/", seasons.History.as_view(), name="api-season-history"),
    path(f"{_AT}calendar/", seasons.Calendar.as_view(), name="api-season-calendar"),
    path(f"{_AT}rules/", season_rules.Rules.as_view(), name="api-season-rules"),
    path(f"{_AT}rules/preview/", season_rules.RulesPreview.as_view(), name="api-season-rules-preview"),
    path(f"{_AT}hide/", season_run.Hide.as_view(), name="api-season-hide"),
    path(f"{_AT}show/", season_run.Show.as_view(), name="api-season-show"),
    path(f"{_AT}close/", season_run.Close.as_view(), name="api-season-close"),
    path(f"{_AT}reopen/", season_run.Reopen.as_view(), name="api-season-reopen"),
    path(f"{_AT}penalties/", season_run.Penalties.as_view(), name="api-penalties"),
    path(f"{_AT}penalties/<int:penalty>/", season_run.OnePenalty.as_view(), name="api-penalty"),
    path(f"{_AT}entrants/", entrants.Entrants.as_view(), name="api-entrants"),
    path(f"{_AT}entrants/seeds/", entrants.Seeds.as_view(), name="api-seeds"),
    path(f"{_AT}entrants/<int:entrant>/", entrants.OneEntrant.as_view(), name="api-entrant"),
    path(f"{_AT}entrants/<int:entrant>/withdraw/", entrants.Withdraw.as_view(), name="api-withdraw"),
    path(f"{_AT}entrants/<int:entrant>/return/", entrants.Return.as_view(), name="api-return"),
    path(f"{_AT}entrants/<int:entrant>/mates/", entrants.Mates.as_view(), name="api-mates"),
    path(f"{_AT}mates/<int:mate>/leave/", entrants.LeaveTeam.as_view(), name="api-leave-team"),
    path(f"{_AT}draw/", draws.Draw.as_view(), name="api-draw"),
    path(f"{_AT}draw/preview/", draws.DrawPreview.as_view(), name="api-draw-preview"),
    path(f"{_AT}draw/missing/", draws.Missing.as_view(), name="api-draw-missing"),
    path(f"{_AT}draw/script/", draws.Script.as_view(), name="api-draw-script"),
    path(f"{_AT}matches/", matches.Matches.as_view(), name="api-matches"),
    path(_MATCH, matches.OneMatch.as_view(), name="api-match"),
    path(f"{_MATCH}play/", matches.Play.as_view(), name="api-match-play"),
    path(f"{_MATCH}checks/", checks.Checks.as_view(), name="api-match-checks"),
    path(f"{_MATCH}reschedule/", match_changes.Reschedule.as_view(), name="api-match-reschedule"),
    path(f"{_MATCH}line-up/", match_changes.LineUp.as_view(), name="api-match-line-up"),
    path(f"{_MATCH}stop/", match_changes.Stop.as_view(), name="api-match-stop"),
    path(f"{_MATCH}go-on/", match_changes.GoOn.as_view(), name="api-match-go-on"),
    path(f"{_MATCH}forfeit/", match_changes.Forfeit.as_view(), name="api-match-forfeit"),
    path(f"{_MATCH}cancel/", match_changes.Cancel.as_view(), name="api-match-cancel"),
    path(f"{_MATCH}restore/", match_changes.Restore.as_view(), name="api-match-restore"),
    path(f"{_AT}checks/", checks.ToCheck.as_view(), name="api-to-check"),
    path(f"{_AT}standings/", standings.Standings.as_view(), name="api-standings"),
    path(f"{_AT}needs/", standings.Needs.as_view(), name="api-needs"),
    path(f"{_AT}files/<slug:what>.<slug:kind>", season_files.File.as_view(), name="api-season-file"),
    path(f"{_AT}imports/", season_files.Imports.as_view(), name="api-imports"),
    path(f"{_AT}imports/<int:upload>/", season_files.OneImport.as_view(), name="api-import-file"),
]
