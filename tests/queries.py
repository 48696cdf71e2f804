"""Compares query counts, to find those that grow with the number of rows.

An exact number would fail at every change of a page, for better or worse. What matters is that many rows cost what
one costs, and that there is an upper bound.
"""

import inspect
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import pytest

QueriesAlike = Callable[..., AbstractContextManager[Any]]


class Alike:
    """For the cases of a file's tests: how many queries each line made when it was first reached."""

    def __init__(self) -> None:
        self.first: Final[dict[Hashable, tuple[int, str]]] = {}

    def checked(self, test: pytest.Item, at_most: int, what: Hashable = "") -> AbstractContextManager[Any]:
        """Check the queries of a block: `at_most` this many, and the same number each time the line is reached.

        That is in other cases of a parametrised test, or in a loop. Where some of them do different things, `what` says
        which one this is.
        """
        caller = inspect.currentframe()
        assert caller and caller.f_back and caller.f_back.f_back
        key = (test.nodeid.partition("[")[0], caller.f_back.f_back.f_lineno, what)
        return self._check(key, test.name, at_most)

    @contextmanager
    def _check(self, key: Hashable, name: str, at_most: int) -> Iterator[Any]:
        # Not at the top: the tests of the rules load no framework.
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            yield queries
        texts = "\n".join(query["sql"] for query in queries.captured_queries)
        number = len(queries)
        assert number <= at_most, f"{number} queries, {at_most} at most:\n{texts}"
        before, where = self.first.setdefault(key, (number, name))
        assert number == before, f"{number} queries, but {before} in {where}:\n{texts}"
