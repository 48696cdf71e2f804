"""When a match is, as people say it."""

from datetime import date, time

import pytest

from games.wording.season.match import when_text

NIGHT, DAY = date(2026, 11, 24), date(2026, 11, 25)


def test_a_night_is_named_as_people_say_it(subtests: pytest.Subtests) -> None:
    cases = [
        (NIGHT, None, NIGHT, "tonight"),
        (NIGHT, time(19, 30), NIGHT, "tonight, 7:30 PM"),
        (NIGHT, time(11), NIGHT, "today, 11:00 AM"),
        (NIGHT, time(0, 30), NIGHT, "tonight, 12:30 AM"),
        (DAY, time(19, 30), NIGHT, "tomorrow, 7:30 PM"),
        # After midnight last night isn't over, and what was tomorrow is today.
        (NIGHT, time(19, 30), DAY, "tonight, 7:30 PM"),
        (DAY, time(19, 30), DAY, "today, 7:30 PM"),
        (date(2026, 11, 26), None, DAY, "tomorrow"),
        (date(2026, 12, 1), None, DAY, "Tue, Dec 1"),
        (None, None, DAY, ""),
    ]
    for night, start_time, today, expected in cases:
        with subtests.test(night=night, start_time=start_time, today=today, expected=expected):
            assert when_text(night, start_time, NIGHT, today) == expected
