"""Template context of the clock of a round: a line on the desk, the wall and the tables."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockLine:
    """What a clock shows. The browser counts down to ``ends_at``; ``now`` was the server's time, which decides."""

    state: str
    """"running", "paused" or "over"."""
    left: str
    """The time left: "18:24"."""
    text: str
    """"until 9:40 PM", "Last hand!", or what to do now that the time is up."""
    over_text: str
    """The text once the time is up."""
    ends_at: str
    """As ISO 8601; empty while the clock is paused."""
    now: str
