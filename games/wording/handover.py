"""The scoring goes from one phone to another."""

from collections.abc import Sequence

from games.wording.words import listed


def keeps_the_score(phone: str, who: str, was: str) -> str:
    """Which phone keeps the score now: "Ben's phone keeps the score now (was: Ann's phone)".

    ``who`` holds the phone, "" where nobody said so; it is named where the phone's own name does not tell. ``was`` is
    the phone before, "" where there was none.
    """
    named = phone if not who or who.casefold() in phone.casefold() else f"{phone} ({who})"
    return f"{named} keeps the score now" + (f" (was: {was})" if was else "")


def takeover_told(ends: Sequence[str], stays: Sequence[str]) -> tuple[str, ...]:
    """What happens when a phone takes over: phones that ``ends`` names lose the right, those of the owner ``stays``."""
    told = ["From now on this phone keeps the score."]
    if ends:
        told.append(f"{listed(ends)} can enter nothing more, and no link to score that was given out so far works.")
    else:
        told.append("No link to score that was given out so far works any more.")
    told.append("Nothing is lost: what is written stays, and what waits on a phone stays there until it is let in.")
    if stays:
        told.append(f"{listed(stays)} may still do everything, with the owner\u2019s link.")
    told.append("The score sheet says who keeps the score, for all to see.")
    return tuple(told)
