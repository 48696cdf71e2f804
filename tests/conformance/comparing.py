"""Compare games and rounds between the rules and the script, and find the smallest game in which they differ."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from games.rules.faults import RulesError
from games.rules.ledger import round_facts
from games.rules.ruleset import RuleSet, as_json, differences, with_house_rules
from games.rules.teams import declaration_faults
from tests.conformance.javascript import SCRIPTS, ask_texts, encoded
from tests.conformance.played import PlayedGame, answers_about, fault_values, parameters_of, questions_about
from tests.conformance.random_games import Attempt

_BATCH = 1_000
_ATTEMPTS = 20_000
_LARGE_STEPS = 200
"""The most rounds of shrinking; each makes a game smaller by one move or one rule."""
Scripts = Sequence[Path]
Asked = tuple[dict[str, Any], str]
"""A question and the right answer as text."""


def game_questions(games: Iterable[PlayedGame]) -> list[Asked]:
    """Return two questions about each game, with the right answers."""
    return [
        (question, encoded(answer))
        for game in games
        for question, answer in zip(questions_about(game), answers_about(game), strict=True)
    ]


def fault_questions(attempts: Iterable[Attempt]) -> list[Asked]:
    """Return a question about the faults of each declared round, with the right answer."""
    found = []
    for declaration, rules in attempts:
        question = {"ask": "faults", "facts": round_facts(declaration), "parameters": parameters_of(rules)}
        found.append((question, encoded(fault_values(declaration_faults(declaration, rules)))))
    return found


def differing(games: Sequence[PlayedGame], scripts: Scripts = SCRIPTS) -> list[PlayedGame]:
    """Return the games that the script computes differently."""
    asked = game_questions(games)
    answers = ask_texts([question for question, _ in asked], scripts)
    wrong = [answer != right for answer, (_, right) in zip(answers, asked, strict=True)]
    return [game for game, *both in zip(games, wrong[::2], wrong[1::2], strict=True) if any(both)]


def faults_differing(attempts: Sequence[Attempt], scripts: Scripts = SCRIPTS) -> list[str]:
    """Return the declared rounds in which the script finds other faults, as texts."""
    asked = fault_questions(attempts)
    answers = ask_texts([question for question, _ in asked], scripts)
    return [
        f"{encoded(question)}\n  {right} by the rules\n  {answer} by the script"
        for answer, (question, right) in zip(answers, asked, strict=True)
        if answer != right
    ]


def check(games: Iterable[PlayedGame], attempts: Sequence[Attempt]) -> int:
    """Compare all games, then all faults; return the number of games. Fails with the smallest game that differs."""
    compared, rest = 0, iter(games)
    while batch := list(islice(rest, _BATCH)):
        if wrong := differing(batch):
            raise AssertionError(report(smallest(min(wrong, key=lambda game: len(game.moves)))))
        compared += len(batch)
    # In parts, because all questions of a long run would be longer than a text can be in JavaScript.
    parts = (attempts[start : start + _ATTEMPTS] for start in range(0, len(attempts), _ATTEMPTS))
    wrong_faults = [fault for part in parts for fault in faults_differing(part)]
    assert not wrong_faults, "other faults:\n" + min(wrong_faults, key=len)
    return compared


def smallest(game: PlayedGame, scripts: Scripts = SCRIPTS) -> PlayedGame:
    """Return a game that still differs, from which no move and no rule can be taken away."""
    for _ in range(_LARGE_STEPS):
        candidates = list(_smaller(game))
        wrong = differing(candidates, scripts)
        if not wrong:
            break
        game = wrong[0]
    return game


def _smaller(game: PlayedGame) -> Iterator[PlayedGame]:
    """Yield the game without each of its moves, and under rules with one parameter as usual, where it can be played."""
    candidates = [game.without(index) for index in reversed(range(len(game.moves)))]
    candidates += [replace(game, pending=game.pending - 1)] if game.pending else []
    candidates += [replace(game, opening=None)] if game.opening else []
    usual = as_json(RuleSet()) | {"false_knock_penalty": None}
    for name in differences(game.rules, RuleSet()):
        try:
            candidates.append(replace(game, rules=with_house_rules(game.rules, {name: usual[name]})))
        except RulesError:
            continue
    for candidate in candidates:
        try:
            _ = candidate.sheet, candidate.page
        except (RulesError, ValueError, LookupError, StopIteration):
            continue
        yield candidate


def report(game: PlayedGame, scripts: Scripts = SCRIPTS) -> str:
    """Return a game in words, and where the script differs from the rules."""
    answers = [json.loads(text) for text in ask_texts(questions_about(game), scripts)]
    expected = [json.loads(encoded(answer)) for answer in answers_about(game)]
    lines = [f"{game.seats} seats, seat {game.dealer} deals, {encoded(parameters_of(game.rules))}"]
    lines += [f"from paper: {game.opening}"] if game.opening else []
    for revision, move in enumerate(game.moves, 2):
        facts = encoded(round_facts(move.declaration)) if move.declaration else dict(move.house_rules) or ""
        waits = " (only on the phone)" if revision - 2 >= len(game.moves) - game.pending else ""
        lines.append(f"{revision}. {move.kind} {move.revision or move.number} {facts}{waits}")
    for question, answer, right in zip(("as facts", "as the page has it"), answers, expected, strict=True):
        lines += [f"{question}, at {where}: {text}" for where, text in islice(_differences(right, answer, ""), 5)]
    return "The script differs from the rules:\n" + "\n".join(lines)


def _differences(right: Any, answer: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(right, list) and isinstance(answer, list) and len(right) == len(answer):
        for index, (one, other) in enumerate(zip(right, answer, strict=True)):
            yield from _differences(one, other, f"{where}/{index}")
    elif right != answer:
        yield where, f"{encoded(right)} by the rules, {encoded(answer)} by the script"
