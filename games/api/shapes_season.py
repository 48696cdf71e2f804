"""The shapes of what is answered about seasons, for the schema only, as in ``games.api.shapes``."""

from typing import Any

from rest_framework import serializers

from games.models import Duty, FixtureState, Pairing
from games.rules.confirmation import Standing
from games.rules.scoring import Event
from games.rules.season import TIE_BREAKS


def _names(text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=text)


def _amounts(text: str) -> serializers.DictField:
    return serializers.DictField(child=serializers.IntegerField(), help_text=text)


def _number(text: str = "", **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=text or None, **more)


def _date(text: str) -> serializers.DateField:
    return serializers.DateField(allow_null=True, help_text=text)


class SeasonLine(serializers.Serializer):
    """A season in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    revision = _number("Counts whatever moves the season: its only clock.")
    pairing = serializers.ChoiceField(Pairing.values, help_text="How matches come about.")
    teams = serializers.BooleanField(help_text="Whether teams compete.")
    preset = serializers.CharField(help_text="The rules of its games.")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Since when nothing in it changes any more.")


class Seasons(serializers.Serializer):
    """A page of a league's seasons."""

    seasons = SeasonLine(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class Season(SeasonLine):
    """A season, and how far it is."""

    league = serializers.CharField(help_text="The league's id.")
    under_way = serializers.BooleanField(help_text="Whether its game's rules, pairing and teams stay what they are.")
    hidden = serializers.BooleanField(help_text="Whether only who runs the league sees the table.")
    hidden_until = serializers.DateTimeField(allow_null=True, help_text="Null: until somebody shows it.")
    entrants = _number("How many compete and did not withdraw.")
    matches = _number("How many there are; byes and cancelled ones are none.")
    left = _number("How many of them are to be played, or are being played.")
    url = serializers.CharField(help_text="The path of its page.")
    duties = serializers.ListField(
        child=serializers.ChoiceField(Duty.values), help_text="The token's account's offices in the league."
    )
    member = _number("The member that the account is; null for none.", allow_null=True)


class GameRules(serializers.Serializer):
    """The rules of a season's games."""

    title = serializers.CharField()
    parameters = serializers.DictField(help_text="Every parameter.")
    sentences = _names("The same in plain sentences.")
    sources = _names("Where the preset was printed.")


class SeasonParameters(serializers.Serializer):
    """Every parameter of a season's own rules."""

    length = serializers.CharField()
    count = _number()
    win = _number()
    draw = _number()
    loss = _number()
    bonus_shutout = _number()
    bonus_gin = _number()
    bonus_box_lead = _number()
    bye = serializers.CharField()
    minimum = _number()
    best_nights = _number(allow_null=True)
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)))
    confirmation = serializers.CharField()
    strict = serializers.BooleanField()


class SeasonRules(serializers.Serializer):
    """The rules of a season."""

    season = serializers.CharField()
    revision = _number("What `If-Match` names.")
    name = serializers.CharField()
    preset = serializers.CharField()
    house_rules = serializers.DictField(help_text="Parameter to value, laid over the preset.")
    rules_title = serializers.CharField(allow_blank=True, help_text="What the house calls the rules of its games.")
    rules = SeasonParameters()
    pairing = serializers.ChoiceField(Pairing.values)
    teams = serializers.BooleanField()
    fixed = serializers.BooleanField(help_text="Whether preset, house rules, pairing and teams stay what they are.")
    sentences = _names("The rules of the season in plain sentences.")
    game = GameRules()


class WasAndIs(serializers.Serializer):
    """A number before a change and after it; null for none."""

    before = _number(allow_null=True)
    after = _number(allow_null=True)


class Mover(serializers.Serializer):
    """Where one stands, and would stand."""

    entrant = _number()
    name = serializers.CharField()
    place = WasAndIs()
    points = WasAndIs()


class RulesPreview(serializers.Serializer):
    """What other rules would change. Nothing was saved."""

    season = serializers.CharField()
    revision = _number("What `If-Match` names when these rules are saved.")
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.JSONField()), help_text="What differs, to before and after."
    )
    sentences = _names("Each change in a sentence.")
    movers = Mover(many=True, help_text="Everybody, in the order in which they would stand.")


class Mate(serializers.Serializer):
    """A member's time in a team."""

    id = _number()
    member = _number()
    name = serializers.CharField()
    joined_on = serializers.DateField()
    left_on = _date("Null while he is in it.")


class Entrant(serializers.Serializer):
    """Who competes: a member, or a team."""

    id = _number("Names the entrant in this season.")
    name = serializers.CharField()
    member = _number("Null for a team.", allow_null=True)
    seed = _number("1 is the best; null for none.", allow_null=True)
    joined_on = serializers.DateField()
    withdrawn_on = _date("Null for who is in it.")
    matches = _number("How many of his there are, whatever became of them.")
    left = _number("How many of them are still to be played.")
    mates = Mate(many=True, help_text="Of a team: who plays for it, or did.")


class Entrants(serializers.Serializer):
    """Who competes in a season."""

    season = serializers.CharField()
    revision = _number()
    entrants = Entrant(many=True, help_text="As they came.")


class SeasonPenalty(serializers.Serializer):
    """League points that were taken away, or given."""

    id = _number()
    entrant = _number()
    name = serializers.CharField()
    points = _number("Below 0 they were given.")
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(allow_null=True, help_text="Since when they count no more.")


class SeasonEvent(serializers.Serializer):
    """Something that was decided."""

    id = _number()
    kind = serializers.CharField()
    text = serializers.CharField()
    changes = _names("Each rule that a change of rules changed.")
    match = _number("The match that it is about; null for none.", allow_null=True)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class SeasonHistory(serializers.Serializer):
    """A page of what was decided in a season."""

    events = SeasonEvent(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class Draw(serializers.Serializer):
    """How far the matches of a season are made."""

    season = serializers.CharField()
    revision = _number()
    pairing = serializers.ChoiceField(Pairing.values)
    sentences = _names("How matches come about.")
    matches = _number("How many there are; byes and cancelled ones are none.")
    left = _number("How many of them are to be played.")
    last_round = _number("Its number; null where none is drawn.", allow_null=True)
    open_in_last_round = _number("How many of its matches are not over.")
    last_round_begun = serializers.BooleanField(help_text="Whether anything came of it; until then it may be redrawn.")
    last_night = _date("The last night on which something is planned.")
    lacks_matches = serializers.BooleanField(help_text="Whether somebody in a round robin lacks matches.")


class MatchPlace(serializers.Serializer):
    """A place in the league's room."""

    id = _number()
    name = serializers.CharField()


class PlannedSide(serializers.Serializer):
    """Who would play."""

    entrant = _number()
    name = serializers.CharField()


class PlannedMatch(serializers.Serializer):
    """A match that would be made."""

    round = _number(allow_null=True)
    night = _date("Null: open.")
    at = serializers.CharField(allow_null=True)
    place = MatchPlace(allow_null=True)
    sides = PlannedSide(many=True, help_text="One alone has a bye.")


class DrawPreview(serializers.Serializer):
    """The matches that a draw would make now. Nothing was saved."""

    matches = PlannedMatch(many=True)


class Drawn(serializers.Serializer):
    """What a draw made."""

    made = _number("How many matches; 0 where the key had been used, or nobody lacks any.")
    draw = Draw()


class MatchSide(serializers.Serializer):
    """A side of a match, and what it came to there."""

    entrant = _number()
    name = serializers.CharField()
    outcome = serializers.ChoiceField(["win", "draw", "loss"], allow_null=True, help_text="Null while nothing counts.")
    points = _number("Game points, bonuses included.")
    against = _number("Those of the best of the others.")
    boxes = _number()
    gins = _number()
    shutouts = _number("Dealt out.")
    games = _number("Won.")


class MatchLine(serializers.Serializer):
    """A match in a list."""

    number = _number("Names the match in its season.")
    round = _number("Of the draw; null outside one.", allow_null=True)
    night = _date("Null while it is open.")
    at = serializers.CharField(allow_null=True, help_text="The time of day, as 19:30.")
    place = MatchPlace(allow_null=True)
    state = serializers.ChoiceField(FixtureState.values)
    final = serializers.BooleanField(help_text="Whether its result is not provisional.")
    stopped = serializers.BooleanField(help_text="Whether it counts as it stood.")
    imported = serializers.BooleanField(help_text="Whether its result came from a file.")
    table = serializers.CharField(
        allow_null=True, help_text="The id of the table it is played at, for `/api/v1/tables/{public_id}/`."
    )
    sides = MatchSide(many=True, help_text="In seat order; one alone has a bye.")


class Matches(serializers.Serializer):
    """A page of a season's matches."""

    revision = _number()
    matches = MatchLine(many=True)
    next = serializers.CharField(allow_null=True, help_text="The query of the next page; null on the last.")


class SeatOfMatch(serializers.Serializer):
    """Who sits at a match."""

    entrant = _number("For which side.")
    member = _number()
    name = serializers.CharField()
    substitute = serializers.BooleanField()
    said = serializers.BooleanField(help_text="Whether somebody said so; otherwise it is who usually plays.")


class Dispute(serializers.Serializer):
    """What is said against a round."""

    entrant = _number("The side that says it; null for a referee.", allow_null=True)
    by = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class CheckedRound(serializers.Serializer):
    """A round that counts for a match, and how it stands."""

    game = _number()
    round = _number()
    revision = _number("What is looked at when one looks at it.")
    event = serializers.ChoiceField([e.value for e in Event])
    points = _amounts("By the names at the table.")
    boxes = _amounts("By the names at the table.")
    entered_by = serializers.CharField()
    entered_at = serializers.DateTimeField()
    standing = serializers.ChoiceField([s.value for s in Standing])
    says = serializers.CharField(allow_blank=True, help_text="The same in words.")
    awaited = serializers.ListField(
        child=serializers.IntegerField(), help_text="The entrants that still have to confirm it."
    )
    disputes = Dispute(many=True)
    approved_by = serializers.CharField(allow_null=True)
    ticked = serializers.BooleanField(help_text="Whether somebody who judges ticked it.")


class Match(MatchLine):
    """A match."""

    season = serializers.CharField()
    revision = _number("Of the season.")
    seats = SeatOfMatch(many=True)
    rounds = CheckedRound(many=True, help_text="Those that count; all of them are at its table.")
    may = serializers.ListField(
        child=serializers.ChoiceField(
            ["play", "watch", "reschedule", "line_up", "stop", "go_on", "forfeit", "cancel", "restore"]
        ),
        help_text="What the account of the token may do about it as it stands.",
    )


class PlayedAt(serializers.Serializer):
    """The table of a match. The token of the request goes on there."""

    match = Match()
    table = serializers.CharField(help_text="Its id.")
    role = serializers.ChoiceField(["watch", "score", "owner"], help_text="What the token may do at the table.")
    url = serializers.CharField(help_text="The path of its page.")


class RoundToCheck(CheckedRound):
    """A round to look at."""

    match = _number("The match's number.")
    table = serializers.CharField(help_text="The id of its table.")


class ToCheck(serializers.Serializer):
    """What is to be looked at in a season."""

    season = serializers.CharField()
    revision = _number()
    nights = serializers.ListField(child=serializers.DateField(), help_text="When something was played, newest first.")
    night = _date("The night that `unticked` is about.")
    disputed = RoundToCheck(many=True)
    waiting = RoundToCheck(many=True, help_text="What a referee has to approve.")
    unticked = RoundToCheck(many=True, help_text="What nobody who judges looked at yet.")
    more = serializers.BooleanField(help_text="Whether there were more matches that night than are told.")


class Ticked(serializers.Serializer):
    """How many rounds were ticked."""

    ticked = _number("What was changed since it was seen is not among them.")


class MatchMark(serializers.Serializer):
    """How a match came out."""

    outcome = serializers.ChoiceField(["won", "drawn", "lost"])
    final = serializers.BooleanField()


class PlaceMoved(serializers.Serializer):
    """Where a row came from since the night before."""

    way = serializers.ChoiceField(["up", "down", "same", "new"])
    by = _number("Places.")


class StandingsRow(serializers.Serializer):
    """One line of the table."""

    entrant = _number()
    name = serializers.CharField()
    member = _number("Null for a team.", allow_null=True)
    place = _number("Null for who has too few matches.", allow_null=True)
    shared = serializers.BooleanField(help_text="Whether others share the place.")
    points = _number("League points, after penalties.")
    penalty = _number("League points taken away.")
    played = _number()
    wins = _number()
    draws = _number()
    losses = _number()
    byes = _number()
    provisional = _number("Matches whose result is not final.")
    points_for = _number("Game points.")
    points_against = _number("Those of the best of the others.")
    boxes = _number()
    gins = _number()
    form = MatchMark(many=True, help_text="The last matches, the newest last.")
    moved = PlaceMoved(allow_null=True)
    values = serializers.DictField(
        child=serializers.FloatField(),
        help_text="What each criterion that was asked says; head-to-head among the last.",
    )
    why = serializers.CharField(allow_blank=True, help_text="What put the row below the one above.")
    notes = _names("Penalties, byes, nights that do not count.")
    lacks = serializers.CharField(allow_blank=True, help_text="What it takes for a place.")


class Standings(serializers.Serializer):
    """The table of a season."""

    season = serializers.CharField()
    revision = _number()
    on = _date("The night after which it stood so; null: now.")
    nights = serializers.ListField(child=serializers.DateField(), help_text="When something was played, newest first.")
    closed = serializers.BooleanField(help_text="Whether this is the final table.")
    hidden = serializers.BooleanField(help_text="Whether there are only `names`, in no order of rank.")
    names = _names("Who competes, where the table is hidden.")
    order = serializers.ListField(child=serializers.ChoiceField(list(TIE_BREAKS)), help_text="What the order goes by.")
    rows = StandingsRow(many=True)
    sentences = _names("What is to be known of the whole table.")


class NeededBy(serializers.Serializer):
    """What one entrant still needs."""

    entrant = _number()
    name = serializers.CharField()
    sentences = _names("Each is certain.")


class Needs(serializers.Serializer):
    """What each still needs, in the order of the table."""

    season = serializers.CharField()
    revision = _number()
    hidden = serializers.BooleanField()
    about = serializers.CharField(help_text="What the sentences rest on.")
    entrants = NeededBy(many=True)


class SeasonCalendars(serializers.Serializer):
    """The addresses of calendars to subscribe to, which need no token; whoever has one reads it."""

    url = serializers.CharField(help_text="All matches.")
    own_url = serializers.CharField(allow_null=True, help_text="The account's own matches; null for who is no member.")


class ImportTrial(serializers.Serializer):
    """What taking a file over would do. Nothing was taken over."""

    upload = _number("Names it when it is taken over, within a day; null where nothing is new.", allow_null=True)
    members = _names("New in the league.")
    entrants = _names("New in the season.")
    results = _number("How many are new.")
    planned = _number("How many of those are of matches that were planned.")
    known = _number("How many are here already, and stay as they are.")


class Imported(serializers.Serializer):
    """What was taken over."""

    members = _names("New in the league.")
    entrants = _names("New in the season.")
    results = _number("How many were new.")
    planned = _number("How many of those were of matches that were planned.")
    known = _number("How many were here already.")
