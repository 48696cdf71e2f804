"""The meld checker: what a hand comes to under some rules, and what it can do against an ender's melds."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Device
from games.pages import CheckerPage, DefenceView, RulesOption
from games.rules.arrangement import MOST, all_best, value
from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, ShownHand
from games.rules.faults import Illegal
from games.rules.layoffs import Defence, best_defence, why_no_layoffs
from games.rules.melds import NotAMeld, meld_of
from games.rules.ruleset import GROUPS, RuleSet, presets
from games.rules.scoring import score_round
from games.selectors.cards_view import HandTyped, grid_view, hand_view
from games.selectors.house_rules import Chosen, last_used
from games.wording import card_face, card_names, no_layoff_text, what_happened
from games.wording.rules.parameters import said


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the checker: rules, two hands, each as declared and as typed, and the card that sets the limit.

    ``query`` is the question as a link's query; "" where it could not be read.
    """

    rules: Chosen
    hand: ShownHand
    hand_typed: HandTyped
    ender: ShownHand
    ender_typed: HandTyped
    knock_card: Card | None
    knock_text: str
    faults: tuple[str, ...]
    query: str


def checker_page(asked: Asked, device: Device | None, base_url: str) -> CheckerPage:
    """The page that answers ``asked``; its link begins with ``base_url``."""
    rules, path = asked.rules.rules, reverse("checker")
    ender = _ender_laid_out(asked, rules)
    hand = hand_view(_("Your hand"), asked.hand, rules, typed=asked.hand_typed, prefix="0", knock_card=asked.knock_card)
    given = bool(asked.ender.cards or asked.ender_typed.faults)
    ender_view = hand_view(_("The ender's hand"), ender, rules, typed=asked.ender_typed, prefix="1", judged=False)
    in_ender, in_hand = _("It is in the ender's hand."), _("It is in your hand.")
    blocked = dict.fromkeys(asked.ender_typed.cards, in_ender), dict.fromkeys(asked.hand_typed.cards, in_hand)
    return CheckerPage(
        rules=_options(asked.rules, device),
        deck=rules.deck,
        rules_title=asked.rules.title,
        rules_url=_rules_url(asked.rules),
        knock_card={"fixed": "", "upcard": _("Upcard"), "knock_card": _("Knock card")}[rules.limit_source],
        knock_text=asked.knock_text,
        grid=grid_view(rules, asked.hand_typed, blocked[0], "0", name=_("your hand"), holds=in_hand),
        ender_grid=grid_view(rules, asked.ender_typed, blocked[1], "1", name=_("the ender's hand"), holds=in_ender),
        hand=hand,
        ender=ender_view if given else None,
        defence=_defence(asked, ender, rules) if asked.hand.cards and asked.query else None,
        link=f"{base_url}{path}?{asked.query}" if asked.query and asked.hand.cards else "",
        faults=asked.faults,
        back=f"{path}?{asked.query}" if asked.query else path,
    )


def _rules_url(rules: Chosen) -> str:
    if rules.saved:
        return reverse("house_rules", args=[rules.saved.public_id])
    return reverse("preset", args=[rules.preset.id])


def _options(now: Chosen, device: Device | None) -> tuple[tuple[str, tuple[RulesOption, ...]], ...]:
    """Rules to choose from: one's own and those of the link, then every preset by group."""
    own = {rules.value: rules.title for rules in (now, *last_used(device)) if rules.saved}
    groups = [(_("Your own rules"), own)]
    for group, title in GROUPS.items():
        groups.append(
            (said(title), {preset.id: said(preset.title) for preset in presets().values() if preset.group == group})
        )
    return tuple(
        (title, tuple(RulesOption(value, name, value == now.value) for value, name in options.items()))
        for title, options in groups
        if options
    )


def _ender_laid_out(asked: Asked, rules: RuleSet) -> ShownHand:
    """The ender's hand as it lies: as grouped, else with the least deadwood, then with the fewest layoffs."""
    ender = asked.ender
    if asked.ender_typed.groups or not 0 < len(ender.cards) <= MOST:
        return ender
    return replace(ender, melds=all_best(ender.cards, rules)[0].melds)


def _defence(asked: Asked, ender: ShownHand, rules: RuleSet) -> DefenceView | None:
    """What the hand can do against the ender's melds; None where there are none, or one of them is none."""
    sound = all(not isinstance(meld_of(meld, rules, ender.numbers), NotAMeld) for meld in ender.melds)
    if not ender.cards or not sound or len(asked.hand.cards) > MOST:
        return None
    whole, own = len(ender.cards) >= rules.hand_size, sum(value(card, rules) for card in ender.unmelded)
    gin = whole and own == 0
    best = best_defence(asked.hand.cards, ender.melds, rules, ender_went_gin=gin, numbers=ender.numbers)
    why = why_no_layoffs(rules, ender_went_gin=gin)
    laid = {card for card, at in best.layoffs}
    kept = ShownHand(tuple(card for card in asked.hand.cards if card not in laid), best.melds)
    shown = hand_view(_("Laid out against the ender"), kept, rules, judged=False)
    said = (no_layoff_text(why, asked.hand.cards[0], ()),) if why else _layoffs_text(best, ender)
    known = len(ender.cards) == len(asked.hand.cards) == rules.hand_size
    outcome = _outcome(own, best.deadwood, asked.knock_card, rules) if known else ""
    return DefenceView(shown, said or (_("Nothing can be laid off."),), outcome)


def _layoffs_text(best: Defence, ender: ShownHand) -> tuple[str, ...]:
    """A sentence for every meld that something is laid off on: "Lay 10♠, then 9♠ on J♠ Q♠ K♠."."""
    onto: dict[int, list[Card]] = {}
    for card, at in best.layoffs:
        onto.setdefault(at, []).append(card)
    # Translators: what stands between cards in the order they are laid off: "Lay 10, then 9 on J Q K."
    then = pgettext("between cards", ", then ")
    return tuple(
        _("Lay %(cards)s on %(meld)s.")
        % {"cards": then.join(map(card_face, cards)), "meld": card_names(ender.melds[at], card_face)}
        for at, cards in onto.items()
    )


def _outcome(own: int, other: int, knock_card: Card | None, rules: RuleSet) -> str:
    """How a round between the two hands ends, in a sentence; what keeps it from ending so where it cannot."""
    told = Declaration((0, 1), Ending.KNOCK if own else Ending.GIN, 0, {0: own, 1: other}, knock_card)
    try:
        result = score_round(told, rules)
    except Illegal:
        many = ngettext("%(n)d are too many to knock with.", "%(n)d are too many to knock with.", own) % {"n": own}
        return many if knock_card or rules.limit_source == "fixed" else ""
    # Translators: both stand in the place of a player's name: "The ender knocked with 9, you had 20."
    names = pgettext("as a name", "the ender"), pgettext("as a name", "you")
    return f"{capfirst(what_happened(told, result, rules, names))}."
