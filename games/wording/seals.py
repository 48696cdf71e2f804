"""Sentences about a seal: what was sealed, whether it has changed, and what was entered since."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.wording.words import date_text, time_text


def entry_text(kind: str, game: int, number: int | None) -> str:
    """Return what a ledger entry did, in a few words: "Round 3 was corrected"."""
    context = {"round": number, "game": game}
    match kind:
        case "round":
            return _("Round %(round)d was entered") % context
        case "correction":
            return _("Round %(round)d was corrected") % context
        case "void":
            return _("Round %(round)d was deleted") % context
        case "undo":
            return _("An entry was undone")
        case "swap":
            return _("The seats were swapped")
        case "finish":
            return _("Game %(game)d was ended") % context
        case "reopen":
            return _("Game %(game)d was continued") % context
        case "rules":
            return _("The rules were changed")
        case "stakes":
            return _("The stakes were changed")
        case "players":
            return _("The players for the next game were changed")
        case "start":
            return _("Game %(game)d was started") % context
    return _("Something was entered")


def sealed_at_text(moment: datetime) -> str:
    """Return when a seal was given out: "May 3, 2026, 21:04"."""
    return _("%(day)s, %(time)s") % {"day": date_text(moment), "time": time_text(moment)}


def not_a_seal_text() -> str:
    """Return that the typed text is not a seal."""
    return _(
        "That isn't a seal. A seal has 16 letters and digits, like K1DD-RKE7-T4AG-ZCRQ. Check for a misread character."
    )


def unknown_seal_text() -> str:
    """Return that this server does not know the seal."""
    return _(
        "We don't know this seal. It may come from another server, or its record here may have been deleted. You "
        "can still work out the seal from the exported file."
    )


def public_state_text(state: str) -> str:
    """Return the answer about a seal for users who may not see what was sealed."""
    match state:
        case "as_sealed":
            return _("We know this seal, and nothing has changed since it was made.")
        case "changed":
            return _("We know this seal, but something has changed since it was made.")
    return _("We know this seal, but the record here doesn't match it.")


def state_text(state: str, when: str) -> str:
    """Return the answer for users who may see what was sealed ``when``."""
    context = {"when": when}
    match state:
        case "as_sealed":
            return _("It hasn't changed since it was sealed on %(when)s.") % context
        case "changed":
            return _("It was sealed on %(when)s and has changed since then:") % context
    return (
        _(
            "The record here doesn't match what was sealed on %(when)s, and nobody entered a change. "
            "Trust the paper, not this page."
        )
        % context
    )


def names_text(names: str) -> str:
    """Return how the names have changed while everything else matches; empty if they have not."""
    match names:
        case "erased":
            return _("A name has been erased since then. Everything else is unchanged.")
        case "different":
            return _("The names aren't the ones that were sealed. Everything else matches.")
    return ""


def corrections_allowed_text() -> str:
    """Return why a change need not be a forgery."""
    return _(
        "Corrections are allowed: each is recorded with a name and a time. An earlier printout was right when it was "
        "printed."
    )


def game_text(day: str, score: str) -> str:
    """Return which game was sealed: "This is the game of May 3, 2026: Ann 104, Ben 87."."""
    return _("This is the game played on %(day)s: %(score)s.") % {"day": day, "score": score}


def table_text(table: str) -> str:
    """Return which table was sealed."""
    return _("This seal is for the table %(table)s.") % {"table": table}


def season_text(season: str, league: str) -> str:
    """Return which season was sealed."""
    return _("This is %(season)s, a season of %(league)s.") % {"season": season, "league": league}
