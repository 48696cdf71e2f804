"""What the audit found, as lines: where it is, and what is wrong there. The codes are stable, the sentences are not.

They are for whoever runs the server and are printed by a command, in English whatever the server speaks.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import override

from games.rules.audit import Difference
from games.wording.words import listed

_Told = Mapping[str, Any]

_WHY: Final = {
    "wrong_game": "it is about a game that is not the one under way",
    "not_next": "its round is not the next one",
    "no_such_round": "there is no such round to change",
    "game_open": "it starts a game while another one is under way, or is not game 1 where it is the first",
    "no_such_seats": "it swaps seats that are not in the game under way",
    "finished": "it ends a game that was over, or names another last round",
    "not_finished": "it reopens a game that was not over, or names another last round",
}
"""Why an entry cannot stand where it stands."""

SENTENCES: Final[Mapping[str, Callable[[_Told], str]]] = {
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
    "out_of_order": lambda t: f"it cannot stand here: {_WHY[t['why']]}.",
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
    "settled_wrong": lambda t: f"what is stored of the finished game is not what it came to: {_wrong(t['wrong'])}.",
    "settled_extra": lambda _: "it was settled, and is not over or not there.",
    "match_seats": lambda _: "who sits at its table is not who it was made for.",
    "match_state": lambda t: f"its table says otherwise: {_wrong(t['wrong'])}.",
    "match_result": lambda t: f"the stored result is not what its table comes to: {_wrong(t['wrong'])}.",
    "match_without_table": lambda _: "it was played, and there is neither a table of it nor a file it came from.",
    "match_without_outcome": lambda _: "it counts, and nobody won, drew or lost it.",
    "opponent_wrong": lambda t: f"somebody else is stored as the opponent of entrant {_numbers(t['entrants'])}.",
    "table_counted_twice": lambda t: f"it is the table of {t['times']} matches.",
    "standings_wrong": lambda t: f"the table of the season is not the sum of its matches{_which(t['wrong'])}.",
    "rating_wrong": lambda t: f"from fixture {t['fixture']} on the ratings are not what the results come to.",
    "database_damaged": lambda t: f"the database file is damaged: {t['said']}.",
    "reference_broken": lambda t: f"row {t['row']} of {t['of']} names one of {t['to']} that is not there.",
    "guard_missing": lambda t: f"{t['guard']} on {t['on']} is missing: the database would take wrong rows.",
}
"""What each code says of its place, without it."""

_PLACES: Final = {
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


def difference_text(found: Difference) -> str:
    """A difference as a line: its code, where it is, what is wrong.

    >>> difference_text(Difference("digest_wrong", {"table": "ab12", "entry": 3, "game": 1}))[:56]
    'digest_wrong: table ab12, entry 3, game 1: what it says '
    """
    places = [text.format(found.about[name]) for name, text in _PLACES.items() if name in found.about]
    with override("en"):
        said = SENTENCES[found.code](found.told)
    return ": ".join(filter(None, (found.code, ", ".join(places), said)))


def audited_text(tables: int, entries: int, seasons: int, differences: int) -> str:
    """What was looked at and how it came out, for the last line.

    >>> audited_text(2, 40, 0, 0)
    'Audited: 2 tables, 40 entries, 0 seasons. Nothing differs.'
    """
    came = f"{differences} difference{'' if differences == 1 else 's'}" if differences else "Nothing differs"
    return f"Audited: {tables} tables, {entries} entries, {seasons} seasons. {came}."


def _entries(revisions: Sequence[int]) -> str:
    if len(revisions) == 1:
        return f"entry {revisions[0]} is"
    return f"entries {_numbers(revisions)} are"


def _numbers(numbers: Sequence[int]) -> str:
    shown = [str(number) for number in numbers[:10]]
    return listed([*shown, f"{len(numbers) - 10} more"] if len(numbers) > 10 else shown)


def _score(result: object) -> str:
    """The points and boxes of a stored score by seat; of one that is none, that."""
    if not isinstance(result, Mapping) or not isinstance(result.get("points"), Mapping):
        return "(none)"
    points = ", ".join(f"seat {seat}: {n}" for seat, n in result["points"].items())
    return f"({result.get('event')}; {points}; boxes {result.get('boxes')})"


def _wrong(wrong: Mapping[str, Sequence[object]]) -> str:
    return listed([f"{name.removesuffix('_id')} is {there!s}, not {true!s}" for name, (there, true) in wrong.items()])


def _which(wrong: Mapping[str, Sequence[object]]) -> str:
    return f": {_wrong(wrong)}" if wrong else ", pair by pair or night by night"
