"""Tables to take away: as CSV and as XLSX, with nothing in them that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import xlsxwriter
from django.http import HttpResponse, StreamingHttpResponse

from games.forms.results_csv import safe_cell

Cell = str | int | None
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_CSV: Final = "text/csv; charset=utf-8"
_AT_ONCE: Final = 64 * 1024
"""How many characters go out together."""


def csv_answer(name: str, rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """Rows as a CSV file to save under ``name``; with the mark by which spreadsheets know UTF-8."""
    return _file("".join(_csv(rows)).encode(), _CSV, f"{name}.csv")


def csv_stream(name: str, rows: Iterable[Sequence[Cell]]) -> StreamingHttpResponse:
    """The same of rows that are many: sent while they are read."""
    return StreamingHttpResponse(_csv(rows), content_type=_CSV, headers=_saved(f"{name}.csv"))


def xlsx_answer(name: str, rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """Rows as an XLSX file: texts are stored as texts, whatever they begin with."""
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(data, options) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                if cell is not None:
                    sheet.write(at, column, cell)
    return _file(data.getvalue(), XLSX, f"{name}.xlsx")


def _csv(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    text = io.StringIO()
    text.write("\ufeff")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([safe_cell(cell) if isinstance(cell, str) else cell for cell in row])
        if text.tell() > _AT_ONCE:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers=_saved(name))


def _saved(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
