"""Describe a re-scored game in sentences: who would have won and why."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.analysis.margin_shifts import Cause, MarginShift
from games.rules.analysis.rescore import ComparedRound, GameOutcome, Rescored
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult
from games.rules.settlement import leader
from games.rules.sides import side_of
from games.wording.round_numbers import round_numbers
from games.wording.scores import headline, open_headline
from games.wording.words import listed


def outcome_headline(outcome: GameOutcome, sides: Sequence[str]) -> str:
    """Return who won and by how much; for a game under way, who leads."""
    return headline(outcome.final, sides) if outcome.over else open_headline(outcome.final, sides)


@dataclass(frozen=True, slots=True)
class RescoreText:
    """Builds sentences about a re-scored game. ``own_rules``: those it was played by; ``sides``: names by side."""

    own_rules: RuleSet
    rescored: Rescored
    sides: Sequence[str]

    @property
    def rules(self) -> RuleSet:
        """The rules compared with."""
        return self.rescored.rules

    def why(self, shift: MarginShift) -> str:
        """Return one reason for a change of the result, in a sentence."""
        match shift.cause:
            case Cause.END:
                return self.end()
            case Cause.BONUSES:
                return self._bonuses(shift)
            case Cause.WINNER:
                return self._winner(shift)
            case Cause.EVENT:
                return " ".join(self._events(shift))
            case Cause.COLUMNS:
                return self._columns()
            case Cause.HAND_SCORING:
                return self._hand_scoring(shift)
            case Cause.GIN:
                return self._bonus(shift, ("gin", "big_gin"))
            case Cause.UNDERCUT:
                return self._bonus(shift, ("undercut",))
            case Cause.KNOCK_BONUS:
                return self._bonus(shift, ("knock_bonus",))
            case Cause.BOXES:
                return self._boxes(shift)
            case Cause.DOUBLING:
                return " ".join(self._doubling(shift))
            case Cause.GAME | Cause.LINE | Cause.SHUTOUT:
                return self._paid(shift)
        return self._otherwise(shift)

    def end(self) -> str:
        """Return that the game would have ended earlier; empty if every round counts."""
        uncounted = [pair.number for pair in self.rescored.rounds if pair.other is None]
        if not uncounted:
            return ""
        last = self.rescored.other.last
        leading = leader(self.rescored.other.standing.points)
        values = {"last": last, "target": self.rules.target, "rounds": round_numbers(uncounted)}
        if self.rescored.other.columns or leading is None:
            text = ngettext(
                "The game is over after round %(last)s, so %(rounds)s doesn't count.",
                "The game is over after round %(last)s, so %(rounds)s don't count.",
                len(uncounted),
            )
            return text % values
        text = ngettext(
            "%(who)s reaches %(target)s in round %(last)s, so %(rounds)s doesn't count.",
            "%(who)s reaches %(target)s in round %(last)s, so %(rounds)s don't count.",
            len(uncounted),
        )
        return text % {"who": self.sides[leading], **values}

    def not_over(self) -> str:
        """Return that the game would go on; empty if it is over, or wasn't over as played either."""
        if self.rescored.other.over or not self.rescored.played.over:
            return ""
        return _("%(open)s. We compared the scores so far.") % {"open": self._open()}

    def _open(self) -> str:
        """Return that the game would go on, and why, without a full stop."""
        if self.rescored.other.columns:
            return _("The game would go on because some columns are still open")
        if max(self.rescored.other.standing.points.values()) >= (self.rules.target or 0):
            return _("The game would go on because the leaders are tied")
        return _("The game would go on because nobody has reached %(target)s") % {"target": self.rules.target}

    def _bonuses(self, shift: MarginShift) -> str:
        if self.rescored.other.complete:
            # Translators: within "The game is won here, and that brings ..."
            gains = [_("%(points)d to %(who)s") % self._of(side, n) for side, n in shift.other.items() if n]
            if gains:
                return _("Under these rules the game is over, which gives %(gains)s.") % {"gains": listed(gains)}
            return _("Under these rules the game is over.")
        # Translators: within "These rules have no target: ... would not be paid."
        lost = [_("%(who)s's %(points)d for winning") % self._of(side, n) for side, n in shift.played.items() if n]
        values = {"open": self._open() if self.rules.target is not None else "", "lost": listed(lost)}
        if self.rules.target is None:
            if lost:
                return _("These rules have no target, so %(lost)s wouldn't be paid.") % values
            return _("These rules have no target.")
        return _("%(open)s, so %(lost)s wouldn't be paid.") % values if lost else f"{values['open']}."

    def _of(self, side: int, points: int) -> dict[str, object]:
        return {"who": self.sides[side], "points": points}

    def _winner(self, shift: MarginShift) -> str:
        if self.rules.winner == "first_to_target":
            values = {"target": self.rules.target, "who": self.sides[shift.toward]}
            return _("The first to reach %(target)s wins, whatever the bonuses: %(who)s.") % values
        return _("Under these rules the highest total wins, not the first to reach %(target)s.") % {
            "target": self.own_rules.target
        }

    def _events(self, shift: MarginShift) -> Iterator[str]:
        numbers = {change.number for change in shift.changes}
        rounds_by_outcome: dict[tuple[str, str], list[int]] = {}
        for pair in self.rescored.rounds:
            if pair.number in numbers and pair.other is not None:
                rounds_by_outcome.setdefault(self._event(pair, pair.other), []).append(pair.number)
        for (winner, reason), rounds in list(rounds_by_outcome.items())[:2]:
            values = {"rounds": round_numbers(rounds, capital=True), "who": winner}
            if winner:
                what = ngettext("%(rounds)s goes to %(who)s", "%(rounds)s go to %(who)s", len(rounds)) % values
            else:
                what = ngettext("%(rounds)s scores nothing", "%(rounds)s score nothing", len(rounds)) % values
            yield _("%(what)s: %(why)s.") % {"what": what, "why": reason} if reason else f"{what}."

    def _event(self, pair: ComparedRound, other: RoundResult) -> tuple[str, str]:
        played, rescored = pair.played, other
        if pair.played.hands:
            both = zip(pair.played.hands, other.hands, strict=True)
            played, rescored = next((a, b) for a, b in both if a.winners != b.winners or a.event != b.event)
        winner = listed([self.sides[side_of(self.rules, seat) if other.hands else seat] for seat in rescored.winners])
        reason = {
            (Event.UNDERCUT, Event.KNOCK): _("a tie isn't an undercut"),
            (Event.KNOCK, Event.UNDERCUT): _("a tie is an undercut"),
        }.get((played.event, rescored.event), "")
        if rescored.event is Event.VOID_GIN:
            reason = _("everything was laid off after gin")
        elif played.event is Event.VOID_GIN:
            reason = _("gin counts even if everything is laid off")
        elif played.event is Event.FALSE_KNOCK:
            reason = _("a false knock is taken back")
        return winner, reason

    def _columns(self) -> str:
        columns, totals = self.rescored.other.columns, self.rescored.other.final.totals
        if not columns:
            values = {"score": self._each(self.rescored.other.standing.points)}
            return _("Every round counts once, in a single game: %(score)s points.") % values
        won: dict[int, list[str]] = {}
        for n, column in enumerate(columns, 1):
            if column.final is not None and column.final.winner is not None:
                won.setdefault(column.final.winner, []).append(str(n))
        if not won and any(totals.values()):
            values = {"score": self._each(totals)}
            return _("Every round counts in several games, and none of them is over yet: %(score)s.") % values
        if not won:
            return _("Every round counts in several games, and none of them is over yet.")
        games = [
            ngettext("%(who)s wins game %(games)s", "%(who)s wins games %(games)s", len(numbers))
            % {"who": self.sides[side], "games": listed(numbers)}
            for side, numbers in won.items()
        ]
        text = ngettext(
            "%(n)d game counts: %(won)s. That makes %(score)s.",
            "%(n)d games count: %(won)s. That makes %(score)s.",
            len(columns),
        )
        return text % {"n": len(columns), "won": listed(games), "score": self._each(totals)}

    def _hand_scoring(self, shift: MarginShift) -> str:
        values = {"score": self._each(shift.other)}
        if self.rules.hand_scoring == "flop":
            return _("A win scores 1 point, or 2 with a bonus, whatever the deadwood: %(score)s.") % values
        return _("Under these rules deadwood counts, not hands won: %(score)s points.") % values

    def _bonus(self, shift: MarginShift, kinds: tuple[str, ...]) -> str:
        """Return a sentence about a bonus of rounds: "Gin is worth 20 instead of 25: Ann had 4, Ben 1."."""
        numbers = {change.number for change in shift.changes}
        pairs, counts = set[tuple[int, int]](), Counter[int]()
        for pair in self.rescored.rounds:
            if pair.number in numbers and pair.other is not None:
                played_amounts, other_amounts = self._amounts(pair.played, kinds), self._amounts(pair.other, kinds)
                nothing = [(side, 0) for side, _ in played_amounts or other_amounts]
                # In a team deal another hand may have changed its winner too.
                if played_amounts and other_amounts and len(played_amounts) != len(other_amounts):
                    return self._otherwise(shift)
                pairs |= {
                    (a, b) for (_, a), (_, b) in zip(played_amounts or nothing, other_amounts or nothing, strict=True)
                }
                counts.update(side for side, _ in other_amounts or played_amounts)
        if len(pairs) != 1:
            return self._otherwise(shift)
        played, other = pairs.pop()
        values = {
            "round": min(numbers),
            "n": other,
            "other": other or _("nothing"),
            "played": played or _("nothing"),
            "had": self._had(counts),
        }
        if "knock_bonus" in kinds:
            text = _("A successful knock earns %(n)d extra: %(had)s.")
            return (text if other else _("A successful knock earns no bonus: %(had)s.")) % values
        single = counts.total() == 1
        # Translators: %(other)s and %(played)s are points, or the word "nothing".
        if "gin" in kinds:
            text = _("The gin in round %(round)d is worth %(other)s instead of %(played)s.")
            return (text if single else _("Gin is worth %(other)s instead of %(played)s: %(had)s.")) % values
        text = _("The undercut in round %(round)d is worth %(other)s instead of %(played)s.")
        return (text if single else _("An undercut is worth %(other)s instead of %(played)s: %(had)s.")) % values

    def _amounts(self, result: RoundResult, kinds: tuple[str, ...]) -> list[tuple[int, int]]:
        """Return side and points of each line of those kinds, in team deals of every hand."""
        if not result.hands:
            return [(line.seat, line.points) for line in result.lines if line.kind in kinds]
        return [
            (side_of(self.rules, line.seat), line.points)
            for hand in result.hands
            for line in hand.lines
            if line.kind in kinds
        ]

    def _boxes(self, shift: MarginShift) -> str:
        own_value, value = self.own_rules.box_value, self.rules.box_value
        before, after = self.rescored.played.standing.boxes, self.rescored.other.standing.boxes
        if not value:
            return _("Under these rules boxes are worth nothing: %(had)s.") % {"had": self._had(before)}
        values = {
            "points": value,
            "was": own_value,
            "had": self._had(after),
            "boxes": listed([self._has_instead_of(side, after[side], before[side]) for side in range(len(self.sides))]),
        }
        if own_value == value:
            return _("Boxes are counted differently: %(boxes)s, worth %(points)d each.") % values
        if before == after and own_value:
            return _("A box is worth %(points)d instead of %(was)d: %(had)s.") % values
        if before == after:
            return _("A box is worth %(points)d: %(had)s.") % values
        if own_value:
            return (
                _("A box is worth %(points)d instead of %(was)d, and boxes are counted differently: %(boxes)s.")
                % values
            )
        return _("A box is worth %(points)d, and boxes are counted differently: %(boxes)s.") % values

    def _has_instead_of(self, side: int, now: int, was: int) -> str:
        return _("%(who)s has %(n)d instead of %(was)d") % {"who": self.sides[side], "n": now, "was": was}

    def _doubling(self, shift: MarginShift) -> Iterator[str]:
        more = sorted({change.number for change in shift.changes if abs(change.other) > abs(change.played)})
        less = sorted({change.number for change in shift.changes} - set(more))
        if more:
            text = ngettext("%(rounds)s counts double.", "%(rounds)s count double.", len(more))
            yield text % {"rounds": round_numbers(more, capital=True)}
        if less:
            text = ngettext("%(rounds)s doesn't count double.", "%(rounds)s don't count double.", len(less))
            yield text % {"rounds": round_numbers(less, capital=True)}

    def _paid(self, shift: MarginShift) -> str:
        played_sum, other_sum = sum(shift.played.values()), sum(shift.other.values())
        none_text, lost_text, gain_text, instead_text = _BONUS_TEXTS[shift.cause]
        if not other_sum:
            # Translators: within "There is no game bonus here: ... would not be paid."
            payments = [_("%(who)s's %(points)d") % self._of(side, n) for side, n in shift.played.items() if n]
            return _(lost_text) % {"lost": listed(payments)} if payments else _(none_text)
        values = {
            "who": listed([self.sides[side] for side, n in shift.other.items() if n]),
            "points": other_sum,
            "was": played_sum,
        }
        return _(instead_text if played_sum else gain_text) % values

    def _otherwise(self, shift: MarginShift) -> str:
        changes = [
            self._has_instead_of(side, shift.other[side], shift.played[side])
            for side in range(len(self.sides))
            if shift.other[side] != shift.played[side]
        ]
        return _(_COUNTED_DIFFERENTLY.get(shift.cause, _ROUNDS_COUNTED_DIFFERENTLY)) % {"told": listed(changes)}

    def _each(self, points: Mapping[int, int]) -> str:
        """Return every side's points: "Ann 120, Ben 80"."""
        return ", ".join(f"{name} {points[side]}" for side, name in enumerate(self.sides))

    def _had(self, counts: Mapping[int, int]) -> str:
        """Return how many each side had: "Ann had 4, Ben 1"."""
        having = [side for side in sorted(counts) if counts[side]]
        if not having:
            return _("nobody had any")
        first = _("%(who)s had %(n)d") % {"who": self.sides[having[0]], "n": counts[having[0]]}
        return ", ".join([first, *(f"{self.sides[side]} {counts[side]}" for side in having[1:])])


_BONUS_TEXTS: Final = {
    Cause.GAME: (
        gettext_noop("These rules have no game bonus."),
        gettext_noop("These rules have no game bonus, so %(lost)s wouldn't be paid."),
        gettext_noop("The game bonus gives %(who)s %(points)d."),
        gettext_noop("The game bonus gives %(who)s %(points)d instead of %(was)d."),
    ),
    Cause.LINE: (
        gettext_noop("These rules have no line bonus."),
        gettext_noop("These rules have no line bonus, so %(lost)s wouldn't be paid."),
        gettext_noop("The line bonus gives %(who)s %(points)d."),
        gettext_noop("The line bonus gives %(who)s %(points)d instead of %(was)d."),
    ),
    Cause.SHUTOUT: (
        gettext_noop("These rules have no shutout bonus."),
        gettext_noop("These rules have no shutout bonus, so %(lost)s wouldn't be paid."),
        gettext_noop("The shutout gives %(who)s %(points)d."),
        gettext_noop("The shutout gives %(who)s %(points)d instead of %(was)d."),
    ),
}
"""Four sentences for each bonus: none here, whose wouldn't be paid, who gets how much, and instead of how much."""
_COUNTED_DIFFERENTLY: Final = {
    Cause.GIN: gettext_noop("Gin is scored differently: %(told)s."),
    Cause.UNDERCUT: gettext_noop("Undercuts are scored differently: %(told)s."),
    Cause.UNDERCUT_POINTS: gettext_noop("Undercuts are scored differently: %(told)s."),
    Cause.UNDERCUT_TIED: gettext_noop("Ties for the undercut are scored differently: %(told)s."),
    Cause.KNOCK_POINTS: gettext_noop("Knocks are scored differently: %(told)s."),
    Cause.KNOCK_BONUS: gettext_noop("Knocks are scored differently: %(told)s."),
    Cause.PENALTY: gettext_noop("False knocks are scored differently: %(told)s."),
}
_ROUNDS_COUNTED_DIFFERENTLY: Final = gettext_noop("Rounds are scored differently: %(told)s.")
