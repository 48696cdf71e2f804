"""Public seals: short codes for a game or season that anyone can recompute from its archive.

A seal is computed from a document, a JSON object with a versioned label ("scorekeeper game 1"), in the exact text form
that ``canonical`` returns. It is the first 75 bits of the SHA-256 of that text, as 15 digits of Crockford's base 32 and
a check digit. docs/seals.md describes all steps.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without I, L, O and U."""
LENGTH: Final = 16
"""Characters of a seal without its hyphens, the check character included."""
MAX_SEAL_INPUT: Final = 60
"""The most characters that are read as a seal; longer input can't be one."""
_DIGITS: Final = LENGTH - 1
_READ_AS: Final = str.maketrans("OIL", "011")
_SEPARATORS: Final = str.maketrans("", "", " -\u2010\u2011\u2012\u2013\u2014\u2212\u00a0\t\r\n.")

GAME: Final = "scorekeeper game 1"
SEASON: Final = "scorekeeper season 1"
"""The labels of the two documents. The format of a label never changes: a new format gets a new number."""

NOT_OF_THE_GAME: Final = ("stakes", "handover", "players")
"""Kinds of entries that are not in a game's document: stakes, which phone keeps the score, who plays the next game."""
_ENTRY: Final = ("revision", "kind", "round", "facts", "result", "at")
_SEASON: Final = ("name", "preset", "house_rules", "rules_title", "rules", "pairing", "teams", "lot", "closed_at")
_ENTRANT: Final = ("seed", "joined_on", "withdrawn_on")
_MATCH: Final = ("number", "round", "night", "state", "final", "stopped")

Document = dict[str, Any]


def canonical(document: Mapping[str, Any]) -> bytes:
    """Return the canonical bytes of a document: JSON with sorted keys and no spaces, NFC, UTF-8.

    >>> canonical({"b": [1, None], "a": "Zoë"}).decode()
    '{"a":"Zoë","b":[1,null]}'
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return unicodedata.normalize("NFC", text).encode()


def digest_of(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a document as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(document)).hexdigest()


def seal_of(digest: str) -> str:
    """Return the seal for a SHA-256 (64 hexadecimal digits), without hyphens.

    >>> format_seal(seal_of(hashlib.sha256(b"gin").hexdigest()))
    'K1DD-RKE7-T4AG-ZCRQ'
    """
    number = int(digest, 16) >> (256 - 5 * _DIGITS)
    digits = "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(_DIGITS)))
    return digits + _check_character(digits)


def _check_character(digits: str) -> str:
    """Return the check character, which detects one misread character and two that changed places."""
    return ALPHABET[sum(place * ALPHABET.index(digit) for place, digit in enumerate(digits, 1)) % 31]


def format_seal(seal: str) -> str:
    """Return a seal in groups of four, as people read it."""
    return "-".join(seal[start : start + 4] for start in range(0, len(seal), 4))


def read_seal(text: str) -> str | None:
    """Return the seal that somebody typed, without hyphens, or None if it isn't one.

    Small letters, spaces, O for 0, and I or L for 1 are accepted.

    >>> read_seal("k1dd rke7 t4ag zcrq"), read_seal("KLDD-RKE7-T4AG-ZCRP")
    ('K1DDRKE7T4AGZCRQ', None)
    """
    if len(text) > MAX_SEAL_INPUT:
        return None
    seal = text.translate(_SEPARATORS).upper().translate(_READ_AS)
    if len(seal) != LENGTH or any(letter not in ALPHABET for letter in seal) or _check_character(seal[:-1]) != seal[-1]:
        return None
    return seal


def game_document(
    names: Sequence[str], entries: Iterable[Mapping[str, Any]], game: int, revision: int | None = None
) -> Document:
    """Return the document of one game: the players' names and all its ledger entries, corrections included.

    ``names`` are by number at the table. The document has those of the people whom the table knew at the game's newest
    entry, so that somebody who joins later doesn't change it. ``entries`` are all of the table, in the format of an
    archive; those after ``revision`` (None: none) are left out.
    """
    sealed_entries = [
        (entry, known)
        for entry, known in _with_people_known(entries, len(names), revision)
        if entry["game"] == game and entry["kind"] not in NOT_OF_THE_GAME
    ]
    return {
        "sealed": GAME,
        "names": _first_names(names, sealed_entries),
        "entries": [{key: entry[key] for key in _ENTRY} for entry, _ in sealed_entries],
    }


def _with_people_known(
    entries: Iterable[Mapping[str, Any]], people: int, revision: int | None
) -> list[tuple[Mapping[str, Any], int]]:
    """Return the entries up to ``revision``, each with how many people the table knew by then; ``people``: now."""
    everything = list(entries)
    known = next((entry["facts"]["people"] for entry in everything if entry["kind"] == "players"), people)
    lines = []
    for entry in everything:
        if revision is None or entry["revision"] <= revision:
            if entry["kind"] == "players":
                known = max([known, *(number + 1 for number in entry["facts"]["players"])])
            lines.append((entry, known))
    return lines


def _first_names(names: Sequence[str], sealed_entries: Sequence[tuple[Mapping[str, Any], int]]) -> list[str]:
    """Return the names of the people whom the table knew at the newest of the entries."""
    return list(names[: sealed_entries[-1][1]] if sealed_entries else names)


def season_document(season: Mapping[str, Any], members: Sequence[Mapping[str, Any]]) -> Document:
    """Return the document of a season: its rules, entrants, penalties, and the result of each match.

    ``season`` and ``members`` are in the format of a league's archive. All names are in one list: the entrants in
    order, then the players of teams. Final places are not included, because they follow from the rest.
    """
    names_by_number = {member["number"]: member["name"] for member in members}
    entrants = season["entrants"]
    names = [item["name"] or names_by_number[item["member"]] for item in entrants]
    names += [names_by_number[mate["member"]] for item in entrants for mate in item["teammates"]]
    numbers = {item["number"]: position for position, item in enumerate(entrants, 1)}
    return {
        "sealed": SEASON,
        "names": names,
        **{key: season[key] for key in _SEASON},
        "entrants": [
            {key: item[key] for key in _ENTRANT}
            # Only where there is one: seals made before there were handicaps stay the same.
            | ({"handicap": item["handicap"]} if item.get("handicap") else {})
            | {"teammates": [{key: mate[key] for key in ("joined_on", "left_on")} for mate in item["teammates"]]}
            for item in entrants
        ],
        "penalties": [
            {"entrant": numbers[item["entrant"]], "points": item["points"], "lifted": item["lifted_at"] is not None}
            for item in season["penalties"]
        ],
        "matches": [
            {key: item[key] for key in _MATCH}
            | {"sides": [{**side, "entrant": numbers[side["entrant"]]} for side in item["sides"]]}
            for item in sorted(season["matches"], key=lambda item: int(item["number"]))
        ],
    }


def without_names(document: Mapping[str, Any]) -> Document:
    """Return a document with None for each name, which is what remains after people are erased."""
    return {**document, "names": [None] * len(document["names"])}


def name_digests(document: Mapping[str, Any]) -> list[str]:
    """Return a SHA-256 for each name of a document, which also depends on the rest and the position in the list."""
    without_names_digest = digest_of(without_names(document))
    return [
        digest_of({"of": without_names_digest, "at": position, "name": name})
        for position, name in enumerate(document["names"])
    ]


def documents_in(archive: Mapping[str, Any]) -> dict[str, Document]:
    """Return every document in an archive of a game, table, account or league, by its name in the archive.

    Raises ValueError for any other JSON object, and KeyError or TypeError for a damaged archive.
    """
    match archive.get("format"):
        case "scorekeeper-game":
            return {f"game {archive['game']['number']}": archive["sealed"]}
        case "scorekeeper-table":
            return _table_documents([seat["name"] for seat in archive["seats"]], archive["entries"], "")
        case "scorekeeper-league":
            return _league_documents(archive, "")
        case "scorekeeper-account":
            documents: dict[str, Document] = {}
            for table in archive["tables"]:
                prefix = f"table {table['id']}, "
                documents |= _table_documents([seat["name"] for seat in table["seats"]], table["entries"], prefix)
            for league in archive["leagues"]:
                documents |= _league_documents(league, f"league {league['name']}, ")
            return documents
    raise ValueError("It is not an archive of a game, a table, a league or an account.")


def _table_documents(names: Sequence[str], entries: Sequence[Mapping[str, Any]], prefix: str) -> dict[str, Document]:
    games = sorted({entry["game"] for entry in entries})
    return {f"{prefix}game {game}": game_document(names, entries, game) for game in games}


def _league_documents(archive: Mapping[str, Any], prefix: str) -> dict[str, Document]:
    """Return the documents of each season, and of each game in its matches."""
    documents: dict[str, Document] = {}
    names_by_number = {member["number"]: member["name"] for member in archive["members"]}
    for season in archive["seasons"]:
        season_name = f"{prefix}season {season['name']}"
        documents[season_name] = season_document(season, archive["members"])
        for match_data in season["matches"]:
            seats = sorted(match_data["seats"], key=lambda seat: int(seat["seat"]))
            names = [names_by_number[seat["member"]] for seat in seats]
            if match_data["entries"]:
                documents |= _table_documents(
                    names, match_data["entries"], f"{season_name}, match {match_data['number']}, "
                )
    return documents
