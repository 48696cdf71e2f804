"""The pictures in docs/pictures: all there, small, used, and known to be old when their pages have changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.docs import manifest, markdown
from tests.docs.manifest import PICTURES, Shown
from tests.docs.pictures import MOST_BYTES, MOST_BYTES_MOVING, MOVING, every_name
from tests.servers import LackingError

MOST_BYTES_TOGETHER = 2_000_000


def test_every_picture_is_there_and_small() -> None:
    sizes = {path.name: path.stat().st_size for path in PICTURES.glob("*.webp")}
    assert set(sizes) == set(every_name()) == set(manifest.read())
    assert [name for name, size in sizes.items() if size >= (MOST_BYTES_MOVING if name == MOVING else MOST_BYTES)] == []
    assert sum(sizes.values()) < MOST_BYTES_TOGETHER


def test_every_scene_is_shown_in_a_page() -> None:
    shown = {Path(link).name for page in markdown.PAGES for link in markdown.links(page) if "pictures/" in link}
    scenes = {name.rpartition("-")[0].rpartition("-")[0] or name for name in every_name()}
    assert {name.rpartition("-")[0].rpartition("-")[0] or name for name in shown} == scenes


def test_old_pictures_are_named(counted: Callable[[str], None]) -> None:
    if old := manifest.stale():
        counted(
            f"{len(old)} pictures in docs/ are older than their pages ({manifest.COMMAND} takes them): {', '.join(old)}"
        )
    assert set(old) <= set(every_name())


def test_a_picture_is_old_once_a_file_it_shows_changes_or_goes(tmp_path: Path) -> None:
    for name in ("a.html", "b.css"):
        (tmp_path / name).write_text(name)
    file = tmp_path / "pictures.json"
    manifest.write(
        {
            "one.webp": manifest.shown(["a.html", "b.css"], tmp_path),
            "two.webp": manifest.shown(["a.html"], tmp_path),
            "three.webp": Shown(("b.css",), "as it was"),
        },
        file,
    )
    assert manifest.stale(file, tmp_path) == ["three.webp"]
    (tmp_path / "b.css").write_text("b { }")
    assert manifest.stale(file, tmp_path) == ["one.webp", "three.webp"]
    (tmp_path / "a.html").unlink()
    assert manifest.stale(file, tmp_path) == ["one.webp", "three.webp", "two.webp"]


@pytest.mark.slow
def test_pictures_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import subprocess
    import sys

    from PIL import Image

    from tests.browser.conftest import CHROMIUM

    if not CHROMIUM:
        raise LackingError("Chromium")
    script = (
        "import sys; from pathlib import Path; from tests.docs import manifest, pictures; "
        "manifest.MANIFEST = Path(sys.argv[1]) / 'pictures.json'; pictures.PICTURES = Path(sys.argv[1]); "
        "manifest.read.__defaults__ = manifest.write.__defaults__ = (manifest.MANIFEST,); "
        "sys.exit(pictures.take_pictures(['help-phone', 'round.webp']))"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "SCOREKEEPER"))}
    subprocess.run(
        [sys.executable, "-c", script, tmp_path], cwd=manifest.ROOT, env=environment, check=True, capture_output=True
    )
    known = manifest.read(tmp_path / "pictures.json")
    assert set(known) == {"help-phone-light.webp", "help-phone-dark.webp", "round.webp"}
    assert {"templates/operating/help.html", "static/styles/front.css"} <= set(known["help-phone-light.webp"].sources)
    light, dark = (Image.open(tmp_path / f"help-phone-{theme}.webp").convert("L") for theme in ("light", "dark"))
    assert light.size == dark.size == (585, 1266)
    assert light.resize((1, 1)).getpixel((0, 0)) > dark.resize((1, 1)).getpixel((0, 0))
    with Image.open(tmp_path / "round.webp") as moving:
        assert moving.n_frames >= 8
