"""The help page: ten questions that new players ask, with their answers. docs/help.md has the same text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

LABELS: Final[Mapping[str, Promise]] = {
    "all_rules": gettext_lazy("All rules"),
    "all_time": gettext_lazy("All-time scores: all games on this phone"),
    "board": gettext_lazy("Big screen"),
    "change_rules": gettext_lazy("Change these rules"),
    "continue_game": pgettext_lazy("a game", "Continue"),
    "copy_as_text": gettext_lazy("Copy as text"),
    "invite": gettext_lazy("Invite"),
    "my_games": gettext_lazy("My games"),
    "print_or_export": gettext_lazy("Print or export"),
    "promises": gettext_lazy("Privacy and backups"),
    "rematch": gettext_lazy("Rematch"),
    "save": gettext_lazy("Save"),
    "start": pgettext_lazy("button", "Start"),
    "story": gettext_lazy("The story of this game"),
    "swap": gettext_lazy("Swap two players"),
    "takeover": gettext_lazy("Take over the scoring"),
}
"""What buttons and links say on the pages; an answer names them in braces, so that it says what they say."""


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """A question and its answer. ``pages`` are links below it: the label, and the name of the page's URL."""

    id: str
    question: Promise
    paragraphs: tuple[Promise, ...]
    pages: tuple[tuple[str, str], ...] = ()


TOPICS: Final = (
    HelpTopic(
        "start",
        gettext_lazy("How do I start?"),
        (
            gettext_lazy("Type two names on the home page and tap {start}. You're playing gin rummy to 100."),
            gettext_lazy(
                "A round takes four taps. Ann knocks with 7, and Ben has 20: tap the 7 under Ann, then 2, 0 and {save}."
            ),
            gettext_lazy("Gin has its own button beside the numbers. A dead hand is in the three-dot menu."),
            gettext_lazy(
                "Want to try it first? The home page has a practice table too. It doesn't count, and it closes after "
                "a week."
            ),
        ),
    ),
    HelpTopic(
        "phones",
        gettext_lazy("How do the others follow on their phones?"),
        (
            gettext_lazy("Open {invite} in the table's menu. It shows one code to watch and one to score."),
            gettext_lazy(
                "Your friends scan a code with their camera and follow the score. They don't need an app or an account."
            ),
            gettext_lazy("If the server is in your home, their phones have to be on the same Wi-Fi."),
            gettext_lazy("Have a television or a tablet? {board}, in the same menu, fills it with the score."),
        ),
    ),
    HelpTopic(
        "correct",
        gettext_lazy("How do I correct a round?"),
        (
            gettext_lazy("The undo button takes back the last entry. It tells you first what will change."),
            gettext_lazy(
                "For an older round, tap it on the score sheet, then change or delete it. All the totals after it "
                "change too, even if the game is over."
            ),
            gettext_lazy("The round still shows what it was before, who changed it, and when."),
            gettext_lazy("Points went to the wrong people? {swap}, in the menu, swaps them for the whole game."),
        ),
    ),
    HelpTopic(
        "words",
        gettext_lazy("What do deadwood, knock, gin, undercut and box mean?"),
        (
            gettext_lazy(
                "At a table, tap a word with a dotted underline, or tap a round and then a word in it. The "
                "word is explained for the rules you're playing, with an example."
            ),
        ),
    ),
    HelpTopic(
        "offline",
        gettext_lazy("What if the Wi-Fi goes out?"),
        (
            gettext_lazy(
                "Keep scoring. Each round is saved on your phone first, and stays there until the server has it."
            ),
            gettext_lazy(
                "The top of the page shows how many rounds are waiting. They're sent automatically, in order, and each "
                "one counts once."
            ),
            gettext_lazy(
                "If the address starts with https, the table opens even when you're offline. If it starts with "
                "http, open any page once you're back online to send what's waiting."
            ),
            gettext_lazy("Nothing is kept in a private window. The page warns you if you're in one."),
        ),
    ),
    HelpTopic(
        "next-week",
        gettext_lazy("How do we continue next week?"),
        (
            gettext_lazy("Open the home page on the same phone. {continue_game}, at the top, takes you to your game."),
            gettext_lazy(
                "When a game is over, {rematch} starts the next one at the same table. Names and links stay, and so "
                "does the count of games won."
            ),
            gettext_lazy(
                "Did the scorer lose their phone? {takeover}, at the bottom of the table's page, lets another "
                "of the owner's phones take over. The owner can allow the players' phones to do it too."
            ),
        ),
    ),
    HelpTopic(
        "games",
        gettext_lazy("Where are my games?"),
        (
            gettext_lazy("{my_games} lists every table on this phone, with its rules, score and date."),
            gettext_lazy("{all_time} adds them up: who has won how often, and against whom."),
            gettext_lazy(
                "The list belongs to this browser. If you clear its data, the games are still on the server: "
                "open the table's link again."
            ),
        ),
        (("my_games", "my_games"), ("all_time", "all_time")),
    ),
    HelpTopic(
        "rules",
        gettext_lazy("Which rules are these?"),
        (
            gettext_lazy("At a table, tap the line under the names at the top. It opens your rules in plain language."),
            gettext_lazy(
                "Every rule set is under {all_rules}. Where the published rules leave a question open, you'll "
                "find our answer there."
            ),
            gettext_lazy("Do you play differently? Tap {change_rules} on any rules page to make your own house rules."),
        ),
        (("all_rules", "rules:all"),),
    ),
    HelpTopic(
        "export",
        gettext_lazy("Can I print or export a game?"),
        (
            gettext_lazy(
                "{print_or_export}, in the table's menu, prints the score sheet, or gives you the game as a file: CSV "
                "for spreadsheets, JSON for programs."
            ),
            gettext_lazy("For a blank sheet, tap “Paper score sheet” on any rules page."),
            gettext_lazy(
                "{copy_as_text} puts all of this table's games into text you can send, keep, or load again later."
            ),
            gettext_lazy("When a game is over, {story} makes a link for people who weren't there."),
        ),
    ),
    HelpTopic(
        "private",
        gettext_lazy("Is it private?"),
        (
            gettext_lazy("You don't need an account to play. Only people with a link can see your table."),
            gettext_lazy("You can turn a link off at any time, on the {invite} page."),
            gettext_lazy(
                "Your scores are on the computer that runs this server. Pages load nothing from anywhere else."
            ),
            gettext_lazy(
                "On plain http at home, someone on the same Wi-Fi could see what you send. Over https nobody can."
            ),
        ),
        (("promises", "promises"),),
    ),
)

TERMS: Final = ("meld", "deadwood", "knock", "layoff", "undercut", "gin", "big-gin", "dead-hand", "box", "shutout")
"""The terms that the question about words explains; the rules page of a game has all of its own."""
