"""Build the questions whether to let phones in that ask to join a table."""

from games.models import Role
from games.pages.sharing.join_code import JoinQuestion
from games.permissions import Access
from games.rules.names import folded_name
from games.selectors.sharing.joining import folded_labels, open_requests
from games.selectors.table.table_paths import table_path
from games.wording.joining import asks_text, asks_title


def join_questions(access: Access) -> tuple[JoinQuestion, ...]:
    """Return the phones that ask to join, oldest first; none for a reader who may only watch."""
    requests = open_requests(access.table) if access.may("score") else ()
    if not requests:
        return ()
    url = table_path(access.table, "admit")
    return tuple(
        JoinQuestion(
            id=request.public_id,
            title=asks_title(request),
            explains=asks_text(
                request,
                taken=request.role != Role.WATCH
                and folded_name(request.label) in folded_labels(access.table, request.device),
            ),
            url=url,
        )
        for request in requests
    )
