"""Views that export a table or everything an account owns as an archive, and import one."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Account
from games.pages.sharing.archive import ImportedItemContext
from games.pages.sharing.archive_page import archive_page, imported_views
from games.refusals import RefusedError
from games.selectors.account.emails import demand_confirmed_email
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.table_archive import table_archive
from games.services.sharing.account_archive import import_archive
from games.services.sharing.archives import ArchiveError
from games.views.account.authentication import account_required
from games.views.devices import acting_device, set_device_cookie, table_access
from games.web.downloads import archive_response
from games.web.limits import largest_body
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text

ImportedT = TypeVar("ImportedT")


@never_cache
@require_safe
def export_table(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Export a whole table as a file, for its owner."""
    access = table_access(request, public_id)
    access.demand("manage_links")
    return archive_response("table.json", table_archive(access.table))


@never_cache
@require_safe
@account_required
def export_account(request: HttpRequest, account: Account) -> HttpResponseBase:
    """Export everything that the account owns as a file."""
    return archive_response("account.json", account_archive(account))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def archives(request: HttpRequest, account: Account) -> HttpResponse:
    """Show what can be exported; POST imports an archive, all of it or nothing."""
    if request.method != "POST":
        return _page(request, account)
    device, created = acting_device(request)
    imported, fault = import_upload(
        request, account, lambda text: import_archive(account=account, text=text, device=device)
    )
    if imported is None:
        return _page(request, account, faults=(fault,))
    views = imported_views(
        ((entry.table, entry.new) for entry in imported.tables),
        ((entry.league, entry.new) for entry in imported.leagues),
    )
    return set_device_cookie(request, _page(request, account, views), created)


def import_upload(
    request: HttpRequest, account: Account, work: Callable[[str], ImportedT]
) -> tuple[ImportedT | None, str]:
    """Return what ``work`` imported from the uploaded text, or None and the sentence why nothing was imported."""
    check_rate(request, "start")
    upload = request.FILES.get("file")
    if upload is None:
        return None, _("Please choose a file.")
    try:
        demand_confirmed_email(account)
        return work(upload.read().decode()), ""
    except UnicodeDecodeError:
        return None, _("We couldn't read that file. Nothing was imported.")
    except ArchiveError as error:
        return None, _("Nothing was imported: %(why)s.") % {"why": error}
    except RefusedError as refusal:
        return None, _("Nothing was imported: %(sentence)s") % {"sentence": refusal_text(refusal)}


def _page(
    request: HttpRequest,
    account: Account,
    imported: tuple[ImportedItemContext, ...] | None = None,
    faults: tuple[str, ...] = (),
) -> HttpResponse:
    context = {"page": archive_page(account, imported, faults), "largest": largest_body(request.path)}
    return render(request, "sharing/archive.html", context, status=400 if faults else 200)
