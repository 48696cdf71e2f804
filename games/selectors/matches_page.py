"""The page with a season's matches."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Pairing
from games.pages.matches import Filter, MatchesPage, PlayForm
from games.pages.season_setup import FieldOption, FormField
from games.rules.ruleset import rule_set
from games.selectors.calendar_links import calendar_url
from games.selectors.entrant_names import names_in
from games.selectors.league_access import SeasonAccess
from games.selectors.matches import Looking, listed_matches, own_entrants
from games.selectors.rules_choices import numbers_that_suit
from games.selectors.season_nav import season_nav

_SHOWS: Final = {"coming": gettext_noop("To come"), "played": gettext_noop("Played")}


@dataclass(frozen=True, slots=True)
class TypedPlay:
    """The form of free play as it came: its key, who was chosen (values of the form), and what is wrong."""

    key: str
    chosen: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


def matches_page(at: SeasonAccess, looking: Looking, tonight: date, typed: TypedPlay) -> MatchesPage:
    """The matches of a season that are asked for, as of ``tonight`` in the league's room."""
    names, own = names_in(at.season), own_entrants(at)
    groups, more = listed_matches(at, looking, tonight, names, own)
    draws = at.access.may("manage_league") and at.season.closed_at is None
    return MatchesPage(
        nav=season_nav(at, "fixtures"),
        filters=tuple(
            Filter(_(text), _url(at, show, looking.who), looking.show == show) for show, text in _SHOWS.items()
        ),
        who=_who(looking, names),
        show=looking.show,
        groups=groups,
        nothing=_nothing(at, looking),
        more_url=_url(at, looking.show, looking.who, looking.page + 1) if more else "",
        play=_play(at, names, own, typed),
        calendar_url=calendar_url(at.season),
        own_calendar_url=calendar_url(at.season, at.access.member) if at.access.member and own else "",
        draw_url=reverse("draw", args=[at.season.public_id]) if draws else "",
    )


def _url(at: SeasonAccess, show: str, who: int | None, page: int = 1) -> str:
    asked = {"show": show} if show != "coming" else {}
    asked |= {"who": str(who)} if who is not None else {}
    asked |= {"page": str(page)} if page > 1 else {}
    return reverse("fixtures", args=[at.season.public_id]) + (f"?{urlencode(asked)}" if asked else "")


def _who(looking: Looking, names: dict[int, str]) -> FormField:
    people = sorted(names.items(), key=lambda one: one[1].casefold())
    options = tuple(FieldOption(str(entrant), name, entrant == looking.who) for entrant, name in people)
    return FormField("who", _("Only those of"), "select", options=(FieldOption("", _("Everybody")), *options))


def _nothing(at: SeasonAccess, looking: Looking) -> str:
    if looking.show == "played":
        return _("Nothing was played yet. A result stands here as soon as its match is over.")
    if at.season.pairing == Pairing.FREE:
        return _("Nobody is playing. Any two may sit down, and it counts.")
    return _("No match is left to be played. New ones appear here when they are drawn or written down.")


def _play(at: SeasonAccess, names: dict[int, str], own: frozenset[int], typed: TypedPlay) -> PlayForm | None:
    """The form of free play, for members who compete and for those who score."""
    if at.season.pairing != Pairing.FREE or at.season.closed_at or not (own or at.access.may("score_fixtures")):
        return None
    me = next(iter(sorted(own)), None)
    gone = set(at.season.entrants.exclude(withdrawn_on=None).values_list("pk", flat=True))
    people = sorted(((pk, name) for pk, name in names.items() if pk != me and pk not in gone), key=lambda one: one[1])
    most, least = _places(at)
    fields = []
    for number in range(most - (me is not None)):
        chosen = typed.chosen[number] if number < len(typed.chosen) else ""
        label = (
            (_("Against") if me is not None else _("Who plays")) if not number else pgettext("one more player", "and")
        )
        fields.append(
            FormField(
                f"player-{number + 1}",
                label,
                "select",
                options=(
                    FieldOption("", _("Nobody else") if number >= least - (me is not None) else _("Choose")),
                    *(FieldOption(str(pk), name, str(pk) == chosen) for pk, name in people),
                ),
            )
        )
    return PlayForm(reverse("play_now", args=[at.season.public_id]), typed.key, tuple(fields), typed.errors)


def _places(at: SeasonAccess) -> tuple[int, int]:
    """The most and the least sides of a match by the season's rules."""
    rules = rule_set(at.season.preset, at.season.house_rules)
    if rules.seating == "teams":
        return 2, 2
    numbers = numbers_that_suit(rules)
    return min(numbers[-1], 4), numbers[0]
