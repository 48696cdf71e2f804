"""The page that exports a season's data and imports results."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import MatchState
from games.pages.league.league import SeasonNav
from games.pages.season.import_preview import ImportPreview, ImportQuestions, counts_text, order_options
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import FormField
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.last_import import last_import
from games.selectors.season.season_state import is_hidden
from games.wording.refusals import not_playable_text
from games.wording.season.season_events import moment_text
from games.wording.season.season_table import hidden_files_text

_KINDS: Final = ("csv", "xlsx")


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download, in several formats: (format, URL)."""

    title: str
    text: str
    kinds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What came of an upload: a preview, questions, what was done, or the faults of lines (``more`` counts others).

    ``upload`` is the stored file that questions are about; ``order`` says how dates are read, if
    somebody has chosen.
    """

    trial: ImportPreview | None = None
    questions: ImportQuestions | None = None
    done: str = ""
    faults: tuple[str, ...] = ()
    more: int = 0
    upload: int = 0
    order: str = ""


@dataclass(frozen=True, slots=True)
class LastImportNote:
    """The last import: "Nov 28, 2026, 8:14 PM (Olga): 5 results".

    ``obstacle`` says why it can't be taken back; "" if it can, with ``url``. ``drawn`` says how many matches drawn
    since are removed with it; "" for none.
    """

    text: str
    obstacle: str
    drawn: str
    url: str


@dataclass(frozen=True, slots=True)
class SeasonDataPage:
    """The page; ``upload_url`` is "" if the user may not import, and ``last_import`` is None then."""

    nav: SeasonNav
    downloads: tuple[Download, ...]
    hidden: str
    """Why standings and results aren't shown; "" if they are."""
    upload_url: str
    dates: FormField
    last_import: LastImportNote | None
    outcome: ImportOutcome


def season_data_page(season_access: SeasonAccess, outcome: ImportOutcome = ImportOutcome()) -> SeasonDataPage:
    """Return the page with the files that the reader may download, and with what came of an upload."""
    season = season_access.season

    def kinds(what: str) -> tuple[tuple[str, str], ...]:
        return tuple((kind.upper(), reverse("season:download", args=[season.public_id, what, kind])) for kind in _KINDS)

    downloads, hidden = list[Download](), is_hidden(season_access)
    if not hidden:
        downloads = [
            Download(pgettext("standings", "Standings"), _("as they are now"), kinds("table")),
            Download(_("Results"), _("every finished match, in a file you can import again"), kinds("results")),
        ]
    manages = season_access.access.may("manage_league")
    if manages:
        url = reverse("league:archive", args=[season_access.access.league.public_id])
        downloads.append(
            Download(_("The whole league"), _("people, seasons, matches and every round"), (("JSON", url),))
        )
    return SeasonDataPage(
        nav=season_nav(season_access, "data"),
        downloads=tuple(downloads),
        hidden=hidden_files_text() if hidden else "",
        upload_url=reverse("season:data", args=[season.public_id]) if manages else "",
        dates=order_options(outcome.order),
        last_import=_last_import_note(season_access) if manages else None,
        outcome=outcome,
    )


def _last_import_note(season_access: SeasonAccess) -> LastImportNote | None:
    found = last_import(season_access.season)
    if found is None:
        return None
    event = found.event
    obstacle, drawn = found.obstacle(), found.drawn.exclude(state=MatchState.BYE).count()
    drawn_text = ngettext(
        "One match drawn since then is removed, too.", "%(n)d matches drawn since then are removed, too.", drawn
    )
    text = _("%(at)s (%(by)s): %(what)s") % {
        "at": moment_text(event.at, season_access.access.league.zone),
        "by": event.by,
        "what": counts_text(event.facts["members"], found.joining, event.facts["results"]),
    }
    return LastImportNote(
        text=text,
        obstacle=not_playable_text(obstacle) if obstacle else "",
        drawn=drawn_text % {"n": drawn} if drawn else "",
        url=reverse("season:take_back_import", args=[season_access.season.public_id, event.pk]),
    )
