"""API: twenty phones write at once, each in its own thread and connection; nothing is lost or duplicated."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from django.db import connections

from games.models import Entry, EntryKind
from tests.api.kit import Answer, Sitting, audit, gin, knock

# Slow only: the services' races (tests/services/test_races.py) and the race over HTTP show the same sooner.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PHONES = 20
ROUNDS = 3


def at_once(acts: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """What each of ``acts`` was answered; they start together."""
    start, answers, failures = threading.Barrier(len(acts)), dict[int, Answer](), list[BaseException]()

    def run(place: int, act: Callable[[], Answer]) -> None:
        try:
            start.wait(10)
            answers[place] = act()
        except BaseException as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    if failures:
        raise failures[0]
    return [answers[place] for place in range(len(acts))]


def outcomes(answers: Sequence[Answer]) -> Counter[tuple[int, str]]:
    return Counter((a.status, a.body.get("code", a.headers.get("Idempotent-Replayed", ""))) for a in answers)


def test_h16_the_same_key_twenty_times_is_one_round(friday: Sitting) -> None:
    for number in range(1, ROUNDS + 1):
        answers = at_once([lambda n=number: friday.enter(n, knock(7, 20), key=f"k{n}")] * PHONES)
        assert outcomes(answers) == {(201, ""): 1, (200, "true"): PHONES - 1}
        assert len({answer.raw for answer in answers}) == 1
        assert friday.entries() == number + 1
        audit()


def test_h18_the_same_facts_from_twenty_phones_are_one_round(friday: Sitting) -> None:
    for number in range(1, ROUNDS + 1):
        answers = at_once([lambda n=number: friday.enter(n, knock(7, 20))] * PHONES)
        assert outcomes(answers) == {(201, ""): 1, (200, "already_recorded"): PHONES - 1}
        new = next(answer.body for answer in answers if answer.status == 201)
        assert all(answer.body["round"] == new["round"] for answer in answers)
        assert friday.entries() == number + 1
        audit()


def test_h19_different_facts_from_twenty_phones_are_one_round_and_a_question(friday: Sitting) -> None:
    for number in range(1, ROUNDS + 1):
        facts = [knock(7, 20 + phone) for phone in range(PHONES)]
        answers = at_once([lambda f=f, n=number: friday.enter(n, f) for f in facts])
        assert outcomes(answers) == {(201, ""): 1, (409, "round_conflict"): PHONES - 1}
        stands = next(answer.body["round"] for answer in answers if answer.status == 201)
        for answer, each in zip(answers, facts, strict=True):
            if answer.status == 409:
                assert answer.body["current"] == stands
                assert answer.body["yours"] == {"game": 1, "round": number, **each}
        assert friday.entries() == number + 1
        audit()


def test_all_three_at_once(friday: Sitting) -> None:
    acts = [
        lambda phone=phone: friday.enter(1, knock(7, 20 + phone % 3), key=f"k{phone % 6}") for phone in range(PHONES)
    ]
    answers = at_once(acts)
    counted = outcomes(answers)
    assert counted[201, ""] == 1
    assert set(counted) <= {(201, ""), (200, "true"), (200, "already_recorded"), (409, "round_conflict")}
    assert friday.entries() == 2


def test_a_correction_and_the_next_round_commute(six: Sitting) -> None:
    answers = at_once([lambda: six.correct(3, knock(5, 40), 4), lambda: six.enter(7, knock(5, 15))])
    assert [answer.status for answer in answers] == [200, 201]
    assert six.game()["cumulative"] == {"Ann": 83, "Ben": 0}


def test_of_twenty_corrections_one_is_in_time(six: Sitting) -> None:
    answers = at_once([lambda p=phone: six.correct(3, knock(5, 40 + p), 4) for phone in range(PHONES)])
    assert outcomes(answers) == {(200, ""): 1, (412, "stale"): PHONES - 1}
    stands = next(answer.body["round"] for answer in answers if answer.status == 200)
    assert all(answer.body["current"] == stands for answer in answers if answer.status == 412)
    assert six.game()["rounds"][2] == stands
    assert six.entries() == 8


def test_the_end_of_a_game_races_with_a_round(six: Sitting) -> None:
    finish = six.path + "games/1/finish/"
    ended, entered = at_once([lambda: six.score.post(finish, If_Match='"7"'), lambda: six.enter(7, knock(5, 15))])
    assert (ended.status, entered.status) in ((200, 409), (412, 201))
    assert six.entries() == 8


def test_the_next_game_begins_once(friday: Sitting) -> None:
    friday.play(gin(80))
    answers = at_once([lambda: friday.score.post(friday.path + "games/")] * PHONES)
    assert {answer.status for answer in answers} <= {201, 200, 409}
    assert Counter(answer.status for answer in answers)[201] == 1
    assert Entry.objects.filter(kind=EntryKind.START).count() == 2


def test_twenty_tables_are_twenty_ledgers(friday: Sitting) -> None:
    others = [Sitting() for _ in range(PHONES)]
    answers = at_once([lambda t=table: t.enter(1, knock(7, 20)) for table in others])
    assert {(answer.status, answer.body["revision"]) for answer in answers} == {(201, 2)}
