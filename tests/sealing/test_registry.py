"""Every model and column is either sealed or listed with a reason why not."""

from django.apps import apps

from games.models.stored import StoredQuerySet
from games.sealing import registry
from games.sealing.registry import ERASED_NAME, SEALED, UNSEALED, plans
from games.selectors.league import merged_members
from games.selectors.season.fixture_result import COMPUTED_STATES

MODELS = {model.__name__: model for model in apps.get_app_config("games").get_models()}
SEALS = {"EntrySeal", "RowSeal", "SealHead", "SealKey", "SealSalt"}


def test_every_model_is_sealed_or_says_why_not() -> None:
    assert not SEALED.keys() & UNSEALED.keys()
    assert SEALED.keys() | UNSEALED.keys() == MODELS.keys()
    assert all(len(reason.split()) > 3 for reason in UNSEALED.values())


def test_every_unsealed_column_exists_and_has_a_reason() -> None:
    for model, plan in plans().items():
        columns = {one.attname for one in model._meta.concrete_fields}
        left_out = plan.sealed.harmless | plan.sealed.proved
        assert left_out.keys() <= columns, model
        assert set(plan.columns) == columns - left_out.keys() - {model._meta.pk.attname}
        assert all(len(reason.split()) > 4 for reason in left_out.values())
        assert plan.sealed.names.keys() <= set(plan.columns), model


def test_every_sealed_model_has_the_queryset_that_seals_bulk_writes() -> None:
    for name in MODELS.keys() - SEALS:
        assert isinstance(MODELS[name]._default_manager.all(), StoredQuerySet), name


def test_sealing_and_leagues_use_the_same_word_for_an_erased_name() -> None:
    assert merged_members.ERASED_NAME == ERASED_NAME
    assert registry.FROM_THE_TABLE == COMPUTED_STATES
