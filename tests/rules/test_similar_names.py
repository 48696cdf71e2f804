"""Names that are almost alike."""

import pytest

from games.rules.similar_names import similar_names


def test_names_alike_are_found(subtests: pytest.Subtests) -> None:
    cases = [
        ("Zoe", "Zo\u00eb", True),
        ("B o", "Bo", True),
        ("O'Hara", "Ohara", True),
        ("Bj\u00f8rn", "Bjorn", True),
        ("\u0141ukasz", "lukasz", True),
        ("Mueller", "M\u00fcller", True),
        ("Catherine", "Katherine", True),
        ("Micheal", "Michael", True),
        # The same name is no question.
        ("ANN", "Ann", False),
        # Short names that differ by a letter, and numbers, are different people.
        ("Marie", "Maria", False),
        ("Player 12", "Player 13", False),
        ("Ann", "Ben", False),
        ("\U0001f3b2", "\U0001f0cf", False),
    ]
    for name, known, alike in cases:
        with subtests.test(name=name, known=known, alike=alike):
            assert similar_names([name], [known]) == ({name: (known,)} if alike else {})


def test_names_of_one_list_are_compared_with_those_before_them() -> None:
    assert similar_names(["Zo\u00eb", "Zoe", "Ann", "zoe"], []) == {"Zoe": ("Zo\u00eb",)}
