"""Presets, and questions about the rules."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.base import View
from games.api.describe import PRESET, describe
from games.api.reading import BadBody
from games.forms.question import answer
from games.refusals import Refused
from games.rules.ruleset import Preset, as_json, presets
from games.wording.rules.summary import summary


class Evaluate(View):
    """One question about the rules."""

    @describe(
        tag="Rules",
        operation="evaluate",
        summary="Ask about the rules",
        takes=asks.Question,
        fields=False,
        gives={200: (shapes.Answer, "The answer, or `error` where the rules refuse what was asked.")},
        examples=[examples.question, examples.question_answer],
    )
    def post(self, request: Request) -> Response:
        """The same answer as the command `manage.py evaluate` gives, without a table and without a token.

        A question that is refused, also one with unknown keys, is answered 200 with `error`; a problem document comes
        only for a body that is no JSON object.
        """
        question = self.json_object()
        if question is None:
            raise BadBody("expected_object", "A question is a JSON object; there is none.")
        return Response(answer(question))


class Presets(View):
    """All presets."""

    @describe(
        tag="Rules",
        operation="list_presets",
        summary="All presets",
        gives={200: (shapes.Preset(many=True), "The presets in the order they are offered.")},
    )
    def get(self, request: Request) -> Response:
        """The rules that can be chosen by name, each with its parameters and in plain sentences."""
        return Response([_shape(preset) for preset in presets().values()])


class OnePreset(View):
    """One preset."""

    @describe(
        tag="Rules",
        operation="get_preset",
        summary="One preset",
        at=[PRESET],
        gives={200: (shapes.Preset, "The preset.")},
        refuses=["not_found"],
    )
    def get(self, request: Request, preset: str) -> Response:
        """Title, parameters, the rules in sentences, and where they were printed."""
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
        "readings": list(preset.readings),
        "note": preset.note,
        "by_players": {str(players): dict(over) for players, over in preset.by_players.items()},
        "group": preset.group,
        "weak": preset.weak,
    }
