"""Writes the pages of docs/ that are made from the app's own texts: help.md, glossary.md, the table in rules.md.

``python -m tests.docs.documents`` writes them; a test compares them with the app.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs"
COMMAND: Final = "python -m tests.docs.documents"

MORE: Final[Mapping[str, str]] = {
    "start": "[Playing](playing.md)",
    "phones": "[Invite the others](playing.md#invite-the-others), "
    "[Connect the phones](self-hosting.md#connect-the-phones)",
    "correct": "[Correct a mistake](playing.md#correct-a-mistake)",
    "words": "[Glossary](glossary.md)",
    "offline": "[Bad Wi-Fi](playing.md#bad-wi-fi-and-playing-offline)",
    "next-week": "[The scorer's phone is lost](playing.md#the-scorers-phone-is-lost)",
    "games": "[Playing](playing.md)",
    "rules": "[Rules and their sources](rules.md)",
    "export": "[Files](formats.md)",
    "private": "[Security](SECURITY.md), [HTTPS](self-hosting.md#https)",
}
"""Where to read more about each question of the help page."""

WORDS_OF_THE_PROGRAM: Final[Mapping[str, str]] = {
    "Table": "The people who play together, their links, and the games they play one after the other.",
    "Game": "Rounds under one set of rules, until someone reaches the target. In Hollywood, a game has three columns.",
    "Round": "One deal, up to a knock, gin, big gin or a dead hand.",
    "Rule set": "All the settings of a game. A preset is a rule set with a name; house rules are your changes to one.",
    "League": "A club with its members, its seasons and its room.",
    "Season": "A rule set, the players who compete, and their matches and standings.",
    "Match": "A contest between two or three players in a season: one game, several, or a set number of rounds.",
    "Ledger": "Everything that was entered at a table, in order. Entries are added, and never changed.",
    "Seal": "A short code that shows later whether a result has changed: [Seals](seals.md).",
}

BEGIN: Final = f"<!-- rule sets: made by `{COMMAND}` -->"
END: Final = "<!-- end of rule sets -->"
PICTURE: Final = (
    '<picture><source media="(prefers-color-scheme: dark)" srcset="pictures/help-phone-dark.webp">'
    '<img src="pictures/help-phone-light.webp" alt="The help page" width="260"></picture>'
)
HEAD: Final = "<!-- Made from the app's texts by `{command}`. Change those, then run it again. -->\n\n"


def help_document() -> str:
    """The help page of the app, as a document."""
    return "\n".join(_help_lines())


def _help_lines() -> Iterator[str]:
    from games.pages.help import help_page

    page = help_page()
    yield HEAD.format(command=COMMAND) + "# Help\n"
    yield "The same ten answers are in the app, under *Help*.\n"
    yield f"{PICTURE}\n"
    for answer in page.answers:
        yield f"- [{answer.question}](#{anchor(answer.question)})"
    for answer in page.answers:
        yield f"\n## {answer.question}\n"
        yield "\n\n".join(re.sub("</?b>", "**", str(paragraph)) for paragraph in answer.paragraphs)
        if answer.terms:
            yield "\n" + "\n".join(f"- **{word}**: {meaning}" for word, meaning in answer.terms)
        yield f"\nMore: {MORE[answer.id]}"
    yield ""


def glossary_document() -> str:
    """The terms of all rule sets, with their meanings in the app."""
    return "\n".join(_glossary_lines())


def _glossary_lines() -> Iterator[str]:
    from games.rules.glossary import glossary_terms
    from games.rules.presets import presets
    from games.selectors.rulebook.house_rules import DEFAULT_PRESET
    from games.wording.terms import meaning, term_word, worked_text

    terms = {name: glossary_terms(preset.rules) for name, preset in presets().items()}
    names = {term.id for every in terms.values() for term in every}
    usual = {term.id: term for term in terms[DEFAULT_PRESET]}
    yield HEAD.format(command=COMMAND) + "# Glossary\n"
    yield (
        "The words of the game, as the app explains them. At a table, tap a word with a dotted underline to see what "
        "it means under your rules.\n"
    )
    yield "## Game terms"
    playing = {
        name: [preset for preset, found in terms.items() if name in {term.id for term in found}] for name in names
    }
    words = {
        name: term_word(name, presets()[DEFAULT_PRESET if name in usual else playing[name][0]].rules) for name in names
    }
    for name in sorted(names, key=words.__getitem__):
        yield f"\n### {words[name]}\n\n{meaning(name)}"
        example = usual[name].example if name in usual else None
        if example and (text := worked_text(name, example, presets()[DEFAULT_PRESET].rules)):
            yield f"\n{text}"
        if len(playing[name]) <= len(terms) // 2:
            yield f"\nIn {', '.join(f'`{preset}`' for preset in playing[name])}."
    yield "\n## App terms"
    for word, meaning_here in WORDS_OF_THE_PROGRAM.items():
        yield f"\n### {word}\n\n{meaning_here}"
    yield ""


def rules_document() -> str:
    """docs/rules.md with the table of all rule sets."""
    before, begin, rest = (DOCS / "rules.md").read_text(encoding="utf-8").partition(f"{BEGIN}\n")
    _, end, after = rest.partition(END)
    return "".join((before, begin, "\n".join(_rules_lines()), end, after))


def _rules_lines() -> Iterator[str]:
    from games.rules.presets import GROUPS, presets

    yield "\n| rule set | in the app | source | notes |\n|---|---|---|---|"
    for group in GROUPS:
        for name, preset in presets().items():
            if preset.group == group:
                weak = f" ({preset.weakness_label})" if preset.weakness_label else ""
                yield f"| `{name}` | {preset.title} | {preset.source}{weak} | {preset.note} |"
    yield "\n"


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


DOCUMENTS: Final = {"help.md": help_document, "glossary.md": glossary_document, "rules.md": rules_document}


def main() -> int:
    """Write all of them."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings_for_tests"
    import django
    from django.utils.translation import override

    django.setup()
    with override("en"):
        for name, make in DOCUMENTS.items():
            (DOCS / name).write_text(make(), encoding="utf-8")
            sys.stdout.write(f"docs/{name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
