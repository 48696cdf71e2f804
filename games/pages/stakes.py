"""Stakes as pages show them: the form that sets them, and what the evening comes to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What one player has won or lost in all finished games: "+3.40 €"."""

    name: str
    amount: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class EveningView:
    """The evening settled. ``balances`` and ``payments`` ("Ben pays Ann 3.40 €") are empty before the first end."""

    stakes: str
    """"0.10 € a point, 2.00 € a game"."""
    balances: tuple[BalanceLine, ...]
    payments: tuple[str, ...]
    note: str
    """Which games are counted, and that one under way is not."""


@dataclass(frozen=True, slots=True)
class AmountField:
    """One amount of the form, as typed: ``name`` "point", "box" or "game"."""

    name: str
    title: str
    text: str
    error: str


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """A unit that is picked with one tap."""

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
    """What is typed as a unit of one's own; empty where one of ``units`` is picked."""
    unit_error: str
    longest_unit: int
    amounts: tuple[AmountField, ...]
    on: bool
    """Whether the table plays for something now."""
    errors: tuple[str, ...]
