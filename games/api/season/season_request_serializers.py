"""Serializers of the request bodies about seasons and their matches.

They only describe the requests in the OpenAPI schema. The views read the bodies themselves (``games.api.parsing``).
"""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from games.api.parsing import MAX_REASON_LENGTH
from games.api.season.season_fields import MAX_ID, MAX_IDS
from games.forms.season.written_matches_form import MAX_TEXT_LENGTH
from games.models import Pairing, Verdict
from games.models.entry import MOST_ENTRIES
from games.rules.league.season import TIE_BREAKS, SeasonRules
from games.rules.names import MAX_NAME_LENGTH
from games.rules.ruleset import presets
from games.services.season.entrants import MOST_SEEDS
from games.services.season.penalties import MOST_POINTS

MAX_ROUNDS = 1_000
"""How many rounds a request may check."""
_PARAMETERS = {f.name: f.metadata for f in fields(SeasonRules)}
_HOUSE_RULES_TEXT = "Parameter to value, laid over the preset."


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


def _id_field(text: str, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=MAX_ID, help_text=text, **options)


def _ids_field(text: str, **options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_ID), max_length=MAX_IDS, help_text=text, **options
    )


def _reason_field(text: str, **options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=MAX_REASON_LENGTH, help_text=text, **options)


def _optional_reason_field() -> serializers.CharField:
    return _reason_field("Why; everybody can read it beside the change.", required=False, allow_blank=True)


def _date_field(text: str, **options: Any) -> serializers.DateField:
    return serializers.DateField(help_text=text, **options)


def _time_field(text: str, **options: Any) -> serializers.RegexField:
    return serializers.RegexField(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", help_text=text, **options)


class SeasonRulesAskSerializer(serializers.Serializer):
    """The rules of a season itself; what is left out is as usual, or stays."""

    length = _choice_field("length", "What a match is: one game, several games, or so many rounds.")
    count = _number_field("count", "How many games or rounds; 1 for one game.")
    win = _number_field("win", "League points for a win.")
    draw = _number_field("draw", "For a draw.")
    loss = _number_field("loss", "For a loss.")
    bonus_shutout = _number_field("bonus_shutout", "Besides, for each shutout inflicted.")
    bonus_gin = _number_field("bonus_gin", "Besides, for each gin or big gin.")
    bonus_box_lead = _number_field("bonus_box_lead", "Besides, for each match led in boxes.")
    bye = _choice_field("bye", "Whose points a bye brings.")
    minimum = _number_field("minimum", "Matches it takes for a place.")
    best_nights = _number_field("best_nights", "How many of everybody's nights count; null: all.")
    order = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)),
        min_length=1,
        required=False,
        help_text="What the table goes by, then what breaks ties, each once; the lot last.",
    )
    confirmation = _choice_field("confirmation", "Who confirms a round: nobody, the opponent, or a referee.")
    strict = serializers.BooleanField(required=False, help_text="Whether nothing hints what could have been better.")


class ChangedSeasonSerializer(serializers.Serializer):
    """What changes about a season; what is left out stays."""

    name = serializers.CharField(required=False, max_length=MAX_NAME_LENGTH)
    preset = serializers.ChoiceField(list(presets()), required=False, help_text="The rules of its games, by their id.")
    house_rules = serializers.DictField(required=False, help_text=_HOUSE_RULES_TEXT)
    rules_title = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_NAME_LENGTH, help_text="What the house calls those rules."
    )
    rules = SeasonRulesAskSerializer(required=False)
    pairing = serializers.ChoiceField(Pairing.values, required=False, help_text="How matches come about.")
    teams = serializers.BooleanField(required=False, help_text="Whether teams compete; false when left out.")


class NewSeasonRulesSerializer(ChangedSeasonSerializer):
    """Rules to change to."""

    reason = _optional_reason_field()


class NewSeasonSerializer(ChangedSeasonSerializer):
    """A season to begin."""

    name = serializers.CharField(max_length=MAX_NAME_LENGTH, help_text="What it is called.")
    preset = serializers.ChoiceField(list(presets()), help_text="The rules of its games: the id of a preset.")
    pairing = serializers.ChoiceField(Pairing.values, help_text="How matches come about.")


class HidingSerializer(serializers.Serializer):
    """Until when the table is hidden."""

    until = serializers.DateTimeField(
        required=False, allow_null=True, help_text="A moment with its zone; without one, until somebody shows it."
    )


class NewPenaltySerializer(serializers.Serializer):
    """League points to take away."""

    entrant = _id_field("From whom.")
    points = serializers.IntegerField(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="How many; below 0 they are given. Not 0."
    )
    reason = _reason_field("Why; everybody can read it.")


class NewEntrantsSerializer(serializers.Serializer):
    """Who is to compete: members, or where teams compete, a team."""

    members = _ids_field("Members of the league, in the order in which they enter.", required=False)
    team = serializers.CharField(required=False, max_length=MAX_NAME_LENGTH, help_text="The name of a new team.")


class SeedSerializer(serializers.Serializer):
    """How strong one is taken to be."""

    entrant = _id_field("Who.")
    seed = serializers.IntegerField(min_value=1, max_value=MOST_SEEDS, allow_null=True, help_text="1 is the best.")


class SeedsSerializer(serializers.Serializer):
    """Who is seeded; whoever is not named stays as he is."""

    seeds = SeedSerializer(many=True)


class NewTeamNameSerializer(serializers.Serializer):
    """What a team is called."""

    name = serializers.CharField(max_length=MAX_NAME_LENGTH)


class WithdrawalSerializer(serializers.Serializer):
    """Somebody leaves."""

    annul = serializers.BooleanField(
        required=False, help_text="Whether what was played counts nothing any more. False when left out."
    )
    reason = _reason_field("Why.", required=False, allow_blank=True)


class NewMateSerializer(serializers.Serializer):
    """Somebody joins a team."""

    member = _id_field("The member.")
    on = _date_field("From which day on; today's in the league's room, or one that was.")


class LeavingSerializer(serializers.Serializer):
    """Somebody leaves his team."""

    on = _date_field("From which day on.")
    to = _id_field("The team that he joins instead.", required=False, allow_null=True)


class DrawPlanSerializer(serializers.Serializer):
    """When and where drawn matches are played."""

    first = _date_field("The first night; without one dates are left open.", required=False, allow_null=True)
    weeks = serializers.IntegerField(
        required=False, min_value=1, max_value=52, help_text="A night every so many weeks."
    )
    per_night = serializers.IntegerField(required=False, min_value=1, max_value=20, help_text="Rounds a night.")
    at = _time_field("When play begins.", required=False, allow_null=True)
    places = _ids_field("Places of the league's room, given out in turn; all where it is left out.", required=False)
    rounds = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=200,
        help_text="Rounds of threes; null: all that it takes.",
    )
    third_place = serializers.BooleanField(required=False, help_text="Knock-out: the losers of the last four meet.")
    again = serializers.BooleanField(
        required=False, help_text="Swiss and knock-out: draw the last round anew, if none of it was begun."
    )


class ScriptSerializer(serializers.Serializer):
    """Matches as the organiser writes them."""

    text = serializers.CharField(
        max_length=MAX_TEXT_LENGTH,
        help_text="A match a line, `Ann - Ben`. A line with a date, or a date and a time, is for those below it; a "
        "time before the names, and a place behind ` @ `, may stand in a line.",
    )


class ChallengeSerializer(serializers.Serializer):
    """Who sits down in free play."""

    entrants = _ids_field("Two or more; the first deals first.", min_length=2)


class ReschedulingSerializer(serializers.Serializer):
    """When and where a match is; what is left out stays."""

    night = _date_field("The night; null: open.", required=False, allow_null=True)
    at = _time_field("When it begins; null: open.", required=False, allow_null=True)
    place = _id_field("A place of the league's room; null: any.", required=False, allow_null=True)
    reason = _optional_reason_field()


class MatchReasonSerializer(serializers.Serializer):
    """Why."""

    reason = _optional_reason_field()


class ForfeitSerializer(serializers.Serializer):
    """Who did not come."""

    missing = _ids_field("The entrants that have lost by it.", min_length=1)
    reason = _optional_reason_field()


class SideLineUpSerializer(serializers.Serializer):
    """Who sits there for one side."""

    entrant = _id_field("The side.")
    members = _ids_field("Who plays for it: its own, or substitutes.", min_length=1)


class LineUpSerializer(serializers.Serializer):
    """Who plays."""

    sides = SideLineUpSerializer(many=True, help_text="Every side of the match.")


class SeenRoundSerializer(serializers.Serializer):
    """A round of a match as it was seen."""

    game = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    round = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    revision = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES, help_text="Of the round, as it was seen.")


class NewCheckSerializer(serializers.Serializer):
    """What is said of rounds of a match."""

    verdict = serializers.ChoiceField(
        Verdict.values,
        help_text="Who plays says `confirmed` or `disputed`, a referee `approved` or `disputed`; `checked` is a tick.",
    )
    rounds = SeenRoundSerializer(many=True, help_text=f"At most {MAX_ROUNDS}: all of them are checked, or none.")
    entrants = _ids_field(
        "For which sides, where one program speaks for several; without, for one's own.", required=False
    )
    reason = _reason_field("What is wrong; a dispute needs one.", required=False, allow_blank=True)


class SeenRoundOfMatchSerializer(SeenRoundSerializer):
    """A round of one of the season's matches as it was seen."""

    match = serializers.IntegerField(min_value=1, max_value=1_000_000, help_text="The match's number.")


class TicksSerializer(serializers.Serializer):
    """Rounds that somebody looked at."""

    rounds = SeenRoundOfMatchSerializer(many=True, help_text=f"At most {MAX_ROUNDS}.")


class SheetTextSerializer(serializers.Serializer):
    """A file with members or results."""

    text = serializers.CharField(
        help_text="CSV. With a column `name`, members; with `night`, `player 1`, `player 2`, `points 1`, `points 2` "
        "and perhaps boxes, gins, shutouts and `winner`, results: as the file of results has them."
    )


REQUEST_SERIALIZERS = (
    *(
        SeasonRulesAskSerializer,
        NewSeasonRulesSerializer,
        ChangedSeasonSerializer,
        NewSeasonSerializer,
        HidingSerializer,
        NewPenaltySerializer,
        NewEntrantsSerializer,
        SeedSerializer,
        SeedsSerializer,
    ),
    *(
        NewTeamNameSerializer,
        WithdrawalSerializer,
        NewMateSerializer,
        LeavingSerializer,
        DrawPlanSerializer,
        ScriptSerializer,
        ChallengeSerializer,
        ReschedulingSerializer,
        MatchReasonSerializer,
        ForfeitSerializer,
    ),
    *(
        SideLineUpSerializer,
        LineUpSerializer,
        SeenRoundSerializer,
        NewCheckSerializer,
        SeenRoundOfMatchSerializer,
        TicksSerializer,
        SheetTextSerializer,
    ),
)
"""Every serializer of this module; the schema says of each that it takes no further fields."""
