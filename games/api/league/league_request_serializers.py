"""The bodies and query parameters of requests about leagues."""

from typing import Any, ClassVar

from rest_framework import serializers

from games.api.fields import (
    IdField,
    NameField,
    QueryTextField,
    StrictBooleanField,
    StrictChoiceField,
    StrictField,
    StrictTextField,
)
from games.api.serializers import BodySerializer, PageQuerySerializer
from games.models import Duty, LinkTarget
from games.selectors.league.time_zones import all_time_zones
from games.services.league.members import MOST_MEMBERS


class TimeZoneField(StrictField, serializers.CharField):
    """The name of a time zone."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a time zone, like Europe/Berlin."}

    def to_internal_value(self, data: Any) -> str:
        """Return the name."""
        return data if isinstance(data, str) and data in all_time_zones() else self.fail("invalid")


class NamesField(StrictField, serializers.ListField):
    """One or more names. Everything wrong with them is refused at once."""

    default_error_messages: ClassVar = {"invalid": "{field} must be a list of {how_many} names."}

    def __init__(self, **options: Any) -> None:
        """Set the child and the limits."""
        child = NameField(
            error_messages={"invalid": "Each of {field} must be a name of at most {max_length} characters."}
        )
        super().__init__(child=child, min_length=1, max_length=MOST_MEMBERS, **options)

    def to_internal_value(self, data: Any) -> list[str]:
        """Return the clean names."""
        if not isinstance(data, list):
            self.fail("invalid")
        names: list[str] = self.run_child_validation(data)
        return names


class NewLeagueSerializer(BodySerializer):
    """Name, venue and visibility of a league."""

    name = NameField()
    place = NameField(default="", allow_blank=True, help_text="Venue. Defaults to empty.")
    zone = TimeZoneField(help_text="Time zone of the venue, such as `Europe/Berlin`.")
    public = StrictBooleanField(default=False, help_text="Whether anyone can view the league. Defaults to false.")


class SecretSerializer(BodySerializer):
    """The secret of a link."""

    secret = StrictTextField(max_length=100, help_text="The part of the link after `/k/`.")


class NewMembersSerializer(BodySerializer):
    """Members to add."""

    names = NamesField()


class NewNameSerializer(BodySerializer):
    """A new name."""

    # Of a member, a place or an account. A field that only one of them has is for a subclass.
    name = NameField()


class MergeSerializer(BodySerializer):
    """The member to merge into."""

    into = IdField(help_text="The member whose name is kept.")


class InvitationSerializer(BodySerializer):
    """An office to invite someone to."""

    duty = StrictChoiceField(
        list(Duty.values), error_messages={"invalid": "duty must be organizer, referee or scorer."}
    )


class NewOrganizerSerializer(BodySerializer):
    """The league's new organizer."""

    account = IdField(help_text="Number of one of the `heirs`.")


class LeagueQuerySerializer(PageQuerySerializer):
    """Which leagues."""

    name = QueryTextField(required=False, help_text="Only leagues whose name contains this text.")
    mine = StrictChoiceField(
        ["true", "false"], required=False, help_text="`true`: only leagues in which the account has a role."
    )


class MemberQuerySerializer(PageQuerySerializer):
    """Which members."""

    name = QueryTextField(required=False, help_text="Only members whose name contains this text.")


class LinkQuerySerializer(PageQuerySerializer):
    """Which links."""

    opens = StrictChoiceField(list(LinkTarget.values), required=False, help_text="Only links that open this.")
