"""Measure the second reading of counts (static/tally.js) in a Chromium as slow as an old phone.

    python -m tests.benchmarks.bench_tally [--slower 4] [--rounds 30]

A preview enters one more round in a game of so many and folds the game, which the page has as results. "load" is
reading and running the scripts, "first" the first preview on a new page, "more" one of the 200 after it: milliseconds
in a browser whose processor is slowed down so many times, the quickest and the median of 15 new pages. On a machine
that has other work to do only the quickest says something.
"""

import argparse
import random
import statistics
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from games.rules.declaration import RoundDeclaration
from games.rules.ledger import result_json, round_facts
from games.rules.presets import rule_set
from games.rules.rotation import first_deal
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import RoundResult
from games.rules.sides import team_pairings
from games.rules.teams import declaration_faults, score_declaration
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.conformance.javascript import SCRIPTS
from tests.conformance.played import parameters_of
from tests.conformance.random_games import random_round

GAMES = (("standard", 2), ("hollywood", 2), ("ginski", 3), ("tournament_partners", 8))
PREVIEWS, PAGES = 200, 15
_TIMED = """([game, number, facts, times]) => Array.from({ length: times }, () => {
  const start = performance.now();
  const sheet = tally.fold(tally.enter(game, number, facts));
  return performance.now() - start + (sheet.rounds.length === number ? 0 : NaN);
})"""
_LOADED = """(texts) => {
  const start = performance.now();
  for (const text of texts) document.head.append(Object.assign(document.createElement("script"), { text }));
  return performance.now() - start;
}"""


def played(rules: RuleSet, seats: int, rounds: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a game of legal rounds that no target ends, and one round more."""
    luck, ledger = random.Random(rounds), list[tuple[RoundDeclaration, RoundResult]]()
    everybody = (first_deal(rules, seats, 0).in_seat_order,)
    while len(ledger) <= rounds:
        hands = team_pairings(seats, len(ledger) + 1) if rules.seating == "teams" else everybody
        declaration = random_round(luck, rules, hands, odd=0)
        if not declaration_faults(declaration, rules):
            ledger.append((declaration, score_declaration(declaration, rules)))
    numbered = [{"number": number, "result": result_json(result)} for number, (_, result) in enumerate(ledger[:-1], 1)]
    game = {"rules": parameters_of(rules), "seats": seats, "dealer": 0, "rounds": numbered}
    return game, round_facts(ledger[-1][0])


def slowed(browser: Browser, times: int) -> Page:
    """Return an empty page of a phone, slowed down."""
    page = browser.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})
    return page


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    texts = [path.read_text(encoding="utf-8") for path in SCRIPTS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        print(f"{'ms, slowed ' + str(options.slower) + ' times':<24}{'load':>14}{'first':>14}{'more':>14}")
        for preset, seats in GAMES:
            rules = with_house_rules(rule_set(preset), {"target": 10_000})
            game, facts = played(rules, seats, options.rounds)
            question = [game, options.rounds + 1, facts]
            loads, firsts, more = list[float](), list[float](), list[float]()
            for _ in range(PAGES):
                page = slowed(browser, options.slower)
                loads.append(page.evaluate(_LOADED, texts))
                firsts += page.evaluate(_TIMED, [*question, 1])
                more += page.evaluate(_TIMED, [*question, PREVIEWS])
                page.close()
            times = (f"{min(each):>7.2f}{statistics.median(each):>7.2f}" for each in (loads, firsts, more))
            print(f"{preset:<24}{''.join(times)}")
        browser.close()


if __name__ == "__main__":
    main()
