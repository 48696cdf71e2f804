"""Handing the scoring over: who may, who no longer can, and the ledger entry."""

from collections.abc import Iterator

import pytest

from games.live import Admission, StreamRefusal
from games.models import AccessLink, Entry, OwnSeat, Pass, Role
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.ledger import HandedOver, RoundEntered
from games.selectors.access import access_by_device, access_by_token_link, link_by_secret
from games.selectors.operating.audit_tables import audit_tables
from games.selectors.table.streams import admit_stream, stream_path
from games.services.sharing.links import accept_link
from games.services.table.games import undo
from games.services.table.handover import allow_takeover, take_over
from tests.makers import Phone, assert_sound, dead, enter, join, knock, outcome, revision, sheet, start
from tests.refusals import refused


def now(phone: Phone) -> Access:
    return access_by_device(phone.access.table.public_id, phone.access.device)


def may(phone: Phone) -> str:
    try:
        return now(phone).role.value
    except RefusedError as why:
        return why.code


def take(access: Access, player: int | None = None, key: str = "k") -> None:
    take_over(access=access, key=key, player=player)


def test_the_owner_takes_over_and_every_other_scorer_stops(ann: Phone) -> None:
    ben, cleo = join(ann), join(ann, Role.WATCH, "Cleo's phone")
    enter(ben, dead())
    before = revision(ann)
    done = take_over(access=now(ann), key="lost")
    assert (done.written.revision, done.written.status, revision(ann)) == (before + 1, "new", before + 1)
    assert {"ann": may(ann), "ben": may(ben), "cleo": may(cleo)} == {
        "ann": "owner",
        "ben": "link_revoked",
        "cleo": "watch",
    }
    entry = Entry.objects.latest("revision")
    assert (entry.kind, entry.round, entry.result, entry.by) == ("handover", None, None, "Ann's phone")
    assert entry.facts == {"v": 1, "player": None, "previous_revision": before}
    over = sheet(ann).handovers[-1]
    assert (over.entry.by, over.previous_phone, over.game, over.player) == ("Ann's phone", "Ben's phone", 1, None)
    assert_sound(ann)


def test_lost_phone_of_the_owner_is_ended_and_the_link_stays(ann: Phone) -> None:
    other = join(ann, Role.OWNER, "Ann's tablet")
    take_over(access=now(other), key="lost")
    assert (may(ann), may(other)) == ("link_revoked", "owner")
    assert AccessLink.objects.get(pk=ann.access.link.pk).revoked_at is None
    assert sheet(ann).handovers[-1].previous_phone == "Ann's phone"
    assert outcome(lambda: enter(ann, dead())) == "link_revoked"
    assert ann.access.device
    accept_link(secret=ann.secrets[Role.OWNER], device=ann.access.device)
    assert may(ann) == "owner"
    enter(ann, dead())


def test_players_only_where_the_owner_lets_them(ann: Phone) -> None:
    cleo = join(ann, Role.WATCH, "Cleo's phone")
    assert refused(take, now(cleo), 1) == "not_allowed"
    assert refused(take, now(join(ann)), 1) == "not_allowed"
    allow_takeover(access=ann.access, allowed=True)
    assert [refused(take, now(cleo), player) for player in (None, -1, 2, 99)] == ["invalid_value"] * 4
    done = take_over(access=now(cleo), key="k", player=1)
    entry = Entry.objects.latest("revision")
    assert (entry.facts["player"], entry.link, entry.by) == (1, done.new_link.link, "Cleo's phone")
    assert (may(cleo), may(ann)) == ("score", "owner")
    assert OwnSeat.objects.get(device=cleo.access.device).player == 1
    enter(Phone(now(cleo), cleo.secret, cleo.secrets), dead())
    allow_takeover(access=ann.access, allowed=False)
    assert refused(take, now(cleo), 1, "again") == "not_allowed"


def test_only_the_owner_allows_it(ann: Phone) -> None:
    for role in (Role.SCORE, Role.WATCH):
        assert refused(allow_takeover, access=join(ann, role).access, allowed=True) == "not_allowed"
    assert ann.table.takeover is False


def test_withdrawn_permission_counts_for_a_question_already_open(ann: Phone) -> None:
    cleo = join(ann, Role.WATCH, "Cleo's phone")
    allow_takeover(access=ann.access, allowed=True)
    open_questions = now(cleo)
    allow_takeover(access=ann.access, allowed=False)
    assert open_questions.table.takeover is True
    assert refused(take, open_questions, 1) == "not_allowed"
    assert (may(cleo), revision(ann)) == ("watch", 1)


def test_second_tap_makes_no_second_handover(ann: Phone) -> None:
    join(ann)
    first = take_over(access=now(ann), key="k")
    again = take_over(access=now(ann), key="k")
    assert (again.written.status, again.written.revision) == ("replayed", first.written.revision)
    assert (again.new_link.link, again.new_link.secret) == (first.new_link.link, first.new_link.secret)
    assert access_by_token_link(ann.access.table.public_id, link_by_secret(first.new_link.secret)).role is Role.SCORE
    assert AccessLink.objects.filter(role=Role.SCORE, revoked_at=None).count() == 1


def test_phone_that_lost_the_score_learns_why(ann: Phone) -> None:
    allow_takeover(access=ann.access, allowed=True)
    cleo, dan = join(ann, Role.WATCH, "Cleo's phone"), join(ann, Role.WATCH, "Dan's phone")
    take_over(access=now(cleo), key="c", player=0)
    take_over(access=now(dan), key="d", player=1)
    lost = now(cleo)
    assert (lost.role, lost.lost_role) == (Role.WATCH, Role.SCORE)
    for action, code in (("score", "link_revoked"), ("manage_links", "not_allowed")):
        assert refused(lost.demand, action) == code
    assert [over.previous_phone for over in sheet(ann).handovers] == ["Ann's phone", "Cleo's phone"]


def test_late_write_of_a_phone_that_lost_the_score_is_refused(ann: Phone) -> None:
    other = join(ann, Role.OWNER, "Ann's tablet")
    ben = join(ann)
    on_its_way = [now(ann), now(ben)]
    take_over(access=now(other), key="k")
    before = revision(ann)
    for phone, access in zip((ann, ben), on_its_way, strict=True):
        assert outcome(lambda a=access, p=phone: enter(Phone(a, p.secret, p.secrets), dead())) == "link_revoked"
    assert revision(ann) == before


def test_undo_skips_it(ann: Phone) -> None:
    declaration = knock(0, 7, 20)
    enter(ann, declaration)
    played = revision(ann)
    take_over(access=now(ann), key="k")
    newest = sheet(ann).next_undo
    assert newest is not None
    assert (newest.revision, isinstance(newest.body, RoundEntered)) == (played, True)
    undo(access=ann.access, key="u", revision=played)
    after = sheet(ann)
    assert (len(after.handovers), after.current.rounds[-1].void) == (1, True)
    assert isinstance(after.handovers[0].entry.body, HandedOver)


def test_no_score_changes(ann: Phone) -> None:
    enter(ann, knock(0, 7, 20))
    before = sheet(ann).games
    take_over(access=now(ann), key="k")
    assert sheet(ann).games == before
    assert_sound(ann)


@pytest.fixture
def ann_at_rest(transactional_db: None) -> Iterator[Phone]:
    """Admission gives its connection back, which a test's own transaction would not survive."""
    yield start()


def test_streams_of_the_lost_phones_are_not_opened_again(ann_at_rest: Phone) -> None:
    ann = ann_at_rest
    tablet, ben = join(ann, Role.OWNER, "Ann's tablet"), join(ann)
    watching = join(ann, Role.WATCH, "Cleo's phone")
    tokens = {
        name: stream_path(now(phone)).split("/")[2]
        for name, phone in {"ann": ann, "tablet": tablet, "ben": ben, "cleo": watching}.items()
    }
    take_over(access=now(tablet), key="k")
    fields = {name: isinstance(admit_stream(token), Admission) for name, token in tokens.items()}
    assert fields == {"ann": False, "tablet": True, "ben": False, "cleo": True}
    assert admit_stream(tokens["ann"]) is StreamRefusal.GONE
    assert Pass.objects.filter(ended_at__isnull=False).count() == 1


def test_the_audit_finds_nothing_wrong_with_it(ann: Phone) -> None:
    allow_takeover(access=ann.access, allowed=True)
    cleo = join(ann, Role.WATCH, "Cleo's phone")
    enter(join(ann), dead())
    take_over(access=now(cleo), key="c", player=0)
    enter(Phone(now(cleo), cleo.secret, cleo.secrets), dead())
    take_over(access=now(ann), key="a")
    assert [one for audited in audit_tables() for one in audited.differences] == []
