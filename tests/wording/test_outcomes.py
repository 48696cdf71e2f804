"""What a round changes, in words: the lead in a game and the score it ends with."""

import pytest

from games.rules.settlement import GameResult
from games.wording.outcomes import lead_text, score_text, win_text

NAMES = ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("points", "scoring", "text"),
    [
        ({0: 82, 1: 66}, [0], "Ann leads 82\u201366"),
        ({0: 66, 1: 82}, [0], "Ben leads 82\u201366"),
        ({0: 5, 1: -20}, [0], "Ann leads 5 : -20"),
        ({0: 66, 1: 66}, [0], "Tied at 66"),
        ({0: 82, 1: 66, 2: 40}, [0], "Ann leads with 82"),
        ({0: 82, 1: 66, 2: 40}, [2], "Cleo 40, Ann leads with 82"),
        ({0: 82, 1: 82, 2: 40}, [2], "Cleo 40, Ann and Ben lead with 82"),
        ({0: 0, 1: 0, 2: 0}, [0], "Tied at 0"),
    ],
)
def test_the_leader_is_named_with_the_score(points: dict[int, int], scoring: list[int], text: str) -> None:
    assert lead_text(points, NAMES[: len(points)], scoring) == text


@pytest.mark.parametrize(
    ("totals", "winner", "text"),
    [
        ({0: 290, 1: 130}, 0, "Ann wins 290\u2013130"),
        ({0: 130, 1: 120}, 1, "Ben wins 120\u2013130"),
        ({0: 290, 1: 130, 2: 15}, 0, "Ann wins with 290"),
        ({0: 50, 1: 50}, None, "A tie: nobody wins"),
    ],
)
def test_the_winner_is_named_with_the_final_score(totals: dict[int, int], winner: int | None, text: str) -> None:
    end = GameResult(totals, winner, shutout=False, net=None, lines=())
    assert win_text(end, totals, NAMES[: len(totals)]) == text


def test_a_team_has_a_plural_verb() -> None:
    teams = ("Ann & Cleo", "Ben & Dan")
    assert lead_text({0: 10, 1: 3}, teams, [0]) == "Ann & Cleo lead 10\u20133"
    end = GameResult({0: 10, 1: 3}, 0, shutout=False, net=None, lines=())
    assert win_text(end, end.totals, teams) == "Ann & Cleo win 10\u20133"
    assert score_text({0: 3, 1: 10}, None) == "10\u20133"
