"""Serializers of the request bodies about tables, games and rounds."""

from typing import Any

from rest_framework import serializers

from games.api.fields import (
    NameField,
    ObjectField,
    PresetField,
    QueryNumberField,
    ReasonField,
    StrictBooleanField,
    StrictChoiceField,
    StrictListField,
    StrictTextField,
    WholeNumberField,
)
from games.api.parsing import MAX_NUMBER, InvalidFieldsError
from games.api.serializers import BodySerializer, QuerySerializer
from games.evaluate.declaration_json import EVALUATE_ENDINGS, ROUND_FIELDS
from games.evaluate.engine import QUESTION_KINDS
from games.forms.table.start_form import name_faults
from games.rules.declaration import Ending
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.rules.notation import MOST_CHARACTERS
from games.rules.stakes import MAX_STAKE

MAX_NAMES = 12
"""The most names that are accepted; the rules say how many may play."""
NOT_TWO_PLAYERS = "players must name two of the table's players."
_HAND_TEXT = "`declared` and, unless the round was dead, `ender` and `deadwood_after_layoffs`."
_DEADWOOD_TEXT = "Deadwood of every player after layoffs, by name: 0 for gin. Required unless the round was dead."


class QuestionSerializer(BodySerializer):
    """A question about the rules. Its other fields depend on its kind."""

    id = serializers.JSONField(required=False, help_text="Text, number or null. Returned unchanged.")
    kind = serializers.ChoiceField(list(QUESTION_KINDS))
    preset = serializers.CharField(help_text="The rules to use.")
    house_rules = serializers.DictField(required=False, help_text="Parameters that override the preset, by name.")
    card = serializers.CharField(
        required=False, help_text="knock_limit: the upcard or knock card. layoff: the card to lay off."
    )
    cards = serializers.CharField(
        required=False,
        help_text="meld, min_deadwood, ender_arrangement: cards separated by spaces, `7s 8s 9s`. A wild may state its "
        "value, `W2=7`. With `knocker_melds`, only wilds in those melds may.",
    )
    discard = serializers.BooleanField(required=False, help_text="min_deadwood: discard the best card first.")
    knocker_melds = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="min_deadwood: melds to lay off on. A wild may state its value, `W2=7`.",
    )
    ender_went_gin = serializers.BooleanField(required=False, help_text="min_deadwood, layoff: defaults to false.")
    onto = serializers.CharField(required=False, help_text="layoff: the ender's meld.")
    players = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="round, game, hollywood, rotation: players in seat order, or the two sides in team games.",
    )
    ender = serializers.CharField(
        required=False, allow_null=True, help_text="round: the player who knocked or went gin."
    )
    declared = serializers.ChoiceField(
        [e.value for e in EVALUATE_ENDINGS], required=False, help_text="round: how the round ended."
    )
    upcard = serializers.CharField(required=False, help_text="round: the upcard, if the rules use it.")
    knock_card = serializers.CharField(required=False, help_text="round: the knock card, if the rules use it.")
    deadwood_after_layoffs = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="round: deadwood of every player, by name."
    )
    hands = serializers.JSONField(
        required=False,
        help_text="round: each player's `cards`, `melds` and the ender's `discard`, by name. game: a list of "
        "hands, with facts (event, ender, deadwood, kcard, active) or results (winner, points, boxes).",
    )
    layoffs = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="round: layoffs in order, each with `player`, `card` and `onto`, the index of the ender's "
        "meld from 0.",
    )
    entries = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="hollywood: results, each with `winner`, `points` and `boxes`.",
    )
    tables = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="team_round: hands, each with `team`, `vs`, `player`, `points`.",
    )
    inputs = serializers.DictField(required=False, help_text="settlement: scores to settle.")
    count = serializers.IntegerField(required=False, help_text="rotation: number of deals to list.")
    winners = serializers.ListField(
        child=serializers.CharField(allow_null=True), required=False, help_text="rotation: winner of each deal so far."
    )


class NewTableSerializer(BodySerializer):
    """A new table."""

    read_elsewhere = ("players", "name")
    players = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME_LENGTH),
        help_text="Player names in seat order. The first player deals first.",
    )
    preset = PresetField(help_text="Preset `id` of the rules.")
    house_rules = ObjectField(required=False, help_text="Parameters that override the preset, by name.")
    name = serializers.CharField(required=False, max_length=MAX_NAME_LENGTH, help_text="Table name.")
    strict = StrictBooleanField(required=False, help_text="Hide hints about better plays. Defaults to false.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Clean all names, so that everything wrong with them is refused at once."""
        errors: dict[str, str] = {}
        players, title, names = attrs["players"], attrs.get("name", ""), list[str]()
        if not isinstance(players, list) or len(players) > MAX_NAMES or not all(isinstance(p, str) for p in players):
            errors["players"] = f"players must be a list of at most {MAX_NAMES} names."
        else:
            names, name_errors = name_faults(players)
            errors |= {f"players[{index}]": text for index, text in name_errors.items()}
        try:
            title = clean_name(title) if title != "" else ""
        except (InvalidNameError, AttributeError, TypeError):
            errors["name"] = f"name must be a name of at most {MAX_NAME_LENGTH} characters."
        if errors:
            raise InvalidFieldsError(errors)
        return attrs | {"players": names, "name": title}


class NewStrictSerializer(BodySerializer):
    """Whether hints about better plays are hidden."""

    strict = StrictBooleanField()


class NotationSerializer(BodySerializer):
    """Games to import as a table."""

    text = StrictTextField(
        max_length=MOST_CHARACTERS,
        error_messages={"invalid": "text must be text."},
        help_text="One or more games in Gin notation. Later games may have other players.",
    )


class HandSerializer(BodySerializer):
    """One of the hands that two teams play at the same time."""

    declared = serializers.ChoiceField(
        [e.value for e in Ending if e is not Ending.MISDEAL], help_text="How the hand ended."
    )
    ender = serializers.CharField(required=False, allow_null=True, help_text="Player who knocked or went gin.")
    deadwood_after_layoffs = serializers.DictField(
        child=serializers.IntegerField(min_value=0), required=False, allow_null=True, help_text=_DEADWOOD_TEXT
    )
    players = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Player of the hand. Optional, except for a dead hand.",
    )


class ShownHandSerializer(BodySerializer):
    """A hand entered card by card."""

    cards = serializers.CharField(
        help_text="The hand without the ender's last discard, separated by spaces: `7s 8s 9s Kd`."
    )
    melds = serializers.ListField(
        child=serializers.CharField(), help_text="Declared melds. Other cards are deadwood or layoffs."
    )
    discard = serializers.CharField(required=False, allow_null=True, help_text="The ender's last discard, if known.")


class LayoffSerializer(BodySerializer):
    """A card laid off on one of the ender's melds."""

    player = serializers.CharField(help_text="Player who laid off the card.")
    card = serializers.CharField(help_text="The card.")
    onto = serializers.IntegerField(min_value=0, help_text="Index of the ender's meld, from 0.")


def _number_field(text: str, **options: Any) -> WholeNumberField:
    return WholeNumberField(min_value=1, max_value=MAX_NUMBER, help_text=text, **options)


class PreviewSerializer(BodySerializer):
    """The facts of a round."""

    read_elsewhere = (*ROUND_FIELDS, "tables", "hands", "layoffs", "players")
    game = _number_field("Number of the game. Defaults to the current game.", required=False)
    round = _number_field("Number of the round in the game.", required=False)
    declared = serializers.ChoiceField(
        [e.value for e in Ending],
        required=False,
        help_text="How the round ended. Required unless `tables` is given. A false knock needs rules with a "
        "penalty for it.",
    )
    ender = serializers.CharField(
        required=False, allow_null=True, help_text="Player who knocked or went gin. Leave out for a dead hand."
    )
    tables = HandSerializer(
        many=True,
        required=False,
        help_text="Team games only, instead of `declared` and its fields: every hand of the deal, each with "
        + _HAND_TEXT,
    )
    deadwood_after_layoffs = serializers.DictField(
        child=serializers.IntegerField(min_value=0), required=False, allow_null=True, help_text=_DEADWOOD_TEXT
    )
    upcard = serializers.CharField(required=False, allow_null=True, help_text="The upcard, if the rules use it.")
    knock_card = serializers.CharField(
        required=False, allow_null=True, help_text="The card discarded with the knock, if the rules use it."
    )
    hands = serializers.DictField(
        child=ShownHandSerializer(),
        required=False,
        help_text="Hands card by card, by player name. Some or all players may be given. They make the counts "
        "optional.",
    )
    layoffs = LayoffSerializer(many=True, required=False, help_text="Layoffs in order. Needs `hands`.")
    players = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Optional. If given, it must match the seats."
    )


class NewRoundSerializer(PreviewSerializer):
    """A new round."""

    reason = ReasonField(
        required=False, allow_blank=True, help_text="Reason, for example what went wrong in a misdeal."
    )
    game = _number_field("Number of the current game.")
    round = _number_field("Number of the next round.")


class CorrectionSerializer(PreviewSerializer):
    """The corrected facts of a round."""

    game = _number_field("Must match the URL.", required=False)
    round = _number_field("Must match the URL.", required=False)
    reason = ReasonField(required=False, allow_blank=True, help_text="Reason, stored in the ledger.")


class VoidSerializer(BodySerializer):
    """Reason for deleting the round."""

    reason = ReasonField(required=False, allow_blank=True, help_text="Reason, stored in the ledger.")


class DecisionSerializer(BodySerializer):
    """Which version of a round is right."""

    decision = StrictChoiceField(
        ["keep", "take"],
        error_messages={"invalid": "decision must be keep or take."},
        help_text="`keep` the version on the sheet, or `take` the other version.",
    )


class NextGameSerializer(BodySerializer):
    """Rules of the next game. Without a body, they stay the same."""

    preset = PresetField(required=False, help_text="Preset `id` of other rules.")
    house_rules = ObjectField(
        required=False, help_text="Parameters that override that preset, or the last game's preset if none is given."
    )


class NextPlayersSerializer(BodySerializer):
    """Who plays from the next game on."""

    players = StrictListField(
        child=NameField(),
        min_length=1,
        max_length=MAX_NAMES,
        error_messages={"invalid": f"players must be a list of at most {MAX_NAMES} names."},
        help_text="Names of everyone who plays then, in seat order.",
    )
    preset = PresetField(required=False, help_text="Preset `id` of other rules for that game.")


class ChangedRulesSerializer(BodySerializer):
    """Changes to the rules of the current game."""

    house_rules = ObjectField(help_text="Parameters that override the game's current rules, by name.")


class SwappedSerializer(BodySerializer):
    """The two players to swap."""

    players = StrictListField(
        child=StrictTextField(),
        min_length=2,
        max_length=2,
        error_messages={"invalid": NOT_TWO_PLAYERS},
        help_text="Names of the two players.",
    )


class AfterEndSerializer(BodySerializer):
    """What to do with rounds after the end of their game."""

    decision = StrictChoiceField(
        ["void", "keep"],
        error_messages={"invalid": "decision must be void or keep."},
        help_text="Whether to delete these rounds or count them.",
    )


def _amount_field(text: str) -> WholeNumberField:
    return WholeNumberField(required=False, min_value=0, max_value=MAX_STAKE, help_text=text)


class NewStakesSerializer(BodySerializer):
    """The stakes."""

    unit = NameField(
        max_length=12,
        error_messages={"invalid": "unit must be a text of 1 to {max_length} characters."},
        help_text="Currency symbol or name, or matchsticks.",
    )
    point = _amount_field("Hundredths of a unit for each point.")
    box = _amount_field("Hundredths of a unit for each box ahead.")
    game = _amount_field("Hundredths of a unit for each game won.")


class NewLinkSerializer(BodySerializer):
    """A new link."""

    role = StrictChoiceField(
        ["score", "watch"],
        error_messages={"invalid": 'role must be "watch" or "score".'},
        help_text="What the link lets its holder do.",
    )
    label = NameField(help_text="Label of the link, for example its holder's name.")  # type: ignore[assignment]


class NewTakeoverSerializer(BodySerializer):
    """Whether players may take over the scoring."""

    takeover = StrictBooleanField()


class NewHandoverSerializer(BodySerializer):
    """The player who takes over."""

    player = StrictTextField(
        required=False,
        allow_null=True,
        error_messages={"invalid": "player must be the name of a player at the table."},
        help_text="Player who takes over. Optional with the owner's token.",
    )


class EntriesQuerySerializer(QuerySerializer):
    """Which entries of the ledger."""

    after = QueryNumberField(
        required=False,
        min_value=0,
        max_value=999_999_999,
        help_text="Continue after this revision. Defaults to the beginning.",
    )
