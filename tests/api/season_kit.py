"""A season run through the API: a token for each person, and a record of the operations used."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from games.api.schema import document
from games.models import Account, Duty, Scope
from games.rules.league.season import season_rules
from games.services.account.api_tokens import make_token
from tests.api.conformance import operation_of
from tests.api.kit import ROOT, Answer, Api
from tests.leagues import Club, account, club

ELSEWHERE = 10**9
"""A number of nothing."""
_keys = count()


def key() -> str:
    """An Idempotency-Key that was not used before."""
    return f"season-{next(_keys)}"


@dataclass
class Run:
    """A season, and programs in it. ``called`` are the operations that they asked for, with the statuses."""

    club: Club
    called: set[tuple[str, int]] = field(default_factory=set)
    programs: dict[tuple[int, str], "Program"] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"seasons/{self.club.season.public_id}/"

    @property
    def organizer(self) -> "Program":
        return self.program(self.club.organizer)

    def program(self, of: Account, scope: str = "manage") -> "Program":
        """A token of an account, as a client: the same each time."""
        if (of.pk, scope) not in self.programs:
            made = make_token(account=of, label="The board", scope=Scope(scope), days=90)
            self.programs[of.pk, scope] = Program(self, made.secret)
        return self.programs[of.pk, scope]

    def player(self, name: str, scope: str = "score") -> "Program":
        """The program of a member."""
        member = self.club.members[name]
        if member.account is None:
            member.account = account(name)
            member.save()
        return self.program(member.account, scope)

    def official(self, duty: Duty, scope: str = "score") -> "Program":
        """The program of somebody else with a duty."""
        made = self.club.official(duty).account
        assert made
        return self.program(made, scope)

    def id_of(self, name: str) -> int:
        """The number of an entrant."""
        body = self.organizer.get(f"{self.path}entrants/", documented=False).body["entrants"]
        found: int = next(one["id"] for one in body if one["name"] == name)
        return found


class Program(Api):
    """A client whose operations are noted."""

    def __init__(self, run: Run, token: str) -> None:
        super().__init__(token)
        self._run = run

    def send(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        answer = super().send(method, path, body, **more)
        operation = operation_of(method, path if path.startswith("/") else ROOT + path)
        if operation:
            self._run.called.add((operation["operationId"], answer.status))
        return answer


def run(*names: str, rules: dict[str, Any] | None = None, **more: Any) -> Run:
    """A club's season; see ``tests.leagues.club``."""
    return Run(club(*names, rules=season_rules(rules or {}), **more))


def operations_on_seasons() -> dict[str, dict[str, Any]]:
    """Every operation on seasons, by its id."""
    return {
        operation["operationId"]: operation
        for path, methods in document()["paths"].items()
        if path.startswith(("/api/v1/seasons/", "/api/v1/leagues/{public_id}/seasons/"))
        for operation in methods.values()
    }
