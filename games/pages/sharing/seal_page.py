"""Present the check of a seal: as a page, as JSON for the API, and as lines for the console."""

from collections.abc import Callable, Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Seal, Table
from games.pages.sharing.seals import SealChange, SealPage
from games.pages.table.table_page import table_title
from games.rules.seals import format_seal
from games.rules.sheet import GameSheet
from games.selectors.sharing.seal_check import ALTERED, AS_SEALED, CHANGED, SealCheck, check_seal, seals_by_text
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, player_names
from games.selectors.table.table_paths import table_path
from games.wording import seals as words
from games.wording.labels import author_text
from games.wording.words import date_text, side_names

_TONES = {AS_SEALED: "good", CHANGED: "changed", ALTERED: "bad"}


def find_seal(seal: str, may_see: Callable[[Seal], bool]) -> tuple[SealCheck, bool] | None:
    """Check a seal, and tell whether the reader may see what was sealed; None for an unknown seal.

    If several match, one that the reader may see is preferred.
    """
    known = seals_by_text(seal)
    if not known:
        return None
    visible = next((candidate for candidate in known if may_see(candidate)), None)
    return check_seal(visible or known[0]), visible is not None


def seal_page(typed: str, seal: str, may_see: Callable[[Seal], bool]) -> SealPage:
    """Return the page for the ``typed`` text, parsed as ``seal``."""
    result = find_seal(seal, may_see)
    if result is None:
        return SealPage(typed, seal=format_seal(seal), tone="unknown", answer=words.unknown_seal_text())
    checked, visible = result
    tone = _TONES.get(checked.state, "unknown")
    if not visible:
        text = words.public_state_text(checked.state)
        return SealPage(typed, seal=format_seal(seal), tone=tone, answer=text, hidden_from_user=True)
    sealed = checked.seal
    changes = tuple(
        SealChange(change.text, author_text(change.by), words.sealed_at_text(change.at), change.reason)
        for change in checked.changes
    )
    link, link_text = _link(sealed)
    return SealPage(
        typed,
        seal=format_seal(seal),
        tone="bad" if checked.names == "different" and tone == "good" else tone,
        answer=words.state_text(checked.state, words.sealed_at_text(sealed.at)),
        about=tuple(_subject_lines(checked)),
        names=words.names_text(checked.names),
        changes=changes,
        corrections_note=words.corrections_allowed_text() if checked.state == CHANGED and changes else "",
        link=link,
        link_text=link_text,
        digest=sealed.digest,
    )


def seal_json(checked: SealCheck, *, visible: bool) -> dict[str, Any]:
    """Return a check as JSON; ``details`` only for readers who may see what was sealed."""
    seal = checked.seal
    content: dict[str, Any] = {
        "seal": format_seal(seal.seal),
        "kind": seal.kind,
        "state": checked.state,
        "details": None,
    }
    if visible:
        content["details"] = {
            "table": seal.table.public_id if seal.table else None,
            "game": seal.game,
            "season": seal.season.public_id if seal.season else None,
            "revision": seal.revision,
            "sealed_at": seal.at.isoformat(),
            "sha256": seal.digest,
            "names": checked.names,
            "text": " ".join([*_subject_lines(checked), _state_text(checked)]),
            "changes": [
                {"text": change.text, "by": change.by, "at": change.at.isoformat(), "reason": change.reason}
                for change in checked.changes
            ],
        }
    return content


def seal_lines(checked: SealCheck) -> Iterator[str]:
    """Yield a check as sentences for the console."""
    yield from _subject_lines(checked)
    yield _state_text(checked)
    for change in checked.changes:
        reason = f" ({change.reason})" if change.reason else ""
        yield f"  {change.text}{reason}, {author_text(change.by)}, {words.sealed_at_text(change.at)}"
    if names := words.names_text(checked.names):
        yield names


def _state_text(checked: SealCheck) -> str:
    seal = checked.seal
    return words.state_text(checked.state, words.sealed_at_text(seal.at))


def _subject_lines(checked: SealCheck) -> Iterator[str]:
    """Yield what was sealed; without the score if it was altered, because no score can be trusted then."""
    seal = checked.seal
    if seal.table is not None and seal.game is not None and checked.state != ALTERED:
        sheet = sheet_of(seal.table, seal.revision)
        game = next(game for game in sheet.games if game.number == seal.game)
        yield words.game_text(_day(seal, game), _score(seal.table, game))
    elif seal.table is not None:
        yield words.table_text(table_title(seal.table, player_names(seal.table)))
    elif seal.season is not None:
        yield words.season_text(seal.season.name, seal.season.league.name)


def _day(seal: Seal, game: GameSheet) -> str:
    return date_text(game.rounds[-1].history[0].at if game.rounds else seal.at)


def _score(table: Table, game: GameSheet) -> str:
    names = side_names(game.rules, names_by_seat(game, player_names(table)))
    totals = game.final.totals if game.over and game.final else game.cumulative
    return ", ".join(f"{name} {totals[side]}" for side, name in enumerate(names))


def _link(seal: Seal) -> tuple[str, str]:
    """Return the path and the text of a link to the game or season that was sealed."""
    if seal.table is not None and seal.game is not None:
        return table_path(seal.table, "game", seal.game), _("Open the table")
    return (reverse("season:page", args=[seal.season.public_id]), _("Go to the season")) if seal.season else ("", "")
