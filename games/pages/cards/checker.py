"""Build the meld checker's page: the deadwood of a hand under some rules, and its layoffs on an ender's melds."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Device
from games.pages.cards.cards import CheckerPage, DefenceContext, RulesOption
from games.pages.cards.cards_view import TypedHand, grid_view, hand_view
from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, ShownHand
from games.rules.faults import RulesError
from games.rules.hands.arrangement import MAX_CARDS, all_best, card_value
from games.rules.hands.layoffs import Defence, best_defence, general_layoff_refusal
from games.rules.hands.melds import NotAMeld, meld_of
from games.rules.presets import GROUPS, presets
from games.rules.ruleset import RuleSet
from games.rules.scoring import score_round
from games.selectors.rulebook.house_rules import ChosenRules, last_used_rules
from games.wording.cards import card_face, card_names, no_layoff_text
from games.wording.rules.parameters import translated
from games.wording.scores import round_result_sentence


@dataclass(frozen=True, slots=True)
class CheckerQuestion:
    """The checker's input: rules, two hands, each as parsed and as typed, and the card that sets the knock limit.

    ``query`` is the same input as the query string of a link; "" if it couldn't be read.
    """

    rules: ChosenRules
    hand: ShownHand
    typed_hand: TypedHand
    ender: ShownHand
    typed_ender: TypedHand
    knock_card: Card | None
    knock_text: str
    faults: tuple[str, ...]
    query: str


def checker_page(question: CheckerQuestion, device: Device | None, base_url: str) -> CheckerPage:
    """Return the page that answers ``question``; its link begins with ``base_url``."""
    rules, path = question.rules.rules, reverse("checker")
    ender = _ender_laid_out(question, rules)
    hand = hand_view(
        _("Your hand"), question.hand, rules, typed=question.typed_hand, prefix="0", knock_card=question.knock_card
    )
    has_ender = bool(question.ender.cards or question.typed_ender.faults)
    ender_view = hand_view(
        _("Your opponent's hand"), ender, rules, typed=question.typed_ender, prefix="1", judged=False
    )
    in_ender, in_hand = _("It's in your opponent's hand."), _("It's in your hand.")
    blocked = dict.fromkeys(question.typed_ender.cards, in_ender), dict.fromkeys(question.typed_hand.cards, in_hand)
    return CheckerPage(
        rules=_options(question.rules, device),
        deck=rules.deck,
        rules_title=question.rules.title,
        rules_url=question.rules.path,
        knock_card={"fixed": "", "upcard": _("Upcard"), "knock_card": _("Knock card")}[rules.limit_source],
        knock_text=question.knock_text,
        grid=grid_view(rules, question.typed_hand, blocked[0], "0", name=_("your hand"), holds=in_hand),
        ender_grid=grid_view(
            rules, question.typed_ender, blocked[1], "1", name=_("your opponent's hand"), holds=in_ender
        ),
        hand=hand,
        ender=ender_view if has_ender else None,
        defence=_defence(question, ender, rules) if question.hand.cards and question.query else None,
        link=f"{base_url}{path}?{question.query}" if question.query and question.hand.cards else "",
        faults=question.faults,
        back=f"{path}?{question.query}" if question.query else path,
    )


def _options(now: ChosenRules, device: Device | None) -> tuple[tuple[str, tuple[RulesOption, ...]], ...]:
    """Return the rules to choose from: the device's own and those of the link, then every preset by group."""
    saved_rules = {rules.value: rules.title for rules in (now, *last_used_rules(device)) if rules.saved}
    groups = [(_("Your own rules"), saved_rules)]
    for group, title in GROUPS.items():
        groups.append(
            (
                translated(title),
                {preset.id: translated(preset.title) for preset in presets().values() if preset.group == group},
            )
        )
    return tuple(
        (title, tuple(RulesOption(value, name, value == now.value) for value, name in options.items()))
        for title, options in groups
        if options
    )


def _ender_laid_out(question: CheckerQuestion, rules: RuleSet) -> ShownHand:
    """Return the ender's hand in its melds: as grouped, else with the least deadwood, then the fewest layoffs."""
    ender = question.ender
    if question.typed_ender.groups or not 0 < len(ender.cards) <= MAX_CARDS:
        return ender
    return replace(ender, melds=all_best(ender.cards, rules, ender.numbers)[0].melds)


def _defence(question: CheckerQuestion, ender: ShownHand, rules: RuleSet) -> DefenceContext | None:
    """Return what the hand can do against the ender's melds; None if there are none, or one isn't legal."""
    melds_legal = all(not isinstance(meld_of(meld, rules, ender.numbers), NotAMeld) for meld in ender.melds)
    if not ender.cards or not melds_legal or len(question.hand.cards) > MAX_CARDS:
        return None
    is_complete, ender_deadwood = (
        len(ender.cards) >= rules.hand_size,
        sum(card_value(card, rules) for card in ender.unmelded),
    )
    gin = is_complete and ender_deadwood == 0
    best = best_defence(question.hand.cards, ender.melds, rules, ender_went_gin=gin, declared_ranks=ender.numbers)
    why = general_layoff_refusal(rules, ender_went_gin=gin)
    laid_off = {card for card, _meld in best.layoffs}
    remaining = ShownHand(tuple(card for card in question.hand.cards if card not in laid_off), best.melds)
    shown = hand_view(_("Your hand after layoffs"), remaining, rules, judged=False)
    layoffs = (no_layoff_text(why, question.hand.cards[0], ()),) if why else _layoffs_text(best, ender)
    known = len(ender.cards) == len(question.hand.cards) == rules.hand_size
    outcome = _outcome(ender_deadwood, best.deadwood, question.knock_card, rules) if known else ""
    return DefenceContext(shown, layoffs or (_("There's nothing to lay off."),), outcome)


def _layoffs_text(best: Defence, ender: ShownHand) -> tuple[str, ...]:
    """Return a sentence for every meld with layoffs: "Lay 10♠, then 9♠ on J♠ Q♠ K♠."."""
    by_meld: dict[int, list[Card]] = {}
    for card, meld in best.layoffs:
        by_meld.setdefault(meld, []).append(card)
    # Translators: what stands between cards in the order they are laid off: "Lay 10, then 9 on J Q K."
    then = pgettext("between cards", ", then ")
    return tuple(
        _("Lay %(cards)s on %(meld)s.")
        % {"cards": then.join(map(card_face, cards)), "meld": card_names(ender.melds[meld], card_face)}
        for meld, cards in by_meld.items()
    )


def _outcome(ender_deadwood: int, hand_deadwood: int, knock_card: Card | None, rules: RuleSet) -> str:
    """Return how a round between the two hands ends, in a sentence; or why the ender can't knock."""
    declared = Declaration(
        (0, 1), Ending.KNOCK if ender_deadwood else Ending.GIN, 0, {0: ender_deadwood, 1: hand_deadwood}, knock_card
    )
    try:
        result = score_round(declared, rules)
    except RulesError:
        text = ngettext("%(n)d is too much to knock with.", "%(n)d is too much to knock with.", ender_deadwood) % {
            "n": ender_deadwood
        }
        return text if knock_card or rules.limit_source == "fixed" else ""
    # Translators: both stand in the place of a player's name: "The ender knocked with 9, you had 20."
    names = pgettext("as a name", "your opponent"), pgettext("as a name", "you")
    return f"{capfirst(round_result_sentence(declared, result, rules, names))}."
