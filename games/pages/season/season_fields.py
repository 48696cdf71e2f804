"""Build the fields of the form for a season's rules, in groups with a short summary of what is chosen."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.forms.season.season_form import TypedSeason
from games.models import Pairing
from games.pages.season.season_setup import FieldGroup, FieldOption, FormField
from games.rules.league.new_season import usual_match_end
from games.wording.season.season_setup import (
    CROSSING_NOTE,
    choices_of,
    chosen_word,
    pairing_note,
    pairing_title,
    tie_break_titles,
)

_NUMBERS: Final[Mapping[str, tuple[str, str, str]]] = {
    "count": (
        gettext_noop("How many games or rounds"),
        "",
        gettext_noop("Only for matches of several games or rounds."),
    ),
    "win": (gettext_noop("A win"), gettext_noop("league points"), ""),
    "draw": (gettext_noop("A draw"), gettext_noop("league points"), ""),
    "loss": (gettext_noop("A loss"), gettext_noop("league points"), ""),
    "bonus_shutout": (gettext_noop("For each shutout"), gettext_noop("extra"), ""),
    "bonus_gin": (gettext_noop("For each gin or big gin"), gettext_noop("extra"), ""),
    "bonus_box_lead": (gettext_noop("For more boxes than the opponent"), gettext_noop("extra"), ""),
    "minimum": (
        gettext_noop("Matches needed to be ranked"),
        "",
        gettext_noop("Anyone with fewer is listed at the end of the standings, without a place."),
    ),
    "best_nights": (
        gettext_noop("How many of the best nights count"),
        "",
        gettext_noop("Leave blank to count every night."),
    ),
    "walkover": (
        gettext_noop("Winning without a match"),
        gettext_noop("game points"),
        gettext_noop("A forfeit or a bye scores these. A bye that counts as a draw scores half."),
    ),
}
"""Label, unit and note of each number field."""
_GROUPS: Final = (
    ("match", gettext_noop("Match"), ("length", "count", "match_end")),
    ("crossing", gettext_noop("Losers' bracket"), ("crossing",)),
    (
        "points",
        gettext_noop("Points"),
        ("win", "draw", "loss", "bye", "bonus_shutout", "bonus_gin", "bonus_box_lead", "walkover"),
    ),
    ("counting", gettext_noop("What counts"), ("minimum", "best_nights", "running", "unplayed")),
    ("order", gettext_noop("Order of the standings"), ("order",)),
    ("rounds", gettext_noop("At the table"), ("confirmation", "strict")),
)
_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "length": (gettext_noop("Match length"), ""),
    "match_end": (
        gettext_noop("A match of several games"),
        gettext_noop("Usually a match in a bracket ends early. In other formats all games are played."),
    ),
    "crossing": (gettext_noop("Losers enter the losers' bracket"), CROSSING_NOTE),
    "bye": (
        gettext_noop("A bye counts"),
        gettext_noop("In a Swiss system or a knockout, anyone left without an opponent gets a bye."),
    ),
    "running": (
        gettext_noop("A match in progress"),
        gettext_noop("Either way, the standings show that it's being played."),
    ),
    "unplayed": (
        gettext_noop("In Buchholz, a missed round counts as"),
        gettext_noop(
            "A virtual opponent has as many points as you, but no more than a draw in every round would earn. Under "
            "the FIDE rules, forfeits count as missed rounds, and rounds your opponents missed may count as draws."
        ),
    ),
    "confirmation": (
        gettext_noop("Who confirms a round"),
        gettext_noop("Until a round is confirmed, it counts provisionally."),
    ),
}


def season_name_field(typed: TypedSeason) -> FormField:
    """Return the field for the season's name."""
    return FormField("name", _("Name"), value=typed.name, error=typed.errors.get("name", ""))


def pairing_field(typed: TypedSeason) -> FormField:
    """Return the field for how matches are paired."""
    options = tuple(
        FieldOption(pairing.value, pairing_title(pairing), typed.pairing == pairing, pairing_note(pairing))
        for pairing in Pairing
    )
    label = _("Format")
    return FormField("pairing", label, "radio", options=options, error=typed.errors.get("pairing", ""))


def teams_field(typed: TypedSeason) -> FormField:
    """Return the field for whether teams compete."""
    return FormField("teams", _("Teams compete, not individual players"), "yes", value="1" if typed.teams else "")


def reason_field(typed: TypedSeason) -> FormField:
    """Return the field for why the rules are changed."""
    note = _("Everyone can read this next to the change.")
    error = typed.errors.get("reason", "")
    return FormField("reason", _("Reason"), value=typed.reason, note=note, error=error, most=200)


def field_groups(typed: TypedSeason, *, crossing: bool = True) -> tuple[FieldGroup, ...]:
    """Return all other fields in collapsed groups; a group with an error is open.

    Without ``crossing``, where losers enter the losers' bracket can't be chosen.
    """
    fields_by_name = {**_numbers(typed), **_words(typed), "strict": _strict(typed)}
    groups = []
    for name, title, members in _GROUPS:
        if name == "crossing" and not crossing:
            continue
        fields = _order(typed) if name == "order" else tuple(fields_by_name[member] for member in members)
        wrong = any(member in typed.errors for member in members)
        groups.append(FieldGroup(name, _(title), _group_summary(name, typed), fields, wrong))
    return tuple(groups)


def _numbers(typed: TypedSeason) -> dict[str, FormField]:
    return {
        name: FormField(
            name,
            _(label),
            "number",
            typed.texts[name],
            note=_(note) if note else "",
            unit=_(unit) if unit else "",
            error=typed.errors.get(name, ""),
            most=6,
        )
        for name, (label, unit, note) in _NUMBERS.items()
    }


def _words(typed: TypedSeason) -> dict[str, FormField]:
    return {
        name: FormField(
            name,
            _(label),
            "options",
            options=tuple(
                FieldOption(value, text, value == typed.texts[name])
                for value, text in (_usual(name, typed) | choices_of(name)).items()
            ),
            note=_(note) if note else "",
            error=typed.errors.get(name, ""),
        )
        for name, (label, note) in _WORDS.items()
    }


def _usual(name: str, typed: TypedSeason) -> dict[str, str]:
    """Return the option to leave a choice to the format: only for when a match ends, and only in a new season."""
    return {"": _("The usual for this format")} if name == "match_end" and typed.is_new else {}


def _strict(typed: TypedSeason) -> FormField:
    note = _("When cards are entered, better plays stay hidden.")
    return FormField("strict", _("Hide better plays"), "yes", "1" if typed.strict else "", note=note)


def _order(typed: TypedSeason) -> tuple[FormField, ...]:
    """Return a select for each position in the order of tie-breaks; an error is shown at the first."""
    return tuple(
        FormField(
            f"order-{number}",
            _("Rank by") if number == 1 else _("Then by"),
            "select",
            options=(
                *_without_criterion(number, chosen, is_new=typed.is_new),
                *(FieldOption(name, title, name == chosen) for name, title in tie_break_titles().items()),
            ),
            note=_usual_order_note() if number == 1 and typed.is_new else "",
            error=typed.errors.get("order", "") if number == 1 else "",
        )
        for number, chosen in enumerate(typed.order, 1)
    )


def _without_criterion(number: int, chosen: str, *, is_new: bool) -> tuple[FieldOption, ...]:
    """Return the option for no criterion at this position; the first may be left out only in a new season."""
    if number == 1:
        return (FieldOption("", _("The usual for this format"), not chosen),) if is_new else ()
    return (FieldOption("", "\u2013", not chosen),)


def _usual_order_note() -> str:
    return _(
        "After league points, a Swiss system usually goes by Buchholz, other formats by wins, head-to-head or point "
        "difference."
    )


def _group_summary(group: str, typed: TypedSeason) -> str:
    """Return in a few words what is chosen in a group."""
    texts = typed.texts
    if group == "match":
        length = choices_of("length").get(texts["length"], "")
        if texts["length"] == "game":
            return length
        if texts["length"] == "games" and (texts["match_end"] or usual_match_end(typed.pairing)) == "when_decided":
            return _("Best of %(count)s") % {"count": texts["count"]}
        # Translators: "Several games: 3".
        return _("%(length)s: %(count)s") % {"length": length, "count": texts["count"]}
    if group == "crossing":
        return choices_of("crossing").get(texts["crossing"], "")
    if group == "points":
        extra = any(texts[name] not in ("", "0") for name in ("bonus_shutout", "bonus_gin", "bonus_box_lead"))
        # Translators: the points for a win, a draw, and a loss.
        text = (
            _("Win %(win)s, draw %(draw)s, loss %(loss)s, plus bonuses")
            if extra
            else _("Win %(win)s, draw %(draw)s, loss %(loss)s")
        )
        return text % {name: texts[name] for name in ("win", "draw", "loss")}
    if group == "counting":
        return _counting(texts["best_nights"], texts["minimum"])
    if group == "order":
        if typed.is_new and not any(typed.order):
            return _("The usual for this format")
        titles = tie_break_titles()
        chosen = [title for criterion in typed.order for name, title in titles.items() if name == criterion]
        return ", ".join(chosen[:3]) + (" \u2026" if len(chosen) > 3 else "")
    facts = {"who": chosen_word("confirmation", texts["confirmation"])}
    if typed.strict:
        return _("Confirmed by: %(who)s; better plays hidden") % facts
    return _("Confirmed by: %(who)s") % facts


def _counting(best_nights: str, minimum: str) -> str:
    """Return which nights count, and how many matches it takes to be ranked."""
    facts = {"best": best_nights, "least": minimum}
    if minimum in ("", "0"):
        return (_("Best %(best)s nights") if best_nights else _("Every night")) % facts
    if best_nights:
        return _("Best %(best)s nights, at least %(least)s matches") % facts
    return _("Every night, at least %(least)s matches") % facts
