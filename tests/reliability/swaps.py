"""What the sabotages swap: functions, methods and values of this project, each found by its name.

A name that is gone raises AttributeError, KeyError or AssertionError at the start of the process, before any test.
"""

import inspect
import re
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from django.conf import settings

OURS: Final = ("games", "scorekeeper")
CONSTRAINTS: Final = {"one_entry_per_key", "one_first_entry_per_round"}
DROPS_REFUSED: Final = """
(() => {
  const { change, remove } = outboxStore;
  outboxStore.change = (id, fields) => (fields.state === "parked" ? remove(id) : change(id, fields));
})();
"""


def swap(place: str, make: Callable[[Any], Any]) -> None:
    """Replace what is at ``place``, "module:name" or "module:Class.name", by what ``make`` returns for it.

    Also in the modules of this project that imported it by name. Raises AttributeError where nothing is there.
    """
    module, _, path = place.partition(":")
    *owners, name = path.split(".")
    owner: Any = import_module(module)
    for part in owners:
        owner = getattr(owner, part)
    original = getattr(owner, name)
    replacement = make(original)
    setattr(owner, name, replacement)
    if inspect.ismodule(original) or owners:
        return
    for other in [found for loaded, found in sys.modules.items() if loaded.partition(".")[0] in OURS]:
        if vars(other).get(name) is original:
            setattr(other, name, replacement)


def no_unique_constraint() -> None:
    migration = import_module("games.migrations.0001_first_release").Migration
    found = {one: getattr(getattr(one, "constraint", None), "name", None) for one in migration.operations}
    assert set(found.values()) >= CONSTRAINTS, "the first migration has no such constraints"
    migration.operations = [one for one, name in found.items() if name not in CONSTRAINTS]


def no_transaction() -> None:
    swap(
        "games.services.table.ledger:transaction",
        lambda real: SimpleNamespace(atomic=lambda **_: nullcontext(), on_commit=real.on_commit),
    )


def no_look_at_the_key() -> None:
    swap("games.services.table.ledger:OpenLedger.replayed", lambda _: lambda *_args, **_options: None)


def no_wait_for_the_disk() -> None:
    """For a process with the settings of production, before it connects to the database."""
    options = import_module("scorekeeper.settings").DATABASES["default"]["OPTIONS"]
    options["init_command"] += " PRAGMA synchronous=OFF;"


def no_permission() -> None:
    def demand(real: Any) -> Any:
        return lambda access, right, *rest: None if right == "manage_links" else real(access, right, *rest)

    swap("games.permissions:Access.demand", demand)


def name_as_markup() -> None:
    from django.utils.safestring import mark_safe

    swap(
        "games.pages.table.game_view:SeatContext",
        lambda real: lambda **fields: real(**fields | {"name": mark_safe(fields["name"])}),  # noqa: S308 - that's it
    )


def no_content_security_policy() -> None:
    def call(real: Any) -> Any:
        def answer(middleware: Any, request: Any) -> Any:
            response = real(middleware, request)
            del response["Content-Security-Policy"]
            return response

        return answer

    swap("games.web.middleware:GuardMiddleware.__call__", call)


def outbox_drops_refused() -> None:
    """In the bundle, which the settings of the tests have made."""
    from django.contrib.staticfiles import finders

    from scorekeeper.bundles import bundle_file

    found = finders.find(bundle_file("page.js"))
    assert found, "there is no bundle page.js"
    bundle = Path(str(found))
    script = bundle.read_text(encoding="utf-8")
    for name in ("change", "remove"):
        assert f"outboxStore.{name}(" in script, f"outboxStore.{name} is gone"
    bundle.write_text(script + DROPS_REFUSED, encoding="utf-8")


def corrections_ignored() -> None:
    from games.rules.ledger import RoundEntered

    def first_version(real: Any) -> Any:
        def version(history: Any, undone: set[int]) -> Any:
            _, void, edited = real(history, undone)
            return next(entry.body for entry in history if isinstance(entry.body, RoundEntered)), void, edited

        return version

    swap("games.rules.sheet:_latest_version", first_version)


def revoked_token_taken() -> None:
    def link_by_secret(real: Any) -> Any:
        def link(secret: str) -> Any:
            found = real(secret)
            if found is not None:
                found.revoked_at = None
            return found

        return link

    swap("games.selectors.access:link_by_secret", link_by_secret)


def hand_of_any_size() -> None:
    swap("games.rules.hands.arrangement:MAX_CARDS", lambda _: 10_000)


def stream_numbered_by_clock() -> None:
    def write(real: Any) -> Any:
        return lambda response, data: real(response, re.sub(rb"^id: \d+", b"id: %d" % time.time(), data))

    swap("games.live.protocol:AsgiResponse.write", write)


def entry_without_the_one_before() -> None:
    swap(
        "games.selectors.chains:entry_mac",
        lambda real: lambda key, table, entry, _previous: real(key, table, entry, ""),
    )


def event_without_the_one_before() -> None:
    swap(
        "games.selectors.chains:event_mac",
        lambda real: lambda key, owner, event, _previous: real(key, owner, event, ""),
    )


def head_without_end() -> None:
    swap("games.selectors.chains:head_mac", lambda real: lambda key, owner, _length, _mac: real(key, owner, 0, ""))


def old_key_for_new_entries() -> None:
    from games.selectors.chains import derived_key

    swap("games.selectors.chains:current_key", lambda _: lambda: derived_key(settings.SECRET_KEY, 1))


def finished_game_without_seal() -> None:
    swap("games.services.sharing.seals:seal_finished_games", lambda _: lambda *_given: None)


def closed_season_without_seal() -> None:
    swap("games.services.sharing.seals:seal_season", lambda _: lambda _season: None)
