"""Every page opens in every state of a table."""

from dataclasses import replace

import pytest

from games.models import Role
from games.rules.settlement import Score
from games.rules.stakes import Stakes
from games.services.devices import make_device
from games.services.table.games import change_rules, finish_game, set_stakes, start_game, undo
from games.services.table.tables import start_table
from tests.makers import (
    Phone,
    correct,
    current,
    enter,
    gin,
    join,
    knock,
    misdeal,
    sheet,
    start,
    team_deal,
    void,
)
from tests.rules.kit import between


def evening() -> list[Phone]:
    """Tables in every state that a page can show."""
    fresh = start()
    three = start("Ann", "Ben", "Cleo", preset="ginski")
    enter(three, gin(0, 20, 30))
    edited = start()
    for own in (5, 6, 7):
        enter(edited, knock(0, own, 20))
    correct(edited, 1, knock(1, 5, 20), reason="counted again")
    void(edited, 2)
    undone = start()
    enter(undone, knock(0, 5, 20))
    undo(access=undone.access, key="u", revision=2)
    late = start()
    enter(late, knock(0, 5, 20))
    enter(late, knock(0, 6, 20))
    correct(late, 1, gin(0, 90))
    second = start(preset="lets_play_full", target=50)
    enter(second, gin(0, 75))
    start_game(access=second.access, key="g")
    enter(second, gin(1, 5))
    by_hand = start()
    enter(by_hand, knock(0, 5, 20))
    finish_game(access=by_hand.access, key="f", game=1, revision=2)
    teams = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    enter(teams, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    cutthroat = start("Ann", "Ben", "Cleo", preset="cutthroat")
    enter(cutthroat, between(knock(0, 7, 20), 0, 1))
    flop = start("Ann", "Ben", "Cleo", "Dan", "Eve", preset="knock_rummy")
    enter(flop, knock(0, 7, 20, 30, 10, 12))
    card = start(preset="oklahoma")
    return [fresh, three, edited, undone, late, second, by_hand, teams, cutthroat, flop, card, hollywood(), paper()]


def hollywood() -> Phone:
    """A Hollywood sheet with a closed column, a misdeal, a change of rules, and stakes."""
    phone = start(preset="hollywood")
    enter(phone, gin(0, 80))
    enter(phone, misdeal())
    rules = replace(current(phone).rules, knock_limit=7)
    change_rules(access=phone.access, key="c", game=1, revision=3, rules=rules)
    set_stakes(access=phone.access, key="s", revision=4, stakes=Stakes("€", point=10))
    enter(phone, knock(1, 5, 15))
    return phone


def paper() -> Phone:
    """A game that began on paper."""
    made, opening = make_device(label="Ann's phone"), Score({0: 54, 1: 3}, {0: 4, 1: 0}, {0: 4, 1: 1})
    started = start_table(
        names=["Ann", "Ben"], preset="standard", house_rules={}, dealer=0, opening=opening, device=made.device
    )
    return Phone(started.access, made.secret, started.secrets)


PAGES = (
    "",
    "moved/",
    "moved/?typing=1",
    "games/1/",
    "games/1/rules/",
    "seats/",
    "links/",
    "rounds/1/1/",
    "stakes/",
    "players/",
    "games/1/rules/change/",
    "games/1/compare/",
    "games/1/compare/lets_play/",
    "text/",
    "cards/",
    "rounds/1/1/cards/",
    "cards/saved/1/1/",
    "hand/",
    "picture/",
    "games/1/picture/",
    "games/1/story/",
    "board/",
    "board/?turned=1",
    "board/moved/",
)
OF_ROUND_1 = ("rounds/1/1/", "rounds/1/1/cards/", "cards/saved/1/1/")
FOR_SCORERS = {
    "cards/",
    "games/1/rules/change/",
    "hand/",
    "players/",
    "rounds/1/1/",
    "rounds/1/1/cards/",
    "seats/",
    "stakes/",
}
FOR_THE_OWNER = {"links/"}
FOR_EVERYBODY = ("/", "/hall/", "/hall/moved/", "/import/", "/paper/", "/games/", "/rules/", "/rules/ginski/")


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_opens_in_every_state() -> None:
    for phone in evening():
        of_nothing = () if sheet(phone).games[0].rounds else OF_ROUND_1
        phones = {
            Role.OWNER: phone.browser(),
            Role.SCORE: join(phone).browser(),
            Role.WATCH: join(phone, Role.WATCH).browser(),
        }
        for role, client in phones.items():
            closed = {Role.OWNER: set(), Role.SCORE: FOR_THE_OWNER, Role.WATCH: FOR_THE_OWNER | FOR_SCORERS}[role]
            for page in PAGES:
                # 302: where there's nothing to do here now, to the table.
                opened = {403} if page in closed else {404} if page in of_nothing else {200, 302}
                assert client.get(phone.url + page).status_code in opened, page
            for page in FOR_EVERYBODY:
                assert client.get(page).status_code == 200, page
        for role in Role:
            link = f"/j/{phone.secrets[role]}/"
            assert phone.browser().get(link).status_code == 200
            assert phone.browser().post(link, {"who": "1"}).status_code in {200, 302}
