"""Who may do what at every URL, written by hand from the documented rights, independent of the code.

A line says what right an address needs, to read it and to send something to it. A table says which rights each actor
has at each object. With the right there is an answer; without it the refusal in ``REFUSED``.
"""

from collections.abc import Iterator
from typing import Final

# --- What each address needs: its url name, the method, the right --------------------------------------------------

Needs = dict[str, dict[str, str]]


def _lines(right: str, names: str, *methods: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what each of ``names`` needs; "table: page board" are table:page and table:board."""
    namespace = ""
    for name in names.split():
        if name.endswith(":"):
            namespace = name
        else:
            yield namespace + name, dict.fromkeys(methods, right)


def _declared(*groups: Iterator[tuple[str, dict[str, str]]]) -> Needs:
    found: Needs = {}
    for group in groups:
        for name, needs in group:
            twice = set(found.get(name, {})) & set(needs)
            assert not twice, f"{name} is declared twice for {twice}"
            found.setdefault(name, {}).update(needs)
    return found


PAGES: Final[Needs] = _declared(
    # Open to everybody. What they start or save belongs to the requesting phone.
    _lines("public", "start rules:all import paper rules:change_preset checker display achievements", "GET", "POST"),
    _lines(
        "public",
        "leagues service_worker manifest offline form_token rules:preset promises help security_txt tablet",
        "GET",
    ),
    _lines("public", "my_games hall hall_moved hall_revision wait_to_join", "GET"),  # of the phone that asks
    # A code lets a phone ask; only a phone that scores admits it. Another moves the games of the phone that shows it.
    _lines("public", "enter_code move_games move_here", "GET", "POST"),
    _lines("public", "rules: house_rules change_house_rules print_preset print_house_rules", "GET"),
    _lines("public", "rules: guide_preset guide_house_rules compare", "GET"),
    _lines("public", "all_time all_time_csv", "GET"),  # Of the phone that asks: empty for one without games.
    _lines("public", "seal", "GET"),  # Details of the game are only for those who may see its table.
    _lines("public", "rules:copy_house_rules colors try_out rules:star", "POST"),
    _lines("public", "account_signup account_login account_logout account_reset_password", "GET", "POST"),
    _lines("public", "account_reset_password_done account_reset_password_from_key_done account_inactive", "GET"),
    _lines("public", "account_email_verification_sent", "GET"),
    _lines("second step", "mfa_authenticate account_confirm_login_code", "GET", "POST"),
    _lines("public", "live", "GET"),  # Django's stand-in for a server without streams; it holds nothing
    # What a secret in the URL opens for anyone.
    _lines("secret", "join accept_link", "GET", "POST"),
    _lines("mailed link", "account_reset_password_from_key", "GET", "POST"),
    _lines("mailed link", "account_confirm_email", "GET"),
    _lines("secret", "account_confirm_email", "POST"),
    _lines("secret", "shared shared_image", "GET"),
    # A phone's own house rules.
    _lines("keeper", "rules:delete_house_rules", "POST"),
    # An account.
    _lines("account", "account: page new_token delete", "GET", "POST"),
    _lines("account", "new_league import_league", "GET", "POST"),
    _lines("account", "account_email account_change_password account_set_password", "GET", "POST"),
    _lines("account", "account_reauthenticate mfa_reauthenticate mfa_reauthenticate_webauthn", "GET", "POST"),
    _lines("turned off", "account_request_reauthentication_code", "GET", "POST"),
    _lines("turned off", "account_confirm_reauthentication_code", "GET", "POST"),
    _lines("account", "mfa_index mfa_list_webauthn", "GET"),
    _lines("account", "mfa_activate_totp mfa_add_webauthn mfa_generate_recovery_codes", "GET", "POST"),
    _lines("app", "mfa_deactivate_totp", "GET", "POST"),
    _lines("recovery codes", "mfa_view_recovery_codes mfa_download_recovery_codes", "GET"),
    _lines("own part", "mfa_edit_webauthn mfa_remove_webauthn", "GET", "POST"),
    _lines("account", "account:archives", "GET", "POST"),
    _lines("account", "account:archive", "GET"),
    _lines("account", "account:end_other_sessions", "POST"),
    _lines("own part", "account: end_session end_token", "POST"),
    _lines("invited", "league:accept_office", "GET", "POST"),
    # A table.
    _lines("watch", "table: page moved revision game rules compare compare_one text text_file cards_saved", "GET"),
    _lines("watch", "table: board board_moved", "GET"),
    _lines("watch", "table: print print_game export game_file picture game_picture story", "GET"),
    _lines("score", "table: preview save void undo next_game finish reopen decide questions", "POST"),
    _lines("score", "table: share end_share admit", "POST"),
    _lines("score", "table: change cards round_cards own_hand change_rules stakes seats players", "GET", "POST"),
    _lines("score", "table:own_hand_state", "GET"),
    _lines("own", "table:links", "GET", "POST"),
    _lines("own", "table: strict revoke invite_code", "POST"),
    _lines("own", "table:archive", "GET"),
    _lines("take over", "table:handover", "GET", "POST"),
    _lines("take over", "table:allow_takeover", "POST"),
    _lines("watch a match", "table:match", "GET"),
    _lines("score a match", "table: check call_referee", "POST"),
    # A league.
    _lines("see", "league: page guide member player ratings rating", "GET"),
    _lines("see", "league:leave", "GET", "POST"),
    _lines("manage", "league: settings links members codes offices places new_season erase_member", "GET", "POST"),
    _lines("manage", "league: revoke rename_member claim_member release_member merge_member unmerge_member", "POST"),
    _lines("manage", "league: hand_over end_office rename_place remove_place tablet_link", "POST"),
    _lines("manage", "league:archive", "GET"),
    # A season.
    _lines("see", "season: page moved revision needs screen screen_moved", "GET"),
    _lines("see", "season: hall hall_moved bracket", "GET"),
    _lines("see", "season: rules game_rules matches calendar member_calendar download", "GET"),
    _lines("see", "season: entrants data pictures print sheet change_match", "GET"),
    _lines("manage", "season: entrants data change_match", "POST"),
    _lines("manage", "season: change_rules run draw final_stage", "GET", "POST"),
    _lines(
        "manage",
        "season: seed_entrants set_handicaps withdraw return_entrant remove_entrant rename_team join_team leave_team",
        "POST",
    ),
    _lines("manage", "season: take_entrants import_upload take_back_import", "POST"),
    _lines("judge", "season:checks", "GET", "POST"),
    _lines("judge", "season:desk_clock", "POST"),
    _lines("challenge", "season:play_now", "POST"),
    _lines("enter results", "season:results", "GET"),
    _lines("enter results", "season:type_result", "POST"),
    _lines("run the night", "season: desk desk_moved", "GET"),
    _lines("run the night", "season: check_in answer_call", "POST"),
    _lines("manage", "season:desk_draw", "POST"),
    # A match.
    _lines("see", "season:match", "GET"),
    _lines("see", "season:watch_match", "POST"),
    _lines("sit down", "season: play_match call_referee", "POST"),
)
"""The pages, fragments, calendars and exports."""

API: Final[Needs] = _declared(
    _lines("public", "schema api-docs api-presets api-preset", "GET"),
    _lines("public", "api-seal", "GET"),
    _lines("public", "api-evaluate", "POST"),
    _lines("start", "api-tables api-import", "POST"),
    _lines("watch", "api-table api-entries api-notation api-game-file api-game-csv", "GET"),
    _lines("watch", "api-preview", "POST"),
    _lines("score", "api-rounds api-games api-finish api-reopen api-rules api-question", "POST"),
    _lines("score", "api-round", "PUT", "DELETE"),
    _lines("score", "api-stakes api-table-players", "PUT"),
    _lines("score", "api-undo api-swap api-after-end", "POST"),
    _lines("own", "api-table-archive", "GET"),
    _lines("own", "api-strict", "PUT"),
    _lines("own", "api-links", "GET", "POST"),
    _lines("own", "api-link", "DELETE"),
    _lines("take over", "api-takeover", "PUT"),
    _lines("take over", "api-handover", "POST"),
    # Accounts.
    _lines("account's", "api-account api-token-list", "GET"),
    _lines("whole account's", "api-account", "PUT"),
    _lines("whole account's", "api-account-archive", "GET"),
    _lines("own token", "api-token-detail", "DELETE"),
    # Leagues.
    _lines("nobody's or account's", "api-league-list", "GET"),
    _lines("whole account's", "api-league-list api-league-import api-league-take-up", "POST"),
    _lines(
        "see",
        "api-league-detail api-member-list api-member-detail api-member-history api-player-detail api-rating-list "
        "api-rating-detail",
        "GET",
    ),
    _lines("look after", "api-league-history api-office-list api-place-list api-league-link-list", "GET"),
    _lines("manage", "api-league-archive", "GET"),
    _lines("take part", "api-league-leave", "POST"),
    _lines("manage", "api-league-detail api-member-detail api-place-detail", "PUT"),
    _lines(
        "manage",
        "api-member-list api-member-links api-member-link api-member-release api-member-merge api-member-part",
        "POST",
    ),
    _lines(
        "manage",
        "api-office-invitations api-office-hand-over api-place-list api-place-link api-league-link-list",
        "POST",
    ),
    _lines("manage", "api-member-detail api-office-detail api-place-detail api-league-link-detail", "DELETE"),
    # Seasons.
    _lines("see", "api-seasons api-season api-season-history api-season-calendar api-season-rules", "GET"),
    _lines("see", "api-penalties api-entrant-list api-draw api-matches api-match api-standings api-needs", "GET"),
    _lines("see", "api-season-file api-wrong-pairs", "GET"),
    _lines("look after", "api-imports", "GET"),
    _lines("manage", "api-seasons api-season-rules api-season-rules-preview api-penalties api-entrant-list", "POST"),
    _lines("manage", "api-season-hide api-season-show api-season-close api-season-reopen", "POST"),
    _lines(
        "manage",
        "api-entrant-withdraw api-entrant-return api-entrant-mates api-teammate-leave api-imports api-import-file",
        "POST",
    ),
    _lines("manage", "api-draw api-draw-preview api-draw-missing api-draw-script", "POST"),
    _lines("manage", "api-final-stage api-final-stage-preview api-final-stage-entrants", "POST"),
    _lines("manage", "api-match-reschedule api-match-stop api-match-go-on api-match-forfeit", "POST"),
    _lines("manage", "api-match-cancel api-match-restore api-match-pair api-take-back-import", "POST"),
    _lines("manage", "api-entrant-detail", "PUT", "DELETE"),
    _lines("manage", "api-entrant-seeds api-entrant-handicaps", "PUT"),
    _lines("manage", "api-penalty", "DELETE"),
    _lines("look into", "api-to-check", "GET"),
    _lines("judge", "api-to-check", "POST"),
    _lines("look into", "api-desk", "GET"),
    _lines("see", "api-clock", "GET"),
    _lines("judge", "api-clock", "PUT", "DELETE"),
    _lines("judge", "api-clock-pause api-clock-resume api-clock-extra api-clock-last-hand", "POST"),
    _lines("run the night", "api-attendance", "PUT"),
    _lines("run the night", "api-call-answer", "POST"),
    _lines("sit down", "api-call", "POST", "DELETE"),
    _lines("enter results", "api-results api-results-preview api-match-result-preview", "POST"),
    _lines("enter results", "api-match-result", "PUT", "DELETE"),
    _lines("challenge", "api-matches", "POST"),
    _lines("sit down", "api-match-play api-match-checks", "POST"),
    _lines("sit down", "api-match-line-up", "PUT"),
)
"""The JSON API."""

# --- Who has which rights where -------------------------------------------------------------------------------------

TABLES: Final = ("table A", "table B", "match of L1", "no table")
LEAGUES: Final = ("league L1", "league L2", "no league")

ROLES: Final[dict[str, set[str]]] = {
    "watcher": {"watch"},
    "scorer": {"watch", "score"},
    "owner": {"watch", "score", "own", "take over"},
    # In a league the scoring is not one phone's, so there is nothing to take over.
    "watcher of a match": {"watch", "watch a match"},
    "scorer of a match": {"watch", "score", "watch a match", "score a match"},
    "owner of a match": {"watch", "score", "own", "watch a match", "score a match"},
    "onlooker": {"see"},
    "member": {"see", "challenge"},
    "player": {"see", "challenge", "sit down"},
    "tablet": {"see", "sit down"},
    "scorer of the league": {"see", "challenge", "sit down", "enter results", "run the night"},
    "referee": {"see", "challenge", "sit down", "enter results", "run the night", "judge"},
    "organizer": {"see", "challenge", "sit down", "enter results", "run the night", "judge", "manage"},
    # Formerly had the role, by a link that was revoked.
    "switched off": set(),
    # Programs in a league. They read what their account does, whatever their scope.
    "reading program of the organizer": {"see", "look after", "look into"},
    "scoring program of the organizer": {
        *("see", "look after", "look into", "challenge", "sit down", "enter results", "run the night", "judge"),
    },
    "program of the organizer": {
        *("see", "look after", "look into", "challenge", "sit down", "enter results", "run the night", "judge"),
        *("manage", "take part"),
    },
    "program of the referee": {
        *("see", "look into", "challenge", "sit down", "enter results", "run the night", "judge", "take part"),
    },
    "program of a member": {"see", "challenge", "take part"},
}

AT: Final[dict[tuple[str, str], str]] = {
    ("spectator A", "table A"): "watcher",
    ("scorer A", "table A"): "scorer",
    ("revoked scorer A", "table A"): "switched off",
    ("owner A", "table A"): "owner",
    ("scorer B", "table B"): "scorer",
    ("member L1", "match of L1"): "scorer of a match",
    ("another member L1", "match of L1"): "watcher of a match",
    ("tablet L1", "match of L1"): "scorer of a match",
    ("scorer L1", "match of L1"): "scorer of a match",
    ("referee L1", "match of L1"): "owner of a match",
    ("organizer L1", "match of L1"): "owner of a match",
    ("member L1", "league L1"): "player",
    ("another member L1", "league L1"): "member",
    ("tablet L1", "league L1"): "tablet",
    ("scorer L1", "league L1"): "scorer of the league",
    ("referee L1", "league L1"): "referee",
    ("organizer L1", "league L1"): "organizer",
    ("organizer L2", "league L2"): "organizer",
}
"""Whatever pair is not listed has no right at all: the object is not there for that actor."""

BROWSERS: Final = (
    "anonymous",
    "spectator A",
    "scorer A",
    "scorer B",
    "revoked scorer A",
    "owner A",
    "member L1",
    "another member L1",
    "tablet L1",
    "scorer L1",
    "referee L1",
    "organizer L1",
    "organizer L2",
    "deactivated organizer L1",
    "a token of the API at a page",
)
LOGGED_IN: Final = {"another member L1", "scorer L1", "referee L1", "organizer L1", "organizer L2"}
BELONGS: Final = {
    "keeper": {("scorer B", "own"), ("owner A", "other")},
    "own part": {("organizer L1", "own"), ("organizer L2", "other")},
    "invited": {("referee L1", "league L1")},
}
"""House rules, sessions and tokens of accounts, invitations on phones: nobody sees them but who they belong to."""
PROGRAMS: Final[dict[str, dict[str, str]]] = {
    # The purpose of a token, and its roles at objects.
    "no token": {},
    "no token, but the session of organizer L1": {},
    "a token that never was": {},
    "an account's token that never was": {},
    "watch token A": {"table A": "watcher"},
    "score token A": {"table A": "scorer"},
    "owner token A": {"table A": "owner"},
    "score token B": {"table B": "scorer"},
    "revoked score token A": {"table A": "switched off"},
    "read token L1": {
        "match of L1": "watcher of a match",
        "league L1": "reading program of the organizer",
    },
    "score token L1": {
        "match of L1": "scorer of a match",
        "league L1": "scoring program of the organizer",
    },
    "manage token L1": {
        "match of L1": "owner of a match",
        "league L1": "program of the organizer",
    },
    "manage token of the referee L1": {"match of L1": "owner of a match", "league L1": "program of the referee"},
    "manage token of a member L1": {"match of L1": "watcher of a match", "league L1": "program of a member"},
    "manage token L2": {"league L2": "program of the organizer"},
    "revoked token L1": {},
    "token L1 that is over": {},
    "token of a deactivated account": {},
}
NO_CREDENTIALS: Final = {
    "no token",
    "no token, but the session of organizer L1",
    "a token that never was",
    "an account's token that never was",
    "revoked token L1",
    "token L1 that is over",
    "token of a deactivated account",
}
SENDS_NO_TOKEN: Final = {"no token", "no token, but the session of organizer L1"}
BAD_ACCOUNT_TOKEN: Final = {
    "an account's token that never was",
    "revoked token L1",
    "token L1 that is over",
    "token of a deactivated account",
}
MANAGE_TOKENS: Final = {
    *("manage token L1", "manage token of the referee L1", "manage token of a member L1", "manage token L2"),
}
SMALL_SCOPE: Final = {"read token L1", "score token L1"}
"""May not start a table for the account; without a token of an account, one may start a table without owner."""
OF_TABLES: Final = {
    *("watch token A", "score token A", "owner token A", "score token B", "revoked score token A"),
}
"""Tokens that don't belong to an account; leagues don't know them."""


TO_LOG_IN: Final = 302
LED_TO_LOGIN: Final = {"account_confirm_email", "mfa_reauthenticate_webauthn"}
"""With the right, too, after a confirmed e-mail without a log-in, and after a wrong passkey."""
ABOUT_NOTHING: Final = {
    "league:unmerge_member",
    "season:join_team",
    "season:leave_team",
    "season:rename_team",
    "table:questions",
    "table:admit",
    "api-question",
    "api-member-part",
}
"""Nobody was merged or asks to join, there are no teams and no open questions: who has the right gets a "not found"."""
GONE: Final = {
    # The answers for a revoked secret, and for one that never existed.
    "join": (410, 404),
    "accept_link": (410, 404),
    "shared": (410, 404),
    "shared_image": (410, 404),
    "account_confirm_email": (404, 404),
}


def role(actor: str, at: str) -> str | None:
    """The role of an actor at an object; None if the object is hidden from the actor."""
    if actor in PROGRAMS:
        return PROGRAMS[actor].get(at)
    return AT.get((actor, at))


def page_status(name: str, actor: str, right: str, at: str, *, public: bool = False) -> int | None:
    """The status that an actor without the right gets from the page of this name; None for who has it.

    ``public``: league L1 may be seen by everybody.
    """
    if right == "public":
        return 404 if at == "none" else None
    if right == "secret":
        return None if at == "own" else GONE[name][at == "none"]
    if right == "mailed link":
        # The page says that the link doesn't work.
        return None if at == "own" else 200
    if right == "second step":
        # Here nobody gave a password a moment ago; who is logged in is led on to the account.
        return None if actor in LOGGED_IN else TO_LOG_IN
    if right in ("turned off", "recovery codes", "app"):
        # Codes by mail aren't in use; nobody has made recovery codes, and one has an app.
        without = 403 if right == "turned off" else 404
        has_one = right == "app" and actor == "organizer L1"
        return TO_LOG_IN if actor not in LOGGED_IN else None if has_one else without
    if right == "account":
        return None if actor in LOGGED_IN else TO_LOG_IN
    if right in BELONGS:
        if right != "keeper" and actor not in LOGGED_IN:
            return TO_LOG_IN
        return None if (actor, at) in BELONGS[right] else 404
    held = role(actor, at)
    if held is None and public and at == "league L1":
        held = "onlooker"
    return _of_role(held, right)


def api_status(program: str, right: str, at: str) -> int | None:
    """The status that a program without the right gets from the API; None for who has it."""
    if right == "public":
        return None
    if right == "start":
        return 401 if program in BAD_ACCOUNT_TOKEN else 403 if program in SMALL_SCOPE else None
    if program in OF_TABLES and (at in LEAGUES or right in OF_ACCOUNTS):
        return 401
    if right in OF_ACCOUNTS:
        return _of_account(program, right, at)
    if right == "manage token":
        # Tokens of tables are of no account.
        return 403 if program in SMALL_SCOPE else None if program in MANAGE_TOKENS else 401
    return 401 if program in NO_CREDENTIALS else _of_role(role(program, at), right)


OF_ACCOUNTS: Final = {"nobody's or account's", "account's", "whole account's", "own token"}
"""What tokens of accounts may: any or none, any, those of the scope "manage", and these with a token of theirs."""


def _of_account(program: str, right: str, at: str) -> int | None:
    if program in NO_CREDENTIALS:
        return None if right == "nobody's or account's" and program in SENDS_NO_TOKEN else 401
    if right in ("whole account's", "own token") and program in SMALL_SCOPE:
        return 403
    own = {("manage token L1", "own"), ("manage token L2", "other")}
    return None if right != "own token" or (program, at) in own else 404


def _of_role(held: str | None, right: str) -> int | None:
    if held is None:
        return 404
    if held == "switched off":
        return 410
    if right in ROLES[held]:
        return None
    # A table without a match has no match data for anyone.
    return 404 if right.endswith("a match") and not held.endswith("a match") else 403


KEEPS_IN_SESSION: Final = frozenset(
    [
        *("mfa_activate_totp", "mfa_add_webauthn", "mfa_reauthenticate_webauthn", "account_reset_password_from_key"),
        # It logs another account out.
        "account_confirm_email",
    ]
)
"""What writes although it is only read: a secret or a challenge into the session of the browser that asks."""

GIVES_SEALS: Final = frozenset(
    [
        "table:print",
        "table:print_game",
        "table:game_file",
        "table:text_file",
        "table:archive",
        "account:archive",
        "league:archive",
        "season:download",
        "api-game-file",
        "api-game-csv",
        "api-table-archive",
        "api-account-archive",
        "api-league-archive",
        "api-season-file",
    ]
)
"""What writes although it is only read: the seal of a sheet or a file that is taken along, once and nothing else."""
