"""A club: the league, the people in it, who runs it, the links into it, and what was decided in it."""

from django.conf import settings
from django.db import models

from games.models.access import Device
from games.models.entry import KEY_LENGTH, REASON_LENGTH
from games.models.table import NAME_LENGTH, Player, new_public_id

ZONE_LENGTH = 64
"""The longest name of a time zone, in characters."""


class Duty(models.TextChoices):
    """What an account does for a league. Who only plays needs none: he is a member."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    SCORER = "scorer"


class League(models.Model):
    """A club whose seasons are kept here. ``public`` leagues are seen by everybody, others through a link.

    ``zone`` is the time zone of its room: what "tonight" is. ``key`` is the writer's own for founding it, so that a
    retry founds no second one. ``hooked`` tells that a webhook may be there, as at a table.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=NAME_LENGTH)
    place = models.CharField(max_length=NAME_LENGTH, blank=True)
    zone = models.CharField(max_length=ZONE_LENGTH)
    public = models.BooleanField(default=False)
    hooked = models.BooleanField(default=False, db_default=False)
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


class Member(models.Model):
    """A person in a league. He needs no account; whoever claims the name has one, or a phone with the claim's pass.

    ``player`` is who he is at tables, whatever the season. ``merged_into`` is the member that turned out to be the
    same person; ``erased_at`` tells that the name was taken out, the results were not.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    name = models.CharField(max_length=NAME_LENGTH)
    folded = models.CharField(max_length=18 * NAME_LENGTH)
    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="member")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="members")
    merged_into = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="merged")
    erased_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

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
    """A table in the league's room, to which a tablet may be bound: the next fixture there appears on it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="places")
    name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["league", "name"], name="one_place_of_a_name")]

    def __str__(self) -> str:
        return self.name


class Opens(models.TextChoices):
    """What a league's link opens."""

    LEAGUE = "league"
    """The pages of a league that is not public."""
    MEMBER = "member"
    """A member's own place: this phone is his."""
    OFFICE = "office"
    """An office, for the account that takes it up."""
    PLACE = "place"
    """A place in the room, for the tablet that stands there."""


class LeagueLink(models.Model):
    """A capability in a league, of which only the SHA-256 hash is stored; see ``AccessLink`` for ``nonce``.

    ``member``, ``duty`` and ``place`` say which it is about, each for its kind alone.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="links")
    opens = models.CharField(max_length=6, choices=Opens)
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
                condition=models.Q(opens=Opens.LEAGUE, member=None, place=None, duty="")
                | models.Q(opens=Opens.MEMBER, member__isnull=False, place=None, duty="")
                | models.Q(opens=Opens.OFFICE, member=None, place=None, duty__in=Duty.values)
                | models.Q(opens=Opens.PLACE, member=None, place__isnull=False, duty=""),
                name="league_link_says_what_it_opens",
            )
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.opens}"


class LeaguePass(models.Model):
    """A device took up a league's link; worth nothing once the link is revoked."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="league_passes")
    link = models.ForeignKey(LeagueLink, on_delete=models.CASCADE, related_name="passes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["device", "link"], name="one_league_pass_per_device_and_link")]

    def __str__(self) -> str:
        return f"{self.device_id}/{self.link_id}"


class LeagueEvent(models.Model):
    """Something that was decided in a league, never changed: the history of members, seasons and fixtures.

    ``kind`` is a word of ``games.wording.league``, which makes a sentence of it and ``facts`` (plain JSON, ids rather
    than names of people, so that an erased name is nowhere). ``by`` is who decided it, under the name of that time.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="events")
    season = models.ForeignKey("games.Season", null=True, on_delete=models.CASCADE, related_name="events")
    member = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL, related_name="events")
    fixture = models.ForeignKey("games.Fixture", null=True, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=30)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.kind}"
