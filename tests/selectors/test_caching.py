"""Cached values: computed once, shared between threads, bounded in number."""

import threading
import time

from games.selectors.caching import cached, cached_once, clear_caches


def test_the_same_question_is_worked_out_once() -> None:
    calls: list[tuple[int, int]] = []

    @cached_once
    def total(one: int, other: int) -> int:
        calls.append((one, other))
        return one + other

    assert [total(1, 2), total(1, 2), total(2, 2), total(1, 2)] == [3, 3, 4, 3]
    assert calls == [(1, 2), (2, 2)]
    clear_caches()
    assert total(1, 2) == 3
    assert calls == [(1, 2), (2, 2), (1, 2)]


def test_many_who_ask_at_once_wait_for_one_answer() -> None:
    calls: list[int] = []

    @cached_once
    def slow(number: int) -> int:
        calls.append(number)
        time.sleep(0.05)
        return number

    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(slow(7))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (answers, calls) == ([7] * 8, [7])


def test_a_failed_computation_is_repeated() -> None:
    calls: list[int] = []

    @cached_once
    def first_fails(number: int) -> int:
        calls.append(number)
        return 1 // (len(calls) - 1)

    try:
        first_fails(7)
    except ZeroDivisionError:
        assert first_fails(7) == 1
    assert calls == [7, 7]


def test_old_cache_entries_make_room_for_new_ones_and_can_be_dropped() -> None:
    calls: list[int] = []

    @cached(2)
    def double(number: int) -> int:
        calls.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert calls == [1, 2, 3, 2]
    clear_caches()
    assert double(2) == 4
    assert calls == [1, 2, 3, 2, 2]
