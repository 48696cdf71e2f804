"""Every parameter has a label, its bounds and choices, and words for each value."""

import typing
from dataclasses import fields

import pytest

from games.rules.parameters import GROUPS, parameters
from games.rules.ruleset import RuleSet

FIELDS = {f.name: f for f in fields(RuleSet)}


def texts(name: str) -> list[str]:
    """Return the type's own text values of a parameter."""
    hint = typing.get_type_hints(RuleSet)[name]
    literals = [hint] if typing.get_origin(hint) is typing.Literal else typing.get_args(hint)
    return [a for one in literals if typing.get_origin(one) is typing.Literal for a in typing.get_args(one)]


def test_each_parameter_occurs_once_in_its_group() -> None:
    assert sorted(parameters()) == sorted(FIELDS)
    assert [p.name for p in parameters().values()] == list(parameters())
    assert list(GROUPS) == ["melds", "knocking", "score", "boxes", "end", "deal"]
    order = [p.group for p in parameters().values()]
    assert order == sorted(order, key=list(GROUPS).index)
    assert set(order) == set(GROUPS)


def test_titles_are_unlike_one_another() -> None:
    titles = [p.title for p in parameters().values()]
    assert len(set(titles)) == len(titles)
    assert all(title[0].isupper() and title[-1].isalnum() for title in titles)
    assert all(p.help == "" or p.help.endswith(".") for p in parameters().values())


def test_every_text_value_has_its_words(subtests: pytest.Subtests) -> None:
    for name in FIELDS:
        with subtests.test(name=name):
            parameter = parameters()[name]
            if parameter.kind in ("choice", "number_or_word"):
                assert [value for value, _ in parameter.choices] == texts(name)
            else:
                assert texts(name) == []
            assert all(words for _, words in parameter.choices)


def test_kind_bounds_and_no_value_are_those_of_the_rules(subtests: pytest.Subtests) -> None:
    for name, field in FIELDS.items():
        with subtests.test(name=name):
            parameter, bounds = parameters()[name], field.metadata
            assert (parameter.low, parameter.high) == (bounds.get("low"), bounds.get("high"))
            assert bool(parameter.null_text) == bounds.get("null", False)
            assert parameter.lengths == bounds.get("lengths", ())
            default = getattr(RuleSet(), name)
            kinds = {bool: "yes_no", frozenset: "suits", tuple: "numbers", str: "choice"}
            expected = {"seats": "seats"}.get(name, kinds.get(type(default), "number"))
            assert parameter.kind == ("number_or_word" if name in ("game_bonus", "sweep_boxes") else expected)


def test_an_amount_has_a_unit(subtests: pytest.Subtests) -> None:
    for name in [name for name, p in parameters().items() if p.kind in ("number", "number_or_word")]:
        with subtests.test(name=name):
            parameter = parameters()[name]
            if name == "columns":
                assert parameter.choices == (("1", "one"), ("3", "three, as in Hollywood"))
            else:
                assert parameter.unit in ("points", "boxes", "cards", "wilds")


def test_yes_and_no_and_the_suits_have_words() -> None:
    for parameter in parameters().values():
        if parameter.kind == "yes_no":
            assert [value for value, _ in parameter.choices] == ["yes", "no"]
    assert "".join(letter for letter, _ in parameters()["double_suits"].choices) == "shdcRBGYP"
