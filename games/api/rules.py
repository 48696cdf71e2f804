"""Presets, and questions about the rules."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BadBody, View
from games.forms.question import answer
from games.refusals import Refused
from games.rules.ruleset import Preset, as_json, presets
from games.rules.summary import summary


class Evaluate(View):
    """One question about the rules."""

    def post(self, request: Request) -> Response:
        """The same answer as ``manage.py evaluate`` gives; a question that is refused is answered 200 with an error."""
        question = request.data
        if not isinstance(question, dict):
            raise BadBody("expected_object", "A question is a JSON object.")
        return Response(answer(question))


class Presets(View):
    """All presets."""

    def get(self, request: Request) -> Response:
        """The presets in the order they are offered."""
        return Response([_shape(preset) for preset in presets().values()])


class OnePreset(View):
    """One preset."""

    def get(self, request: Request, preset: str) -> Response:
        """A preset: title, parameters, its rules in sentences, where they were printed."""
        if preset not in presets():
            raise Refused("not_found")
        return Response(_shape(presets()[preset]))


def _shape(preset: Preset) -> dict[str, Any]:
    return {
        "id": preset.id,
        "name": preset.title,
        "parameters": as_json(preset.rules),
        "summary": list(summary(preset.rules)),
        "sources": [preset.source],
        "note": preset.note,
    }
