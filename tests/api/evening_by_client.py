"""Plays an evening with the typed client generated from the schema (run by `test_generated_client`).

Run with the address of a server. Nothing in here knows an address, a field or a status that is not in the schema.
"""

import sys
from http import HTTPStatus
from itertools import count

from scorekeeper_client import AuthenticatedClient, Client
from scorekeeper_client.api.games import finish_game, start_game
from scorekeeper_client.api.rounds import correct_round, enter_round, preview_round, void_round
from scorekeeper_client.api.tables import get_table, list_entries, start_table
from scorekeeper_client.models import (
    Correction,
    CorrectionDeadwoodAfterLayoffsType0,
    CorrectionDeclared,
    Entries,
    NewRound,
    NewRoundDeadwoodAfterLayoffsType0,
    NewRoundDeclared,
    NewTable,
    NewTablePreset,
    NextGame,
    Preview,
    PreviewDeadwoodAfterLayoffsType0,
    PreviewDeclared,
    Problem,
    RoundAnswer,
    StartedTable,
    Table,
    Void,
)

_keys = count(1)


def key() -> str:
    """An Idempotency-Key that was not used so far."""
    return f"evening-{next(_keys)}"


def new_round(number: int, ann: int, ben: int) -> NewRound:
    """Ann knocks with so many points and Ben holds so many."""
    counts = NewRoundDeadwoodAfterLayoffsType0.from_dict({"Ann": ann, "Ben": ben})
    return NewRound(game=1, round_=number, declared=NewRoundDeclared.KNOCK, ender="Ann", deadwood_after_layoffs=counts)


def correction(ben: int) -> Correction:
    """Ann knocked with 7, and Ben held so many."""
    counts = CorrectionDeadwoodAfterLayoffsType0.from_dict({"Ann": 7, "Ben": ben})
    return Correction(
        declared=CorrectionDeclared.KNOCK, ender="Ann", deadwood_after_layoffs=counts, reason="Ben had miscounted"
    )


def evening(url: str) -> None:
    """Start a table, enter, repeat, correct and void rounds, disagree, finish, and go on. Raises where it is wrong."""
    nobody = Client(base_url=url, raise_on_unexpected_status=True)
    started = start_table.sync(client=nobody, body=NewTable(players=["Ann", "Ben"], preset=NewTablePreset.STANDARD))
    assert isinstance(started, StartedTable)
    scorer, watcher, owner = (
        AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)
        for token in (started.score_token, started.watch_token, started.owner_token)
    )
    table = started.id

    counts = PreviewDeadwoodAfterLayoffsType0.from_dict({"Ann": 7, "Ben": 20})
    preview = preview_round.sync(
        table,
        client=scorer,
        body=Preview(declared=PreviewDeclared.KNOCK, ender="Ann", deadwood_after_layoffs=counts),
    )
    assert preview is not None and not isinstance(preview, Problem)

    first = key()
    entered = enter_round.sync_detailed(table, client=scorer, body=new_round(1, 7, 20), idempotency_key=first)
    assert entered.status_code == HTTPStatus.CREATED and isinstance(entered.parsed, RoundAnswer)
    assert entered.parsed.round_.points.to_dict() == {"Ann": 13, "Ben": 0}
    again = enter_round.sync_detailed(table, client=scorer, body=new_round(1, 7, 20), idempotency_key=first)
    assert again.status_code == HTTPStatus.OK and isinstance(again.parsed, RoundAnswer)
    assert again.parsed.revision == entered.parsed.revision

    other = enter_round.sync_detailed(table, client=scorer, body=new_round(1, 7, 25), idempotency_key=key())
    assert other.status_code == HTTPStatus.CONFLICT and isinstance(other.parsed, Problem)
    assert other.parsed.code == "round_conflict"
    refused = enter_round.sync_detailed(table, client=watcher, body=new_round(2, 7, 25), idempotency_key=key())
    assert refused.status_code == HTTPStatus.FORBIDDEN and isinstance(refused.parsed, Problem)

    seen = f'"{entered.parsed.round_.revision}"'
    corrected = correct_round.sync(
        table, 1, 1, client=scorer, body=correction(27), if_match=seen, idempotency_key=key()
    )
    assert isinstance(corrected, RoundAnswer) and corrected.round_.points.to_dict() == {"Ann": 20, "Ben": 0}
    stale = correct_round.sync_detailed(
        table, 1, 1, client=scorer, body=correction(30), if_match=seen, idempotency_key=key()
    )
    assert stale.status_code == HTTPStatus.PRECONDITION_FAILED

    second = enter_round.sync(table, client=scorer, body=new_round(2, 3, 30), idempotency_key=key())
    assert isinstance(second, RoundAnswer)
    struck = void_round.sync(
        table,
        1,
        2,
        client=scorer,
        body=Void(reason="wrong table"),
        if_match=f'"{second.round_.revision}"',
        idempotency_key=key(),
    )
    assert isinstance(struck, RoundAnswer) and struck.round_.void

    finished = finish_game.sync(table, 1, client=owner, if_match=f'"{struck.revision}"', idempotency_key=key())
    assert isinstance(finished, Table) and finished.games[0].over
    following = start_game.sync(table, client=scorer, body=NextGame(), idempotency_key=key())
    assert following is not None and not isinstance(following, Problem)

    read = get_table.sync_detailed(table, client=watcher)
    assert isinstance(read.parsed, Table) and [game.number for game in read.parsed.games] == [1, 2]
    same = get_table.sync_detailed(table, client=watcher, if_none_match=read.headers["ETag"])
    assert same.status_code == HTTPStatus.NOT_MODIFIED
    ledger = list_entries.sync(table, client=watcher)
    assert isinstance(ledger, Entries)
    assert [entry.revision for entry in ledger.entries] == list(range(1, read.parsed.revision + 1))


if __name__ == "__main__":
    evening(sys.argv[1])
