"""The statistics of each player in a game."""

from dataclasses import asdict

from games.rules.analysis.statistics import seat_statistics
from games.rules.cards import Card, card
from games.rules.declaration import Declaration, Ending, RoundDeclaration, ShownHand, TeamDeal
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from tests.makers import dead, gin, knock, misdeal
from tests.rules.kit import STANDARD, LedgerBuilder, between


def played(*rounds: RoundDeclaration, rules: RuleSet = STANDARD, seats: int = 2) -> LedgerBuilder:
    """A game in which these rounds were entered."""
    ledger = LedgerBuilder(seats).start(rules)
    for number, one in enumerate(rounds, 1):
        ledger.enter(number, one)
    return ledger


def facts(ledger: LedgerBuilder) -> list[dict[str, int]]:
    """The statistics that are not 0, by seat."""
    found = seat_statistics(ledger.current)
    return [{name: value for name, value in asdict(found[seat]).items() if value} for seat in sorted(found)]


def test_a_knock_catches_and_an_undercut_is_the_others() -> None:
    assert facts(played(knock(0, 7, 20), knock(0, 9, 4), dead(), misdeal())) == [
        {"hands": 4, "knocks": 2, "knock_deadwood": 16, "undercut_by": 1, "biggest": 13},
        {"hands": 4, "undercuts": 1, "caught": 1, "caught_points": 20, "biggest": 30},
    ]


def test_gins_big_ones_among_them() -> None:
    assert facts(played(gin(1, 30), gin(1, 5, big=True))) == [
        {"hands": 2, "caught": 2, "caught_points": 35},
        {"hands": 2, "gins": 2, "big_gins": 1, "biggest": 55},
    ]


def test_only_rounds_that_count_are_looked_at() -> None:
    ledger = played(knock(0, 7, 20), gin(1, 30))
    ledger.void(2)
    assert facts(ledger)[1] == {"hands": 1, "caught": 1, "caught_points": 20}


def test_player_who_sat_out_played_no_hand() -> None:
    first = facts(played(between(knock(0, 7, 20), 0, 1), rules=rule_set("cutthroat"), seats=3))
    assert [seat.get("hands", 0) for seat in first] == [1, 1, 0]


def test_the_captains_opponents_undercut_as_one_side_and_each_for_himself() -> None:
    rules = rule_set("captain")
    first = facts(played(between(knock(0, 9, 4), 0, 1), rules=rules, seats=3))
    assert first[1] == {"hands": 1, "undercuts": 1, "biggest": first[1]["biggest"]}
    assert first[2] == {"biggest": first[1]["biggest"]}


def test_each_hand_of_partners_is_the_players_own() -> None:
    deal = TeamDeal((between(knock(0, 7, 20), 0, 1), between(knock(0, 9, 4), 2, 3)))
    ann, ben, cleo, dan = facts(played(deal, rules=rule_set("partnership"), seats=4))
    assert (ann["knocks"], cleo["knocks"], cleo["undercut_by"]) == (1, 1, 1)
    assert (ben["caught_points"], dan["undercuts"]) == (20, 1)
    assert "undercut_by" not in ann


def test_a_comeback_is_what_the_winner_was_behind() -> None:
    rules = rule_set("standard", {"target": 60})
    won = played(knock(0, 2, 42), knock(1, 3, 10), gin(1, 40), rules=rules)
    assert [seat.get("comeback") for seat in facts(won)] == [None, 40]
    assert all("comeback" not in seat for seat in facts(played(knock(0, 2, 42), knock(1, 3, 10), rules=rules)))


def test_points_missed_by_better_melds_and_layoffs_are_counted() -> None:
    def hand(text: str, *melds: str) -> ShownHand:
        def cards(words: str) -> tuple[Card, ...]:
            return tuple(card(word, "french52") for word in words.split())

        return ShownHand(cards(text), tuple(cards(meld) for meld in melds))

    ann = hand("5s 6s 7s 9c Tc Jc Ks Kc Kd Ad", "5s 6s 7s", "9c Tc Jc", "Ks Kc Kd")
    ben = hand("2s 2c 2d 2h 8c 8s 8d 7c 9s Ac", "2s 2c 2d 2h", "8c 8s 8d")
    shown = Declaration((0, 1), Ending.KNOCK, 0, {0: 1, 1: 17}, shown={0: ann, 1: ben})
    first, second = facts(played(shown))
    assert first["shown"] == second["shown"] == 1
    assert "missed" not in first
    assert second["missed"] == 8


def test_only_lower_opponents_undercut() -> None:
    assert [seat.get("undercuts") for seat in facts(played(knock(0, 9, 4, 30), rules=rule_set("jersey"), seats=3))] == [
        None,
        1,
        None,
    ]
