"""What was decided in a league about itself, its members and who competes, as sentences.

What was decided about a season and its matches is told by ``games.wording.season_events``. ``{member}``, ``{other}``
and ``{account}`` are names of people as they are now, ``{season}`` that of the season; all others come from the facts
of the event.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

_SENTENCES: Final[dict[str, str]] = {
    # The league.
    "founded": "The league was founded.",
    "league_changed": "The league's name, place or time zone was changed, or who may see it.",
    "place_added": "There is a table {place} in the room.",
    "place_renamed": "The table {before} is called {place} now.",
    "place_removed": "The table {place} was taken out of the room.",
    "link_revoked": "A link was switched off.",
    # Who runs it.
    "invited": "Somebody was invited as {duty}.",
    "office_taken": "The league has a new {duty}.",
    "office_lost": "{account} is no {duty} any more.",
    "office_left": "{account} gave up being {duty}.",
    "handed_over": "The league was handed over to {account}.",
    # Members.
    "member_added": "{member} was added to the league.",
    "renamed": "{member} got this name.",
    "claimed": "{member} was tied to an account.",
    "released": "The name {member} was taken back from whoever had claimed it.",
    "left": "{member} left the league.",
    "merged": "{member} turned out to be {other}.",
    "parted": "{member} and {other} are two people again.",
    "erased": "A name was taken out. The results stay.",
    # Who competes in a season.
    "entered": "{member} entered {season}.",
    "taken_out": "{entrant} was taken out of {season} before the first match.",
    "withdrawn": "{entrant} withdrew from {season} on {on}.",
    "returned": "{entrant} came back to {season}.",
    "seeded": "The seeds of {season} were set.",
    "team_made": "{entrant} entered {season}.",
    "team_renamed": "{before} is called {entrant} now.",
    "joined_team": "{member} joined {entrant} on {on}.",
    "left_team": "{member} left {entrant} on {on}.",
}


class _Facts(dict[str, str]):
    """What a sentence may name; for what is not known, a word that does no harm."""

    def __missing__(self, key: str) -> str:
        return "Somebody" if key in ("member", "other", "account", "entrant") else "it"


def event_text(kind: str, facts: Mapping[str, object], names: Mapping[str, str]) -> str:
    """What was decided, in a sentence. ``names`` are those of the people and the season, by their words."""
    told = _Facts({name: fact for name, fact in facts.items() if isinstance(fact, str)} | dict(names))
    if "on" in told:
        told["on"] = day_text(date.fromisoformat(told["on"]))
    return _SENTENCES.get(kind, kind.replace("_", " ").capitalize() + ".").format_map(told)


def day_text(day: date) -> str:
    """A day of the league's room: "6 May 2026"."""
    return f"{day:%d %B %Y}".lstrip("0")
