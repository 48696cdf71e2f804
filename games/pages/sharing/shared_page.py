"""Build the public summary of a game, as a page and as an image card, without anything else of its table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Table
from games.pages.sharing.public_summary import (
    OpenGraphPreview,
    ShareCard,
    ShareCardChart,
    ShareCardSide,
    SharedPage,
    Sharing,
)
from games.pages.table.columns_view import column_heads
from games.pages.table.game import GameContext, RoundContext
from games.pages.table.game_view import game_view
from games.pages.table.score_chart_page import game_picture
from games.permissions import Access
from games.rules.analysis.progress import GameProgress, column_progress, game_progress
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.secrets import secret_of
from games.selectors.sharing.shared_game import shared_summary
from games.selectors.table.table_names import names_by_seat, rules_title
from games.selectors.table.table_paths import table_path
from games.wording.score_progress import score_text
from games.wording.scores import headline
from games.wording.words import date_text, rounds, side_names

IMAGE_SIZE: Final = (1200, 630)
_LOCALES: Final = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR", "es": "es_ES", "it": "it_IT", "pl": "pl_PL"}
"""Open Graph locales by language: with the country whose date format is used."""
_NAME_LENGTHS: Final = (60, 24, 16, 11, 7)
"""How many letters of each name the headlines of an image may have, longest first."""


def share_form(access: Access, game: GameSheet, text: str, base_url: str) -> Sharing | None:
    """Return the form to share ``game`` with ``text``; None if ``access`` may not, or the game isn't over."""
    if not access.may("share") or not game.over:
        return None
    shared = shared_summary(access.table, game.number)
    secret = secret_of(shared) if shared else ""
    return Sharing(
        action=table_path(access.table, "share", game.number),
        end_url=table_path(access.table, "end_share", game.number),
        shared=shared is not None,
        url=base_url + reverse("shared", args=[secret]) if secret else "",
        image=reverse("shared_image", args=[secret]) if secret else "",
        text=text,
    )


def shared_page(
    table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str], *, url: str, image_url: str
) -> SharedPage:
    """Return the current summary of ``game``; its full URL and that of its image are for previews."""
    names = names_by_seat(game, players)
    sides = side_names(game.rules, names)
    if not game.over or game.final is None:
        return _page_under_way(url, image_url)
    title, score = headline(game.final, sides), score_text(game.final.totals, sides)
    shown = _public_view(game_view(table, sheet, game, players, may_score=False))
    description = (shown.final.highlight if shown.final else "") or score
    return SharedPage(
        title=title,
        preview=_preview(title, description, url, image_url, f"{title}. {score}"),
        rules=_rules(game),
        when=_when(game),
        game=shown,
        final=shown.final,
        picture=game_picture(sheet, game, players, ""),
    )


def _page_under_way(url: str, image_url: str) -> SharedPage:
    title = _("This game isn't over")
    preview = _preview(title, _("Its summary will be back here once it's over."), url, image_url, title)
    return SharedPage(title, preview, rules="", when="", game=None, final=None, picture=None)


def _preview(title: str, description: str, url: str, image_url: str, alt: str) -> OpenGraphPreview:
    language = get_language() or ""
    return OpenGraphPreview(title, description, url, image_url, alt, _LOCALES.get(language, language))


def _rules(game: GameSheet) -> str:
    values = {"rules": rules_title(game), "target": game.rules.target}
    return _("%(rules)s, to %(target)s") % values if game.rules.target else rules_title(game)


def _when(game: GameSheet) -> str:
    counted = [line for line in game.rounds if line.counts]
    if not counted:
        return ""
    day = date_text(counted[-1].history[0].at)
    return _("%(rounds)s, %(day)s") % {"rounds": rounds(len(counted)), "day": day}


def _public_view(view: GameContext) -> GameContext:
    """Return a game without private details: devices, times, reasons, and other games of the table."""
    return replace(
        view,
        rounds=tuple(_public_round(line) for line in view.rounds),
        undone=(),
        changes=tuple(replace(change, by="", time="") for change in view.changes),
        handovers=(),
        attention=None,
        other_games=(),
        games_won=(),
        terms=(),
    )


def _public_round(line: RoundContext) -> RoundContext:
    return replace(
        line,
        reason="",
        edited=False,
        edited_note="",
        versions=(),
        edit_url="",
        cards_url="",
        by="",
        time="",
        changes=tuple(replace(change, by="", time="") for change in line.changes),
        handovers=(),
    )


def share_card(game: GameSheet, names: Sequence[str]) -> ShareCard:
    """Return the content of the image of ``game``; ``names`` are by seat, in letters that the image can show."""
    if not game.over or game.final is None:
        return ShareCard((_("This game isn't over"),), "", "", (), ())
    final, sides = game.final, side_names(game.rules, names)
    headlines = [
        headline(final, side_names(game.rules, [_shortened(name, most) for name in names])) for most in _NAME_LENGTHS
    ]
    return ShareCard(
        headlines=tuple(dict.fromkeys(headlines)),
        rules=_rules(game),
        when=_when(game),
        sides=tuple(ShareCardSide(name, _number(final.totals[n]), final.winner == n) for n, name in enumerate(sides)),
        charts=tuple(_courses(game, names, sides)),
    )


def _shortened(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _number(points: int) -> str:
    return str(points).replace("-", "\u2212")


def _courses(game: GameSheet, names: Sequence[str], sides: Sequence[str]) -> Iterator[ShareCardChart]:
    """Yield the charts of the image, as in the game's picture; none before the second round that counts."""
    score_course, target = game_progress(game), game.rules.target
    if len(score_course.steps) < 2:
        return
    if not game.columns:
        yield ShareCardChart("", _lines(score_course, len(sides)), target)
        return
    for head, course in zip(column_heads(game, names, sides), column_progress(game), strict=True):
        yield ShareCardChart(head.title, _lines(course, len(sides)), target)


def _lines(course: GameProgress, sides: int) -> tuple[tuple[int, ...], ...]:
    return tuple((course.start[side], *(step.points[side] for step in course.steps)) for side in range(sides))
