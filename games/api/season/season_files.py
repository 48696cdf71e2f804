"""API views that export a season's standings and results as files, and import results: preview first, then save."""

from dataclasses import asdict
from functools import partial
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import SEASON, describe
from games.api.parsing import InvalidFieldsError
from games.api.season import examples_season
from games.api.season.describe_season import FILE_CONTENT, FILE_FORMAT, ORGANISER_WRITE, UPLOAD
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_request_serializers import SheetTextSerializer
from games.api.season.season_response_serializers import ImportedSerializer, ImportTrialSerializer
from games.forms.season.results_csv import CsvContent, read_csv
from games.models import SheetUpload
from games.pages.season.season_table_page import is_hidden
from games.refusals import RefusedError
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_export import result_rows, table_rows
from games.services.season.results_import import ImportPlan, import_results, plan_import, store_upload
from games.services.sharing.seals import seal_file
from games.web.spreadsheets import XLSX, csv_response, xlsx_response

CSV_CONTENT_TYPE: Final = "text/csv"
_FILE_RESPONSES: Final = {"csv": csv_response, "xlsx": xlsx_response}


class SeasonFileView(SeasonAPIView):
    """Export the standings or the results as a file."""

    @describe(
        tag="Files",
        operation_id="download_season",
        summary="The table or the results as a file",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON, FILE_CONTENT, FILE_FORMAT],
        responses={
            (200, CSV_CONTENT_TYPE): (OpenApiTypes.STR, "The file."),
            (200, XLSX): (OpenApiTypes.BINARY, "The file."),
        },
    )
    def get(self, request: Request, public_id: str, what: str, kind: str) -> HttpResponse:
        """`table` as it stands, not while it is hidden; `results`: every match that is over, to be brought in again."""
        season_access = self.season_access(public_id)
        if (
            kind not in _FILE_RESPONSES
            or what not in ("table", "results")
            or (what == "table" and is_hidden(season_access))
        ):
            raise RefusedError("not_found")
        rows = (
            table_rows(season_access.season, tonight=date_in_league(season_access.access.league))
            if what == "table"
            else result_rows(season_access.season)
        )
        return _FILE_RESPONSES[kind](what, rows, partial(seal_file, season=season_access.season))


class ResultImportListView(SeasonAPIView):
    """Preview the import of a file."""

    @describe(
        tag="Files",
        operation_id="try_import",
        summary="Look at a file of members or results",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_body=SheetTextSerializer,
        responses={201: (ImportTrialSerializer, "What taking it over would do. Nothing was taken over.")},
        examples=[examples_season.import_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whatever is wrong is told by its line in `fields`. Where something is new, the file is kept for a day."""
        season_access = self.organiser_access(public_id)
        text = self.body({"text"})["text"]
        if not isinstance(text, str) or "\x00" in text:
            raise InvalidFieldsError({"text": "text must be a text."})
        sheet = _checked_sheet(text, read_csv(text, date_in_league(season_access.access.league)))
        planned = plan_import(season_access.season, sheet.names, sheet.results)
        if planned.unknown:
            unknown = ", ".join(planned.unknown[:5])
            raise InvalidFieldsError({"text": f"There is no team called {unknown}: make the teams first."})
        upload_id = None
        if planned.entrants or planned.results:
            upload_id = store_upload(access=season_access.access, season=season_access.season, text=text).pk
        return Response({"upload": upload_id} | _plan_json(planned), status=201)


class ResultImportDetailView(SeasonAPIView):
    """Import a file that was previewed."""

    @describe(
        tag="Files",
        operation_id="take_over_import",
        summary="Take over a file that was looked at",
        **ORGANISER_WRITE,
        parameters=[SEASON, UPLOAD],
        responses={200: (ImportedSerializer, "What was taken over.")},
        error_codes=["season_closed", "too_many"],
    )
    def post(self, request: Request, public_id: str, upload: int) -> Response:
        """All of it or nothing. Results that are here already are not taken over again, whichever file tells them."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        stored = SheetUpload.objects.filter(
            pk=upload, season=season_access.season, account=season_access.access.account
        ).first()
        if stored is None:
            raise RefusedError("not_found")
        sheet = read_csv(stored.text)
        imported = import_results(
            access=season_access.access, season=season_access.season, names=sheet.names, results=sheet.results
        )
        stored.delete()
        return Response(_plan_json(imported))


def _checked_sheet(text: str, sheet: CsvContent) -> CsvContent:
    if sheet.faults:
        errors: dict[str, str] = {}
        for fault in sheet.faults:
            line = f"line {fault.line}"
            errors[line] = f"{errors[line]} {fault.text}" if line in errors else fault.text
        raise InvalidFieldsError(errors)
    return sheet


def _plan_json(plan: ImportPlan) -> dict[str, Any]:
    return {name: value for name, value in asdict(plan).items() if name != "unknown"}
