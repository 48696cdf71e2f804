"""Build the page on which a phone takes over keeping the score."""

from collections.abc import Iterable

from games.models import OwnSeat, Role
from games.pages.table.table import HandoverPage
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.selectors.table.ledger import sheet_of
from games.selectors.table.scorers import OWNER_ROLES, labels_of_others, roles_losing_score
from games.selectors.table.table_names import player_names
from games.selectors.table.table_paths import table_path
from games.wording.handover import takeover_sentences
from games.wording.labels import label_text


def handover_page(access: Access, key: str, errors: tuple[str, ...] = ()) -> HandoverPage:
    """Return the page that explains the takeover, with its buttons; ``key`` is the idempotency key of the entry."""
    players, is_owner = player_names(access.table), access.role == Role.OWNER
    sheet = sheet_of(access.table)
    present = [(number, players[number]) for number in sheet.people]
    own_player = (
        OwnSeat.objects.filter(table=access.table, device=access.device).values_list("player", flat=True).first()
    )
    return HandoverPage(
        table_title=table_title(access.table, players, sheet),
        table_url=table_path(access.table),
        action=table_path(access.table, "handover"),
        key=key,
        sentences=takeover_sentences(
            losing_phones=_label_texts(labels_of_others(access, roles_losing_score(access))),
            keeping_phones=() if is_owner else _label_texts(labels_of_others(access, OWNER_ROLES)),
        ),
        players=() if is_owner else tuple(sorted(present, key=lambda item: item[0] != own_player)),
        errors=errors,
    )


def _label_texts(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(label_text(label) for label in labels)
