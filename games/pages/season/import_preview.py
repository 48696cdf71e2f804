"""Build the preview of an import, and what has to be asked before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.season.csv_cells import DATE_ORDERS, order_text
from games.forms.season.import_answers import MOST_DOUBTFUL, ImportAnswers, numbered_name
from games.forms.season.results_csv import CsvContent, RepeatedName
from games.forms.season.sheet_letters import NO_LETTERS, letter_samples
from games.pages.season.season_setup import FieldOption, FormField
from games.services.season.imported_lines import DoubtfulLine
from games.services.season.results_import import ImportPlan
from games.wording.season.season_events import short_night_text
from games.wording.words import amount_text, listed

_PEOPLE = ("one", "several")
_MOST_RESULTS = 20
"""The most results that are listed as they will be imported."""
_MOST_LINES = 5
"""The most repeated lines that are named; the rest is only counted."""


@dataclass(frozen=True, slots=True)
class PreviewedResult:
    """A result as it will be imported: "Tue, Oct 6, 2026", and each side's name with its points."""

    night: str
    sides: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The preview of an import; ``action`` carries it out with the ``hidden`` fields, "" if nothing would be new."""

    sentences: tuple[str, ...]
    action: str
    hidden: tuple[tuple[str, str], ...] = ()
    results: tuple[PreviewedResult, ...] = ()
    more: int = 0
    """How many results aren't listed."""


@dataclass(frozen=True, slots=True)
class ImportQuestions:
    """Questions that a person has to answer before the preview; the ``hidden`` fields are what was answered before."""

    fields: tuple[FormField, ...]
    hidden: tuple[tuple[str, str], ...]


def order_options(chosen: str = "") -> FormField:
    """Return the field that says how dates like 3/11/2026 are read."""
    options = (
        FieldOption("", _("Work it out from the file"), chosen == ""),
        FieldOption("dmy", _("Day first (3/11 is in November)"), chosen == "dmy"),
        FieldOption("mdy", _("Month first (3/11 is in March)"), chosen == "mdy"),
    )
    return FormField("dates", _("Dates like 3/11/2026"), "select", options=options)


def import_questions(
    content: CsvContent, similar: Mapping[str, tuple[str, ...]], answers: ImportAnswers, *, teams: bool
) -> ImportQuestions | None:
    """Return the questions that ``answers`` leave open; None without any."""
    fields = list[FormField]()
    hidden = list[tuple[str, str]]()
    for number, repeated in enumerate(content.repeated):
        hidden.append((f"repeated-{number}", repeated.name))
        if answers.people.get(repeated.name) in _PEOPLE:
            hidden.append((f"people-{number}", answers.people[repeated.name]))
        else:
            fields.append(_people_field(number, repeated))
    question = content.dates.question
    if question:
        options = tuple(FieldOption(order, order_text(order, question.text)) for order in DATE_ORDERS)
        fields.append(FormField("dates", _("Which comes first in the dates of this file?"), "radio", options=options))
    hidden += [] if question else [("dates", answers.order)]
    for number, (name, others) in enumerate(similar.items()):
        hidden.append((f"asked-{number}", name))
        given = answers.names.get(name)
        if given is not None and given in ("", *others):
            hidden.append((f"same-{number}", given))
            continue
        options = tuple(FieldOption(other, _("%(other)s, written differently") % {"other": other}) for other in others)
        if not teams:
            options += (FieldOption("", _("Someone new")),)
        fields.append(FormField(f"same-{number}", _("Who is “%(name)s”?") % {"name": name}, "radio", options=options))
    return ImportQuestions(tuple(fields), tuple(hidden)) if fields else None


def _people_field(number: int, repeated: RepeatedName) -> FormField:
    several = listed([repeated.name, *(numbered_name(repeated.name, at) for at in range(2, len(repeated.lines) + 1))])
    options = (
        FieldOption("one", _("One person")),
        FieldOption("several", _("Different people: %(names)s") % {"names": several}),
    )
    label = _("“%(name)s” is on lines %(lines)s. Is that one person or several?")
    lines = listed([str(line) for line in repeated.lines])
    return FormField(f"people-{number}", label % {"name": repeated.name, "lines": lines}, "radio", options=options)


def letters_question(readings: Mapping[str, str], answers: ImportAnswers) -> ImportQuestions:
    """Return the question which of several readings of a file is right, by names as each reads them."""
    options = tuple(
        FieldOption(page, listed([f"“{sample}”" for sample in samples]))
        for page, samples in letter_samples(readings).items()
    )
    none = FieldOption(NO_LETTERS, _("None of these"), note=unicode_hint())
    field = FormField("letters", _("Which of these is spelled right?"), "radio", options=(*options, none))
    return ImportQuestions((field,), answers.hidden_fields())


def doubtful_question(plan: ImportPlan, answers: ImportAnswers) -> ImportQuestions:
    """Return the question which doubtful lines are matches of their own."""
    options = tuple(FieldOption(str(doubt.result.line), _doubt_text(doubt)) for doubt in plan.doubtful[:MOST_DOUBTFUL])
    label = _("Which of these lines do you want to import as they are? The others are left out.")
    field = FormField("further", label, "several", options=options)
    return ImportQuestions((field,), (*answers.hidden_fields(), ("doubted", "1")))


def unicode_hint() -> str:
    """Return how a file is saved so that its letters are clear."""
    return _("Save the file as UTF-8 (in Excel: “CSV UTF-8”), then choose it again.")


def import_preview(
    content: CsvContent, plan: ImportPlan, action: str, hidden: tuple[tuple[str, str], ...]
) -> ImportPreview:
    """Return the preview of an import that ``action`` carries out; "" if nothing would be new."""
    results = tuple(
        PreviewedResult(
            short_night_text(result.night, year=True),
            tuple((side.name, amount_text(side.points)) for side in result.sides),
        )
        for result in plan.added[:_MOST_RESULTS]
    )
    return ImportPreview(_sentences(content, plan), action, hidden, results, len(plan.added) - len(results))


def _sentences(content: CsvContent, plan: ImportPlan) -> tuple[str, ...]:
    """Return what the import would do, and how the file was read, in sentences."""
    sentences = [_("This would add %(what)s.") % {"what": plan_text(plan)}]
    if plan.members:
        sentences.append(_("New to the league: %(names)s.") % {"names": listed(plan.members)})
    if plan.joining:
        sentences.append(_("New this season: %(names)s.") % {"names": listed(plan.joining)})
    if plan.planned:
        sentences.append(_("For planned matches: %(results)s.") % {"results": _results_text(plan.planned)})
    if plan.known:
        template = ngettext(
            "%(n)d result in the file is already here.", "%(n)d results in the file are already here.", plan.known
        )
        sentences.append(template % {"n": plan.known})
    sentences += _doubtful_sentences(plan)
    sentences += _mirrored_sentences(plan)
    sentences += _several_sentences(plan)
    sentences += _undrawn_sentences(plan)
    if content.dates.decided_by:
        sentences.append(order_text(content.dates.order, content.dates.decided_by) + ".")
    if content.ignored:
        ignored = content.ignored[:20]
        columns = listed([f"“{name[:40]}”" for name in ignored])
        template = ngettext("The column %(columns)s isn't used.", "The columns %(columns)s aren't used.", len(ignored))
        sentences.append(template % {"columns": columns})
    return tuple(sentences)


def plan_text(plan: ImportPlan) -> str:
    """Return what ``plan`` adds: "2 new members and 5 results"."""
    return counts_text(len(plan.members), len(plan.joining), plan.results)


def counts_text(members: int, joining: int, results: int) -> str:
    """Return what is new; ``joining`` are members who are new only to the season."""
    # Translators: stands behind a colon or "it would bring".
    parts = [ngettext("%(n)d new member", "%(n)d new members", members) % {"n": members}] if members else []
    if joining:
        template = ngettext("%(n)d player new to this season", "%(n)d players new to this season", joining)
        parts.append(template % {"n": joining})
    parts += [_results_text(results)] if results else []
    return listed(parts) or _("nothing new")


def _doubt_text(doubt: DoubtfulLine) -> str:
    """Return a doubtful line, and what makes it doubtful."""
    here, result = doubt.here, doubt.result
    values = {
        "result": _result_text(result.night, [(side.name, side.points) for side in result.sides]),
        "other": doubt.other,
    }
    if here is None and not doubt.other:
        best = max(side.points for side in result.sides)
        values["ahead"] = listed([side.name for side in result.sides if side.points == best])
        if result.winner is None:
            text = _("%(result)s. The “winner” column says it's a draw, but the points say %(ahead)s.")
        else:
            values["winner"] = result.sides[result.winner].name
            text = _("%(result)s. The “winner” column says %(winner)s, but the points say %(ahead)s.")
    elif here is None:
        text = _("%(result)s. Line %(other)s already has this match.")
    else:
        values |= {"number": here.number, "here": _result_text(here.night, here.sides)}
        same = here.night in (None, result.night) and dict(here.sides) == {s.name: s.points for s in result.sides}
        if here.canceled:
            text = _("%(result)s. Match %(number)s is already here, but was canceled.")
        elif same:
            text = _("%(result)s. Match %(number)s has another winner, or other boxes, gins or shutouts.")
        else:
            text = _("%(result)s. Match %(number)s is already here: %(here)s.")
    return _("Line %(line)s: %(fault)s") % {"line": result.line, "fault": text % values}


def _result_text(night: date | None, sides: Sequence[tuple[str, int]]) -> str:
    """Return a result in short: "Ann 100 – Ben 40 (Tue, Oct 6, 2026)"."""
    text = " – ".join(f"{name} {amount_text(points)}" for name, points in sides)
    return f"{text} ({short_night_text(night, year=True)})" if night else text


def _doubtful_sentences(plan: ImportPlan) -> list[str]:
    left_out = _("This line is left out.")
    sentences = [f"{_doubt_text(doubt)} {left_out}" for doubt in plan.doubtful[:_MOST_LINES]]
    return sentences + _more_lines(len(plan.doubtful) - len(sentences))


def _several_sentences(plan: ImportPlan) -> list[str]:
    """Return how many matches the same people play on a night, where they are several."""
    template = _("%(names)s: %(n)s matches on %(night)s (lines %(lines)s).")
    sentences = [
        template
        % {
            "names": listed([side.name for side in group[0].sides]),
            "n": len(group),
            "night": short_night_text(group[0].night, year=True),
            "lines": listed([str(result.line) for result in group]),
        }
        for group in plan.several[:_MOST_LINES]
    ]
    return sentences + _more_lines(sum(len(group) for group in plan.several[_MOST_LINES:]))


def _more_lines(more: int) -> list[str]:
    """Return how many lines aren't named; nothing if there are none."""
    if not more:
        return []
    return [ngettext("%(n)d more line is like this.", "%(n)d more lines are like this.", more) % {"n": more}]


def _mirrored_sentences(plan: ImportPlan) -> list[str]:
    template = _("Line %(line)s is the same match as line %(other)s with the sides swapped. It counts once.")
    sentences = [template % {"line": line, "other": other} for line, other in plan.mirrored[:_MOST_LINES]]
    more = len(plan.mirrored) - _MOST_LINES
    if more > 0:
        sentences.append(
            ngettext("%(n)d more line repeats a match like this.", "%(n)d more lines repeat matches like this.", more)
            % {"n": more}
        )
    return sentences


def _undrawn_sentences(plan: ImportPlan) -> list[str]:
    template = _(
        "Line %(line)s: the draw has no open match for %(names)s. The result would count, but nobody would advance "
        "because of it."
    )
    sentences = [
        template % {"line": result.line, "names": listed([side.name for side in result.sides])}
        for result in plan.undrawn[:_MOST_LINES]
    ]
    more = len(plan.undrawn) - _MOST_LINES
    if more > 0:
        sentences.append(
            ngettext(
                "%(n)d more result has no match in the draw.", "%(n)d more results have no match in the draw.", more
            )
            % {"n": more}
        )
    return sentences


def _results_text(number: int) -> str:
    return ngettext("%(n)d result", "%(n)d results", number) % {"n": number}
