"""The comparison itself: its games reach what can happen, and a script with a slip in it is noticed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.rules.faults import Code
from games.rules.scoring import Event
from games.rules.settlement import Handicap, Score
from games.rules.teams import declaration_faults
from tests.conformance.comparing import (
    differing,
    fault_questions,
    faults_differing,
    game_questions,
    report,
    smallest,
)
from tests.conformance.javascript import SCRIPTS, ask_texts
from tests.conformance.played import PlayedGame
from tests.conformance.random_games import Attempt, random_game, random_rules
from tests.conformance.test_random_games import luck_of, preset_games

pytestmark = pytest.mark.slow

SLIPS = {
    "a constant": ("tally_round.js", "hand.deadwood[hand.ender] === 0", "hand.deadwood[hand.ender] === 1"),
    "a default": ("tally_round.js", "gin_bonus: 25", "gin_bonus: 20"),
    "a tie": ("tally_round.js", "deadwood[ender] - 1", "deadwood[ender] - 2"),
    "a line's name": ("tally_round.js", '"extra_box", parameter', '"box", parameter'),
    "rounding": ("tally_round.js", "Math.floor(whole", "Math.ceil(whole"),
    "a team's box": ("tally_round.js", 'kind === "box" ? all', 'kind === "box" ? 0'),
    "a fault's order": ("tally_round.js", '[wrong("one_misdeal"), ...faults]', '[...faults, wrong("one_misdeal")]'),
    "the dealer": ("tally.js", "(deal.dealer + 1) % seats", "(deal.dealer + 2) % seats"),
    "who sits out": ("tally.js", "(opponent % (seats - 1)) + 1", "opponent"),
    "the end": ("tally.js", "points) >= this.rules.target", "points) > this.rules.target"),
    "a bonus": ("tally.js", "margin < rules.line_margin", "margin > rules.line_margin"),
    "a shutout": ("tally.js", "counted[first] > 0 &&", "counted[first] >= 0 &&"),
    "a column": ("tally.js", "this.depth[side] + 1", "this.depth[side] + 2"),
    "a round after the end": ("tally.js", "byHand && number > through", "byHand && number >= through"),
    "a correction": ("tally.js", "round.number !== number", "true"),
}
"""What is wrong, and where: the file, its text, and the text with the slip."""
CHANGES = (
    *((r"\b0\b", "1"), (r"\b1\b", "2"), ("===", "!=="), ("!==", "===")),
    *((" < ", " <= "), (" > ", " >= "), (r" \+ ", " - ")),
)
"""What a random change replaces, and by what."""


@dataclass(frozen=True)
class Sample:
    """Some games, with the questions about them and the right answers."""

    games: list[PlayedGame]
    attempts: list[Attempt]
    questions: list[dict[str, Any]]
    answers: list[str]

    def notices(self, scripts: Sequence[Path]) -> bool:
        """Return whether the scripts answer anything wrongly, or don't run at all."""
        try:
            return ask_texts(self.questions, scripts) != self.answers
        except AssertionError:
            return True


@pytest.fixture(scope="module")
def sample() -> Sample:
    luck, attempts = luck_of(1), list[Attempt]()
    games = list(preset_games(luck, 15, attempts))
    games += [random_game(luck, random_rules(luck), attempts) for _ in range(400)]
    asked = [*game_questions(games), *fault_questions(attempts)]
    return Sample(games, attempts, [question for question, _ in asked], [answer for _, answer in asked])


def with_text(folder: Path, name: str, text: str) -> list[Path]:
    """Return the scripts, one of them with another text."""
    changed = folder / name
    changed.write_text(text, encoding="utf-8")
    return [changed if path.name == name else path for path in SCRIPTS]


def script(name: str) -> str:
    return SCRIPTS[0].with_name(name).read_text(encoding="utf-8")


def test_the_scripts_as_they_are_answer_everything_rightly(sample: Sample) -> None:
    assert not sample.notices(SCRIPTS)


@pytest.mark.parametrize("what", SLIPS)
def test_a_slip_is_noticed(what: str, sample: Sample, tmp_path: Path) -> None:
    name, text, slip = SLIPS[what]
    assert script(name).count(text) == 1
    assert sample.notices(with_text(tmp_path, name, script(name).replace(text, slip)))


def test_nine_of_ten_changes_are_noticed(sample: Sample, tmp_path: Path) -> None:
    """The others change nothing that anybody could see, or only what the games of other tests reach."""
    places, unnoticed = list[tuple[str, int, int, str]](), list[str]()
    # `tally_form.js` reads a form's fields, and the sample has none: that is for tests/browser/test_offline_score.py.
    for path in (path for path in SCRIPTS if path.name != "tally_form.js"):
        code = re.sub(r"(?m)//.*$", lambda found: " " * len(found[0]), script(path.name))
        start = code.index('"use strict"')
        for pattern, other in CHANGES:
            places += [
                (path.name, *found.span(), other) for found in re.finditer(pattern, code) if found.start() > start
            ]
    for name, start, end, other in places:
        text = script(name)
        if not sample.notices(with_text(tmp_path, name, text[:start] + other + text[end:])):
            unnoticed.append(f"{name}, line {text.count(chr(10), 0, start) + 1}: {text[start:end]} -> {other}")
    assert len(unnoticed) <= len(places) // 10, "\n".join(unnoticed)


def test_a_difference_is_shown_in_the_smallest_game(sample: Sample, tmp_path: Path) -> None:
    scripts = with_text(tmp_path, "tally_round.js", script("tally_round.js").replace("gin_bonus: 25", "gin_bonus: 24"))
    wrong = differing(sample.games[:30], scripts)
    game = smallest(max(wrong, key=lambda each: len(each.moves)), scripts)
    assert [move.kind for move in game.moves] == ["round"]
    assert "25 by the rules, 24 by the script" in report(game, scripts)
    assert faults_differing(sample.attempts) == []


def test_the_games_reach_all_that_can_happen(sample: Sample) -> None:
    lines = [line for game in sample.games for line in game.sheet.rounds]
    results = [line.latest.result for line in lines]
    assert {result.event for whole in results for result in (whole, *whole.hands)} == set(Event)
    sheets = [game.sheet for game in sample.games]
    assert {len(sheet.seating) for sheet in sheets} == set(range(2, 9))
    ends = [sheet for sheet in sheets if sheet.final]
    reached = {
        "a void round": any(line.void for line in lines),
        "a round after the end": any(line.after_end and not line.void for line in lines),
        "a correction": any(line.edited and line.counts for line in lines),
        "several winners": any(len(result.winners) > 1 for result in results),
        "somebody sits out": any(
            len(x.latest.result.points) < len(sheet.sides) for sheet in sheets for x in sheet.rounds
        ),
        "rules taken back": any(game.stale for game in sample.games),
        "something that waits": any(game.pending for game in sample.games),
        "a score from paper": any(type(sheet.opening) is Score for sheet in sheets),
        "a handicap": any(isinstance(sheet.opening, Handicap) for sheet in sheets),
        "a shutout despite a handicap": any(
            end.final and end.final.shutout and min(end.cumulative.values())
            for end in ends
            if isinstance(end.opening, Handicap)
        ),
        "nothing yet": any(not game.moves for game in sample.games),
        "given up": any(end.by_hand and not end.complete for end in ends),
        "nobody won": any(end.final and end.final.winner is None for end in ends),
        "a shutout": any(end.final and end.final.shutout for end in ends),
        "three columns": any(end.columns and end.complete for end in ends),
        "played on after the target": any(end.reached_in and end.reached_in != end.ended_after for end in ends),
        "continued": any(sheet.open_through and not sheet.by_hand for sheet in sheets),
    }
    assert [what for what, happened in reached.items() if not happened] == []
    codes = {fault.code for attempt in sample.attempts for fault in declaration_faults(*attempt)}
    assert codes == {
        *(Code.NOT_ACTIVE, Code.OUT_OF_RANGE, Code.INVALID_VALUE, Code.MISSING_DEADWOOD, Code.UNKNOWN_PLAYER),
        *(Code.MISSING_KNOCK_CARD, Code.NOT_GIN, Code.OVER_KNOCK_LIMIT),
    }
