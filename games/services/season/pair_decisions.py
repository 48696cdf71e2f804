"""Decide about drawn matches of a bracket to which others come by now: put them in, draw again, or play on.

Where nobody knows who comes, because a match before it has no winner any more, that one can be replayed.
"""

from games.models import Match, MatchSide, MatchState, Season
from games.models.match import sides_for
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.pairings import Pairing as EntrantPair
from games.selectors.season.draw_state import has_begun
from games.selectors.season.wrong_pairs import WrongPair, wrong_pairs
from games.services.league.leagues import record_event
from games.services.season.draws import earlier_replays, leave_draw, take_number
from games.services.season.matches import NewMatch, cancel_locked, locked_match, make_matches
from games.services.season.seasons import open_season


def put_in(*, access: LeagueAccess, season: Season, number: int, again: bool = False) -> None:
    """Put those into the match ``number`` who come to it by now, and so with the matches decided together with it.

    One alone has a bye; a match to which nobody comes is canceled. With ``again``, a match that has begun is canceled
    and drawn again: the new one has its number, round, night, time and place; the canceled one stays in the list of
    matches with another number. So is one without a round whose table was opened for the others.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found", "not_playable": the pair is right, a match
    before it has no winner, or without ``again`` one of the matches has begun).
    """
    with open_season(access, season) as locked:
        pairs = _decided_together(locked, number)
        if undecided := pairs[0].undecided:
            raise RefusedError("not_playable", what="no_winner", number=undecided[0].match.number)
        if not again and any(pair.begun for pair in pairs):
            raise RefusedError("not_playable", what="pair_plays")
        for pair in pairs:
            (_draw_again if has_begun(pair.match) or not pair.right else _change)(access, locked, pair)


def play_on(*, access: LeagueAccess, season: Season, number: int) -> None:
    """Let a match and those decided together with it be played as they were drawn.

    Raises RefusedError as ``put_in`` does ("not_playable" where the pair is right).
    """
    with open_season(access, season) as locked:
        for pair in _decided_together(locked, number):
            facts = {"entrants": sorted(pair.drawn), "instead_of": pair.instead_of}
            record_event(access, "played_on", match=pair.match, facts=facts)


def replay(*, access: LeagueAccess, season: Season, number: int) -> None:
    """Draw the match ``number`` again, which is over without a winner though the match after it has been drawn.

    What was drawn level stays, with another match beside it in which the other side deals first; a canceled match is
    replaced.

    Raises RefusedError as ``put_in`` does ("not_playable" where no match waits for this one, or it isn't over).
    """
    with open_season(access, season) as locked:
        match = locked_match(locked, number)
        waiting = [pair for group in wrong_pairs(locked) for pair in group]
        undecided = next((one for pair in waiting for one in pair.undecided if one.match == match), None)
        if undecided is None or not undecided.can_be_replayed:
            raise RefusedError("not_playable", what="pair_is_right")
        undecided.match.season = locked
        if set(undecided.right) != set(undecided.drawn):
            _draw_again(access, locked, undecided)
            return
        level = undecided.match.state != MatchState.CANCELED
        made = _make(locked, undecided, undecided.drawn[::-1] if level else undecided.drawn)
        record_event(access, "match_added", match=made)
        if not level:
            _replace(undecided.match, made)


def _decided_together(season: Season, number: int) -> tuple[WrongPair, ...]:
    match = locked_match(season, number)
    for group in wrong_pairs(season):
        if match in (pair.match for pair in group):
            for pair in group:
                pair.match.season = season
            return group
    raise RefusedError("not_playable", what="pair_is_right")


def _change(access: LeagueAccess, season: Season, pair: WrongPair) -> None:
    """Put the right entrants into a match that has not begun."""
    match, entrants = pair.match, season.entrants.in_bulk(pair.right)
    leave_draw(earlier_replays(match))
    record_event(access, "put_in", match=match, facts={"before": pair.drawn, "entrants": pair.right})
    match.seats.all().delete()
    match.sides.all().delete()
    MatchSide.objects.bulk_create(sides_for(match, [entrants[entrant] for entrant in pair.right]))
    bye = len(pair.right) == 1
    match.state, match.final = (MatchState.BYE if bye else MatchState.PLANNED), bye
    match.save(update_fields=["state", "final"])


def _draw_again(access: LeagueAccess, season: Season, pair: WrongPair) -> None:
    """Cancel a match, and draw it in its round between the right entrants, if there are any."""
    cancel_locked(pair.match)
    record_event(access, "drawn_again", match=pair.match, facts={"before": pair.drawn, "entrants": pair.right})
    _replace(pair.match, _make(season, pair, pair.right) if pair.right else None)


def _make(season: Season, pair: WrongPair, right: EntrantPair) -> Match:
    """Make a match between these entrants, when and where the match of ``pair`` was to be played."""
    match, entrants = pair.match, season.entrants.in_bulk(right)
    plan = NewMatch(
        [entrants[entrant] for entrant in right],
        match.round,
        match.night,
        match.at,
        match.place if len(right) > 1 else None,
        match.bracket_match,
    )
    return make_matches(season, [plan])[0]


def _replace(canceled: Match, made: Match | None) -> None:
    """Take a canceled match out of its round, with its replays; the one that was made gets its number."""
    leave_draw([canceled, *(other for other in earlier_replays(canceled) if other != made)])
    if made:
        take_number(made, canceled)
