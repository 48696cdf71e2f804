"""Words and numbers as they stand in any sentence."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils import timezone

from games.rules.ruleset import RuleSet
from games.rules.sides import sides_of

Names = Sequence[str]
"""The players' names by seat."""

MINUS: Final = "\u2212"
ARROW: Final = "\u2192"
TIMES: Final = "\u00d7"


def clock(at: datetime) -> str:
    """The time of day where the server stands, "22:41"."""
    return timezone.localtime(at).strftime("%H:%M")


def day(at: datetime) -> str:
    """The day where the server stands: "today, 22:41", "yesterday", "6 May 2024"."""
    date = timezone.localdate(at)
    days = (timezone.localdate() - date).days
    if days == 0:
        return f"today, {clock(at)}"
    return "yesterday" if days == 1 else f"{date:%d %B %Y}".lstrip("0")


def date_text(at: datetime) -> str:
    """The day where the server stands, for what lies ahead: "6 May 2024"."""
    return f"{timezone.localdate(at):%d %B %Y}".lstrip("0")


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "Ann, Ben and Cleo"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def boxes(n: int) -> str:
    """A number of boxes in words."""
    return "1 box" if n == 1 else f"{n} boxes"


def rounds(n: int) -> str:
    """A number of rounds in words."""
    return "1 round" if n == 1 else f"{n} rounds"


def signed(n: int) -> str:
    """A number of points as it is written beside a name: "+13", "0"."""
    return f"+{n}" if n > 0 else f"{MINUS}{-n}" if n < 0 else "0"


def side_names(rules: RuleSet, names: Names) -> tuple[str, ...]:
    """The names by side: "Ann & Cleo" for a team, a player's own otherwise."""
    return tuple(" & ".join(names[seat] for seat in side) for side in sides_of(rules, len(names)))


def wins(who: str) -> str:
    """The verb behind a side's name: "Ann wins", "Ann & Cleo win"."""
    return "win" if " & " in who else "wins"
