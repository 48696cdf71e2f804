"""The drawing of a bracket, from the first round to the final, with those who come first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.pages.season.bracket_boxes import BoxMaker, BracketBox, BracketPart, BracketRound, BracketSide
from games.pages.season.planned_drawing import PlannedDrawer
from games.rules.pairings.bracket_places import BracketPlace
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.bracket import Bracket, bracket_of, no_shows
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.planned_bracket import PlannedBracket
from games.wording.season import bracket as words


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place on the podium: 1, 2 or 3, and who shares it."""

    place: int
    title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A bracket: its parts, the one with the final first, and the podium once the final is decided."""

    parts: tuple[BracketPart, ...]
    podium: tuple[PodiumPlace, ...]


def bracket_drawing(season_access: SeasonAccess) -> BracketDrawing | None:
    """Return the drawing of a season's bracket; None for a season without one, or before its first round is drawn."""
    season = season_access.season
    bracket = bracket_of(season)
    if bracket is None:
        return None
    names, entrants = names_of_entrants(season), list(season.entrants.all())
    absent = no_shows(season)
    maker = BoxMaker(season, names)
    if isinstance(bracket, PlannedBracket):
        run = bracket.run(entrants)
        return BracketDrawing(tuple(PlannedDrawer(maker, bracket, run).parts()), _podium(run.places(), names, absent))
    main = BracketPart("", _rounds(maker, bracket), _third(maker, bracket))
    return BracketDrawing((main,), _podium(bracket.places(entrants), names, absent))


def _rounds(maker: BoxMaker, bracket: Bracket) -> tuple[BracketRound, ...]:
    """Return every round of a knock-out, the first one first, those that aren't drawn yet included."""
    found: list[BracketRound] = []
    before: Sequence[BracketBox] = ()
    for number, size in enumerate(bracket.sizes):
        matches = bracket.rounds[number][:size] if number < len(bracket.rounds) else ()
        if matches:
            before = tuple(maker.box(match) if match else BracketBox(()) for match in matches)
        else:
            before = tuple(_coming(before[2 * index : 2 * index + 2]) for index in range(size))
        found.append(BracketRound(words.round_title(size), tuple(before)))
    return tuple(found)


def _coming(before: Sequence[BracketBox]) -> BracketBox:
    """Return a match that isn't drawn yet, with the winners of the two before it as far as they are known."""
    winners = [next((side.name for side in box.sides if side.won), "") for box in before]
    return BracketBox(tuple(BracketSide(name) for name in winners))


def _third(maker: BoxMaker, bracket: Bracket) -> BracketBox | None:
    """Return the match for third place; None without one."""
    final = bracket.rounds[-1] if len(bracket.rounds) == len(bracket.sizes) else ()
    return maker.box(final[1]) if len(final) > 1 and final[1] else None


def _podium(
    places: Mapping[int, BracketPlace], names: Mapping[int, str], absent: Collection[int]
) -> tuple[PodiumPlace, ...]:
    """Return who came first to third, once the final is decided; two share third place without a match for it.

    Those who never came are left out, so that a place on the podium may stay empty.
    """
    settled = {entrant: place.place for entrant, place in places.items() if place.place == place.worst}
    if 1 not in settled.values():
        return ()
    podium = []
    for number in (1, 2, 3):
        who = sorted(names.get(one, "") for one, place in settled.items() if place == number and one not in absent)
        if who:
            podium.append(PodiumPlace(number, words.podium_title(number), tuple(who)))
    return tuple(podium)
