"""Build the page with a season's matches: filters, groups and the form of free play."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Pairing
from games.pages.season.match_list import ListFilter, MatchesPage, PlayForm
from games.pages.season.match_list_page import MatchFilters, listed_matches, own_entrants
from games.pages.season.results_page import may_type_results
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import FieldOption, FormField
from games.rules.presets import rule_set
from games.selectors.league.league_access import SeasonAccess
from games.selectors.rulebook.players_for_rules import player_counts
from games.selectors.season.calendar_links import calendar_url
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_hidden
from games.wording.season.season_table import hidden_scores_text

_SHOW_TITLES: Final = {"coming": gettext_noop("Upcoming"), "played": gettext_noop("Played")}


@dataclass(frozen=True, slots=True)
class SubmittedPlay:
    """The submitted form of free play: its idempotency key, the chosen players (form values) and errors."""

    key: str
    chosen: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def matches_page(
    season_access: SeasonAccess, filters: MatchFilters, tonight: date, typed: SubmittedPlay
) -> MatchesPage:
    """Return the page with the filtered matches of a season, as of ``tonight`` in the league's time zone."""
    names, own = names_of_entrants(season_access.season), own_entrants(season_access)
    groups, more = listed_matches(season_access, filters, tonight, names, own)
    draws = season_access.access.may("manage_league") and season_access.season.closed_at is None
    return MatchesPage(
        nav=season_nav(season_access, "matches"),
        filters=tuple(
            ListFilter(_(text), _url(season_access, show, filters.entrant), filters.show == show)
            for show, text in _SHOW_TITLES.items()
        ),
        entrant_field=_entrant_field(filters, names),
        show=filters.show,
        groups=groups,
        hidden=hidden_scores_text() if is_hidden(season_access) else "",
        nothing=_empty_text(season_access, filters),
        more_url=_url(season_access, filters.show, filters.entrant, filters.page + 1) if more else "",
        play=_play(season_access, names, own, typed),
        calendar_url=calendar_url(season_access.season),
        own_calendar_url=calendar_url(season_access.season, season_access.access.member)
        if season_access.access.member and own
        else "",
        draw_url=reverse("season:draw", args=[season_access.season.public_id]) if draws else "",
        results_url=_results_url(season_access) if groups else "",
        print_url=reverse("season:print", args=[season_access.season.public_id]) if groups else "",
    )


def _results_url(season_access: SeasonAccess) -> str:
    if season_access.season.closed_at or not may_type_results(season_access):
        return ""
    return reverse("season:results", args=[season_access.season.public_id])


def _url(season_access: SeasonAccess, show: str, entrant: int | None, page: int = 1) -> str:
    query = {"show": show} if show != "coming" else {}
    query |= {"who": str(entrant)} if entrant is not None else {}
    query |= {"page": str(page)} if page > 1 else {}
    return reverse("season:matches", args=[season_access.season.public_id]) + (f"?{urlencode(query)}" if query else "")


def _entrant_field(filters: MatchFilters, names: dict[int, str]) -> FormField:
    people = sorted(names.items(), key=lambda item: item[1].casefold())
    options = tuple(FieldOption(str(entrant), name, entrant == filters.entrant) for entrant, name in people)
    return FormField("who", _("Show matches for"), "select", options=(FieldOption("", _("Everyone")), *options))


def _empty_text(season_access: SeasonAccess, filters: MatchFilters) -> str:
    if filters.show == "played":
        return _("No results yet. They appear here as matches finish.")
    if season_access.season.pairing == Pairing.FREE:
        return _("Nobody's playing right now. Any two players can sit down, and their match counts.")
    return _("No matches to play. New ones appear here once they're drawn or entered.")


def _play(
    season_access: SeasonAccess, names: dict[int, str], own: frozenset[int], typed: SubmittedPlay
) -> PlayForm | None:
    """Return the form of free play, for competing members and scorers."""
    if (
        season_access.season.pairing != Pairing.FREE
        or season_access.season.closed_at
        or not (own or season_access.access.may("score_matches"))
    ):
        return None
    own_entrant = next(iter(sorted(own)), None)
    withdrawn = set(season_access.season.entrants.exclude(withdrawn_on=None).values_list("pk", flat=True))
    people = sorted(
        ((pk, name) for pk, name in names.items() if pk != own_entrant and pk not in withdrawn),
        key=lambda item: item[1],
    )
    most, least = _sides_range(season_access)
    fields = []
    for number in range(most - (own_entrant is not None)):
        chosen = typed.chosen[number] if number < len(typed.chosen) else ""
        label = (
            (_("Against") if own_entrant is not None else _("Who plays"))
            if not number
            else pgettext("one more player", "and")
        )
        fields.append(
            FormField(
                f"player-{number + 1}",
                label,
                "select",
                options=(
                    FieldOption("", _("Nobody else") if number >= least - (own_entrant is not None) else _("Choose")),
                    *(FieldOption(str(pk), name, str(pk) == chosen) for pk, name in people),
                ),
            )
        )
    return PlayForm(
        reverse("season:play_now", args=[season_access.season.public_id]), typed.key, tuple(fields), typed.errors
    )


def _sides_range(season_access: SeasonAccess) -> tuple[int, int]:
    """Return the largest and the smallest number of sides of a match under the season's rules."""
    rules = rule_set(season_access.season.preset, season_access.season.house_rules)
    if rules.seating == "teams":
        return 2, 2
    numbers = player_counts(rules)
    return min(numbers[-1], 4), numbers[0]
