"""The rules in sentences: each parameter's sentence comes and goes with its value, and says what is true."""

from dataclasses import fields
from typing import Any

import pytest

from games.rules.ruleset import RuleSet, as_json, changed, rule_set
from games.rules.summary import summary

House = dict[str, Any]

THREE = {"seats": {"min": 2, "max": 4, "best": 3}}
RUMSKI = {"deck": "rumski70", "rank_values": list(range(1, 14)), "wild_value": 20, "max_wilds_per_meld": 1}
ACE_15 = {"rank_values": [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]}

KNOCK_OF_TWO = "A knocker scores the difference between the two hands."
UNDERCUT = "Whoever has {} undercuts: {} and {}. The knocker scores nothing."
OR_LESS = "no more deadwood than the knocker"
DIFFERENCE = UNDERCUT.format(OR_LESS, "25 points", "the difference")
BIG_GIN = "Big gin, eleven cards melded without a discard, earns {} instead of {}."
GIN = "Gin earns {} and the other hand's deadwood, and is never undercut."
DOUBLED = "When the card that sets the limit is {}, the round counts double, {}."
LOWEST = "Only the lowest hand undercuts; if several are lowest, {}."
SHUTOUT = "Shutout: if the loser {}, {}."
POINTS_TWICE = "the winner's points, without the bonuses, count twice"
BOX_OF_WIN = "Each round won is marked as a box."
BOX_WORTH = "A box is worth {} {}."
AT_END = "at the end of the game"
DEAD = "If {}, the hand is dead: nobody scores and {}."
SAME_DEALER = "the same dealer deals again"


def sentences(*house_rules: House) -> list[str]:
    rules: House = {}
    for house in house_rules:
        rules |= house
    return list(summary(changed(RuleSet(), rules)))


def test_the_standard_rules_in_sentences() -> None:
    assert sentences() == [
        "One deck of 52. Ace counts 1, number cards their number, jack, queen and king 10.",
        "Each player holds 10 cards.",
        "Melds are sets of three or more of a rank and runs of three or more in one suit. The ace is low only.",
        "Knock with 10 points of deadwood or less.",
        "After a knock the others may lay off cards on the knocker's melds; after gin they may not.",
        KNOCK_OF_TWO,
        GIN.format("25 points"),
        BIG_GIN.format(31, 25),
        DIFFERENCE,
        BOX_OF_WIN,
        BOX_WORTH.format("25 points", AT_END),
        "The game ends after the round in which somebody reaches 100; level at the top, play on.",
        "Whoever leads then earns a game bonus of 100.",
        SHUTOUT.format("has no points", POINTS_TWICE),
        "The highest total after all bonuses wins.",
        "The deal alternates.",
        DEAD.format("2 cards are left in the stock", SAME_DEALER),
    ]


def test_ginski_in_sentences() -> None:
    assert list(summary(rule_set("ginski"))) == [
        "Rumski deck: five colours, 1 to 13, and five wilds. Every card counts its number.",
        "A wild left over counts 20.",
        "Each player holds 10 cards.",
        "Melds are sets of three or more of a rank and runs of three or more in one colour.",
        "A wild stands for any card in any meld; at most one wild to a meld, with two natural cards or more.",
        "Knock with 13 points of deadwood or less.",
        "Nothing may be laid off on the melds of the player who ended the round.",
        "A knocker scores the deadwood of all the others, less the knocker's own, taken off once.",
        "Gin earns 25 points and all the others' deadwood, and is never undercut.",
        BIG_GIN.format(31, 25),
        UNDERCUT.format("less deadwood than the knocker", "25 points", "the deadwood of everybody else"),
        "With equal deadwood the knock stands.",
        LOWEST.format("each scores in full"),
        BOX_OF_WIN,
        "Boxes are worth no points.",
        "The game ends after the round in which somebody reaches 100; level at the top, play on.",
        "Whoever reaches it first wins.",
        "The deal passes to the left.",
        DEAD.format("the stock runs out", "the deal passes on"),
    ]


@pytest.mark.parametrize(
    ("context", "house", "gone", "come"),
    [
        # The cards.
        (
            {},
            ACE_15,
            ["One deck of 52. Ace counts 1, number cards their number, jack, queen and king 10."],
            ["One deck of 52. An ace counts 15, number cards their number, jack, queen and king 10."],
        ),
        (
            RUMSKI,
            {"rank_values": [1] * 13},
            [sentences(RUMSKI)[0]],
            [
                "Rumski deck: five colours, 1 to 13, and five wilds. "
                "Values: 1 1, 2 1, 3 1, 4 1, 5 1, 6 1, 7 1, 8 1, 9 1, 10 1, 11 1, 12 1, 13 1."
            ],
        ),
        (
            {},
            {"rank_values": list(range(1, 14))},
            ["One deck of 52. Ace counts 1, number cards their number, jack, queen and king 10."],
            [
                "One deck of 52. Values: ace 1, 2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 9 9, 10 10, jack 11, queen 12, "
                "king 13."
            ],
        ),
        ({}, {"hand_size": 7}, ["Each player holds 10 cards."], ["Each player holds 7 cards."]),
        # Melds.
        (
            {},
            {"run_wrap": "ace_high"},
            [sentences()[2]],
            [
                "Melds are sets of three or more of a rank and runs of three or more in one suit."
                " The ace is low or high."
            ],
        ),
        (
            {},
            {"run_wrap": "around_corner"},
            [sentences()[2]],
            [
                "Melds are sets of three or more of a rank and runs of three or more in one suit."
                " Runs go round the corner: queen, king, ace, two."
            ],
        ),
        (
            RUMSKI,
            {"max_wilds_per_meld": 0},
            [
                "A wild stands for any card in any meld; at most one wild to a meld, with two natural cards or more.",
            ],
            [],
        ),
        (
            RUMSKI,
            {"max_wilds_per_meld": 2, "wild_scope": "sets_only"},
            ["A wild stands for any card in any meld; at most one wild to a meld, with two natural cards or more."],
            ["A wild stands for any card in a set; at most 2 wilds to a meld, with two natural cards or more."],
        ),
        (RUMSKI, {"wild_may_duplicate": False}, [], ["A wild may not double a colour in a set."]),
        # Knocking.
        (
            {},
            {"knock_limit": 1},
            ["Knock with 10 points of deadwood or less."],
            ["Knock with 1 point of deadwood or less."],
        ),
        ({}, {"knock_limit": None}, ["Knock with 10 points of deadwood or less."], ["Knock with any count."]),
        (
            {},
            {"knock_limit": 0},
            ["Knock with 10 points of deadwood or less.", KNOCK_OF_TWO, DIFFERENCE],
            ["No knocking: the hand is played to gin."],
        ),
        *(
            ({}, house, ["Knock with 10 points of deadwood or less."], [sentence])
            for house, sentence in (
                (
                    {"limit_source": "upcard"},
                    "The first upcard sets the most you may knock with, but never more than 10; an ace means 1.",
                ),
                (
                    {"limit_source": "knock_card", "limit_ace": "gin_only"},
                    "The knock card sets the most you may knock with, but never more than 10; an ace means gin only.",
                ),
                (
                    {"limit_source": "upcard", "knock_limit": None},
                    "The first upcard sets the most you may knock with; an ace means 1.",
                ),
            )
        ),
        (
            ACE_15,
            {"limit_source": "upcard"},
            ["Knock with 10 points of deadwood or less."],
            ["The first upcard sets the most you may knock with, but never more than 10; an ace means 10."],
        ),
        (
            {"limit_source": "upcard"},
            {"knock_limit": 0},
            [
                "The first upcard sets the most you may knock with, but never more than 10; an ace means 1.",
                KNOCK_OF_TWO,
                DIFFERENCE,
            ],
            ["No knocking: the hand is played to gin."],
        ),
        # Layoffs.
        (
            {},
            {"layoff": "always", "layoff_zero_voids_gin": True},
            ["After a knock the others may lay off cards on the knocker's melds; after gin they may not."],
            [
                "The others may lay off cards on the melds of the player who ended the round, also after gin.",
                "If the others lay off everything after gin, nobody scores.",
            ],
        ),
        # What a hand scores.
        ({}, {"knock_bonus": 15}, [], ["A knock that stands earns 15 points more."]),
        (
            {},
            {"knock_points": "pairwise"},
            [KNOCK_OF_TWO],
            ["A knocker scores the difference to each opponent."],
        ),
        (
            {},
            {"gin_bonus": 1, "bonus_per_opponent": True},
            [GIN.format("25 points"), BIG_GIN.format(31, 25)],
            [GIN.format("1 point from each opponent"), BIG_GIN.format(31, 1)],
        ),
        (
            {},
            {"big_gin_bonus": None},
            [BIG_GIN.format(31, 25)],
            ["Big gin, eleven cards melded, is not played: it counts as gin."],
        ),
        (
            {},
            {"hand_scoring": "flop"},
            [KNOCK_OF_TWO, GIN.format("25 points"), BIG_GIN.format(31, 25), DIFFERENCE],
            [
                "A hand won is worth 1 point, one more for gin and one more for an undercut, whatever the deadwood.",
                "Whoever has no more deadwood than the knocker undercuts. The knocker scores nothing.",
            ],
        ),
        (
            {"knock_limit": 0},
            {"hand_scoring": "flop"},
            [GIN.format("25 points"), BIG_GIN.format(31, 25)],
            ["A hand won is worth 1 point, one more for gin, whatever the deadwood."],
        ),
        (
            {"hand_scoring": "flop"},
            {"undercut_on": "less", "undercut_tie_bonus": 10},
            ["Whoever has no more deadwood than the knocker undercuts. The knocker scores nothing."],
            [
                "Whoever has less deadwood than the knocker undercuts. The knocker scores nothing.",
                "With equal deadwood the knock stands.",
            ],
        ),
        # The undercut.
        (
            {},
            {"undercut_on": "less", "undercut_bonus": 10},
            [DIFFERENCE],
            [
                UNDERCUT.format("less deadwood than the knocker", "10 points", "the difference"),
                "With equal deadwood the knock stands.",
            ],
        ),
        ({}, {"undercut_tie_bonus": 10}, [], ["With equal deadwood the undercut earns 10 instead of 25."]),
        ({"undercut_on": "less"}, {"undercut_tie_bonus": 10}, [], []),
        *(
            ({}, {"undercut_points": reading}, [DIFFERENCE], [UNDERCUT.format(OR_LESS, "25 points", adds)])
            for reading, adds in (
                ("ender_total", "the knocker's deadwood"),
                ("others_total", "the deadwood of everybody else"),
                ("others_net", "the deadwood of everybody else less one's own"),
                ("pairwise", "the difference to every other player"),
            )
        ),
        (
            THREE,
            {"undercut_tied": "split"},
            [LOWEST.format("each scores in full")],
            [LOWEST.format("they share the points, halves dropped")],
        ),
        (
            THREE,
            {"undercut_tied": "next_left"},
            [LOWEST.format("each scores in full")],
            [LOWEST.format("the first to the knocker's left scores")],
        ),
        (
            THREE,
            {"undercut_winners": "all_below"},
            [LOWEST.format("each scores in full")],
            ["Everybody below the knocker undercuts."],
        ),
        # Doubling.
        (
            {},
            {"double_suits": ["s", "h"]},
            [],
            [DOUBLED.format("hearts or spades", "and extra boxes too, but not the box for the win")],
        ),
        (RUMSKI, {"double_suits": ["B"], "double_boxes": "none"}, [], [DOUBLED.format("blue", "no boxes")]),
        ({}, {"double_suits": ["c"], "double_boxes": "all"}, [], [DOUBLED.format("clubs", "and boxes too")]),
        # Boxes.
        ({}, {"box_value": 0}, [BOX_WORTH.format("25 points", AT_END)], ["Boxes are worth no points."]),
        (
            {},
            {"box_value": 1, "box_timing": "immediate"},
            [BOX_WORTH.format("25 points", AT_END)],
            [BOX_WORTH.format("1 point", "at once")],
        ),
        ({}, {"box_win": 2}, [BOX_OF_WIN], ["Each round won is marked as 2 boxes."]),
        ({}, {"box_win": 0}, [BOX_OF_WIN, BOX_WORTH.format("25 points", AT_END)], []),
        ({}, {"box_win": 0, "box_gin": 2}, [BOX_OF_WIN], ["Extra boxes: 2 for gin."]),
        (
            {},
            {"box_undercut": 1, "box_gin": 2, "box_big_gin": 3},
            [],
            ["Extra boxes: 1 for an undercut, 2 for gin, 3 for big gin."],
        ),
        (
            {"box_win": 0},
            {"box_big_gin": 3},
            [],
            ["Extra boxes: 3 for big gin.", BOX_WORTH.format("25 points", AT_END)],
        ),
        # The end of the game.
        (
            {},
            {"target": 150, "game_bonus": "target"},
            [
                "The game ends after the round in which somebody reaches 100; level at the top, play on.",
                "Whoever leads then earns a game bonus of 100.",
            ],
            [
                "The game ends after the round in which somebody reaches 150; level at the top, play on.",
                "Whoever leads then earns a game bonus of 150.",
            ],
        ),
        (
            {},
            {"target": None},
            [
                "The game ends after the round in which somebody reaches 100; level at the top, play on.",
                "Whoever leads then earns a game bonus of 100.",
                SHUTOUT.format("has no points", POINTS_TWICE),
                "The highest total after all bonuses wins.",
            ],
            ["Each hand is settled on its own; there is no target."],
        ),
        ({}, {"game_bonus": 0}, ["Whoever leads then earns a game bonus of 100."], []),
        ({}, {"line_bonus": 50}, [], ["Winning by 50 or more, before any bonus, earns 50 more."]),
        ({}, {"shutout": "none"}, [SHUTOUT.format("has no points", POINTS_TWICE)], []),
        (
            {},
            {"shutout": "double_total", "shutout_test": "no_hands_won"},
            [SHUTOUT.format("has no points", POINTS_TWICE)],
            [SHUTOUT.format("has won no round", "the winner's whole total counts twice")],
        ),
        (
            {},
            {"shutout": "add", "shutout_amount": 70},
            [SHUTOUT.format("has no points", POINTS_TWICE)],
            [SHUTOUT.format("has no points", "the winner earns 70 more")],
        ),
        (
            {},
            {"winner": "first_to_target"},
            ["The highest total after all bonuses wins."],
            ["Whoever reaches it first wins."],
        ),
        ({}, {"settlement": "one_point"}, [], ["The game is worth one point, two for a shutout."]),
        ({"shutout": "none"}, {"settlement": "one_point"}, [], ["The game is worth one point."]),
        (
            {"shutout": "add", "shutout_amount": 4},
            {"settlement": "one_point"},
            [],
            ["The game is worth one point, 5 for a shutout."],
        ),
        ({}, {"round_to": 500}, [], ["What the winner is paid is rounded to the nearest 500."]),
        # The deal.
        *(
            ({}, {"next_dealer": way}, ["The deal alternates."], [sentence])
            for way, sentence in (
                ("winner", "The winner of a round deals the next."),
                ("loser", "The loser of a round deals the next."),
                ("left", "The deal passes to the left."),
                ("idle_player", "The player who sat out deals the next."),
            )
        ),
        ({}, {"first_turn": "lower_score"}, [], ["The lower score plays first; level, the player who did not deal."]),
        # The dead hand.
        (
            {},
            {"dead_stock": 0, "dead_hand_dealer": "next"},
            [DEAD.format("2 cards are left in the stock", SAME_DEALER)],
            [DEAD.format("the stock runs out", "the deal passes on")],
        ),
        (
            {},
            {"dead_stock": 1},
            [DEAD.format("2 cards are left in the stock", SAME_DEALER)],
            [DEAD.format("one card is left in the stock", SAME_DEALER)],
        ),
        # More than two at the table.
        (
            {},
            THREE,
            [KNOCK_OF_TWO, GIN.format("25 points"), "The deal alternates."],
            [
                "A knocker scores the deadwood of all the others, less the knocker's own, taken off once.",
                "Gin earns 25 points and all the others' deadwood, and is never undercut.",
                LOWEST.format("each scores in full"),
                "The deal passes to the left.",
            ],
        ),
    ],
)
def test_a_sentence_comes_and_goes_with_its_parameter(
    context: House, house: House, gone: list[str], come: list[str]
) -> None:
    before, after = sentences(context), sentences(context, house)
    assert [sentence for sentence in before if sentence not in after] == gone
    assert [sentence for sentence in after if sentence not in before] == come


# Every parameter that changes play changes the sentences. Context, then the change; several where it matters in several
# ways. A parameter may be silent only for a reason, and the reasons are these:
SILENT = {
    "columns": "Hollywood is not offered yet, and a game with columns is refused",
    "column_multipliers": "the same",
    "seating": "sitting out and teams are not offered yet",
    "team_netting": "teams are not offered yet",
    "sweep_boxes": "teams are not offered yet",
    "opening": "how the first turn of a hand is played is not in the sentences, and nothing on the sheet hangs on it",
}
CARD = {"limit_source": "upcard"}
FLOP = {"hand_scoring": "flop"}
CHANGES: dict[str, list[tuple[House, Any]]] = {
    "deck": [({}, "rumski70")],
    "rank_values": [({}, ACE_15["rank_values"]), (ACE_15, [15, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])],
    "wild_value": [(RUMSKI, 15)],
    "hand_size": [({}, 7)],
    "run_wrap": [({}, "ace_high"), ({}, "around_corner")],
    "max_wilds_per_meld": [(RUMSKI, 0), (RUMSKI, 2)],
    "wild_scope": [(RUMSKI, "sets_only")],
    "wild_may_duplicate": [(RUMSKI, False)],
    "knock_limit": [({}, 5), ({}, 0), ({}, None), (CARD, 5), (CARD, 0)],
    "limit_source": [({}, "upcard"), ({}, "knock_card"), (CARD, "knock_card")],
    "limit_ace": [(CARD, "gin_only")],
    "layoff": [({}, "never"), ({}, "always")],
    "layoff_zero_voids_gin": [({"layoff": "always"}, True)],
    "hand_scoring": [({}, "flop"), ({"knock_limit": 0}, "flop")],
    "knock_bonus": [({}, 15)],
    "gin_bonus": [({}, 20), ({"big_gin_bonus": None}, 20)],
    "big_gin_bonus": [({}, 50), ({}, None)],
    "undercut_on": [({}, "less"), (FLOP, "less")],
    "undercut_bonus": [({}, 10)],
    "undercut_tie_bonus": [({}, 0)],
    "undercut_points": [({}, reading) for reading in ("ender_total", "others_total", "others_net", "pairwise")],
    "undercut_winners": [(THREE, "all_below"), (THREE | FLOP, "all_below")],
    "undercut_tied": [(THREE, "split"), (THREE, "next_left"), (THREE | FLOP, "split")],
    "knock_points": [({}, "pairwise"), (THREE, "pairwise")],
    "bonus_per_opponent": [(THREE, True)],
    "double_suits": [({}, ["s"]), ({"double_suits": ["h"]}, ["s"]), (RUMSKI, ["R"])],
    "double_boxes": [({"double_suits": ["s"]}, "none"), ({"double_suits": ["s"]}, "all")],
    "box_win": [({}, 0), ({}, 2), ({"box_value": 0}, 0), ({"box_gin": 2}, 0)],
    "box_undercut": [({}, 1)],
    "box_gin": [({}, 2)],
    "box_big_gin": [({}, 3)],
    "box_value": [({}, 20), ({}, 0), ({"box_win": 0, "box_gin": 2}, 20), ({"box_win": 0, "box_big_gin": 3}, 20)],
    "box_timing": [({}, "immediate")],
    "target": [({}, 150), ({}, None)],
    "game_bonus": [({}, 0), ({}, 50), ({"target": 150}, "target")],
    "shutout": [({}, "none"), ({}, "double_total"), ({}, "add")],
    "shutout_amount": [({"shutout": "add"}, 100)],
    "shutout_test": [({}, "no_hands_won")],
    "line_bonus": [({}, 50)],
    "line_margin": [({"line_bonus": 50}, 30)],
    "winner": [({}, "first_to_target")],
    "settlement": [({}, "one_point")],
    "round_to": [({}, 500)],
    "seats": [({}, THREE["seats"])],
    "next_dealer": [({}, "winner"), ({}, "loser"), (THREE, "winner"), (THREE, "loser")],
    "dead_hand_dealer": [({}, "next")],
    "first_turn": [({}, "lower_score")],
    "dead_stock": [({}, 0), ({}, 1), ({}, 3)],
}
# One parameter's values that mean the same.
SYNONYMS: list[tuple[str, House, Any]] = [
    ("next_dealer", THREE, "left"),
    ("first_turn", {}, "left_of_dealer"),
    ("settlement", {}, "totals"),
    ("game_bonus", {}, "target"),
]


def test_every_parameter_changes_the_sentences_or_has_a_reason_not_to() -> None:
    assert sorted([*CHANGES, *SILENT]) == sorted(f.name for f in fields(RuleSet))


@pytest.mark.parametrize(
    ("name", "context", "value"), [(name, *case) for name, several in CHANGES.items() for case in several]
)
def test_a_parameter_that_changes_play_changes_the_sentences(name: str, context: House, value: object) -> None:
    assert as_json(changed(RuleSet(), context))[name] != value, "this case changes nothing"
    assert sentences(context, {name: value}) != sentences(context)


@pytest.mark.parametrize(("name", "context", "value"), SYNONYMS)
def test_values_that_mean_the_same_read_the_same(name: str, context: House, value: object) -> None:
    assert as_json(changed(RuleSet(), context))[name] != value, "this case changes nothing"
    assert sentences(context, {name: value}) == sentences(context)


def test_three_at_the_table_read_as_four_do() -> None:
    assert sentences({"seats": {"min": 2, "max": 3, "best": 3}}) == sentences(THREE)


def test_a_deck_without_wilds_has_no_sentence_about_them() -> None:
    assert sentences({"max_wilds_per_meld": 1}) == sentences()
