"""Choosing the tier of a test run, and the summary of what it left out."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pytest_run import ROOT, run
from tests.tier_plugin import BUDGET, part_of

pytestmark = pytest.mark.full

SPLIT = """
import pytest
from hypothesis import given, settings, strategies as st
from tests.tiers import amount, examples, seed, tier

DRAWN = []

def test_in_all(counted):
    counted(f"{tier()} {amount(200, 1000, quick=20)} {seed(7)}")

@settings(max_examples=examples(150))
@given(st.integers())
def test_drawing(number):
    DRAWN.append(number)

def test_drawn(counted):
    counted(f"{len(DRAWN)} drawn")

@pytest.mark.full
def test_in_full():
    pass

@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_on_each(database):
    pass

@pytest.mark.parametrize("number", range(9))
def test_quick_tier_takes_three_of_many_cases(number):
    pass

@pytest.mark.parametrize("size", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.full
def test_in_long(size):
    pass
"""
SMOKE = """
import pytest

def test_in_full():
    pass

@pytest.mark.quick
def test_smoke():
    pass
"""
ONCE = """
from pathlib import Path

def test_once():
    seen = Path(__file__ + ".seen")
    try:
        assert seen.exists()
    finally:
        seen.touch()
"""
COMMAND = ("-p", "tests.conftest", "-c", "pytest.ini", "--rootdir", ".")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with a suite of nineteen tests, as this project's is laid out."""
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\naddopts = --import-mode=importlib\n")
    for name, text in {"rules/test_it.py": SPLIT, "browser/test_it.py": SMOKE}.items():
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path


def counted(output: str) -> list[str]:
    """What the tests counted: the tier, an amount and a seed; how many examples were drawn."""
    return re.findall(r"^tests/\S+: (.*)$", output, re.MULTILINE)


@pytest.mark.parametrize(
    ("options", "closing"),
    [
        pytest.param(
            [],
            "The quick tier ran 8 tests and left 11 out (browser 1, rules 10); "
            "--full runs 10 and --long runs 11 of them.",
            marks=pytest.mark.quick,
        ),
        (
            ["-n2", "--dist=loadfile", "--full"],
            "The full tier ran 18 tests and left 1 out (rules 1); --long runs 1 of them.",
        ),
        (["--long"], "The long tier ran 19 tests and left none out."),
        # A named test is run, even if the quick tier leaves it out.
        (["tests/browser"], "The full tier ran 2 tests and left none out."),
        (["tests/rules/test_it.py::test_in_full"], "The full tier ran 1 test and left none out."),
        (["-k", "in_full"], "The full tier ran 2 tests and left none out."),
        (["--quick", "tests/browser"], "The quick tier ran 1 test and left 1 out (browser 1); --full runs 1 of them."),
    ],
    ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else "",
)
def test_the_last_lines_name_the_tier_and_what_it_left_out(options: list[str], closing: str, suite: Path) -> None:
    done = run(*COMMAND, *options, cwd=suite)
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2] == closing


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--quick"], ["quick 20 7", "15 drawn"]),
        (["--full"], ["full 200 7", "150 drawn"]),
        (["--long", "--seed", "11"], ["long 1000 11", "3000 drawn"]),
    ],
    ids=" ".join,
)
def test_amounts_examples_and_seeds_are_those_of_the_tier(options: list[str], wanted: list[str], suite: Path) -> None:
    done = run(*COMMAND, *options, "tests/rules", cwd=suite)
    assert sorted(counted(done.stdout)) == sorted(wanted), done.stdout + done.stderr


def test_the_long_tier_draws_a_seed_and_says_it(suite: Path) -> None:
    output = [run(*COMMAND, "--long", "tests/rules", cwd=suite).stdout for _ in range(2)]
    seeds = [re.findall(r"^The seed was (\d+): --long --seed \1 ", text, re.MULTILINE) for text in output]
    assert [len(found) for found in seeds] == [1, 1]
    assert seeds[0] != seeds[1]
    assert f"long 1000 {seeds[0][0]}" in counted(output[0])


def test_the_environment_still_chooses_the_long_tier(suite: Path) -> None:
    output = run(*COMMAND, "tests/rules", cwd=suite, RELIABILITY="long", RELIABILITY_SEED="5").stdout
    assert "long 1000 5" in counted(output), output


@pytest.mark.parametrize(
    ("options", "environment", "sentence"),
    [
        ([], {"RELIABILITY": "lnog"}, "RELIABILITY is 'lnog'; it can be short or long."),
        (["--full", "--long"], {}, "Choose one of --quick, --full and --long"),
        (["--full"], {"RELIABILITY": "long"}, "Choose one of --quick, --full and --long"),
    ],
)
def test_a_tier_that_is_misspelt_or_two_at_once_are_refused(
    options: list[str], environment: dict[str, str], sentence: str, suite: Path
) -> None:
    done = run(*COMMAND, *options, cwd=suite, **environment)
    assert (done.returncode, sentence in done.stderr) == (pytest.ExitCode.USAGE_ERROR, True), done.stdout + done.stderr


def test_full_tier_reports_folders_over_their_budget(suite: Path) -> None:
    done = run(*COMMAND, "--full", cwd=suite)
    assert done.returncode == pytest.ExitCode.OK
    (suite / "tests" / "unknown").mkdir()
    (suite / "tests" / "unknown" / "test_slow.py").write_text("def test_slow():\n    pass\n")
    output = run(*COMMAND, "--full", cwd=suite).stdout
    assert "OVER BUDGET: unknown took 0.0 minutes of one process; it has 0." in output
    assert re.search(r"^rules: 0\.\d of [\d.]+ minutes of one process$", output, re.MULTILINE)
    assert re.search(r"^All: 0\.\d of [\d.]+ minutes of one process$", output, re.MULTILINE)


def test_only_what_waits_for_a_real_clock_is_tried_twice_and_the_end_names_it(suite: Path) -> None:
    for folder in ("browser", "rules"):
        (suite / "tests" / folder / "test_once.py").write_text(ONCE)
    done = run(*COMMAND, "-n2", "--dist=loadfile", "-k", "test_once", cwd=suite)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "TRIED TWICE: tests/browser/test_once.py::test_once failed the first time." in done.stdout
    assert "TRIED TWICE: tests/rules" not in done.stdout
    assert "FAILED tests/rules/test_once.py::test_once" in done.stdout
    assert "FAILED tests/browser" not in done.stdout


def test_junit_report_is_written_to_the_current_folder(tmp_path: Path) -> None:
    wanted = "tests/test_tiers.py::test_outside_pytest_it_is_the_full_tier"
    done = subprocess.run(
        [
            sys.executable,
            ROOT / "manage.py",
            "test",
            "-q",
            "-p",
            "no:cacheprovider",
            "-n0",
            "--junitxml=said.xml",
            wanted,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr
    # Written a moment ago by the pytest above.
    suite = ElementTree.parse(tmp_path / "said.xml").find("testsuite")  # noqa: S314
    assert suite is not None
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["1", "0", "0", "0"]


def test_outside_pytest_it_is_the_full_tier() -> None:
    output = subprocess.run(
        [sys.executable, "-c", "from tests.tiers import tier; print(tier())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert output.stdout == "full\n"


@pytest.mark.quick
def test_document_names_existing_folders() -> None:
    document = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b((?:tests|games|static)/[\w./]*\w)", document))
    assert len(named) > 10
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.quick
def test_every_folder_has_a_budget() -> None:
    parts = {part_of(str(path.relative_to(ROOT))) for path in (ROOT / "tests").rglob("test_*.py")}
    assert parts == set(BUDGET)
    # Two processes, 25 minutes, and a fifth for a machine that has other things to do.
    assert sum(BUDGET.values()) <= 2 * 25 * 1.2
