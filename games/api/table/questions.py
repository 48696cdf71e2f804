"""The API view that decides between two versions of a round which two phones entered differently."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples
from games.api.describe import ETAG, IDEMPOTENCY_KEY, IF_MATCH_ROUND, QUESTION, REPLAYED, TABLE, describe
from games.api.permissions import AtTable
from games.api.request_serializers import DecisionSerializer
from games.api.response_serializers import RoundAnswerSerializer
from games.api.table.rounds import RoundAPIView
from games.services.table.questions import keep_version, take_version


class QuestionDecisionView(RoundAPIView):
    """Decide which version of a round is right."""

    @describe(
        tag="Rounds",
        operation_id="decide_question",
        summary="Decide between two versions of a round",
        permission=AtTable("score"),
        parameters=[TABLE, QUESTION],
        request_headers=[IF_MATCH_ROUND, IDEMPOTENCY_KEY],
        request_body=DecisionSerializer,
        responses={200: (RoundAnswerSerializer, "The round on the sheet, and the table.")},
        response_headers=[ETAG(200, 412, 428), REPLAYED(200)],
        writes_ledger=True,
        error_codes=["unknown_question", "question_decided", "revision_required", "stale", "table_full"],
        rule_faults=True,
        examples=[examples.decision_request],
    )
    def post(self, request: Request, public_id: str, question: int) -> Response:
        """Decide which of two versions of a round is right.

        `keep` closes the question without a ledger entry. `take` corrects the round to the other version. Send the
        question's `revision` as `If-Match`. If the round has changed since, the response is 412 with the current
        round.
        """
        decision = self.read_body()["decision"]
        key, seen_revision = self.idempotency_key(), self.if_match()
        if decision == "keep":
            written = keep_version(access=self.access, key=key, questions=[question], revision=seen_revision)
        else:
            written = take_version(access=self.access, key=key, question=question, revision=seen_revision)
        return self.round_response(written, status=200, as_it_stands=decision == "keep")
