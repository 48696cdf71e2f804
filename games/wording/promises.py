"""What the app promises about scores, and what it does not promise."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

PROMISES: Final[Mapping[str, tuple[str, ...]]] = {
    gettext_noop("Nothing gets lost"): (
        gettext_noop(
            "Once a phone says a round is saved, it's on the server's disk. It's still there after a crash or a "
            "power failure."
        ),
        gettext_noop(
            "Rounds that couldn't be sent wait on the phone. “Saved on this phone” means they're really stored "
            "there, and “Waiting (2)” shows how many."
        ),
        gettext_noop(
            "A waiting round leaves the phone once the server has it, or when you delete it. If the server refuses "
            "it, it stays on the phone."
        ),
        gettext_noop(
            "A round is never changed or deleted behind your back. Each change, deletion or undo is "
            "recorded, with the phone and the time. The database refuses anything else."
        ),
        gettext_noop(
            "Every finished game, printed sheet, closed season and exported file has a seal. Keep it, and "
            "anyone can check later whether anything has been changed, even without this server."
        ),
    ),
    gettext_noop("Nothing counts twice"): (
        gettext_noop("Tap twice, or send a round again over a bad connection, and it's still one round."),
        gettext_noop(
            "Two phones that enter the same round confirm each other. If they differ, you see both versions and "
            "decide. Neither one simply replaces the other."
        ),
    ),
    gettext_noop("Nobody gets in uninvited"): (
        gettext_noop(
            "Nobody can guess the link to your table: it has 192 random bits, and the database keeps only a hash. "
            "Without a link, a table looks the same as one that doesn't exist."
        ),
        gettext_noop(
            "Just opening a link changes nothing: you have to tap its button. So a preview in a chat can't "
            "join your table."
        ),
        gettext_noop(
            "Turn off a link, take the scoring away from a phone or revoke a token, and it stops working at "
            "once. Any screen still using it closes within 5 seconds."
        ),
        gettext_noop(
            "If the scorer's phone is lost or out of battery, another phone takes over in two taps, and the "
            "sheet says so. "
            "Rounds waiting on the lost phone stay there and can be sent once you let it back in."
        ),
        gettext_noop(
            "Passwords are never stored as you type them, only as hashes that can't be reversed. After too "
            "many wrong guesses, further tries are refused before the password is even checked. A browser "
            "you've logged in on before isn't locked out."
        ),
        gettext_noop("The log never contains links, names or e-mail addresses."),
    ),
}
"""For each heading its promises with the paths of their tests; translated where they are shown."""

NOT_PROMISED: Final = (
    gettext_noop(
        "A link that someone passes on opens the table until you turn it off. That takes one tap, on the Invite page."
    ),
    gettext_noop(
        "Anyone who can score can enter a wrong number. You can see who did it and when, and you can change it back."
    ),
    gettext_noop(
        "Anyone who runs the server, or has broken into it, can do anything there. Only a seal you've kept on paper "
        "shows that a result was changed."
    ),
    gettext_noop(
        "If you lose a phone, you lose the rounds waiting on it. Safari also deletes what a page has saved if you "
        "don't open it for seven days. So send what's waiting before you put the phone away for a week."
    ),
    gettext_noop("On plain http at home, someone on the same Wi-Fi could see what you send. Over https nobody can."),
    gettext_noop("A backup is a copy of the data folder. Making one is up to the person who runs the server."),
)
"""What is not promised; translated where it is shown."""
