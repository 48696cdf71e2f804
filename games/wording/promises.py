"""What the app promises about scores, and what it does not promise."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

PROMISES: Final[Mapping[str, tuple[str, ...]]] = {
    gettext_noop("Nothing lost"): (
        gettext_noop(
            "Once a phone says that a round is saved, it is on the server’s disk. It is still there "
            "after the program was killed or the power went."
        ),
        gettext_noop(
            "What could not be sent waits on the phone: “saved on this phone” is said only after it was "
            "written there, and “Waiting (2)” tells how much waits. It goes when the server has it, or "
            "when you discard it; never because the server said no."
        ),
        gettext_noop(
            "A round is never changed or deleted behind your back. A correction, a strike and an undo are entries "
            "of their own, with the phone and the time, and the database itself refuses anything else."
        ),
        gettext_noop(
            "Every finished game, printed sheet, closed season and exported file has a seal. Keep it, and anyone "
            "can check later whether what's here is still what was sealed, even without this server."
        ),
    ),
    gettext_noop("Nothing doubled"): (
        gettext_noop("Two taps, or the same round sent again after a bad line, are one round."),
        gettext_noop(
            "Two phones that enter the same round confirm each other. If they say different things, both versions "
            "are shown and you decide; the later one never just wins."
        ),
    ),
    gettext_noop("Nobody in who does not belong"): (
        gettext_noop(
            "Nobody can guess the way to your table: a link has 192 random bits, of which the database keeps only "
            "a hash. What is not yours looks exactly like what does not exist."
        ),
        gettext_noop(
            "Opening a link changes nothing, only its button does. So a preview in a chat cannot join your table."
        ),
        gettext_noop(
            "A link that you switch off, a phone that you take the scoring from and a token that you revoke can "
            "do nothing from that moment. Screens that are open by them end within 5 seconds."
        ),
        gettext_noop(
            "If the scorer’s phone is lost or empty, another phone keeps the score after two taps, and "
            "the sheet says so. What waits on the lost phone is kept, and can be sent once it is let in "
            "again."
        ),
        gettext_noop(
            "Passwords are kept as slow hashes. Anyone who guesses is stopped before anything is worked out, and "
            "that doesn't lock out a browser you've logged in on before."
        ),
        gettext_noop("Links, names and e-mail addresses do not stand in the log."),
    ),
}
"""For each heading its promises with the paths of their tests; translated where they are shown."""

NOT_PROMISED: Final = (
    gettext_noop(
        "A link that somebody passed on opens the table until you switch it off. That is one tap, on the page with "
        "the links."
    ),
    gettext_noop("Anyone who may score can enter a wrong number. You see who did and when, and can change it back."),
    gettext_noop(
        "Anyone who runs the server, or has broken into it, can do anything there. Only a seal you've kept on paper "
        "shows that a result was changed."
    ),
    gettext_noop(
        "What waits on a phone is lost with the phone. Safari also deletes what a page keeps after seven days in "
        "which it was not opened: send what waits before you put the phone away for a week."
    ),
    gettext_noop("On plain http at home, somebody in the same Wi-Fi can read along. Over https nobody can."),
    gettext_noop("A backup is a copy of the data folder, and making one is up to whoever runs the server."),
)
"""What is not promised; translated where it is shown."""
