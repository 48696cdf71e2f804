"""Valid form data and bodies for every route, so that a granted right shows in what is written."""

import json
from typing import Any, Final

from tests.security.world import World

_FORMS: Final[dict[str, dict[str, Any]]] = {
    "table:save": {"end": "dead", "key": "k", "game": "1", "round": "2", "seating": "0"},
    "table:undo": {"key": "undo", "revision": "2"},
    "table:strict": {"strict": "yes"},
    "table:links": {"role": "watch", "label": "Grandmother"},
    "table:handover": {"key": "k"},
    "table:allow_takeover": {"takeover": "yes"},
    "league:places": {"name": "Table 9"},
    "league:members": {"names": "Quentin"},
    "league:rename_place": {"name": "Table 8"},
    "league:rename_member": {"name": "Quincy"},
    "season:rename_team": {"name": "The Quintet"},
    "season:change_match": {"do": "cancel", "reason": "The lights went out"},
    "season:desk_clock": {"do": "start", "minutes": "50", "at_end": "hand"},
    "season:check_in": {"here": "yes", "everyone": "yes"},
    "table:check": {"verdict": "confirmed", "round": "1:1:2", "side": ["0", "1"]},
    "account:page": {"name": "Quentin"},
    "join": {"label": "Quentin's phone"},
    "mfa_edit_webauthn": {"name": "Quentin's key"},
    "rules:star": {"star": "hollywood"},
}
"""The forms that are filled in; all others are sent empty, and with the right the answer says what is missing."""

_BUTTONS: Final = (
    *(
        "league:links",
        "league:codes",
        "season:watch_match",
        "season:play_match",
        "table:revoke",
        "league:revoke",
        "league:tablet_link",
    ),
    *(
        "league:claim_member",
        "league:release_member",
        "account:end_session",
        "account:end_token",
        "account:end_other_sessions",
        "league:accept_office",
    ),
    *(
        "rules:delete_house_rules",
        "rules:copy_house_rules",
        "accept_link",
        "account_logout",
        "league:erase_member",
        "league:remove_place",
        "season:remove_entrant",
    ),
    *("season:withdraw", "season:call_referee", "table:call_referee", "season:answer_call"),
    *("table:invite_code", "season:play_now", "league:merge_member", "league:hand_over", "try_out"),
    *("table:end_share", "account_confirm_email", "mfa_remove_webauthn", "mfa_deactivate_totp"),
)
"""What needs nothing filled in, or what ``form_of`` fills in."""
_BODIES: Final[dict[str, dict[str, Any]]] = {
    "api-tables": {"players": ["Quentin", "Quincy"], "preset": "standard"},
    "api-evaluate": {"id": 1, "kind": "meld", "cards": "7h 8h 9h"},
    "api-preview": {"declared": "dead"},
    "api-rounds": {"game": 1, "round": 2, "declared": "dead"},
    "api-round": {"declared": "dead"},
    "api-strict": {"strict": True},
    "api-undo": {},
    "api-takeover": {"takeover": True},
    "api-handover": {},
    "api-links": {"role": "watch", "label": "Grandmother"},
    "api-link": {},
    "api-season-rules-preview": {"rules": {"win": 3}},
    "api-match-result-preview": {},
    "api-season-hide": {},
    "api-season-show": {},
    "api-season-close": {},
    "api-season-reopen": {},
    "api-entrant-withdraw": {},
    "api-entrant-return": {},
    "api-match-play": {},
    "api-match-stop": {},
    "api-match-cancel": {"reason": "The lights went out"},
    "api-import-file": {},
    "api-to-check": {"rounds": [{"match": 1, "game": 1, "round": 1, "revision": 2}]},
    "api-match-checks": {"verdict": "approved", "rounds": [{"game": 1, "round": 1, "revision": 2}]},
    "api-attendance": {"here": True},
    "api-clock": {"minutes": 50, "at_end": "hand"},
    "api-call": {},
    "api-call-answer": {},
    "api-account": {"name": "Quentin"},
    "api-league-list": {"name": "Quiz night", "zone": "Europe/Berlin"},
    "api-league-detail": {"name": "Quiz night", "zone": "Europe/Berlin"},
    "api-member-list": {"names": ["Quentin", "Quincy"]},
    "api-member-detail": {"name": "Quincy"},
    "api-place-list": {"name": "Table 9"},
    "api-place-detail": {"name": "Table 8"},
    "api-office-invitations": {"duty": "scorer"},
    **{
        name: {}
        for name in (
            "api-member-links",
            "api-member-link",
            "api-member-release",
            "api-place-link",
            "api-league-link-list",
        )
    },
}


def form_of(world: World, name: str, at: str, actor: str) -> tuple[dict[str, Any], bool]:
    """What an actor sends to an address at an object, and whether that does something."""
    form = dict(_FORMS.get(name, {}))
    club = world.clubs.get(at, world.clubs["league L1"])
    third = club.members[list(club.members)[2]]
    if name == "season:play_now":
        # A member names the opponent, an official both sides.
        both = () if "member" in actor else (next(iter(club.entrants.values())),)
        others = (*both, club.entrants[third.name])
        form = {f"player-{number}": str(entrant.pk) for number, entrant in enumerate(others, 1)}
    elif name == "league:merge_member":
        form = {"into": str(third.pk)}
    elif name == "league:hand_over":
        form = {"to": str(club.league.offices.exclude(account=club.organizer).earliest("pk").account_id)}
    return form, name in _FORMS or name in _BUTTONS


def body_of(name: str, method: str) -> tuple[bytes, bool]:
    """The body for an address of the API, and whether it does something."""
    if method in ("GET", "DELETE"):
        # The last organizer stays.
        return b"", name != "api-office-detail"
    return json.dumps(_BODIES.get(name, {})).encode(), name in _BODIES
