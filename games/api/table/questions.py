"""The API view set that decides between two versions of a round which two phones entered differently."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.parameters import ETAG, IF_MATCH_ROUND, REPLAYED
from games.api.problem_codes import ROUND_FAULT_CODES
from games.api.request_serializers import DecisionSerializer
from games.api.table.rounds import RoundBaseViewSet
from games.api.viewsets import refuses, writes_ledger
from games.services.table.questions import keep_version, take_version


class QuestionViewSet(RoundBaseViewSet):
    """The questions of a table."""

    serializer_classes: ClassVar = {"decide_question": DecisionSerializer}

    @extend_schema(parameters=[ETAG(200, 412, 428), REPLAYED(200)], examples=[examples.decision_request])
    @writes_ledger(unless_changed=IF_MATCH_ROUND, needs_key=True)
    @refuses("unknown_question", "question_decided", *ROUND_FAULT_CODES)
    def decide_question(self, request: Request, public_id: str, question: int) -> Response:
        """Decide between two versions of a round. Say which one is right.

        `keep` closes the question without a ledger entry. `take` corrects the round to the other version. Send the
        question's `revision` as `If-Match`. If the round has changed since, the response is 412 with the current round.
        """
        decision = self.validated_data()["decision"]
        if decision == "keep":
            written = keep_version(access=self.access, key=self.key, questions=[question], revision=self.seen_revision)
        else:
            written = take_version(access=self.access, key=self.key, question=question, revision=self.seen_revision)
        return self.round_response(written, status=200, as_it_stands=decision == "keep")
