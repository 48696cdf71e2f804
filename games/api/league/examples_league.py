"""Examples for the OpenAPI schema: a club that meets at The Swan. The tests send them and compare the answers."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample


def _request_example(title: str, value: Any) -> OpenApiExample:
    return OpenApiExample(title, value, request_only=True)


_CLUB: Final = {"name": "Tuesday Gin", "place": "The Swan", "zone": "Europe/Berlin", "public": True}

league_request: Final = _request_example("A club", _CLUB)
league_response: Final = OpenApiExample(
    "A club",
    {
        "id": "5d1c2b7e09f4a863",
        **_CLUB,
        "founded_at": "2026-11-20T21:14:03.512000+00:00",
        "mine": {"duties": ["organizer"], "member": None},
        "officials": [{"name": "Olga", "duty": "organizer"}],
    },
    response_only=True,
    status_codes=[201],
)
settings_request: Final = _request_example("The league has moved", _CLUB | {"place": "The Goose"})
members_request: Final = _request_example("Four people", {"names": ["Ann", "Ben", "Cleo", "Dan"]})
rename_request: Final = _request_example("A member has a new name", {"name": "Ann Miller"})
invitation_request: Final = _request_example("A referee", {"duty": "referee"})
place_request: Final = _request_example("By the window", {"name": "Table 1"})
