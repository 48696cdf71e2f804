"""The English texts that people read, gathered from the sources, and the turns of phrase that nobody says.

docs/translating.md says how texts are marked; a text belongs to the file that holds it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from games.management import catalogs

ROOT: Final = Path(settings.BASE_DIR)
DOCUMENTS: Final = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
_PROGRAMS: Final = ("games/api", "games/evaluate", "games/management", "games/web", "scorekeeper")
"""Folders whose texts are for operators and programs, so that they are in no catalog."""

BAD_TURNS: Final[dict[str, str]] = {
    r"(?<!here )\b(?:is|are|was|were) no\b(?! (?:longer|more|less)\b)": "isn't a, aren't any",
    r"\bwhoever\b": "anyone who, the person who",
    r"\bwho has none\b": "those without",
    r"\bwhat is not\b": "anything that isn't, or an if",
    r"\bof everybody\b": "everyone's, or leave it out",
    r"\bin the home\b": "on the home network",
    r"\bas the device\b": "system",
    r"\btold\b": "sent, shown, entered, notified",
    r"\bsaid\b": "entered, wrote, or leave it out",
    r"\bnobody's root\b": "runs as an unprivileged user",
    r"\b(?:he|him|his|himself)\b": "they, them, their",
    r"\b(?:is|are|was|were|be|come|comes|came|went|ended|called?) otherwise\b": "different, not right",
    r"\bleft over\b": "deadwood, remaining",
    r"\bgo(?:es|ing)? on playing\b": "continue",
    r"\bgo on from paper\b": "continue from paper",
    r"\bbelongs? together\b": "match, or name what is wrong",
    r"\b(?:comes?|came) about\b": "are made, happens",
    r"\btak(?:e|es|en|ing) up\b": "accept, open",
    r"\bin vain\b": "without success",
    r"\banew\b": "again",
    r"\b(?:where|there)(?:by|in|of|upon|with)\b": "say it in two sentences",
    r"\bmend(?:s|ed|ing)?\b": "fix, correct",
    r"\bput(?:s|ting)? right\b": "correct",
    r"\bbut for\b": "except, without",
    r"\b(?:for|to|by|of|from) who\b": "for the people who",
    r"\bfound(?:ing)? a\b": "create a",
    r"\bhangs? on\b": "depends on",
    r"\bin the (?:same )?Wi-Fi\b": "on the same Wi-Fi",
    r"\bdear(?:er|est)\b": "highest",
    r"\bstrikes? this\b": "delete",
    r"\bsize of letters\b": "text size",
    r"\btak(?:e|ing) (?:\w+ )?along\b": "export",
    r"\blet (?:others|members|somebody) in\b": "invite, add",
    r"\bhow it looks\b": "display",
    r"\bby the cards\b": "work it out",
    r"\b(?:is|are) (?:there|in it) twice\b": "you've entered it twice",
    r"\b(?:organis|recognis|colour|honour|favourit)": "American spelling",
    r"\bafter all others\b": "last",
    r"\bbrought more than\b": "biggest, highest",
    r"\bsilent about\b": "hide",
    r"\bby program\b": "from a program",
    r"\bas suits a\b": "which is fine on, which fits",
    r"\bthe insides of\b": "internals",
    r"\bis to come\b": "is in the future",
    r"\breckon(?:s|ed|ing)?\b": "compute, count",
    r"\beverybody's eyes\b": "public",
    r"\bknock-outs?\b|\b(?:semi|quarter)-final": "knockout, semifinal",
    r"(?:^|[.;:] )(?:What|Who) (?:is|was|were|are|has|have|had|came|comes|does|did)\b[^.?]*\.": "a noun or an if",
}
"""Turns of phrase that read as translated, and what people say instead."""


class Text(NamedTuple):
    """A text and where it is."""

    place: str
    text: str


def catalog_texts() -> Iterator[Text]:
    """Yield every text that is marked for translation, the rules' data included."""
    for message in catalogs.extracted_messages():
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        for form in filter(None, forms):
            yield Text(message.locations[0][0], _PLACEHOLDER.sub("…", form))


def program_texts() -> Iterator[Text]:
    """Yield the sentences in code that operators and programs read: errors, findings, the commands' help."""
    for folder in _PROGRAMS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from (Text(str(path.relative_to(ROOT)), text) for text in _literals(path) if " " in text)
    yield from (Text("manage.py", text) for text in _literals(ROOT / "manage.py") if " " in text)


def schema_texts() -> Iterator[Text]:
    """Yield every summary and description of the API's schema."""
    yield from _described(SchemaGenerator().get_schema(request=None, public=True), "")


def document_texts() -> Iterator[Text]:
    """Yield the sentences of README.md and docs/*.md, without code, tables and headings."""
    for path in DOCUMENTS:
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        lines = [line for line in text.splitlines() if not line.startswith(("#", "|", "    ", "!", "<"))]
        prose = re.sub(r"\n(?![\n*\-\d])", " ", "\n".join(lines))
        prose = re.sub(r"`[^`]*`", "x", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", prose)).replace("**", "")
        for paragraph in prose.splitlines():
            for sentence in re.split(r"(?<=[.!?:]) +(?=[\"'(]?[A-Zx0-9])", paragraph.strip()):
                if len(sentence.split()) > 2:
                    yield Text(str(path.relative_to(ROOT)), sentence)


def bad_turns_in(text: str) -> list[str]:
    """Return the bad turns of phrase in a text, as they are listed."""
    return [turn for turn, pattern in _PATTERNS.items() if pattern.search(text)]


_PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
_PATTERNS: Final = {turn: re.compile(turn, re.IGNORECASE if turn.islower() else 0) for turn in BAD_TURNS}


def _literals(path: Path) -> Iterator[str]:
    """Yield the texts in a file, without docstrings; a value in an f-string is "…"."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            skipped.update(node.values)
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node.value


def _described(value: Any, place: str) -> Iterator[Text]:
    if isinstance(value, dict):
        for key, held in value.items():
            if key in ("summary", "description") and isinstance(held, str):
                yield Text(place, held)
            else:
                yield from _described(held, f"{place}/{key}")
    elif isinstance(value, list):
        for held in value:
            yield from _described(held, place)
