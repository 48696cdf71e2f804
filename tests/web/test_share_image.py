"""The image of a shared game: its text, and names that are too long."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from games.pages.sharing.public_summary import ShareCard, ShareCardChart, ShareCardSide
from games.web.share_image import _BOLD, _Face, _legible, _pieces, _shortened, legible, share_image

CARD = ShareCard(
    headlines=("Ann wins by 34",),
    rules="Gin rummy, to 100",
    when="2 rounds, May 6, 2026",
    sides=(ShareCardSide("Ann", "104", True), ShareCardSide("Ben", "−70", False)),
    charts=(ShareCardChart("", ((0, 50, 104), (0, 0, -70)), 100),),
)


def drawn(card: ShareCard) -> Image.Image:
    with Image.open(BytesIO(share_image(card))) as image:
        image.load()
        return image.convert("RGB")


@pytest.mark.parametrize(
    "name",
    [
        "Zażółć gęślą jaźń",
        "ÄÖÜäöüß",
        "Éléonore Çà",
        "Núñez Íñigo",
        "Nicolò",
        "Анна",
        "Νίκος",
        "O’Neill & Smith-Jones (2)",
    ],
)
def test_letters_of_many_scripts_are_drawn(name: str) -> None:
    assert _legible(name) == name


def test_unsupported_characters_are_left_out_or_lose_their_marks() -> None:
    assert legible("😀 Zoe", 1) == "Zoe"
    assert legible("漢字", 2) == legible("\u202e", 2) == "Player 2"
    assert legible("Zoe\u0308", 1) == "Zoë"
    assert legible("a\u035fb", 1) == "ab"


def test_too_long_text_is_cut_by_its_measured_width() -> None:
    face = _Face(_BOLD, 50)
    assert _shortened("Ann", face, 200) == "Ann"
    for text in ("W" * 60, "i" * 200):
        cut = _shortened(text, face, 200)
        assert cut.endswith("…") and 150 < face.width(cut) <= 200
    assert _shortened("Ann", face, 1) == "…"


def test_image_differs_for_every_other_content() -> None:
    first = drawn(CARD)
    assert first.size == (1200, 630)
    sides = (ShareCardSide("Ann", "105", True), CARD.sides[1])
    others = (
        replace(CARD, headlines=("Ann wins by 35",)),
        replace(CARD, sides=sides),
        replace(CARD, charts=()),
        replace(CARD, when=""),
        replace(CARD, rules="Oklahoma"),
    )
    assert all(drawn(other).tobytes() != first.tobytes() for other in others)


def test_the_headline_is_the_first_that_fits() -> None:
    long = replace(CARD, headlines=("W" * 60 + " wins by 34", "Ann wins by 34", "Ann"))
    assert drawn(long).tobytes() == drawn(CARD).tobytes()


def test_nothing_is_drawn_on_the_margin() -> None:
    """With any text, the felt around it is the same."""
    sides = tuple(ShareCardSide("W" * 60, "−" + "9" * 6, n == 0) for n in range(8))
    lines = tuple(tuple((-1) ** n * place * place * (n + 1) for place in range(40)) for n in range(8))
    full = ShareCard(("W" * 90,), "W" * 200, "3 rounds", sides, (ShareCardChart("W" * 90, lines, 5),) * 3)
    plain = drawn(CARD)
    for left, top, right, bottom in ((0, 0, 1200, 56), (0, 574, 1200, 630), (0, 0, 56, 630), (1144, 0, 1200, 630)):
        assert (
            drawn(full).crop((left, top, right, bottom)).tobytes() == plain.crop((left, top, right, bottom)).tobytes()
        )


@pytest.mark.parametrize("sides", range(1, 9))
def test_any_number_of_sides(sides: int) -> None:
    card = replace(CARD, sides=CARD.sides[:1] * sides, charts=(ShareCardChart("", ((0, 0),) * sides, None),))
    assert drawn(card).size == (1200, 630)


def test_dashes_go_around_bends() -> None:
    pieces = list(_pieces([(0, 0), (10, 0), (10, 10)], (6, 2)))
    assert pieces == [[(0, 0), (6, 0)], [(8, 0), (10, 0), (10, 4)], [(10, 6), (10, 10)]]
