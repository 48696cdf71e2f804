"""Questions: rounds of which two phones said different things, and the answer of a person."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks, examples, shapes
from games.api.describe import ETAG, IDEMPOTENCY_KEY, IF_MATCH_ROUND, QUESTION, REPLAYED, TABLE, describe
from games.api.reading import InvalidFields
from games.api.rounds import RoundView
from games.services.questions import keep_version, take_version


class OneQuestion(RoundView):
    """A version of a round that is in question."""

    @describe(
        tag="Rounds",
        operation="decide_question",
        summary="Decide between two versions of a round",
        role="score",
        at=[TABLE, QUESTION],
        headers=[IF_MATCH_ROUND, IDEMPOTENCY_KEY],
        takes=asks.Decision,
        gives={200: (shapes.RoundAnswer, "The round as it stands, and the table.")},
        sends=[ETAG(200, 412, 428), REPLAYED(200)],
        writes=True,
        refuses=["unknown_question", "question_decided", "revision_required", "stale", "table_full"],
        illegal=True,
        examples=[examples.decision_ask],
    )
    def post(self, request: Request, public_id: str, question: int) -> Response:
        """Say which version is right, of those that two phones told under one number.

        `keep`: what is on the sheet; the question is closed, and nothing is written to the ledger. `take`: the version
        of the question; the round is corrected to it. `If-Match` names the `revision` of the question. If the round was
        changed since, the answer is 412 with the round as it stands.
        """
        access = self.at(public_id, "score")
        decision = self.body({"decision"})["decision"]
        if decision not in ("keep", "take"):
            raise InvalidFields({"decision": "decision must be keep or take."})
        key, seen = self.key(), self.if_match()
        if decision == "keep":
            written = keep_version(access=access, key=key, questions=[question], revision=seen)
        else:
            written = take_version(access=access, key=key, question=question, revision=seen)
        return self.answer(written, status=200, now=decision == "keep")
