"""Build the page on which a phone takes over keeping the score."""

from collections.abc import Iterable

from games.models import OwnSeat, Role
from games.pages.table import HandoverPage
from games.permissions import Access
from games.selectors.addresses import at_table
from games.selectors.scorers import OWNERS, labels_of_others, losing
from games.selectors.table_names import players_at
from games.selectors.table_page import table_title
from games.wording.handover import takeover_told
from games.wording.labels import label_text


def handover_page(access: Access, key: str, errors: tuple[str, ...] = ()) -> HandoverPage:
    """Return the page that explains the takeover, with its buttons; ``key`` is the idempotency key of the entry."""
    players, is_owner = players_at(access.table), access.role == Role.OWNER
    own_player = (
        OwnSeat.objects.filter(table=access.table, device=access.device).values_list("player", flat=True).first()
    )
    return HandoverPage(
        table_title=table_title(access.table, players),
        table_url=at_table(access.table),
        action=at_table(access.table, "handover"),
        key=key,
        sentences=takeover_told(
            losing_phones=_label_texts(labels_of_others(access, losing(access))),
            keeping_phones=() if is_owner else _label_texts(labels_of_others(access, OWNERS)),
        ),
        players=() if is_owner else tuple(sorted(enumerate(players), key=lambda item: item[0] != own_player)),
        errors=errors,
    )


def _label_texts(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(label_text(label) for label in labels)
