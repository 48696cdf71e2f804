"""Build the rows of the form that continues a game from paper."""

from games.forms.paper_form import TypedPaper
from games.forms.start_fields import name_fields
from games.pages.notation import PaperRow


def paper_rows(typed: TypedPaper | None) -> tuple[PaperRow, ...]:
    """Return the rows of the form as they were submitted."""
    texts = typed.texts if typed else {}
    errors = typed.score_errors if typed else {}
    return tuple(
        PaperRow(
            name=name,
            points=texts.get((name.number, "points"), ""),
            boxes=texts.get((name.number, "boxes"), ""),
            won=texts.get((name.number, "won"), ""),
            error=errors.get(name.number, ""),
        )
        for name in name_fields(typed.start if typed else None)
    )
