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
from games.api.viewsets import route

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
    route("account/archive/", "api-account-archive", exports.AccountExportViewSet, get="get_account_archive"),
    route("evaluate/", "api-evaluate", rules.EvaluateViewSet, post="evaluate"),
    route("presets/", "api-presets", rules.PresetViewSet, get="list_presets"),
    route("presets/<slug:preset>/", "api-preset", rules.PresetViewSet, get="get_preset"),
    route("tables/", "api-tables", tables.StartTableViewSet, post="start_table"),
    route("tables/import/", "api-import", notation.NotationImportViewSet, post="import_table"),
    route("tables/<slug:public_id>/", "api-table", tables.TableViewSet, get="get_table"),
    route("tables/<slug:public_id>/entries/", "api-entries", tables.TableViewSet, get="list_entries"),
    route("tables/<slug:public_id>/preview/", "api-preview", rounds.RoundViewSet, post="preview_round"),
    route("tables/<slug:public_id>/rounds/", "api-rounds", rounds.RoundViewSet, post="enter_round"),
    route(
        "tables/<slug:public_id>/rounds/<int:game>/<int:number>/",
        "api-round",
        rounds.RoundViewSet,
        put="correct_round",
        delete="void_round",
    ),
    route(
        "tables/<slug:public_id>/questions/<int:question>/",
        "api-question",
        questions.QuestionViewSet,
        post="decide_question",
    ),
    route("tables/<slug:public_id>/games/", "api-games", games.GameViewSet, post="start_game"),
    route("tables/<slug:public_id>/games/<int:game>/finish/", "api-finish", games.GameViewSet, post="finish_game"),
    route("tables/<slug:public_id>/games/<int:game>/reopen/", "api-reopen", games.GameViewSet, post="reopen_game"),
    route("tables/<slug:public_id>/undo/", "api-undo", corrections.CorrectionViewSet, post="undo"),
    route("tables/<slug:public_id>/archive/", "api-table-archive", exports.TableExportViewSet, get="get_table_archive"),
    route(
        "tables/<slug:public_id>/games/<int:game>/swap/", "api-swap", corrections.CorrectionViewSet, post="swap_players"
    ),
    route(
        "tables/<slug:public_id>/games/<int:game>/after-end/",
        "api-after-end",
        corrections.CorrectionViewSet,
        post="decide_after_end",
    ),
    route(
        "tables/<slug:public_id>/games/<int:game>/rules/",
        "api-rules",
        table_rules.TableRulesViewSet,
        post="change_rules",
    ),
    route(
        "tables/<slug:public_id>/games/<int:game>/export/",
        "api-game-file",
        exports.TableExportViewSet,
        get="get_game_file",
    ),
    route(
        "tables/<slug:public_id>/games/<int:game>/export/csv/",
        "api-game-csv",
        exports.TableExportViewSet,
        get="get_game_csv",
    ),
    route("tables/<slug:public_id>/stakes/", "api-stakes", table_rules.TableRulesViewSet, put="set_stakes"),
    route("tables/<slug:public_id>/players/", "api-table-players", line_up.TablePlayersViewSet, put="set_players"),
    route("tables/<slug:public_id>/strict/", "api-strict", table_rules.TableRulesViewSet, put="set_strict"),
    route("tables/<slug:public_id>/notation/", "api-notation", notation.TableNotationViewSet, get="get_notation"),
    route("tables/<slug:public_id>/takeover/", "api-takeover", handover.HandoverViewSet, put="allow_takeover"),
    route("tables/<slug:public_id>/handover/", "api-handover", handover.HandoverViewSet, post="take_over"),
    route("tables/<slug:public_id>/links/", "api-links", links.LinkViewSet, get="list_links", post="create_link"),
    route("tables/<slug:public_id>/links/<int:link>/", "api-link", links.LinkViewSet, delete="revoke_link"),
    route("seals/<slug:seal>/", "api-seal", seals.SealViewSet, get="check_seal"),
    route("account/", "api-account", account.AccountViewSet, get="retrieve", put="update"),
    *router.urls,
    *season_urlpatterns,
]
