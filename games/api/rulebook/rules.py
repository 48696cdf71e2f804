"""API view sets of presets, and of questions about the rules."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.cached_responses import cached_response, negotiated_response
from games.api.parameters import PRESET
from games.api.parsing import InvalidBodyError
from games.api.request_serializers import QuestionSerializer
from games.api.response_serializers import AnswerSerializer, PresetSerializer
from games.api.viewsets import ApiViewSet
from games.evaluate.engine import answer as answer_to
from games.refusals import RefusedError
from games.rules.presets import Preset, presets
from games.rules.ruleset import as_json
from games.wording.rules.summary import preset_summary


class EvaluateViewSet(ApiViewSet):
    """Questions about the rules."""

    tag = "Rules"
    response_class = AnswerSerializer
    throttle_scopes: ClassVar = {"evaluate": "evaluate"}
    raw_bodies = ("evaluate",)

    @extend_schema(
        request=QuestionSerializer,
        responses=OpenApiResponse(AnswerSerializer, "The answer, or an `error` if the rules don't allow it."),
        examples=[examples.question_request, examples.question_response],
    )
    def evaluate(self, request: Request) -> Response:
        """Ask a question about the rules. The answer is the same as from `manage.py evaluate`.

        No table or token is needed. If the rules don't allow something, or a key is unknown, the response is 200 with
        `error`. You get a problem document only if the body isn't a JSON object or you send too many requests. Every
        address gets at least 600 questions a minute, and the server's own computer 10,000.
        """
        question = self.json_object()
        if question is None:
            raise InvalidBodyError("expected_object", "The request needs a JSON object as its body.")
        return Response(answer_to(question))


class PresetViewSet(ApiViewSet):
    """The presets. Their answers are the same for everybody, and made once."""

    tag = "Rules"
    path_parameters = (PRESET,)
    response_class = PresetSerializer

    @extend_schema(responses=OpenApiResponse(PresetSerializer(many=True), "The presets in display order."))
    def list_presets(self, request: Request) -> HttpResponse:
        """List the presets. Each preset comes with its parameters and its rules in plain sentences."""
        return negotiated_response(request._request, cached_response("presets.json"))

    def get_preset(self, request: Request, preset: str) -> HttpResponse:
        """Get a preset. Returns its title, parameters, rules in plain sentences, and published sources."""
        if preset not in presets():
            raise RefusedError("not_found")
        return negotiated_response(request._request, cached_response(f"presets/{preset}.json"))


def all_presets_bytes() -> bytes:
    """Return all presets as JSON."""
    return _json(PresetSerializer([_preset_fields(preset) for preset in presets().values()], many=True).data)


def preset_bytes(preset: str) -> bytes:
    """Return one preset as JSON."""
    return _json(PresetSerializer(_preset_fields(presets()[preset])).data)


def _json(value: object) -> bytes:
    text: bytes = JSONRenderer().render(value)
    return text


def _preset_fields(preset: Preset) -> dict[str, Any]:
    """Return a preset for PresetSerializer."""
    return {
        "id": preset.id,
        "name": preset.title,
        "parameters": as_json(preset.rules),
        "summary": preset_summary(preset, preset.rules),
        "sources": [preset.source],
        "readings": preset.readings,
        "note": preset.note,
        "by_players": {players: dict(changes) for players, changes in preset.by_players.items()},
        "group": preset.group,
        "weakness": preset.weakness_label,
    }
