"""What answers say of leagues: the league, its members, its officers, its room, its links and its history."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import (
    NextPageField,
    StampField,
)
from games.models import Duty, LeagueEvent, LeagueLink, LinkTarget, Member, Office, Place
from games.pages.league.league_codes import link_url
from games.permissions import LeagueAccess
from games.selectors.league.league_history import event_sentences
from games.selectors.league.league_people import offices_of
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.secrets import secret_of
from games.web.base_url import base_url

_DUTIES = list(Duty.values)


class NamedSerializer(serializers.Serializer):
    """A member, or a table of the venue, in short form."""

    id = serializers.IntegerField(help_text="Number of the member or table, unique on this server.")
    name = serializers.CharField()


# --- The league -------------------------------------------------------------------------------------------------------


class OwnPartSerializer(serializers.Serializer):
    """The role of the token's account in a league."""

    duties = serializers.SerializerMethodField(help_text="The account's offices in this league.")
    member = NamedSerializer(allow_null=True, help_text="The league member claimed by the account, or null.")

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(_DUTIES)))
    def get_duties(self, access: LeagueAccess) -> list[str]:
        """Return the duties in the order of their rights."""
        return [duty.value for duty in Duty if duty in access.duties]


class LeagueSummarySerializer(serializers.Serializer):
    """A league in a list."""

    id = serializers.CharField(source="league.public_id")
    name = serializers.CharField(source="league.name")
    place = serializers.CharField(source="league.place", allow_blank=True, help_text="Venue. May be empty.")
    zone = serializers.CharField(
        source="league.zone", help_text="Time zone of the venue, which decides what tonight is."
    )
    public = serializers.BooleanField(source="league.public", help_text="Whether anyone can view the league.")
    founded_at = StampField(source="league.created_at")
    mine = OwnPartSerializer(source="*")


class LeaguesSerializer(serializers.Serializer):
    """The leagues, oldest first."""

    leagues = LeagueSummarySerializer(many=True)
    next = NextPageField()


class OfficialSerializer(serializers.Serializer):
    """A league officer."""

    name = serializers.CharField(source="account.name")
    duty = serializers.ChoiceField(_DUTIES)


class LeagueSerializer(LeagueSummarySerializer):
    """The league, with the role of the token's account."""

    officials = serializers.SerializerMethodField()

    @extend_schema_field(OfficialSerializer(many=True))
    def get_officials(self, access: LeagueAccess) -> Any:
        """Return the officers, organizers first. One query."""
        return OfficialSerializer(offices_of(access.league), many=True).data


class EventListSerializer(serializers.ListSerializer):
    """A list of events, whose sentences are made together. Two queries."""

    child: "DecidedSerializer"

    def to_representation(self, data: Iterable[LeagueEvent]) -> list[Any]:  # type: ignore[override]
        """Return the events, loaded with member and season."""
        events = list(data)
        self.child.texts = dict(zip((event.pk for event in events), event_sentences(events), strict=True))
        return super().to_representation(events)


class DecidedSerializer(serializers.ModelSerializer):
    """A change in a league."""

    kind = serializers.CharField(help_text="Stable code of the change.")
    text = serializers.SerializerMethodField(help_text="The change in a sentence, with current names.")
    at = StampField()
    reason = serializers.SerializerMethodField(help_text="The reason. Empty unless the account runs the league.")
    texts: Mapping[int, str] = {}
    """The sentences of the events of a list, by primary key."""

    class Meta:
        model = LeagueEvent
        list_serializer_class = EventListSerializer
        fields = ("id", "kind", "text", "by", "at", "reason")
        read_only_fields = fields

    def get_text(self, event: LeagueEvent) -> str:
        """Return the sentence."""
        return self.texts[event.pk]

    def get_reason(self, event: LeagueEvent) -> str:
        """Return the reason, which only those who run the league may read."""
        return event.reason if self.context["view"].league_access.may("manage_league") else ""


class HistorySerializer(serializers.Serializer):
    """The changes, oldest first."""

    history = DecidedSerializer(many=True)
    next = NextPageField()


# --- Members ----------------------------------------------------------------------------------------------------------


class MemberSerializer(serializers.ModelSerializer):
    """A member of a league."""

    claimed = serializers.SerializerMethodField(
        help_text="Whether an account or a phone has claimed the name. Null unless the account runs the league."
    )
    added_at = StampField(source="created_at")

    class Meta:
        model = Member
        fields: tuple[str, ...] = ("id", "name", "claimed", "added_at")

    def get_claimed(self, member: Any) -> bool | None:
        """Return whether the name of one of ``members_with_phones`` was claimed."""
        claimed = member.account_id is not None or bool(getattr(member, "phone", False))
        return claimed if self.context["view"].league_access.may("manage_league") else None


class MembersSerializer(serializers.Serializer):
    """The members, in the order in which they were added."""

    members = MemberSerializer(many=True)
    next = NextPageField()


class AddedMembersSerializer(serializers.Serializer):
    """The new members, in the order sent."""

    members = MemberSerializer(many=True)


class OneMemberSerializer(MemberSerializer):
    """The member, with the members merged into them."""

    merged = serializers.SerializerMethodField(
        help_text="Members merged into this one. Only the latest can be split off again."
    )

    class Meta(MemberSerializer.Meta):
        fields = (*MemberSerializer.Meta.fields, "merged")

    @extend_schema_field(NamedSerializer(many=True))
    def get_merged(self, member: Member) -> Any:
        """Return the merged members, which only those who run the league may see."""
        others = Member.objects.filter(pk__in=merged_member_ids(member)).exclude(pk=member.pk).order_by("pk")
        return NamedSerializer(
            others if self.context["view"].league_access.may("manage_league") else (), many=True
        ).data


# --- Links ------------------------------------------------------------------------------------------------------------


class LeagueLinkSerializer(serializers.Serializer):
    """A link of a league without its secret."""

    id = serializers.IntegerField()
    opens = serializers.ChoiceField(
        list(LinkTarget.values),
        help_text="What the link opens: the `league`, a `member`'s name, an `office`, or the tablet of a `place`.",
    )
    duty = serializers.SerializerMethodField(help_text="The office.")
    member = NamedSerializer(allow_null=True, help_text="The member's name.")
    place = NamedSerializer(allow_null=True, help_text="The table of the venue.")
    created_at = StampField()
    used_at = StampField(allow_null=True, help_text="When the link was last used.")
    revoked_at = StampField(allow_null=True, help_text="When the link was turned off or used up.")

    @extend_schema_field(serializers.ChoiceField(_DUTIES, allow_null=True))
    def get_duty(self, link: LeagueLink) -> str | None:
        """Return the office that an invitation opens; None for other links."""
        return link.duty or None


class LeagueLinksSerializer(serializers.Serializer):
    """The links, oldest first, without their secrets."""

    links = LeagueLinkSerializer(many=True)
    next = NextPageField()


class ToldLinkSerializer(LeagueLinkSerializer):
    """The link with its secret."""

    secret = serializers.SerializerMethodField(
        help_text="The secret, or null if the server's key has changed since. Create a new link then."
    )
    url = serializers.SerializerMethodField(help_text="The same secret as a link for a phone.")

    def get_secret(self, link: LeagueLink) -> str | None:
        """Return the secret; None if the server's key has changed."""
        return secret_of(link) or None

    def get_url(self, link: LeagueLink) -> str | None:
        """Return the link for a phone; None if the server's key has changed."""
        return link_url(link, base_url(self.context["request"]._request)) or None


class ClaimsSerializer(serializers.Serializer):
    """The links of all members, with their secrets."""

    links = ToldLinkSerializer(many=True)


# --- Officers and the room --------------------------------------------------------------------------------------------


class OfficeSerializer(serializers.ModelSerializer):
    """An office and its holder."""

    name = serializers.CharField(source="account.name")
    mine = serializers.SerializerMethodField(help_text="Whether this is the token's account.")
    since = StampField(source="created_at")

    class Meta:
        model = Office
        fields = ("id", "account", "name", "duty", "mine", "since")
        extra_kwargs: ClassVar = {"account": {"help_text": "Number of the officer's account."}}

    def get_mine(self, office: Office) -> bool:
        """Return whether the office is that of the token's account."""
        account = self.context["view"].league_access.account
        return account is not None and office.account_id == account.pk


class HeirSerializer(serializers.Serializer):
    """An account that can take over the league."""

    account = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class OfficesSerializer(serializers.Serializer):
    """Officers, open invitations, and accounts that can take over the league."""

    offices = OfficeSerializer(many=True)
    heirs = HeirSerializer(many=True)
    invitations = LeagueLinkSerializer(many=True, help_text="Invitations that haven't been accepted yet.")


class PlaceSerializer(NamedSerializer):
    """A table in the league's venue."""

    tablet = serializers.SerializerMethodField(help_text="Whether an active link for this table's tablet exists.")

    def get_tablet(self, place: Place) -> bool:
        """Return whether a table of ``places_of`` has a tablet; a new one has none."""
        return bool(getattr(place, "tablet", False))


class PlacesSerializer(serializers.Serializer):
    """The tables of the league's venue, sorted by name."""

    places = PlaceSerializer(many=True)
