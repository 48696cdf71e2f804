"""Build the printable guide for a bulletin board: of a rule set, or of a league and the rules it plays."""

from typing import Final

import segno
from django.urls import reverse

from games.models import League, Season
from games.pages.rulebook.guide import GuidePage, GuidePart
from games.pages.table.term_views import explained_terms
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet
from games.selectors.rulebook.house_rules import ChosenRules
from games.wording.guide import Section, correct_mistakes_part, enter_round_part, start_match_part, start_table_part
from games.wording.rules.parameters import translated
from games.wording.rules.summary import as_summed_up

_DEFAULT_PRESET: Final = "standard"
"""The preset that is explained if a league has no season yet."""
_TYPE_SIZES: Final = {"most": 3300, "much": 2300}
"""Smaller type sizes, each with the number of glossary characters above which it is used to fit one page."""


def guide_of_rules(chosen: ChosenRules, base_url: str, *, by_card: bool, typed: bool) -> GuidePage:
    """Return the guide to a rule set, with a link that starts a game with these rules selected."""
    rules = as_summed_up(chosen.preset, chosen.rules)
    return _guide(
        title="Scorekeeper",
        rules_title=chosen.title,
        rules=rules,
        parts=(
            start_table_part(chosen.title),
            enter_round_part(rules, limit_card=by_card, knock_is_typed=typed),
            correct_mistakes_part(),
        ),
        address=f"{base_url}{reverse('start')}?rules={chosen.value}",
        back=(chosen.path, chosen.title),
    )


def season_of_guide(league: League, chosen: str) -> Season | None:
    """Return the season ``chosen`` by its public id; else the one that a league plays now, or played last."""
    newest = league.seasons.order_by("-pk")
    return newest.filter(public_id=chosen).first() or newest.filter(closed_at=None).first() or newest.first()


def rules_of_season(season: Season | None) -> tuple[RuleSet, str]:
    """Return the rules of a season and their title; standard rules without a season."""
    if season is None:
        return presets()[_DEFAULT_PRESET].rules, translated(presets()[_DEFAULT_PRESET].title)
    preset = presets()[season.preset]
    rules = as_summed_up(preset, rule_set(season.preset, season.house_rules))
    return rules, season.rules_title or translated(preset.title)


def guide_of_league(league: League, season: Season | None, base_url: str, *, by_card: bool, typed: bool) -> GuidePage:
    """Return the guide for a league's room by the rules of a season, with the league's own URL."""
    rules, title = rules_of_season(season)
    url = reverse("league:page", args=[league.public_id])
    choice = league.seasons.order_by("-pk").values_list("public_id", "name")
    return _guide(
        title=league.name,
        seasons=tuple(
            (public_id, name, season is not None and public_id == season.public_id) for public_id, name in choice
        ),
        rules_title=title,
        rules=rules,
        parts=(
            start_match_part(),
            enter_round_part(rules, limit_card=by_card, knock_is_typed=typed),
            correct_mistakes_part(),
        ),
        address=f"{base_url}{url}",
        back=(url, league.name),
    )


def _guide(
    *,
    title: str,
    rules_title: str,
    rules: RuleSet,
    parts: tuple[Section, ...],
    address: str,
    back: tuple[str, str],
    seasons: tuple[tuple[str, str, bool], ...] = (),
) -> GuidePage:
    words = explained_terms(rules)
    length = sum(len(text) for word in words for text in (word.word, word.meaning, *word.sentences, word.example))
    return GuidePage(
        title=title,
        rules=rules_title,
        parts=tuple(GuidePart(heading, steps) for heading, steps in parts),
        terms=words,
        size=next((size for size, most in _TYPE_SIZES.items() if length > most), ""),
        address=address,
        qr=segno.make(address, error="m").svg_data_uri(scale=4, border=2, dark="#000", light="#fff"),
        back_url=back[0],
        back_text=back[1],
        seasons=seasons if len(seasons) > 1 else (),
    )
