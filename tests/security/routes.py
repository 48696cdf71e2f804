"""Every route of the application, with its parameters filled in with existing objects."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from games.models import LinkTarget, Role
from games.services.league.leagues import ensure_link
from games.services.sharing.seals import seal_game
from tests.leagues import Club, club
from tests.makers import Phone, enter, finish, gin, knock, own_rules, share, start
from tests.views.league_people import secret


def routes(
    patterns: list[URLPattern | URLResolver], before: str = "", namespace: str = ""
) -> Iterator[tuple[str, str]]:
    """Every route with its name."""
    for pattern in patterns:
        # Some of allauth's routes are regular expressions.
        path = before + re.sub(r"\(\?P(<\w+>)[^()]+\)|[$^]", r"\1", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path, f"{pattern.namespace}:" if pattern.namespace else namespace)
        else:
            yield f"{namespace}{pattern.name or ''}", path


ROUTES = sorted(routes(get_resolver().url_patterns))


def filled(path: str, known: dict[str, str]) -> str:
    """A route with something that exists in each of its places."""
    start_of, *rest = path.split("/")
    if start_of == "api":
        start_of = {"leagues": "l", "seasons": "s"}.get(rest[1], "t")
    numbers = {"member": known["member"], "link": known["league link"] if start_of == "l" else known["link"]}

    def value(found: re.Match[str]) -> str:
        name = found[2]
        if name == "public_id":
            return known.get(start_of, "x")
        if name == "secret":
            return known[start_of]
        texts = {"preset": "standard", "token": "x", "key": "x", "what": "results", "kind": "csv"}
        texts["seal"] = known["seal"]
        return numbers.get(name) or texts.get(name) or "1"

    return "/" + re.sub(r"<(\w+:)?(\w+)>", value, path)


def summary() -> str:
    """The secret of a game's summary that was shared, at a table of its own."""
    phone = start("Wilma", "Fred")
    for declaration in (knock(0, 5, 25), gin(0, 30)):
        enter(phone, declaration)
    finish(phone)
    return share(phone)


def something_of_everything() -> tuple[Phone, Club, dict[str, str]]:
    """A table and a league with a match, and what their addresses are made of."""
    phone, tuesday = start(), club(house_rules={"target": 10})
    tuesday.play(tuesday.match("Ben", "Ann"), tuesday.access, gin(1, 40))
    tuesday.match("Cleo", "Dan")
    link = ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members["Ann"])
    own = seal_game(phone.table, 1)
    known = {
        "seal": own.seal,
        "t": phone.table.public_id,
        "h": own_rules(phone).public_id,
        "l": tuesday.league.public_id,
        "s": tuesday.season.public_id,
        "j": phone.secrets[Role.WATCH],
        "k": secret(link),
        "g": summary(),
        "live": "x",
        "link": str(phone.table.links.latest("pk").pk),
        "league link": str(link.pk),
        "member": str(tuesday.members["Ann"].pk),
    }
    return phone, tuesday, known
