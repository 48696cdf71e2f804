"""Template context of stakes: the form that sets them, and the settlement of the evening."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """A player's winnings or losses in all finished games: "+3.40 €"."""

    name: str
    amount: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class EveningContext:
    """The settlement of the evening; ``balances`` and ``payments`` are empty before the first game is finished."""

    stakes: str
    """"0.10 € a point, 2.00 € a game"."""
    balances: tuple[BalanceLine, ...]
    payments: tuple[str, ...]
    note: str
    """Which games are counted; the one under way is not."""


@dataclass(frozen=True, slots=True)
class AmountField:
    """One amount of the form, as typed: ``name`` "point", "box" or "game"."""

    name: str
    title: str
    text: str
    error: str


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """A unit with a button."""

    value: str
    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class StakesPage:
    """The page where stakes are set."""

    table_title: str
    table_url: str
    action: str
    revision: int
    units: tuple[UnitChoice, ...]
    unit: str
    """A typed unit; empty if one of ``units`` is chosen."""
    unit_error: str
    longest_unit: int
    amounts: tuple[AmountField, ...]
    has_stakes: bool
    """Whether the table plays for stakes now."""
    errors: tuple[str, ...]
