"""The findings of ``manage.py audit`` as lines: a stable code, the place, and a sentence.

They are for the server's operator and always in English.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import override

from games.rules.audit import Difference
from games.wording.words import listed

_Facts = Mapping[str, Any]
_LONGEST: Final = 1_000
"""The longest line, in characters."""

_OUT_OF_ORDER: Final = {
    "wrong_game": "it is about a game that is not the one under way",
    "not_next": "its round is not the next one",
    "no_such_round": "there is no such round to change",
    "game_open": "it starts a game while another one is under way, or is not game 1 where it is the first",
    "no_such_seats": "it swaps seats that are not in the game under way",
    "finished": "it ends a game that was over, or names another last round",
    "not_finished": "it reopens a game that was not over, or names another last round",
}
"""Why an entry is out of order."""

_VALUES: Final = {
    "missing": "it must not be empty",
    "too_long": "it is longer than it may be",
    "unknown": "there is no such word for it",
    "json_shape": "it is JSON of another kind than it has to be",
    "not_a_number": "it has to be a number",
    "out_of_range": "it is smaller or larger than it may be",
    "not_yes_or_no": "it has to be 0 or 1",
    "not_a_date": "it has to be a date or a time",
    "not_text": "it has to be text",
    "not_json": "it has to be JSON",
}
"""Why a value is not valid for its column."""

SENTENCES: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "revision_missing": lambda t: f"{_entries(t['missing'])} missing; the last one is {t['last']}.",
    "revision_twice": lambda t: f"this number was given {t['times']} times.",
    "table_revision": lambda t: f"the table says revision {t['table_revision']}, its ledger ends at {t['last']}.",
    "key_twice": lambda t: f"{_entries(t['entries'])} made under one key: a retry was written twice.",
    "round_twice": lambda t: f"{_entries(t['entries'])} all the first of this round: it was written twice.",
    "digest_wrong": lambda _: "what it says is not what its digest was made of: it was changed after it was written.",
    "entry_unreadable": lambda t: f"nobody can read it as one of kind {t['kind']!r}.",
    "round_illegal": lambda _: "the rules in force do not allow such a round.",
    "result_wrong": lambda t: f"the stored score {_score(t['stored'])} should be {_score(t['computed'])}.",
    "seats_wrong": lambda t: f"its seats are {_numbers(t['seats'])}: not 0 and up, or too many or few for its rules.",
    "round_after_finish": lambda t: f"a round after the game had ended with round {t['ended_after']}.",
    "wrong_players": lambda t: f"others played it than those whose turn it was (seats {_numbers(t['seats'])}).",
    "out_of_order": lambda t: f"it cannot stand here: {_OUT_OF_ORDER[t['why']]}.",
    "undo_wrong": lambda t: f"it undoes entry {t['undoes']}; the newest that stood was {t['newest'] or 'none'}.",
    "rules_not_pinned": lambda t: (
        f"it changes the rules after round {t['after']} when {t['last']} were played, or what never can change."
    ),
    "sheet_broken": lambda t: f"its entries make no sheet ({t['error']}).",
    "totals_wrong": lambda _: "the totals of the sheet are not the sum of its rounds.",
    "no_author": lambda t: f"it came by no link; it says it is from {t['by']!r}.",
    "link_of_other_table": lambda t: f"it came by a link of another table, from {t['by']!r}.",
    "role_wrong": lambda t: f"it came from {t['by']!r} by a link that may only {t['role']}.",
    "after_revocation": lambda t: (
        f"it came from {t['by']!r} at {t['at']}, after its right to write had ended at {t['revoked_at']} "
        "(unless the server's clock was set back)."
    ),
    "own_hand_wrong": lambda t: f"a hand waits for player {t['seat']}, whom the table does not have.",
    "settled_missing": lambda _: "the game is over and was not settled.",
    "settled_wrong": lambda t: (
        f"what is stored of the finished game is not what it came to: {_wrong_values(t['wrong'])}."
    ),
    "settled_extra": lambda _: "it was settled, and is not over or not there.",
    "match_seats": lambda _: "who sits at its table is not who it was made for.",
    "match_state": lambda t: f"its table says otherwise: {_wrong_values(t['wrong'])}.",
    "match_result": lambda t: f"the stored result is not what its table comes to: {_wrong_values(t['wrong'])}.",
    "match_without_table": lambda _: "it was played, and there is neither a table of it nor a file it came from.",
    "match_without_outcome": lambda _: "it counts, and nobody won, drew or lost it.",
    "opponent_wrong": lambda t: f"somebody else is stored as the opponent of entrant {_numbers(t['entrants'])}.",
    "table_counted_twice": lambda t: f"it is the table of {t['times']} matches.",
    "standings_wrong": lambda t: f"the table of the season is not the sum of its matches{_which_values(t['wrong'])}.",
    "rating_wrong": lambda t: f"from fixture {t['fixture']} on the ratings are not what the results come to.",
    "database_damaged": lambda t: f"the database file is damaged: {t['said']}.",
    "reference_broken": lambda t: f"it names a row of {t['to']} that is not there.",
    "value_wrong": lambda t: f"{_VALUES[t['why']]} (it is {t['value']}).",
    "unreadable": lambda t: f"what is stored there cannot be read, so no more of it was checked ({t['error']}).",
    "rules_unreadable": lambda t: f"nobody can read its rules ({t['error']}).",
    "entry_differs": lambda _: "it, or the one before it, isn't what was sealed in the chain.",
    "entry_name_differs": lambda t: f"the chain has another name for it than {t['by']!r}.",
    "entry_unsealed": lambda _: "it isn't in the chain: it didn't come through the program.",
    "seals_without_entries": lambda t: f"the chain has codes of {t['seals']} entries that are gone.",
    "seal_wrong": lambda t: f"code {t['number']} of the chain {t['chain']} wasn't made with the server's key.",
    "seals_missing": lambda t: f"the chain {t['chain']} lacks {_seals(t['first'], t['last'])}.",
    "chain_cut": lambda t: (
        f"the chain {t['chain']} ends with code {t['there']}; it should end with code {t['length']}."
        if t["there"] != t["length"]
        else f"the chain {t['chain']} doesn't end with the code it should."
    ),
    "chain_gone": lambda t: f"the whole chain {t['chain']} is gone.",
    "head_missing": lambda t: f"the record of where the chain {t['chain']} ends is missing.",
    "head_wrong": lambda t: f"the record of where the chain {t['chain']} ends wasn't made with the server's key.",
    "ledger_put_back": lambda t: (
        f"the ledger of table number {t['table']} is not the one it had at entry {t['entry']}."
    ),
    "row_differs": lambda t: f"it isn't what was sealed in the chain: {listed(t['columns'])}.",
    "row_unsealed": lambda _: "it isn't in the chain: it didn't come through the program.",
    "row_gone": lambda _: "it is gone, and nothing in the program removed it.",
    "salt_missing": lambda t: f"a name cannot be checked: salt {t['salt']} is gone, and nobody was erased.",
    "not_sealed": lambda _: (
        "the chain is empty. If it was there before, somebody deleted it: look at your backups first. If this "
        "database is from a version without one, `manage.py migrate` seals what is there."
    ),
    "not_sealed_yet": lambda _: "cannot be checked: there is no chain yet. The next start makes it.",
    "seal_keys_gone": lambda _: "the chain is there, but the list of its keys is gone.",
    "key_lost": lambda t: (
        f"cannot be checked: {t['seals']} codes of the chain were made with key {t['number']}, whose secret isn't "
        "known here (SECRET_KEY, SECRET_KEY_FALLBACKS)."
    ),
    "key_unknown": lambda t: f"{t['seals']} codes of the chain name key {t['number']}, which never existed.",
    "guard_missing": lambda t: f"{t['guard']} on {t['on']} is missing: the database would take wrong rows.",
    "guard_changed": lambda t: f"{t['guard']} on {t['on']} does not do what it is there for.",
    "trigger_unknown": lambda t: (
        f"the trigger {t['guard']} isn't one of this program's: it may change what is written."
    ),
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
    'digest_wrong: table ab12, entry 3, game 1: what it says '
    """
    places = [text.format(difference.location[name]) for name, text in _PLACES.items() if name in difference.location]
    with override("en"):
        try:
            sentence = SENTENCES[difference.code](difference.details)
        # The facts come from the damaged database and may have any type.
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError):
            sentence = "what is stored there differs, and cannot be shown."
    return _one_line(": ".join(filter(None, (difference.code, ", ".join(places), sentence))))


def audited_text(
    tables: int, entries: int, seasons: int, differences: int, *, unchecked: int = 0, since: datetime | None = None
) -> str:
    """Return the last line: what was audited, and the result; ``unchecked`` counts what could not be checked.

    >>> audited_text(2, 40, 0, 0)
    'Audited: 2 tables, 40 entries, 0 seasons. Nothing differs.'
    """
    result = f"{differences} difference{'' if differences == 1 else 's'}" if differences else "Nothing differs"
    unchecked_text = f" {unchecked} cannot be checked." if unchecked else ""
    sealed = f" Sealed since {since:%Y-%m-%d %H:%M} UTC." if since else ""
    return f"Audited: {tables} tables, {entries} entries, {seasons} seasons. {result}.{unchecked_text}{sealed}"


def _seals(first: int, last: int) -> str:
    return f"code {first}" if first == last else f"codes {first} to {last}"


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
