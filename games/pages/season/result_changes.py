"""Say what a correction of results would change: who moves, which matches get other players, and who goes on."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Season
from games.pages.season.wrong_pair_notes import pair_text
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.result_changes import Move, ResultChanges, StageChange
from games.selectors.season.round_names import RoundNames, round_names
from games.selectors.season.wrong_pairs import WrongPair
from games.wording.words import ARROW, amount_text, listed, ordinal

_MOST_MOVES: Final = 4
"""How many moves are told one by one."""


def change_sentences(season: Season, changes: ResultChanges) -> tuple[str, ...]:
    """Return what ``changes`` are, a sentence each; of many moves only the first ones."""
    if not changes:
        return ()
    names, rounds = names_of_entrants(season), round_names(season)
    sentences = [_move_text(move, names[move.entrant]) for move in changes.moves[:_MOST_MOVES]]
    if more := len(changes.moves[_MOST_MOVES:]):
        sentences.append(ngettext("%(n)d more place changes.", "%(n)d more places change.", more) % {"n": more})
    for pair in changes.wrong:
        sentences.extend(_wrong_texts(pair, names, rounds))
    righted = _("%(match)s, drawn as %(drawn)s, has the right players again.")
    sentences += [righted % _match_texts(pair, names, rounds) for pair in changes.righted]
    for stage in changes.stages:
        sentences.extend(_stage_texts(stage, names))
    return tuple(sentences)


def _move_text(move: Move, name: str) -> str:
    """Return how an entrant moves: "Ann 4 → 2 points, 1st → 3rd"."""
    places = f" {ARROW} ".join(ordinal(place) if place else _("no place") for place in move.place)
    texts = {"name": name, "points": f" {ARROW} ".join(map(amount_text, move.points)), "places": places}
    if move.points[0] == move.points[1]:
        # Translators: how somebody moves in the standings: "Ann 1st → 3rd".
        return _("%(name)s %(places)s") % texts
    if move.place[0] == move.place[1]:
        return ngettext("%(name)s %(points)s point", "%(name)s %(points)s points", move.points[1]) % texts
    moved = ngettext("%(name)s %(points)s point, %(places)s", "%(name)s %(points)s points, %(places)s", move.points[1])
    return moved % texts


def _match_texts(pair: WrongPair, names: Mapping[int, str], rounds: RoundNames) -> dict[str, str]:
    texts = {"number": str(pair.match.number), "round": rounds.of_match(pair.match)}
    match = (_("Match %(number)s (%(round)s)") if texts["round"] else _("Match %(number)s")) % texts
    return {"match": match, "drawn": pair_text(pair.drawn, names), "right": pair_text(pair.right, names)}


def _wrong_texts(pair: WrongPair, names: Mapping[int, str], rounds: RoundNames) -> Iterator[str]:
    texts = _match_texts(pair, names, rounds)
    for before in pair.undecided:
        undecided = texts | {"undecided": before.match.number}
        yield _("%(match)s was drawn as %(drawn)s, but match %(undecided)s would have no winner.") % undecided
    if not pair.undecided:
        yield _("%(match)s was drawn as %(drawn)s; it should be %(right)s.") % texts


def _stage_texts(stage: StageChange, names: Mapping[int, str]) -> Iterator[str]:
    if stage.undecided:
        yield _("Who advances to %(season)s is undecided again.") % {"season": stage.bracket.name}
    for entrants, text in (
        (stage.out, _("No longer advancing to %(season)s: %(names)s.")),
        (stage.into, _("Advancing to %(season)s instead: %(names)s.")),
    ):
        if entrants:
            yield text % {"season": stage.bracket.name, "names": listed([names[entrant] for entrant in entrants])}
