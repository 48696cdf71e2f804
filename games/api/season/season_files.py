"""API view sets of a season's files: export standings and results; preview an import, save it, and take it back."""

from typing import ClassVar, Final

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.etags import without_etag
from games.api.parameters import SEASON
from games.api.parsing import InvalidFieldsError
from games.api.permissions import InLeague
from games.api.season import examples_season
from games.api.season.import_serializers import (
    ImportedSerializer,
    ImportTrialSerializer,
    LastImportsSerializer,
)
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_parameters import FILE_CONTENT, FILE_FORMAT, IMPORT, UPLOAD
from games.api.season.season_request_serializers import ImportAnswersSerializer, SheetTextSerializer
from games.api.viewsets import refuses
from games.forms.season.results_csv import CsvContent, read_csv
from games.models import Scope, SheetUpload
from games.refusals import RefusedError
from games.selectors.season.last_import import last_import
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_export import result_rows, table_rows
from games.selectors.season.season_state import is_hidden
from games.services.season.import_undo import take_back_import
from games.services.season.results_import import import_results, plan_import, similar_to_known, store_upload
from games.web.spreadsheets import XLSX, csv_response, xlsx_response

CSV_CONTENT_TYPE: Final = "text/csv"
_FILE_RESPONSES: Final = {"csv": csv_response, "xlsx": xlsx_response}


class SeasonFileViewSet(SeasonBaseViewSet):
    """The standings or the results as a file."""

    tag = "Files"
    path_parameters = (SEASON, FILE_CONTENT, FILE_FORMAT)

    @extend_schema(
        responses={
            (200, CSV_CONTENT_TYPE): OpenApiResponse(OpenApiTypes.STR, "The file."),
            (200, XLSX): OpenApiResponse(OpenApiTypes.BINARY, "The file."),
        }
    )
    @without_etag
    def download_season(self, request: Request, public_id: str, what: str, kind: str) -> FileResponse:
        """Export the standings or results. `table` contains the standings, and `results` all finished matches.

        Results can be imported again later. Neither file is available while the standings are hidden.
        """
        if kind not in _FILE_RESPONSES or what not in ("table", "results") or is_hidden(self.access):
            raise RefusedError("not_found")
        rows = (
            table_rows(self.season, tonight=date_in_league(self.league_access.league))
            if what == "table"
            else result_rows(self.season)
        )
        return _FILE_RESPONSES[kind](what, rows)


class ImportViewSet(SeasonBaseViewSet):
    """Imports of members and results."""

    tag = "Files"
    path_parameters = (SEASON, UPLOAD, IMPORT)
    response_class = LastImportsSerializer
    serializer_classes: ClassVar = {"try_import": SheetTextSerializer, "take_over_import": ImportAnswersSerializer}
    action_permissions: ClassVar = {"last_import": InLeague(Scope.READ, "manage_league")}

    def last_import(self, request: Request, public_id: str) -> Response:
        """Get the last import. Returns the latest import that hasn't been undone, and says whether it can be."""
        return self.answer({"last": last_import(self.season)})

    @extend_schema(responses={201: ImportTrialSerializer}, examples=[examples_season.import_request])
    def try_import(self, request: Request, public_id: str) -> Response:
        """Preview an import of members or results. Nothing is saved. `fields` lists errors by line.

        If there's something new, the file is kept for a day.
        """
        data = self.validated_data()
        text = data["text"]
        sheet = _checked_sheet(read_csv(text, date_in_league(self.league_access.league), data.get("dates", "")))
        planned = plan_import(self.season, sheet.names, sheet.results, data.get("further", ()))
        if planned.unknown:
            unknown = ", ".join(planned.unknown[:5])
            raise InvalidFieldsError({"text": f"There is no team called {unknown}. Create the teams first."})
        upload_id = None
        if planned.entrants or planned.results:
            upload_id = store_upload(access=self.league_access, season=self.season, text=text).pk
        trial = {
            "plan": planned,
            "upload": upload_id,
            "ignored_columns": sheet.ignored,
            "similar": self._similar(sheet),
        }
        return self.answer(trial, 201, ImportTrialSerializer)

    def _similar(self, sheet: CsvContent) -> dict[str, tuple[str, ...]]:
        names = [*sheet.names, *(side.name for result in sheet.results for side in result.sides)]
        return similar_to_known(self.season, names)

    @extend_schema(responses=ImportedSerializer)
    @refuses("season_closed", "too_many")
    def take_over_import(self, request: Request, public_id: str, upload: int) -> Response:
        """Import a previewed file. Either everything is imported or nothing. Results that already exist are left out.

        Send `dates` and `further` as in the preview.
        """
        data = self.validated_data()
        stored = get_object_or_404(SheetUpload, pk=upload, season=self.season, account=self.account)
        sheet = _checked_sheet(read_csv(stored.text, date_in_league(self.league_access.league), data.get("dates", "")))
        imported = import_results(
            access=self.league_access,
            season=self.season,
            names=sheet.names,
            results=sheet.results,
            further=data.get("further", ()),
        )
        stored.delete()
        return self.answer({"plan": imported}, serializer=ImportedSerializer)

    @refuses("season_closed", "not_playable")
    def take_back_import(self, request: Request, public_id: str, event: int) -> Response:
        """Undo the last import. Removes its members, entrants and results, unless they've been used since.

        Planned matches go back to how they were before. Doing it again changes nothing. The response is the import
        before this one.
        """
        self.change_season(take_back_import, event_id=event)
        return self.answer({"last": last_import(self.season)})


def _checked_sheet(sheet: CsvContent) -> CsvContent:
    """Return a sheet that can be imported. Raises InvalidFieldsError with the faults by line."""
    errors: dict[str, str] = {}
    if question := sheet.dates.question:
        errors["dates"] = f"{question.text} can be read in two ways. Send dates: dmy or mdy."
    for fault in sheet.faults:
        line = f"line {fault.line}"
        errors[line] = f"{errors[line]} {fault.text}" if line in errors else fault.text
    for repeated in sheet.repeated:
        for number in repeated.lines[1:]:
            errors[f"line {number}"] = f"Same name as in line {repeated.lines[0]}. Tell them apart, or leave one out."
    if errors:
        raise InvalidFieldsError(errors)
    return sheet
