"""Own hands: all players enter their hands on their own phones, hidden from the others until all are complete."""

import hashlib
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.cards.cards_text import SubmittedHand, read_cards_field, read_submitted_hand
from games.forms.cards.own_hand_form import FIELD_SUFFIX, hand_conflicts, hand_fault, visible_hands
from games.forms.typed_values import parse_whole_number
from games.pages.cards.cards_view import grid_view
from games.pages.cards.own_hand_views import entered_hand_view, laid_down_hand_view
from games.pages.cards.own_hands import LaidDownHands, OwnHandPage, PlayerChoice
from games.pages.table.table_page import table_title
from games.refusals import RefusedError
from games.selectors.table.own_hands import RoundHands, hands_of_round, own_seat
from games.selectors.table.streams import stream_path
from games.selectors.table.table_paths import table_path
from games.services.table.own_hands import claim_seat, reveal_hands, submit_hand, withdraw_hand
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.web.htmx import HtmxRequest
from games.wording.cards import ONE_HAND_ONLY
from games.wording.refusals import refusal_text
from games.wording.scores import laid_down_text

POLL_WAITING, POLL_AGREED = 3, 15
"""Seconds between two polls: while hands are missing or clash, and once they agree."""


class OwnHandsSnapshot(TableSnapshot):
    """The current state of the table, with the current round and the hands that were laid down for it."""

    def __init__(self, request: HttpRequest, public_id: str) -> None:
        super().__init__(table_access(request, public_id))
        self.access.demand("score")
        self.slot = self.round_slot(self.sheet.current)
        self.active_seats = self.slot.hands[0]
        self.url = table_path(self.table, "own_hand")

    @property
    def unavailable_text(self) -> str:
        """Why hands can't be laid down at this table; "" if they can."""
        return _(ONE_HAND_ONLY) if len(self.slot.hands) > 1 else ""

    def seat(self) -> int | None:
        """Return the seat of this phone's player in this round; None without one."""
        seat = own_seat(self.access, self.slot.game)
        return seat if seat in self.active_seats else None

    def laid_hands(self, seat: int | None) -> RoundHands:
        """Return the hands as this phone may see them; ``seat`` is its own."""
        return hands_of_round(self.access, self.slot.game, self.slot.number, self.active_seats, seat)

    def is_about_current_round(self, data: dict[str, str]) -> bool:
        """Return whether posted data or a query is about the current round."""
        round_key = parse_whole_number(data.get("game", "")), parse_whole_number(data.get("round", ""))
        return round_key == (self.slot.game.number, self.slot.number) and not self.sheet.current.over


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_hand(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Choose the player, enter their hand and lay it down; then see how far the others are."""
    snapshot = OwnHandsSnapshot(request, public_id)
    if snapshot.sheet.current.over:
        return redirect(table_path(snapshot.table))
    if request.method == "POST" and not snapshot.unavailable_text:
        return _handle_post(request, snapshot)
    if snapshot.unavailable_text:
        return _page(request, snapshot, None, None)
    seat = None if request.GET.get("who") else snapshot.seat()
    existing = snapshot.laid_hands(seat).hand_at(seat) if seat is not None else None
    typed = None
    if seat is not None and (existing is None or request.GET.get("change")):
        typed = read_cards_field((existing.cards or "") if existing and existing.mine else "", (), snapshot.slot.rules)
    return _page(request, snapshot, seat, typed)


@never_cache
@require_safe
def hands_state(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment for a waiting page: 204 if nothing changed; go to the table once the round is saved."""
    snapshot = OwnHandsSnapshot(request, public_id)
    if snapshot.unavailable_text or not snapshot.is_about_current_round(request.GET.dict()):
        return HttpResponse(status=204, headers={"HX-Redirect": table_path(snapshot.table)})
    seat, changing = snapshot.seat(), request.GET.get("changing") == "1"
    laid_hands = snapshot.laid_hands(seat)
    if request.GET.get("seen") == _state_digest(laid_hands):
        return HttpResponse(status=204)
    hands_view = _hands_view(snapshot, laid_hands, seat, changing=changing)
    return render(request, "cards/_hands_down.html", {"down": hands_view})


def _handle_post(request: HtmxRequest, snapshot: OwnHandsSnapshot) -> HttpResponse:
    button, data = request.POST.get("do", ""), request.POST.dict()
    if button == "who":
        claim_seat(access=snapshot.access, seat=_seat_of(snapshot, data))
        return redirect(snapshot.url)
    if not snapshot.is_about_current_round(data):
        return redirect(table_path(snapshot.table))
    round_args = {"access": snapshot.access, "game": snapshot.slot.game.number, "round_number": snapshot.slot.number}
    if button == "reveal":
        reveal_hands(**round_args)  # type: ignore[arg-type]
        return redirect(snapshot.url)
    seat, typed = _seat_of(snapshot, data), read_submitted_hand(request.POST, FIELD_SUFFIX, snapshot.slot.rules)
    if button == "back":
        withdraw_hand(**round_args, seat=seat)  # type: ignore[arg-type]
        return redirect(snapshot.url)
    if button != "lay":
        return _page(request, snapshot, seat, typed)
    if typed.faults or (fault := hand_fault(typed, snapshot.slot.rules)):
        return _page(request, snapshot, seat, typed, errors=() if typed.faults else (fault,), status=400)
    try:
        submit_hand(**round_args, seat=seat, cards=typed.text, take_over=data.get("take") == "yes")  # type: ignore[arg-type]
    except RefusedError as refusal:
        return _page(request, snapshot, seat, typed, errors=(refusal_text(refusal),), status=refusal.status)
    return redirect(snapshot.url)


def _seat_of(snapshot: OwnHandsSnapshot, data: dict[str, str]) -> int:
    """Return the seat of the player in the form.

    Raises RefusedError ("invalid_value") for somebody who doesn't play.
    """
    player = parse_whole_number(data.get("player", ""))
    seating = snapshot.slot.game.seating
    if player not in seating or seating.index(player) not in snapshot.active_seats:
        raise RefusedError("invalid_value", what="player")
    return seating.index(player)


def _state_digest(laid_hands: RoundHands) -> str:
    """Return a short digest that changes when there is something new to show."""
    return hashlib.sha256(repr(laid_hands).encode()).hexdigest()[:12]


def _hands_view(
    snapshot: OwnHandsSnapshot, laid_hands: RoundHands, seat: int | None, *, changing: bool
) -> LaidDownHands:
    names, rules = snapshot.slot.names, snapshot.slot.rules
    hands = visible_hands(laid_hands, rules)
    clash_view = hand_conflicts(hands, names, rules)
    own_hand_state = laid_hands.hand_at(seat) if seat is not None else None
    taken = own_hand_state is not None and not own_hand_state.mine
    remarks = []
    if taken and own_hand_state and seat is not None:
        names_and_phone = {"who": names[seat], "phone": own_hand_state.by}
        remarks.append(_("%(who)s's hand was laid down on another phone: %(phone)s.") % names_and_phone)
    if laid_hands.revealed_by and laid_hands.missing:
        remarks.append(_("%(phone)s showed the hands before everyone was ready.") % {"phone": laid_hands.revealed_by})
    query = urlencode(
        {
            "game": snapshot.slot.game.number,
            "round": snapshot.slot.number,
            "changing": int(changing),
            "seen": _state_digest(laid_hands),
        }
    )
    missing = [names[missing_seat] for missing_seat in laid_hands.missing]
    return LaidDownHands(
        action=snapshot.url,
        game=snapshot.slot.game.number,
        round=snapshot.slot.number,
        player=str(snapshot.slot.game.seating[seat]) if seat is not None else "",
        text=laid_down_text([names[hand.seat] for hand in laid_hands.hands], missing),
        hands=tuple(
            laid_down_hand_view(typed, names[seat_number], rules, clash_view.cards)
            for seat_number, typed in hands.items()
            if laid_hands.all_visible or not changing
        ),
        clashes=clash_view.sentences if laid_hands.all_visible else (),
        remark=" ".join(remarks),
        change_text=""
        if own_hand_state is None or changing
        else _("Enter it here instead")
        if taken
        else _("Change my hand"),
        change_url=f"{snapshot.url}?change=1",
        may_take_back=own_hand_state is not None
        and own_hand_state.mine
        and not laid_hands.all_visible
        and not changing,
        reveal_question=_missing_text(missing) if own_hand_state is not None and not laid_hands.all_visible else "",
        score_url=table_path(snapshot.table, "cards") if laid_hands.all_visible else "",
        state_url=f"{table_path(snapshot.table, 'own_hand_state')}?{query}",
        seconds=POLL_WAITING if laid_hands.missing or clash_view.sentences else POLL_AGREED,
    )


def _missing_text(names: list[str]) -> str:
    """Return a sentence that says whose hands are missing."""
    if len(names) == 1:
        return _("%(who)s's hand is missing.") % {"who": names[0]}
    return ngettext("%(n)d hand is missing.", "%(n)d hands are missing.", len(names)) % {"n": len(names)}


def _page(
    request: HtmxRequest,
    snapshot: OwnHandsSnapshot,
    seat: int | None,
    typed: SubmittedHand | None,
    *,
    errors: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """Render the page for the player at ``seat``; with ``typed`` their hand is being entered."""
    names, rules, game = snapshot.slot.names, snapshot.slot.rules, snapshot.slot.game
    name = names[seat] if seat is not None else ""
    laid_hands = snapshot.laid_hands(seat)
    own_hand_state = laid_hands.hand_at(seat) if seat is not None else None
    claimed_seat = own_seat(snapshot.access, game)
    grid = grid_view(rules, typed, {}, FIELD_SUFFIX, name=_("%(who)s's hand") % {"who": name}) if typed else None
    page = OwnHandPage(
        table_title=table_title(snapshot.table, snapshot.players),
        table_url=table_path(snapshot.table),
        title=_("Round %(number)d: %(who)s's hand") % {"number": snapshot.slot.number, "who": name}
        if name
        else _("Round %(number)d: my hand") % {"number": snapshot.slot.number},
        action=snapshot.url,
        live_url=stream_path(snapshot.access),
        poll_url=table_path(snapshot.table, "revision"),
        revision=snapshot.sheet.revision,
        players=tuple(
            PlayerChoice(str(game.seating[seat_number]), names[seat_number], seat_number == claimed_seat)
            for seat_number in sorted(snapshot.active_seats)
        )
        if seat is None and not snapshot.unavailable_text
        else (),
        name=name,
        who_url=f"{snapshot.url}?who=1",
        game=game.number,
        round=snapshot.slot.number,
        player=str(game.seating[seat]) if seat is not None else "",
        grid=grid,
        hand=entered_hand_view(typed, name, rules, strict=snapshot.table.strict) if typed else None,
        replace_question=_("This replaces the hand laid down on another phone: %(phone)s.")
        % {"phone": own_hand_state.by}
        if typed and own_hand_state and not own_hand_state.mine
        else "",
        errors=errors,
        laid_down=None
        if snapshot.unavailable_text or seat is None
        else _hands_view(snapshot, laid_hands, seat, changing=typed is not None),
        sentence=snapshot.unavailable_text,
    )
    template = "cards/own_hand.html#answer" if request.htmx else "cards/own_hand.html"
    return render(request, template, {"page": page}, status=status)
