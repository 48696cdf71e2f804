"""Color contrast of every text in every theme meets WCAG 2.2, computed from the stylesheets."""

import re

import pytest

from games.views.display import SWATCHES
from games.web.display import BLACK, CONTRAST_DAY, DAY, NIGHT
from tests.colors import contrast, mixed, stylesheet, themes, tokens

AA, AAA, GRAPHICS = 4.5, 7.0, 3.0
SITS_OUT = 0.62
"""How much of a card is left in the color of a player who sits out."""

FELTS = ("felt", "felt-lit", "other-felt", "other-felt-lit")
CARDS = ("card", "dock")
SURFACES = (*CARDS, "key")

TEXTS = {
    # Text colors and their backgrounds.
    "on-felt": (*FELTS,),  # headings, names above a strip, the line that says who deals, undo
    "on-felt-soft": (*FELTS,),  # the rules below a table's title, "had" beside a name, hints
    "brass": ("felt", "felt-lit"),  # "Offline" in the bar
    "ink": (*SURFACES, "red-wash"),  # on a card, a key or a field; an error in a form
    "ink-soft": (*SURFACES,),  # small print, notes, the log of changed rules, fields not filled in
    "red": (*SURFACES, "red-wash"),  # errors, disputes, destructive buttons
    "green": (*SURFACES,),  # points gained, confirmations, moving up
    "brass-ink": (*SURFACES,),  # flags, remarks, what waits
    "on-brass": ("brass",),  # the chosen option, waiting entries, the band of a correction
    "on-go": ("go",),  # buttons
    "card": ("ink", "red", "green"),  # notices, the dealer's mark, failed and sent entries, a match won
}
SCORES = {
    # The figures that are read from across the table, and those of the sheet.
    "ink": ("card", "sits-out", "key"),  # totals; the winner's score on the sheet; the columns of Hollywood
    "ink-soft": ("card",),  # the other scores on the sheet; who is behind in a column
    "green": ("card",),  # the points of a round
}
SUITS = dict.fromkeys(("red", "blue", "green", "amber", "violet", "ink"), SURFACES)
"""Suits and colors of both decks, in a grid (keys), in a drawn hand (keys) and in a heading (cards)."""
SHAPES = {
    # Controls that must be visible, other than text.
    "card-edge": (*CARDS,),  # where a field or a choice begins
    "brass-line": (*SURFACES,),  # where the focus is on a card, which count is typed, which card was picked up
    "brass": (*FELTS,),  # where the focus is on the felt, which chip is chosen
    "go": (*CARDS,),  # a button, a choice that was made
    "wrong-edge": (*SURFACES,),  # a card in a wrong meld
    "brass-ink": ("card", "sits-out"),  # the crown of who leads, boxes
    "green": ("track",),  # how far it is to the target
    "on-brass": ("brass",),  # the edge of a card that is entered
}
ALL = themes()


def ground(theme: str, name: str) -> str:
    """The color of a ground; with high contrast who sits out, and the way still to go, stay as light as a card."""
    colors, strong = ALL[theme], theme.startswith("contrast")
    if name == "track":
        return colors["card" if strong else "rule"]
    if name == "sits-out":
        return mixed(colors["card"], colors["felt"], 1 if strong else SITS_OUT)
    return colors[name]


def too_close(theme: str, pairs: dict[str, tuple[str, ...]], least: float) -> dict[str, float]:
    """The pairs with too little contrast."""
    found = {
        f"{text} on {name}": round(contrast(ALL[theme][text], ground(theme, name)), 2)
        for text, grounds in pairs.items()
        for name in grounds
    }
    return {pair: ratio for pair, ratio in found.items() if ratio < least}


@pytest.mark.parametrize("theme", ALL)
def test_every_text_can_be_read(theme: str) -> None:
    assert too_close(theme, TEXTS, AAA if theme.startswith("contrast") else AA) == {}


@pytest.mark.parametrize("theme", ALL)
def test_scores_can_be_read_from_across_the_table(theme: str) -> None:
    assert too_close(theme, SCORES, AAA) == {}


@pytest.mark.parametrize("theme", ALL)
def test_every_suit_has_enough_contrast(theme: str) -> None:
    assert too_close(theme, SUITS, AAA if theme.startswith("contrast") else AA) == {}


@pytest.mark.parametrize("theme", ALL)
def test_controls_have_enough_contrast(theme: str) -> None:
    assert too_close(theme, SHAPES, AA if theme.startswith("contrast") else GRAPHICS) == {}


@pytest.mark.parametrize("theme", ["black", "contrast by night"])
def test_the_ground_of_a_black_theme_is_black(theme: str) -> None:
    assert (ALL[theme]["felt"], ALL[theme]["felt-lit"]) == ("#000000", "#000000")


def test_every_theme_sets_the_same_colors() -> None:
    # Where the device asks for both, one lies over the other.
    dark, black = (set(tokens(stylesheet(f"themes/{name}.css"))) for name in ("dark", "black"))
    assert dark == black
    assert dark <= set(tokens(stylesheet("themes/contrast.css").partition("@media")[0]))
    assert dark <= set(tokens(stylesheet("app.css"))) | {"dock-edge", "chip-edge"}


def test_only_the_theme_styles_query_the_color_scheme() -> None:
    # What another stylesheet made of it would not follow a theme that was chosen.
    sheets = "".join(stylesheet(name) for name in ("app.css", "styles/pages.css", "styles/print.css"))
    assert re.findall(r"prefers-(?:color-scheme|contrast)", sheets) == []


def test_every_color_that_is_used_has_a_name() -> None:
    themed = [f"themes/{name}.css" for name in ("dark", "black", "contrast")]
    text = "".join(stylesheet(name) for name in ("app.css", "styles/pages.css", *themed))
    named = set(re.findall(r"--([\w-]+):", text))
    assert set(re.findall(r"var\(--([\w-]+)", text)) - named == set()


def test_the_page_and_the_bar_of_the_browser_have_the_colors_of_the_themes() -> None:
    felts = {theme: colors["felt"] for theme, colors in ALL.items()}
    assert felts == {
        "light": DAY,
        "dark": NIGHT,
        "black": BLACK,
        "contrast by day": CONTRAST_DAY,
        "contrast by night": BLACK,
    }
    drawn = dict(
        zip(ALL, (*(SWATCHES[name][0] for name in ("light", "dark", "black")), *SWATCHES["contrast"]), strict=True)
    )
    for theme, swatch in drawn.items():
        assert (swatch.ground, swatch.card, swatch.ink) == tuple(ALL[theme][name] for name in ("felt", "card", "ink"))
