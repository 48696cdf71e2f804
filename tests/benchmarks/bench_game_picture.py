"""Measure the score chart of a game beside its sheet: time and size, by number of rounds.

    python -m tests.benchmarks.bench_game_picture

One core, no server, a database in memory. The picture is computed and drawn anew each time, as after a saved round;
then drawn again from the cache, as for the next screen. Beside it, the sheet of the same game drawn anew.
Compare the rows of one run, not two runs.
"""

import gzip
import os

from tests.benchmarks.measuring import median_ms

SIZES = (10, 100, 200)
REPEATS = 15


def row(size: int) -> str:
    """What a game of so many rounds costs, as a row of the table."""
    from django.template.loader import render_to_string

    from games.pages.table.game_view import game_view
    from games.pages.table.score_chart_page import game_picture
    from games.selectors.caching import clear_caches
    from games.selectors.table.table_names import player_names
    from tests.makers import enter, gin, knock, sheet, start

    phone = start(target=9_000)
    for number in range(size):
        enter(phone, gin(number % 2, 10) if number % 5 == 0 else knock(number % 3 % 2, 5, 10 + number % 30))
    question, table, players = sheet(phone), phone.table, player_names(phone.table)

    def draw() -> str:
        return render_to_string(
            "sharing/_picture.html", {"picture": game_picture(question, question.current, players, "/picture/")}
        )

    def anew() -> str:
        clear_caches()
        return draw()

    def as_sheet() -> str:
        clear_caches()
        view = game_view(table, question, question.current, players, may_score=False)
        return render_to_string("table/table.html#sheet", {"page": {"game": view, "may_score": False}})

    text = anew().encode()
    first, again, paper = (median_ms(work, REPEATS) for work in (anew, draw, as_sheet))
    costs = f"{size:6}{first:7.2f} ms{again:6.2f} ms{paper:7.2f} ms{first / paper:8.2f}"
    return f"{costs}{len(text):8}{len(gzip.compress(text)):12}"


def main() -> None:
    """Make a database in memory, then measure."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings_for_tests")
    import django
    from django.test.utils import setup_databases, teardown_databases

    django.setup()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        print(f"{'rounds':>6}{'picture':>10}{'kept':>9}{'sheet':>10}{'ratio':>8}{'bytes':>8}{'compressed':>12}")
        for size in SIZES:
            print(row(size))
    finally:
        teardown_databases(made, verbosity=0)


if __name__ == "__main__":
    main()
