"""Schemathesis against the real server: valid and invalid requests from the schema, with valid tokens.

No answer is of 5xx or undescribed, nothing the schema forbids is accepted, and afterwards every page still opens.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis.errors import Unsatisfiable
from schemathesis import CheckContext, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as openapi_checks

from tests.security.attacked_site import Caller, Sitting, Stand, knock, new_key
from tests.security.conftest import ON_POSTGRESQL

pytestmark = [ON_POSTGRESQL, pytest.mark.slow]

CASES = 8_500
"""On a database: the same number for every operation."""
CHECKS = [
    not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
]
ANSWERED_WITHIN = {"evaluate"}
"""Refused and malformed questions are both answered 200 with ``error``."""
SEED = 20_261
CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
"""What no header of HTTP may hold: the server hangs up on it in plain text before the API is asked."""


def nothing_forbidden_passes(context: CheckContext, answer: Response, case: schemathesis.Case) -> bool | None:
    """Schemathesis' own check, extended by refusals for size (413) and for outdated revisions (412)."""
    return None if answer.status_code >= 400 else openapi_checks.negative_data_rejection(context, answer, case)


@pytest.fixture
def known(stand: Stand) -> dict[str, Any]:
    """For each part of the API, a token with all rights there and the values of its path parameters.

    For tables, one with two rounds and an unused link; for leagues the one of the attacked site.
    """
    table = Sitting(stand.site)
    for number in (1, 2):
        assert table.enter(number, knock(7, 20)).status_code == 201
    spare = table.owner.send_json("POST", f"{table.path}links/", {"role": "watch", "label": "Spare"}).json()
    places = {"public_id": table.id, "game": 1, "number": 1, "link": spare["id"], "preset": "standard"}
    program, league, season = stand.l1.program(), stand.l1.url.split("/")[2], stand.l1.season_url.split("/")[2]
    parts = {
        "leagues": (program, {"public_id": league, **spares(Caller(stand.site, program), f"leagues/{league}/")}),
        "seasons": (program, {"public_id": season} | of_season(Caller(stand.site, program), f"seasons/{season}/")),
        "account": (program, {"public_id": "0123456789abcdef"}),
    }
    return {"table": table, "parts": parts, "other": (table.owner.token, places)}


def spares(organizer: Caller, path: str) -> dict[str, Any]:
    """Unused objects of a league, which may be changed and deleted."""

    def made(rest: str, body: Any) -> Any:
        answer = organizer.send_json("POST", path + rest, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    return {
        "member": made("members/", {"names": ["Spare"]})["members"][0]["id"],
        "place": made("places/", {"name": "Spare"})["id"],
        "link": made("links/", {})["id"],
        "office": organizer.get(f"{path}offices/").json()["offices"][0]["id"],
    }


def of_season(program: Caller, path: str) -> dict[str, Any]:
    """The values of path parameters below a season; missing objects are made."""

    def post(what: str, body: Any) -> Any:
        answer = program.send_json("POST", path + what, body, Idempotency_Key=new_key())
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    stored = post("imports/", {"text": f"name\n{new_key()}\n{new_key()}\n"})["upload"]
    post(f"imports/{stored}/", {})
    ann, ben = (one["id"] for one in program.get(f"{path}entrants/").json()["entrants"][-2:])
    match = post("matches/", {"entrants": [ann, ben]})["number"]
    table = post(f"matches/{match}/play/", {})["table"]
    dead = {"game": 1, "round": 1, "declared": "dead"}
    assert program.send_json("POST", f"tables/{table}/rounds/", dead, Idempotency_Key=new_key()).status_code == 201
    return {
        "number": match,
        "entrant": ann,
        "mate": 1,
        "penalty": post("penalties/", {"entrant": ann, "points": 1, "reason": "Late"})["id"],
        "upload": post("imports/", {"text": f"name\n{new_key()}\n"})["upload"],
        "event": 1,
        "what": "results",
        "kind": "csv",
    }


def of_part(known: dict[str, Any], path: str) -> tuple[str, dict[str, Any]]:
    """The token for a path, and the values of its parameters."""
    found: tuple[str, dict[str, Any]] = known["parts"].get(path.split("/")[3], known["other"])
    return found


def test_no_request_breaks_the_api_or_passes_undescribed(
    stand: Stand, known: dict[str, Any], counted: Callable[[str], None]
) -> None:
    document = Caller(stand.site).throw("GET", "schema/?format=json").json()
    for methods in document["paths"].values():
        for operation in methods.values():
            # Every request has a token with all rights there; other rights are tested elsewhere.
            operation.pop("security", None)
    operations = [found.ok() for found in schemathesis.openapi.from_dict(document).get_all_operations()]
    each = max(1, CASES // (2 * len(operations)))
    answers, failures, empty = Counter[int](), list[str](), list[str]()
    with requests.Session() as session:

        def send(case: schemathesis.Case) -> Any:
            answer = case.call(
                stand.site.url, session, headers={"Authorization": f"Bearer {of_part(known, case.operation.path)[0]}"}
            )
            answers[answer.status_code] += 1
            return answer

        for operation in operations:
            places = {
                place: value
                for place, value in of_part(known, operation.path)[1].items()
                if f"{{{place}}}" in operation.path
            }
            name = operation.definition.raw["operationId"]
            for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
                accepts = mode is GenerationMode.POSITIVE or name in ANSWERED_WITHIN
                checks = CHECKS if accepts else [*CHECKS, nothing_forbidden_passes]
                try:
                    several(operation.as_strategy(mode, path_parameters=places), each, send, checks)
                except Unsatisfiable:
                    # There is nothing to be wrong about, where an operation takes nothing.
                    empty.append(name)
                except Exception as error:
                    failures.append(f"{mode.value} {name}: {error}")
    assert failures == [], "\n\n".join(failures)
    assert {200, 201, 400} <= set(answers)
    assert known["table"].watch.get(known["table"].path).status_code == 200
    phone = known["table"].join(stand.browser())
    for part in ("", "links/", "text/", "stakes/", "games/1/", "games/1/compare/"):
        assert phone.get(known["table"].url + part).status_code == 200
    pages = stand.look()
    counted(
        f"{sum(answers.values())} requests to {len(operations)} operations, 0 of 5xx: {dict(sorted(answers.items()))}; "
        f"{pages + 7} pages 200 afterwards; nothing forbidden to send to {', '.join(empty)}; seed {SEED}"
    )


def several(cases: Any, times: int, send: Callable[[schemathesis.Case], Any], checks: list[Any]) -> None:
    """Send that many cases and check the answers. Raises the first failure."""

    def try_one(case: schemathesis.Case) -> None:
        hypothesis.assume(not any(CONTROLS.search(value) for value in (case.headers or {}).values()))
        case.validate_response(send(case), checks=checks)

    settings = hypothesis.settings(
        max_examples=times,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    hypothesis.seed(SEED)(settings(hypothesis.given(cases)(try_one)))()
