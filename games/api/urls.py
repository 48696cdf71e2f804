"""The API's URL patterns, version 1."""

from django.urls import path

from games.api import docs, schema
from games.api.account import account
from games.api.league import league_archive, league_members, league_offices, league_room, leagues, players
from games.api.rulebook import rules
from games.api.season.season_urls import season_urlpatterns
from games.api.sharing import exports, notation, seals
from games.api.table import corrections, games, handover, line_up, links, questions, rounds, table_rules, tables

league_urlpatterns = [
    path("leagues/", leagues.LeagueListView.as_view(), name="api-leagues"),
    path("leagues/import/", league_archive.LeagueImportView.as_view(), name="api-import-league"),
    path("leagues/take-up/", leagues.LeagueLinkAcceptView.as_view(), name="api-take-up"),
    path("leagues/<slug:public_id>/", leagues.LeagueDetailView.as_view(), name="api-league"),
    path("leagues/<slug:public_id>/leave/", leagues.LeagueLeaveView.as_view(), name="api-leave-league"),
    path("leagues/<slug:public_id>/history/", leagues.LeagueHistoryView.as_view(), name="api-league-history"),
    path("leagues/<slug:public_id>/archive/", league_archive.LeagueArchiveView.as_view(), name="api-archive"),
    path("leagues/<slug:public_id>/members/", league_members.MemberListView.as_view(), name="api-members"),
    path("leagues/<slug:public_id>/members/links/", league_members.ClaimLinkListView.as_view(), name="api-claims"),
    path(
        "leagues/<slug:public_id>/members/<int:member>/", league_members.MemberDetailView.as_view(), name="api-member"
    ),
    path(
        "leagues/<slug:public_id>/members/<int:member>/history/",
        league_members.MemberHistoryView.as_view(),
        name="api-member-history",
    ),
    path(
        "leagues/<slug:public_id>/members/<int:member>/link/", league_members.ClaimLinkView.as_view(), name="api-claim"
    ),
    path(
        "leagues/<slug:public_id>/members/<int:member>/release/",
        league_members.MemberReleaseView.as_view(),
        name="api-release",
    ),
    path(
        "leagues/<slug:public_id>/members/<int:member>/merge/",
        league_members.MemberMergeView.as_view(),
        name="api-merge",
    ),
    path(
        "leagues/<slug:public_id>/members/<int:member>/part/",
        league_members.MemberUnmergeView.as_view(),
        name="api-part",
    ),
    path("leagues/<slug:public_id>/offices/", league_offices.OfficeListView.as_view(), name="api-offices"),
    path(
        "leagues/<slug:public_id>/offices/invitations/",
        league_offices.InvitationListView.as_view(),
        name="api-invitations",
    ),
    path(
        "leagues/<slug:public_id>/offices/hand-over/", league_offices.LeagueHandOverView.as_view(), name="api-hand-over"
    ),
    path(
        "leagues/<slug:public_id>/offices/<int:office>/", league_offices.OfficeDetailView.as_view(), name="api-office"
    ),
    path("leagues/<slug:public_id>/places/", league_room.PlaceListView.as_view(), name="api-places"),
    path("leagues/<slug:public_id>/places/<int:place>/", league_room.PlaceDetailView.as_view(), name="api-place"),
    path("leagues/<slug:public_id>/places/<int:place>/link/", league_room.TabletLinkView.as_view(), name="api-tablet"),
    path("leagues/<slug:public_id>/links/", league_room.LeagueLinkListView.as_view(), name="api-league-links"),
    path(
        "leagues/<slug:public_id>/links/<int:link>/", league_room.LeagueLinkDetailView.as_view(), name="api-league-link"
    ),
    path("leagues/<slug:public_id>/players/<int:member>/", players.PlayerDetailView.as_view(), name="api-player"),
    path("leagues/<slug:public_id>/ratings/", players.RatingListView.as_view(), name="api-ratings"),
    path("leagues/<slug:public_id>/ratings/<int:member>/", players.PlayerRatingView.as_view(), name="api-rating"),
]

account_urlpatterns = [
    path("account/", account.AccountDetailView.as_view(), name="api-account"),
    path("account/tokens/", account.TokenListView.as_view(), name="api-tokens"),
    path("account/tokens/<slug:public_id>/", account.TokenDetailView.as_view(), name="api-token"),
]

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
    *league_urlpatterns,
    *season_urlpatterns,
    *account_urlpatterns,
]
