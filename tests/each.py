"""Runs one test function for many cases where setting up a test for each would take longer than running it.

`@each` takes what `@pytest.mark.parametrize` takes. All cases are tried, and each that fails is reported with its
values. It is for cases that share nothing and need no fixtures of their own: a preset, a value, a line of a table.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final

import pytest

_PARAM: Final = type(pytest.param())


def each(
    names: str | Sequence[str], cases: Iterable[Any], ids: Sequence[str] | Callable[[Any], object] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run the test below once for each of `cases`, as one test. `ids` are the names of failed cases."""
    given = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed = [_case(case, len(given)) for case in cases]
    assert listed, f"no case of {names}"

    def wrap(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            failed: list[Exception] = []
            for number, (values, name) in enumerate(listed):
                try:
                    test(**fixtures, **dict(zip(given, values, strict=True)))
                except Exception as error:
                    error.add_note(f"case {name or _called(ids, number, values)}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                which = "; ".join(note for error in failed for note in error.__notes__[-1:])
                raise ExceptionGroup(f"{len(failed)} of {len(listed)} cases failed: {which}", failed)

        signature = inspect.signature(test)
        fixtures = [parameter for name, parameter in signature.parameters.items() if name not in given]
        all_cases.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return all_cases

    return wrap


def _case(case: Any, names: int) -> tuple[Sequence[Any], str]:
    """The values of a case, and its name where `pytest.param` gave it one."""
    if isinstance(case, _PARAM):
        assert not case.marks, "a case of many has no marker of its own"
        return case.values, str(case.id or "")
    return ((case,) if names == 1 else case), ""


def _called(ids: Sequence[str] | Callable[[Any], object] | None, number: int, values: Sequence[Any]) -> str:
    """What a case is called."""
    if ids is None:
        return ", ".join(map(ascii, values))
    if callable(ids):
        return ", ".join(str(ids(value)) for value in values)
    return ids[number]
