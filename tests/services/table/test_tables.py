"""Starting tables, and their settings."""

import pytest
from django.apps import apps

from games.models import (
    Device,
    Entry,
    Pass,
    Player,
    Role,
    Seat,
    Table,
)
from games.refusals import RefusedError
from games.rules.faults import RulesError
from games.rules.presets import rule_set
from games.selectors.access import hash_secret
from games.selectors.table.table_names import player_names
from games.services.devices import make_device
from games.services.table.tables import StartedTable, set_strict, start_table
from tests.makers import assert_sound, join, revision, sheet, start
from tests.refusals import refused

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Oma"


def begun(names: list[str], *, device: Device | None = None, key: str = "", dealer: int | None = 0) -> StartedTable:
    return start_table(names=names, preset="ginski", house_rules={}, dealer=dealer, device=device, key=key)


def test_a_table_has_its_names_in_seat_order_and_one_game() -> None:
    phone = start("Cleo", "Ann", FAMILY, preset="ginski", dealer=2, target=150)
    assert player_names(phone.table) == ("Cleo", "Ann", FAMILY)
    now = sheet(phone)
    assert (now.revision, len(now.games), now.next_undo) == (1, 1, None)
    game = now.current
    assert (game.number, game.preset, game.deal.dealer, game.first_to_act) == (1, "ginski", 2, 0)
    assert game.rules == rule_set("ginski", {"target": 150})
    assert_sound(phone)


def test_a_table_comes_with_a_link_for_each_role_and_a_pass_for_its_phone() -> None:
    phone = start()
    links = phone.table.links.order_by("pk")
    assert [link.role for link in links] == ["owner", "score", "watch"]
    assert [link.secret_hash for link in links] == [hash_secret(phone.secrets[Role(link.role)]) for link in links]
    assert len(set(phone.secrets.values())) == 3
    assert [link.used_at is not None for link in links] == [True, False, False]
    assert [(p.device, p.link.role) for p in Pass.objects.all()] == [(phone.access.device, "owner")]
    assert phone.access.role == Role.OWNER


def test_no_secret_is_stored_anywhere() -> None:
    phone = start()
    models = apps.get_app_config("games").get_models()
    stored = [repr(row) for model in models for row in model.objects.values()]
    # A table, 2 players, 2 seats, 3 links, a device, a pass, an entry, the rules used, the key of the chain.
    assert len(stored) == 13
    for secret in (phone.secret, *phone.secrets.values()):
        assert len(secret) == 32
        assert [row for row in stored if secret in row] == []


def test_a_table_without_a_device_has_an_owner_all_the_same() -> None:
    started = begun(["Ann", "Ben"])
    assert (started.access.device, started.access.label, Pass.objects.count()) == (None, "Owner", 0)


def test_a_phone_remembers_its_people_under_the_newest_spelling() -> None:
    device = make_device(label="Ann's phone").device
    begun(["Ann", "Ben"], device=device)
    again = begun(["BEN", "\uff21nn", "Cleo"], device=device)
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["\uff21nn", "BEN", "Cleo"]
    assert player_names(again.access.table) == ("BEN", "\uff21nn", "Cleo")


def test_another_phone_has_people_of_its_own() -> None:
    begun(["Ann", "Ben"], device=make_device(label="One").device)
    begun(["Ann", "Ben"], device=make_device(label="Two").device)
    begun(["Ann", "Ben"])
    begun(["Ann", "Ben"])
    assert Player.objects.count() == 8


def test_a_retry_is_the_same_table() -> None:
    device = make_device(label="Ann's phone").device
    first = begun(["Ann", "Ben"], device=device, key="k", dealer=None)
    again = begun(["Ann", "Ben"], device=device, key="k", dealer=None)
    assert again.access.table == first.access.table
    assert again.secrets == first.secrets
    assert (again.access.role, again.access.link) == (Role.OWNER, first.access.link)
    assert (Table.objects.count(), Entry.objects.count(), Seat.objects.count()) == (1, 1, 2)


def test_the_same_key_on_another_phone_is_another_table() -> None:
    begun(["Ann", "Ben"], device=make_device(label="One").device, key="k")
    begun(["Ann", "Ben"], device=make_device(label="Two").device, key="k")
    assert Table.objects.count() == 2


def test_the_same_key_with_other_names_does_not_hand_back_the_first_table() -> None:
    device = make_device(label="Ann's phone").device
    begun(["Ann", "Ben"], device=device, key="k")
    assert refused(begun, ["Cleo", "Dan"], device=device, key="k") == "idempotency_key_reused"


@pytest.mark.parametrize("key", ["x" * 201, "one\ntwo", "nul\x00"])
def test_a_key_that_no_other_use_case_takes_starts_no_table(key: str) -> None:
    device = make_device(label="Ann's phone").device
    with pytest.raises(RefusedError) as why:
        begun(["Ann", "Ben"], device=device, key=key)
    assert (why.value.code, Table.objects.count()) == ("idempotency_key_invalid", 0)


def test_the_draw_gives_the_deal_to_every_seat_and_to_no_other() -> None:
    drawn = {
        Entry.objects.get(table=begun(["Ann", "Ben", "Cleo"], dealer=None).access.table).facts["dealer"]
        for _ in range(60)
    }
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize(
    ("preset", "house_rules"), [("whist", {}), ("standard", {"target": 0}), ("standard", {"x": 1})]
)
def test_rules_that_cannot_be_start_nothing(preset: str, house_rules: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        start_table(names=["Ann", "Ben"], preset=preset, house_rules=house_rules, dealer=0)
    assert (Table.objects.count(), Player.objects.count()) == (0, 0)


def test_remembered_name_fits_its_column() -> None:
    # One character that folds into eighteen.
    phone = start("\ufdfa" * 60, "Ben")
    for player in Player.objects.filter(seats__table=phone.table):
        player.full_clean()


def test_a_table_is_strict_when_it_is_started_so_or_when_its_owner_says_so() -> None:
    league = start_table(names=["Ann", "Ben"], preset="standard", house_rules={}, dealer=0, strict=True)
    phone = start()
    assert (league.access.table.strict, phone.table.strict) == (True, False)
    for strict in (True, False):
        set_strict(access=phone.access, strict=strict)
        assert (phone.table.strict, phone.access.table.strict, revision(phone)) == (strict, strict, 1)
    assert_sound(phone)


@pytest.mark.parametrize("role", [Role.SCORE, Role.WATCH])
def test_only_the_owner_makes_a_table_strict(role: Role) -> None:
    phone = start()
    with pytest.raises(RefusedError) as why:
        set_strict(access=join(phone, role).access, strict=True)
    assert (why.value.code, phone.table.strict) == ("not_allowed", False)
