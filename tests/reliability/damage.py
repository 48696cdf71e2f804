"""Kinds of database damage, made by raw SQL, and the audit codes that each must produce."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.rules.declaration import Declaration
from games.rules.ledger import entry_digest, result_json, round_facts
from games.rules.presets import preset_named
from games.rules.teams import score_declaration
from tests.makers import gin, knock
from tests.reliability.raw_database import Raw, literal
from tests.rules.kit import between

MADE = "Made:"  # what the line begins with that tells what was made
OPEN = 9  # entries of a table whose game goes on
OVER = 10  # of one whose game was ended


def make(names: list[str]) -> None:
    """Make a table or a league for each damage, and print where they are. Runs in the process of a site."""
    made = {name: _league() if name in LEAGUES else _table(name) for name in names}
    print(MADE + json.dumps(made))  # noqa: T201 - this is how the other process is told


def _table(name: str) -> dict[str, Any]:
    """Ann and Ben in a game with a correction and an undo; of some damages one that is over, or of three."""
    from games.rules.ruleset import with_house_rules
    from games.rules.stakes import Stakes
    from games.services.table.games import change_rules, finish_game, set_stakes, undo
    from tests.makers import correct, current, enter, start, void

    three = name == "wrong_players"
    phone = start("Ann", "Ben", "Cleo", preset="cutthroat") if three else start()
    at = {"access": phone.access, "key": name}
    for declaration in (gin(0, 10), knock(1, 3, 20), knock(0, 3, 20), gin(1, 5)):
        enter(phone, between(declaration, *current(phone).next_active) if three else declaration)
    if not three:
        correct(phone, 2, knock(0, 3, 20))
        void(phone, 3)
        undo(**at, revision=7)
        if name == "rules_not_pinned":
            rules = with_house_rules(current(phone).rules, {"gin_bonus": 20})
            change_rules(access=phone.access, key="r", game=1, revision=8, rules=rules)
        else:
            set_stakes(access=phone.access, key="s", revision=8, stakes=Stakes("EUR", point=5))
    if name in FINISHED:
        finish_game(access=phone.access, key="f", game=1, revision=OPEN)
    table = phone.table
    return {"id": table.pk, "table": table.public_id, "score": table.links.get(role="score").pk}


def _league() -> dict[str, Any]:
    """A league with one match that was played, and one that is to be."""
    from dataclasses import replace

    from games.services.devices import make_device
    from tests.leagues import club
    from tests.makers import gin

    made = club("Ann", "Ben", "Cleo", house_rules={"target": 30})
    desk = replace(made.access, device=make_device(label="Tablet").device)
    match, other = made.match("Ann", "Ben"), made.match("Ann", "Cleo")
    made.play(match, desk, gin(0, 40))
    match.refresh_from_db()
    assert match.table
    return {
        "id": match.table.pk,
        "table": match.table.public_id,
        "match": match.pk,
        "other": other.pk,
        "season": made.season.public_id,
        "league": made.league.public_id,
        "cleo": made.entrants["Cleo"].pk,
    }


@dataclass
class Where:
    """A table or league to be damaged; ``all`` are the ones of every damage, by its name."""

    raw: Raw
    ids: dict[str, Any]
    all: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def table(self) -> int:
        """Its primary key."""
        return int(self.ids["id"])

    def entry(self, revision: int, **values: object) -> None:
        """Change an entry, and nothing with it."""
        text = ", ".join(f'"{name}" = {literal(value)}' for name, value in values.items())
        assert self.raw.run(f"UPDATE games_entry SET {text} WHERE {self.place(revision)}") == 1

    def forge(self, revision: int, **values: Any) -> None:
        """Change an entry together with its digest, as somebody would who knows how."""
        names = ("kind", "game", "round", "facts")
        fields = {name: self.stored(revision, name) for name in names}
        fields |= {name: value for name, value in values.items() if name in names}
        stored = {name: json.dumps(value) if name in ("facts", "result") else value for name, value in values.items()}
        self.entry(revision, **stored, digest=entry_digest(*(fields[name] for name in names)))

    def stored(self, revision: int, column: str) -> Any:
        """What is stored of an entry, JSON as what it means."""
        value = self.raw.value(f'SELECT "{column}" FROM games_entry WHERE {self.place(revision)}')
        return json.loads(value) if column in ("facts", "result") and isinstance(value, str) else value

    def add(self, like: int, **changed: object) -> None:
        """One more entry, ``like`` another one but for what is changed."""
        self.raw.run(self.raw.copy("games_entry", self.place(like), **({"key": "added"} | changed)))
        last = f"SELECT MAX(revision) FROM games_entry WHERE table_id = {self.table}"
        self.set("games_table", f"id = {self.table}", revision=self.raw.value(last))

    def set(self, table: str, where: str, **values: object) -> None:
        """Change rows of any table."""
        text = ", ".join(f'"{name}" = {literal(value)}' for name, value in values.items())
        assert self.raw.run(f"UPDATE {table} SET {text} WHERE {where}")

    def place(self, revision: int) -> str:
        """The condition that names an entry."""
        return f"table_id = {self.table} AND revision = {revision}"


Damage = Callable[[Where], None]
FINISHED = ("round_after_finish", "settled_missing", "settled_wrong", "settled_extra", "facts_of_a_player")
LEAGUES = (
    *("match_seats", "match_state", "match_result", "match_without_table", "match_without_outcome"),
    *("opponent_wrong", "table_counted_twice", "rating_wrong"),
)


def _score(where: Where, points: dict[str, int]) -> None:
    """Another score for round 1."""
    where.entry(2, result=json.dumps(where.stored(2, "result") | {"points": points}))


def _own_hand(where: Where) -> None:
    where.raw.run(
        'INSERT INTO games_ownhand (table_id, game, round, player, cards, revealed_by, "by", at) '
        f"VALUES ({where.table}, 1, 5, 7, '5s', '', 'Ann', '2026-01-06 19:00:00+00:00')"
    )


def _link(where: Where, role: str, of: int | None = None) -> int:
    found = where.raw.value(f"SELECT id FROM games_accesslink WHERE table_id = {of or where.table} AND role = '{role}'")
    return int(found)


def _twice(where: Where) -> None:
    other = where.all["rating_wrong"]["other"]
    where.set("games_match", f"id = {other}", table_id=where.table)


def _settled(where: Where) -> str:
    return f"table_id = {where.table} AND game = 1 AND seat = 0"


def _settle(where: Where) -> None:
    where.raw.run(where.raw.copy("games_settledseat", _settled(where), game=2))


def _side(where: Where) -> str:
    return f"match_id = {where.ids['match']} AND position = 0"


def _after(where: Where) -> None:
    """A round, sound in itself, behind the end of the game."""
    where.add(5, revision=OVER + 1, round=5)
    where.forge(OVER + 1, round=5)


def _rules(where: Where) -> None:
    """A change of rules that reaches back over rounds that were played."""
    where.forge(OPEN, facts=where.stored(OPEN, "facts") | {"through": 2})


def _others(where: Where) -> None:
    """A round, sound in itself, between others than those whose turn it was."""
    one, other = where.stored(2, "facts")["active"]
    declaration = between(gin(0, 10), 3 - one - other, other)
    score = score_declaration(declaration, preset_named("cutthroat").rules)
    where.forge(2, facts=round_facts(declaration), result=result_json(score))


DAMAGES: dict[str, tuple[Damage, set[str]]] = {
    "revision_missing": (
        lambda w: w.raw.run(f"DELETE FROM games_entry WHERE {w.place(3)}") and None,
        {"revision_missing"},
    ),
    "revision_twice": (lambda w: w.add(9, revision=8), {"revision_twice"}),
    "table_revision": (lambda w: w.set("games_table", f"id = {w.table}", revision=99), {"table_revision"}),
    "key_twice": (lambda w: w.entry(9, key=w.stored(5, "key")), {"key_twice"}),
    "round_twice": (lambda w: w.add(5, revision=10), {"round_twice", "out_of_order"}),
    "digest_wrong": (lambda w: w.entry(4, digest="0" * 64), {"digest_wrong"}),
    "facts_changed": (
        lambda w: w.entry(4, facts=json.dumps(round_facts(knock(0, 4, 20)))),
        {"digest_wrong", "result_wrong"},
    ),
    "entry_unreadable": (lambda w: w.forge(4, facts={"v": 1}), {"entry_unreadable"}),
    "facts_of_no_kind": (lambda w: w.forge(4, facts=["nothing"]), {"entry_unreadable"}),
    "facts_of_the_future": (lambda w: w.forge(4, facts=round_facts(knock(0, 3, 20)) | {"v": 2}), {"entry_unreadable"}),
    "kind_unknown": (lambda w: w.forge(9, kind="dance"), {"entry_unreadable"}),
    "round_unnamed": (lambda w: w.forge(4, round=None), {"entry_unreadable"}),
    "round_illegal": (
        lambda w: w.forge(4, facts=round_facts(Declaration((0, 1), knock(0, 3, 20).ending, 0, {0: 50, 1: 20}))),
        {"round_illegal"},
    ),
    "result_wrong": (lambda w: _score(w, {"0": 36, "1": 0}), {"result_wrong"}),
    "result_of_nothing": (lambda w: w.entry(9, result=json.dumps({"points": {"0": 9}})), {"result_wrong"}),
    "sheet_broken": (lambda w: _score(w, {"7": 35}), {"result_wrong", "sheet_broken"}),
    "seats_wrong": (lambda w: w.set("games_seat", f"table_id = {w.table} AND number = 1", number=3), {"seats_wrong"}),
    "round_after_finish": (_after, {"round_after_finish"}),
    "wrong_players": (_others, {"wrong_players"}),
    "out_of_order": (lambda w: w.forge(5, round=9), {"out_of_order"}),
    "undo_wrong": (lambda w: w.forge(8, facts={"v": 1, "revision": 6}), {"undo_wrong"}),
    "rules_not_pinned": (_rules, {"rules_not_pinned"}),
    "no_author": (lambda w: w.entry(3, link_id=None), {"no_author"}),
    "link_of_other_table": (lambda w: w.entry(3, link_id=w.all["no_author"]["score"]), {"link_of_other_table"}),
    "role_wrong": (lambda w: w.entry(3, link_id=_link(w, "watch")), {"role_wrong"}),
    "after_revocation": (
        lambda w: w.set("games_accesslink", f"id = {_link(w, 'owner')}", revoked_at="2020-01-06 19:00:00+00:00"),
        {"after_revocation"},
    ),
    "after_a_takeover": (
        lambda w: w.set("games_pass", f"link_id = {_link(w, 'owner')}", ended_at="2020-01-06 19:00:00+00:00"),
        {"after_revocation"},
    ),
    "own_hand_wrong": (_own_hand, {"own_hand_wrong"}),
    "settled_missing": (
        lambda w: w.raw.run(f"DELETE FROM games_settledseat WHERE {_settled(w)}") and None,
        {"settled_missing"},
    ),
    "settled_wrong": (lambda w: w.set("games_settledseat", _settled(w), total=999), {"settled_wrong"}),
    "facts_of_a_player": (lambda w: w.set("games_settledseat", _settled(w), gins=9), {"settled_wrong"}),
    "settled_extra": (_settle, {"settled_extra"}),
    "match_seats": (
        lambda w: w.set("games_matchseat", f"match_id = {w.ids['match']} AND seat = 1", seat=4),
        {"match_seats"},
    ),
    "match_state": (
        lambda w: w.set("games_match", f"id = {w.ids['match']}", state="running"),
        {"match_state", "rating_wrong"},
    ),
    "match_result": (lambda w: w.set("games_matchside", _side(w), points=999), {"match_result"}),
    "match_without_table": (
        lambda w: w.set("games_match", f"id = {w.ids['match']}", table_id=None),
        {"match_without_table"},
    ),
    "match_without_outcome": (
        lambda w: w.set("games_matchside", _side(w), outcome=""),
        {"match_without_outcome", "match_result", "standings_wrong", "rating_wrong"},
    ),
    "opponent_wrong": (
        lambda w: w.set("games_matchside", _side(w), opponent_id=w.ids["cleo"]),
        {"opponent_wrong", "standings_wrong"},
    ),
    "table_counted_twice": (_twice, {"table_counted_twice", "match_seats"}),
    "rating_wrong": (
        lambda w: w.set("games_ratingstep", f"match_id = {w.ids['match']}", mu=30),
        {"rating_wrong"},
    ),
}
"""What is done, and the codes that the audit has to tell of that table or league: these and no other."""


COPIED = ("games_entry", "games_match", "games_matchseat", "games_seat", "games_settledseat")


def without_guards(raw: Raw) -> None:
    """Take off what would refuse the damage: every trigger, and the constraints of the tables COPIED.

    On SQLite a table loses them where a tool copies it.
    """
    raw.unguard()
    if raw.postgresql:
        named = f"conrelid::regclass::text IN {COPIED} AND contype IN ('u', 'c')"
        for table, name in raw.rows(f"SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE {named}"):
            raw.run(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        raw.run("DROP INDEX one_first_entry_per_round, one_match_per_imported_line")
        return
    raw.run("PRAGMA legacy_alter_table = ON")
    for table in COPIED:
        raw.run(f"CREATE TABLE copied AS SELECT * FROM {table}")
        raw.run(f"DROP TABLE {table}")
        raw.run(f"ALTER TABLE copied RENAME TO {table}")
        raw.run(f"CREATE UNIQUE INDEX ids_of_{table} ON {table} (id)")
