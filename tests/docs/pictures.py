"""Takes the pictures in docs/pictures: real pages with real rounds, on a phone and on a desktop, light and dark.

`python3 manage.py pictures` takes those that are older than their pages, ``--all`` takes every one, names take
what you name, and ``--check`` takes none: it lists the old ones and exits 1 if there are any.
"""

import argparse
import io
import os
import socket
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from PIL import Image

from tests.docs import manifest
from tests.docs.manifest import PICTURES, ROOT, Shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.docs.scenes import Scene, View

MOST_BYTES: Final = 100_000
MOST_BYTES_MOVING: Final = 1_000_000
SIZES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
MOVING: Final = "round.webp"
"""The animation of a round in four taps."""
PATIENCE: Final = 20  # seconds
PHONES_ADDRESS: Final = "http://192.168.1.20:8000"
"""The address in links and QR codes, as `start` would print it."""


# --- The site -------------------------------------------------------------------------------------------------------


@contextmanager
def site() -> Iterator[str]:
    """The application on a free port, with an empty database of its own that goes when it ends."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings_for_tests", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
    # Links and QR codes show this address, whichever port the pages are really at.
    os.environ |= {"PUBLIC_URL": PHONES_ADDRESS, "ALLOWED_HOSTS": "localhost,192.168.1.20", "TZ": "UTC"}
    import django

    django.setup()
    import uvicorn
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    from scorekeeper.asgi import application

    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(application, log_config=None, ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        end = time.monotonic() + PATIENCE
        while not server.started:
            if time.monotonic() > end or not thread.is_alive():
                raise SystemExit("The application doesn't start.")
            time.sleep(0.02)
        try:
            yield f"http://localhost:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


class Sources:
    """The templates, styles and scripts that pages are made of while this listens."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        from django.test.signals import template_rendered

        template_rendered.connect(self._rendered)

    def _rendered(self, template: Any, **_: Any) -> None:
        origin = getattr(template, "origin", None)
        if origin and str(origin.name).startswith(str(ROOT)):
            self.found.add(str(Path(origin.name).relative_to(ROOT)))

    def loaded(self, url: str) -> None:
        """Note a file that a page loaded; of a bundle, the files in it."""
        from scorekeeper.bundles import BUNDLES, bundle_file

        name = urlsplit(url).path.removeprefix("/static/")
        parts = next((parts for bundle, parts in BUNDLES.items() if bundle_file(bundle) == name), (name,))
        self.found |= {f"static/{part}" for part in parts if (ROOT / "static" / part).is_file()}


# --- Taking a picture -----------------------------------------------------------------------------------------------


@contextmanager
def opened(browser: "Browser", base: str, view: "View", shot: tuple[str, str], sources: Sources) -> "Iterator[Page]":
    """A page as the scene has it, after its taps, with nothing moving any more; ``shot`` is size and theme."""
    size, theme = shot
    options = SIZES[size] | {"color_scheme": theme, "service_workers": "block", "reduced_motion": "reduce"}
    context = browser.new_context(base_url=base, locale="en-US", timezone_id="UTC", device_scale_factor=2, **options)
    try:
        if view.phone:
            context.add_cookies([{"name": "device", "value": view.phone.secret, "url": base}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("response", lambda answer: sources.loaded(answer.url))
        answer = page.goto(view.address, wait_until="load")
        if not answer or answer.status != 200:
            raise SystemExit(f"{view.address} answers {answer.status if answer else 'nothing'}.")
        for step in view.steps:
            step(page)
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_timeout(400)
        yield page
    finally:
        context.close()


def compressed(png: bytes, size: str) -> bytes:
    """A screenshot as WebP, as sharp as the limit allows. Raises SystemExit where no quality is small enough."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    wide = 585 if size == "phone" else 1600  # half as many again as the page is wide: sharp, and small
    image = image.resize((wide, image.height * wide // image.width), Image.Resampling.LANCZOS)
    for quality in (75, 60, 45):
        file = io.BytesIO()
        image.save(file, "WEBP", quality=quality, method=6)
        if file.tell() < MOST_BYTES:
            return file.getvalue()
    raise SystemExit("A picture stays larger than 100 KB.")


def take(browser: "Browser", base: str, scene: "Scene", names: Iterable[str]) -> Iterator[tuple[str, Shown]]:
    """Take a scene's pictures of these names; each with what it shows."""
    files, view = scene.files(), scene.view()
    for name in names:
        sources = Sources()
        with opened(browser, base, view, files[name], sources) as page:
            (PICTURES / name).write_bytes(compressed(page.screenshot(), files[name][0]))
        yield name, manifest.shown(sources.found)


def take_moving(browser: "Browser", base: str) -> Shown:
    """Take the animation: a round in four taps, a picture after each, the finger shown as a dot."""
    from tests.docs.scenes import ROUND_OF_FOUR, View, two

    sources, frames, lengths = Sources(), [], []
    with opened(browser, base, View((phone := two()).url, phone), ("phone", "light"), sources) as page:
        for selector, length in ROUND_OF_FOUR:
            button = page.locator(f"{selector} >> visible=true").first
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            frames.append(_frame(page))
            lengths.append(700)
            if box:
                frames.append(_with_dot(frames[-1], box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
                lengths.append(450)
            button.click()
            page.wait_for_timeout(length)
        frames.append(_frame(page))
        lengths.append(2500)
    for quality in (70, 55, 40):
        file = io.BytesIO()
        frames[0].save(
            file, "WEBP", save_all=True, append_images=frames[1:], duration=lengths, loop=0, quality=quality, method=6
        )
        if file.tell() < MOST_BYTES_MOVING:
            (PICTURES / MOVING).write_bytes(file.getvalue())
            return manifest.shown(sources.found)
    raise SystemExit("The animation stays larger than 1 MB.")


def _frame(page: "Page") -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize((390, 844), Image.Resampling.LANCZOS)


def _with_dot(frame: Image.Image, x: float, y: float) -> Image.Image:
    """The frame with a dot where a finger taps, drawn large and made small so that its edge is smooth."""
    from PIL import ImageDraw

    with_dot = frame.copy()
    for radius, color, strength in ((24, (255, 255, 255), 190), (20, (40, 40, 40), 130)):
        dot = Image.new("L", (240, 240), 0)
        ImageDraw.Draw(dot).ellipse((0, 0, 239, 239), fill=strength)
        shape = dot.resize((2 * radius, 2 * radius), Image.Resampling.LANCZOS)
        with_dot.paste(color, (round(x) - radius, round(y) - radius), shape)
    return with_dot


# --- The command ----------------------------------------------------------------------------------------------------


def every_name() -> dict[str, "Scene | None"]:
    """Every picture's file name, with its scene; the animation has none."""
    from tests.docs.scenes import SCENES

    return {**{name: scene for scene in SCENES for name in scene.files()}, MOVING: None}


def wanted(asked: list[str], *, every: bool) -> list[str]:
    """The pictures to take: every one, those whose names begin so, or those that are old or missing."""
    names = list(every_name())
    if asked:
        return [name for name in names if name.startswith(tuple(asked))]
    known, old = manifest.read(), set(manifest.stale())
    return [n for n in names if every or n in old or n not in known or not (PICTURES / n).exists()]


def take_all(names: list[str], base: str) -> None:
    """Take these pictures, remove those of no scene, and write down what each shows."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    scenes = every_name()
    known = {name: one for name, one in manifest.read().items() if name in scenes}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for scene in dict.fromkeys(scenes[name] for name in names):
            mine = [name for name in names if scenes[name] is scene]
            taken = take(browser, base, scene, mine) if scene else [(MOVING, take_moving(browser, base))]
            for name, one in taken:
                known[name] = one
                sys.stdout.write(f"{name}: {(PICTURES / name).stat().st_size // 1000} KB\n")
                sys.stdout.flush()
        browser.close()
    for file in PICTURES.glob("*.webp"):
        if file.name not in scenes:
            file.unlink()
    manifest.write(known)


def take_pictures(arguments: list[str]) -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(prog=manifest.COMMAND, description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="take the pictures whose names begin so")
    parser.add_argument("--all", action="store_true", help="take every picture, not just the old ones")
    parser.add_argument("--check", action="store_true", help="list the old ones, and exit 1 if there are any")
    options = parser.parse_args(arguments)
    if options.check:
        old = manifest.stale()
        sys.stdout.write("".join(f"{name}\n" for name in old))
        return 1 if old else 0
    PICTURES.mkdir(parents=True, exist_ok=True)
    with site() as base:
        take_all(wanted(options.names, every=options.all), base)
    return 0
