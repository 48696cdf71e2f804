"""Query counts of pages don't depend on the number of rows shown."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Role
from games.selectors import caching
from tests.makers import Phone, enter, join, knock, start
from tests.views.reading import entry


@pytest.mark.parametrize("rounds", [1, 3, 12])
def test_queries_of_the_table_page_do_not_grow_with_rounds(
    rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = start(target=1000)
    for number in range(rounds):
        enter(phone, knock(0, 1 + number % 9, 20))
    client = phone.browser()
    caching.clear_caches()
    with django_assert_max_num_queries(6):  # passes with device, names, other scorers; entries, seats for the fold
        assert client.get(phone.url).status_code == 200
    with django_assert_max_num_queries(4):
        assert client.get(phone.url).status_code == 200
    with django_assert_max_num_queries(5):  # and whether this phone made the newest entry
        assert client.get(f"{phone.url}moved/").status_code == 200
    with django_assert_max_num_queries(1):
        assert client.get(f"{phone.url}revision/").status_code == 200


@pytest.mark.parametrize("rounds", [1, 12])
def test_queries_of_a_preview_do_not_grow_with_rounds(
    rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = start(target=1000)
    for number in range(rounds):
        enter(phone, knock(0, 1 + number % 9, 20))
    fields = entry(phone).fields | {"end": "0:knock:7", "deadwood-1": "20"}
    client = phone.browser()
    with django_assert_max_num_queries(2):
        assert client.post(f"{phone.url}preview/", fields, headers={"HX-Request": "true"}).status_code == 200


def tables_of(count: int) -> Phone:
    """A phone that is at ``count`` tables."""
    phone = start()
    for _ in range(count - 1):
        other = start()
        phone.browser().post(f"/j/{other.secrets[Role.SCORE]}/", {"label": "Ann"})
    caching.clear_caches()
    return phone


def test_queries_of_the_start_page_do_not_grow_with_tables(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for count in (1, 3):
        client = tables_of(count).browser()
        client.get("/")
        with django_assert_max_num_queries(
            8
        ):  # device, leagues, tables, their seats, names at them, people remembered, rules used
            assert client.get("/").status_code == 200


def test_the_start_page_shows_six_tables_at_most(django_assert_max_num_queries: Any) -> None:
    client = tables_of(8).browser()
    with django_assert_max_num_queries(4 + 6 * 4):
        page = client.get("/")
    assert len(page.context["page"].tables) == 6


def test_queries_of_the_links_page_do_not_grow_with_links(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    phone = start()
    client = phone.browser()
    for _ in range(2):
        with django_assert_max_num_queries(4):  # passes with device, links, names
            assert client.get(f"{phone.url}links/").status_code == 200
        for _ in range(5):
            client.post(f"{phone.url}links/", {"role": "watch"})


def test_watchers_cost_no_more_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    phone = start()
    client = join(phone, Role.WATCH).browser()
    client.get(phone.url)
    with django_assert_max_num_queries(2):
        assert client.get(phone.url).status_code == 200
