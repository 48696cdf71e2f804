"""A season's numbers as files, and brought in from one: looked at first, taken over then."""

from dataclasses import asdict
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_season
from games.api.describe import SEASON, describe
from games.api.describe_season import KIND, MOVES, UPLOAD, WHAT
from games.api.reading import InvalidFields
from games.api.season_view import SeasonView
from games.forms.results_csv import Sheet, read_sheet
from games.models import SheetUpload
from games.refusals import Refused
from games.selectors.nights import today
from games.selectors.season_export import result_rows, table_rows
from games.selectors.season_table import is_hidden
from games.services.results_import import ImportPlan, keep_upload, plan_import, take_over
from games.web.spreadsheets import XLSX, csv_answer, xlsx_answer

CSV: Final = "text/csv"
_ANSWERS: Final = {"csv": csv_answer, "xlsx": xlsx_answer}


class File(SeasonView):
    """The table or the results as a file."""

    @describe(
        tag="Files",
        operation="download_season",
        summary="The table or the results as a file",
        scope="read",
        tokenless=True,
        at=[SEASON, WHAT, KIND],
        gives={(200, CSV): (OpenApiTypes.STR, "The file."), (200, XLSX): (OpenApiTypes.BINARY, "The file.")},
    )
    def get(self, request: Request, public_id: str, what: str, kind: str) -> HttpResponse:
        """`table` as it stands, not while it is hidden; `results`: every match that is over, to be brought in again."""
        at = self.season_access(public_id)
        if kind not in _ANSWERS or what not in ("table", "results") or (what == "table" and is_hidden(at)):
            raise Refused("not_found")
        rows = table_rows(at.season, tonight=today(at.access.league)) if what == "table" else result_rows(at.season)
        return _ANSWERS[kind](what, rows)


class Imports(SeasonView):
    """Files to be brought in."""

    @describe(
        tag="Files",
        operation="try_import",
        summary="Look at a file of members or results",
        **MOVES,
        at=[SEASON],
        takes=asks_season.SheetText,
        gives={201: (shapes_season.ImportTrial, "What taking it over would do. Nothing was taken over.")},
        examples=[examples_season.import_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whatever is wrong is told by its line in `fields`. Where something is new, the file is kept for a day."""
        at = self.organiser_of(public_id)
        text = self.body({"text"})["text"]
        if not isinstance(text, str) or "\x00" in text:
            raise InvalidFields({"text": "text must be a text."})
        read = _read(text, read_sheet(text, today(at.access.league)))
        planned = plan_import(at.season, read.names, read.results)
        if planned.unknown:
            unknown = ", ".join(planned.unknown[:5])
            raise InvalidFields({"text": f"There is no team called {unknown}: make the teams first."})
        kept = None
        if planned.entrants or planned.results:
            kept = keep_upload(access=at.access, season=at.season, text=text).pk
        return Response({"upload": kept} | _told(planned), status=201)


class OneImport(SeasonView):
    """A file that was looked at."""

    @describe(
        tag="Files",
        operation="take_over_import",
        summary="Take over a file that was looked at",
        **MOVES,
        at=[SEASON, UPLOAD],
        gives={200: (shapes_season.Imported, "What was taken over.")},
        refuses=["season_closed", "too_many"],
    )
    def post(self, request: Request, public_id: str, upload: int) -> Response:
        """All of it or nothing. Results that are here already are not taken over again, whichever file tells them."""
        at = self.organiser_of(public_id)
        self.body(set())
        kept = SheetUpload.objects.filter(pk=upload, season=at.season, account=at.access.account).first()
        if kept is None:
            raise Refused("not_found")
        read = read_sheet(kept.text)
        done = take_over(access=at.access, season=at.season, names=read.names, results=read.results)
        kept.delete()
        return Response(_told(done))


def _read(text: str, sheet: Sheet) -> Sheet:
    if sheet.faults:
        wrong: dict[str, str] = {}
        for fault in sheet.faults:
            line = f"line {fault.line}"
            wrong[line] = f"{wrong[line]} {fault.text}" if line in wrong else fault.text
        raise InvalidFields(wrong)
    return sheet


def _told(plan: ImportPlan) -> dict[str, Any]:
    return {name: value for name, value in asdict(plan).items() if name != "unknown"}
