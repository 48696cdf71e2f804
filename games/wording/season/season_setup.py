"""Sentences about a season's settings: pairing systems, rules, choices, and errors of the form."""

from typing import get_args

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Pairing
from games.rules.league.season import SeasonCode, SeasonFault, TieBreak
from games.wording.season.season_table import criterion_title


def pairing_title(pairing: Pairing) -> str:
    """Return the name of a pairing system as a heading."""
    return {
        Pairing.FREE: _("Free play"),
        Pairing.ROUND_ROBIN: _("Everybody meets everybody"),
        Pairing.DOUBLE: _("Everybody meets everybody twice"),
        Pairing.TRIOS: _("Tables of three"),
        Pairing.SWISS: _("Swiss system"),
        Pairing.KNOCKOUT: _("Knock-out"),
        Pairing.SCRIPT: _("Written by the organiser"),
    }[pairing]


def pairing_sentences(pairing: Pairing) -> tuple[str, ...]:
    """Return the explanation of a pairing system in sentences."""
    sits_out = _(
        "With an odd number one sits out each round, in turn. That brings nothing: in the end all have played as often."
    )
    return {
        Pairing.FREE: (_("Any two may sit down and play, as often as they like, and it counts."),),
        Pairing.ROUND_ROBIN: (
            _("Everybody meets everybody once, round by round."),
            sits_out,
        ),
        Pairing.DOUBLE: (
            _("Everybody meets everybody twice, and deals first in one of the two."),
            sits_out,
        ),
        Pairing.TRIOS: (
            _("Three sit at a table, and the tables change each round so that all meet as evenly as can be."),
            _(
                "Where the number is not divisible by three, one or two sit out each round, in turn; "
                "that brings nothing."
            ),
        ),
        Pairing.SWISS: (
            _("Each round those meet who stand about level, and nobody meets the same one twice."),
            _("The next round is drawn when the one before is over. With an odd number one has a bye."),
        ),
        Pairing.KNOCKOUT: (
            _("Whoever loses is out; the winners meet in the next round."),
            _("A drawn match is played again before the next round, and then the other deals first."),
        ),
        Pairing.SCRIPT: (_("The organiser says who meets whom, and when."),),
    }[pairing]


def pairing_note(pairing: Pairing) -> str:
    """Return the short explanation of a pairing system, beside its title."""
    return {
        Pairing.FREE: _("Any two may play, and it counts"),
        Pairing.ROUND_ROBIN: _("Once each, round by round"),
        Pairing.DOUBLE: _("Twice each, dealing first by turns"),
        Pairing.TRIOS: _("For three-handed games"),
        Pairing.SWISS: _("Level players meet, nobody twice"),
        Pairing.KNOCKOUT: _("Winners go on, by seeds"),
        Pairing.SCRIPT: _("You type who meets whom"),
    }[pairing]


def tie_break_titles() -> dict[TieBreak, str]:
    """Return the titles of the tie-breaks for choosing them."""
    return {criterion: criterion_title(criterion) for criterion in get_args(TieBreak)} | {
        "fewest_losses": _("Fewest losses"),
        "lot": _("Drawing of lots"),
    }


def rule_titles() -> dict[str, str]:
    """Return the titles of a season's rules, by name."""
    return {
        "name": _("Name"),
        "preset": _("Rules of the game"),
        "house_rules": _("House rules"),
        "rules_title": _("What the rules are called"),
        "pairing": _("How matches come about"),
        "teams": _("Teams"),
        "length": _("A match is"),
        "count": _("How many"),
        "win": _("A win"),
        "draw": _("A draw"),
        "loss": _("A loss"),
        "bonus_shutout": _("Bonus for a shutout"),
        "bonus_gin": _("Bonus for gin"),
        "bonus_box_lead": _("Bonus for more boxes"),
        "bye": _("A bye"),
        "minimum": _("Matches to be ranked"),
        "best_nights": _("Best nights that count"),
        "order": _("Order of the table"),
        "confirmation": _("Who confirms a round"),
        "strict": _("Silent about better plays"),
    }


def choices_of(name: str) -> dict[str, str]:
    """Return the options of a rule with their labels; empty if the rule is not a choice."""
    options: dict[str, dict[str, str]] = {
        "length": {
            "game": pgettext("a match is", "One game"),
            "games": pgettext("a match is", "Several games"),
            "rounds": pgettext("a match is", "Several rounds"),
        },
        "bye": {
            "win": pgettext("a bye counts", "As a win"),
            "draw": pgettext("a bye counts", "As a draw"),
            "nothing": pgettext("a bye counts", "Nothing"),
        },
        "confirmation": {
            "trust": pgettext("who confirms a round", "Nobody"),
            "opponent": pgettext("who confirms a round", "The opponent"),
            "referee": pgettext("who confirms a round", "A referee"),
        },
    }
    return options.get(name, {})


def fixed_text() -> str:
    """Return why some rules can no longer be changed."""
    return _("The first match was begun: the rules of the game, how matches come about, and teams stay as they are.")


def season_fault_text(fault: SeasonFault) -> str:
    """Return the sentence for a fault in a season's rules."""
    facts = {
        "rule": fault.field,
        "name": tie_break_titles().get(fault.name, fault.name),  # type: ignore[call-overload]
        "low": fault.low,
        "high": fault.high,
    }
    return {
        SeasonCode.UNKNOWN_RULE: _("There is no rule %(rule)s."),
        SeasonCode.WHOLE_NUMBER: _("Please type a whole number."),
        SeasonCode.RANGE: _("Please type a number from %(low)s to %(high)s."),
        SeasonCode.CHOICE: _("Please choose one of these."),
        SeasonCode.YES_OR_NO: _("Please say yes or no."),
        SeasonCode.LIST: _("Please choose at least what the table goes by."),
        SeasonCode.UNKNOWN_TIE_BREAK: _("There is no tie-break %(name)s."),
        SeasonCode.DOUBLED_TIE_BREAK: _("%(name)s is there twice."),
        SeasonCode.LOT_NOT_LAST: _("Lots settle everything: nothing can come after them."),
        SeasonCode.POINTS_ORDER: _(
            "A win must bring at least as much as a draw, and a draw at least as much as a loss."
        ),
        SeasonCode.COUNT_OF_ONE_GAME: _("One game is one: choose several games for more."),
    }[fault.code] % facts


def misfit_text(code: str) -> str:
    """Return why a rule set, a pairing and teams do not fit together; ``code`` is from ``misfit``."""
    return {
        "partners": _("These rules are for partners: let teams compete."),
        "teams_of_three": _("At tables of three everybody plays for himself: choose one of the others for teams."),
        "three": _("These rules are not for three players."),
        "two": _(
            "These rules are not for two players: choose tables of three, free play, or write the matches yourself."
        ),
    }[code]


def chosen_word(name: str, value: str) -> str:
    """Return a rule's chosen option as it follows a colon; "" if it is not one of the options."""
    words: dict[str, dict[str, str]] = {
        "length": {
            "game": pgettext("a match is", "one game"),
            "games": pgettext("a match is", "several games"),
            "rounds": pgettext("a match is", "several rounds"),
        },
        "bye": {
            "win": pgettext("a bye counts", "as a win"),
            "draw": pgettext("a bye counts", "as a draw"),
            "nothing": pgettext("a bye counts", "nothing"),
        },
        "confirmation": {
            "trust": pgettext("who confirms a round", "nobody"),
            "opponent": pgettext("who confirms a round", "the opponent"),
            "referee": pgettext("who confirms a round", "a referee"),
        },
        "pairing": {
            Pairing.FREE: pgettext("how matches come about", "free play"),
            Pairing.ROUND_ROBIN: pgettext("how matches come about", "everybody meets everybody"),
            Pairing.DOUBLE: pgettext("how matches come about", "everybody meets everybody twice"),
            Pairing.TRIOS: pgettext("how matches come about", "tables of three"),
            Pairing.SWISS: pgettext("how matches come about", "swiss system"),
            Pairing.KNOCKOUT: pgettext("how matches come about", "knock-out"),
            Pairing.SCRIPT: pgettext("how matches come about", "written by the organiser"),
        },
        "order": {
            "points": pgettext("tie-break", "league points"),
            "wins": pgettext("tie-break", "wins"),
            "head_to_head": pgettext("tie-break", "head-to-head"),
            "point_difference": pgettext("tie-break", "point difference"),
            "boxes": pgettext("tie-break", "boxes"),
            "gins": pgettext("tie-break", "gins"),
            "fewest_losses": pgettext("tie-break", "fewest losses"),
            "buchholz": pgettext("tie-break", "buchholz"),
            "sonneborn_berger": pgettext("tie-break", "sonneborn-berger"),
            "lot": pgettext("tie-break", "drawing of lots"),
        },
    }
    return words[name].get(value, "")


def rule_value(name: str, value: object) -> str:
    """Return the value of a season's rule in words, to follow its title."""
    if isinstance(value, bool):
        return pgettext("value of a rule", "yes") if value else pgettext("value of a rule", "no")
    if name == "order" and isinstance(value, list | tuple):
        return ", ".join(word for criterion in value if (word := chosen_word(name, str(criterion))))
    if name in ("pairing", "length", "bye", "confirmation"):
        return chosen_word(name, str(value)) or str(value).lower()
    if name == "best_nights" and value is None:
        # Translators: all nights count.
        return pgettext("value of a rule", "all")
    none = pgettext("value of a rule", "none")
    if name == "house_rules":
        # Translators: the house rules are other ones now.
        return pgettext("value of a rule", "changed") if value else none
    return str(value) or none


def change_sentence(name: str, before: object, after: object) -> str:
    """Return one change of a season's rules: "A win: 3, before 2"."""
    return _("%(rule)s: %(now)s, before %(before)s") % {
        "rule": rule_titles().get(name, name),
        "now": rule_value(name, after),
        "before": rule_value(name, before),
    }
