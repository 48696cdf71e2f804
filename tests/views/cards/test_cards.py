"""The page for a round's cards: entering, upgrading counts, two phones, strict tables, and results."""

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Role
from games.rules.ledger import round_facts
from games.services.table.games import start_game, swap_seats
from games.services.table.tables import set_strict
from tests.makers import (
    Phone,
    assert_sound,
    current,
    dead,
    enter,
    gin,
    join,
    knock,
    line,
    misdeal,
    start,
    totals,
    void,
)
from tests.views.reading import HTMX, Form, forms, is_refusal, says, shown, text

ANN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
BEN = "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d"
LAID = {"layoff_1_8s": "5s 6s 7s", "layoff_1_9s": "5s 6s 7s", "layoff_1_8c": "9c Jc Tc", "layoff_1_7c": "9c Jc Tc"}


def page(phone: Phone, address: str = "cards/") -> HttpResponse:
    return phone.browser().get(phone.url + address)  # type: ignore[return-value]


def filled(form: Form, *hands: str, **fields: str) -> dict[str, str]:
    """A form's fields with these hands typed by seat; boxes are left as they are for a phone without a grid."""
    typed = {name: value for name, value in form.fields.items() if not name.startswith(("card-", "seen-"))}
    typed |= {f"cards-{seat}": hand for seat, hand in enumerate(hands)}
    return typed | {name.replace("_", "-"): value for name, value in fields.items()}


def send(phone: Phone, *hands: str, address: str = "cards/", htmx: bool = False, **fields: str) -> HttpResponse:
    """Open the page, type hands by seat, and press what ``do`` says."""
    browser: Client = phone.browser()
    form = forms(browser.get(phone.url + address))[address]  # type: ignore[arg-type]
    typed = filled(form, *hands, **fields)
    return browser.post(phone.url + address, typed, headers=HTMX if htmx else {})  # type: ignore[return-value]


def save(phone: Phone, *hands: str, address: str = "cards/", **fields: str) -> HttpResponse:
    return send(phone, *hands, address=address, do="save", **fields)


# --- Entering --------------------------------------------------------------------------------------------------------


def test_a_round_is_entered_by_its_cards(ann: Phone) -> None:
    answer = save(ann, ANN, BEN, **LAID)
    assert (answer.status_code, answer.headers["Location"]) == (302, ann.url + "cards/saved/1/3/")
    found = line(ann, 3).latest
    assert (dict(found.declaration.deadwood), found.result.event.value) == ({0: 10, 1: 9}, "undercut")
    assert len(found.declaration.layoffs) == 4
    assert_sound(ann)


def test_better_plays_are_shown_only_after_saving(ann: Phone, snapshot: SnapshotAssertion) -> None:
    before = send(ann, ANN, BEN, htmx=True)
    assert shown(before, ".headline, #preview .sentence") == snapshot
    saved = ann.browser().get(save(ann, ANN, BEN).headers["Location"])
    assert shown(saved, "#notice .notice") == snapshot
    assert shown(page(ann, ""), ".hands-shown em") == snapshot


def test_the_best_play_is_not_commented(ann: Phone, snapshot: SnapshotAssertion) -> None:
    saved = ann.browser().get(save(ann, ANN, BEN, **LAID).headers["Location"])
    assert shown(saved, "#notice .notice") == snapshot


def test_while_cards_are_tapped_nothing_that_is_tapped_is_exchanged(ann: Phone) -> None:
    answer = send(ann, ANN, BEN, htmx=True)
    assert answer.status_code == 200
    assert says(answer, "Ann knocks with 10")
    assert says(answer, "Can knock with 10")
    assert says(answer, "Ann +7 (17 \u2212 10)")
    for part in ("outcome", "drawn-0", "drawn-1", "tab-0", "told", "layoffs", "as-numbers"):
        assert f'id="{part}"' in text(answer)
    assert 'name="card-0"' not in text(answer)


def test_who_ended_the_round_is_asked_until_all_hands_are_in(ann: Phone) -> None:
    told = 'id="told" class="known"'
    for hands, fields, known in (
        ((ANN,), {}, False),
        ((ANN, BEN[:20]), {}, False),
        ((ANN,), {"deadwood_1": "17"}, True),
        ((ANN, BEN), {}, True),
        ((ANN,), {"ender": "0"}, True),
    ):
        answer = send(ann, *hands, htmx=True, **fields)
        assert (told in text(answer), says(answer, "Ann knocks with 10")) == (known, known), (hands, fields)


def test_the_best_layoffs_are_proposed_and_taken_over_without_script(ann: Phone) -> None:
    answer = send(ann, ANN, BEN, do="lay_off", step="end")
    assert says(answer, "Undercut! Ben +26 (25 + 10 \u2212 9)")
    assert 'id="step-end" value="end" checked' in text(answer)
    assert Entry.objects.filter(table=ann.table).count() == 3
    back = send(ann, ANN, BEN, do="take_back", **LAID)
    assert says(back, "Ann +7 (17 \u2212 10)")


def test_a_hand_is_arranged_best_without_script(ann: Phone) -> None:
    answer = send(ann, "5s 6s 7s - 9c Tc Jc Ks Kc Kd Jd", BEN, do="arrange-0")
    assert says(answer, "Can knock with 10")


def test_the_fewest_layoffs_are_one_button(ann: Phone) -> None:
    answer = send(ann, "5s 6s 7s 8s / 8h 8d 8c - 2h 2d 3c", do="fewest", deadwood_1="20")
    assert forms(answer)["cards/"].fields["cards-0"].startswith(("8s 8h 8d 8c / 5s 6s 7s", "5s 6s 7s / 8s 8h 8d 8c"))


def test_all_faults_are_reported_together_and_nothing_is_saved(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = save(ann, "8s 9s Js / 4h 4d 5c / Ks Kc Kh - 3d", "2s 2c 2d 2h Ac 7c 8c 8h 9h Js", ender="0")
    assert answer.status_code == 400
    assert shown(answer, "#preview .sentence") == snapshot
    assert len(current(ann).rounds) == 2


def test_an_unfinished_round_is_not_saved(ann: Phone, snapshot: SnapshotAssertion) -> None:
    answer = save(ann, ANN, "")
    assert answer.status_code == 400
    assert shown(answer, "#preview .sentence") == snapshot


def test_a_double_tap_saves_once(ann: Phone) -> None:
    browser = ann.browser()
    fields = filled(forms(page(ann))["cards/"], ANN, BEN, do="save")
    first, second = (browser.post(ann.url + "cards/", fields) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert len(current(ann).rounds) == 3


def test_saving_with_script_is_answered_with_where_to_go(ann: Phone) -> None:
    answer = send(ann, ANN, BEN, do="save", htmx=True)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, ann.url + "cards/saved/1/3/")


def test_same_round_twice_in_a_row_needs_confirmation(ann: Phone, snapshot: SnapshotAssertion) -> None:
    save(ann, ANN, BEN)
    response = save(ann, ANN, BEN)
    assert (response.status_code, len(current(ann).rounds)) == (422, 3)
    assert shown(response, "#preview .ask") == snapshot
    assert save(ann, ANN, BEN, confirm="yes").status_code == 302


def test_some_hands_may_be_counts(ann: Phone) -> None:
    save(ann, ANN, deadwood_1="20")
    assert list(line(ann, 3).latest.declaration.shown) == [0]


def test_a_round_that_was_undone_is_entered_again_by_its_cards(ann: Phone) -> None:
    void(ann, 2)
    ann.browser().post(ann.url + "undo/", {"revision": 4})
    ann.browser().post(ann.url + "undo/", {"revision": 3})
    assert says(page(ann), "Round 2")
    assert save(ann, ANN, BEN).status_code == 302
    assert [x.void for x in current(ann).rounds] == [False, False]


# --- Between numbers and cards ---------------------------------------------------------------------------------------


def test_typed_counts_are_passed_to_the_cards_page(ann: Phone) -> None:
    browser = ann.browser()
    sent = {"end": "0:knock:7", "deadwood-1": "20", "rank": ""}
    answer = browser.get(ann.url + "cards/", sent, headers=HTMX)
    assert answer.headers["HX-Redirect"] == ann.url + "cards/?end=0%3Aknock%3A7&deadwood-1=20"
    opened = browser.get(answer.headers["HX-Redirect"])
    assert says(opened, "Ann knocks with 7")  # type: ignore[arg-type]
    assert says(opened, "Ann +13 (20 \u2212 7)")  # type: ignore[arg-type]


def test_deadwood_of_the_cards_is_passed_to_the_number_form(ann: Phone) -> None:
    answer = send(ann, ANN, BEN, do="preview")
    numbers = forms(answer)["preview/"]
    form = forms(ann.browser().post(numbers.action, numbers.fields))["rounds/"]  # type: ignore[arg-type]
    assert (form.fields["end"], form.fields["deadwood-1"]) == ("0:knock:10", "17")


def test_the_round_form_leads_to_the_cards(ann: Phone) -> None:
    assert f'href="{ann.url}cards/"' in text(page(ann, ""))
    assert f'href="{ann.url}rounds/1/1/cards/"' in text(page(ann, "rounds/1/1/"))


def test_rounds_between_teams_are_entered_as_counts() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    assert says(page(phone), "Teams play several hands at once")
    assert f'href="{phone.url}cards/"' not in text(page(phone, ""))
    assert phone.browser().post(phone.url + "cards/", {"game": "1", "round": "1", "do": "save"}).status_code == 404


# --- Numbers first, cards later --------------------------------------------------------------------------------------


def test_cards_that_agree_with_the_counts_are_added(ann: Phone) -> None:
    enter(ann, knock(0, 10, 17))
    answer = save(ann, ANN, BEN, address="rounds/1/3/cards/")
    assert answer.status_code == 302
    assert set(line(ann, 3).latest.declaration.shown) == {0, 1}
    sheet = page(ann, "")
    assert says(sheet, "The cards were added at")
    assert not says(sheet, "edited")


def test_contradicting_cards_and_counts_are_shown_for_a_decision(ann: Phone, snapshot: SnapshotAssertion) -> None:
    enter(ann, knock(0, 10, 20))
    response = save(ann, ANN, BEN, address="rounds/1/3/cards/")
    assert response.status_code == 422
    assert shown(response, ".conflict > p") == snapshot
    assert says(response, "Ann knocked with 10, Ben had 20")
    assert says(response, "Ann knocked with 10, Ben had 17")
    assert dict(line(ann, 3).latest.declaration.deadwood) == {0: 10, 1: 20}
    taken = save(ann, ANN, BEN, address="rounds/1/3/cards/", differs="yes")
    assert taken.status_code == 302
    assert dict(line(ann, 3).latest.declaration.deadwood) == {0: 10, 1: 17}
    told = shown(page(ann, ""), "#how-3 .more > p:last-of-type")
    assert [re.sub(r"\d+:\d\d [AP]M", "(time)", line) for line in told] == snapshot


def test_a_round_by_cards_is_changed_by_cards_without_a_question(ann: Phone) -> None:
    save(ann, ANN, BEN)
    opened = page(ann, "rounds/1/3/cards/")
    assert says(opened, "Was: Ann knocked with 10, Ben had 17")
    assert save(ann, ANN, BEN, address="rounds/1/3/cards/", **LAID).status_code == 302
    assert line(ann, 3).latest.declaration.deadwood[1] == 9


def test_the_cards_of_a_round_that_is_not_there_are_nowhere(ann: Phone) -> None:
    assert page(ann, "rounds/1/9/cards/").status_code == 404
    assert page(ann, "cards/saved/1/9/").status_code == 404


def test_misdealt_round_takes_no_cards(ann: Phone) -> None:
    enter(ann, misdeal())
    assert "rounds/1/3/cards/" not in text(page(ann, ""))
    assert "rounds/1/2/cards/" in text(page(ann, ""))


# --- Two phones ------------------------------------------------------------------------------------------------------


def opened_on(phone: Phone) -> dict[str, str]:
    """The page's fields with both hands typed, before another phone saves something."""
    return filled(forms(page(phone))["cards/"], ANN, BEN, do="save")


def test_counts_on_one_phone_and_the_same_cards_on_the_other_are_one_round(ann: Phone) -> None:
    ben = join(ann)
    fields = opened_on(ben)
    enter(ann, knock(0, 10, 17))
    answer = ben.browser().post(ben.url + "cards/", fields)
    assert answer.status_code == 302
    assert set(line(ann, 3).latest.declaration.shown) == {0, 1}
    assert_sound(ann)


def test_the_same_cards_on_both_phones_are_recorded_once(ann: Phone) -> None:
    ben = join(ann)
    fields = opened_on(ben)
    save(ann, ANN, BEN)
    answer = ben.browser().post(ben.url + "cards/", fields)
    assert answer.headers["Location"].endswith("?how=already_recorded")
    assert says(ben.browser().get(answer.headers["Location"]), "Round 3 was already entered by Ann's phone")


def test_different_counts_of_another_phone_are_shown_beside_the_cards(ann: Phone, snapshot: SnapshotAssertion) -> None:
    ben = join(ann)
    fields = opened_on(ben)
    enter(ann, knock(0, 10, 20))
    answer = ben.browser().post(ben.url + "cards/", fields)
    assert answer.status_code == 409
    assert shown(answer, ".conflict > p") == snapshot
    conflict = forms(answer)["rounds/1/3/cards/"]
    changed = ben.browser().post(conflict.action, filled(conflict, ANN, BEN, do="save"))
    assert changed.status_code == 302
    assert line(ann, 3).latest.declaration.deadwood[1] == 17


def test_both_were_played(ann: Phone) -> None:
    ben = join(ann)
    fields = opened_on(ben)
    enter(ann, knock(0, 10, 20))
    conflict = forms(ben.browser().post(ben.url + "cards/", fields))["rounds/1/3/cards/"]
    typed = filled(conflict, ANN, BEN) | {"as_next": "yes"}
    assert ben.browser().post(ben.url + "cards/", typed).status_code == 302
    assert [x.number for x in current(ann).rounds] == [1, 2, 3, 4]


def test_seats_that_were_swapped_meanwhile_are_pointed_out(ann: Phone) -> None:
    ben = join(ann)
    fields = opened_on(ben)
    swap_seats(access=ann.access, key="swap", game=1, first=0, second=1, revision=ann.table.revision)
    answer = ben.browser().post(ben.url + "cards/", fields)
    assert is_refusal(answer, "seats_changed")
    assert forms(answer)["cards/"].fields["cards-1"].split()[:2] == ["5s", "6s"]


def test_a_link_that_only_watches_enters_no_cards(ann: Phone) -> None:
    watcher = join(ann, Role.WATCH)
    assert page(watcher).status_code == 403
    assert page(watcher, "rounds/1/1/cards/").status_code == 403
    assert watcher.browser().post(watcher.url + "cards/", {"do": "save"}).status_code == 403
    assert "cards/" not in text(page(watcher, ""))


def test_finished_game_offers_no_next_round(won: Phone) -> None:
    answer = page(won)
    assert (answer.status_code, answer.headers["Location"]) == (302, won.url)
    assert page(won, "rounds/1/1/cards/").status_code == 200


def test_a_dead_hand_may_be_shown(ann: Phone) -> None:
    assert save(ann, ANN, BEN, ender="dead").status_code == 302
    assert totals(ann) == [13, 45]
    enter(ann, dead())
    enter(ann, gin(0, 20))
    assert round_facts(line(ann, 3).latest.declaration)["shown"]


def test_ginski_with_wilds_and_a_third_hand_by_its_count() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski")
    answer = save(
        phone, "R5 R6 W1 / B9 G9 W2 / Y1 Y2 Y3 Y4", "R8 R9 R10 / B1 B2 B3 / G12 Y12 P12 - G5", deadwood_2="27"
    )
    assert answer.status_code == 302
    assert totals(phone) == [57, 0, 0]
    assert says(page(phone, ""), "Ann went Ginski, Ben had 5, Cleo had 27")


def test_entered_cards_stay_when_counts_are_typed(ann: Phone) -> None:
    save(ann, ANN, BEN)
    opened = ann.browser().get(ann.url + "rounds/1/3/cards/", {"end": "0:knock:7", "deadwood-1": "20"})
    assert says(opened, "Can knock with 10")  # type: ignore[arg-type]
    assert says(page(ann, "rounds/1/3/"), "Change the cards")
    form = forms(page(ann, "rounds/1/3/"))["rounds/1/3/"]
    ann.browser().post(form.action, form.fields)
    assert set(line(ann, 3).latest.declaration.shown) == {0, 1}


def test_wild_at_an_open_end_needs_a_rank_if_cards_may_be_laid_off() -> None:
    phone = start(preset="ginski", layoff="unless_gin")
    ann, ben = "R5 R6 W1 / B9 G9 W2 / Y1 Y2 Y3 - P2", "R4 R8 R9 R7 B1 B2 B3 G12 Y12 P12"
    answer = send(phone, ann, ben, htmx=True, ender="0")
    assert says(answer, "W1 next to R5 R6 stands for undecided 4 7")
    response = send(phone, ann, ben, htmx=True, ender="0", number_0_W1="7")
    assert '<option value="7" selected>7</option>' in text(response)
    save(phone, ann, ben, ender="0", number_0_W1="7")
    assert {wild.text: number for wild, number in line(phone, 1).latest.declaration.shown[0].numbers.items()} == {
        "W1": 7
    }


def test_discard_of_eleven_cards_may_be_chosen(ann: Phone) -> None:
    answer = send(ann, ANN + " 3h", BEN, htmx=True)
    assert says(answer, "Ann discarded")
    assert '<option value="Jd" selected>' in text(answer)
    save(ann, ANN + " 3h", BEN, discard_0="3h")
    declaration = line(ann, 3).latest.declaration
    assert (declaration.shown[0].discard.text, declaration.deadwood[0]) == ("3h", 10)


def test_missing_upcard_is_requested_and_chosen(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="oklahoma")
    assert shown(send(phone, ANN, BEN, htmx=True), "#preview .sentence") == snapshot
    assert says(send(phone, ANN, BEN, htmx=True, rank="K", suit="h"), "Ann +7")


def test_hints_consider_layoffs_of_other_players(snapshot: SnapshotAssertion) -> None:
    phone = start("Ann", "Ben", "Cleo", preset="jersey")
    cleo = "4s 3s 8h 8d Qd Qh Ad 6d 3c 2h"
    ben = "2s 2c 2d Ah Ac 7c 8c 8s 9s Th"
    more = {"layoff_1_8s": "5s 6s 7s", "layoff_1_9s": "5s 6s 7s", "layoff_1_8c": "9c Jc Tc"}
    saved = phone.browser().get(save(phone, ANN, ben, cleo, **more).headers["Location"])
    assert shown(saved, "#notice .notice") == snapshot


def test_a_count_of_nought_is_gin_and_a_hand_nobody_can_lay_off_on_says_so(
    ann: Phone, snapshot: SnapshotAssertion
) -> None:
    assert says(send(ann, ANN, htmx=True, ender="1", deadwood_1="0"), "Ben goes gin")
    bare = "As 2s 4d 6c 8h Th Qd Kc 3c 5h"
    assert shown(send(ann, bare, BEN, htmx=True, ender="0"), "#layoffs .fine") == snapshot
    wrong = "5s 6s 8s - 2d 4d 6c 8h Th Qd Kc"
    assert shown(send(ann, wrong, BEN.replace("8s", "3s"), htmx=True, ender="0"), "#layoffs .fine") == snapshot


# --- Strict tables ---------------------------------------------------------------------------------------------------


def at_strict_table(**house_rules: object) -> Phone:
    phone = start(**house_rules)
    set_strict(access=phone.access, strict=True)
    return phone


def test_a_strict_table_says_nothing_of_what_could_have_been_better(snapshot: SnapshotAssertion) -> None:
    phone = at_strict_table()
    saved = phone.browser().get(save(phone, ANN, BEN).headers["Location"])
    assert shown(saved, "#notice .notice") == snapshot
    assert shown(page(phone, ""), ".hands-shown em") == []
    set_strict(access=phone.access, strict=False)
    assert shown(page(phone, ""), ".hands-shown em") == snapshot


def test_a_strict_table_proposes_nothing() -> None:
    hands = ("5s 6s 7s 8s / 8h 8d 8c - 2h 2d 3c", "9h 9d 9c / Qs Qh Qd - 4s 2c Ks Kc")
    buttons = {"Lay off all": "lay_off", "Fewest layoffs": "fewest", "Best melds": ""}
    for phone, offered in ((start(), True), (at_strict_table(), False)):
        answer = send(phone, *hands, htmx=True, ender="0")
        assert {button: says(answer, button) for button in buttons} == dict.fromkeys(buttons, offered)
        plain = send(phone, *hands, ender="0", do="preview")
        assert [f'value="{do}"' in text(plain) for do in ("lay_off", "fewest")] == [offered, offered]


def test_a_button_from_before_a_table_was_strict_does_nothing() -> None:
    hands = ("5s 6s 7s 8s / 8h 8d 8c - 2h 2d 3c", "9h 9d 9c / Qs Qh Qd - 4s 2c Ks Kc")
    phone = at_strict_table()
    seen = forms(send(phone, *hands, ender="0", do="preview"))["cards/"].fields
    for do in ("lay_off", "fewest", "arrange-0"):
        now = forms(send(phone, *hands, ender="0", do=do))["cards/"].fields
        assert [now[f"cards-{seat}"] for seat in (0, 1)] == [seen[f"cards-{seat}"] for seat in (0, 1)]
    back = send(phone, ANN, BEN, do="take_back", **LAID)
    assert says(back, "Ann +7 (17 \u2212 10)")


def test_a_strict_table_does_not_show_which_cards_fit() -> None:
    for phone, fitting in ((start(), 2), (at_strict_table(), 0)):
        answer = text(send(phone, ANN, BEN, htmx=True))
        assert answer.count("loose-card fits") == fitting
    fits = re.findall(r'data-loose="layoff-1-(\w+)" data-fits="([^"]*)"', answer)
    assert {card for card, _ in fits} == set(BEN.split())
    assert len({where for _, where in fits}) == 1


def test_a_strict_table_checks_what_is_declared_all_the_same(snapshot: SnapshotAssertion) -> None:
    phone = at_strict_table()
    wrong = save(phone, ANN, BEN, layoff_1_Ac="5s 6s 7s")
    assert (wrong.status_code, len(current(phone).rounds)) == (400, 0)
    assert shown(wrong, "#drawn-1 .errors p") == snapshot
    meld = send(phone, "8s 9s Js / 4h 4d 4c - Kd Kc Qh 3d", BEN.replace("8s 9s", "Ad 5d"), htmx=True, ender="0")
    assert shown(meld, "#drawn-0 .error") == snapshot
    assert save(phone, ANN, BEN, **LAID).status_code == 302
    assert line(phone, 1).latest.result.event.value == "undercut"


# --- The upcard ------------------------------------------------------------------------------------------------------


def boxes(answer: HttpResponse, card: str) -> list[str]:
    """What the boxes of a card tell in the grids, hand by hand: the reason why they are off, "ticked", or nothing."""
    found = re.findall(rf'name="card-\d" value="{card}"([^>]*)>', text(answer))
    return [
        "ticked" if " checked" in box else unescape((re.search(r'aria-description="([^"]*)"', box) or ("", ""))[1])
        for box in found
    ]


def taken(answer: HttpResponse) -> bool | None:
    """Whether the form says that the upcard was taken; None if it has no such field."""
    found = re.search(r'name="upcard_taken" value="yes"( checked)?', text(answer))
    return bool(found[1]) if found else None


UPCARD = {"rank": "Q", "suit": "h", "do": "preview"}


def test_the_upcard_is_in_no_hand_unless_somebody_took_it(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="oklahoma")
    assert boxes(send(phone, "5s", "", do="preview"), "Qh") == ["", ""]
    response = send(phone, "5s", "", **UPCARD)
    assert boxes(response, "Qh") == snapshot
    assert (boxes(response, "Qd"), taken(response)) == (["", ""], False)
    form = forms(response)["cards/"]
    took = phone.browser().post(phone.url + "cards/", filled(form, "5s", "", **UPCARD) | {"upcard_taken": "yes"})
    assert (boxes(took, "Qh"), taken(took)) == (["", ""], True)


def test_a_hand_that_has_the_upcard_says_who_took_it(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="oklahoma")
    ann, ben = ANN.replace("Jd", "Qh"), BEN
    response = send(phone, ann, ben, **UPCARD)
    assert boxes(response, "Qh") == snapshot
    assert taken(response) is True
    assert save(phone, ann, ben, rank="Q", suit="h").status_code == 302
    assert says(send(phone, ann, "", **UPCARD, htmx=True), "Can knock with 10")


def test_the_card_of_another_deck_is_in_no_way() -> None:
    response = send(start(preset="gamesgrid_points"), "5s", "", **UPCARD)
    assert (boxes(response, "Qh"), taken(response)) == (["", ""], None)
    assert taken(send(start(), "5s", "", **UPCARD)) is None


def test_upcard_that_nobody_may_take_is_not_offered_but_not_refused(snapshot: SnapshotAssertion) -> None:
    phone = start(preset="oklahoma", opening="no_upcard")
    response = send(phone, "5s", "", **UPCARD)
    assert boxes(response, "Qh") == snapshot
    assert taken(response) is None
    # Typing it is not refused.
    assert boxes(send(phone, "5s Qh", "", **UPCARD), "Qh")[0] == "ticked"


def test_an_upcard_that_doubles_is_one_as_well(snapshot: SnapshotAssertion) -> None:
    response = send(start(double_suits=["s"]), "5s", "", **UPCARD)
    assert boxes(response, "Qh") == snapshot
    assert taken(response) is False


def test_wilds_are_distinguished_by_nobody_also_as_upcards() -> None:
    response = send(
        start(preset="ginski", limit_source="upcard", limit_ace="value"), "R5", "", rank="", suit="W", do="preview"
    )
    assert boxes(response, "W1") == ["", ""]


def test_cards_that_take_away_the_end_of_an_earlier_game_ask_first(snapshot: SnapshotAssertion) -> None:
    phone = start(target=50)
    enter(phone, gin(0, 40))
    start_game(access=phone.access, key="another")
    address = "rounds/1/1/cards/"
    typed = {"ender": "", "declared": "", "deadwood_1": "", "differs": "yes"}
    asked = save(phone, ANN, BEN, address=address, **typed)
    assert (asked.status_code, phone.table.revision) == (422, 3)
    assert shown(asked, "#preview .moves-end, #preview .ask") == snapshot
    assert save(phone, ANN, BEN, address=address, **typed, after="end").status_code == 302
    assert [entry.kind for entry in Entry.objects.order_by("revision")[3:]] == ["correction", "finish"]
    assert_sound(phone)
