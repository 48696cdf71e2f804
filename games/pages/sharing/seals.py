"""Template context of seals (short codes that prove a result) and of the page that checks one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SealNote:
    """A seal in groups of four characters, the URL that checks it, and the full SHA-256 digest.

    On paper, ``qr`` is the QR code of that URL, and ``check_url`` the URL of the page where a seal can be typed.
    """

    seal: str
    url: str
    digest: str
    qr: str = ""
    check_url: str = ""


@dataclass(frozen=True, slots=True)
class SealChange:
    """A change made after a seal was given out."""

    text: str
    by: str
    when: str
    reason: str


@dataclass(frozen=True, slots=True)
class SealPage:
    """The page that checks a seal; ``error`` and ``answer`` are empty if no seal was typed.

    ``tone`` is "good", "changed" or "bad". ``about`` says what was sealed, ``link`` is its page; both are empty if the
    user may not see it, which ``hidden_from_user`` says.
    """

    typed: str
    error: str = ""
    seal: str = ""
    tone: str = ""
    answer: str = ""
    about: tuple[str, ...] = ()
    names: str = ""
    changes: tuple[SealChange, ...] = ()
    corrections_note: str = ""
    link: str = ""
    link_text: str = ""
    digest: str = ""
    hidden_from_user: bool = False
