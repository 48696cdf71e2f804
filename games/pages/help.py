"""Template context of the help page, and the function that builds it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.presets import presets
from games.selectors.rulebook.house_rules import DEFAULT_PRESET
from games.wording.help import LABELS, TERMS, TOPICS, HelpTopic
from games.wording.terms import meaning, term_word


@dataclass(frozen=True, slots=True)
class HelpAnswer:
    """A question with its answer: paragraphs, words with meanings, and links.

    ``search`` is all of it in lowercase. Words with hyphens are in it without them, too: people type "wifi".
    """

    id: str
    question: str
    paragraphs: tuple[SafeString, ...]
    terms: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...]
    search: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The answers in which all words of ``query`` are, and how many that is."""

    query: str
    answers: tuple[HelpAnswer, ...]
    found: str


def help_page(query: str = "") -> HelpPage:
    """Return the help page with the answers in which all words of ``query`` are."""
    words = query.lower().split()
    answers = tuple(answer for answer in map(_answer, TOPICS) if all(word in answer.search for word in words))
    count = len(answers)
    questions = ngettext("%(n)d question", "%(n)d questions", count) % {"n": count}
    return HelpPage(query, answers, questions if count else _("No matching questions."))


def _answer(topic: HelpTopic) -> HelpAnswer:
    labels = {name: format_html("<b>{}</b>", label) for name, label in LABELS.items()}
    paragraphs = tuple(format_html(str(text), **labels) for text in topic.paragraphs)
    terms = help_terms() if topic.id == "words" else ()
    question = str(topic.question)
    text = " ".join((question, *map(strip_tags, paragraphs), *(f"{word} {text}" for word, text in terms))).lower()
    joined = " ".join(word.replace("-", "") for word in text.split() if "-" in word)
    links = tuple((str(LABELS[label]), reverse(name)) for label, name in topic.pages)
    return HelpAnswer(topic.id, question, paragraphs, terms, links, f"{text} {joined}")


def help_terms() -> tuple[tuple[str, str], ...]:
    """Return the words that the help page explains, with their meanings."""
    rules = presets()[DEFAULT_PRESET].rules
    return tuple((term_word(name, rules), meaning(name)) for name in TERMS)
