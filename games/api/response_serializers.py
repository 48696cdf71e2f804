"""Serializers that describe the answers about tables, games and rounds in the OpenAPI schema, and build none."""

from rest_framework import serializers

from games.api.fields import AmountsField, NextPageField, NumberListField, StampField, TextListField
from games.models import EntryKind
from games.rules.declaration import Ending
from games.rules.scoring import Event


class AnswerSerializer(serializers.Serializer):
    """The answer to a question about the rules. Its other fields depend on the question's kind."""

    id = serializers.JSONField(help_text="The `id` of the question, or null.")
    error = serializers.DictField(required=False, help_text="Code, message and detail of what the rules don't allow.")


class PresetSerializer(serializers.Serializer):
    """A named set of rules with its sources."""

    id = serializers.CharField()
    name = serializers.CharField()
    parameters = serializers.DictField(help_text="All parameters of the rules.")
    summary = TextListField(help_text="The rules in plain sentences, generated from the parameters.")
    sources = TextListField(help_text="Published sources of the rules.")
    readings = TextListField(help_text="Our answers to questions that the sources leave open.")
    note = serializers.CharField(allow_blank=True, help_text="Which rules depend on our reading of an unclear page.")
    by_players = serializers.DictField(
        help_text="Parameters that the source changes for other numbers of players, by number of players. Tables start "
        "with them."
    )
    group = serializers.CharField(help_text="Group on the start page.")
    weakness = serializers.CharField(
        allow_blank=True, help_text="If the source is weak: what the rules are based on instead."
    )


class ScoreLineSerializer(serializers.Serializer):
    """The origin of one amount in a round's score."""

    text = serializers.CharField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    boxes = serializers.IntegerField()
    parameter = serializers.CharField(help_text="The rule parameter behind this line.")


class ScoreSerializer(serializers.Serializer):
    """The score of a round, with its lines."""

    event = serializers.ChoiceField([e.value for e in Event], help_text="Outcome of the round.")
    winners = TextListField(help_text="Who scores. Empty for a dead hand.")
    points = AmountsField(help_text="Points by player name.")
    boxes = AmountsField(help_text="Boxes by player name.")
    deadwood = AmountsField(help_text="Deadwood as entered, by player name.")
    lines = ScoreLineSerializer(many=True, help_text="One line for each amount. They add up to the points and boxes.")


class ShownCardsSerializer(serializers.Serializer):
    """A hand entered card by card."""

    cards = serializers.CharField(help_text="The whole hand, without the ender's last discard.")
    melds = TextListField()
    discard = serializers.CharField(allow_null=True, help_text="The ender's last discard, or null if unknown.")


class LaidOffSerializer(serializers.Serializer):
    """A card laid off on one of the ender's melds."""

    player = serializers.CharField()
    card = serializers.CharField()
    onto = serializers.IntegerField(help_text="Index of the ender's meld, from 0.")


class ToldHandSerializer(serializers.Serializer):
    """The facts of one hand."""

    ender = serializers.CharField(allow_null=True)
    declared = serializers.ChoiceField([e.value for e in Ending])
    active = TextListField(help_text="Players in this round.")


class RoundSerializer(ScoreSerializer):
    """A round on the sheet. A void round keeps its facts but scores nothing."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField(
        help_text="Revision of the newest entry about this round. Send it as `If-Match` in a correction."
    )
    ender = serializers.CharField(allow_null=True, help_text="Player who knocked or went gin.")
    declared = serializers.ChoiceField(
        [e.value for e in Ending], allow_null=True, help_text="How the round was declared. Null between teams."
    )
    active = TextListField(required=False, help_text="Players in this round.")
    hands = ToldHandSerializer(many=True, required=False, help_text="Between teams: the hands of the deal.")
    shown = serializers.DictField(
        child=ShownCardsSerializer(), required=False, help_text="Hands that were entered card by card, by player name."
    )
    layoffs = LaidOffSerializer(many=True, required=False, help_text="Layoffs in order, with `shown`.")
    knock_card = serializers.CharField(allow_null=True, help_text="The upcard or knock card.")
    cumulative = AmountsField(help_text="Points by player name after this round.")
    entered_by = serializers.CharField(help_text="Label of the device or link that made the newest entry.")
    entered_at = serializers.DateTimeField(help_text="Server time of the newest entry.")
    also_entered_by = TextListField(
        help_text="Labels of other phones that entered the same facts, in order of arrival."
    )
    edited = serializers.BooleanField(help_text="Whether the round has been changed since its first entry.")
    void = serializers.BooleanField()
    after_game_end = serializers.BooleanField(
        help_text=(
            "True if a correction made the game end before this round. The round doesn't count until someone decides."
        )
    )


class FinalLineSerializer(serializers.Serializer):
    """The origin of one amount in a game's final score."""

    text = serializers.CharField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    parameter = serializers.CharField()


class FinalSerializer(serializers.Serializer):
    """How a game ended."""

    totals = AmountsField(help_text="Final totals, bonuses included, by player name.")
    winner = serializers.CharField(allow_null=True, help_text="The winner, or null if the totals are tied.")
    shutout = serializers.BooleanField()
    net = serializers.IntegerField(
        allow_null=True, help_text="Difference between the two players. Null with more than two."
    )
    lines = FinalLineSerializer(many=True)


class ColumnSerializer(serializers.Serializer):
    """One column of a Hollywood sheet."""

    number = serializers.IntegerField()
    multiplier = serializers.IntegerField(help_text="How many times the column counts.")
    cumulative = AmountsField(help_text="Points by player name.")
    boxes = AmountsField(help_text="Boxes by player name.")
    winner = serializers.CharField(allow_null=True, help_text="The winner, or null while the column is open.")
    net = serializers.IntegerField(allow_null=True)
    credit = serializers.IntegerField(allow_null=True, help_text="The net score, multiplied and rounded.")


class GameSerializer(serializers.Serializer):
    """One game at a table. Teams score under one name, shown in `seats`."""

    number = serializers.IntegerField()
    preset = serializers.CharField()
    parameters = serializers.DictField(help_text="The rules at the start of the game, including house rules.")
    rounds = RoundSerializer(many=True)
    cumulative = AmountsField(help_text="Points by player name.")
    boxes = AmountsField(help_text="Boxes by player name.")
    over = serializers.BooleanField()
    ended_by_hand = serializers.BooleanField()
    needs_attention = NumberListField(help_text="Numbers of the rounds after the one that now ends the game.")
    final = FinalSerializer(allow_null=True, help_text="Final result, or null until the game is over.")
    columns = ColumnSerializer(many=True, required=False, help_text="Columns of a Hollywood sheet.")
    opening = serializers.DictField(
        required=False, help_text="For a game continued from paper: its `points`, `boxes` and `hands_won` so far."
    )
    handicap = AmountsField(
        required=False, help_text="Points that the players started this game with, because of their handicaps."
    )


class SeatSerializer(serializers.Serializer):
    """A seat."""

    name = serializers.CharField()
    team = serializers.CharField(allow_null=True)


class NextSerializer(serializers.Serializer):
    """The next round."""

    game = serializers.IntegerField()
    round = serializers.IntegerField()
    dealer = serializers.CharField()
    first_to_act = serializers.CharField()
    active = TextListField(help_text="Players in this round, in seat order.")
    pairs = serializers.ListField(child=TextListField(), help_text="Between teams: who plays against whom.")
    knock_limit = serializers.IntegerField(
        allow_null=True, help_text="Highest deadwood allowed for a knock. Null if there's no limit, or a card sets it."
    )


class StakesSerializer(serializers.Serializer):
    """The stakes, in hundredths of the unit."""

    unit = serializers.CharField()
    point = serializers.IntegerField()
    box = serializers.IntegerField()
    game = serializers.IntegerField()


class QuestionVersionSerializer(ScoreSerializer):
    """Another version of a round, with the score it would give."""

    ender = serializers.CharField(allow_null=True)
    declared = serializers.ChoiceField([e.value for e in Ending], allow_null=True)
    active = TextListField(required=False)
    hands = ToldHandSerializer(many=True, required=False)
    shown = serializers.DictField(child=ShownCardsSerializer(), required=False)
    layoffs = LaidOffSerializer(many=True, required=False)
    knock_card = serializers.CharField(allow_null=True)


class OpenQuestionSerializer(serializers.Serializer):
    """A round that two phones entered differently, which nobody has decided yet."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    round = serializers.IntegerField()
    revision = serializers.IntegerField(
        help_text="Revision of the round on the sheet. Send it as `If-Match` with the decision."
    )
    version = QuestionVersionSerializer(help_text="The other version. The version on the sheet is in `games`.")
    entered_by = TextListField(help_text="Labels of the phones that sent this version.")
    entered_at = serializers.DateTimeField(help_text="Server time when it first arrived.")
    reason = serializers.CharField(allow_blank=True)


class NextPlayersResponseSerializer(serializers.Serializer):
    """Who plays the next game."""

    players = TextListField(help_text="Their names, in seat order.")
    preset = serializers.CharField(
        allow_null=True, help_text="Preset `id` chosen for it, or null to keep the last game's rules."
    )


class TableSerializer(serializers.Serializer):
    """A table at its current revision."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    strict = serializers.BooleanField(
        help_text="Whether hints about better plays are hidden. Changing it adds no entry and no revision."
    )
    takeover = serializers.BooleanField(
        help_text="Whether players may take over the scoring. Changing it adds no entry and no revision."
    )
    revision = serializers.IntegerField(
        help_text="Revision of the newest ledger entry. It orders every change to the table."
    )
    seats = SeatSerializer(many=True)
    games = GameSerializer(many=True)
    open_again = NumberListField(
        help_text="Numbers of earlier games that are no longer over after a correction. Finish or reopen each of them."
    )
    stakes = StakesSerializer(
        allow_null=True, help_text="What a point, box and game are worth, or null if the game isn't played for money."
    )
    questions = OpenQuestionSerializer(
        many=True,
        help_text=(
            "Rounds that two phones entered differently and nobody has decided yet. They don't raise the revision."
        ),
    )
    next = NextSerializer(allow_null=True, help_text="The next round, or null when the game is over.")
    next_players = NextPlayersResponseSerializer(
        required=False,
        help_text=("Who plays the next game. Present only if someone has joined or left since this one began."),
    )


class TableTextSerializer(serializers.Serializer):
    """A table as text."""

    text = serializers.CharField(help_text="Every game in Gin notation, separated by blank lines.")


class StartedTableSerializer(TableSerializer):
    """A new table with its secrets. They are never shown again."""

    owner_token = serializers.CharField(help_text="Gives full access to the table.")
    score_token = serializers.CharField(help_text="Can enter and correct rounds.")
    watch_token = serializers.CharField(help_text="Can read the table.")
    owner_url = serializers.CharField(help_text="Link that gives a phone the owner's rights.")
    score_url = serializers.CharField()
    watch_url = serializers.CharField()


class RoundAnswerSerializer(serializers.Serializer):
    """The saved round, and the table after it."""

    revision = serializers.IntegerField(help_text="Table revision after the entry.")
    round = RoundSerializer()
    table = TableSerializer()
    code = serializers.CharField(
        required=False, help_text="`already_recorded` if the same facts were already on the sheet."
    )
    entered_by = serializers.CharField(required=False, help_text="Label of the phone that entered those facts.")
    entered_at = serializers.DateTimeField(required=False, help_text="Server time when they were entered.")


class GameAnswerSerializer(serializers.Serializer):
    """The table with its next game."""

    revision = serializers.IntegerField(help_text="Table revision after the entry.")
    table = TableSerializer()


class LinkSerializer(serializers.Serializer):
    """A link without its secret."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(["watch", "score", "owner"])
    label = serializers.CharField()  # type: ignore[assignment]
    created_at = StampField()
    used_at = StampField(allow_null=True, help_text="When a phone last opened it.")
    revoked_at = StampField(allow_null=True, help_text="When it was turned off.")


class MadeLinkSerializer(LinkSerializer):
    """A new link with its secret, which is never shown again."""

    token = serializers.CharField()
    url = serializers.CharField()


class HandoverSerializer(serializers.Serializer):
    """The result of taking over the scoring."""

    revision = serializers.IntegerField(help_text="Revision of this entry.")
    token = serializers.CharField(help_text="The new scoring token. Earlier ones no longer work, except the owner's.")
    url = serializers.CharField(help_text="The same token as a link for a phone.")
    table = TableSerializer()


class EntrySerializer(serializers.Serializer):
    """One line of the ledger. Seats are numbered from 0, in the order in which the players were given.

    People are numbered the same way in the facts of kind `players`, and of a start with `players`. The next to join
    gets the next number.
    """

    revision = serializers.IntegerField()
    kind = serializers.ChoiceField(list(EntryKind.values))
    game = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    facts = serializers.DictField(help_text="The facts as entered.")
    result = serializers.DictField(required=False, help_text="For a round: its `event`, and `points` by seat.")
    undoes = serializers.IntegerField(required=False, help_text="For an undo: the revision that was undone.")
    reason = serializers.CharField(allow_blank=True)
    entered_by = serializers.CharField()
    entered_at = serializers.DateTimeField()


class EntriesSerializer(serializers.Serializer):
    """A page of the ledger."""

    entries = EntrySerializer(many=True)
    next = NextPageField()


class GameFileSerializer(serializers.Serializer):
    """An exported game: its players, rules, scores and ledger entries."""

    format = serializers.ChoiceField(["scorekeeper-game"])
    version = serializers.IntegerField(
        help_text="Version of this format. New fields may be added to a version, but none are removed."
    )
    table = serializers.CharField(help_text="Table `id`.")
    title = serializers.CharField(allow_blank=True, help_text="Table name.")
    revision = serializers.IntegerField(help_text="Table revision at the time of the export.")
    rules_title = serializers.CharField(help_text="Local name of the rules.")
    players = TextListField(help_text="Players in seat order.")
    seating = NumberListField(help_text="For each seat, the player's number in `entries`.")
    sides = TextListField(help_text="Scoring sides: players, or named teams.")
    game = GameSerializer(help_text="Scores by player name.")
    seal = serializers.CharField(help_text="Seal of `sealed`, which anyone can recompute.")
    sealed = serializers.DictField(help_text="The sealed content: the seating and every entry of the game.")
    entries = EntrySerializer(many=True, help_text="Ledger entries of the game, including corrections.")


class AccountArchiveSerializer(serializers.Serializer):
    """An account's tables and leagues. Each is an archive that can be imported on its own."""

    format = serializers.ChoiceField(["scorekeeper-account"])
    version = serializers.IntegerField(
        help_text="Version of this format. Other versions of Scorekeeper may not accept it."
    )
    name = serializers.CharField(help_text="Account name.")
    tables = serializers.ListField(
        child=serializers.DictField(), help_text="Tables owned by the account, with their ledgers."
    )
    leagues = serializers.ListField(
        child=serializers.DictField(),
        help_text="Leagues run by the account, with people, seasons, matches and ledgers.",
    )
