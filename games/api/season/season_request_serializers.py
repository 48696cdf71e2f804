"""Serializers of the request bodies about seasons and their matches."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from games.api.fields import (
    MAX_ID,
    ExplainedNameField,
    IdField,
    IdListField,
    MomentField,
    ObjectField,
    PresetField,
    QueryDateField,
    QueryNumberField,
    ReasonField,
    StrictBooleanField,
    StrictChoiceField,
    StrictDateField,
    StrictTextField,
    TimeOfDayField,
    WholeNumberField,
)
from games.api.parsing import MAX_NUMBER, InvalidFieldsError
from games.api.serializers import BodySerializer, ObjectListSerializer, PageQuerySerializer, QuerySerializer
from games.forms.season.csv_cells import DATE_ORDERS
from games.models import MatchState, Pairing, Verdict
from games.models.entry import MOST_ENTRIES
from games.models.season import LARGEST_NUMBER
from games.rules.league.season import TIE_BREAKS, SeasonRules
from games.services.season.penalties import MOST_POINTS
from games.wording.season.match import reason_required_text

Values = dict[str, Any]
_MAX_SIDES = 8
_MAX_ROUNDS = 1_000
"""How many rounds a request may check."""
_PARAMETERS = {f.name: f.metadata for f in fields(SeasonRules)}


def _choice_field(name: str, text: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(list(_PARAMETERS[name]["choices"]), required=False, help_text=text)


def _number_field(name: str, text: str) -> serializers.IntegerField:
    parameter = _PARAMETERS[name]
    return serializers.IntegerField(
        min_value=parameter["low"],
        max_value=parameter["high"],
        allow_null=parameter["null"],
        required=False,
        help_text=text,
    )


def _optional_reason_field() -> ReasonField:
    return ReasonField(default="", allow_blank=True, help_text="Reason, visible to everyone beside the change.")


class SeasonRulesAskSerializer(BodySerializer):
    """The season's own rules. Anything left out gets its default or stays the same."""

    length = _choice_field("length", "Length of a match: one game, several games, or a number of rounds.")
    count = _number_field("count", "Number of games or rounds. Use 1 for one game.")
    win = _number_field("win", "League points for a win.")
    draw = _number_field("draw", "League points for a draw.")
    loss = _number_field("loss", "League points for a loss.")
    bonus_shutout = _number_field("bonus_shutout", "Bonus for each shutout.")
    bonus_gin = _number_field("bonus_gin", "Bonus for each gin or big gin.")
    bonus_box_lead = _number_field("bonus_box_lead", "Bonus for each match with more boxes.")
    bye = _choice_field("bye", "How a bye counts: as a win, as a draw, or for nothing.")
    minimum = _number_field("minimum", "Number of matches needed for a rank.")
    best_nights = _number_field("best_nights", "How many of each entrant's best nights count, or null for all.")
    order = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)),
        min_length=1,
        required=False,
        help_text=(
            "Ranking criteria, then tie-breakers, each once. Drawing lots comes last. Defaults to the usual order for "
            "the format."
        ),
    )
    confirmation = _choice_field("confirmation", "Who confirms a round: nobody, the opponent, or a referee.")
    strict = serializers.BooleanField(required=False, help_text="Hide hints about better plays.")
    unplayed = _choice_field("unplayed", "What a round without a match counts as in Buchholz and Sonneborn-Berger.")
    running = _choice_field("running", "When a match being played counts. Defaults to `when_over` in a new season.")
    match_end = _choice_field(
        "match_end",
        "When a match of several games ends: after all of them, or once nobody can catch up (best of `count`). "
        "Defaults to `when_decided` in a new season with a bracket.",
    )
    crossing = _choice_field(
        "crossing",
        "Where losers enter the losers' bracket of a double elimination: crossed over each round or every other "
        "round. It can change until the second round is drawn.",
    )
    walkover = _number_field(
        "walkover",
        "Game points for winning without a match: by a forfeit, or a bye. A bye that counts as a draw scores half.",
    )


class ChangedSeasonSerializer(BodySerializer):
    """Changes to a season. Anything left out stays the same."""

    # A new field also goes into ``new_rules`` and ``NewRules``, which beginning and changing a season have in common,
    # and into the answers: SeasonSerializer and SeasonRulesSerializer.

    read_elsewhere = ("rules",)
    preset = PresetField(required=False, help_text="Preset `id` of the season's rules.")
    house_rules = ObjectField(required=False, help_text="Parameters that override the preset, by name.")
    pairing = StrictChoiceField(Pairing.values, required=False, help_text="How matches are made.")
    teams = StrictBooleanField(required=False, help_text="Whether teams compete. Defaults to false.")
    name = ExplainedNameField(required=False)
    rules_title = ExplainedNameField(required=False, allow_blank=True, help_text="Local name of the rules.")
    rules = SeasonRulesAskSerializer(required=False)


class NewSeasonRulesSerializer(ChangedSeasonSerializer):
    """The new rules."""

    reason = _optional_reason_field()


class NewSeasonSerializer(ChangedSeasonSerializer):
    """A new season."""

    name = ExplainedNameField(help_text="Name of the season.")
    preset = PresetField(help_text="Preset `id` of the season's rules.")
    pairing = StrictChoiceField(Pairing.values, help_text="How matches are made.")


class HidingSerializer(BodySerializer):
    """When hidden standings appear."""

    until = MomentField(
        required=False,
        allow_null=True,
        help_text="Date and time with time zone. Without it, the standings stay hidden until someone shows them.",
    )


class NewPenaltySerializer(BodySerializer):
    """League points to deduct."""

    points = WholeNumberField(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="Points to deduct. Negative to award points, never 0."
    )
    reason = ReasonField(help_text="Reason, visible to everyone.")
    entrant = IdField(source="entrant_id", help_text="The entrant concerned.")

    def validate(self, attrs: Values) -> Values:
        """Return the values. Raises InvalidFieldsError without points or a reason."""
        if not attrs["points"]:
            raise InvalidFieldsError({"points": "points must not be 0."})
        if not attrs["reason"]:
            raise InvalidFieldsError({"reason": "reason must not be empty: everyone can read it."})
        return attrs


class ChallengeSerializer(BodySerializer):
    """The entrants of a match in free play."""

    entrants = IdListField(min_length=2, help_text="At least two entrants. The first deals first.")


class ReschedulingSerializer(BodySerializer):
    """The new date and table of a match. Anything left out stays the same."""

    night = StrictDateField(required=False, allow_null=True, help_text="Date, or null to leave it open.")
    at = TimeOfDayField(required=False, allow_null=True, help_text="Start time, or null to leave it open.")
    place = IdField(required=False, allow_null=True, help_text="Table of the venue, or null for any.")
    reason = _optional_reason_field()


class MatchReasonSerializer(BodySerializer):
    """The reason."""

    reason = _optional_reason_field()


class PairDecisionSerializer(BodySerializer):
    """What to do with a match that should have other players by now."""

    decision = StrictChoiceField(
        ["put_in", "draw_again", "play_on", "replay"],
        help_text=(
            "`put_in`: put in the right players, if the match hasn't started. `draw_again`: the same, but a match "
            "that has started is canceled and drawn again. `play_on`: play the match as drawn. `replay`: draw an "
            "undecided match again."
        ),
    )


class ForfeitSerializer(BodySerializer):
    """The sides that didn't show up."""

    missing = IdListField(min_length=1, help_text="Entrants that lose the match by forfeit.")
    reason = _optional_reason_field()


class SideLineUpSerializer(BodySerializer):
    """The players of one side."""

    entrant = IdField(help_text="The side.")
    members = IdListField(min_length=1, help_text="Its players or substitutes.")


class LineUpSerializer(BodySerializer):
    """The players of a match."""

    sides = ObjectListSerializer(
        child=SideLineUpSerializer(), max_length=_MAX_SIDES, help_text="All sides of the match."
    )


class SeenRoundSerializer(BodySerializer):
    """A round of a match at the revision you read."""

    game = WholeNumberField(min_value=1, max_value=MOST_ENTRIES)
    round = WholeNumberField(min_value=1, max_value=MOST_ENTRIES)
    revision = WholeNumberField(min_value=1, max_value=MOST_ENTRIES, help_text="Revision of the round that you read.")


class NewCheckSerializer(BodySerializer):
    """A verdict on rounds of a match."""

    verdict = StrictChoiceField(
        Verdict.values,
        help_text="Players send `confirmed` or `disputed`, referees `approved` or `disputed`. `checked` is a tick.",
    )
    rounds = ObjectListSerializer(
        child=SeenRoundSerializer(),
        max_length=_MAX_ROUNDS,
        help_text=f"Up to {_MAX_ROUNDS} rounds. Either all are saved or none.",
    )
    entrants = IdListField(
        required=False, help_text="The sides a program speaks for, if there are several. Defaults to the token's own."
    )
    reason = ReasonField(required=False, allow_blank=True, help_text="The problem. Required for a dispute.")

    def validate(self, attrs: Values) -> Values:
        """Return the values. Raises InvalidFieldsError without a round, and for a dispute without a reason."""
        if not attrs["rounds"]:
            raise InvalidFieldsError({"rounds": "rounds must contain at least one round."})
        if attrs["verdict"] == Verdict.DISPUTED and not attrs.get("reason"):
            raise InvalidFieldsError({"reason": reason_required_text()})
        return attrs


class SeenRoundOfMatchSerializer(SeenRoundSerializer):
    """A round of one of the season's matches at the revision you read."""

    match = WholeNumberField(min_value=1, max_value=LARGEST_NUMBER, help_text="The match's number.")


class TicksSerializer(BodySerializer):
    """Rounds that have been checked."""

    rounds = ObjectListSerializer(
        child=SeenRoundOfMatchSerializer(), max_length=_MAX_ROUNDS, help_text=f"Up to {_MAX_ROUNDS} rounds."
    )


class ImportAnswersSerializer(BodySerializer):
    """How a file is read: its dates, and which of its doubtful lines count."""

    dates = StrictChoiceField(
        DATE_ORDERS,
        required=False,
        help_text=(
            "Which comes first in dates like 3/11/2026: the day (`dmy`) or the month (`mdy`). Required if the file "
            "doesn't make it clear."
        ),
    )
    further = IdListField(
        required=False, help_text="The lines in `doubtful` that are right as they are. They're imported, too."
    )


class SheetTextSerializer(ImportAnswersSerializer):
    """A file with members or results."""

    text = StrictTextField(
        error_messages={"invalid": "{field} must be text."},
        help_text="CSV. Members need a column `name`. Results need `night`, `player 1`, `player 2`, `points 1` and "
        "`points 2`. Boxes, gins, shutouts and `winner` are optional. The exported results have the same "
        "format.",
    )

    def validate(self, attrs: Values) -> Values:
        """Return the values. Raises InvalidFieldsError for a text that can't be stored."""
        if "\x00" in attrs["text"]:
            raise InvalidFieldsError({"text": "text must be text."})
        return attrs


# --- Queries ----------------------------------------------------------------------------------------------------------


class MatchQuerySerializer(PageQuerySerializer):
    """Which matches: each parameter filters by the field of a match that is its name, or its ``source``."""

    night = QueryDateField(required=False, help_text="Only matches on this date.")
    round = QueryNumberField(
        required=False, min_value=1, max_value=MAX_NUMBER, help_text="Only matches of this round of the draw."
    )
    entrant = QueryNumberField(
        source="sides__entrant",
        required=False,
        min_value=1,
        max_value=MAX_ID,
        help_text="Only matches of this entrant.",
    )
    place = QueryNumberField(
        required=False, min_value=1, max_value=MAX_ID, help_text="Only matches at this table in the venue."
    )
    state = StrictChoiceField(list(MatchState.values), required=False, help_text="Only matches in this state.")


class CheckQuerySerializer(QuerySerializer):
    """Which rounds to check."""

    night = QueryDateField(required=False, help_text="The night for `unticked`, by date.")


class StandingsQuerySerializer(QuerySerializer):
    """Which standings."""

    on = QueryDateField(required=False, help_text="Standings after this date. Defaults to now.")
