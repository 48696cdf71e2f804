"""Export tables as CSV and XLSX, without cells that a spreadsheet would run as formulas."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import xlsxwriter
from django.http import FileResponse

from games.forms.season.results_csv import escape_cell
from games.web.downloads import file_response

Cell = str | int | float | None
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_CSV: Final = "text/csv; charset=utf-8"
_CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date written into every XLSX file: the real one would give the same rows another file each time."""
_CHUNK: Final = 64 * 1024
"""Characters that are sent together."""


def csv_response(name: str, rows: Iterable[Sequence[Cell]]) -> FileResponse:
    """Return rows as a CSV download, with the byte order mark by which spreadsheets recognize UTF-8."""
    return file_response(f"{name}.csv", _csv(rows), _CSV)


def xlsx_response(name: str, rows: Iterable[Sequence[Cell]]) -> FileResponse:
    """Return rows as an XLSX download: texts stay texts, whatever they begin with. The same rows give the same file."""
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(data, options) as workbook:
        workbook.set_properties({"created": _CREATED})
        sheet = workbook.add_worksheet()
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                if cell is not None:
                    sheet.write(number, column, cell)
    return file_response(f"{name}.xlsx", [data.getvalue()], XLSX)


def _csv(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    text = io.StringIO()
    text.write("\ufeff")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([escape_cell(cell) if isinstance(cell, str) else cell for cell in row])
        if text.tell() > _CHUNK:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()
