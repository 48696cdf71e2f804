"""The meld checker, a public page, and the choice between two and four suit colors."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.cards.cards_text import arranged_hand
from games.forms.cards.checker_form import TypedCheck, read_check, read_link
from games.pages.cards.checker import CheckerQuestion, checker_page
from games.views.devices import known_device
from games.web.base_url import base_url
from games.web.display import remember_display
from games.web.htmx import HtmxRequest
from games.web.throttles import check_rate


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def checker(request: HtmxRequest) -> HttpResponse:
    """Answer the question in a link or in the form. Nothing is stored.

    A form posted without script is redirected to its link. Input that can't be read gets status 400 in both.
    """
    check_rate(request, "check")
    is_post = request.method == "POST"
    typed = read_check(request.POST) if is_post else read_link(request.GET)
    live = is_post and request.htmx
    if is_post and not live and typed.readable:
        return redirect(f"{reverse('checker')}?{typed.query}")
    page = checker_page(_checker_query(typed), known_device(request), base_url(request))
    template = "cards/checker.html#answer" if live else "cards/checker.html"
    return render(request, template, {"page": page}, status=200 if typed.readable else 400)


@require_POST
def colors(request: HttpRequest) -> HttpResponse:
    """Store in a cookie whether suits have two or four colors, and return to the page before."""
    back = request.POST.get("back", "")
    ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    answer = redirect(back if ours else reverse("checker"))
    remember_display(answer, request, {"colors": "four" if request.POST.get("colors") == "four" else "two"})
    return answer


def _checker_query(typed: TypedCheck) -> CheckerQuestion:
    rules = typed.rules.rules
    return CheckerQuestion(
        rules=typed.rules,
        hand=arranged_hand(typed.hand, rules),
        typed_hand=typed.hand,
        ender=arranged_hand(typed.ender, rules),
        typed_ender=typed.ender,
        knock_card=typed.knock_card,
        knock_text=typed.knock_text,
        faults=typed.faults,
        query=typed.query if typed.readable else "",
    )
