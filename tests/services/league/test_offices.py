"""A league's organizers and referees, its links, and the tables of its room."""

from games.models import Account, Duty, LeagueEvent, LeagueLink, LeaguePass, LinkTarget, Match, Office, Place
from games.selectors.league.league_access import access_to_league
from games.selectors.secrets import derived_secret
from games.services.account.accounts import delete_account
from games.services.devices import make_device
from games.services.league.leagues import (
    accept_league_link,
    create_league,
    ensure_link,
    league_link,
    revoke_league_link,
)
from games.services.league.offices import accept_office, hand_over, invite, leave_league, remove_office
from games.services.league.places import add_place, remove_place, rename_place, tablet_link
from tests.leagues import Club, account, club
from tests.refusals import refused


def duties(who: Account) -> list[str]:
    return list(Office.objects.filter(account=who).order_by("pk").values_list("duty", flat=True))


def invitation(tuesday: Club, duty: Duty = Duty.REFEREE, key: str = "k") -> LeagueLink:
    return invite(access=tuesday.access, duty=duty, key=key)


# --- Invitations -----------------------------------------------------------------------------------------------------


def test_an_invitation_is_for_one_person_and_a_retry_makes_no_second() -> None:
    tuesday, rita, device = club("Ann"), account("Rita"), make_device(label="Phone").device
    link = invitation(tuesday)
    assert invitation(tuesday).pk == link.pk
    assert invitation(tuesday, key="l").pk != link.pk
    accept_league_link(secret=derived_secret(link.nonce), account=rita, device=device)
    assert duties(rita) == ["referee"]
    again = account("Sam")
    assert (
        refused(accept_league_link, secret=derived_secret(link.nonce), account=again, device=device) == "link_revoked"
    )
    assert duties(again) == []


def test_the_same_key_in_another_league_is_another_invitation() -> None:
    assert invitation(club("Ann")).nonce != invitation(club("Ben")).nonce


def test_without_an_account_an_invitation_waits_on_the_phone() -> None:
    tuesday, rita = club("Ann"), account("Rita")
    phone, other = make_device(label="Phone").device, make_device(label="Other").device
    link = invitation(tuesday)
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=phone)
    assert duties(rita) == []
    assert refused(accept_office, account=rita, device=other, link_id=link.pk) == "not_found"
    assert refused(accept_office, account=rita, device=None, link_id=link.pk) == "not_found"
    accept_office(account=rita, device=phone, link_id=link.pk)
    assert duties(rita) == ["referee"]
    assert refused(accept_office, account=account("Sam"), device=phone, link_id=link.pk) == "link_revoked"


def test_pass_of_another_kind_is_not_an_invitation() -> None:
    tuesday, phone = club("Ann"), make_device(label="Phone").device
    link = league_link(access=tuesday.access)
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=phone)
    assert refused(accept_office, account=account("Rita"), device=phone, link_id=link.pk) == "not_found"


def test_invitations_are_limited_to_twenty() -> None:
    tuesday = club("Ann")
    for number in range(20):
        invitation(tuesday, key=f"k{number}")
    assert refused(invitation, tuesday, key="one more") == "too_many"


# --- Ends ------------------------------------------------------------------------------------------------------------


def test_the_last_organizer_cannot_go_in_any_way() -> None:
    tuesday = club("Ann")
    own = tuesday.league.offices.get()
    assert refused(remove_office, access=tuesday.access, office_id=own.pk) == "last_organizer"
    assert refused(leave_league, access=tuesday.access) == "last_organizer"
    assert refused(delete_account, account=tuesday.organizer) == "last_organizer"
    assert duties(tuesday.organizer) == ["organizer"]
    Office.objects.create(league=tuesday.league, account=account("Rita"), duty=Duty.ORGANIZER)
    delete_account(account=tuesday.organizer)
    assert [row.by for row in LeagueEvent.objects.filter(kind="founded")] == ["Somebody"]


def test_organizer_may_end_anothers_office_but_the_last_cannot_leave() -> None:
    tuesday, rita = club("Ann"), account("Rita")
    office = Office.objects.create(league=tuesday.league, account=rita, duty=Duty.ORGANIZER)
    remove_office(access=tuesday.access, office_id=office.pk)
    assert duties(rita) == []
    assert refused(remove_office, access=tuesday.access, office_id=office.pk) == "not_found"


def test_an_office_of_another_league_is_not_there() -> None:
    here, there = club("Ann"), club("Ben")
    office = there.league.offices.get()
    assert refused(remove_office, access=here.access, office_id=office.pk) == "not_found"
    assert refused(hand_over, access=here.access, account_id=there.organizer.pk) == "not_found"


def test_the_league_is_handed_over_to_somebody_of_it() -> None:
    tuesday, stranger = club("Ann"), account("Eve")
    referee = tuesday.official(Duty.REFEREE).account
    assert referee
    for other in (stranger.pk, tuesday.organizer.pk):
        assert refused(hand_over, access=tuesday.access, account_id=other) == "not_found"
    hand_over(access=tuesday.access, account_id=referee.pk)
    assert (duties(tuesday.organizer), duties(referee)) == ([], ["referee", "organizer"])


def test_a_member_with_an_account_may_get_the_league() -> None:
    tuesday, mail = club("Ann"), account("Ann")
    tuesday.league.members.update(account=mail)
    hand_over(access=tuesday.access, account_id=mail.pk)
    assert duties(mail) == ["organizer"]


def test_leaving_account_loses_its_ties_and_results_stay() -> None:
    tuesday, mail = club("Ann", "Ben"), account("Ann")
    phone = tuesday.phone("Ann")
    tuesday.league.members.filter(name="Ann").update(account=mail)
    link = league_link(access=tuesday.access)
    assert phone.device
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=phone.device)
    Office.objects.create(league=tuesday.league, account=mail, duty=Duty.SCORER)
    leave_league(access=access_to_league(tuesday.league, mail, phone.device))
    now = access_to_league(tuesday.league, mail, phone.device)
    assert (now.duties, now.member) == (frozenset(), None)
    tuesday.league.public = False
    assert refused(access_to_league, tuesday.league, mail, phone.device) == "not_found"
    assert tuesday.entrants["Ann"].member == tuesday.members["Ann"]


def test_only_an_organizer_gives_and_takes() -> None:
    tuesday = club("Ann")
    office = tuesday.league.offices.get()
    for access in (tuesday.official(Duty.REFEREE), tuesday.official(Duty.SCORER, "Sam"), tuesday.phone("Ann")):
        for write in (
            lambda who=access: invite(access=who, duty=Duty.SCORER, key="k"),
            lambda who=access: remove_office(access=who, office_id=office.pk),
            lambda who=access: hand_over(access=who, account_id=tuesday.organizer.pk),
            lambda who=access: league_link(access=who),
            lambda who=access: add_place(access=who, name="One"),
            lambda who=access: rename_place(access=who, place_id=1, name="One"),
            lambda who=access: remove_place(access=who, place_id=1),
            lambda who=access: tablet_link(access=who, place_id=1),
        ):
            assert refused(write) == "not_your_duty"


# --- Links and places ------------------------------------------------------------------------------------------------


def test_a_link_that_is_switched_off_shuts_its_phones_out() -> None:
    tuesday, phone = club("Ann"), make_device(label="Phone").device
    tuesday.league.public = False
    link = league_link(access=tuesday.access)
    assert league_link(access=tuesday.access).pk == link.pk
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=phone)
    assert access_to_league(tuesday.league, None, phone).league == tuesday.league
    for _ in range(2):
        revoke_league_link(access=tuesday.access, link_id=link.pk)
    assert refused(access_to_league, tuesday.league, None, phone) == "not_found"
    assert league_link(access=tuesday.access).pk != link.pk


def test_places_have_names_of_their_own_and_tablets() -> None:
    tuesday, tablet = club("Ann", "Ben"), make_device(label="Tablet").device
    place = add_place(access=tuesday.access, name="Table 1")
    other = add_place(access=tuesday.access, name="Table 2")
    assert refused(add_place, access=tuesday.access, name="TABLE 1") == "name_taken"
    assert refused(rename_place, access=tuesday.access, place_id=other.pk, name="table 1") == "name_taken"
    rename_place(access=tuesday.access, place_id=place.pk, name="table 1")
    link = tablet_link(access=tuesday.access, place_id=place.pk)
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=tablet)
    assert access_to_league(tuesday.league, None, tablet).place == place
    match = tuesday.match("Ann", "Ben", place=place)
    remove_place(access=tuesday.access, place_id=place.pk)
    assert (Match.objects.get(pk=match.pk).place, LeaguePass.objects.count()) == (None, 0)
    assert refused(remove_place, access=tuesday.access, place_id=place.pk) == "not_found"
    assert refused(remove_place, access=club("Cleo").access, place_id=other.pk) == "not_found"


def test_a_room_has_a_hundred_tables() -> None:
    tuesday = club("Ann")
    Place.objects.bulk_create(Place(league=tuesday.league, name=f"Table {number}") for number in range(100))
    assert refused(add_place, access=tuesday.access, name="Table 101") == "too_many"


def test_league_needs_an_existing_time_zone() -> None:
    olga = account()
    for zone in ("", "Europe", "Mars/Olympus", "../etc/passwd"):
        code = refused(create_league, account=olga, name="Gin", place="", zone=zone, public=False, key="k")
        assert code == "invalid_value"


def test_a_claim_of_the_account_and_of_the_phone_are_two_things() -> None:
    tuesday, mail, device = club("Ann", "Ben"), account("Ann"), make_device(label="Phone").device
    ann, ben = (ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members[name]) for name in ("Ann", "Ben"))
    accept_league_link(secret=derived_secret(ann.nonce), account=mail, device=device)
    assert access_to_league(tuesday.league, mail, None).member == tuesday.members["Ann"]
    code = refused(accept_league_link, secret=derived_secret(ben.nonce), account=mail, device=device)
    assert code == "name_taken"
    other = account("Impostor")
    assert refused(accept_league_link, secret=derived_secret(ann.nonce), account=other, device=device) == "name_taken"
