"""The three sentences about what decided a game, checked by recounting many random games."""

import re
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.rules.analysis.game_summary import game_summary
from games.rules.declaration import Declaration, TeamDeal
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.sheet import GameSheet
from games.rules.sides import can_seat, side_of
from games.wording.story import story_sentences
from games.wording.words import side_names
from tests.makers import dead, gin, knock
from tests.rules.kit import STANDARD, LedgerBuilder, between
from tests.rules.strategies import declarations, team_deals

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
WAYS = [(name, count) for name, one in presets().items() for count in range(2, 9) if can_seat(one.rules, count)]


@dataclass
class Recount:
    """A finished game added up again from the points of each round, without the code under test."""

    game: GameSheet

    def __post_init__(self) -> None:
        self.sides = side_names(self.game.rules, PEOPLE[: len(self.game.seating)])
        self.lines = [line for line in self.game.rounds if not line.void and not line.after_end]
        self.gains: list[list[int]] = []
        self.totals: list[list[int]] = []
        now = [0] * len(self.sides)
        for line in self.lines:
            worth = line.rules.box_value if line.rules.box_timing == "immediate" else 0
            result = line.latest.result
            gain = [result.points.get(n, 0) + worth * result.boxes.get(n, 0) for n in range(len(self.sides))]
            now = [a + b for a, b in zip(now, gain, strict=True)]
            self.gains.append(gain)
            self.totals.append(now)
        self.ahead = [self.sides[t.index(max(t))] if t.count(max(t)) == 1 else "" for t in self.totals]

    def number(self, place: int) -> int:
        return self.lines[place].number

    def place(self, number: str) -> int:
        return [line.number for line in self.lines].index(int(number))

    def hands(self) -> list[tuple[Declaration, RoundResult]]:
        found = []
        for line in self.lines:
            declaration = line.latest.declaration
            if isinstance(declaration, TeamDeal):
                found += zip(declaration.hands, line.latest.result.hands, strict=True)
            else:
                found.append((declaration, line.latest.result))
        return found

    def feats(self, side: str) -> tuple[int, int]:
        """How often a side went gin and undercut."""
        gins = undercuts = 0
        whose = {seat: self.sides[side_of(self.game.rules, seat)] for seat in range(len(self.game.seating))}
        for declaration, result in self.hands():
            if declaration.ender is None or result.event not in (Event.GIN, Event.BIG_GIN, Event.UNDERCUT):
                continue
            if result.deadwood[declaration.ender] == 0:
                gins += whose[declaration.ender] == side
            else:
                undercuts += side != whose[declaration.ender] and any(
                    whose[seat] == side and (seat in result.winners or side_of(self.game.rules, seat) in result.winners)
                    for seat in declaration.active
                )
        return gins, undercuts


def parsed(pattern: str, sentence: str) -> re.Match[str]:
    found = re.fullmatch(pattern, sentence)
    assert found, f"{sentence!r} is not {pattern!r}"
    return found


def check_lead(recount: Recount, sentence: str) -> None:
    """The first sentence, against the list of who was ahead after every round."""
    ahead = [name for name in recount.ahead if name]
    turns = sum(1 for a, b in pairwise(ahead) if a != b)
    last = recount.ahead[-1]
    if not ahead:
        assert sentence == "Nobody was ever ahead."
    elif not turns and not last:
        assert sentence == f"Only {ahead[0]} was ever ahead, but in the end it was a tie."
    elif not turns:
        first = recount.number(recount.ahead.index(last))
        assert sentence == f"{last} took the lead in round {first} and never fell behind."
    else:
        often_changed = "once" if turns == 1 else f"{turns} times"
        assert sentence.startswith(f"The lead changed hands {often_changed}")
        if not last:
            assert sentence.endswith("and in the end it was a tie.")
            return
        found = parsed(
            r".*; (.+) took it for good in round (\d+)(?:, after trailing by (\d+) points? in round (\d+))?\.",
            sentence,
        )
        place = recount.place(found[2])
        assert found[1] == last == recount.ahead[place]
        assert {name for name in recount.ahead[place:] if name} == {last}
        before = [name for name in recount.ahead[:place] if name]
        assert before[-1] != last
        won = recount.game.final is not None and recount.game.final.winner == recount.sides.index(last)
        assert bool(found[3]) == won
        if found[3]:
            side = recount.sides.index(last)
            behind = [max(t) - t[side] for t in recount.totals]
            assert int(found[3]) == max(behind) == behind[recount.place(found[4])]


def check_columns(recount: Recount, sentence: str) -> None:
    """The first sentence of a Hollywood sheet, compared with its columns."""
    winners = [column.final.winner if column.final else None for column in recount.game.columns]
    if not any(winner is not None for winner in winners):
        assert sentence == "None of the games was finished."
        return
    calls: list[int | None] = [None] * len(winners)
    for part in sentence.removesuffix(".").split("; "):
        numbers = [int(n) - 1 for n in re.findall(r"\d", part)]
        name, won, _ = part.partition(" won game")
        for n in numbers:
            calls[n] = recount.sides.index(name) if won else None
        assert won or part.endswith("n't finished")
    assert calls == winners


def check_turning_point(recount: Recount, sentence: str) -> None:
    best = max(max(gain) for gain in recount.gains)
    if best <= 0:
        assert sentence == "Nobody scored in any round."
        return
    found = parsed(
        r"Biggest hand: (.+?) \+(\d+) \([^)]+, round (\d+)\)\."
        r"(?: On round points, the top two were only (\d+) points? apart\.)?",
        sentence,
    )
    side = recount.sides.index(found[1])
    assert recount.gains[recount.place(found[3])][side] == int(found[2]) == best
    first, second = sorted(recount.totals[-1])[::-1][:2]
    won = recount.game.final is not None and recount.game.final.winner == side == recount.totals[-1].index(first)
    assert bool(found[4]) == (won and not recount.game.columns and best > first - second > 0)
    assert not found[4] or int(found[4]) == first - second


def check_feats(recount: Recount, sentence: str) -> None:
    wanted = {side: feats for side in recount.sides if any(feats := recount.feats(side))}
    if not wanted:
        assert sentence.startswith(("Last round (", "Final score: ", "Score so far: "))
        if sentence.startswith("Last"):
            assert sentence.startswith(f"Last round ({recount.number(-1)}): ")
        return
    fields = {}
    for part in sentence.removesuffix(".").split("; "):
        found = parsed(
            r"(.+?) had (?:(\d+) (?:gin|Ginski)s?)?(?: and )?(?:(\d+) undercuts?)?(?:, worth (-?\d+) points?)?",
            part,
        )
        fields[found[1]] = (int(found[2] or 0), int(found[3] or 0))
        if found[4] is not None:
            side = recount.sides.index(found[1])
            rounds = [
                gain[side]
                for gain, line in zip(recount.gains, recount.lines, strict=True)
                if any(Recount.feats(_only(recount, line), found[1]))
            ]
            assert int(found[4]) == sum(rounds)
        else:
            assert any(line.latest.result.hands for line in recount.lines)
    assert fields == wanted


def _only(recount: Recount, line: object) -> Recount:
    """The recount of one round."""
    one = Recount(recount.game)
    one.lines = [line]  # type: ignore[list-item]
    return one


def check(game: GameSheet) -> tuple[str, ...]:
    recount = Recount(game)
    sentences = story_sentences(game, PEOPLE[: len(game.seating)])
    if not recount.lines:
        assert sentences == ("No rounds counted.",)
        return sentences
    assert len(sentences) == 3
    assert all(sentence.endswith(".") and "%(" not in sentence for sentence in sentences)
    if len(recount.lines) == 1:
        assert sentences[0].startswith("One round was played: ")
        gained = [(name, n) for name, n in zip(recount.sides, recount.gains[0], strict=True) if n]
        assert all(f"{name} +{n}" in sentences[1] or n < 0 for name, n in gained)
        assert bool(gained) or sentences[1] == "Nobody scored."
    else:
        (check_columns if game.columns else check_lead)(recount, sentences[0])
        check_turning_point(recount, sentences[1])
    check_feats(recount, sentences[2])
    return sentences


@st.composite
def finished(draw: st.DrawFn) -> GameSheet:
    """A game under any preset, by any number of people, that was played or broken off."""
    name, count = draw(st.sampled_from(WAYS))
    rules = rule_set(name)
    ledger = LedgerBuilder(count).start(rules)
    for number in range(1, draw(st.integers(1, 14)) + 1):
        if ledger.current.over:
            break
        ledger.enter(number, draw(_round(ledger, rules, count)))
    if draw(st.booleans()) and ledger.current.rounds:
        ledger.void(draw(st.sampled_from([line.number for line in ledger.current.rounds])))
    return ledger.current if ledger.current.over else ledger.finish().current


def _round(ledger: LedgerBuilder, rules: RuleSet, count: int) -> st.SearchStrategy[Declaration | TeamDeal]:
    if rules.seating == "teams":
        return team_deals(rules, seats=count)
    active = ledger.current.deal.in_seat_order
    return declarations(rules, seats=len(active)).map(lambda facts: between(facts, *active))


@given(finished())
def test_every_sentence_is_true(game: GameSheet) -> None:
    check(game)


def story(*rounds: Declaration | TeamDeal, rules: RuleSet = STANDARD, seats: int = 2) -> tuple[str, ...]:
    ledger = LedgerBuilder(seats).start(rules)
    for number, one in enumerate(rounds, 1):
        ledger.enter(number, one)
    return check(ledger.current if ledger.current.over else ledger.finish().current)


def test_a_comeback() -> None:
    assert story(knock(0, 2, 50), gin(1, 60), knock(1, 4, 34)) == (
        "The lead changed hands once; Ben took it for good in round 2, after trailing by 48 points in round 1.",
        "Biggest hand: Ben +85 (Gin, round 2). On round points, the top two were only 67 points apart.",
        "Ben had 1 gin, worth 85 points.",
    )


def test_a_shutout_from_the_first_round_on() -> None:
    assert story(knock(0, 2, 50), knock(0, 2, 40), knock(0, 3, 33)) == (
        "Ann took the lead in round 1 and never fell behind.",
        "Biggest hand: Ann +48 (Knock, round 1).",
        "Last round (3): Ann knocked with 3, Ben had 33.",
    )


def test_win_by_boxes_is_not_described_as_a_comeback() -> None:
    # Ben is ahead with 104 to 85, and Ann wins by her boxes; her best round outweighs what lay between them.
    anns = [knock(0, 5, 45), *(knock(0, 5, 10) for _ in range(9))]
    lines = story(*anns, *(knock(1, 4, 30) for _ in range(4)))
    assert lines[0] == "The lead changed hands once; Ben took it for good in round 14."
    assert lines[1] == "Biggest hand: Ann +40 (Knock, round 1)."


def test_game_without_a_deficit_has_no_comeback() -> None:
    ledger = LedgerBuilder().start()
    assert game_summary(ledger.enter(1, knock(0, 7, 20)).enter(2, dead()).finish().current).largest_deficit is None


def test_one_round() -> None:
    assert story(gin(0, 90)) == (
        "One round was played: Ann went gin, Ben had 90.",
        "Points: Ann +115.",
        "Ann had 1 gin, worth 115 points.",
    )


def test_story_of_a_game_with_only_dead_hands() -> None:
    assert story(dead(), dead())[:2] == ("Nobody was ever ahead.", "Nobody scored in any round.")
    assert story(dead())[1:] == ("Nobody scored.", "Final score: Ann 0, Ben 0.")


def test_level_in_the_end() -> None:
    assert story(knock(0, 7, 20), knock(1, 7, 20))[0] == ("Only Ann was ever ahead, but in the end it was a tie.")


def test_the_columns_of_a_hollywood_sheet() -> None:
    rules = rule_set("hollywood")
    lines = story(*(gin(0, 90) for _ in range(3)), rules=rules)
    assert lines[0] == "Ann won games 1, 2 and 3."
    assert story(gin(0, 10), rules=rules)[0] == "One round was played: Ann went gin, Ben had 10."
    assert story(gin(0, 10), gin(1, 10), rules=rules)[0] == "None of the games was finished."


def test_the_sentences_of_ginski_speak_of_ginskis() -> None:
    lines = story(gin(0, 20, 30), knock(1, 2, 30, 40), rules=rule_set("ginski"), seats=3)
    assert lines[2].startswith("Ann had 1 Ginski")


def test_partners_are_named_by_their_side() -> None:
    deal = TeamDeal((between(gin(0, 20), 0, 1), between(gin(0, 12), 2, 3)))
    lines = story(deal, deal, rules=rule_set("partnership"), seats=4)
    assert lines[0].startswith("Ann & Cleo took the lead in round 1")
    assert lines[2] == "Ann & Cleo had 4 gins."
