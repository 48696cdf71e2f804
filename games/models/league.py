"""Leagues: members, offices, places in the room, links into the league, and its history of decisions."""

from typing import Self

from django.conf import settings
from django.db import models

from games.models.access import Device
from games.models.chain import Chained, History
from games.models.entry import KEY_LENGTH, REASON_LENGTH
from games.models.table import NAME_LENGTH, Player, new_public_id

ZONE_LENGTH = 64
"""The longest name of a time zone, in characters."""


class Duty(models.TextChoices):
    """What an account does for a league. Players need no duty: they are members."""

    ORGANIZER = "organizer"
    REFEREE = "referee"
    SCORER = "scorer"


class League(History):
    """A club with its seasons. Everyone sees a ``public`` league, others only through a link.

    ``zone`` is the time zone of its room, which decides what "tonight" is. ``key`` is the idempotency key of its
    foundation.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=NAME_LENGTH)
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    zone = models.CharField(max_length=ZONE_LENGTH)
    public = models.BooleanField(default=False)
    key = models.CharField(max_length=KEY_LENGTH, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.public_id


class Office(models.Model):
    """An account has a duty in a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="offices")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offices")
    duty = models.CharField(max_length=10, choices=Duty)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "account", "duty"], name="one_office_of_a_kind"),
            models.CheckConstraint(condition=models.Q(duty__in=Duty.values), name="duty_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.account_id}/{self.duty}"


class MemberQuerySet(models.QuerySet["Member"]):
    """A selection of members."""

    def active(self) -> Self:
        """Leave out those who were merged into another one, or erased."""
        return self.filter(merged_into=None, erased_at=None)


class Member(models.Model):
    """A person in a league. An account is optional; the name is claimed with an account, or with a phone by a link.

    ``player`` is the member at tables of all seasons. ``merged_into`` is the member who turned out to be the same
    person; ``erased_at`` is when the name was erased, which leaves the results.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=18 * NAME_LENGTH)
    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="member")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="members")
    merged_into = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="merged")
    erased_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MemberQuerySet.as_manager()

    class Meta:
        ordering = ["folded"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "folded"],
                condition=models.Q(merged_into__isnull=True, erased_at__isnull=True),
                name="one_member_of_a_name",
            ),
            models.UniqueConstraint(
                fields=["league", "account"], condition=models.Q(account__isnull=False), name="one_member_per_account"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Place(models.Model):
    """A table in the league's room. A tablet can be bound to it, which then shows the next match there."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="places")
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["league", "name"], name="one_place_of_a_name")]

    def __str__(self) -> str:
        return self.name


class LinkTarget(models.TextChoices):
    """What a league's link gives access to."""

    LEAGUE = "league"
    """The pages of a league that is not public."""
    MEMBER = "member"
    """A member's name: the phone becomes the member's."""
    OFFICE = "office"
    """An office, for the account that accepts it."""
    PLACE = "place"
    """A place in the room, for its tablet."""


class LeagueLink(models.Model):
    """A link into a league; only the hash of its secret is stored, see ``AccessLink``.

    ``member``, ``duty`` or ``place`` is set for the kind of link that is about one.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="links")
    opens = models.CharField(max_length=6, choices=LinkTarget)
    member = models.ForeignKey(Member, null=True, on_delete=models.CASCADE, related_name="links")
    place = models.ForeignKey(Place, null=True, on_delete=models.CASCADE, related_name="links")
    duty = models.CharField(max_length=10, choices=Duty, blank=True)
    nonce = models.CharField(max_length=32)
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opens=LinkTarget.LEAGUE, member=None, place=None, duty="")
                | models.Q(opens=LinkTarget.MEMBER, member__isnull=False, place=None, duty="")
                | models.Q(opens=LinkTarget.OFFICE, member=None, place=None, duty__in=Duty.values)
                | models.Q(opens=LinkTarget.PLACE, member=None, place__isnull=False, duty=""),
                name="league_link_says_what_it_opens",
            )
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.opens}"


class LeaguePass(models.Model):
    """A device's acceptance of a league's link; invalid once the link is revoked."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="league_passes")
    link = models.ForeignKey(LeagueLink, on_delete=models.CASCADE, related_name="passes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "link"], name="one_league_pass_per_device_and_link")]

    def __str__(self) -> str:
        return f"{self.device_id}/{self.link_id}"


class LeagueEvent(Chained):
    """A decision in a league's history of members, seasons and matches; never changed, never deleted.

    ``kind`` and ``facts`` (JSON with ids instead of people's names, so that names can be erased) become a sentence in
    ``games.wording.league.league_history`` for a league, its members and entrants, and in
    ``games.wording.season.season_events`` for a season and its matches. ``by`` is the name, at that time, of the person
    who decided. ``number`` counts from 1 in the history of a season, or in that of everything else in the league.
    ``match_number`` remains when a new draw deletes the match.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="events")
    season = models.ForeignKey("games.Season", null=True, on_delete=models.CASCADE, related_name="events")
    member = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL, related_name="events")
    match = models.ForeignKey("games.Match", null=True, on_delete=models.SET_NULL, related_name="events")
    match_number = models.PositiveIntegerField(null=True)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    class Meta(Chained.Meta):
        abstract = False
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_event_of_a_number"),
            models.UniqueConstraint(
                fields=["league", "number"], condition=models.Q(season=None), name="one_league_event_of_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.kind}"
