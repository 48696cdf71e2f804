"""Read the import form for games in Gin notation, with a sentence for every fault beside its line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.entry import MOST_ROUNDS
from games.rules.game import GameTally
from games.rules.line_up import MOST_PEOPLE
from games.rules.notation import InvalidNotationError, NotatedGame, TextFault, read
from games.rules.settlement import Handicap
from games.selectors.sharing.notation import people_of
from games.wording.notation import notation_fault_text
from games.wording.words import side_names

_CHARACTERS_BEFORE: Final = 60
"""Characters of a long line that are shown before its fault."""
_CHARACTERS_MARKED: Final = 60
_CHARACTERS_AFTER: Final = 40


@dataclass(frozen=True, slots=True)
class NotationFault:
    """A fault in a text, with its line in three parts; ``marked`` is the faulty part."""

    line: int
    column: int
    sentence: str
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class TypedNotation:
    """The submitted text, and either its games or what is wrong with it."""

    text: str
    key: str
    games: tuple[NotatedGame, ...] = ()
    faults: tuple[NotationFault, ...] = ()
    errors: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether a table can be made from it."""
        return bool(self.games)


def read_notation(data: Mapping[str, str]) -> TypedNotation:
    """Read the import form."""
    text, key = data.get("text", ""), data.get("key", "")[:100]
    try:
        games = read(text)
    except InvalidNotationError as bad:
        return TypedNotation(text, key, faults=fault_views(text, bad.faults))
    if errors := table_faults(games):
        return TypedNotation(text, key, errors=errors)
    return TypedNotation(text, key, games)


def table_faults(games: Sequence[NotatedGame]) -> tuple[str, ...]:
    """Return a sentence for each reason why ``games`` cannot be the games of one table."""
    sentences: list[str] = []
    if len(people_of(games)) > MOST_PEOPLE:
        sentences.append(_("A table can have %(most)d people at most.") % {"most": MOST_PEOPLE})
    for number, notes in enumerate(games, 1):
        if notes.opening and number > 1 and not isinstance(notes.opening, Handicap):
            sentences.append(
                _("Game %(number)d starts with a score from paper. Only a table's first game can do that.")
                % {"number": number}
            )
        elif sentence := opening_fault(notes):
            sentences.append(sentence)
    rounds = sum(len(notes.rounds) for notes in games)
    if rounds > MOST_ROUNDS:
        sentences.append(
            ngettext(
                "That's %(rounds)d round, but a table can have at most %(most)d.",
                "That's %(rounds)d rounds, but a table can have at most %(most)d.",
                rounds,
            )
            % {"rounds": rounds, "most": MOST_ROUNDS}
        )
    return tuple(sentences)


def opening_fault(notes: NotatedGame) -> str:
    """Return a sentence if the score a game begins with already ends it; else empty."""
    if notes.opening is None:
        return ""
    final = GameTally(notes.rules, len(notes.players), notes.dealer, notes.opening).final()
    if final is None:
        return ""
    points = notes.opening.points
    side = max(points, key=lambda side: points[side])
    who = side_names(notes.rules, notes.players)[side]
    return ngettext(
        "%(who)s has %(points)d point, and the game goes to %(target)s, so it's already over.",
        "%(who)s has %(points)d points, and the game goes to %(target)s, so it's already over.",
        points[side],
    ) % {"who": who, "points": points[side], "target": notes.rules.target}


def fault_views(text: str, faults: Sequence[TextFault]) -> tuple[NotationFault, ...]:
    """Return ``faults`` as sentences, each with its line of ``text`` and the part it is about."""
    lines = re.split("\r\n|\r|\n", text)
    return tuple(_fault_view(fault, lines[fault.line - 1]) for fault in faults)


def _fault_view(fault: TextFault, line: str) -> NotationFault:
    start = fault.column - 1
    rest = line[start : start + _CHARACTERS_MARKED]
    quoted = fault.text if fault.text and rest.startswith(fault.text) else ""
    # The text of a fault is marked in the line. If it is a computed value or missing, the next word is marked.
    word = re.match(r"\S+(?:\s+\S+)*(?=\s+[;=]|$)" if fault.text else r"", rest)
    end = start + len(quoted or (word.group() if word else ""))
    before = line[max(0, start - _CHARACTERS_BEFORE) : start]
    after = line[end : end + _CHARACTERS_AFTER]
    return NotationFault(
        line=fault.line,
        column=fault.column,
        sentence=notation_fault_text(fault),
        before=("\u2026" if start > _CHARACTERS_BEFORE else "") + before,
        marked=line[start:end],
        after=after + ("\u2026" if len(line) > end + _CHARACTERS_AFTER else ""),
    )
