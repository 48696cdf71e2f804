"""The API's URL patterns, version 1."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from games.api import docs, schema
from games.api.account import account
from games.api.league import league_members, league_offices, league_room, leagues, players
from games.api.rulebook import rules
from games.api.season.season_urls import season_urlpatterns
from games.api.sharing import exports, notation, seals
from games.api.table import corrections, games, handover, line_up, links, questions, rounds, table_rules, tables

_LEAGUE = "leagues/<slug:public_id>/"

router = SimpleRouter(use_regex_path=False)
router.register("leagues", leagues.LeagueViewSet, basename="api-league")
router.register(f"{_LEAGUE}members", league_members.MemberViewSet, basename="api-member")
router.register(f"{_LEAGUE}offices", league_offices.OfficeViewSet, basename="api-office")
router.register(f"{_LEAGUE}places", league_room.PlaceViewSet, basename="api-place")
router.register(f"{_LEAGUE}links", league_offices.LeagueLinkViewSet, basename="api-league-link")
router.register(f"{_LEAGUE}players", players.PlayerViewSet, basename="api-player")
router.register(f"{_LEAGUE}ratings", players.RatingViewSet, basename="api-rating")
router.register("account/tokens", account.TokenViewSet, basename="api-token")

urlpatterns = [
    path("schema/", schema.SchemaView.as_view(), name="schema"),
    path("docs/", docs.DocsView.as_view(), name="api-docs"),
    path("account/archive/", exports.AccountArchiveView.as_view(), name="api-account-archive"),
    path("evaluate/", rules.EvaluateView.as_view(), name="api-evaluate"),
    path("presets/", rules.PresetListView.as_view(), name="api-presets"),
    path("presets/<slug:preset>/", rules.PresetDetailView.as_view(), name="api-preset"),
    path("tables/", tables.TableListView.as_view(), name="api-tables"),
    path("tables/import/", notation.NotationImportView.as_view(), name="api-import"),
    path("tables/<slug:public_id>/", tables.TableDetailView.as_view(), name="api-table"),
    path("tables/<slug:public_id>/entries/", tables.EntryListView.as_view(), name="api-entries"),
    path("tables/<slug:public_id>/preview/", rounds.RoundPreviewView.as_view(), name="api-preview"),
    path("tables/<slug:public_id>/rounds/", rounds.RoundListView.as_view(), name="api-rounds"),
    path("tables/<slug:public_id>/rounds/<int:game>/<int:number>/", rounds.RoundDetailView.as_view(), name="api-round"),
    path(
        "tables/<slug:public_id>/questions/<int:question>/",
        questions.QuestionDecisionView.as_view(),
        name="api-question",
    ),
    path("tables/<slug:public_id>/games/", games.GameListView.as_view(), name="api-games"),
    path("tables/<slug:public_id>/games/<int:game>/finish/", games.GameFinishView.as_view(), name="api-finish"),
    path("tables/<slug:public_id>/games/<int:game>/reopen/", games.GameReopenView.as_view(), name="api-reopen"),
    path("tables/<slug:public_id>/undo/", corrections.UndoEntryView.as_view(), name="api-undo"),
    path("tables/<slug:public_id>/archive/", exports.TableArchiveView.as_view(), name="api-table-archive"),
    path("tables/<slug:public_id>/games/<int:game>/swap/", corrections.SwapPlayersView.as_view(), name="api-swap"),
    path(
        "tables/<slug:public_id>/games/<int:game>/after-end/",
        corrections.AfterEndDecisionView.as_view(),
        name="api-after-end",
    ),
    path("tables/<slug:public_id>/games/<int:game>/rules/", table_rules.GameRulesView.as_view(), name="api-rules"),
    path("tables/<slug:public_id>/games/<int:game>/export/", exports.GameExportView.as_view(), name="api-game-file"),
    path("tables/<slug:public_id>/games/<int:game>/export/csv/", exports.GameCSVView.as_view(), name="api-game-csv"),
    path("tables/<slug:public_id>/stakes/", table_rules.TableStakesView.as_view(), name="api-stakes"),
    path("tables/<slug:public_id>/players/", line_up.TablePlayersView.as_view(), name="api-table-players"),
    path("tables/<slug:public_id>/strict/", table_rules.StrictModeView.as_view(), name="api-strict"),
    path("tables/<slug:public_id>/notation/", notation.TableNotationView.as_view(), name="api-notation"),
    path("tables/<slug:public_id>/takeover/", handover.TakeoverSettingView.as_view(), name="api-takeover"),
    path("tables/<slug:public_id>/handover/", handover.ScoringHandoverView.as_view(), name="api-handover"),
    path("tables/<slug:public_id>/links/", links.LinkListView.as_view(), name="api-links"),
    path("tables/<slug:public_id>/links/<int:link>/", links.LinkDetailView.as_view(), name="api-link"),
    path("seals/<slug:seal>/", seals.SealDetailView.as_view(), name="api-seal"),
    path("account/", account.AccountViewSet.as_view({"get": "retrieve", "put": "update"}), name="api-account"),
    *router.urls,
    *season_urlpatterns,
]
