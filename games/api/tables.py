"""Tables: start one, read one, its next games, its end, its links, its ledger."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import InvalidFields, View
from games.forms.start_form import name_faults, seats_fault
from games.models import Role
from games.rules.names import BadName, clean_name
from games.rules.ruleset import presets, rule_set
from games.selectors.addresses import at_table
from games.selectors.links_page import join_address
from games.selectors.table_json import entries_json, link_json, table_json
from games.services.games import finish_game, reopen_game, start_game
from games.services.links import create_link, revoke_link
from games.services.tables import start_table
from games.web.base_url import base_url
from games.web.throttles import check_rate

PAGE_SIZE = 100


class Tables(View):
    """All tables: one may be started, none are listed."""

    def post(self, request: Request) -> Response:
        """Start a table."""
        given = self.body({"players", "preset"}, {"house_rules", "name"})
        names, preset, house_rules, title = self._read(given)
        check_rate(request._request, "start")
        started = start_table(names=names, preset=preset, house_rules=house_rules, dealer=0, title=title)
        table, base = started.access.table, base_url(request._request)
        secrets = {f"{role.value}_token": secret for role, secret in started.secrets.items()}
        urls = {f"{role.value}_url": join_address(secret, base) for role, secret in started.secrets.items()}
        return Response(
            table_json(table) | secrets | urls,
            status=201,
            headers={"Location": f"/api/v1{at_table(table)}".replace("/t/", "/tables/"), "ETag": f'"{table.revision}"'},
        )

    def _read(self, given: dict[str, Any]) -> tuple[list[str], str, dict[str, Any], str]:
        wrong: dict[str, str] = {}
        players, preset, title = given["players"], given["preset"], given.get("name", "")
        house_rules = given.get("house_rules", {})
        names: list[str] = []
        if not isinstance(players, list) or len(players) > 12 or not all(isinstance(p, str) for p in players):
            wrong["players"] = "players must be a list of at most 12 names."
        else:
            names, errors = name_faults(players)
            wrong |= {f"players[{place}]": text for place, text in errors.items()}
        if not isinstance(preset, str) or preset not in presets():
            raise InvalidFields(
                wrong | {"preset": f"There are no rules called {str(preset)[:40]!r}."}, "unknown_preset"
            )
        if not isinstance(house_rules, dict):
            wrong["house_rules"] = "house_rules must be an object."
        elif not wrong:
            rules = rule_set(preset, house_rules)
            if (
                rules.columns > 1
                or rules.seating != "all_active"
                or rules.limit_source != "fixed"
                or rules.double_suits
            ):
                wrong["house_rules"] = "These rules cannot be played at a table yet."
            if rules.target is None:
                wrong["house_rules"] = "A game at a table needs a target."
        if not wrong and (text := seats_fault(presets()[preset], len(names))):
            wrong["players"] = text
        if title:
            try:
                title = clean_name(title) if isinstance(title, str) else clean_name("")
            except BadName:
                wrong["name"] = "name must be a name of at most 60 characters."
        if wrong:
            raise InvalidFields(wrong)
        return names, preset, house_rules, title or ""


class OneTable(View):
    """A table, read with any of its tokens."""

    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The table as it stands; 304 where ``If-None-Match`` names its revision."""
        access = self.access(public_id)
        etag = f'"{access.table.revision}"'
        if etag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers={"ETag": etag})
        return Response(table_json(access.table), headers={"ETag": etag})


class Games(View):
    """The games of a table."""

    def post(self, request: Request, public_id: str) -> Response:
        """The next game, same seats."""
        access = self.access(public_id)
        given = self.body(set(), {"preset", "house_rules"})
        preset, house_rules = given.get("preset"), given.get("house_rules") or {}
        if preset is not None and (not isinstance(preset, str) or preset not in presets()):
            raise InvalidFields({"preset": f"There are no rules called {str(preset)[:40]!r}."}, "unknown_preset")
        if not isinstance(house_rules, dict):
            raise InvalidFields({"house_rules": "house_rules must be an object."})
        if preset is not None and (wrong := seats_fault(presets()[preset], access.table.seats.count())):
            raise InvalidFields({"preset": wrong})
        key = self.key() or f"game:{access.table.revision}"
        written = start_game(access=access, key=key, preset=preset, house_rules=house_rules)
        return Response({"revision": written.revision, "table": table_json(access.table)}, status=201)


class Finish(View):
    """The end of a game, by hand."""

    def post(self, request: Request, public_id: str, game: int) -> Response:
        """End the game as it stands. Needs If-Match with the table's revision."""
        access = self.access(public_id)
        self.body(set())
        seen = self.if_match()
        finish_game(access=access, key=self.key() or f"finish:{seen}", game=game, revision=seen)
        return Response(table_json(access.table), headers={"ETag": f'"{access.table.revision}"'})


class Reopen(View):
    """A finished game goes on."""

    def post(self, request: Request, public_id: str, game: int) -> Response:
        """Let the game go on. Needs If-Match with the table's revision."""
        access = self.access(public_id)
        self.body(set())
        seen = self.if_match()
        reopen_game(access=access, key=self.key() or f"reopen:{seen}", game=game, revision=seen)
        return Response(table_json(access.table), headers={"ETag": f'"{access.table.revision}"'})


class Links(View):
    """The links of a table, for its owner."""

    def get(self, request: Request, public_id: str) -> Response:
        """All links, without their secrets."""
        access = self.access(public_id)
        access.demand("manage_links")
        return Response([link_json(link) for link in access.table.links.order_by("pk")])

    def post(self, request: Request, public_id: str) -> Response:
        """A new link; its secret is told once."""
        access = self.access(public_id)
        access.demand("manage_links")
        given = self.body({"role", "label"})
        if given["role"] not in ("watch", "score"):
            raise InvalidFields({"role": 'role must be "watch" or "score".'})
        try:
            label = clean_name(given["label"] if isinstance(given["label"], str) else "")
        except BadName:
            raise InvalidFields({"label": "label must be a name of at most 60 characters."}) from None
        made = create_link(access=access, role=Role(given["role"]), label=label)
        shape = link_json(made.link) | {
            "token": made.secret,
            "url": join_address(made.secret, base_url(request._request)),
        }
        return Response(shape, status=201)


class OneLink(View):
    """One link of a table."""

    def delete(self, request: Request, public_id: str, link: int) -> Response:
        """Switch the link off."""
        return Response(link_json(revoke_link(access=self.access(public_id), link_id=link)))


class Entries(View):
    """The ledger of a table."""

    def get(self, request: Request, public_id: str) -> Response:
        """The entries, oldest first, a page at a time: ``?after=`` the last revision seen."""
        access = self.access(public_id)
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) < 10):
            raise Http404
        shown = entries_json(access.table, int(after), PAGE_SIZE)
        more = shown[-1]["revision"] if shown and shown[-1]["revision"] < access.table.revision else None
        return Response({"entries": shown, "next": f"?after={more}" if more else None})
