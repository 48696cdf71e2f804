"""API views of presets, and of questions about the rules."""

from typing import Any

from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.base import BaseAPIView
from games.api.cached_responses import cached_response, negotiated_response
from games.api.describe import IF_NONE_MATCH_ANSWER, PRESET, VERSION, describe
from games.api.parsing import InvalidBodyError
from games.api.request_serializers import QuestionSerializer
from games.api.response_serializers import AnswerSerializer, PresetSerializer
from games.evaluate.engine import answer as answer_to
from games.refusals import RefusedError
from games.rules.ruleset import Preset, as_json, presets
from games.web.throttles import check_rate
from games.wording.rules.summary import preset_summary


class EvaluateView(BaseAPIView):
    """Answer a question about the rules."""

    @describe(
        tag="Rules",
        operation_id="evaluate",
        summary="Ask about the rules",
        request_body=QuestionSerializer,
        checks_fields=False,
        error_codes=["too_many_requests"],
        responses={200: (AnswerSerializer, "The answer, or `error` where the rules refuse what was asked.")},
        examples=[examples.question_request, examples.question_response],
    )
    def post(self, request: Request) -> Response:
        """The same answer as the command `manage.py evaluate` gives, without a table and without a token.

        A question that is refused, also one with unknown keys, is answered 200 with `error`; a problem document comes
        only for a body that isn't a JSON object, or when this address has asked too much: 600 questions a minute are
        always answered, 10,000 from the computer that the server runs on.
        """
        check_rate(request._request, "evaluate")
        question = self.json_object()
        if question is None:
            raise InvalidBodyError("expected_object", "A question is a JSON object; there is none.")
        return Response(answer_to(question))


class PresetListView(BaseAPIView):
    """List all presets."""

    @describe(
        tag="Rules",
        operation_id="list_presets",
        summary="All presets",
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={
            200: (PresetSerializer(many=True), "The presets in the order they are offered."),
            304: (None, "They are as they were."),
        },
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request) -> HttpResponse:
        """The rules that can be chosen by name, each with its parameters and in plain sentences."""
        return negotiated_response(request._request, cached_response("presets.json"))


class PresetDetailView(BaseAPIView):
    """Read a preset."""

    @describe(
        tag="Rules",
        operation_id="get_preset",
        summary="One preset",
        parameters=[PRESET],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (PresetSerializer, "The preset."), 304: (None, "It is as it was.")},
        response_headers=[VERSION(200, 304)],
        error_codes=["not_found"],
    )
    def get(self, request: Request, preset: str) -> HttpResponse:
        """Title, parameters, the rules in sentences, and where they were printed."""
        if preset not in presets():
            raise RefusedError("not_found")
        return negotiated_response(request._request, cached_response(f"presets/{preset}.json"))


def all_presets_bytes() -> bytes:
    """Return all presets as JSON."""
    return _json([_preset_json(preset) for preset in presets().values()])


def preset_bytes(preset: str) -> bytes:
    """Return one preset as JSON."""
    return _json(_preset_json(presets()[preset]))


def _json(value: object) -> bytes:
    text: bytes = JSONRenderer().render(value)
    return text


def _preset_json(preset: Preset) -> dict[str, Any]:
    return {
        "id": preset.id,
        "name": preset.title,
        "parameters": as_json(preset.rules),
        "summary": list(preset_summary(preset, preset.rules)),
        "sources": [preset.source],
        "readings": list(preset.readings),
        "note": preset.note,
        "by_players": {str(players): dict(changes) for players, changes in preset.by_players.items()},
        "group": preset.group,
        "weak": preset.weakness_label,
    }
