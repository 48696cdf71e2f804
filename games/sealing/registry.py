"""Define which rows are sealed in which chain, and which columns are not sealed, with the reason.

All columns are sealed unless they are listed here, also new ones. A new model without a line here fails a test
(``tests/sealing/test_registry.py``).

A chain is ``site`` or ``table:<id>`` or ``league:<id>`` (primary keys); the entries of a ledger have a chain of their
own, ``ledger:<id>``. The rows of tables and leagues themselves belong to the chain of the site, so that it shows when
one of them was deleted together with its whole chain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from django.apps import apps
from django.db.models import CharField, JSONField, Model, TextField

from games.models.fixture import FixtureState

ERASED_NAME: Final = "Somebody"
"""The placeholder for an erased name. Writing it to a sealed name column also deletes the salt of the old name."""
SITE: Final = "site"
FROM_THE_TABLE: Final = (FixtureState.PLANNED, FixtureState.RUNNING, FixtureState.PLAYED)
"""The states in which the audit recomputes a match from its table."""

Values = Mapping[str, Any]
Subjects = tuple[tuple[str, str], ...]


def _no_columns(_values: Values) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class SealingRule:
    """How the rows of a model are sealed.

    ``chain`` is "site", or "table" or "league" with the ``path`` to its primary key. ``names`` are the columns with a
    person's name, each with pairs of a kind of person and the path to their number; the first number that isn't null
    says whose name it is, and without one it belongs to the row itself. ``harmless`` columns don't affect any result,
    ``proved`` ones are recomputed by the audit; each has a reason. ``elsewhere`` returns further columns that are
    proved for a certain row, from the values of ``needs``.
    """

    chain: str
    path: str = ""
    names: Mapping[str, Subjects] = field(default_factory=dict)
    harmless: Mapping[str, str] = field(default_factory=dict)
    proved: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Callable[[Values], frozenset[str]] = _no_columns
    needs: tuple[str, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    """Models with the name of their foreign key to this one, whose rows must be checked again when this row changes."""


def _table_chain(**rule: Any) -> SealingRule:
    return SealingRule("table", "table_id", **rule)


def _league_chain(path: str = "league_id", **rule: Any) -> SealingRule:
    return SealingRule("league", path, **rule)


_DECIDER: Final[Subjects] = (("account", "account_id"), ("device", "device_id"))
"""Who wrote a line of a history: an account or a phone, with a salt for each chain (``writing.subject_of``)."""
_DERIVED: Final = ("outcome", "points", "against", "boxes", "gins", "shutouts", "games", "led_boxes")


def _fixture_from_table(values: Values) -> frozenset[str]:
    """Return {"state"} for a match whose state follows from its table, which is so unless a person decided it.

    Whether the match is final is sealed in any case: where opponents confirm, it depends on the phones known then.
    """
    from_table = values["table_id"] is not None and values["state"] in FROM_THE_TABLE
    return frozenset({"state"}) if from_table else frozenset()


def _side_from_table(values: Values) -> frozenset[str]:
    from_table = values["fixture__table_id"] is not None and values["fixture__state"] in FROM_THE_TABLE
    return frozenset(_DERIVED) if from_table else frozenset()


_USED_AT: Final = {"used_at": "It says when it was last used, for the owner's page."}

SEALED: Final[Mapping[str, SealingRule]] = {
    # --- Of the whole site ---
    "SealKey": SealingRule(SITE),
    "Account": SealingRule(
        SITE,
        names={"email": (("account", "id"),), "name": (("account", "id"),)},
        harmless={"last_login": "It says when somebody last logged in."},
    ),
    "AccountSession": SealingRule(
        SITE,
        harmless={
            "session_data": "Django signs it with the server's key and reads nothing else.",
            "seen_at": "It says when the browser was last seen, for the page that ends a session.",
        },
    ),
    "ApiToken": SealingRule(SITE, harmless=_USED_AT),
    "Device": SealingRule(SITE, names={"label": (("device", "id"),)}),
    "HouseRules": SealingRule(SITE),
    "Passkey": SealingRule(SITE),
    "RecoveryCode": SealingRule(SITE),
    "Seal": SealingRule(SITE),
    "SecondFactor": SealingRule(SITE),
    "Player": SealingRule(SITE, names={"name": (("player", "id"),), "folded": (("player", "id"),)}),
    "Table": SealingRule(
        SITE,
        harmless={
            "forgot": "It counts changes of names, so that cached pages are rendered again.",
            "said": "It counts reports, so that cached pages are rendered again.",
            "said_at": "It says since when reports are shown, so that cached pages are rendered again.",
            "asked": "It counts requests to join and calls for the referee, so that open pages are updated.",
            "asked_at": "It says since when requests to join are shown, so that open pages are updated.",
        },
        proved={"revision": "It is the number of the newest entry."},
    ),
    "League": SealingRule(SITE),
    # --- Of a table ---
    "AccessLink": _table_chain(harmless=_USED_AT),
    "OwnHand": _table_chain(names={"by": (("device", "device_id"),), "revealed_by": ()}),
    "OwnSeat": _table_chain(),
    "Pass": SealingRule("table", "link__table_id"),
    "Report": _table_chain(names={"by": (("device", "device_id"),), "decided_by": (("device", "decided_device_id"),)}),
    "Seat": _table_chain(),
    "SharedGame": _table_chain(),
    # --- Of a league ---
    "Entrant": _league_chain("season__league_id"),
    "Fixture": _league_chain(
        "season__league_id",
        elsewhere=_fixture_from_table,
        needs=("table_id", "state"),
        moves=(("FixtureSide", "fixture"),),
    ),
    "FixtureSeat": _league_chain("fixture__season__league_id"),
    "FixtureSide": _league_chain(
        "fixture__season__league_id", elsewhere=_side_from_table, needs=("fixture__table_id", "fixture__state")
    ),
    "LeagueEvent": _league_chain(names={"by": _DECIDER}),
    "LeagueLink": _league_chain(harmless=_USED_AT),
    "LeaguePass": _league_chain("link__league_id"),
    "Member": _league_chain(names={"name": (("player", "player_id"),), "folded": (("player", "player_id"),)}),
    "Office": _league_chain(),
    "Penalty": _league_chain("season__league_id", names={"by": ()}),
    "Place": _league_chain(),
    "RoundCheck": _league_chain("fixture__season__league_id", names={"by": _DECIDER}),
    "Season": _league_chain(harmless={"revision": "It counts changes, so that cached pages are rendered again."}),
    "SheetUpload": _league_chain("season__league_id"),
    "Teammate": _league_chain("season__league_id"),
}
"""How each sealed model is sealed, by its name."""

UNSEALED: Final[Mapping[str, str]] = {
    "Entry": "It has a chain of its own, ledger by ledger.",
    "EntrySeal": "It is a seal.",
    "RowSeal": "It is a seal.",
    "SealHead": "It has a message authentication code of its own.",
    "SealSalt": "Names sealed with a changed salt differ, and erasing a salt is sealed as an event.",
    "SettledSeat": "The audit recomputes it from the ledger.",
    "RatingBook": "It has no data: it is only locked while ratings are written.",
    "RatingStep": "The audit recomputes it from the results.",
    "JoinCode": "It only lets somebody ask, and is deleted after a day.",
    "JoinRequest": "It is a question that expires; the pass that an answer gives is sealed.",
    "GamesMove": "It expires within minutes; what it moves is sealed.",
    "Attendance": "It says who is in the room; whom a draw left out is in the season's history, which is sealed.",
    "RefereeCall": "It only asks somebody to come to a table.",
    "RoundClock": "It tells the time. What was decided with it is in the season's history, which is sealed.",
    "RulesUse": "It decides which rules a phone is offered first.",
}
"""Models that are not sealed row by row, and why."""


@dataclass(frozen=True, slots=True)
class SealPlan:
    """Which columns of a model are read and which are sealed, by their database names."""

    model: type[Model]
    sealed: SealingRule
    columns: tuple[str, ...]
    texts: frozenset[str]
    reads: tuple[str, ...]

    @property
    def db_table(self) -> str:
        """The name of the model's database table."""
        return self.model._meta.db_table


@cache
def plans() -> Mapping[type[Model], SealPlan]:
    """Return the plan of every sealed model."""
    return {model: _plan(model, sealed) for name, sealed in SEALED.items() for model in [_model(name)]}


@cache
def plans_by_table() -> Mapping[str, SealPlan]:
    """Return the plan of every sealed model, by the name of its database table."""
    return {plan.db_table: plan for plan in plans().values()}


def _model(name: str) -> type[Model]:
    return apps.get_model("games", name)


def _plan(model: type[Model], sealed: SealingRule) -> SealPlan:
    columns, texts = [], set()
    for column in model._meta.concrete_fields:
        if column.primary_key or column.attname in sealed.harmless or column.attname in sealed.proved:
            continue
        columns.append(column.attname)
        if isinstance(column, CharField | TextField | JSONField) and not column.choices:
            texts.add(column.attname)
    subjects = {path for pairs in sealed.names.values() for _, path in pairs}
    reads = {*columns, *sealed.needs, *subjects, "pk", *filter(None, (sealed.path,))}
    return SealPlan(model, sealed, tuple(columns), frozenset(texts - sealed.names.keys()), tuple(sorted(reads)))
