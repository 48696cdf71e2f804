"""The image of a shared game: its text, and names that are too long."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from games.pages.sharing.public_summary import ShareCard, ShareCardChart, ShareCardSide
from games.web.share_image import _SEMIBOLD, _Drawing, _width, legible, share_image

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
        "Nicolò Núñez Íñigo",
        "Анна",
        "Νίκος",
        "נועה",
        "محمد علي",
        "Ann 😀",
        "Ann 👩‍🚀🇵🇱",
        "Zoe\u0308",
        "O’Neill & Smith-Jones (2)",
    ],
)
def test_a_name_that_the_fonts_have_is_drawn(name: str) -> None:
    assert legible(name, 2) == name


@pytest.mark.parametrize("name", ["漢字", "Ann 漢", "\u202e", "Ann \ue000"])
def test_a_name_that_they_do_not_have_is_a_number(name: str) -> None:
    assert legible(name, 2) == "Player 2"


def test_names_that_differ_are_drawn_different() -> None:
    pairs = (("Ann 😀", "Ann 🐱"), ("נועה", "לוי"), ("محمد", "علي"), ("Zoë", "Zoé"))
    for one, other in pairs:
        cards = [replace(CARD, sides=(ShareCardSide(name, "104", True), CARD.sides[1])) for name in (one, other)]
        assert drawn(cards[0]).tobytes() != drawn(cards[1]).tobytes(), (one, other)


@pytest.mark.parametrize("text", ["W" * 60, "i" * 200, "😀" * 60, "ש" * 60])
def test_too_long_text_is_cut_by_its_measured_width(text: str) -> None:
    drawing = _Drawing()
    written = drawing.fitted(0, 0, text, (60, 50), room=200, color="#000000")
    (line,) = drawing.texts
    assert line.size == 50
    assert "".join(run for _, run in line.runs).endswith("…")
    assert 120 < written <= 200


def test_what_is_cut_to_nothing_is_dots() -> None:
    drawing = _Drawing()
    drawing.fitted(0, 0, "Ann", (50,), room=1, color="#000000")
    assert drawing.texts[0].runs == [("serif", "…")]


def test_a_text_is_measured_in_the_fonts_it_is_drawn_in() -> None:
    assert _width("Ann 😀", _SEMIBOLD) == pytest.approx(_width("Ann ", _SEMIBOLD) + _width("😀", _SEMIBOLD))
    # With letters that Source Serif lacks, all of it is in their font.
    assert _width("Ann שלום", _SEMIBOLD) > _width("Ann ", _SEMIBOLD) + _width("שלום", _SEMIBOLD)


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
