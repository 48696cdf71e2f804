"""What the doctor finds, in one shape."""

from dataclasses import dataclass
from enum import StrEnum


class Worth(StrEnum):
    """How much a finding matters."""

    OK = "ok"
    LOOK = "look"
    """It works, and somebody should look at it."""
    BROKEN = "broken"
    """It does not work, or what is saved is not safe."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what it is, how it is, and what mends it."""

    name: str
    worth: Worth
    text: str
    mend: str = ""


def ok(name: str, text: str) -> Finding:
    """Nothing to mend."""
    return Finding(name, Worth.OK, text)


def look(name: str, text: str, mend: str) -> Finding:
    """Something that works, and could be better."""
    return Finding(name, Worth.LOOK, text, mend)


def broken(name: str, text: str, mend: str = "") -> Finding:
    """Something that does not work; without ``mend`` the text says what to do."""
    return Finding(name, Worth.BROKEN, text, mend)
