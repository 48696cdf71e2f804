"""Build the "what if" pages: a game scored under all other suitable rules, or side by side under one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.models import Device, Table
from games.pages.rulebook.rescore import ComparedGroup, ComparedRules, CompareOnePage, ComparePage, NotComparedRules
from games.pages.rulebook.rescore_caveats import caveat_texts
from games.pages.rulebook.rescore_rows import compared_bills, compared_rounds, point_sums
from games.pages.rulebook.rescore_text import end_texts, outcome_headline
from games.pages.rulebook.rescore_why_not import impossible_reasons
from games.pages.table.table_page import table_title
from games.rules.analysis.rescore import RescoreImpossible, played_outcome, rescore
from games.rules.presets import presets
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, TableSheet
from games.rules.sides import can_seat
from games.selectors.caching import cached_by_language
from games.selectors.rulebook.house_rules import ChosenRules, last_used_rules
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import names_by_seat, rules_title
from games.selectors.table.table_paths import table_path
from games.wording.scores import people_in
from games.wording.words import listed, side_names

_ROUGH_TEXT: Final = gettext_noop(
    "Rough estimate: some rounds might have gone differently. Tap the rules to see which."
)
_RULES_CHANGED_TEXT: Final = gettext_noop(
    "The rules changed during the game. This comparison applies one set of rules to every round."
)


@dataclass(frozen=True, slots=True)
class RulesCandidate:
    """Rules to compare with: their value in the URL (the same as in the start form), title and parameters."""

    value: str
    title: str
    is_own: bool
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class _Compared:
    """The cached part of the list; ``winners`` are (side, count) with None for a tie, most frequent first."""

    groups: tuple[ComparedGroup, ...] = ()
    not_possible: tuple[NotComparedRules, ...] = ()
    winners: tuple[tuple[int | None, int], ...] = ()


def rule_candidates(device: Device | None, game: GameSheet) -> tuple[RulesCandidate, ...]:
    """Return the rules that fit the number of players, the phone's own first, then presets, except the game's own."""
    saved = [
        RulesCandidate(chosen.value, chosen.title, True, chosen.rules)
        for chosen in last_used_rules(device)
        if chosen.saved
    ]
    from_presets = [
        RulesCandidate(preset.id, _(preset.title), False, preset.rules_for(len(game.seating)))
        for preset in presets().values()
    ]
    return tuple(
        candidate
        for candidate in (*saved, *from_presets)
        if can_seat(candidate.rules, len(game.seating)) and (game.changes or candidate.rules != game.rules)
    )


def compare_page(
    *, table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str], device: Device | None
) -> ComparePage:
    """Return the page of ``game`` under all suitable rules, those with another winner first."""
    names = names_by_seat(game, players)
    sides = side_names(game.rules, names)
    played = any(line.counts for line in game.rounds)
    others = rule_candidates(device, game) if played else ()
    compared = _compared(table.public_id, sheet.revision, game.number, names, others)
    notes = [] if played else [_("There's nothing to compare yet. No rounds have been played.")]
    if game.changes and played:
        notes.append(_(_RULES_CHANGED_TEXT))
    if game.needs_attention:
        notes.append(_("Rounds entered after the game ended are left out here until you decide whether they count."))
    return ComparePage(
        people=tuple(names),
        table_title=table_title(table, players),
        back_url=_game_url(table, sheet, game),
        title=rules_title(game),
        headline=outcome_headline(played_outcome(game), sides) if played else "",
        summary=_summary(compared, sides) if played else "",
        notes=tuple(notes),
        groups=compared.groups,
        not_possible=compared.not_possible,
        approximate_note=_(_ROUGH_TEXT)
        if any(rules.approximate for group in compared.groups for rules in group.rules)
        else "",
    )


def compare_one_page(
    *, table: Table, sheet: TableSheet, game: GameSheet, players: Sequence[str], chosen: ChosenRules
) -> CompareOnePage:
    """Return the page of ``game`` as played and under the ``chosen`` rules, or why these don't fit its rounds."""
    names = names_by_seat(game, players)
    sides = side_names(game.rules, names)
    outcome = rescore(game, chosen.rules)
    possible = None if isinstance(outcome, RescoreImpossible) else outcome
    notes: list[str] = []
    if possible:
        notes = [*end_texts(possible, sides), *caveat_texts(possible)]
        if game.changes:
            notes.append(_(_RULES_CHANGED_TEXT))
    return CompareOnePage(
        people=tuple(names),
        table_title=table_title(table, players),
        back_url=table_path(table, "compare", game.number),
        title=chosen.title,
        played_title=rules_title(game),
        headline=outcome_headline(possible.other, sides) if possible else "",
        played_headline=outcome_headline(played_outcome(game), sides),
        changes=possible is not None and possible.winner_changes,
        notes=tuple(notes),
        reasons=impossible_reasons(outcome, chosen.rules, names) if isinstance(outcome, RescoreImpossible) else (),
        names=tuple(sides) if possible else (),
        width=2 * len(sides),
        bills=compared_bills(possible, names, sides) if possible else (),
        rounds=compared_rounds(game, possible, names, sides) if possible else (),
        sums_played=point_sums(possible.played) if possible else (),
        sums_other=point_sums(possible.other) if possible else (),
        rules_url=chosen.path,
    )


@cached_by_language(64)
def _compared(
    public_id: str, revision: int, number: int, names: tuple[str, ...], others: tuple[RulesCandidate, ...]
) -> _Compared:
    """Score a game under the ``others`` rules; cached, because a revision of a table never changes."""
    if not others:
        return _Compared()
    table = Table.objects.get(public_id=public_id)
    game = next(game for game in sheet_of(table, revision).games if game.number == number)
    sides, played = side_names(game.rules, names), played_outcome(game).final.winner
    by_winner: dict[int | None, list[ComparedRules]] = {}
    refused = []
    for candidate in others:
        outcome = rescore(game, candidate.rules)
        if isinstance(outcome, RescoreImpossible):
            refused.append(NotComparedRules(candidate.title, impossible_reasons(outcome, candidate.rules, names)))
            continue
        row = ComparedRules(
            title=candidate.title,
            url=table_path(table, "compare_one", number, candidate.value),
            headline=outcome_headline(outcome.other, sides),
            own=candidate.is_own,
            approximate=bool(outcome.caveats),
        )
        by_winner.setdefault(outcome.other.final.winner, []).append(row)
    order = sorted(by_winner, key=lambda winner: (winner == played, winner is None, winner or 0))
    return _Compared(
        tuple(
            ComparedGroup(_group_title(winner, played, sides), winner != played, tuple(by_winner[winner]))
            for winner in order
        ),
        tuple(refused),
        tuple(sorted(((winner, len(rows)) for winner, rows in by_winner.items()), key=lambda item: -item[1])),
    )


def _group_title(winner: int | None, played: int | None, sides: Sequence[str]) -> str:
    if winner is None:
        return _("A tie under these rules, too") if played is None else _("A tie")
    if winner == played:
        return _("Still %(who)s") % {"who": sides[winner]}
    if played is None:
        return sides[winner]
    return _("%(who)s instead of %(other)s") % {"who": sides[winner], "other": sides[played]}


def _summary(compared: _Compared, sides: Sequence[str]) -> str:
    """Return the summary in a sentence: "Under 9 of the 12 other rule sets, Ann is ahead; Ben under 3."."""
    total = sum(n for _winner, n in compared.winners)
    if not total:
        return _("This game's rounds don't fit any other rules.")
    winner, count = compared.winners[0]
    name = "" if winner is None else sides[winner]
    values, people = {"who": name, "n": count, "total": total}, people_in(name)
    if len(compared.winners) == 1:
        return _under_all(winner, total, people) % values
    if winner is None:
        text = _("Under %(n)d of the %(total)d other rule sets, nobody is ahead; %(others)s.")
    else:
        text = ngettext(
            "Under %(n)d of the %(total)d other rule sets, %(who)s is ahead; %(others)s.",
            "Under %(n)d of the %(total)d other rule sets, %(who)s are ahead; %(others)s.",
            people,
        )
    others = []
    for other, n in compared.winners[1:]:
        # Translators: goes on "Under 9 of the 12 other rule sets, Ann is ahead; ...".
        under = _("under %(n)d it's nobody") if other is None else _("under %(n)d it's %(who)s")
        others.append(under % {"who": "" if other is None else sides[other], "n": n})
    return text % {**values, "others": listed(others)}


def _under_all(winner: int | None, total: int, people: int) -> str:
    """Return the sentence for the case that all rules have the same winner, with placeholders."""
    if winner is None and total == 1:
        return _("Nobody is ahead under the only other rule set that fits.")
    if winner is None:
        return _("Nobody is ahead under any of the %(total)d other rule sets that fit.")
    if total == 1:
        return ngettext(
            "%(who)s is ahead under the only other rule set that fits.",
            "%(who)s are ahead under the only other rule set that fits.",
            people,
        )
    return ngettext(
        "%(who)s is ahead under all %(total)d other rule sets that fit.",
        "%(who)s are ahead under all %(total)d other rule sets that fit.",
        people,
    )


def _game_url(table: Table, sheet: TableSheet, game: GameSheet) -> str:
    return table_path(table) if game.number == sheet.current.number else table_path(table, "game", game.number)
