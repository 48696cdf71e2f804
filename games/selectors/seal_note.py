"""Views of the seal shown beside a game, a season or a printed sheet."""

import segno
from django.urls import reverse

from games.models import Seal, Sealed, Season, Table
from games.pages.seals import SealNote
from games.rules.seals import shown


def check_address(seal: str) -> str:
    """Return the path of the page that checks a seal (without hyphens)."""
    return f"{reverse('seal')}?seal={shown(seal)}"


def note_of(seal: Seal | None) -> SealNote | None:
    """Return the view of a seal."""
    return SealNote(shown(seal.seal), check_address(seal.seal), seal.digest) if seal else None


def game_note(table: Table, game: int) -> SealNote | None:
    """Return the seal of a finished game: the newest, because each change after the end gets a new seal."""
    return note_of(Seal.objects.filter(kind=Sealed.GAME, table=table, game=game).last())


def season_note(season: Season) -> SealNote | None:
    """Return the seal of a closed season."""
    return note_of(season.seals.filter(kind=Sealed.SEASON).last()) if season.closed_at else None


def printed_note(seal: Seal, base_url: str) -> SealNote:
    """Return the view of a seal for print, with the full URL and its QR code."""
    url = base_url + check_address(seal.seal)
    code = segno.make(url, error="m").svg_data_uri(scale=4, border=0, dark="#000", light="#fff")
    return SealNote(shown(seal.seal), url, seal.digest, qr=code, check_url=base_url + reverse("seal"))
