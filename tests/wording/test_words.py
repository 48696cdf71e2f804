"""Small pieces that sentences are put together from."""

import pytest
from django.utils.translation import override

from games.wording.words import in_a_row, labeled


@pytest.mark.parametrize(
    ("language", "label", "row"),
    [("en", "Ann: +13", "Ann +13; Ben −2; Cleo −9"), ("fr", "Ann\u202f: +13", "Ann +13\u202f; Ben −2\u202f; Cleo −9")],
)
def test_texts_are_joined_with_the_spacing_of_the_language(language: str, label: str, row: str) -> None:
    with override(language):
        assert labeled("Ann", "+13") == label
        assert in_a_row(["Ann +13", "", "Ben −2", "Cleo −9"]) == row
        assert in_a_row([""]) == ""
