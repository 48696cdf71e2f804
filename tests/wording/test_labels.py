"""Who entered a round, or asks to join: a name that somebody typed, never a kind of phone."""

import pytest
from django.utils.translation import override

from games.wording.labels import asker_text, author_text, typed_name


@pytest.mark.parametrize("phone", ["iPhone", "Mac", "Linux computer", "Linux-Computer", "A phone", "Owner"])
def test_a_phone_that_nobody_named_is_its_host(phone: str) -> None:
    assert (author_text(phone), asker_text(phone), typed_name(phone)) == ("Owner", "Somebody", "")


def test_a_typed_name_stays_in_every_language() -> None:
    with override("de"):
        assert [read("Ben") for read in (author_text, asker_text, typed_name)] == ["Ben"] * 3
        assert author_text("Scorers") != "Scorers"
