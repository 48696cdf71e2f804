"""Build the rows of the form that continues a game from paper."""

from games.forms.table.paper_form import TypedPaper
from games.pages.sharing.notation import OpeningScoreRow
from games.pages.table.start_fields import name_fields


def paper_rows(typed: TypedPaper | None) -> tuple[OpeningScoreRow, ...]:
    """Return the rows of the form as they were submitted."""
    texts = typed.texts if typed else {}
    errors = typed.score_errors if typed else {}
    return tuple(
        OpeningScoreRow(
            name=name,
            points=texts.get((name.number, "points"), ""),
            boxes=texts.get((name.number, "boxes"), ""),
            won=texts.get((name.number, "won"), ""),
            error=errors.get(name.number, ""),
        )
        for name in name_fields(typed.start if typed else None)
    )
