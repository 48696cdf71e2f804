"""The addresses of the pages and of the API."""

from django.urls import include, path

from games.views import games, links, rounds, start, table

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
    path("finish/", games.finish, name="finish"),
    path("reopen/", games.reopen, name="reopen"),
    path("games/<int:game>/decide/", games.decide, name="decide"),
    path("seats/", games.seats, name="seats"),
    path("links/", links.links, name="links"),
    path("links/<int:link>/revoke/", links.revoke, name="revoke"),
]

urlpatterns = [
    path("", start.start, name="start"),
    path("t/<slug:public_id>/", include(at_table)),
    path("j/<str:secret>/", links.join, name="join"),
    path("live/<str:token>/", table.absent_stream, name="live"),
    path("api/v1/", include("games.api.urls")),
]
