"""The addresses of the API, version 1."""

from django.urls import path

from games.api import (
    docs,
    exports,
    games,
    handover,
    links,
    notation,
    questions,
    rounds,
    rules,
    schema,
    table_rules,
    tables,
)

urlpatterns = [
    path("schema/", schema.SchemaView.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="api-docs"),
    path("account/archive/", exports.AccountArchive.as_view(), name="api-account-archive"),
    path("evaluate/", rules.Evaluate.as_view(), name="api-evaluate"),
    path("presets/", rules.Presets.as_view(), name="api-presets"),
    path("presets/<slug:preset>/", rules.OnePreset.as_view(), name="api-preset"),
    path("tables/", tables.Tables.as_view(), name="api-tables"),
    path("tables/import/", notation.Import.as_view(), name="api-import"),
    path("tables/<slug:public_id>/", tables.OneTable.as_view(), name="api-table"),
    path("tables/<slug:public_id>/entries/", tables.Entries.as_view(), name="api-entries"),
    path("tables/<slug:public_id>/preview/", rounds.Preview.as_view(), name="api-preview"),
    path("tables/<slug:public_id>/rounds/", rounds.Rounds.as_view(), name="api-rounds"),
    path("tables/<slug:public_id>/rounds/<int:game>/<int:number>/", rounds.OneRound.as_view(), name="api-round"),
    path("tables/<slug:public_id>/questions/<int:question>/", questions.OneQuestion.as_view(), name="api-question"),
    path("tables/<slug:public_id>/games/", games.Games.as_view(), name="api-games"),
    path("tables/<slug:public_id>/games/<int:game>/finish/", games.Finish.as_view(), name="api-finish"),
    path("tables/<slug:public_id>/games/<int:game>/reopen/", games.Reopen.as_view(), name="api-reopen"),
    path("tables/<slug:public_id>/games/<int:game>/rules/", table_rules.Rules.as_view(), name="api-rules"),
    path("tables/<slug:public_id>/games/<int:game>/export/", exports.GameFile.as_view(), name="api-game-file"),
    path("tables/<slug:public_id>/games/<int:game>/export/csv/", exports.GameCSV.as_view(), name="api-game-csv"),
    path("tables/<slug:public_id>/stakes/", table_rules.TableStakes.as_view(), name="api-stakes"),
    path("tables/<slug:public_id>/strict/", table_rules.Strict.as_view(), name="api-strict"),
    path("tables/<slug:public_id>/notation/", notation.Text.as_view(), name="api-notation"),
    path("tables/<slug:public_id>/takeover/", handover.Takeover.as_view(), name="api-takeover"),
    path("tables/<slug:public_id>/handover/", handover.Handover.as_view(), name="api-handover"),
    path("tables/<slug:public_id>/links/", links.Links.as_view(), name="api-links"),
    path("tables/<slug:public_id>/links/<int:link>/", links.OneLink.as_view(), name="api-link"),
]
