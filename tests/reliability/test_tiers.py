"""The tier is the one that was asked for."""

import pytest

from tests.reliability.tiers import amount


@pytest.mark.parametrize(("said", "number"), [(None, 200), ("", 200), ("short", 200), ("long", 1000)])
def test_the_environment_chooses(said: str | None, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RELIABILITY", raising=False)
    if said is not None:
        monkeypatch.setenv("RELIABILITY", said)
    assert amount(200, 1000) == number


def test_a_misspelt_tier_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RELIABILITY", "lnog")
    with pytest.raises(ValueError, match="short or long"):
        amount(200, 1000)
