"""Serializers of the entrants of a season and of the players of teams."""

from typing import Any, ClassVar

from rest_framework import serializers

from games.api.fields import (
    MAX_IDS,
    ExplainedNameField,
    IdField,
    IdListField,
    ReasonField,
    StrictBooleanField,
    StrictChoiceField,
    StrictDateField,
    WholeNumberField,
)
from games.api.parsing import InvalidFieldsError
from games.api.season.season_response_serializers import EntrantNameField
from games.api.serializers import BodySerializer, ObjectListSerializer
from games.models import Entrant, Teammate
from games.models.season import LARGEST_HANDICAP
from games.selectors.season.seed_orders import SeedSource
from games.services.season.entrants import MOST_SEEDS


class MateSerializer(serializers.ModelSerializer):
    """A member's time on a team."""

    name = serializers.CharField(source="member.name")

    class Meta:
        model = Teammate
        fields = ("id", "member", "name", "joined_on", "left_on")
        read_only_fields = fields
        extra_kwargs: ClassVar = {"left_on": {"help_text": "When the member left the team, or null."}}


class EntrantSerializer(serializers.ModelSerializer):
    """An entrant: a member or a team."""

    name = EntrantNameField(source="*", read_only=True, help_text="Name of the member or the team.")
    matches = serializers.IntegerField(help_text="Number of the entrant's matches, in any state.")
    left = serializers.IntegerField(help_text="Number of matches still to be played.")
    mates = MateSerializer(source="teammates", many=True, help_text="For a team: its current and former players.")

    class Meta:
        model = Entrant
        fields = (
            "id",
            "name",
            "member",
            "seed",
            "group",
            "handicap",
            "joined_on",
            "withdrawn_on",
            "matches",
            "left",
            "mates",
        )
        read_only_fields = fields
        extra_kwargs: ClassVar = {
            "id": {"help_text": "Entrant `id`, unique in this season."},
            "member": {"help_text": "The member, or null for a team."},
            "seed": {"help_text": "Seed, with 1 for the best, or null."},
            "group": {"help_text": "Group, with 1 for A, or null."},
            "handicap": {"help_text": "Points that the entrant starts each new game with."},
            "withdrawn_on": {"help_text": "Date of withdrawal, or null."},
        }


class EntrantsSerializer(serializers.Serializer):
    """All entrants of the season."""

    season = serializers.CharField()
    revision = serializers.IntegerField()
    entrants = EntrantSerializer(many=True, help_text="Entrants, in order of entry.")


class NewEntrantsSerializer(BodySerializer):
    """New entrants: members, or a team in a team season."""

    members = IdListField(required=False, help_text="Members of the league, in order of entry.")
    team = ExplainedNameField(required=False, help_text="Name of a new team.")


class SeedSerializer(BodySerializer):
    """The seed of one entrant."""

    entrant = IdField(help_text="Who.")
    seed = WholeNumberField(min_value=1, max_value=MOST_SEEDS, allow_null=True, help_text="Seed, with 1 for the best.")


class SeedsSerializer(BodySerializer):
    """The entrants' seeds, or what to base all of them on. Entrants not named in `seeds` keep theirs."""

    seeds = ObjectListSerializer(child=SeedSerializer(), max_length=MAX_IDS, once_each=True, required=False)
    by = StrictChoiceField(
        list(SeedSource),
        required=False,
        help_text="Instead of `seeds`: order all entrants by rating, or by the previous season's standings.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values. Raises InvalidFieldsError for a seed that is there twice."""
        if ("seeds" in attrs) == ("by" in attrs):
            raise InvalidFieldsError({"seeds": "seeds or by is required, but not both."})
        if "by" in attrs:
            return attrs
        seeds = [entry["seed"] for entry in attrs["seeds"] if entry["seed"] is not None]
        if len(set(seeds)) < len(seeds):
            raise InvalidFieldsError({"seeds": "Each seed must belong to one entrant."})
        return attrs


class NewTeamNameSerializer(BodySerializer):
    """A team's name."""

    name = ExplainedNameField()


class HandicapSerializer(BodySerializer):
    """The handicap of one entrant."""

    entrant = IdField(help_text="Who.")
    handicap = WholeNumberField(
        min_value=0,
        max_value=LARGEST_HANDICAP,
        help_text="Points to start each game with: below the target, and 0 where the rules have columns.",
    )


class HandicapsSerializer(BodySerializer):
    """The entrants' handicaps. Entrants not named keep theirs."""

    handicaps = ObjectListSerializer(child=HandicapSerializer(), max_length=MAX_IDS, once_each=True)


class WithdrawalSerializer(BodySerializer):
    """A withdrawal."""

    annul = StrictBooleanField(default=False, help_text="Whether to discard past results. Defaults to false.")
    reason = ReasonField(default="", allow_blank=True, help_text="Why.")


class NewMateSerializer(BodySerializer):
    """A new member of a team."""

    on = StrictDateField(source="day", help_text="Start date: today at the venue, or earlier.")
    member = IdField(source="member_id", help_text="The member.")


class LeavingSerializer(BodySerializer):
    """A member leaving a team."""

    on = StrictDateField(source="day", help_text="Date of the change: today at the venue, or earlier.")
    to = IdField(source="new_team_id", default=None, allow_null=True, help_text="The member's new team.")
