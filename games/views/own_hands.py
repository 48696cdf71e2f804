"""Own hands on own phones: each player lays his down where the others cannot see it, until all are there."""

import hashlib
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.cards_text import CardsTyped, cards_typed, read_cards_field
from games.forms.own_hand_form import FIELD, clashes, drawn_hand, entered_hand, hand_fault, hands_shown
from games.pages import HandsDown, OwnHandPage, PlayerChoice
from games.refusals import Refused
from games.selectors.addresses import at_table
from games.selectors.cards_view import grid_view
from games.selectors.own_hands import Laying, laying_of, own_seat
from games.selectors.streams import stream_address
from games.selectors.table_page import table_title
from games.services.own_hands import lay_down, reveal, say_who, take_back
from games.views.devices import access_to
from games.views.posted import whole_number
from games.views.table import AtTable
from games.wording import ONE_HAND_ONLY, laid_down_text, refusal_text

WAITING, AGREED = 3, 15
"""Seconds between two looks at the other hands: while some are missing or they clash, and once they agree."""


class AtHands(AtTable):
    """A request about the hands of the round that is played now."""

    def __init__(self, request: HttpRequest, public_id: str) -> None:
        super().__init__(access_to(request, public_id))
        self.access.demand("score")
        self.round = self.place(self.sheet.current)
        self.active = self.round.hands[0]
        self.address = at_table(self.table, "hand/")

    @property
    def fixed(self) -> str:
        """Why there are no hands to lay down; "" where there are."""
        return _(ONE_HAND_ONLY) if len(self.round.hands) > 1 else ""

    def seat(self) -> int | None:
        """The seat of whoever holds this phone, where he plays this round."""
        seat = own_seat(self.access, self.round.game)
        return seat if seat in self.active else None

    def laying(self, seat: int | None) -> Laying:
        """The hands as this phone may see them, the own one that of ``seat``."""
        return laying_of(self.access, self.round.game, self.round.number, self.active, seat)

    def is_of(self, given: dict[str, str]) -> bool:
        """Whether a form or a question is about the round that is played now."""
        asked = whole_number(given.get("game", "")), whole_number(given.get("round", ""))
        return asked == (self.round.game.number, self.round.number) and not self.sheet.current.over


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say who holds the phone, enter his hand, lay it down; then see how far the others are."""
    at = AtHands(request, public_id)
    if at.sheet.current.over:
        return redirect(at_table(at.table))
    if request.method == "POST" and not at.fixed:
        return _posted(request, at)
    if at.fixed:
        return _page(request, at, None, None)
    seat = None if request.GET.get("who") else at.seat()
    there = at.laying(seat).at(seat) if seat is not None else None
    typed = None
    if seat is not None and (there is None or request.GET.get("change")):
        typed = read_cards_field((there.cards or "") if there and there.mine else "", (), at.round.rules)
    return _page(request, at, seat, typed)


@never_cache
@require_safe
def state(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far the hands are, for a page that waits: 204 where it has seen that, the table once the round is saved."""
    at = AtHands(request, public_id)
    if at.fixed or not at.is_of(request.GET.dict()):
        return HttpResponse(status=204, headers={"HX-Redirect": at_table(at.table)})
    seat, changing = at.seat(), request.GET.get("changing") == "1"
    laying = at.laying(seat)
    if request.GET.get("seen") == _mark(laying):
        return HttpResponse(status=204)
    down = _down(at, laying, seat, changing=changing)
    return render(request, "_hands_down.html", {"down": down})


def _posted(request: HttpRequest, at: AtHands) -> HttpResponse:
    do, given = request.POST.get("do", ""), request.POST.dict()
    if do == "who":
        say_who(access=at.access, seat=_seat_of(at, given))
        return redirect(at.address)
    if not at.is_of(given):
        return redirect(at_table(at.table))
    where = {"access": at.access, "game": at.round.game.number, "round_number": at.round.number}
    if do == "reveal":
        reveal(**where)  # type: ignore[arg-type]
        return redirect(at.address)
    seat, typed = _seat_of(at, given), cards_typed(request.POST, FIELD, at.round.rules)
    if do == "back":
        take_back(**where, seat=seat)  # type: ignore[arg-type]
        return redirect(at.address)
    if do != "lay":
        return _page(request, at, seat, typed)
    if typed.faults or (wrong := hand_fault(typed, at.round.rules)):
        return _page(request, at, seat, typed, errors=() if typed.faults else (wrong,), status=400)
    try:
        lay_down(**where, seat=seat, cards=typed.text, take_over=given.get("take") == "yes")  # type: ignore[arg-type]
    except Refused as why:
        return _page(request, at, seat, typed, errors=(refusal_text(why),), status=why.status)
    return redirect(at.address)


def _seat_of(at: AtHands, given: dict[str, str]) -> int:
    """The seat of the player whom the form names. Raises Refused ("invalid_value") for somebody who is not playing."""
    player = whole_number(given.get("player", ""))
    seating = at.round.game.seating
    if player not in seating or seating.index(player) not in at.active:
        raise Refused("invalid_value", what="player")
    return seating.index(player)


def _mark(laying: Laying) -> str:
    """A short word that is the same as long as there is nothing new to see."""
    return hashlib.sha256(repr(laying).encode()).hexdigest()[:12]


def _down(at: AtHands, laying: Laying, seat: int | None, *, changing: bool) -> HandsDown:
    names, rules = at.round.names, at.round.rules
    hands = hands_shown(laying, rules)
    found = clashes(hands, names, rules)
    own = laying.at(seat) if seat is not None else None
    taken = own is not None and not own.mine
    remarks = []
    if taken and own and seat is not None:
        told = {"who": names[seat], "phone": own.by}
        remarks.append(_("%(who)s’s hand was laid down on another phone: %(phone)s.") % told)
    if laying.revealed_by and laying.missing:
        remarks.append(_("Shown by %(phone)s before all were there.") % {"phone": laying.revealed_by})
    asked = urlencode(
        {"game": at.round.game.number, "round": at.round.number, "changing": int(changing), "seen": _mark(laying)}
    )
    missing = [names[missed] for missed in laying.missing]
    return HandsDown(
        action=at.address,
        game=at.round.game.number,
        round=at.round.number,
        player=str(at.round.game.seating[seat]) if seat is not None else "",
        text=laid_down_text([names[hand.seat] for hand in laying.laid], missing),
        hands=tuple(
            drawn_hand(typed, names[of], rules, found.cards)
            for of, typed in hands.items()
            if laying.open or not changing
        ),
        clashes=found.sentences if laying.open else (),
        remark=" ".join(remarks),
        change="" if own is None or changing else _("Enter it here instead") if taken else _("Change my hand"),
        change_url=f"{at.address}?change=1",
        may_take_back=own is not None and own.mine and not laying.open and not changing,
        may_reveal=_missing(missing) if own is not None and not laying.open else "",
        score_url=at_table(at.table, "cards/") if laying.open else "",
        state_url=f"{at.address}state/?{asked}",
        seconds=WAITING if laying.missing or found.sentences else AGREED,
    )


def _missing(names: list[str]) -> str:
    """Whose hands are not there yet, in a sentence."""
    if len(names) == 1:
        return _("%(who)s’s hand is missing.") % {"who": names[0]}
    return ngettext("%(n)d hand is missing.", "%(n)d hands are missing.", len(names)) % {"n": len(names)}


def _page(
    request: HttpRequest,
    at: AtHands,
    seat: int | None,
    typed: CardsTyped | None,
    *,
    errors: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The page for the player at ``seat``; with ``typed`` his hand is being entered."""
    names, rules, game = at.round.names, at.round.rules, at.round.game
    name = names[seat] if seat is not None else ""
    laying = at.laying(seat)
    own = laying.at(seat) if seat is not None else None
    said = own_seat(at.access, game)
    grid = grid_view(rules, typed, {}, FIELD, name=_("%(who)s’s hand") % {"who": name}) if typed else None
    page = OwnHandPage(
        table_title=table_title(at.table, at.players),
        table_url=at_table(at.table),
        title=_("Round %(number)d: %(who)s’s hand") % {"number": at.round.number, "who": name}
        if name
        else _("Round %(number)d: my hand") % {"number": at.round.number},
        action=at.address,
        live_url=stream_address(at.access),
        poll_url=at_table(at.table, "revision/"),
        revision=at.sheet.revision,
        players=tuple(PlayerChoice(str(game.seating[s]), names[s], s == said) for s in sorted(at.active))
        if seat is None and not at.fixed
        else (),
        name=name,
        who_url=f"{at.address}?who=1",
        game=game.number,
        round=at.round.number,
        player=str(game.seating[seat]) if seat is not None else "",
        grid=grid,
        hand=entered_hand(typed, name, rules, strict=at.table.strict) if typed else None,
        take_over=_("This replaces the hand that was laid down on another phone: %(phone)s.") % {"phone": own.by}
        if typed and own and not own.mine
        else "",
        errors=errors,
        down=None if at.fixed or seat is None else _down(at, laying, seat, changing=typed is not None),
        sentence=at.fixed,
    )
    template = "own_hand.html#answer" if request.htmx else "own_hand.html"  # type: ignore[attr-defined]
    return render(request, template, {"page": page}, status=status)
