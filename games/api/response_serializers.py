"""Serializers of the answers about tables, games and rounds.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.models import EntryKind
from games.rules.declaration import Ending
from games.rules.scoring import Event


def _points_field(text: str) -> serializers.DictField:
    return serializers.DictField(child=serializers.IntegerField(), help_text=text)


def _names_field(text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=text)


class AnswerSerializer(serializers.Serializer):
    """The answer to a question about the rules; which fields it has besides hangs on the question's kind."""

    id = serializers.JSONField(help_text="The question's, or null.")
    error = serializers.DictField(
        required=False, help_text="`code`, `message` and `detail` where the rules refuse what was asked."
    )


class PresetSerializer(serializers.Serializer):
    """Rules under a name, as somebody printed them."""

    id = serializers.CharField()
    name = serializers.CharField()
    parameters = serializers.DictField(help_text="Every parameter of the rules.")
    summary = _names_field("The rules in plain sentences, made from the parameters.")
    sources = _names_field("Where they were printed.")
    by_players = serializers.DictField(
        help_text="Number of players to what the source changes for them; a table of so many is started with it."
    )
    group = serializers.CharField(help_text="Where it stands on the start page.")
    weak = serializers.CharField(allow_blank=True, help_text="What it rests on where its source is weak.")
    readings = _names_field("How questions that the sources leave open are answered here.")
    note = serializers.CharField(allow_blank=True, help_text="What in them rests on a reading of an unclear page.")


class ScoreLineSerializer(serializers.Serializer):
    """Where one number of a round's score comes from."""

    text = serializers.CharField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    boxes = serializers.IntegerField()
    parameter = serializers.CharField(help_text="The parameter of the rules that says so.")


class ScoreSerializer(serializers.Serializer):
    """What a round scores, and why."""

    event = serializers.ChoiceField([e.value for e in Event], help_text="How the round came out.")
    winners = _names_field("Who scores; nobody for a dead hand.")
    points = _points_field("Points by name.")
    boxes = _points_field("Boxes by name.")
    deadwood = _points_field("The counts as told, by name.")
    lines = ScoreLineSerializer(many=True, help_text="A line for each number; they add up to points and boxes.")


class ShownCardsSerializer(serializers.Serializer):
    """A hand as it was shown."""

    cards = serializers.CharField(help_text="All of it but the ender's last discard.")
    melds = serializers.ListField(child=serializers.CharField())
    discard = serializers.CharField(allow_null=True, help_text="The ender's last discard; null where nobody told it.")


class LaidOffSerializer(serializers.Serializer):
    """A card laid off on one of the ender's melds."""

    player = serializers.CharField()
    card = serializers.CharField()
    onto = serializers.IntegerField(help_text="Which of the ender's melds, from 0.")


class ToldHandSerializer(serializers.Serializer):
    """What was said of one hand."""

    ender = serializers.CharField(allow_null=True)
    declared = serializers.ChoiceField([e.value for e in Ending])
    active = _names_field("Who played it.")


class RoundSerializer(ScoreSerializer):
    """A round as it stands. A void one keeps its facts and scores nothing."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField(
        help_text="Of the newest entry about the round: the `If-Match` of a correction."
    )
    ender = serializers.CharField(allow_null=True, help_text="Who knocked or went gin.")
    declared = serializers.ChoiceField(
        [e.value for e in Ending], allow_null=True, help_text="How the round was declared; null between teams."
    )
    active = serializers.ListField(child=serializers.CharField(), required=False, help_text="Who played it.")
    hands = ToldHandSerializer(many=True, required=False, help_text="Between teams: the hands of the deal.")
    shown = serializers.DictField(
        child=ShownCardsSerializer(), required=False, help_text="The hands that were entered card by card, by name."
    )
    layoffs = LaidOffSerializer(many=True, required=False, help_text="Beside `shown`: what was laid off, in order.")
    knock_card = serializers.CharField(allow_null=True, help_text="The upcard or knock card.")
    cumulative = _points_field("Points by name after the round.")
    entered_by = serializers.CharField(help_text="Who entered it last: the label of a device or link.")
    entered_at = serializers.DateTimeField(help_text="When, by the server's clock.")
    also_entered_by = _names_field("Other phones that entered the same facts: their labels, in the order they came.")
    edited = serializers.BooleanField(help_text="Whether anything was entered about it after its first entry.")
    void = serializers.BooleanField()
    after_game_end = serializers.BooleanField(
        help_text="A correction made the game end before this round: it does not count, and somebody has to decide."
    )


class FinalLineSerializer(serializers.Serializer):
    """Where one number of a game's end comes from."""

    text = serializers.CharField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    parameter = serializers.CharField()


class FinalSerializer(serializers.Serializer):
    """How a game ended."""

    totals = _points_field("Everything counted, by name.")
    winner = serializers.CharField(allow_null=True, help_text="Null where the totals are level.")
    shutout = serializers.BooleanField()
    net = serializers.IntegerField(allow_null=True, help_text="The difference between two players; null with more.")
    lines = FinalLineSerializer(many=True)


class ColumnSerializer(serializers.Serializer):
    """One column of a Hollywood sheet."""

    number = serializers.IntegerField()
    multiplier = serializers.IntegerField(help_text="How many times it counts.")
    cumulative = _points_field("Points by name.")
    boxes = _points_field("Boxes by name.")
    winner = serializers.CharField(allow_null=True, help_text="Null while it is open.")
    net = serializers.IntegerField(allow_null=True)
    credit = serializers.IntegerField(allow_null=True, help_text="The net, multiplied and rounded.")


class GameSerializer(serializers.Serializer):
    """One game at a table. Teams score under one name, as `seats` tell."""

    number = serializers.IntegerField()
    preset = serializers.CharField()
    parameters = serializers.DictField(help_text="Its rules, house rules included, as they were when it began.")
    rounds = RoundSerializer(many=True)
    cumulative = _points_field("Points by name.")
    boxes = _points_field("Boxes by name.")
    over = serializers.BooleanField()
    ended_by_hand = serializers.BooleanField()
    needs_attention = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of rounds after the one that now ends the game."
    )
    final = FinalSerializer(allow_null=True, help_text="Null until the game is over.")
    columns = ColumnSerializer(many=True, required=False, help_text="Of a Hollywood sheet.")
    opening = serializers.DictField(
        required=False, help_text="Of a game that began on paper: the `points`, `boxes` and `hands_won` it brought."
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
    active = _names_field("Who plays it, in seat order.")
    pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Between teams: who plays whom."
    )
    knock_limit = serializers.IntegerField(allow_null=True, help_text="Null: any count, or a card sets it.")


class StakesSerializer(serializers.Serializer):
    """What is played for, in hundredths of the unit."""

    unit = serializers.CharField()
    point = serializers.IntegerField()
    box = serializers.IntegerField()
    game = serializers.IntegerField()


class QuestionVersionSerializer(ScoreSerializer):
    """A version of a round that is not on the sheet, with what it would score."""

    ender = serializers.CharField(allow_null=True)
    declared = serializers.ChoiceField([e.value for e in Ending], allow_null=True)
    active = serializers.ListField(child=serializers.CharField(), required=False)
    hands = ToldHandSerializer(many=True, required=False)
    shown = serializers.DictField(child=ShownCardsSerializer(), required=False)
    layoffs = LaidOffSerializer(many=True, required=False)
    knock_card = serializers.CharField(allow_null=True)


class OpenQuestionSerializer(serializers.Serializer):
    """Two phones told one round differently, and nobody has decided yet."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    round = serializers.IntegerField()
    revision = serializers.IntegerField(help_text="Of the round on the sheet: the `If-Match` of a decision.")
    version = QuestionVersionSerializer(help_text="What was told otherwise. What stands is in `games`.")
    entered_by = _names_field("Whose version it is: the labels of the phones.")
    entered_at = serializers.DateTimeField(help_text="When it came first, by the server's clock.")
    reason = serializers.CharField(allow_blank=True)


class TableSerializer(serializers.Serializer):
    """A table as it stands at its revision."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    strict = serializers.BooleanField(
        help_text="Whether nothing hints what could have been better. It is no entry: no revision tells of it."
    )
    takeover = serializers.BooleanField(help_text="Whether players may take over the scoring. It is no entry either.")
    revision = serializers.IntegerField(help_text="Of the newest entry in the ledger: the only clock of the table.")
    seats = SeatSerializer(many=True)
    games = GameSerializer(many=True)
    stakes = StakesSerializer(allow_null=True, help_text="Null where it is played for nothing.")
    questions = OpenQuestionSerializer(
        many=True,
        help_text="Rounds of which two phones said different things, open until somebody decides. None is a revision.",
    )
    next = NextSerializer(allow_null=True, help_text="Null while the game is over.")


class TableTextSerializer(serializers.Serializer):
    """A table as text."""

    text = serializers.CharField(help_text="Every game in Gin notation, a block each, with an empty line between two.")


class StartedTableSerializer(TableSerializer):
    """A new table with its secrets, which are told this once."""

    owner_token = serializers.CharField(help_text="May do everything at the table.")
    score_token = serializers.CharField(help_text="May enter and correct rounds.")
    watch_token = serializers.CharField(help_text="May read.")
    owner_url = serializers.CharField(help_text="The link that gives a phone the owner's rights.")
    score_url = serializers.CharField()
    watch_url = serializers.CharField()


class RoundAnswerSerializer(serializers.Serializer):
    """A round that was written, and the table after it."""

    revision = serializers.IntegerField(help_text="The table's, after the entry.")
    round = RoundSerializer()
    table = TableSerializer()
    code = serializers.CharField(required=False, help_text="`already_recorded` where the same facts stood already.")
    entered_by = serializers.CharField(required=False, help_text="Then: by whom.")
    entered_at = serializers.DateTimeField(required=False, help_text="Then: when.")


class GameAnswerSerializer(serializers.Serializer):
    """The table with its next game."""

    revision = serializers.IntegerField(help_text="The table's, after the entry.")
    table = TableSerializer()


class LinkSerializer(serializers.Serializer):
    """A link without its secret."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(["watch", "score", "owner"])
    label = serializers.CharField()  # type: ignore[assignment]
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="When a phone last took it up.")
    revoked_at = serializers.DateTimeField(allow_null=True, help_text="When it was switched off.")


class MadeLinkSerializer(LinkSerializer):
    """A new link with its secret, which is told this once."""

    token = serializers.CharField()
    url = serializers.CharField()


class HandoverSerializer(serializers.Serializer):
    """The scoring was taken over."""

    revision = serializers.IntegerField(help_text="Of the entry that says so.")
    token = serializers.CharField(help_text="May score: all that might before may no more, but the owner's.")
    url = serializers.CharField(help_text="The same as a link that a phone can open.")
    table = TableSerializer()


class EntrySerializer(serializers.Serializer):
    """One line of the ledger. Seats are numbered from 0, in the order the players were given."""

    revision = serializers.IntegerField()
    kind = serializers.ChoiceField(list(EntryKind.values))
    game = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    facts = serializers.DictField(help_text="What was told.")
    result = serializers.DictField(required=False, help_text="Of a round: `event`, and `points` by seat.")
    undoes = serializers.IntegerField(required=False, help_text="Of an undo: the revision that is taken back.")
    reason = serializers.CharField(allow_blank=True)
    entered_by = serializers.CharField()
    entered_at = serializers.DateTimeField()


class EntriesSerializer(serializers.Serializer):
    """A page of the ledger."""

    entries = EntrySerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class GameFileSerializer(serializers.Serializer):
    """A game to keep: who played it by which rules, what every round scored, and the ledger's own lines."""

    format = serializers.ChoiceField(["scorekeeper-game"])
    version = serializers.IntegerField(help_text="Of this form; while it stays, fields may be added and none goes.")
    table = serializers.CharField(help_text="The table's `id`.")
    title = serializers.CharField(allow_blank=True, help_text="The table's name.")
    revision = serializers.IntegerField(help_text="Of the table, when this was asked for.")
    rules_title = serializers.CharField(help_text="What the house calls the rules.")
    players = _names_field("In seat order.")
    seating = serializers.ListField(
        child=serializers.IntegerField(), help_text="By seat, the number that the player has in `entries`."
    )
    sides = _names_field("What scores: players, or teams under one name.")
    game = GameSerializer(help_text="By name.")
    seal = serializers.CharField(help_text="The seal of `sealed`, which anybody can work out again.")
    sealed = serializers.DictField(help_text="What is sealed: who sat where, and every entry of the game.")
    entries = serializers.ListField(
        child=EntrySerializer(), help_text="What was told about the game, corrections and all, as in the ledger."
    )


class AccountArchiveSerializer(serializers.Serializer):
    """All that an account has. Each table and each league in it is an archive, too, and can be brought alone."""

    format = serializers.ChoiceField(["scorekeeper-account"])
    version = serializers.IntegerField(help_text="Of this form. Another version of the program may refuse it.")
    name = serializers.CharField(help_text="What the account is called.")
    tables = serializers.ListField(child=serializers.DictField(), help_text="Those that it owns, with their ledgers.")
    leagues = serializers.ListField(
        child=serializers.DictField(), help_text="Those that it runs, with people, seasons, matches and ledgers."
    )
