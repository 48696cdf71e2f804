"""The shapes of what is sent about seasons, for the schema only, as in ``games.api.asks``."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from games.api.reading import LONGEST_REASON
from games.api.season_fields import LARGEST_ID, MOST_IDS
from games.forms.script_form import LONGEST_SCRIPT
from games.models import Pairing, Verdict
from games.models.entry import MOST_ENTRIES
from games.rules.names import LONGEST
from games.rules.ruleset import presets
from games.rules.season import TIE_BREAKS, SeasonRules
from games.services.entrants import MOST_SEEDS
from games.services.penalties import MOST_POINTS

MOST_ROUNDS = 1_000
"""Rounds of which something is said in one request."""
_PARAMETERS = {f.name: f.metadata for f in fields(SeasonRules)}
_OVER_TEXT = "Parameter to value, laid over the preset."


def _choice(name: str, text: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(list(_PARAMETERS[name]["choices"]), required=False, help_text=text)


def _number(name: str, text: str) -> serializers.IntegerField:
    told = _PARAMETERS[name]
    return serializers.IntegerField(
        min_value=told["low"], max_value=told["high"], allow_null=told["null"], required=False, help_text=text
    )


def _id(text: str, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=LARGEST_ID, help_text=text, **more)


def _ids(text: str, **more: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID), max_length=MOST_IDS, help_text=text, **more
    )


def _reason(text: str, **more: Any) -> serializers.CharField:
    return serializers.CharField(max_length=LONGEST_REASON, help_text=text, **more)


def _why() -> serializers.CharField:
    return _reason("Why; everybody can read it beside the change.", required=False, allow_blank=True)


def _date(text: str, **more: Any) -> serializers.DateField:
    return serializers.DateField(help_text=text, **more)


def _time(text: str, **more: Any) -> serializers.RegexField:
    return serializers.RegexField(r"^([01][0-9]|2[0-3]):[0-5][0-9]$", help_text=text, **more)


class SeasonRulesAsk(serializers.Serializer):
    """The rules of a season itself; what is left out is as usual, or stays."""

    length = _choice("length", "What a match is: one game, several games, or so many rounds.")
    count = _number("count", "How many games or rounds; 1 for one game.")
    win = _number("win", "League points for a win.")
    draw = _number("draw", "For a draw.")
    loss = _number("loss", "For a loss.")
    bonus_shutout = _number("bonus_shutout", "Besides, for each shutout inflicted.")
    bonus_gin = _number("bonus_gin", "Besides, for each gin or big gin.")
    bonus_box_lead = _number("bonus_box_lead", "Besides, for each match led in boxes.")
    bye = _choice("bye", "Whose points a bye brings.")
    minimum = _number("minimum", "Matches it takes for a place.")
    best_nights = _number("best_nights", "How many of everybody's nights count; null: all.")
    order = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)),
        min_length=1,
        required=False,
        help_text="What the table goes by, then what breaks ties, each once; the lot last.",
    )
    confirmation = _choice("confirmation", "Who confirms a round: nobody, the opponent, or a referee.")
    strict = serializers.BooleanField(required=False, help_text="Whether nothing hints what could have been better.")


class ChangedSeason(serializers.Serializer):
    """What changes about a season; what is left out stays."""

    name = serializers.CharField(required=False, max_length=LONGEST)
    preset = serializers.ChoiceField(list(presets()), required=False, help_text="The rules of its games, by their id.")
    house_rules = serializers.DictField(required=False, help_text=_OVER_TEXT)
    rules_title = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST, help_text="What the house calls those rules."
    )
    rules = SeasonRulesAsk(required=False)
    pairing = serializers.ChoiceField(Pairing.values, required=False, help_text="How matches come about.")
    teams = serializers.BooleanField(required=False, help_text="Whether teams compete; false when left out.")


class NewSeasonRules(ChangedSeason):
    """Rules to change to."""

    reason = _why()


class NewSeason(ChangedSeason):
    """A season to begin."""

    name = serializers.CharField(max_length=LONGEST, help_text="What it is called.")
    preset = serializers.ChoiceField(list(presets()), help_text="The rules of its games: the id of a preset.")
    pairing = serializers.ChoiceField(Pairing.values, help_text="How matches come about.")


class Hiding(serializers.Serializer):
    """Until when the table is hidden."""

    until = serializers.DateTimeField(
        required=False, allow_null=True, help_text="A moment with its zone; without one, until somebody shows it."
    )


class NewPenalty(serializers.Serializer):
    """League points to take away."""

    entrant = _id("From whom.")
    points = serializers.IntegerField(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="How many; below 0 they are given. Not 0."
    )
    reason = _reason("Why; everybody can read it.")


class NewEntrants(serializers.Serializer):
    """Who is to compete: members, or where teams compete, a team."""

    members = _ids("Members of the league, in the order in which they enter.", required=False)
    team = serializers.CharField(required=False, max_length=LONGEST, help_text="The name of a new team.")


class Seed(serializers.Serializer):
    """How strong one is taken to be."""

    entrant = _id("Who.")
    seed = serializers.IntegerField(min_value=1, max_value=MOST_SEEDS, allow_null=True, help_text="1 is the best.")


class Seeds(serializers.Serializer):
    """Who is seeded; whoever is not named stays as he is."""

    seeds = Seed(many=True)


class NewTeamName(serializers.Serializer):
    """What a team is called."""

    name = serializers.CharField(max_length=LONGEST)


class Withdrawal(serializers.Serializer):
    """Somebody leaves."""

    annul = serializers.BooleanField(
        required=False, help_text="Whether what was played counts nothing any more. False when left out."
    )
    reason = _reason("Why.", required=False, allow_blank=True)


class NewMate(serializers.Serializer):
    """Somebody joins a team."""

    member = _id("The member.")
    on = _date("From which day on; today's in the league's room, or one that was.")


class Leaving(serializers.Serializer):
    """Somebody leaves his team."""

    on = _date("From which day on.")
    to = _id("The team that he joins instead.", required=False, allow_null=True)


class DrawPlan(serializers.Serializer):
    """When and where drawn matches are played."""

    first = _date("The first night; without one dates are left open.", required=False, allow_null=True)
    weeks = serializers.IntegerField(
        required=False, min_value=1, max_value=52, help_text="A night every so many weeks."
    )
    per_night = serializers.IntegerField(required=False, min_value=1, max_value=20, help_text="Rounds a night.")
    at = _time("When play begins.", required=False, allow_null=True)
    places = _ids("Places of the league's room, given out in turn; all where it is left out.", required=False)
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


class Script(serializers.Serializer):
    """Matches as the organiser writes them."""

    text = serializers.CharField(
        max_length=LONGEST_SCRIPT,
        help_text="A match a line, `Ann - Ben`. A line with a date, or a date and a time, is for those below it; a "
        "time before the names, and a place behind ` @ `, may stand in a line.",
    )


class Challenge(serializers.Serializer):
    """Who sits down in free play."""

    entrants = _ids("Two or more; the first deals first.", min_length=2)


class Rescheduling(serializers.Serializer):
    """When and where a match is; what is left out stays."""

    night = _date("The night; null: open.", required=False, allow_null=True)
    at = _time("When it begins; null: open.", required=False, allow_null=True)
    place = _id("A place of the league's room; null: any.", required=False, allow_null=True)
    reason = _why()


class MatchReason(serializers.Serializer):
    """Why."""

    reason = _why()


class Forfeit(serializers.Serializer):
    """Who did not come."""

    missing = _ids("The entrants that have lost by it.", min_length=1)
    reason = _why()


class SideLineUp(serializers.Serializer):
    """Who sits there for one side."""

    entrant = _id("The side.")
    members = _ids("Who plays for it: its own, or substitutes.", min_length=1)


class LineUp(serializers.Serializer):
    """Who plays."""

    sides = SideLineUp(many=True, help_text="Every side of the match.")


class SeenRound(serializers.Serializer):
    """A round of a match as it was seen."""

    game = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    round = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    revision = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES, help_text="Of the round, as it was seen.")


class NewCheck(serializers.Serializer):
    """What is said of rounds of a match."""

    verdict = serializers.ChoiceField(
        Verdict.values,
        help_text="Who plays says `confirmed` or `disputed`, a referee `approved` or `disputed`; `checked` is a tick.",
    )
    rounds = SeenRound(many=True, help_text=f"At most {MOST_ROUNDS}: all of them are checked, or none.")
    entrants = _ids("For which sides, where one program speaks for several; without, for one's own.", required=False)
    reason = _reason("What is wrong; a dispute needs one.", required=False, allow_blank=True)


class SeenRoundOfMatch(SeenRound):
    """A round of one of the season's matches as it was seen."""

    match = serializers.IntegerField(min_value=1, max_value=1_000_000, help_text="The match's number.")


class Ticks(serializers.Serializer):
    """Rounds that somebody looked at."""

    rounds = SeenRoundOfMatch(many=True, help_text=f"At most {MOST_ROUNDS}.")


class SheetText(serializers.Serializer):
    """A file with members or results."""

    text = serializers.CharField(
        help_text="CSV. With a column `name`, members; with `night`, `player 1`, `player 2`, `points 1`, `points 2` "
        "and perhaps boxes, gins, shutouts and `winner`, results: as the file of results has them."
    )


TAKEN = (
    *(SeasonRulesAsk, NewSeasonRules, ChangedSeason, NewSeason, Hiding, NewPenalty, NewEntrants, Seed, Seeds),
    *(NewTeamName, Withdrawal, NewMate, Leaving, DrawPlan, Script, Challenge, Rescheduling, MatchReason, Forfeit),
    *(SideLineUp, LineUp, SeenRound, NewCheck, SeenRoundOfMatch, Ticks, SheetText),
)
"""Every shape that is sent here; all of them refuse fields that they do not have."""
