"""Serializers of the answers about leagues, their members and accounts.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.models import Duty, FixtureState, LinkTarget, Scope

_DUTIES = list(Duty.values)
_NEXT = "The query of the next page; null on the last."


class NamedSerializer(serializers.Serializer):
    """A member, or a table of the room, in short."""

    id = serializers.IntegerField(help_text="Its number, unique on this server.")
    name = serializers.CharField()


class OwnPartSerializer(serializers.Serializer):
    """What the account of the token is in a league."""

    duties = serializers.ListField(child=serializers.ChoiceField(_DUTIES), help_text="The offices it has there.")
    member = NamedSerializer(allow_null=True, help_text="Who it claimed to be; null for nobody.")


class LeagueSummarySerializer(serializers.Serializer):
    """A league in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True, help_text="Where it meets; may be empty.")
    zone = serializers.CharField(help_text="The time zone of its room: what tonight is.")
    public = serializers.BooleanField(help_text="Whether everybody may look at it.")
    founded_at = serializers.DateTimeField()
    mine = OwnPartSerializer()


class LeaguesSerializer(serializers.Serializer):
    """A page of leagues."""

    leagues = LeagueSummarySerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class OfficialSerializer(serializers.Serializer):
    """Somebody who helps to run a league."""

    name = serializers.CharField()
    duty = serializers.ChoiceField(_DUTIES)


class LeagueSerializer(LeagueSummarySerializer):
    """A league."""

    officials = OfficialSerializer(many=True)


class DecidedSerializer(serializers.Serializer):
    """Something that was decided in a league."""

    id = serializers.IntegerField()
    kind = serializers.CharField(help_text="What it was, in a word that stays the same.")
    text = serializers.CharField(help_text="The same in a sentence, with the names of today.")
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True, help_text="Why; empty for who does not run the league.")


class HistorySerializer(serializers.Serializer):
    """A page of what was decided, oldest first."""

    history = DecidedSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class MemberSerializer(NamedSerializer):
    """A member of a league."""

    claimed = serializers.BooleanField(
        allow_null=True, help_text="Whether an account or a phone has the name; null but for who runs the league."
    )
    added_at = serializers.DateTimeField()


class MembersSerializer(serializers.Serializer):
    """A page of members, in the order in which they were added."""

    members = MemberSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class AddedMembersSerializer(serializers.Serializer):
    """The members that were added."""

    members = MemberSerializer(many=True)


class OneMemberSerializer(MemberSerializer):
    """A member with those who turned out to be him."""

    merged = NamedSerializer(many=True, help_text="The newest of them can be parted from him again.")


class LeagueLinkSerializer(serializers.Serializer):
    """A link of a league without its secret."""

    id = serializers.IntegerField()
    opens = serializers.ChoiceField(
        list(LinkTarget.values),
        help_text="The `league` to look at, a `member`'s name, an `office`, or a `place` for its tablet.",
    )
    duty = serializers.ChoiceField(_DUTIES, allow_null=True, help_text="Which office.")
    member = NamedSerializer(allow_null=True, help_text="Whose name.")
    place = NamedSerializer(allow_null=True, help_text="Which table of the room.")
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="When somebody last took it up.")
    revoked_at = serializers.DateTimeField(allow_null=True, help_text="When it was switched off, or used up.")


class LeagueLinksSerializer(serializers.Serializer):
    """A page of links."""

    links = LeagueLinkSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class ToldLinkSerializer(LeagueLinkSerializer):
    """A link with its secret."""

    secret = serializers.CharField(
        allow_null=True, help_text="Null where the server's key has changed since it was made: make another link then."
    )
    url = serializers.CharField(allow_null=True, help_text="The same as a link that a phone can open.")


class ClaimsSerializer(serializers.Serializer):
    """The links by which members claim their names."""

    links = ToldLinkSerializer(many=True)


class OfficeSerializer(serializers.Serializer):
    """Somebody's office."""

    id = serializers.IntegerField()
    account = serializers.IntegerField(help_text="The number of his account.")
    name = serializers.CharField()
    duty = serializers.ChoiceField(_DUTIES)
    mine = serializers.BooleanField(help_text="Whether it is the account that asks.")
    since = serializers.DateTimeField()


class HeirSerializer(serializers.Serializer):
    """An account to which the league can be handed over."""

    account = serializers.IntegerField()
    name = serializers.CharField()


class OfficesSerializer(serializers.Serializer):
    """Who runs a league."""

    offices = OfficeSerializer(many=True)
    heirs = HeirSerializer(many=True)
    invitations = LeagueLinkSerializer(many=True, help_text="Those that nobody took up yet.")


class PlaceSerializer(NamedSerializer):
    """A table of the league's room."""

    tablet = serializers.BooleanField(help_text="Whether there is a link for its tablet that is switched on.")


class PlacesSerializer(serializers.Serializer):
    """The tables of the league's room."""

    places = PlaceSerializer(many=True)


class RecordSerializer(serializers.Serializer):
    """What somebody's matches come to."""

    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Game points for him.")
    against = serializers.IntegerField(help_text="Game points against him.")
    boxes = serializers.IntegerField()
    shutouts = serializers.IntegerField()


class AtTheTableSerializer(serializers.Serializer):
    """What somebody did in his finished games, added up."""

    games = serializers.IntegerField()
    hands = serializers.IntegerField(help_text="Rounds he played.")
    knocks = serializers.IntegerField()
    knock_deadwood = serializers.IntegerField(help_text="All his knocks together.")
    gins = serializers.IntegerField()
    big_gins = serializers.IntegerField()
    undercuts = serializers.IntegerField(help_text="How often he undercut somebody.")
    undercut_by = serializers.IntegerField(help_text="How often his knock was undercut.")
    caught = serializers.IntegerField(help_text="How often he was caught with deadwood.")
    caught_points = serializers.IntegerField(help_text="With how much, all together.")
    biggest = serializers.IntegerField(help_text="The most points in one round.")
    comeback = serializers.IntegerField(help_text="The most points behind in a game that he won.")
    shown = serializers.IntegerField(help_text="Hands of his that were shown card by card.")
    missed = serializers.IntegerField(help_text="Points that he left on the table in those.")


class FormSerializer(serializers.Serializer):
    """How somebody is doing."""

    last = serializers.ListField(
        child=serializers.ChoiceField(["win", "draw", "loss", ""]), help_text="Of his last ten matches, oldest first."
    )
    run = serializers.IntegerField(help_text="How many times in a row the last outcome came.")
    longest_wins = serializers.IntegerField()
    longest_draws = serializers.IntegerField()
    longest_losses = serializers.IntegerField()


class OpponentSerializer(NamedSerializer):
    """Somebody he met, and how that went for him."""

    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()


class PlayedMatchSerializer(serializers.Serializer):
    """A match of his."""

    season = serializers.CharField(help_text="The season's `id`.")
    number = serializers.IntegerField(help_text="The match's number in its season.")
    night = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(list(FixtureState.values))
    final = serializers.BooleanField(help_text="Whether nothing of it is provisional.")
    opponents = NamedSerializer(many=True)
    outcome = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True)
    points = serializers.IntegerField()
    against = serializers.IntegerField()
    boxes = serializers.IntegerField()


class PlayerSerializer(NamedSerializer):
    """A member by what he played, of the matches that are meant."""

    record = RecordSerializer()
    at_the_table = AtTheTableSerializer()
    form = FormSerializer()
    opponents = OpponentSerializer(many=True, help_text="Who was met most often stands first.")
    matches = PlayedMatchSerializer(many=True, help_text="The newest twenty, newest first.")


class RatingSerializer(serializers.Serializer):
    """A rating: where the strength most likely is."""

    rating = serializers.IntegerField()
    low = serializers.IntegerField(help_text="Two standard deviations below.")
    high = serializers.IntegerField(help_text="Two standard deviations above.")
    matches = serializers.IntegerField(help_text="After so many matches.")


class MemberRatingSerializer(RatingSerializer):
    """A member's rating as it is now."""

    member = NamedSerializer()


class TooFewSerializer(serializers.Serializer):
    """A member who has played too few matches to be rated."""

    member = NamedSerializer()
    matches = serializers.IntegerField()


class RatingsSerializer(serializers.Serializer):
    """The ratings of a league, across its seasons: a statistic, which decides nothing."""

    ratings = MemberRatingSerializer(many=True, help_text="The highest first.")
    too_few = TooFewSerializer(many=True)
    fewest = serializers.IntegerField(help_text="Matches after which there is a rating.")
    about = serializers.ListField(child=serializers.CharField(), help_text="What a rating is, in sentences.")


class NightRatingSerializer(RatingSerializer):
    """A rating as it was after a night."""

    night = serializers.DateField(allow_null=True, help_text="Null for matches without a date, which come first.")


class PlayerRatingSerializer(serializers.Serializer):
    """How a member's rating came about."""

    member = NamedSerializer()
    matches = serializers.IntegerField()
    nights = NightRatingSerializer(many=True, help_text="Oldest first; none where he has played too few matches.")


class TokenSerializer(serializers.Serializer):
    """A token of an account without its secret."""

    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    scope = serializers.ChoiceField(list(Scope.values))
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="When it was last used, to ten minutes.")
    revoked_at = serializers.DateTimeField(allow_null=True)
    good = serializers.BooleanField(help_text="Whether it opens anything.")


class TokensSerializer(serializers.Serializer):
    """A page of the account's tokens, oldest first."""

    tokens = TokenSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class AccountSerializer(serializers.Serializer):
    """An account."""

    name = serializers.CharField()
    email = serializers.CharField()
    made_at = serializers.DateTimeField()
    token = TokenSerializer(help_text="The one that asks.")
