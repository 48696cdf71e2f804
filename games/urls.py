"""The addresses of the pages and of the API."""

from django.urls import URLPattern, include, path

from games.views import (
    accounts,
    cards,
    checker,
    games,
    house_rules,
    links,
    logging_in,
    notation,
    own_hands,
    players,
    rescore,
    rounds,
    rules_editor,
    season_data,
    stakes,
    start,
    table,
)

at_table = [
    path("", table.table, name="table"),
    path("moved/", table.moved, name="moved"),
    path("revision/", table.revision, name="revision"),
    path("preview/", rounds.preview, name="preview"),
    path("rounds/", rounds.save, name="save"),
    path("rounds/<int:game>/<int:number>/", rounds.change, name="change"),
    path("rounds/<int:game>/<int:number>/void/", rounds.strike, name="strike"),
    path("cards/", cards.cards, name="cards"),
    path("cards/saved/<int:game>/<int:number>/", cards.round_saved, name="cards_saved"),
    path("rounds/<int:game>/<int:number>/cards/", cards.round_cards, name="round_cards"),
    path("hand/", own_hands.hand, name="own_hand"),
    path("hand/state/", own_hands.state, name="own_hand_state"),
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
    path("text/", notation.as_text, name="text"),
    path("text/file/", notation.as_file, name="text_file"),
    path("links/", links.links, name="links"),
    path("links/<int:link>/revoke/", links.revoke, name="revoke"),
]

own_account = [
    path("", accounts.account, name="account"),
    path("new/", logging_in.sign_up, name="sign_up"),
    path("login/", logging_in.log_in, name="log_in"),
    path("logout/", logging_in.log_out, name="log_out"),
    path("password/", accounts.change_password, name="change_password"),
    path("reset/", logging_in.reset, name="reset"),
    path("reset/<str:uid>/<str:token>/", logging_in.reset_with, name="reset_with"),
    path("sessions/others/end/", accounts.end_other_sessions, name="end_other_sessions"),
    path("sessions/<slug:public_id>/end/", accounts.end_session, name="end_session"),
    path("delete/", accounts.delete, name="delete_account"),
]

in_league: list[URLPattern] = []

in_season: list[URLPattern] = []

on_table_of_season: list[URLPattern] = []

of_player = [path("players/<int:number>/", players.player, name="player")]

season_numbers = [
    path("data/", season_data.data, name="season_data"),
    path("data/<int:number>/", season_data.take_over_upload, name="take_over"),
    path("data/<slug:what>.<slug:kind>", season_data.download, name="download"),
]

at_fixture: list[URLPattern] = []

urlpatterns = [
    path("l/<slug:public_id>/", include([*in_league, *of_player])),
    path("s/<slug:public_id>/", include([*on_table_of_season, *in_season, *season_numbers])),
    path("s/<slug:public_id>/matches/<int:number>/", include(at_fixture)),
    path("l/<slug:public_id>/archive.json", season_data.archive, name="archive"),
    path("leagues/import/", season_data.bring_league, name="bring_league"),
    path("", start.start, name="start"),
    path("t/<slug:public_id>/", include(at_table)),
    path("import/", notation.from_text, name="import"),
    path("paper/", notation.from_paper, name="paper"),
    path("rules/<slug:preset>/", house_rules.preset, name="preset"),
    path("rules/<slug:preset>/change/", rules_editor.change, name="change_preset"),
    path("h/<slug:public_id>/", house_rules.shared, name="house_rules"),
    path("h/<slug:public_id>/change/", rules_editor.change_further, name="change_house_rules"),
    path("h/<slug:public_id>/copy/", house_rules.copy, name="copy_house_rules"),
    path("h/<slug:public_id>/delete/", house_rules.delete, name="delete_house_rules"),
    path("check/", checker.checker, name="checker"),
    path("check/colours/", checker.colours, name="colours"),
    path("j/<str:secret>/", links.join, name="join"),
    path("account/", include(own_account)),
    path("live/<str:token>/", table.absent_stream, name="live"),
    path("api/v1/", include("games.api.urls")),
]
