"""Read the start form: names, rules, target, and who deals first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.forms.typed_values import parse_whole_number
from games.rules.faults import RulesError
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name, folded_name
from games.rules.presets import Preset
from games.rules.ruleset import with_house_rules
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, ChosenRules, rules_by_value
from games.selectors.rulebook.players_for_rules import MOST_SEATS, player_counts, player_counts_text
from games.wording.faults import fault_text

MOST_NAMES: Final = MOST_SEATS
FEWEST_NAMES: Final = 2


@dataclass(slots=True)
class TypedStart:
    """The submitted form and its errors.

    ``names`` are the clean names; ``seats`` is how many name fields the form showed.
    """

    texts: list[str]
    preset: str
    target: str
    dealer: str
    key: str
    seats: int = FEWEST_NAMES
    rules: ChosenRules | None = None
    names: list[str] = field(default_factory=list)
    house_rules: dict[str, Any] = field(default_factory=dict)
    name_errors: dict[int, str] = field(default_factory=dict)
    target_error: str = ""
    dealer_error: str = ""
    non_field_errors: list[str] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        """Whether a table can be started from it."""
        return not (self.name_errors or self.target_error or self.dealer_error or self.non_field_errors)

    def without_errors(self) -> "TypedStart":
        """Return the form as it was typed, before anybody asked to start."""
        return replace(self, name_errors={}, target_error="", dealer_error="", non_field_errors=[])

    def with_one_more(self, name: str = "") -> "TypedStart":
        """Return the form with one more field, or with a known ``name`` filled in, or taken out if it is there."""
        texts, seats = list(self.texts), self.seats
        typed = [text.strip() for text in texts]
        if name and name in typed:
            at = typed.index(name)
            texts = [*texts[:at], *texts[at + 1 :], ""]
            seats -= 1
        elif name and "" in typed[:seats]:
            texts[typed.index("")] = name
        elif seats < MOST_NAMES:
            texts[seats] = name
            seats += 1
        return replace(self.without_errors(), texts=texts, seats=shown_seats(str(seats), texts))

    @property
    def dealer_seat(self) -> int | None:
        """The seat that deals first, counted among the names given; None to draw it."""
        if self.dealer == "draw":
            return None
        filled = [i for i, text in enumerate(self.texts, 1) if text.strip()]
        return filled.index(int(self.dealer))


_NAME_TEXT: Final = {
    "required": gettext_noop("Please enter a name."),
    "too_long": gettext_noop("Keep the name to %(most)d characters or fewer."),
    "characters": gettext_noop("Some characters in this name can't be displayed."),
    "signs": gettext_noop("A name needs a letter or a number."),
}


def bad_name_text(bad: InvalidNameError) -> str:
    """Return the sentence why a text is not a valid name."""
    return _(_NAME_TEXT[bad.args[0]]) % {"most": MAX_NAME_LENGTH}


def name_faults(names: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """Return the clean names, and error sentences by index."""
    clean, errors, first_names = list[str](), dict[int, str](), dict[str, str]()
    for place, text in enumerate(names):
        try:
            name = clean_name(text)
        except InvalidNameError as bad:
            errors[place] = bad_name_text(bad)
            clean.append("")
            continue
        clean.append(name)
        first = first_names.setdefault(folded_name(name), name)
        if first is not name:
            errors[place] = _("There's already a player called %(name)s. Add a letter to tell them apart.") % {
                "name": first
            }
    return clean, errors


def seats_fault(rules: ChosenRules | Preset, count: int) -> str:
    """Return a sentence if the rules are not for ``count`` players; else empty."""
    if count in player_counts(rules.rules):
        return ""
    context = {"rules": rules.title, "players": player_counts_text(rules.rules), "count": count}
    if rules.rules.seating == "teams" and count % 2:
        text = ngettext(
            # Translators: %(rules)s is the name of a set of rules, %(players)s "2", "2 to 4" or "6 or 8".
            "%(rules)s is for %(players)s players, but you've entered %(count)d name. Partners play in two teams of "
            "equal size.",
            "%(rules)s is for %(players)s players, but you've entered %(count)d names. Partners play in two teams of "
            "equal size.",
            count,
        )
        return text % context
    text = ngettext(
        # Translators: %(rules)s is the name of a set of rules, %(players)s "2", "2 to 4" or "6 or 8".
        "%(rules)s is for %(players)s players, but you've entered %(count)d name.",
        "%(rules)s is for %(players)s players, but you've entered %(count)d names.",
        count,
    )
    return text % context


def read_start(data: Mapping[str, str]) -> TypedStart:
    """Read the start form."""
    typed = TypedStart(
        texts=[data.get(f"name-{n}", "")[: 20 * MAX_NAME_LENGTH] for n in range(1, MOST_NAMES + 1)],
        preset=data.get("preset", DEFAULT_PRESET)[:60],
        target=data.get("target", "").strip()[:20],
        dealer=data.get("dealer", "draw"),
        key=data.get("key", "")[:100],
    )
    typed.seats = shown_seats(data.get("seats", ""), typed.texts)
    typed.rules = rules_by_value(typed.preset)
    if typed.rules is None:
        typed.non_field_errors.append(_("Please choose the rules."))
        return typed
    _read_names(typed, typed.rules)
    _read_target(typed, typed.rules)
    filled = {str(n) for n, text in enumerate(typed.texts, 1) if text.strip()}
    if typed.dealer not in filled | {"draw"}:
        typed.dealer_error = _("Choose one of the players to deal first.")
    return typed


def shown_seats(seats: str, texts: Sequence[str]) -> int:
    """Return how many name fields to show: as many as the form had, and at least all that are filled in."""
    shown = parse_whole_number(seats, 2) or FEWEST_NAMES
    filled = [n for n, text in enumerate(texts, 1) if text.strip()]
    return min(max(FEWEST_NAMES, shown, *filled), MOST_NAMES)


def _read_names(typed: TypedStart, rules: ChosenRules) -> None:
    places = [n for n, text in enumerate(typed.texts, 1) if text.strip()]
    clean, errors = name_faults([typed.texts[n - 1] for n in places])
    typed.names = clean
    typed.name_errors = {places[i]: text for i, text in errors.items()}
    minimum = player_counts(rules.rules)[0]
    for n in range(1, minimum + 1):
        if n not in places and len(places) < minimum:
            typed.name_errors[n] = _(_NAME_TEXT["required"])
    if not typed.name_errors and (sentence := seats_fault(rules, len(clean))):
        typed.non_field_errors.append(sentence)
    elif not typed.name_errors and rules.rules.seating in ("teams", "captain"):
        # The names below a gap would move up one seat, and so change sides.
        empty = [n for n in range(1, len(places) + 1) if n not in places]
        typed.name_errors |= dict.fromkeys(
            empty, _("Please fill every seat: where you sit decides who your partner is.")
        )


def _read_target(typed: TypedStart, rules: ChosenRules) -> None:
    """Read the target as a house rule; an empty field keeps that of the rules."""
    typed.house_rules = dict(rules.changes)
    if not typed.target:
        return
    if rules.rules.target is None:
        # Translators: %(rules)s is the name of a set of rules.
        text = _("%(rules)s has no target: every hand is settled on its own. Leave this blank.")
        typed.target_error = text % {"rules": rules.title}
        return
    if not typed.target.isdecimal() or not 1 <= int(typed.target) <= 10_000:
        typed.target_error = _("The target must be a whole number from 1 to 10000.")
        return
    target = int(typed.target)
    try:
        with_house_rules(rules.rules, {"target": target})
    except RulesError as illegal:
        typed.target_error = fault_text(illegal.faults[0], ())
        return
    if target != rules.rules.target:
        typed.house_rules["target"] = target
