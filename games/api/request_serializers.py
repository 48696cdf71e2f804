"""Serializers of the request bodies about tables, games and rounds.

They only describe the requests in the OpenAPI schema. The views read the bodies themselves (``games.api.parsing``).
"""

from rest_framework import serializers

from games.api.parsing import MAX_NUMBER, MAX_REASON_LENGTH
from games.evaluate.declaration_json import EVALUATE_ENDINGS
from games.evaluate.engine import QUESTION_KINDS
from games.rules.declaration import Ending
from games.rules.names import MAX_NAME_LENGTH
from games.rules.notation import MOST_CHARACTERS
from games.rules.ruleset import presets

_HAND_TEXT = "`declared`, and where it was not dead `ender` and `deadwood_after_layoffs`."
_DEADWOOD_TEXT = "Needed unless the round is dead. Every player's count after layoffs, by name; 0 for who went gin."


class QuestionSerializer(serializers.Serializer):
    """A question about the rules; which fields it has besides hangs on its kind."""

    id = serializers.JSONField(required=False, help_text="Text, number or nothing; echoed.")
    kind = serializers.ChoiceField(list(QUESTION_KINDS))
    preset = serializers.CharField(help_text="The rules asked about.")
    house_rules = serializers.DictField(required=False, help_text="Parameter to value, laid over the preset.")
    card = serializers.CharField(
        required=False, help_text="knock_limit: the upcard or knock card. layoff: the card laid off."
    )
    cards = serializers.CharField(
        required=False,
        help_text="meld, min_deadwood, ender_arrangement: cards with spaces between them, `7s 8s 9s`. A wild may state "
        "its number, `W2=7`; beside `knocker_melds` only those melds' wilds may.",
    )
    discard = serializers.BooleanField(required=False, help_text="min_deadwood: throw the best card first.")
    knocker_melds = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="min_deadwood: melds to lay off on; a wild may state its number, `W2=7`.",
    )
    ender_went_gin = serializers.BooleanField(required=False, help_text="min_deadwood, layoff: false when left out.")
    onto = serializers.CharField(required=False, help_text="layoff: the ender's meld.")
    players = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="round, game, hollywood, rotation: the players in seat order; with teams, the sides.",
    )
    ender = serializers.CharField(required=False, allow_null=True, help_text="round: who knocked or went gin.")
    declared = serializers.ChoiceField(
        [e.value for e in EVALUATE_ENDINGS], required=False, help_text="round: how it ended."
    )
    upcard = serializers.CharField(required=False, help_text="round: the upcard, where the rules use one.")
    knock_card = serializers.CharField(required=False, help_text="round: the knock card, where the rules use one.")
    deadwood_after_layoffs = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="round: every player's count, by name."
    )
    hands = serializers.JSONField(
        required=False,
        help_text="round: each player's `cards`, `melds` and the ender's `discard`, by name. game: a list, each hand "
        "told (event, ender, deadwood, kcard, active) or counted (winner, points, boxes).",
    )
    layoffs = serializers.ListField(
        child=serializers.DictField(),
        required=False,
        help_text="round: in order, each `player`, `card` and `onto`, the number from 0 of the ender's meld.",
    )
    entries = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="hollywood: each `winner`, `points` and `boxes`."
    )
    tables = serializers.ListField(
        child=serializers.DictField(), required=False, help_text="team_round: each `team`, `vs`, `player`, `points`."
    )
    inputs = serializers.DictField(required=False, help_text="settlement: where the game stands.")
    count = serializers.IntegerField(required=False, help_text="rotation: how many deals to list.")
    winners = serializers.ListField(
        child=serializers.CharField(allow_null=True), required=False, help_text="rotation: of each deal so far."
    )


class NewTableSerializer(serializers.Serializer):
    """A table to start."""

    players = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME_LENGTH),
        help_text="The names in seat order. The first deals first.",
    )
    preset = serializers.ChoiceField(list(presets()), help_text="The rules: the id of a preset.")
    house_rules = serializers.DictField(required=False, help_text="Parameter to value, laid over the preset.")
    name = serializers.CharField(required=False, max_length=MAX_NAME_LENGTH, help_text="What the table is called.")
    strict = serializers.BooleanField(
        required=False, help_text="Whether nothing may hint what could have been played better. False when left out."
    )


class NewStrictSerializer(serializers.Serializer):
    """Whether a table is strict."""

    strict = serializers.BooleanField()


class NotationSerializer(serializers.Serializer):
    """Games to make a table of."""

    text = serializers.CharField(
        max_length=MOST_CHARACTERS, help_text="One game or several in Gin notation, all with the same players."
    )


class HandSerializer(serializers.Serializer):
    """One of the hands that two teams play at once."""

    declared = serializers.ChoiceField([e.value for e in Ending if e is not Ending.MISDEAL], help_text="How it ended.")
    ender = serializers.CharField(required=False, allow_null=True, help_text="Who knocked or went gin.")
    deadwood_after_layoffs = serializers.DictField(
        child=serializers.IntegerField(min_value=0), required=False, allow_null=True, help_text=_DEADWOOD_TEXT
    )
    players = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Whose hand it is; may be left out but for a dead hand.",
    )


class ShownHandSerializer(serializers.Serializer):
    """A hand as it was shown."""

    cards = serializers.CharField(help_text="All of it but the ender's last discard, spaces between: `7s 8s 9s Kd`.")
    melds = serializers.ListField(
        child=serializers.CharField(), help_text="The melds laid down; what is in none is deadwood or laid off."
    )
    discard = serializers.CharField(required=False, allow_null=True, help_text="The ender's last discard, if known.")


class LayoffSerializer(serializers.Serializer):
    """A card laid off on one of the ender's melds."""

    player = serializers.CharField(help_text="Who laid it off.")
    card = serializers.CharField(help_text="The card.")
    onto = serializers.IntegerField(min_value=0, help_text="Which of the ender's melds, from 0.")


class PreviewSerializer(serializers.Serializer):
    """The facts of a round."""

    game = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text="The number of the game. None: the current one.",
    )
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_NUMBER, help_text="The number of the round in the game."
    )
    declared = serializers.ChoiceField(
        [e.value for e in Ending],
        required=False,
        help_text="How the round ended. Needed unless `tables` are given. A false knock is for rules with a penalty.",
    )
    ender = serializers.CharField(
        required=False, allow_null=True, help_text="The name of who knocked or went gin; nobody for a dead hand."
    )
    tables = HandSerializer(
        many=True,
        required=False,
        help_text="Between teams, in place of `declared` and what goes with it: every hand of the deal, each with "
        + _HAND_TEXT,
    )
    deadwood_after_layoffs = serializers.DictField(
        child=serializers.IntegerField(min_value=0), required=False, allow_null=True, help_text=_DEADWOOD_TEXT
    )
    upcard = serializers.CharField(required=False, allow_null=True, help_text="The upcard, where the rules use one.")
    knock_card = serializers.CharField(
        required=False, allow_null=True, help_text="The card thrown with the knock, where the rules use one."
    )
    hands = serializers.DictField(
        child=ShownHandSerializer(),
        required=False,
        help_text="Hands card by card, by name: some or all of them. They prove the counts, which may be left out.",
    )
    layoffs = LayoffSerializer(many=True, required=False, help_text="In the order they were made. Needs `hands`.")
    players = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="May be left out; given, it has to be the seats."
    )


class NewRoundSerializer(PreviewSerializer):
    """A round to enter."""

    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_REASON_LENGTH, help_text="Why: what was wrong with a misdeal."
    )
    game = serializers.IntegerField(min_value=1, max_value=MAX_NUMBER, help_text="The number of the game under way.")
    round = serializers.IntegerField(
        min_value=1, max_value=MAX_NUMBER, help_text="The number of the round: the next one."
    )


class CorrectionSerializer(PreviewSerializer):
    """The facts of a round as they should have been told."""

    game = serializers.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER, help_text="As in the address.")
    round = serializers.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER, help_text="As in the address.")
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_REASON_LENGTH, help_text="Why, for the ledger."
    )


class VoidSerializer(serializers.Serializer):
    """Why a round is void. The schema's hook writes it out: drf-spectacular passes over the body of a DELETE."""


class DecisionSerializer(serializers.Serializer):
    """Which version of a round is right."""

    decision = serializers.ChoiceField(
        ["keep", "take"], help_text="`keep` what is on the sheet, or `take` the version of the question."
    )


class NextGameSerializer(serializers.Serializer):
    """The rules of the next game; without a body it has those of the last."""

    preset = serializers.ChoiceField(list(presets()), required=False, help_text="Other rules: the id of a preset.")
    house_rules = serializers.DictField(
        required=False, help_text="Laid over that preset, or over the last game's preset where none is named."
    )


class ChangedRulesSerializer(serializers.Serializer):
    """What changes in the rules of a game under way."""

    house_rules = serializers.DictField(help_text="Parameter to value, laid over the rules the game has now.")


class SwappedSerializer(serializers.Serializer):
    """Who was written down the wrong way round."""

    players = serializers.ListField(
        child=serializers.CharField(), min_length=2, max_length=2, help_text="The names of the two."
    )


class AfterEndSerializer(serializers.Serializer):
    """What becomes of rounds after the end of their game."""

    decision = serializers.ChoiceField(["strike", "keep"], help_text="Whether they are void, or count as well.")


class NewStakesSerializer(serializers.Serializer):
    """What is played for."""

    unit = serializers.CharField(max_length=12, help_text="A currency's sign or name, or matchsticks.")
    point = serializers.IntegerField(required=False, min_value=0, help_text="Hundredths of the unit a point.")
    box = serializers.IntegerField(required=False, min_value=0, help_text="Hundredths of the unit a box ahead.")
    game = serializers.IntegerField(required=False, min_value=0, help_text="Hundredths of the unit a game won.")


class NewLinkSerializer(serializers.Serializer):
    """A link to make."""

    role = serializers.ChoiceField(["score", "watch"], help_text="What it lets its holder do.")
    label = serializers.CharField(max_length=MAX_NAME_LENGTH, help_text="For whom it is.")  # type: ignore[assignment]


class NewTakeoverSerializer(serializers.Serializer):
    """Whether players may take over the scoring."""

    takeover = serializers.BooleanField()


class NewHandoverSerializer(serializers.Serializer):
    """Who takes over."""

    player = serializers.CharField(
        required=False,
        allow_null=True,
        help_text="The player whose phone or program it is; needed unless the owner's token asks.",
    )


REQUEST_SERIALIZERS = (
    QuestionSerializer,
    NewTableSerializer,
    NotationSerializer,
    HandSerializer,
    ShownHandSerializer,
    LayoffSerializer,
    PreviewSerializer,
    NewRoundSerializer,
    CorrectionSerializer,
    NextGameSerializer,
    ChangedRulesSerializer,
    SwappedSerializer,
    AfterEndSerializer,
    NewStakesSerializer,
    NewLinkSerializer,
    NewStrictSerializer,
    NewTakeoverSerializer,
    NewHandoverSerializer,
)
"""Every serializer of this module; the schema says of each that it takes no further fields."""
