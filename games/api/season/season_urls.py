"""The API's URL patterns for seasons, included by ``games.api.urls``."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from games.api.season import (
    checks,
    clock,
    draws,
    entrants,
    match_changes,
    matches,
    night,
    pairs,
    results,
    season_files,
    season_rules,
    season_run,
    seasons,
    standings,
)

_SEASON = "seasons/<slug:public_id>/"
_MATCH = f"{_SEASON}matches/<int:number>/"

router = SimpleRouter(use_regex_path=False)
router.register(f"{_SEASON}entrants", entrants.EntrantViewSet, basename="api-entrant")
router.register(f"{_SEASON}mates", entrants.TeammateViewSet, basename="api-teammate")

season_urlpatterns = [
    path("leagues/<slug:public_id>/seasons/", seasons.SeasonListView.as_view(), name="api-seasons"),
    path(_SEASON, seasons.SeasonDetailView.as_view(), name="api-season"),
    path(f"{_SEASON}history/", seasons.SeasonHistoryView.as_view(), name="api-season-history"),
    path(f"{_SEASON}calendar/", seasons.SeasonCalendarView.as_view(), name="api-season-calendar"),
    path(f"{_SEASON}rules/", season_rules.SeasonRulesView.as_view(), name="api-season-rules"),
    path(f"{_SEASON}rules/preview/", season_rules.SeasonRulesPreviewView.as_view(), name="api-season-rules-preview"),
    path(f"{_SEASON}hide/", season_run.StandingsHideView.as_view(), name="api-season-hide"),
    path(f"{_SEASON}show/", season_run.StandingsShowView.as_view(), name="api-season-show"),
    path(f"{_SEASON}close/", season_run.SeasonCloseView.as_view(), name="api-season-close"),
    path(f"{_SEASON}reopen/", season_run.SeasonReopenView.as_view(), name="api-season-reopen"),
    path(f"{_SEASON}penalties/", season_run.PenaltyListView.as_view(), name="api-penalties"),
    path(f"{_SEASON}penalties/<int:penalty>/", season_run.PenaltyDetailView.as_view(), name="api-penalty"),
    *router.urls,
    path(f"{_SEASON}draw/", draws.DrawView.as_view(), name="api-draw"),
    path(f"{_SEASON}draw/preview/", draws.DrawPreviewView.as_view(), name="api-draw-preview"),
    path(f"{_SEASON}draw/missing/", draws.MissingMatchesView.as_view(), name="api-draw-missing"),
    path(f"{_SEASON}draw/script/", draws.MatchScriptView.as_view(), name="api-draw-script"),
    path(f"{_SEASON}matches/", matches.MatchListView.as_view(), name="api-matches"),
    path(_MATCH, matches.MatchDetailView.as_view(), name="api-match"),
    path(f"{_MATCH}play/", matches.MatchPlayView.as_view(), name="api-match-play"),
    path(f"{_MATCH}checks/", checks.RoundCheckView.as_view(), name="api-match-checks"),
    path(f"{_MATCH}reschedule/", match_changes.MatchRescheduleView.as_view(), name="api-match-reschedule"),
    path(f"{_MATCH}line-up/", match_changes.MatchLineUpView.as_view(), name="api-match-line-up"),
    path(f"{_MATCH}stop/", match_changes.MatchStopView.as_view(), name="api-match-stop"),
    path(f"{_MATCH}go-on/", match_changes.MatchResumeView.as_view(), name="api-match-go-on"),
    path(f"{_MATCH}forfeit/", match_changes.MatchForfeitView.as_view(), name="api-match-forfeit"),
    path(f"{_MATCH}cancel/", match_changes.MatchCancelView.as_view(), name="api-match-cancel"),
    path(f"{_MATCH}restore/", match_changes.MatchRestoreView.as_view(), name="api-match-restore"),
    path(f"{_SEASON}wrong-pairs/", pairs.WrongPairListView.as_view(), name="api-wrong-pairs"),
    path(f"{_MATCH}pair/", pairs.MatchPairView.as_view(), name="api-match-pair"),
    path(f"{_MATCH}call/", night.MatchCallView.as_view(), name="api-call"),
    path(f"{_MATCH}call/answer/", night.CallAnswerView.as_view(), name="api-call-answer"),
    path(f"{_SEASON}desk/", night.DeskView.as_view(), name="api-desk"),
    path(f"{_SEASON}clock/", clock.ClockView.as_view(), name="api-clock"),
    path(f"{_SEASON}clock/pause/", clock.ClockPauseView.as_view(), name="api-clock-pause"),
    path(f"{_SEASON}clock/resume/", clock.ClockResumeView.as_view(), name="api-clock-resume"),
    path(f"{_SEASON}clock/extra/", clock.ClockExtraView.as_view(), name="api-clock-extra"),
    path(f"{_SEASON}clock/last-hand/", clock.LastHandView.as_view(), name="api-clock-last-hand"),
    path(f"{_SEASON}attendance/", night.AttendanceView.as_view(), name="api-attendance"),
    path(f"{_MATCH}result/", results.MatchResultView.as_view(), name="api-match-result"),
    path(f"{_SEASON}results/", results.ResultListView.as_view(), name="api-results"),
    path(f"{_SEASON}checks/", checks.PendingCheckListView.as_view(), name="api-to-check"),
    path(f"{_SEASON}standings/", standings.StandingsView.as_view(), name="api-standings"),
    path(f"{_SEASON}needs/", standings.SeasonNeedsView.as_view(), name="api-needs"),
    path(f"{_SEASON}files/<slug:what>.<slug:kind>", season_files.SeasonFileView.as_view(), name="api-season-file"),
    path(f"{_SEASON}imports/", season_files.ResultImportListView.as_view(), name="api-imports"),
    path(f"{_SEASON}imports/<int:upload>/", season_files.ResultImportDetailView.as_view(), name="api-import-file"),
    path(
        f"{_SEASON}imports/<int:event>/take-back/",
        season_files.ImportTakeBackView.as_view(),
        name="api-take-back-import",
    ),
]
