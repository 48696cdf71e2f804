"""How a service refused: what tests of services ask of it."""

from collections.abc import Callable

import pytest

from games.refusals import RefusedError


def refused_about(write: Callable[..., object], *given: object, **named: object) -> tuple[str, str]:
    """Call a service that must refuse; return the refusal's code, and what it is about ("" if the code says it all)."""
    with pytest.raises(RefusedError) as why:
        write(*given, **named)
    return why.value.code, why.value.context.get("what", "")


def refused(write: Callable[..., object], *given: object, **named: object) -> str:
    """The code of a refusal."""
    return refused_about(write, *given, **named)[0]
