"""Read codes that move all games of a phone to a new one, and what became of them."""

from django.utils import timezone

from games.models import Device, GamesMove, Pass
from games.refusals import RefusedError
from games.selectors.short_codes import derived_code, hash_code
from games.selectors.table.phone_tables import tables_of


def shown_move(device: Device | None) -> tuple[str, GamesMove] | None:
    """Return the code with which this phone's games can be taken now, and its row; None if there is none."""
    if device is None:
        return None
    rows = GamesMove.objects.filter(device=device, done_at=None, expires_at__gt=timezone.now())
    row = rows.order_by("-pk").first()
    code = derived_code("move", row.nonce) if row else ""
    return (code, row) if row and hash_code("move", code) == row.code_hash else None


def move_by_code(code: str, device: Device | None) -> GamesMove:
    """Return the move of this code, as typed on ``device``.

    Raises RefusedError ("wrong_code": no such code, expired, used before, or typed on the phone that shows it).
    """
    row = GamesMove.objects.filter(code_hash=hash_code("move", code)).select_related("device").first() if code else None
    if row is None:
        raise RefusedError("wrong_code", what="move")
    if row.done_at is not None:
        raise RefusedError("wrong_code", what="move_used")
    if row.expires_at <= timezone.now():
        raise RefusedError("wrong_code", what="move_expired")
    if device is not None and device.pk == row.device_id:
        raise RefusedError("wrong_code", what="move_here")
    return row


def games_count(device: Device | None) -> int:
    """Return at how many tables a phone is."""
    return tables_of(device).count() if device else 0


def moved_away(device: Device | None) -> GamesMove | None:
    """Return the move that took all games away from this phone; None if there was none."""
    return GamesMove.objects.filter(left_behind=device).first() if device else None


def moved_away_from(public_id: str, device: Device | None) -> bool:
    """Whether this phone was at a table once, and all its games were moved to another phone since."""
    move = moved_away(device)
    return move is not None and Pass.objects.filter(device=move.device_id, link__table__public_id=public_id).exists()
