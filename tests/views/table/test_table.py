"""The table page."""

import json
import re
from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

from games.models import Role
from games.rules.cards import card
from games.rules.declaration import ShownHand
from games.services.table.games import change_rules, finish_game, start_game, undo
from games.templatetags.sentences import keeping
from tests.makers import Phone, correct, current, enter, gin, join, knock, start, void
from tests.views.reading import HTMX, forms, parts, says, shown, text, translated


def test_the_table_page_shows_the_score_and_a_form(ann: Phone) -> None:
    answer = ann.browser().get(ann.url)
    assert (answer.status_code, answer["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert parts(answer) == ["main", "tally", "deal", "entry", "preview", "undo", "sheet", "moved", "notice"]
    assert says(answer, "Ann 13")
    assert says(answer, "Ben 45")
    assert says(answer, "87 to go")
    assert says(answer, "55 to go")
    assert says(answer, "Round 3 Ann deals, Ben plays first")
    assert says(answer, "Ann knocked with 7, Ben had 20")
    assert says(answer, "Ben went gin, Ann had 20")
    assert says(answer, "Undo round 2: Ben 45 \u2192 0")
    form = forms(answer)["rounds/"].fields
    assert (form["game"], form["round"], form["seating"], "revision" in form) == ("1", "3", "0", False)
    assert len(form["key"]) == 32
    assert set(forms(answer)) == {"rounds/", "undo/", "finish/", "strict/"}


def test_a_fresh_table_has_no_round_and_nothing_to_undo(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", preset="ginski")
    answer = phone.browser().get(phone.url)
    assert set(forms(answer)) == {"rounds/", "strict/"}
    assert shown(answer, "#sheet .blank") == snapshot
    assert says(answer, "Ann deals, Ben plays first")
    # Ginski knocks with 13 or less.
    assert re.findall(r'value="0:knock:(\d+)"', text(answer)) == [str(n) for n in range(1, 14)]


def test_a_choice_that_the_rules_do_not_play_is_left_out() -> None:
    phone = start(preset="lets_play")
    answer = phone.browser().get(phone.url)
    assert ('value="0:gin"' in text(answer), 'value="0:big_gin"' in text(answer)) == (True, False)


def test_watchers_see_the_score_and_no_form(ann: Phone) -> None:
    eve = join(ann, Role.WATCH, "Eve's phone")
    answer = eve.browser().get(ann.url)
    assert says(answer, "Ben went gin, Ann had 20")
    assert (forms(answer), "/rounds/" in text(answer), "/links/" in text(answer)) == ({}, False, False)
    assert "/seats/" not in text(answer)


def test_only_the_owner_sees_the_way_to_the_links(ann: Phone) -> None:
    ben = join(ann)
    texts = [f"{ann.url}links/" in text(phone.browser().get(ann.url)) for phone in (ann, ben)]
    assert texts == [True, False]


def test_the_end_shows_every_bonus_and_the_winner(won: Phone, snapshot: SnapshotAssertion) -> None:
    answer = won.browser().get(won.url)
    assert says(answer, "Ann wins by 325")
    assert shown(answer, ".final > p:first-of-type") == snapshot
    assert says(answer, "Round points 100")
    assert says(answer, "1 box at 25 25")
    assert says(answer, "Game bonus 100")
    assert says(answer, "Shutout: points doubled 100")
    assert says(answer, "Total 325")
    assert set(forms(answer)) == {"games/", "reopen/", "undo/", "strict/"}


def test_an_earlier_game_is_shown_without_a_form(won: Phone, snapshot: SnapshotAssertion) -> None:
    start_game(access=won.access, key="g")
    enter(won, knock(1, 7, 20))
    client = won.browser()
    now = client.get(won.url)
    assert says(now, "Ann 1 Ben 0")
    assert says(now, "Game 1 Ann wins by 325")
    then = client.get(f"{won.url}games/1/")
    assert shown(then, ".earlier") == snapshot
    assert says(then, "Ann wins by 325")
    assert (forms(then), "moved" in parts(then)) == ({}, False)
    assert client.get(f"{won.url}games/2/").status_code == 200
    assert [client.get(f"{won.url}games/{n}/").status_code for n in (0, 3, 10**30)] == [404, 404, 404]


def test_edited_round_is_marked_with_its_former_version(ann: Phone, snapshot: SnapshotAssertion) -> None:
    correct(ann, 1, knock(0, 8, 20), reason="counted again")
    answer = ann.browser().get(ann.url)
    assert says(answer, "edited")
    told = shown(answer, "#how-1 .more > p:last-of-type")
    assert [re.sub(r"\d+:\d\d [AP]M", "(time)", line) for line in told] == snapshot
    assert says(answer, "\u201ccounted again\u201d")
    assert says(answer, "Undo the change to round 1: Ann 12 \u2192 13")


def test_deleted_round_stays_marked(ann: Phone) -> None:
    void(ann, 1)
    answer = ann.browser().get(ann.url)
    assert text(answer).count(">deleted<") == 1
    assert says(answer, "Bring back round 1: Ann 0 \u2192 13")
    assert says(answer, "Ann 0")


def test_an_undone_round_is_entered_again(ann: Phone) -> None:
    undo(access=ann.access, key="u", revision=3)
    answer = ann.browser().get(ann.url)
    assert says(answer, "Round 2, again")
    form = forms(answer)["rounds/"].fields
    assert (form["round"], form["revision"]) == ("2", "4")


def test_rounds_after_the_end_wait_for_a_decision(ann: Phone, snapshot: SnapshotAssertion) -> None:
    correct(ann, 1, gin(0, 80))
    answer = ann.browser().get(ann.url)
    assert shown(answer, ".attention [role=alert]") == snapshot
    assert forms(answer)["games/1/decide/"].buttons == [("decision", "void", ""), ("decision", "keep", "")]
    assert text(answer).count(">after the end<") == 1
    assert {"games/", "reopen/"} & set(forms(answer)) == set()


def test_watchers_are_asked_for_no_decision(ann: Phone) -> None:
    correct(ann, 1, gin(0, 80))
    answer = join(ann, Role.WATCH).browser().get(ann.url)
    assert forms(answer) == {}


def test_moved_fragment_has_every_part_but_a_form_in_use(ann: Phone) -> None:
    client = ann.browser()
    answer = client.get(f"{ann.url}moved/", headers=HTMX)
    assert parts(answer) == ["tally", "deal", "sheet", "undo", "notice", "entry", "preview"]
    assert text(answer).count('hx-swap-oob="true"') == 12
    typing = client.get(f"{ann.url}moved/?typing=1", headers=HTMX)
    assert parts(typing) == ["tally", "deal", "sheet", "undo", "notice"]
    assert text(typing).count('hx-swap-oob="true"') == 11
    assert "<html" not in text(answer) + text(typing)


def test_news_of_another_phone_is_a_sentence(ann: Phone) -> None:
    ben = join(ann)
    enter(ben, knock(1, 3, 30))
    sentence = "Round 3: Ben knocked with 3, Ann had 30"
    assert says(ann.browser().get(f"{ann.url}moved/"), sentence)
    assert not says(ben.browser().get(f"{ann.url}moved/"), sentence)
    void(ben, 1)
    assert says(ann.browser().get(f"{ann.url}moved/"), "Round 1 was deleted by Ben's phone")


def test_news_tells_of_cards_that_were_added_and_of_rules_that_changed() -> None:
    ann = start()
    ben = join(ann)
    enter(ben, gin(0, 10))
    cards = tuple(card(text, "french52") for text in ["As", "2s", "3s", "4h", "5h", "6h", "7d", "8d", "9d", "Td"])
    hand = ShownHand(cards, (cards[:3], cards[3:6], cards[6:]))
    correct(ben, 1, replace(gin(0, 10), shown={0: hand}))
    assert says(
        ann.browser().get(f"{ann.url}moved/"), "Ben's phone added the cards for round 1: Ann went gin, Ben had 10"
    )
    undo(access=ben.access, key="u", revision=3)
    undo(access=ben.access, key="v", revision=2)
    rules = replace(current(ann).rules, gin_bonus=20)
    change_rules(access=ben.access, key="c", game=1, revision=5, rules=rules)
    sentence = "Ben's phone changed the rules from round 1 on"
    assert says(ann.browser().get(f"{ann.url}moved/"), sentence)


def test_correction_by_another_phone_of_the_same_name_is_news() -> None:
    ann = start(label="iPhone")
    ben = join(ann, label="iPhone")
    enter(ben, knock(1, 3, 30))
    assert says(ann.browser().get(f"{ann.url}moved/"), "Round 1: Ben knocked with 3, Ann had 30")


def test_the_revision_is_answered_once(ann: Phone) -> None:
    client = ann.browser()
    answer = client.get(f"{ann.url}revision/")
    assert (json.loads(answer.content), answer["ETag"]) == ({"revision": 3, "changes": 0}, '"3.0"')
    same = client.get(f"{ann.url}revision/", headers={"If-None-Match": '"3.0"'})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", '"3.0"')
    enter(ann, gin(0, 5))
    moved = client.get(f"{ann.url}revision/", headers={"If-None-Match": '"3.0"'})
    assert (moved.status_code, json.loads(moved.content)) == (200, {"revision": 4, "changes": 0})
    assert "no-store" in answer["Cache-Control"]


def test_the_rules_of_a_game_are_sentences(snapshot: SnapshotAssertion) -> None:
    phone = start(target=150)
    answer = phone.browser().get(f"{phone.url}games/1/rules/")
    assert says(answer, "Play to: 150 points")
    assert [line for line in shown(answer, ".sentences li") if "150" in line] == snapshot
    assert phone.browser().get(f"{phone.url}games/2/rules/").status_code == 404


def test_game_finished_early_is_labeled(ann: Phone, snapshot: SnapshotAssertion) -> None:
    finish_game(access=ann.access, key="f", game=1, revision=3)
    answer = ann.browser().get(ann.url)
    assert says(answer, "Ben wins by 32")
    assert shown(answer, ".final > p:first-of-type") == snapshot


def test_rounds_after_the_end_do_not_move_the_time_of_the_end(ann: Phone, snapshot: SnapshotAssertion) -> None:
    from games.services.table.games import decide_after_end

    correct(ann, 1, gin(0, 80))
    decide_after_end(access=ann.access, key="d", game=1, revision=4, keep=True)
    assert shown(ann.browser().get(ann.url), ".final > p:first-of-type") == snapshot


def test_a_page_with_many_rounds_has_each_once() -> None:
    phone = start(target=1000)
    for own in range(1, 9):
        enter(phone, knock(0, own, 20))
    answer = phone.browser().get(phone.url)
    assert [text(answer).count(f'href="{phone.url}rounds/1/{n}/"') for n in range(1, 9)] == [1] * 8


def test_the_owner_makes_a_table_strict_and_nobody_else(ann: Phone) -> None:
    client = ann.browser()
    for word, strict, button in (("Turn on strict mode", True, "yes"), ("Turn off strict mode", False, "no")):
        answer = client.get(ann.url)
        assert says(answer, word)
        form = forms(answer)["strict/"]
        assert form.buttons == [("strict", button, "")]
        done = client.post(form.action, {"strict": button})
        assert (done.status_code, done["Location"], ann.table.strict) == (302, ann.url, strict)
    ben = join(ann)
    assert "strict/" not in forms(ben.browser().get(ben.url))
    assert (ben.browser().post(f"{ben.url}strict/", {"strict": "yes"}).status_code, ann.table.strict) == (403, False)


def test_a_browser_that_translates_leaves_names_alone() -> None:
    phone = start("Mark", "Rose")
    for declaration in (knock(0, 7, 20), knock(0, 9, 5), gin(1, 25), gin(0, 40)):
        enter(phone, declaration)
    correct(phone, 1, knock(0, 6, 20))
    browser, seen, renamed = phone.browser(), set[str](), set[str]()
    typed = forms(browser.get(phone.url))["rounds/"].fields | {"end": "0:knock:4", "deadwood-1": "30"}
    answers = [browser.post(f"{phone.url}preview/", typed, headers=HTMX)]
    enter(phone, gin(0, 45))
    links = [phone.url]
    while answers or links:
        answer = answers.pop() if answers else browser.get(links.pop())
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        renamed |= {piece for piece in translated(answer) if re.search(r"\b(Mark|Rose)\b", piece)}
        new = {link for link in re.findall(r'href="([^"#?]+)"', text(answer)) if link.startswith(phone.url)} - seen
        links += new
        seen |= new
    assert len(seen) > 20
    assert renamed == set()


def test_a_player_may_be_called_like_a_part_of_an_escaped_character() -> None:
    phone = start("amp", "x27")
    assert keeping("A & B's: amp, x27", ["amp", "x27"]) == (
        'A &amp; B&#x27;s: <bdi translate="no">amp</bdi>, <bdi translate="no">x27</bdi>'
    )
    assert says(phone.browser().get(phone.url), "amp deals, x27 plays first")
