"""The round form's fields, read by the server and by the script: the same facts, and the same that is missing."""

import random
from typing import Any

import pytest

from games.forms.table.round_form import end_field, initial_round, read_round
from games.rules.ledger import round_facts
from games.rules.presets import presets
from games.rules.ruleset import RuleSet
from games.rules.sides import team_pairings
from tests.conformance.javascript import ask_texts, encoded
from tests.conformance.played import parameters_of
from tests.conformance.random_games import preset_rules, random_round, random_rules, random_seats
from tests.conformance.test_random_games import luck_of

ODD_COUNTS = (
    "",
    " ",
    "7",
    " 12 ",
    "10+6",
    "10+6+",
    "5++5",
    "+5",
    "+",
    "-3",
    "\u22123",
    "--3",
    "a",
    "1.5",
    "1 0",
    "007",
)
ODD_ENDINGS = (
    "",
    "dead",
    "misdeal",
    "0",
    "0:",
    "0:knock",
    "1:knock:",
    "0:knock:x",
    "0:knock:4+3",
    "9:gin",
    "0:gin:5",
    "x:gin",
)
Hands = tuple[tuple[int, ...], ...]


def filled_in(luck: random.Random, rules: RuleSet, hands: Hands) -> dict[str, str]:
    """Return the fields of a random round, sometimes with something odd or missing."""
    declaration = random_round(luck, rules, hands, odd=0.1)
    typed = initial_round(declaration, rules, hands)
    data = {end_field(number): text for number, text in typed.endings.items()}
    data |= {f"deadwood-{seat}": text for seat, text in typed.counts.items()}
    data |= {"rank": typed.rank, "suit": typed.suit}
    while luck.random() < 0.3:
        name = luck.choice([*data, "deadwood-0", "deadwood-1"])
        if name.startswith("end"):
            data[name] = luck.choice(ODD_ENDINGS)
        elif name.startswith("deadwood"):
            data[name] = luck.choice(ODD_COUNTS)
        else:
            data[name] = luck.choice(("", "A", "s", "W", "R", "1", "13", "14", "T", "x"))
    return data


def asked(rules: RuleSet, hands: Hands, data: dict[str, str]) -> tuple[dict[str, Any], str]:
    """Return a form as a question, and what the server reads in it."""
    typed = read_round(data, [f"player {n}" for n in range(8)], rules, hands)
    fields = [[name, value] for name, value in data.items()]
    question = {"ask": "form", "fields": fields, "hands": hands, "parameters": parameters_of(rules)}
    facts = typed.declaration and round_facts(typed.declaration)
    if facts:
        for each in facts.get("hands", [facts]):
            del each["v"]
        facts.pop("v", None)
    started = any(typed.endings.values())
    return question, encoded([facts, sorted(typed.missing), typed.card_missing, started])


def hands_at(luck: random.Random, rules: RuleSet, seats: int) -> Hands:
    """Return who plays a round."""
    if rules.seating == "teams":
        return team_pairings(seats, luck.randint(1, 4))
    playing = {"all_active": seats, "dealer_sits_out": seats - 1}.get(rules.seating, 2)
    return (tuple(sorted(luck.sample(range(seats), playing))),)


@pytest.mark.parametrize("number", [20, pytest.param(2_000, marks=pytest.mark.slow)])
def test_forms_are_read_alike(number: int) -> None:
    luck, forms = luck_of(4), list[tuple[dict[str, Any], str]]()
    for _ in range(number):
        for rules in (*(preset_rules(luck, name) for name in presets()), random_rules(luck)):
            hands = hands_at(luck, rules, random_seats(luck, rules))
            forms.append(asked(rules, hands, filled_in(luck, rules, hands)))
    answers = ask_texts([question for question, _ in forms])
    wrong = [(*form, answer) for form, answer in zip(forms, answers, strict=True) if form[1] != answer]
    assert not wrong, "\n".join(str(part) for part in min(wrong, key=lambda each: len(each[1])))
    assert 0.3 < sum(not answer.startswith("[null") for answer in answers) / len(answers) < 0.9
