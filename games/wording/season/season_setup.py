"""Sentences about a season's settings: pairing systems, rules, choices, and errors of the form."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Pairing
from games.rules.league.season import TIE_BREAKS, SeasonCode, SeasonFault, TieBreak
from games.wording.rules.season import FIDE_NAMES
from games.wording.season.season_table import criterion_in_sentence, criterion_title

CROSSING_NOTE: Final = gettext_noop(
    "With up to 8 players, it makes no difference. Either way, players don't meet again until late in the bracket."
)
"""What to know about where losers enter the losers' bracket."""


def pairing_title(pairing: Pairing) -> str:
    """Return the name of a pairing system as a heading."""
    return {
        Pairing.FREE: _("Free play"),
        Pairing.ROUND_ROBIN: _("Round robin"),
        Pairing.DOUBLE: _("Double round robin"),
        Pairing.GROUPS: _("Groups, then a bracket"),
        Pairing.TRIOS: _("Tables of three"),
        Pairing.SWISS: _("Swiss system"),
        Pairing.KNOCKOUT: _("Knockout"),
        Pairing.CONSOLATION: _("Knockout with consolation"),
        Pairing.DOUBLE_ELIMINATION: _("Double elimination"),
        Pairing.SCRIPT: _("Set by the organizer"),
    }[pairing]


def pairing_sentences(pairing: Pairing) -> tuple[str, ...]:
    """Return the explanation of a pairing system in sentences."""
    sits_out = _(
        "With an odd number of players, they take turns sitting out, one each round. Sitting out earns no points: "
        "by the end, everyone has played the same number of matches."
    )
    replay = _("A drawn match is replayed before the next round, and the other player deals first.")
    return {
        Pairing.FREE: (_("Any two can sit down and play, as often as they like, and it counts."),),
        Pairing.ROUND_ROBIN: (
            _("Everyone plays everyone once, round by round."),
            sits_out,
        ),
        Pairing.DOUBLE: (
            _("Everyone plays everyone twice, and deals first in one of the two."),
            sits_out,
        ),
        Pairing.GROUPS: (
            _("In each group, everyone plays everyone once."),
            _("After that, the best in each group advance to a bracket, which you start under “Manage”."),
        ),
        Pairing.TRIOS: (
            _(
                "There are three players at each table. The tables change each round, so that everyone meets "
                "everyone else about equally often."
            ),
            _(
                "If the number of players isn't divisible by three, they take turns sitting out, one or two each "
                "round. Sitting out earns no points."
            ),
        ),
        Pairing.SWISS: (
            _("Each round pairs players with similar scores who haven't met yet, as far as possible."),
            _("The next round is drawn once the current one is over. With an odd number of players, one gets a bye."),
        ),
        Pairing.KNOCKOUT: (
            _("Lose and you're out. The winners meet in the next round."),
            replay,
        ),
        Pairing.CONSOLATION: (
            _("Lose your first match, and you play on in the consolation bracket, for the lower places."),
            _("After that, a loss means you're out. The winners meet in the next round."),
            replay,
        ),
        Pairing.DOUBLE_ELIMINATION: (
            _("Lose once, and you play on in the losers' bracket. Lose twice, and you're out."),
            _("The winners of both brackets meet in the grand final."),
            _(
                "If the winner of the winners' bracket loses the grand final, that's their first loss, and "
                "the two play again."
            ),
            replay,
        ),
        Pairing.SCRIPT: (_("The organizer decides who plays whom, and when."),),
    }[pairing]


def pairing_note(pairing: Pairing) -> str:
    """Return the short explanation of a pairing system, beside its title."""
    return {
        Pairing.FREE: _("Any two can play, and it counts"),
        Pairing.ROUND_ROBIN: _("Everyone plays everyone once"),
        Pairing.DOUBLE: _("Everyone plays everyone twice"),
        Pairing.GROUPS: _("Everyone plays everyone in their group"),
        Pairing.TRIOS: _("For three-handed games"),
        Pairing.SWISS: _("Pairs players with similar scores"),
        Pairing.KNOCKOUT: _("Seeded bracket: winners advance"),
        Pairing.CONSOLATION: _("At least two matches for nearly everyone"),
        Pairing.DOUBLE_ELIMINATION: _("Two losses and you're out"),
        Pairing.SCRIPT: _("You decide who plays whom"),
    }[pairing]


def tie_break_titles() -> dict[TieBreak, str]:
    """Return the titles of the tie-breaks for choosing them."""
    return {criterion: criterion_title(criterion) for criterion in TIE_BREAKS} | {
        "fewest_losses": _("Fewest losses"),
        "lot": _("Drawing lots"),
    }


def rule_titles() -> dict[str, str]:
    """Return the titles of a season's rules, by name."""
    return {
        "name": _("Name"),
        "preset": _("Game rules"),
        "house_rules": _("House rules"),
        "rules_title": _("Name of the rules"),
        "pairing": _("Format"),
        "teams": _("Teams"),
        "length": _("Match length"),
        "count": _("How many games or rounds"),
        "win": _("A win"),
        "draw": _("A draw"),
        "loss": _("A loss"),
        "bonus_shutout": _("Bonus for a shutout"),
        "bonus_gin": _("Bonus for gin"),
        "bonus_box_lead": _("Bonus for most boxes"),
        "bye": _("A bye"),
        "walkover": _("Winning without a match"),
        "minimum": _("Matches needed to be ranked"),
        "best_nights": _("How many of the best nights count"),
        "order": _("Order of the standings"),
        "confirmation": _("Who confirms a round"),
        "strict": _("Hide better plays"),
        "unplayed": _("In Buchholz, a missed round counts as"),
        "running": _("A match in progress"),
        "match_end": _("A match of several games"),
        "crossing": _("Losers enter the losers' bracket"),
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
            "nothing": pgettext("a bye counts", "No points"),
        },
        "confirmation": {
            "trust": pgettext("who confirms a round", "Nobody"),
            "opponent": pgettext("who confirms a round", "The opponent"),
            "referee": pgettext("who confirms a round", "A referee"),
        },
        "unplayed": {
            "nothing": pgettext("a missed round counts", "Nothing"),
            "virtual_opponent": pgettext("a missed round counts", "A virtual opponent"),
            **FIDE_NAMES,
        },
        "running": {
            "when_over": pgettext("a match counts", "Counts when it's over"),
            "at_once": pgettext("a match counts", "Counts from its first round"),
        },
        "match_end": {
            "when_decided": pgettext("a match of several games", "Best of: ends once nobody can catch up"),
            "all_games": pgettext("a match of several games", "All games are played"),
        },
        "crossing": {
            "every_round": pgettext("losers enter the losers' bracket", "Crossed over each round"),
            "by_turns": pgettext("losers enter the losers' bracket", "Crossed over every other round"),
        },
    }
    return options.get(name, {})


def fixed_text() -> str:
    """Return why some rules can no longer be changed."""
    return _("The first match has started, so the game rules, format and teams can't be changed anymore.")


def season_fault_text(fault: SeasonFault) -> str:
    """Return the sentence for a fault in a season's rules."""
    facts = {
        "rule": fault.field,
        "name": tie_break_titles().get(fault.name, fault.name),  # type: ignore[call-overload]
        "low": fault.low,
        "high": fault.high,
    }
    return {
        SeasonCode.UNKNOWN_RULE: _("There's no rule called “%(rule)s”."),
        SeasonCode.WHOLE_NUMBER: _("Please type a whole number."),
        SeasonCode.RANGE: _("Please type a number from %(low)s to %(high)s."),
        SeasonCode.CHOICE: _("Please choose one of these."),
        SeasonCode.YES_OR_NO: _("Please answer yes or no."),
        SeasonCode.LIST: _("Please choose at least one thing to rank by."),
        SeasonCode.UNKNOWN_TIE_BREAK: _("There's no tiebreaker called “%(name)s”."),
        SeasonCode.DOUBLED_TIE_BREAK: _("You've chosen %(name)s twice."),
        SeasonCode.LOT_NOT_LAST: _("Drawing lots settles everything, so nothing can come after it."),
        SeasonCode.POINTS_ORDER: _(
            "A win must be worth at least as much as a draw, and a draw at least as much as a loss."
        ),
        SeasonCode.COUNT_OF_ONE_GAME: _("To play more than one game, choose “Several games”."),
    }[fault.code] % facts


def misfit_text(code: str) -> str:
    """Return why a rule set, a pairing and teams do not fit together; ``code`` is from ``misfit_reason``."""
    return {
        "partners": _("These rules are for partners, so the season needs teams."),
        "teams_of_three": _("At tables of three, players play for themselves. Choose another format for teams."),
        "three": _("These rules don't work for three players."),
        "two": _(
            "These rules don't work for two players. Choose tables of three or free play, or enter the "
            "matches yourself."
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
            "nothing": pgettext("a bye counts", "no points"),
        },
        "confirmation": {
            "trust": pgettext("who confirms a round", "nobody"),
            "opponent": pgettext("who confirms a round", "the opponent"),
            "referee": pgettext("who confirms a round", "a referee"),
        },
        "unplayed": {
            "nothing": pgettext("a missed round counts", "nothing"),
            "virtual_opponent": pgettext("a missed round counts", "a virtual opponent"),
            **FIDE_NAMES,
        },
        "running": {
            "when_over": pgettext("a match counts", "counts when it's over"),
            "at_once": pgettext("a match counts", "counts from its first round"),
        },
        "match_end": {
            "when_decided": pgettext("a match of several games", "ends once nobody can catch up"),
            "all_games": pgettext("a match of several games", "all games are played"),
        },
        "crossing": {
            "every_round": pgettext("losers enter the losers' bracket", "crossed over each round"),
            "by_turns": pgettext("losers enter the losers' bracket", "crossed over every other round"),
        },
        "pairing": {
            Pairing.FREE: pgettext("how matches come about", "free play"),
            Pairing.ROUND_ROBIN: pgettext("how matches come about", "round robin"),
            Pairing.DOUBLE: pgettext("how matches come about", "double round robin"),
            Pairing.GROUPS: pgettext("how matches come about", "groups, then a bracket"),
            Pairing.TRIOS: pgettext("how matches come about", "tables of three"),
            Pairing.SWISS: pgettext("how matches come about", "Swiss system"),
            Pairing.KNOCKOUT: pgettext("how matches come about", "knockout"),
            Pairing.CONSOLATION: pgettext("how matches come about", "knockout with consolation"),
            Pairing.DOUBLE_ELIMINATION: pgettext("how matches come about", "double elimination"),
            Pairing.SCRIPT: pgettext("how matches come about", "set by the organizer"),
        },
        "order": {
            criterion: criterion_in_sentence(criterion) for criterion in TIE_BREAKS if criterion != "fewest_losses"
        }
        | {"fewest_losses": pgettext("tie-break", "fewest losses")},
    }
    return words[name].get(value, "")


def rule_value(name: str, value: object) -> str:
    """Return the value of a season's rule in words, to follow its title."""
    if isinstance(value, bool):
        return pgettext("value of a rule", "yes") if value else pgettext("value of a rule", "no")
    if name == "order" and isinstance(value, list | tuple):
        return ", ".join(word for criterion in value if (word := chosen_word(name, str(criterion))))
    if name in ("pairing", "length", "bye", "confirmation", "unplayed", "running", "match_end", "crossing"):
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
    return _("%(rule)s: %(now)s (was %(before)s)") % {
        "rule": rule_titles().get(name, name),
        "now": rule_value(name, after),
        "before": rule_value(name, before),
    }
