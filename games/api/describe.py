"""How an operation is described for the schema: a decorator that knows what all operations have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import BaseSerializer

from games.api.codes import FIELDS, HOUSE_RULES, ILLEGAL, MEANINGS, UNREADABLE, status_of
from games.api.paging import MOST, USUAL

Handler = TypeVar("Handler", bound=Callable[..., Any])
Shape = type[BaseSerializer[Any]] | BaseSerializer[Any] | OpenApiTypes

PROBLEM_TYPE: Final = "application/problem+json"
PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}


def _path(name: str, kind: Any, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.PATH, required=True, description=text)


def _sent(name: str, text: str, *, required: bool) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, required=required, description=text)


def _answered(name: str, text: str, *statuses: int) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, description=text, response=list(statuses))


TABLE: Final = _path("public_id", OpenApiTypes.STR, "The table's `id`.")
GAME: Final = _path("game", OpenApiTypes.INT, "The game's number at the table, from 1.")
NUMBER: Final = _path("number", OpenApiTypes.INT, "The round's number in the game, from 1.")
LINK: Final = _path("link", OpenApiTypes.INT, "The link's `id`.")
TOKEN: Final = _path("public_id", OpenApiTypes.STR, "The token's `id`.")
LEAGUE: Final = _path("public_id", OpenApiTypes.STR, "The league's `id`.")
SEASON: Final = _path("public_id", OpenApiTypes.STR, "The season's `id`.")
QUESTION: Final = _path("question", OpenApiTypes.INT, "The question's `id`.")
PRESET: Final = _path("preset", OpenApiTypes.STR, "The preset's `id`.")
WEBHOOK: Final = _path("public_id", OpenApiTypes.STR, "The webhook's `id`.")
DELIVERY: Final = _path("delivery", OpenApiTypes.INT, "The delivery's `id`.")

_KEY: Final = (
    "A text of your own for this one intent, printable, 200 characters at most, for instance a UUID. The same again "
    "after a lost answer writes nothing twice."
)
IDEMPOTENCY_KEY: Final = _sent("Idempotency-Key", _KEY, required=True)
IDEMPOTENCY_KEY_MAY: Final = _sent(
    "Idempotency-Key", _KEY + " Without one, the revision that was seen is the key.", required=False
)
IF_MATCH_ROUND: Final = _sent(
    "If-Match", 'The `revision` of the round as it was seen, in quotes: `"7"`. Without it 428.', required=True
)
IF_MATCH_TABLE: Final = _sent(
    "If-Match", 'The `revision` of the table as it was seen, in quotes: `"7"`. Without it 428.', required=True
)
IF_MATCH_ENTRY: Final = _sent(
    "If-Match",
    'The `revision` of the newest entry that still stands, as the ledger tells it, in quotes: `"7"`. Without it 428.',
    required=True,
)
IF_NONE_MATCH: Final = _sent(
    "If-None-Match",
    "The `ETag` of the last answer. While the table stands there, the answer is 304; but once something was said of a "
    "round that made no revision, 200 until the next one.",
    required=False,
)
IF_NONE_MATCH_ANSWER: Final = _sent(
    "If-None-Match", "The `ETag` of the last answer. While the answer would be the same, it is 304.", required=False
)


def ID(name: str, text: str) -> OpenApiParameter:  # noqa: N802 - a part of an address like its neighbours
    """A whole number in the address."""
    return _path(name, OpenApiTypes.INT, text)


def QUERY(name: str, text: str, kind: Any = OpenApiTypes.STR, **more: Any) -> OpenApiParameter:  # noqa: N802 - likewise
    """A parameter after the question mark, which may be left out."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=text, **more)


_NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_LIMIT: Final = {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}
AFTER: Final = QUERY("after", "Go on after this one. `next` of an answer has it filled in.", _NUMBER)
LIMIT: Final = QUERY("limit", "How many at most.", _LIMIT)


def ETAG(*statuses: int) -> OpenApiParameter:  # noqa: N802 - a header like its neighbours, for some answers
    """The header ``ETag`` on the answers with these statuses."""
    return _answered("ETag", "The revision, in quotes.", *statuses)


def VERSION(*statuses: int) -> OpenApiParameter:  # noqa: N802 - likewise
    """The header ``ETag`` of an answer without a revision: it stands for what is in it."""
    return _answered("ETag", "Stands for this answer: another one has another.", *statuses)


def REPLAYED(*statuses: int) -> OpenApiParameter:  # noqa: N802 - a header like its neighbours, for some answers
    """The header ``Idempotent-Replayed`` on the answers with these statuses."""
    return _answered("Idempotent-Replayed", "`true` where this key had been used: nothing was written now.", *statuses)


def LOCATION(*statuses: int) -> OpenApiParameter:  # noqa: N802 - a header like its neighbours, for some answers
    """The header ``Location`` on the answers with these statuses."""
    return _answered("Location", "The address of what was made.", *statuses)


_ALWAYS: Final = (
    _answered("Retry-After", "Seconds after which it is worth asking again.", 429, 503, 507),
    _answered("WWW-Authenticate", "`Bearer`.", 401),
)


def describe(
    *,
    tag: str,
    operation: str,
    summary: str,
    gives: Mapping[Any, tuple[Shape | OpenApiTypes | None, str]],
    role: str = "",
    at: Sequence[OpenApiParameter] = (),
    headers: Sequence[OpenApiParameter] = (),
    takes: Shape | None = None,
    sends: Sequence[OpenApiParameter] = (),
    writes: bool = False,
    refuses: Sequence[str] = (),
    illegal: bool = False,
    house_rules: bool = False,
    fields: bool = True,
    scope: str = "",
    duty: bool = False,
    tokenless: bool = False,
    changes: bool = False,
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[Handler], Handler]:
    """Describe the decorated method for the schema; its docstring is the description.

    ``tag`` is the group it stands in; ``role`` what its token has to allow, empty where none is needed; ``gives`` maps
    the statuses of good answers, each with its kind of content where that is not JSON, to shape and sentence; ``takes``
    is the shape of the body. ``writes`` to the ledger, may be ``illegal`` by the rules, chooses ``house_rules``: each
    adds what such operations are refused for to ``refuses``. Not to check the body's ``fields`` takes such refusals
    away.

    Of accounts and leagues: ``scope`` is what the account's token has to be of, in place of ``role``; ``tokenless``
    leagues for everybody's eyes are read without one; it may need a ``duty`` in the league; and ``changes`` something.
    """
    codes = ["invalid_request", "busy", "unavailable", *refuses]
    codes += ["not_authenticated", "invalid_token", "not_found", "link_revoked"] if role else []
    codes += ["not_allowed"] if role in ("score", "owner") or scope in ("score", "manage") else []
    codes += ["not_authenticated", "invalid_token"] if scope else []
    codes += ["not_found"] if scope and at else []
    codes += ["not_your_duty"] if duty else []
    codes += UNREADABLE if takes is not None or writes or changes else ()
    codes += ["disk_full"] if changes else []
    codes += ("unknown_field", "invalid_value") if any(one.location == OpenApiParameter.QUERY for one in at) else ()
    codes = codes if fields else [code for code in codes if code not in FIELDS]
    codes += ["idempotency_key_invalid", "idempotency_key_reused", "disk_full"] if writes else []
    codes += ["idempotency_key_required"] if IDEMPOTENCY_KEY in headers else []
    codes += ILLEGAL if illegal else ()
    codes += HOUSE_RULES if house_rules else ()
    answers: dict[Any, Any] = {
        status: OpenApiResponse(shape, description=text) for status, (shape, text) in gives.items()
    }
    for status in sorted({status_of(code) for code in codes}):
        told = [f"`{code}`: {text}" for code, text in MEANINGS.items() if code in codes and status_of(code) == status]
        answers[status, PROBLEM_TYPE] = OpenApiResponse(PROBLEM, description="\n\n".join(told))
    return extend_schema(
        tags=[tag],
        operation_id=operation,
        summary=summary,
        parameters=[*at, *headers, *sends, *_ALWAYS],
        request=takes,
        responses=answers,
        auth=_auth(needed=bool(role or scope), tokenless=tokenless),
        examples=list(examples),
        extensions={"x-role": role or _account(scope, tokenless)} if role or scope else None,
    )


def reads(
    *,
    tag: str,
    operation: str,
    summary: str,
    gives: tuple[Shape, str],
    at: Sequence[OpenApiParameter] = (),
    duty: bool = False,
    tokenless: bool = False,
    refuses: Sequence[str] = (),
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[Handler], Handler]:
    """Describe a method that reads something of an account or a league, and answers 304 where that is known already."""
    return describe(
        tag=tag,
        operation=operation,
        summary=summary,
        scope="read",
        duty=duty,
        tokenless=tokenless,
        at=at,
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: gives, 304: (None, "All of it is as it was.")},
        sends=[VERSION(200, 304)],
        refuses=refuses,
        examples=examples,
    )


def _auth(*, needed: bool, tokenless: bool) -> Any:
    """The requirements of an operation, which drf-spectacular takes as they are, though it says it wants names."""
    return [{"token": []}, *([{}] if tokenless else [])] if needed else []


def _account(scope: str, tokenless: bool) -> str:
    return "account read or none" if tokenless else f"account {scope}"
