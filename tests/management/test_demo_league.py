"""`demo_league` creates a league like any other."""

from datetime import date

import pytest

from games.models import Entry, Match, MatchSide, SettledSeat, Table
from games.rules.sheet import fold
from games.selectors.table.ledger import entries_of
from games.services.league.demo import Demo, make_demo
from games.services.season.results import write_result
from games.services.table.game_settle import settle_games
from tests.leagues import account

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_match_was_played_and_says_what_its_ledger_says() -> None:
    season = make_demo(account=account(), size=Demo(5, 12, 60, date(2026, 1, 6)))
    matches = Match.objects.filter(season=season)
    assert (matches.count(), matches.filter(state="played", final=True).count()) == (12, 12)
    before = list(MatchSide.objects.order_by("pk").values())
    settled = list(SettledSeat.objects.order_by("pk").values())
    for match in matches:
        assert match.table
        sheet = fold(entries_of(match.table), 2)
        assert sheet.current.complete
        write_result(match, sheet)
        settle_games(match.table, sheet)
    assert list(MatchSide.objects.order_by("pk").values()) == before
    assert list(SettledSeat.objects.order_by("pk").values()) == settled
    assert len(settled) == 24


def test_the_same_seed_draws_the_same_season() -> None:
    rounds = []
    for _ in range(2):
        make_demo(account=account(), size=Demo(4, 3, 60, date(2026, 1, 6), seed=7))
        tables = Table.objects.order_by("-pk")[:3]
        rounds.append([[row.facts for row in Entry.objects.filter(table=table)] for table in reversed(tables)])
    assert rounds[0] == rounds[1]


@pytest.mark.parametrize("players", [1, 501])
def test_a_size_that_cannot_be_is_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 500 players"):
        make_demo(account=account(), size=Demo(players, 3, 60, date(2026, 1, 6)))
