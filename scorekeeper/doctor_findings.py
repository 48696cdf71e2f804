"""The findings of `doctor`: their severity, text and fix."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    LOOK = "look"
    """It works, and somebody should look at it."""
    BROKEN = "broken"
    """It does not work, or saved data is not safe."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its name, severity, text, and how to fix it."""

    name: str
    severity: Severity
    text: str
    fix: str = ""


def ok(name: str, text: str) -> Finding:
    """Return a finding that needs no fix."""
    return Finding(name, Severity.OK, text)


def warning(name: str, text: str, mend: str) -> Finding:
    """Return a finding about something that works and could be better."""
    return Finding(name, Severity.LOOK, text, mend)


def broken(name: str, text: str, mend: str = "") -> Finding:
    """Return a finding about something that does not work; without ``mend`` the text says what to do."""
    return Finding(name, Severity.BROKEN, text, mend)
