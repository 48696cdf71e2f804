"""The findings of ``manage.py audit`` as lines: a stable code, the place, and a sentence.

They are for the server's operator and always in English.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import override

from games.rules.audit import Difference
from games.wording.words import listed

_Facts = Mapping[str, Any]
_LONGEST: Final = 1_000
"""The longest line, in characters."""

_OUT_OF_ORDER: Final = {
    "wrong_game": "it belongs to a game that is not being played",
    "not_next": "its round is not the next one",
    "no_such_round": "the round to change does not exist",
    "game_open": "it starts a game while another one is being played, or the first game is not game 1",
    "no_such_seats": "it swaps seats that are not in the current game",
    "other_players": "its players differ from those entered for this game",
    "no_such_people": "it names unknown people, names someone twice, or changes nobody",
    "finished": "it ends a game that is already over, or names another last round",
    "not_finished": "it reopens a game that is not over, or names another last round",
}
"""Why an entry is out of order."""

_VALUES: Final = {
    "missing": "it must not be empty",
    "too_long": "it is too long",
    "unknown": "it is not one of the known values",
    "json_shape": "it is the wrong kind of JSON",
    "not_a_number": "it must be a number",
    "out_of_range": "it is too small or too large",
    "not_yes_or_no": "it must be 0 or 1",
    "not_a_date": "it must be a date or a time",
    "not_text": "it must be text",
    "not_json": "it must be JSON",
}
"""Why a value is not valid for its column."""

SENTENCES: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "revision_missing": lambda t: f"{_entries(t['missing'])} missing; the last one is {t['last']}.",
    "revision_twice": lambda t: f"this number was used {t['times']} times.",
    "table_revision": lambda t: f"the table has revision {t['table_revision']}, but its ledger ends at {t['last']}.",
    "key_twice": lambda t: f"{_entries(t['entries'])} stored under one key: a retry was written twice.",
    "round_twice": lambda t: f"{_entries(t['entries'])} stored as the first of this round: it was written twice.",
    "digest_wrong": lambda _: "it does not match its digest: it was changed after it was written.",
    "entry_unreadable": lambda t: f"it cannot be read as an entry of kind {t['kind']!r}.",
    "round_illegal": lambda _: "the game's rules do not allow this round.",
    "result_wrong": lambda t: f"the stored score {_score(t['stored'])} should be {_score(t['computed'])}.",
    "seats_wrong": lambda t: (
        f"its seats are {_numbers(t['seats'])}, but they must start at 0 and match the number that its rules need."
    ),
    "round_after_finish": lambda t: f"the round comes after the game ended with round {t['ended_after']}.",
    "wrong_players": lambda t: f"the wrong players played it: it was the turn of seats {_numbers(t['seats'])}.",
    "out_of_order": lambda t: f"it is out of order: {_OUT_OF_ORDER[t['why']]}.",
    "undo_wrong": lambda t: f"it undoes entry {t['undoes']}, but the newest active entry was {t['newest'] or 'none'}.",
    "rules_not_pinned": lambda t: (
        f"it changes the rules after round {t['after']} although {t['last']} were played, or changes a fixed rule."
    ),
    "sheet_broken": lambda t: f"its entries do not form a score sheet ({t['error']}).",
    "totals_wrong": lambda _: "the totals of the sheet do not match its rounds.",
    "no_author": lambda t: f"it has no link. It names {t['by']!r} as its author.",
    "link_of_other_table": lambda t: f"it was made through another table's link, by {t['by']!r}.",
    "role_wrong": lambda t: f"it was made by {t['by']!r} through a link that can only {t['role']}.",
    "after_revocation": lambda t: (
        f"it was made by {t['by']!r} at {t['at']}, after their write access had ended at {t['revoked_at']} (unless "
        "the server's clock was set back)."
    ),
    "own_hand_wrong": lambda t: f"a hand is waiting for player {t['seat']}, who is not at this table.",
    "settled_missing": lambda _: "the game is over but was not settled.",
    "settled_wrong": lambda t: (
        f"the stored result of the finished game does not match its rounds: {_wrong_values(t['wrong'])}."
    ),
    "settled_extra": lambda _: "it was settled, but is not over or does not exist.",
    "match_seats": lambda _: "the players at its table are not the planned ones.",
    "match_state": lambda t: f"it does not match its table: {_wrong_values(t['wrong'])}.",
    "match_result": lambda t: f"the stored result does not match its table: {_wrong_values(t['wrong'])}.",
    "match_without_table": lambda _: "it was played, but has neither a table nor an imported file.",
    "match_without_outcome": lambda _: "it counts, but has no outcome.",
    "opponent_wrong": lambda t: f"the wrong opponent is stored for entrant {_numbers(t['entrants'])}.",
    "table_counted_twice": lambda t: f"it is the table of {t['times']} matches.",
    "standings_wrong": lambda t: f"the standings do not match the matches{_which_values(t['wrong'])}.",
    "rating_wrong": lambda t: f"from match {t['match']} on, the ratings do not match the results.",
    "database_damaged": lambda t: f"the database file is damaged: {t['said']}.",
    "reference_broken": lambda t: f"it refers to a row of {t['to']} that does not exist.",
    "value_wrong": lambda t: f"{_VALUES[t['why']]} (it is {t['value']}).",
    "unreadable": lambda t: f"it cannot be read, so nothing more of it was checked ({t['error']}).",
    "rules_unreadable": lambda t: f"its rules cannot be read ({t['error']}).",
    "entry_differs": lambda _: "it, or the entry before it, is not as Scorekeeper wrote it.",
    "ledger_cut": lambda t: f"its ledger does not end at entry {t['last']}: entries were removed or put back.",
    "event_differs": lambda _: "it, or the event before it, is not as Scorekeeper wrote it.",
    "history_cut": lambda t: (
        f"its history does not end at event {t['last']}, but at event {t['length']}: events were removed or put back."
    ),
    "seal_differs": lambda t: f"the seal {t['seal']} was not issued by Scorekeeper.",
    "seal_missing": lambda _: "it is finished, but has no seal.",
    "sealed_differs": lambda _: "it is not as it was sealed, and no entry or event says why.",
    "sealed_name_differs": lambda _: "a name in it is not as it was sealed, and no event says why.",
    "renamed_since": lambda _: (
        "a name in it has changed since it was sealed: somebody was renamed, merged or erased here."
    ),
    "key_lost": lambda t: (
        f"it cannot be checked: {t['codes']} codes were made with key {t['number']}, whose secret is not known here "
        "(SECRET_KEY, SECRET_KEY_FALLBACKS)."
    ),
    "key_unknown": lambda t: f"{t['codes']} codes were made with key {t['number']}, which never existed.",
    "guard_missing": lambda t: f"{t['guard']} on {t['on']} is missing: the database would accept invalid rows.",
    "guard_changed": lambda t: f"{t['guard']} on {t['on']} does not do its job.",
    "trigger_unknown": lambda t: f"the trigger {t['guard']} does not belong to Scorekeeper and may change data.",
}
"""The sentence of each code, without the place."""

_PLACES: Final = {
    "of": "{}",
    "row": "row {}",
    "column": "column {}",
    "league": "league {}",
    "season": "season {}",
    "match": "match {}",
    "table": "table {}",
    "entry": "entry {}",
    "event": "event {}",
    "game": "game {}",
    "round": "round {}",
    "seat": "seat {}",
    "side": "side {}",
    "entrant": "entrant {}",
    "member": "member {}",
}


def difference_text(difference: Difference) -> str:
    """Return a difference as a line: its code, its place, and a sentence.

    >>> difference_text(Difference("digest_wrong", {"table": "ab12", "entry": 3, "game": 1}))[:56]
    'digest_wrong: table ab12, entry 3, game 1: it does not ma'
    """
    places = [text.format(difference.location[name]) for name, text in _PLACES.items() if name in difference.location]
    with override("en"):
        try:
            sentence = SENTENCES[difference.code](difference.details)
        # The facts come from the damaged database and may have any type.
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
            sentence = "the stored value differs, and cannot be shown."
    return _one_line(": ".join(filter(None, (difference.code, ", ".join(places), sentence))))


def audited_text(tables: int, entries: int, seasons: int, differences: int, *, unchecked: int = 0) -> str:
    """Return the last line: what was audited, and the result; ``unchecked`` counts what could not be checked.

    >>> audited_text(2, 40, 0, 0)
    'Audited: 2 tables, 40 entries, 0 seasons. Nothing differs.'
    """
    result = f"{differences} difference{'' if differences == 1 else 's'}" if differences else "Nothing differs"
    unchecked_text = f" {unchecked} cannot be checked." if unchecked else ""
    return f"Audited: {tables} tables, {entries} entries, {seasons} seasons. {result}.{unchecked_text}"


def _one_line(text: str) -> str:
    """Return ``text`` safe for any terminal: one line, no control characters or lone surrogates, limited length."""
    line = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text[:_LONGEST]
    )
    return line if len(text) <= _LONGEST else f"{line}…"


def _entries(revisions: Sequence[int]) -> str:
    if len(revisions) == 1:
        return f"entry {revisions[0]} is"
    return f"entries {_numbers(revisions)} are"


def _numbers(numbers: Sequence[int]) -> str:
    texts = [str(number) for number in numbers[:10]]
    return listed([*texts, f"{len(numbers) - 10} more"] if len(numbers) > 10 else texts)


def _score(result: object) -> str:
    """Return the points and boxes of a stored score by seat; "(none)" if it is not a score."""
    if not isinstance(result, Mapping) or not isinstance(result.get("points"), Mapping):
        return "(none)"
    points = ", ".join(f"seat {seat}: {n}" for seat, n in result["points"].items())
    return f"({result.get('event')}; {points}; boxes {result.get('boxes')})"


def _wrong_values(wrong: Mapping[str, Sequence[object]]) -> str:
    return listed(
        [f"{name.removesuffix('_id')} is {stored!s}, not {expected!s}" for name, (stored, expected) in wrong.items()]
    )


def _which_values(wrong: Mapping[str, Sequence[object]]) -> str:
    return f": {_wrong_values(wrong)}" if wrong else ", pair by pair or night by night"
