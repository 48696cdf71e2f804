"""The addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from games.api import rounds, rules, tables

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(authentication_classes=(), permission_classes=()), name="schema"),
    path("evaluate/", rules.Evaluate.as_view(), name="api-evaluate"),
    path("presets/", rules.Presets.as_view(), name="api-presets"),
    path("presets/<slug:preset>/", rules.OnePreset.as_view(), name="api-preset"),
    path("tables/", tables.Tables.as_view(), name="api-tables"),
    path("tables/<slug:public_id>/", tables.OneTable.as_view(), name="api-table"),
    path("tables/<slug:public_id>/preview/", rounds.Preview.as_view(), name="api-preview"),
    path("tables/<slug:public_id>/rounds/", rounds.Rounds.as_view(), name="api-rounds"),
    path("tables/<slug:public_id>/rounds/<int:game>/<int:number>/", rounds.OneRound.as_view(), name="api-round"),
    path("tables/<slug:public_id>/games/", tables.Games.as_view(), name="api-games"),
    path("tables/<slug:public_id>/games/<int:game>/finish/", tables.Finish.as_view(), name="api-finish"),
    path("tables/<slug:public_id>/games/<int:game>/reopen/", tables.Reopen.as_view(), name="api-reopen"),
    path("tables/<slug:public_id>/links/", tables.Links.as_view(), name="api-links"),
    path("tables/<slug:public_id>/links/<int:link>/", tables.OneLink.as_view(), name="api-link"),
    path("tables/<slug:public_id>/entries/", tables.Entries.as_view(), name="api-entries"),
]
