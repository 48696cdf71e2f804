"""Drawings as templates are given them: geometry in the units of their own view boxes, and the numbers behind it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, in a row of its own: what it is of, where it lies, how long it is, and what stands ``after`` it.

    ``few`` tells that it rests on too little to say much.
    """

    label: str
    middle: float
    top: float
    length: float
    after: float
    text: str
    few: bool


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars below one another, from ``left`` to the right. ``title`` says in words what is to be seen.

    ``note`` is to be known of it, ``head`` and ``rows`` are the same numbers as a table.
    """

    title: str
    note: str
    width: int
    height: int
    left: int
    thick: int
    bars: tuple[Bar, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
