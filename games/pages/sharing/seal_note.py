"""Views of the seal shown beside a game, a season or a printed sheet."""

import segno
from django.urls import reverse

from games.models import Seal, SealKind, Season, Table
from games.pages.sharing.seals import SealNote
from games.rules.seals import format_seal


def seal_check_path(seal: str) -> str:
    """Return the path of the page that checks a seal (without hyphens)."""
    return f"{reverse('seal')}?seal={format_seal(seal)}"


def seal_note(seal: Seal | None) -> SealNote | None:
    """Return the view of a seal."""
    return SealNote(format_seal(seal.seal), seal_check_path(seal.seal), seal.digest) if seal else None


def game_seal_note(table: Table, game: int) -> SealNote | None:
    """Return the seal of a finished game: the newest, because each change after the end gets a new seal."""
    return seal_note(Seal.objects.filter(kind=SealKind.GAME, table=table, game=game).last())


def season_seal_note(season: Season) -> SealNote | None:
    """Return the seal of a closed season."""
    return seal_note(season.seals.filter(kind=SealKind.SEASON).last()) if season.closed_at else None


def printed_seal_note(seal: Seal, base_url: str) -> SealNote:
    """Return the view of a seal for print, with the full URL and its QR code."""
    url = base_url + seal_check_path(seal.seal)
    code = segno.make(url, error="m").svg_data_uri(scale=4, border=0, dark="#000", light="#fff")
    return SealNote(format_seal(seal.seal), url, seal.digest, qr=code, check_url=base_url + reverse("seal"))
