"""Find the columns with the names of members, by their headings in any of our languages."""

from collections.abc import Sequence
from typing import Final

_GIVEN: Final = frozenset(
    ("firstname", "givenname", "forename", "vorname", "prénom", "prenom", "nombre", "nome", "imię", "imie")
)
_SURNAMES: Final = frozenset(
    (
        *("surname", "lastname", "familyname", "nachname", "familienname", "zuname", "nomdefamille"),
        *("apellido", "apellidos", "cognome", "nazwisko"),
    )
)
_NAMES: Final = frozenset(("name", "fullname", "nom"))
"""The whole name, the surname beside a given name ("Name, Vorname"), or the given name beside a surname."""


def name_columns(headings: Sequence[str]) -> tuple[int, ...]:
    """Return the columns that make up a name, given name first; none where a file has no names, or has results.

    >>> name_columns(["name", "vorname", "ort"])
    (1, 0)
    >>> name_columns(["name", "surname"])
    (0, 1)
    """
    if "night" in headings or "player 1" in headings:
        return ()
    joined = [heading.replace(" ", "") for heading in headings]
    given, surnames, names = (
        [column for column, heading in enumerate(joined) if heading in known] for known in (_GIVEN, _SURNAMES, _NAMES)
    )
    if names and given and surnames:
        return (names[0],)
    parts = [*given, *surnames] if given and surnames else [*given, *names, *surnames]
    return tuple(parts[:2])
