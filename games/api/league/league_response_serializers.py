"""Serializers of the answers about leagues, their members and accounts.

They only describe the answers in the OpenAPI schema. The answers themselves are built in ``games.selectors``.
"""

from rest_framework import serializers

from games.models import Duty, LinkTarget, MatchState, Scope

_DUTIES = list(Duty.values)
_NEXT = "Query of the next page, or null on the last page."


class NamedSerializer(serializers.Serializer):
    """A member, or a table of the venue, in short form."""

    id = serializers.IntegerField(help_text="Account number, unique on this server.")
    name = serializers.CharField()


class OwnPartSerializer(serializers.Serializer):
    """The role of the token's account in a league."""

    duties = serializers.ListField(
        child=serializers.ChoiceField(_DUTIES), help_text="The account's offices in this league."
    )
    member = NamedSerializer(allow_null=True, help_text="The league member claimed by the account, or null.")


class LeagueSummarySerializer(serializers.Serializer):
    """A league in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True, help_text="Venue. May be empty.")
    zone = serializers.CharField(help_text="Time zone of the venue, which decides what tonight is.")
    public = serializers.BooleanField(help_text="Whether anyone can view the league.")
    founded_at = serializers.DateTimeField()
    mine = OwnPartSerializer()


class LeaguesSerializer(serializers.Serializer):
    """A page of leagues."""

    leagues = LeagueSummarySerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class OfficialSerializer(serializers.Serializer):
    """A league officer."""

    name = serializers.CharField()
    duty = serializers.ChoiceField(_DUTIES)


class LeagueSerializer(LeagueSummarySerializer):
    """A league."""

    officials = OfficialSerializer(many=True)


class DecidedSerializer(serializers.Serializer):
    """A change in a league."""

    id = serializers.IntegerField()
    kind = serializers.CharField(help_text="Stable code of the change.")
    text = serializers.CharField(help_text="The change in a sentence, with current names.")
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True, help_text="The reason. Empty unless the account runs the league.")


class HistorySerializer(serializers.Serializer):
    """A page of changes, oldest first."""

    history = DecidedSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class MemberSerializer(NamedSerializer):
    """A member of a league."""

    claimed = serializers.BooleanField(
        allow_null=True,
        help_text="Whether an account or a phone has claimed the name. Null unless the account runs the league.",
    )
    added_at = serializers.DateTimeField()


class MembersSerializer(serializers.Serializer):
    """A page of members, in the order in which they were added."""

    members = MemberSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class AddedMembersSerializer(serializers.Serializer):
    """The new members."""

    members = MemberSerializer(many=True)


class OneMemberSerializer(MemberSerializer):
    """A member, with the members merged into them."""

    merged = NamedSerializer(many=True, help_text="Members merged into this one. Only the last can be split off again.")


class LeagueLinkSerializer(serializers.Serializer):
    """A link of a league without its secret."""

    id = serializers.IntegerField()
    opens = serializers.ChoiceField(
        list(LinkTarget.values),
        help_text="What the link opens: the `league`, a `member`'s name, an `office`, or the tablet of a `place`.",
    )
    duty = serializers.ChoiceField(_DUTIES, allow_null=True, help_text="The office.")
    member = NamedSerializer(allow_null=True, help_text="The member's name.")
    place = NamedSerializer(allow_null=True, help_text="The table of the venue.")
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="When the link was last used.")
    revoked_at = serializers.DateTimeField(allow_null=True, help_text="When the link was turned off or used up.")


class LeagueLinksSerializer(serializers.Serializer):
    """A page of links."""

    links = LeagueLinkSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class ToldLinkSerializer(LeagueLinkSerializer):
    """A link with its secret."""

    secret = serializers.CharField(
        allow_null=True, help_text="The secret, or null if the server's key has changed since. Create a new link then."
    )
    url = serializers.CharField(allow_null=True, help_text="The same secret as a link for a phone.")


class ClaimsSerializer(serializers.Serializer):
    """Links that let members claim their names."""

    links = ToldLinkSerializer(many=True)


class OfficeSerializer(serializers.Serializer):
    """An office and its holder."""

    id = serializers.IntegerField()
    account = serializers.IntegerField(help_text="Number of the officer's account.")
    name = serializers.CharField()
    duty = serializers.ChoiceField(_DUTIES)
    mine = serializers.BooleanField(help_text="Whether this is the token's account.")
    since = serializers.DateTimeField()


class HeirSerializer(serializers.Serializer):
    """An account that can take over the league."""

    account = serializers.IntegerField()
    name = serializers.CharField()


class OfficesSerializer(serializers.Serializer):
    """The people who run a league."""

    offices = OfficeSerializer(many=True)
    heirs = HeirSerializer(many=True)
    invitations = LeagueLinkSerializer(many=True, help_text="Invitations that have not been accepted yet.")


class PlaceSerializer(NamedSerializer):
    """A table of the league's venue."""

    tablet = serializers.BooleanField(help_text="Whether an active link for this table's tablet exists.")


class PlacesSerializer(serializers.Serializer):
    """The tables of the league's venue."""

    places = PlaceSerializer(many=True)


class RecordSerializer(serializers.Serializer):
    """Record of a member's matches."""

    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Game points scored.")
    against = serializers.IntegerField(help_text="Game points of the opponents.")
    boxes = serializers.IntegerField()
    shutouts = serializers.IntegerField()


class AtTheTableSerializer(serializers.Serializer):
    """Totals of a member's finished games."""

    games = serializers.IntegerField()
    hands = serializers.IntegerField(help_text="Rounds played.")
    knocks = serializers.IntegerField()
    knock_deadwood = serializers.IntegerField(help_text="Total deadwood of all knocks.")
    gins = serializers.IntegerField()
    big_gins = serializers.IntegerField()
    undercuts = serializers.IntegerField(help_text="Number of undercuts made.")
    undercut_by = serializers.IntegerField(help_text="Number of knocks that were undercut.")
    caught = serializers.IntegerField(help_text="Number of rounds lost with deadwood.")
    caught_points = serializers.IntegerField(help_text="Total deadwood in those rounds.")
    biggest = serializers.IntegerField(help_text="Most points in one round.")
    comeback = serializers.IntegerField(help_text="Largest deficit in a game that was won.")
    shown = serializers.IntegerField(help_text="Hands entered card by card.")
    missed = serializers.IntegerField(help_text="Points missed in those hands.")


class FormSerializer(serializers.Serializer):
    """Current form of a member."""

    last = serializers.ListField(
        child=serializers.ChoiceField(["win", "draw", "loss", ""]),
        help_text="Outcomes of the last ten matches, oldest first.",
    )
    run = serializers.IntegerField(help_text="Length of the current streak.")
    longest_wins = serializers.IntegerField()
    longest_draws = serializers.IntegerField()
    longest_losses = serializers.IntegerField()


class OpponentSerializer(NamedSerializer):
    """An opponent, and the record against them."""

    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()


class PlayedMatchSerializer(serializers.Serializer):
    """A match that the member played."""

    season = serializers.CharField(help_text="Season `id`.")
    number = serializers.IntegerField(help_text="Number of the match in its season.")
    night = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(list(MatchState.values))
    final = serializers.BooleanField(help_text="Whether the result is final, with nothing provisional.")
    opponents = NamedSerializer(many=True)
    outcome = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True)
    points = serializers.IntegerField()
    against = serializers.IntegerField()
    boxes = serializers.IntegerField()


class PlayerSerializer(NamedSerializer):
    """A member's record in the selected matches."""

    record = RecordSerializer()
    at_the_table = AtTheTableSerializer()
    form = FormSerializer()
    opponents = OpponentSerializer(many=True, help_text="Opponents, most frequent first.")
    matches = PlayedMatchSerializer(many=True, help_text="The latest twenty matches, newest first.")


class RatingSerializer(serializers.Serializer):
    """A rating: where the strength most likely is."""

    rating = serializers.IntegerField()
    low = serializers.IntegerField(help_text="The rating minus two standard deviations.")
    high = serializers.IntegerField(help_text="The rating plus two standard deviations.")
    matches = serializers.IntegerField(help_text="Number of matches the rating is based on.")


class MemberRatingSerializer(RatingSerializer):
    """Current rating of a member."""

    member = NamedSerializer()


class TooFewSerializer(serializers.Serializer):
    """A member with too few matches for a rating."""

    member = NamedSerializer()
    matches = serializers.IntegerField()


class RatingsSerializer(serializers.Serializer):
    """The league's ratings across all seasons. They don't affect any standings."""

    ratings = MemberRatingSerializer(many=True, help_text="Highest rating first.")
    too_few = TooFewSerializer(many=True)
    fewest = serializers.IntegerField(help_text="Number of matches needed for a rating.")
    about = serializers.ListField(child=serializers.CharField(), help_text="How ratings work, in sentences.")


class NightRatingSerializer(RatingSerializer):
    """A rating after one night."""

    night = serializers.DateField(
        allow_null=True, help_text="Date of the match. Null for matches without a date, which come first."
    )


class PlayerRatingSerializer(serializers.Serializer):
    """The history of a member's rating."""

    member = NamedSerializer()
    matches = serializers.IntegerField()
    nights = NightRatingSerializer(many=True, help_text="Oldest first. Empty if the member has too few matches.")


class TokenSerializer(serializers.Serializer):
    """A token of an account without its secret."""

    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    scope = serializers.ChoiceField(list(Scope.values))
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="When the token was last used, within ten minutes.")
    revoked_at = serializers.DateTimeField(allow_null=True)
    good = serializers.BooleanField(help_text="Whether the token works.")


class TokensSerializer(serializers.Serializer):
    """A page of the account's tokens, oldest first."""

    tokens = TokenSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text=_NEXT)


class AccountSerializer(serializers.Serializer):
    """An account."""

    name = serializers.CharField()
    email = serializers.CharField()
    made_at = serializers.DateTimeField()
    token = TokenSerializer(help_text="The token that was sent.")
