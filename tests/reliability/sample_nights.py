"""Sample evenings in which everything possible happens; the audit must find nothing wrong with them."""

import secrets
from dataclasses import replace
from datetime import date

from games.models import Device, League, MatchState, Season
from games.permissions import Access
from games.rules.declaration import Declaration, TeamDeal
from games.rules.league.season import season_rules
from games.rules.notation import read
from games.rules.ruleset import with_house_rules
from games.rules.settlement import Score
from games.rules.sides import team_pairings
from games.rules.stakes import Stakes
from games.selectors.access import access_by_link
from games.selectors.sharing.notation import table_text
from games.services.devices import make_device
from games.services.league.member_merge import merge_members
from games.services.season.imported_lines import ImportedResult, ImportedSide
from games.services.season.match_stop import restore, stop
from games.services.season.matches import cancel, forfeit
from games.services.season.penalties import give_penalty
from games.services.season.results_import import import_results as take_over_results
from games.services.season.season_close import close_season
from games.services.sharing.league_archive import import_league
from games.services.sharing.links import accept_link, create_link, revoke_link
from games.services.sharing.notation import import_table
from games.services.sharing.sharing import share_game, stop_sharing
from games.services.table.games import (
    change_players,
    change_rules,
    decide_after_end,
    finish_game,
    reopen_game,
    set_stakes,
    start_game,
    swap_seats,
    undo,
)
from games.services.table.handover import allow_takeover, take_over
from games.services.table.own_hands import submit_hand
from games.services.table.tables import start_table
from tests.leagues import Club, account, archive_text, club
from tests.makers import (
    Phone,
    Role,
    correct,
    current,
    dead,
    enter,
    false_knock,
    gin,
    join,
    knock,
    line,
    misdeal,
    revision,
    sheet,
    start,
    team_deal,
    void,
)
from tests.rules.kit import between


def everything() -> None:
    """Every kind of table, and a league with every kind of match."""
    _imported(evening())
    for phone in (three(), captain(), partners(), hollywood(), from_paper(), with_cards(), guests()):
        assert revision(phone) > 1
    league()


def guests() -> Phone:
    """Cleo comes for the second game, undone once, and Ben goes; in the third both play."""
    ann = start()
    enter(ann, gin(0, 90))
    for names in (["Ann", "Cloe"], ["Ann", "Cleo"]):
        change_players(access=ann.access, key=key(), revision=revision(ann), names=names)
        if "Cloe" in names:
            undo(access=ann.access, key=key(), revision=revision(ann))
    start_game(access=ann.access, key=key())
    enter(ann, gin(1, 90))
    names = ["Cleo", "Ann", "Ben"]
    change_players(access=ann.access, key=key(), revision=revision(ann), names=names, preset="ginski")
    start_game(access=ann.access, key=key())
    _swap(ann)
    enter(ann, gin(2, 20, 30))
    return ann


def evening() -> Phone:
    """Ann and Ben play two games and begin a third; whatever can be said of a game is said."""
    ann = start(target=60)
    ben = join(ann)
    enter(ann, gin(0, 10))
    enter(ben, knock(1, 3, 20))
    correct(ann, 1, gin(0, 12))
    void(ben, 2)
    undo(access=ann.access, key=key(), revision=revision(ann))
    _swap(ann)
    set_stakes(access=ann.access, key=key(), revision=revision(ann), stakes=Stakes("EUR", point=5))
    changed_rules = with_house_rules(current(ann).rules, {"gin_bonus": 20})
    change_rules(access=ann.access, key=key(), game=1, revision=revision(ann), rules=changed_rules)
    enter(ann, gin(1, 10))
    _finish(ann)
    reopen_game(access=ann.access, key=key(), game=1, revision=revision(ann))
    enter(ben, dead())
    enter(ben, misdeal())
    enter(ben, gin(0, 40))
    assert current(ann).over
    for _ in range(2):
        share_game(access=ben.access, game=1)
        stop_sharing(access=ann.access, game=1)
    share_game(access=ben.access, game=1)
    start_game(access=ann.access, key=key())
    undo(access=ann.access, key=key(), revision=revision(ann))
    start_game(access=ann.access, key=key())
    for _ in range(3):
        enter(ann, gin(0, 2))
    _ends_earlier(ann, keep=True)
    start_game(access=ann.access, key=key(), preset="oklahoma")
    _revoked(ann)
    _handed_over(ann)
    submit_hand(access=ann.access, game=current(ann).number, round_number=1, seat=0, cards="5s 6s 7s")
    return ann


def _imported(phone: Phone) -> None:
    """The same games once more, out of a text, and one more round."""
    started = import_table(games=read(table_text(phone.table)), key=key())
    enter(Phone(started.access, "", started.secrets), misdeal())


def three() -> Phone:
    """Three at a table where the dealer sits out."""
    phone = start("Ann", "Ben", "Cleo", preset="cutthroat", target=80)
    while not current(phone).over:
        one, other = current(phone).next_active
        enter(phone, between(gin(0, 30), one, other))
    return phone


def captain() -> Phone:
    """A captain against two others, up to an undo."""
    phone = start("Ann", "Ben", "Cleo", preset="captain")
    for declaration in (knock(0, 5, 30), knock(1, 5, 30), dead()):
        one, other = current(phone).next_active
        enter(phone, between(declaration, one, other))
    undo(access=phone.access, key=key(), revision=revision(phone))
    return phone


def partners() -> Phone:
    """Two teams, the second round of which was corrected."""
    phone = start("Ann", "Ben", "Cleo", "Dora", preset="partnership")
    enter(phone, _deal(1, knock(0, 5, 35), knock(1, 6, 35)))
    enter(phone, _deal(2, dead(), gin(0, 40)))
    correct(phone, 2, _deal(2, dead(), gin(1, 40)))
    _finish(phone)
    return phone


def hollywood() -> Phone:
    """Three games at once, to the end of them all."""
    phone = start(preset="hollywood", target=60)
    while not current(phone).over:
        enter(phone, gin(len(current(phone).rounds) % 3 // 2, 20))
    return phone


def from_paper() -> Phone:
    """A game that began on paper, with a false knock, ended by a person."""
    made = make_device(label="Dora's phone")
    opening = Score({0: 40, 1: 25}, {0: 2, 1: 1}, {0: 2, 1: 1})
    started = start_table(
        names=("Dora", "Emil"),
        preset="standard",
        house_rules={"false_knock_penalty": 10},
        dealer=1,
        opening=opening,
        device=made.device,
        key=key(),
    )
    phone = Phone(started.access, made.secret, started.secrets)
    enter(phone, false_knock(1))
    _finish(phone)
    return phone


def with_cards() -> Phone:
    """A round whose cards came later, from another phone."""
    from tests.services.table.test_rounds_with_hands import COUNTED, WITH_CARDS

    phone = start()
    enter(phone, COUNTED)
    enter(join(phone), WITH_CARDS, number=1)
    _finish(phone)
    return phone


def league() -> None:
    """A season with matches in every state, one that is closed, one out of an archive; somebody turns out to be two."""
    tuesday = club(
        "Ann", "Ben", "Cleo", "Dan", "Benny", rules=season_rules({"best_nights": 3}), house_rules={"target": 30}
    )
    organizer = Device.objects.create(secret_hash=key(), label="Olga's phone")
    desk = replace(tuesday.access, device=organizer)
    won = tuesday.match("Ann", "Ben")
    tuesday.play(won, desk, gin(0, 40))
    tuesday.play(tuesday.match("Cleo", "Dan"), desk, knock(0, 3, 10))  # goes on
    stopped = tuesday.match("Ann", "Cleo")
    tuesday.play(stopped, desk, knock(1, 3, 10))
    at = {"access": tuesday.access, "season": tuesday.season}
    stop(**at, number=stopped.number, reason="Late")
    canceled, back = tuesday.match("Ann", "Dan"), tuesday.match("Benny", "Dan")
    for match in (canceled, back):
        tuesday.play(match, desk, gin(1, 40))
        cancel(**at, number=match.number, reason="Twice")
    restore(**at, number=back.number, reason="Once")
    missed = tuesday.match("Ben", "Cleo")
    forfeit(**at, number=missed.number, missing=[tuesday.entrants["Cleo"]], reason="Away")
    tuesday.match("Dan", night=date(2026, 1, 6))  # a bye
    tuesday.match("Ann", "Benny")  # to be played
    give_penalty(**at, entrant_id=tuesday.entrants["Ann"].pk, points=1, reason="Late", key=key())
    imported_result = ImportedResult(date(2026, 1, 13), (ImportedSide("Ann", 70, 2), ImportedSide("Zoe", 90, 1)))
    take_over_results(**at, names=["Yan"], results=[imported_result])
    merge_members(access=tuesday.access, member_id=tuesday.members["Benny"].pk, into_id=tuesday.members["Ben"].pk)
    _closed(desk.device)
    text = archive_text(League.objects.get(pk=tuesday.league.pk))
    again = import_league(account=account("Otto"), text=text)
    assert Season.objects.filter(league=again, matches__state=MatchState.RUNNING).exists()


def _closed(device: Device | None) -> None:
    """A season that was closed before its table went on: what it came to then stands."""
    monday = club(house_rules={"target": 500})
    desk = replace(monday.access, device=device)
    match = monday.match("Ann", "Ben")
    monday.play(match, desk, gin(0, 40))
    close_season(access=monday.access, season=monday.season)
    enter(_at(monday, match.number), gin(1, 80))


def _at(where: Club, number: int) -> Phone:
    """The table of a match, by the link of its owner."""
    table = where.season.matches.get(number=number).table
    assert table
    return Phone(Access(table, Role.OWNER, table.links.get(role=Role.OWNER), None), "", {})


def _deal(number: int, *hands: Declaration) -> TeamDeal:
    pairs = [tuple(sorted(pair)) for pair in team_pairings(4, number)]
    return team_deal(*(between(hand, *pair) for hand, pair in zip(hands, pairs, strict=True)))


def _swap(phone: Phone) -> None:
    game = current(phone).number
    swap_seats(access=phone.access, key=key(), game=game, first=0, second=1, revision=revision(phone))


def _finish(phone: Phone) -> None:
    finish_game(access=phone.access, key=key(), game=current(phone).number, revision=revision(phone))


def _ends_earlier(phone: Phone, *, keep: bool) -> None:
    """A correction ends the game before its last round, and somebody decides what of the rounds after it."""
    correct(phone, 1, gin(0, 90))
    assert line(phone, 1)
    assert current(phone).needs_attention
    game = current(phone).number
    decide_after_end(access=phone.access, key=key(), game=game, revision=revision(phone), keep=keep)


def _revoked(phone: Phone) -> None:
    """A phone writes by a link that is switched off afterwards."""
    made = create_link(access=phone.access, role=Role.SCORE, label="Guests")
    guest = Phone(accept_link(secret=made.secret, device=make_device(label="Gus's phone").device), "", {})
    enter(guest, misdeal())
    undo(access=guest.access, key=key(), revision=revision(phone))
    revoke_link(access=phone.access, link_id=made.link.pk)


def _handed_over(phone: Phone) -> None:
    """The owner lets a player take over; he does, and the owner takes the scoring back."""
    watching = join(phone, Role.WATCH, "Ben's watch")
    allow_takeover(access=phone.access, allowed=True)
    taken = take_over(access=replace(watching.access, table=phone.table), key=key(), player=1)
    enter(Phone(access_by_link(taken.new_link.link, watching.access.device), "", {}), misdeal())
    take_over(access=phone.access, key=key())
    undo(access=phone.access, key=key(), revision=sheet(phone).next_undo.revision)  # type: ignore[union-attr]


def key() -> str:
    """A key that nobody used."""
    return secrets.token_hex(8)
