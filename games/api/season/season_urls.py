"""The API's URL patterns for seasons, included by ``games.api.urls``.

Entrants and teammates have a router: an operation on them is a method there, with DRF's ``@action``. Any other new
operation, for instance on a match, is a ``route`` line here.
"""

from rest_framework.routers import SimpleRouter

from games.api.season import (
    checks,
    clock,
    draws,
    entrants,
    final_stage,
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
from games.api.viewsets import route

_SEASON = "seasons/<slug:public_id>/"
_MATCH = f"{_SEASON}matches/<int:number>/"


router = SimpleRouter(use_regex_path=False)
router.register(f"{_SEASON}entrants", entrants.EntrantViewSet, basename="api-entrant")
router.register(f"{_SEASON}mates", entrants.TeammateViewSet, basename="api-teammate")

season_urlpatterns = [
    route(
        "leagues/<slug:public_id>/seasons/",
        "api-seasons",
        seasons.LeagueSeasonViewSet,
        get="list_seasons",
        post="begin_season",
    ),
    route(_SEASON, "api-season", seasons.SeasonViewSet, get="get_season"),
    route(f"{_SEASON}history/", "api-season-history", seasons.SeasonViewSet, get="list_season_history"),
    route(f"{_SEASON}calendar/", "api-season-calendar", seasons.SeasonViewSet, get="get_calendars"),
    route(
        f"{_SEASON}rules/",
        "api-season-rules",
        season_rules.SeasonRulesViewSet,
        get="get_season_rules",
        post="change_season_rules",
    ),
    route(
        f"{_SEASON}rules/preview/",
        "api-season-rules-preview",
        season_rules.SeasonRulesViewSet,
        post="preview_season_rules",
    ),
    route(f"{_SEASON}hide/", "api-season-hide", season_run.SeasonRunViewSet, post="hide_table"),
    route(f"{_SEASON}show/", "api-season-show", season_run.SeasonRunViewSet, post="show_table"),
    route(f"{_SEASON}close/", "api-season-close", season_run.SeasonRunViewSet, post="close_season"),
    route(f"{_SEASON}reopen/", "api-season-reopen", season_run.SeasonRunViewSet, post="reopen_season"),
    route(
        f"{_SEASON}penalties/", "api-penalties", season_run.PenaltyViewSet, get="list_penalties", post="give_penalty"
    ),
    route(f"{_SEASON}penalties/<int:penalty>/", "api-penalty", season_run.PenaltyViewSet, delete="lift_penalty"),
    *router.urls,
    route(f"{_SEASON}draw/", "api-draw", draws.DrawViewSet, get="get_draw", post="make_draw"),
    route(f"{_SEASON}draw/preview/", "api-draw-preview", draws.DrawViewSet, post="preview_draw"),
    route(f"{_SEASON}draw/missing/", "api-draw-missing", draws.DrawViewSet, post="add_missing_matches"),
    route(f"{_SEASON}draw/script/", "api-draw-script", draws.DrawViewSet, post="write_matches"),
    route(f"{_SEASON}final-stage/", "api-final-stage", final_stage.FinalStageViewSet, post="start_final_stage"),
    route(
        f"{_SEASON}final-stage/preview/",
        "api-final-stage-preview",
        final_stage.FinalStageViewSet,
        post="preview_final_stage",
    ),
    route(
        f"{_SEASON}final-stage/entrants/",
        "api-final-stage-entrants",
        final_stage.FinalStageViewSet,
        post="take_qualified",
    ),
    route(f"{_SEASON}matches/", "api-matches", matches.MatchListViewSet, get="list_matches", post="start_match"),
    route(_MATCH, "api-match", matches.MatchViewSet, get="get_match"),
    route(f"{_MATCH}play/", "api-match-play", matches.MatchViewSet, post="play_match"),
    route(f"{_MATCH}checks/", "api-match-checks", checks.RoundCheckViewSet, post="check_rounds"),
    route(f"{_MATCH}reschedule/", "api-match-reschedule", match_changes.MatchChangeViewSet, post="reschedule_match"),
    route(f"{_MATCH}line-up/", "api-match-line-up", match_changes.MatchChangeViewSet, put="line_up_match"),
    route(f"{_MATCH}stop/", "api-match-stop", match_changes.MatchChangeViewSet, post="stop_match"),
    route(f"{_MATCH}go-on/", "api-match-go-on", match_changes.MatchChangeViewSet, post="go_on_with_match"),
    route(f"{_MATCH}forfeit/", "api-match-forfeit", match_changes.MatchChangeViewSet, post="forfeit_match"),
    route(f"{_MATCH}cancel/", "api-match-cancel", match_changes.MatchChangeViewSet, post="cancel_match"),
    route(f"{_MATCH}restore/", "api-match-restore", match_changes.MatchChangeViewSet, post="restore_match"),
    route(f"{_SEASON}wrong-pairs/", "api-wrong-pairs", pairs.WrongPairListViewSet, get="list_wrong_pairs"),
    route(f"{_MATCH}pair/", "api-match-pair", pairs.MatchPairViewSet, post="decide_pair"),
    route(f"{_MATCH}call/", "api-call", night.RefereeCallViewSet, post="call_referee", delete="take_back_call"),
    route(f"{_MATCH}call/answer/", "api-call-answer", night.RefereeCallViewSet, post="answer_call"),
    route(f"{_SEASON}desk/", "api-desk", night.DeskViewSet, get="get_desk"),
    route(f"{_SEASON}clock/", "api-clock", clock.ClockViewSet, get="get_clock", put="start_clock", delete="stop_clock"),
    route(f"{_SEASON}clock/pause/", "api-clock-pause", clock.ClockViewSet, post="pause_clock"),
    route(f"{_SEASON}clock/resume/", "api-clock-resume", clock.ClockViewSet, post="resume_clock"),
    route(f"{_SEASON}clock/extra/", "api-clock-extra", clock.ClockViewSet, post="give_extra_time"),
    route(f"{_SEASON}clock/last-hand/", "api-clock-last-hand", clock.ClockViewSet, post="announce_last_hand"),
    route(f"{_SEASON}attendance/", "api-attendance", night.DeskViewSet, put="check_in"),
    route(
        f"{_MATCH}result/", "api-match-result", results.MatchResultViewSet, put="type_result", delete="take_back_result"
    ),
    route(f"{_MATCH}result/preview/", "api-match-result-preview", results.MatchResultViewSet, post="preview_result"),
    route(f"{_SEASON}results/", "api-results", results.ResultListViewSet, post="type_results"),
    route(f"{_SEASON}results/preview/", "api-results-preview", results.ResultListViewSet, post="preview_results"),
    route(f"{_SEASON}checks/", "api-to-check", checks.PendingCheckListViewSet, get="list_to_check", post="tick_rounds"),
    route(f"{_SEASON}standings/", "api-standings", standings.StandingsViewSet, get="get_standings"),
    route(f"{_SEASON}needs/", "api-needs", standings.StandingsViewSet, get="get_needs"),
    route(
        f"{_SEASON}files/<slug:what>.<slug:kind>",
        "api-season-file",
        season_files.SeasonFileViewSet,
        get="download_season",
    ),
    route(f"{_SEASON}imports/", "api-imports", season_files.ImportViewSet, get="last_import", post="try_import"),
    route(f"{_SEASON}imports/<int:upload>/", "api-import-file", season_files.ImportViewSet, post="take_over_import"),
    route(
        f"{_SEASON}imports/<int:event>/take-back/",
        "api-take-back-import",
        season_files.ImportViewSet,
        post="take_back_import",
    ),
]
