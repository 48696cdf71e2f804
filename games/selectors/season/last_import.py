"""Find a season's last import, and what has happened since with what it brought."""

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Entrant, LeagueEvent, Match, MatchSeat, MatchSide, MatchState, Member, Season
from games.models.season import DRAWN_BY_ROUND
from games.selectors.season.entrant_names import entrant_name

_USED: Final = ("account", "merged", "merged_into", "erased_at", "teams", "links__passes", "player__seats")
"""What a member has who was used: an account, a phone, a place at a table ..."""
_PAIR_DECISIONS: Final = ("put_in", "drawn_again", "played_on")
"""Decisions about drawn matches that rest on the results there are."""


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
    def drawn(self) -> QuerySet[Match]:
        """The matches that were drawn from what it brought, and have not begun; canceled ones without a table, too.

        In a season drawn by round these are the rounds drawn since, in others the matches of those who were entered.
        """
        of_entrants = MatchSide.objects.filter(entrant__in=self.entrants).values("match")
        rests = Q(pk__in=of_entrants) | Q(pk__in=self._of_later_rounds.values("pk"))
        unplayed = Q(state__in=(MatchState.PLANNED, MatchState.BYE), round__isnull=False) | Q(state=MatchState.CANCELED)
        matches = Match.objects.filter(rests, unplayed, season=self.event.season, table=None)
        return matches.exclude(pk__in=self.matches.values("pk"))

    @property
    def _of_later_rounds(self) -> QuerySet[Match]:
        """The matches of rounds drawn since, in a season drawn by round; none where an earlier version imported."""
        newest = self._journal.get("newest")
        if newest is None:
            return Match.objects.none()
        return Match.objects.filter(
            season=self.event.season, season__pairing__in=DRAWN_BY_ROUND, pk__gt=newest, round__isnull=False
        )

    @property
    def joining(self) -> int:
        """How many it entered in the season who were members before."""
        return len(self._journal["entrants"]) - len(self._journal["members"])

    def obstacle(self) -> dict[str, Any] | None:
        """Return why it can't be taken back, as the context of a refusal; None if nothing was done with it since.

        ``what`` is "import_drawn", "import_match" (with its ``number``) or "import_person" (with the ``name``).
        """
        later = LeagueEvent.objects.filter(league=self.event.league, pk__gt=self.event.pk)
        if self._begun_since(later):
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

    def _begun_since(self, later: QuerySet[LeagueEvent]) -> bool:
        """Return whether a round drawn since may have begun, or pairs drawn from the results were decided about."""
        unknown = "newest" not in self._journal
        kinds = ("drawn", *_PAIR_DECISIONS) if unknown else _PAIR_DECISIONS
        if later.filter(season=self.event.season, kind__in=kinds).exists():
            return True
        return self._of_later_rounds.exclude(pk__in=self.drawn.values("pk")).exists()

    @property
    def _undone(self) -> QuerySet[Match]:
        return Match.objects.filter(Q(pk__in=self.matches.values("pk")) | Q(pk__in=self.drawn.values("pk")))

    def _busy_entrant(self) -> str:
        """Return the name of a new entrant who plays other matches, too, or was withdrawn or punished; "" for none."""
        others = MatchSide.objects.filter(entrant=OuterRef("pk")).exclude(match__in=self._undone)
        busy = self.entrants.filter(Exists(others) | Q(penalties__isnull=False) | Q(withdrawn_on__isnull=False))
        entrant = busy.select_related("member").first()
        return entrant_name(entrant) if entrant else ""

    def _busy_member(self, later: QuerySet[LeagueEvent]) -> str:
        """Return the name of a new member who was used elsewhere in the league; "" for none."""
        seats = MatchSeat.objects.filter(member=OuterRef("pk")).exclude(match__in=self._undone)
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
