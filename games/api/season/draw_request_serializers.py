"""The bodies of requests that make the matches of a season, or start the bracket after its groups."""

from typing import Final, get_args

from games.api.fields import (
    ExplainedNameField,
    IdField,
    IdListField,
    StrictBooleanField,
    StrictChoiceField,
    StrictDateField,
    StrictTextField,
    TimeOfDayField,
    WholeNumberField,
)
from games.api.serializers import BodySerializer, ObjectListSerializer
from games.forms.season.written_groups_form import MAX_TEXT_LENGTH as MAX_GROUPS_LENGTH
from games.forms.season.written_matches_form import MAX_TEXT_LENGTH
from games.models.season import BRACKETS, MOST_GROUPS
from games.rules.league.results import RequestedBye
from games.rules.league.season import Crossing
from games.selectors.season.group_stage import MOST_ADVANCING

_MOST_BYES: Final = 1_000
"""Requested byes of one draw: more than any season has entrants."""


class RequestedByeSerializer(BodySerializer):
    """A bye that an entrant asked for."""

    entrant = IdField(help_text="The entrant, who has not withdrawn.")
    bye = StrictChoiceField(list(RequestedBye), help_text="How it counts: `half` as a draw, `full` as a win.")


class DrawPlanSerializer(BodySerializer):
    """Dates and tables of drawn matches."""

    places = IdListField(required=False, help_text="Tables of the venue, used in turn. Defaults to all.")
    first = StrictDateField(
        required=False, allow_null=True, help_text="Date of the first night. Without it, matches have no dates."
    )
    weeks = WholeNumberField(required=False, min_value=1, max_value=52, help_text="Weeks between nights.")
    per_night = WholeNumberField(required=False, min_value=1, max_value=20, help_text="Rounds per night.")
    at = TimeOfDayField(required=False, allow_null=True, help_text="Start time.")
    groups = WholeNumberField(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=MOST_GROUPS,
        help_text="Number of groups, for `groups`. Null or missing keeps the groups there are, or makes some.",
    )
    written_groups = StrictTextField(
        required=False,
        max_length=MAX_GROUPS_LENGTH,
        help_text="Groups to draw in: one per line, with commas between the names.",
    )
    rounds = WholeNumberField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=200,
        help_text="Number of rounds in groups of three, or null for as many as needed.",
    )
    third_place = StrictBooleanField(
        required=False, help_text="Knockout, with or without consolation: add a match between the losing semifinalists."
    )
    again = StrictBooleanField(
        required=False,
        help_text=(
            "Swiss and brackets: draw the last round again, if none of its matches has started. Date, time, tables "
            "and choices that you leave out stay as they were."
        ),
    )
    accelerate = StrictBooleanField(
        required=False, help_text="Swiss: pair this round as if the top half of the seeds had one more win."
    )
    only_here = StrictBooleanField(
        required=False, help_text="Swiss: leave out entrants who aren't here tonight. They get no match, and no bye."
    )
    requested_byes = ObjectListSerializer(
        child=RequestedByeSerializer(),
        once_each=True,
        required=False,
        max_length=_MOST_BYES,
        help_text="Swiss: byes that entrants asked for in this round. They get no match.",
    )


class QualificationSerializer(BodySerializer):
    """Who goes on from the groups to the bracket."""

    advance = WholeNumberField(min_value=1, max_value=MOST_ADVANCING, help_text="How many go on from each group.")
    best_next = WholeNumberField(
        required=False,
        min_value=0,
        max_value=MOST_GROUPS,
        help_text="How many of those in the next place, the best of all groups. Defaults to none.",
    )


class FinalStageSerializer(QualificationSerializer):
    """A bracket after the groups."""

    name = ExplainedNameField(help_text="Name of the new season.")
    pairing = StrictChoiceField(sorted(BRACKETS), help_text="Format of the bracket.")
    crossing = StrictChoiceField(
        get_args(Crossing),
        required=False,
        help_text="Where losers enter the losers' bracket in double elimination. Defaults to the rules of the groups.",
    )


class ScriptSerializer(BodySerializer):
    """Matches written by hand."""

    text = StrictTextField(
        max_length=MAX_TEXT_LENGTH,
        help_text="One match per line, `Ann - Ben`. A line with a date, or date and time, applies to the "
        "lines below it, and so does `Round 3`. A line may have a time before the names and a table after ` @ `. "
        "A bye in a round is `Ann - bye`, or, if requested, `Ann - half bye` or `Ann - full bye`.",
    )
