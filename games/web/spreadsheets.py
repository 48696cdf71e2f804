"""Tables to take away: as CSV and as XLSX, with nothing in them that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Sequence

import xlsxwriter
from django.http import HttpResponse

from games.forms.results_csv import safe_cell

Cell = str | int | None
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def csv_answer(name: str, rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """Rows as a CSV file to save under ``name``; with the mark by which spreadsheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([safe_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return _file(("\ufeff" + text.getvalue()).encode(), "text/csv; charset=utf-8", f"{name}.csv")


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


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type=kind, headers=headers)
