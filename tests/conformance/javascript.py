"""Run the scripts of the second reading outside a browser, in the JavaScript engine that playwright brings."""

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import playwright

from scorekeeper.bundles import BUNDLES

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = tuple(ROOT / "static" / name for name in BUNDLES["tally.js"] if name.startswith("tally"))
NODE = Path(playwright.__file__).parent / "driver" / "node"
_LONGEST = 300
"""Seconds after which a script that doesn't answer is given up."""
_ANSWERER = Path(__file__).parent / "second_reading.js"


def encoded(value: object) -> str:
    """Return a value as the JSON text that the script makes of the same value."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def ask_texts(questions: Iterable[Mapping[str, Any]], scripts: Sequence[Path] = SCRIPTS) -> list[str]:
    """Ask all questions in one process; return the answers as JSON texts."""
    lines = "".join(f"{encoded(question)}\n" for question in questions)
    command = [NODE, _ANSWERER, *scripts]
    done = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", check=False, timeout=_LONGEST)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()


@contextmanager
def conversation(scripts: Sequence[Path] = SCRIPTS) -> Iterator[Callable[[Mapping[str, Any]], Any]]:
    """Give a function that asks one question after the other."""
    with subprocess.Popen(
        [NODE, _ANSWERER, *scripts], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdin
        assert process.stdout

        def ask(question: Mapping[str, Any]) -> Any:
            print(encoded(question), file=process.stdin, flush=True)
            assert process.stdout
            return json.loads(process.stdout.readline())

        yield ask
