"""Archives: of a table for its owner, of all that an account has, and what an archive brings."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Account
from games.pages.archive import BroughtView
from games.refusals import Refused
from games.selectors.account_archive import account_archive
from games.selectors.archive_page import archive_page, brought_views
from games.selectors.table_archive import table_archive
from games.services.account_archive import import_archive
from games.services.archives import BadArchive
from games.views.devices import access_to, known_device, new_device, remember
from games.views.signed_in import needs_account
from games.web.archives import archive_answer
from games.web.throttles import check_rate
from games.wording import refusal_text


@never_cache
@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The whole table as a file, for its owner."""
    access = access_to(request, public_id)
    access.demand("manage_links")
    return archive_answer("table", table_archive(access.table))


@never_cache
@require_safe
@needs_account
def account(request: HttpRequest, account: Account) -> HttpResponseBase:
    """Everything that is the account's as a file."""
    return archive_answer("account", account_archive(account))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def archive(request: HttpRequest, account: Account) -> HttpResponse:
    """What there is to take away; a POST with a ``file`` brings what is in it, all of it or nothing."""
    if request.method != "POST":
        return _page(request, account)
    check_rate(request, "start")
    brought = request.FILES.get("file")
    if brought is None:
        return _page(request, account, faults=(_("Please choose a file."),))
    device = known_device(request)
    made = None if device else new_device(request)
    try:
        found = import_archive(
            account=account, text=brought.read().decode(), device=device or (made.device if made else None)
        )
    except UnicodeDecodeError:
        return _page(request, account, faults=(_("Nothing was imported: the file is no text."),))
    except BadArchive as bad:
        return _page(request, account, faults=(_("Nothing was imported: %(why)s.") % {"why": bad},))
    except Refused as why:
        return _page(
            request, account, faults=(_("Nothing was imported: %(sentence)s") % {"sentence": refusal_text(why)},)
        )
    views = brought_views(
        ((one.table, one.new) for one in found.tables), ((one.league, one.new) for one in found.leagues)
    )
    return remember(request, _page(request, account, views), made)


def _page(
    request: HttpRequest,
    account: Account,
    brought: tuple[BroughtView, ...] | None = None,
    faults: tuple[str, ...] = (),
) -> HttpResponse:
    page = archive_page(account, brought, faults)
    return render(request, "archive.html", {"page": page}, status=400 if faults else 200)
