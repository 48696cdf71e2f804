"""Find a season's last import, and what has happened since with what it brought."""

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Entrant, LeagueEvent, Match, MatchSeat, MatchSide, MatchState, Member, Season
from games.selectors.season.entrant_names import entrant_name

_USED: Final = ("account", "merged", "merged_into", "erased_at", "teams", "links__passes", "player__seats")
"""What a member has who was used: an account, a phone, a place at a table ..."""
_DRAWS: Final = ("drawn", "scripted", "put_in", "drawn_again", "played_on")
"""Decisions that rest on the results and entrants there are."""


@dataclass(frozen=True)
class LastImport:
    """An import that wasn't taken back: its event, whose facts list what it brought."""

    event: LeagueEvent

    @property
    def _journal(self) -> Any:
        return self.event.facts["journal"]

    @cached_property
    def before(self) -> dict[int, tuple[str | None, bool]]:
        """What each planned match had before it was filled, by its number: its night, and whether members sat at it."""
        return {number: (night, seated) for number, night, seated in self._journal["planned"]}

    @property
    def added(self) -> QuerySet[Match]:
        """The matches that were added."""
        return Match.objects.filter(season=self.event.season, number__in=self._journal["matches"])

    @property
    def filled(self) -> QuerySet[Match]:
        """The planned matches that got a result."""
        return Match.objects.filter(season=self.event.season, number__in=self.before)

    @property
    def matches(self) -> QuerySet[Match]:
        """All matches with an imported result."""
        return self.added | self.filled

    @property
    def entrants(self) -> QuerySet[Entrant]:
        """Who was entered in the season."""
        return Entrant.objects.filter(season=self.event.season, pk__in=self._journal["entrants"])

    @property
    def members(self) -> QuerySet[Member]:
        """Who was added to the league."""
        return Member.objects.filter(league=self.event.league, pk__in=self._journal["members"])

    @property
    def joining(self) -> int:
        """How many it entered in the season who were members before."""
        return len(self._journal["entrants"]) - len(self._journal["members"])

    def obstacle(self) -> dict[str, Any] | None:
        """Return why it can't be taken back, as the context of a refusal; None if nothing was done with it since.

        ``what`` is "import_drawn", "import_match" (with its ``number``) or "import_person" (with the ``name``).
        """
        later = LeagueEvent.objects.filter(league=self.event.league, pk__gt=self.event.pk)
        if later.filter(season=self.event.season, kind__in=_DRAWS).exists():
            return {"what": "import_drawn"}
        changed = self.matches.filter(
            ~Q(state=MatchState.PLAYED)
            | Q(imported="")
            | Q(table__isnull=False)
            | Q(checks__isnull=False)
            | Q(pk__in=later.filter(match__isnull=False).values("match"))
        )
        if match := changed.first():
            return {"what": "import_match", "number": match.number}
        name = self._busy_entrant() or self._busy_member(later)
        return {"what": "import_person", "name": name} if name else None

    def _busy_entrant(self) -> str:
        """Return the name of a new entrant who plays other matches, too, or was withdrawn or punished; "" for none."""
        others = MatchSide.objects.filter(entrant=OuterRef("pk")).exclude(match__in=self.matches.values("pk"))
        busy = self.entrants.filter(Exists(others) | Q(penalties__isnull=False) | Q(withdrawn_on__isnull=False))
        entrant = busy.select_related("member").first()
        return entrant_name(entrant) if entrant else ""

    def _busy_member(self, later: QuerySet[LeagueEvent]) -> str:
        """Return the name of a new member who was used elsewhere in the league; "" for none."""
        seats = MatchSeat.objects.filter(member=OuterRef("pk")).exclude(match__in=self.matches.values("pk"))
        entries = Entrant.objects.filter(member=OuterRef("pk")).exclude(pk__in=self.entrants.values("pk"))
        relations = reduce(or_, (Q(**{f"{name}__isnull": False}) for name in _USED))
        events = Q(pk__in=later.filter(member__isnull=False).values("member"))
        member = self.members.filter(Exists(seats) | Exists(entries) | relations | events).first()
        return member.name if member else ""


def last_import(season: Season) -> LastImport | None:
    """Return the newest import of members or results that wasn't taken back; None where there is none."""
    taken_back = season.events.filter(kind="import_undone").values_list("facts__event", flat=True)
    imports = season.events.filter(kind="imported", facts__has_key="journal").exclude(pk__in=list(taken_back))
    event = imports.order_by("pk").select_related("season", "league").last()
    return LastImport(event) if event else None
