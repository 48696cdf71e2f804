"""The import form: a text, read, with every fault in a sentence beside its line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.entry import MOST_ROUNDS
from games.pages import NotationFault
from games.rules.game import Tally
from games.rules.notation import BadNotation, GameNotes, TextFault, read
from games.selectors.notation import seatings
from games.wording import listed, notation_fault_text, side_names

_BEFORE: Final = 60
"""Characters of a long line that are shown before what is wrong in it."""
_MARKED: Final = 60
_AFTER: Final = 40


@dataclass(frozen=True, slots=True)
class TypedNotation:
    """What the import form holds: the text as typed, and its games, or what is wrong with it."""

    text: str
    key: str
    games: tuple[GameNotes, ...] = ()
    faults: tuple[NotationFault, ...] = ()
    errors: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether a table can be made of it."""
        return bool(self.games)


def read_notation(data: Mapping[str, str]) -> TypedNotation:
    """What the import form in ``data`` says."""
    text, key = data.get("text", ""), data.get("key", "")[:100]
    try:
        games = read(text)
    except BadNotation as bad:
        return TypedNotation(text, key, faults=faults_shown(text, bad.faults))
    if errors := table_faults(games):
        return TypedNotation(text, key, errors=errors)
    return TypedNotation(text, key, games)


def table_faults(games: Sequence[GameNotes]) -> tuple[str, ...]:
    """A sentence for each reason why ``games`` cannot be those of one table; none where they can."""
    found: list[str] = []
    for number, (notes, seats) in enumerate(zip(games, seatings(games), strict=True), 1):
        if seats is None:
            played = listed(list(notes.players))
            found.append(
                _("Game %(number)d is played by %(players)s. At one table all games have the same players.")
                % {"number": number, "players": played}
            )
        if notes.opening and number > 1:
            found.append(
                _("Game %(number)d brings a score from paper. Only the first game of a table can.") % {"number": number}
            )
        elif sentence := opening_fault(notes):
            found.append(sentence)
    rounds = sum(len(notes.rounds) for notes in games)
    if rounds > MOST_ROUNDS:
        found.append(
            ngettext(
                "Those are %(rounds)d round; a table holds %(most)d.",
                "Those are %(rounds)d rounds; a table holds %(most)d.",
                rounds,
            )
            % {"rounds": rounds, "most": MOST_ROUNDS}
        )
    return tuple(found)


def opening_fault(notes: GameNotes) -> str:
    """A sentence where the score that a game brings from paper is that of one that is over; empty where it is not."""
    if notes.opening is None:
        return ""
    final = Tally(notes.rules, len(notes.players), notes.dealer, notes.opening).final()
    if final is None:
        return ""
    points = notes.opening.points
    side = max(points, key=lambda side: points[side])
    who = side_names(notes.rules, notes.players)[side]
    return ngettext(
        "%(who)s has %(points)d point, and the game goes to %(target)s: it is over already.",
        "%(who)s has %(points)d points, and the game goes to %(target)s: it is over already.",
        points[side],
    ) % {"who": who, "points": points[side], "target": notes.rules.target}


def faults_shown(text: str, faults: Sequence[TextFault]) -> tuple[NotationFault, ...]:
    """``faults`` in sentences, each with its line of ``text`` and the piece that it is about."""
    lines = re.split("\r\n|\r|\n", text)
    return tuple(_shown(fault, lines[fault.line - 1]) for fault in faults)


def _shown(fault: TextFault, line: str) -> NotationFault:
    start = fault.column - 1
    rest = line[start : start + _MARKED]
    quoted = fault.text if fault.text and rest.startswith(fault.text) else ""
    # What a fault is about is quoted, unless that is worked out (a sum) or missing: then the next word is marked.
    word = re.match(r"\S+(?:\s+\S+)*(?=\s+[;=]|$)" if fault.text else r"", rest)
    end = start + len(quoted or (word.group() if word else ""))
    before = line[max(0, start - _BEFORE) : start]
    after = line[end : end + _AFTER]
    return NotationFault(
        line=fault.line,
        column=fault.column,
        sentence=notation_fault_text(fault),
        before=("\u2026" if start > _BEFORE else "") + before,
        marked=line[start:end],
        after=after + ("\u2026" if len(line) > end + _AFTER else ""),
    )
