"""The addresses of the pages and of the API."""

from django.urls import include, path

from games.views import games, house_rules, links, rescore, rounds, rules_editor, stakes, start, table

at_table = [
    path("", table.table, name="table"),
    path("moved/", table.moved, name="moved"),
    path("revision/", table.revision, name="revision"),
    path("preview/", rounds.preview, name="preview"),
    path("rounds/", rounds.save, name="save"),
    path("rounds/<int:game>/<int:number>/", rounds.change, name="change"),
    path("rounds/<int:game>/<int:number>/void/", rounds.strike, name="strike"),
    path("undo/", games.undo, name="undo"),
    path("games/", games.another, name="another"),
    path("games/<int:game>/", table.table, name="game"),
    path("games/<int:game>/rules/", games.rules, name="rules"),
    path("games/<int:game>/rules/change/", rules_editor.change_at_table, name="change_rules"),
    path("games/<int:game>/compare/", rescore.compare, name="compare"),
    path("games/<int:game>/compare/<str:preset>/", rescore.compare_one, name="compare_one"),
    path("finish/", games.finish, name="finish"),
    path("reopen/", games.reopen, name="reopen"),
    path("games/<int:game>/decide/", games.decide, name="decide"),
    path("seats/", games.seats, name="seats"),
    path("stakes/", stakes.stakes, name="stakes"),
    path("links/", links.links, name="links"),
    path("links/<int:link>/revoke/", links.revoke, name="revoke"),
]

urlpatterns = [
    path("", start.start, name="start"),
    path("t/<slug:public_id>/", include(at_table)),
    path("rules/<slug:preset>/", house_rules.preset, name="preset"),
    path("rules/<slug:preset>/change/", rules_editor.change, name="change_preset"),
    path("h/<slug:public_id>/", house_rules.shared, name="house_rules"),
    path("h/<slug:public_id>/change/", rules_editor.change_further, name="change_house_rules"),
    path("h/<slug:public_id>/copy/", house_rules.copy, name="copy_house_rules"),
    path("h/<slug:public_id>/delete/", house_rules.delete, name="delete_house_rules"),
    path("j/<str:secret>/", links.join, name="join"),
    path("live/<str:token>/", table.absent_stream, name="live"),
    path("api/v1/", include("games.api.urls")),
]
