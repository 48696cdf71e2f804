"""Find the columns with the names of members, by their headings in any of our languages."""

import re
from collections.abc import Sequence
from typing import Final

_GIVEN: Final = frozenset(
    (
        *("firstname", "firstnames", "givenname", "givennames", "forename", "forenames", "vorname", "vornamen"),
        *("prénom", "prénoms", "prenom", "prenoms", "nombre", "nombres", "nome", "nomi"),
        *("imię", "imie", "imiona"),
    )
)
_SURNAMES: Final = frozenset(
    (
        *("surname", "surnames", "lastname", "familyname", "nachname", "familienname", "zuname", "nomdefamille"),
        *("apellido", "apellidos", "apellido1", "primerapellido", "cognome", "cognomi", "nazwisko", "nazwiska"),
    )
)
_SECOND_SURNAMES: Final = frozenset(("apellido2", "segundoapellido"))
_WHOLE: Final = frozenset(
    (
        *("fullname", "firstandlastname", "nameandsurname", "vorundnachname", "vornameundnachname", "vornamenachname"),
        *("namevorname", "nachnamevorname", "nomcomplet", "nometprénom", "nometprenom", "prénometnom", "prenometnom"),
        *("nomprénom", "nomprenom", "nombrecompleto", "nombreyapellido", "nombreyapellidos", "apellidosynombre"),
        *("nomecompleto", "nomeecognome", "cognomeenome", "nomecognome", "imięinazwisko", "imieinazwisko"),
        *("nazwiskoiimię", "nazwiskoiimie"),
    )
)
"""Both names in one column."""
_NAMES: Final = frozenset(("name", "nom"))
"""The whole name, the surname beside a given name ("Name, Vorname"), or the given name beside a surname."""


def name_columns(headings: Sequence[str]) -> tuple[int, ...]:
    """Return the columns that make up a name, given name first; none where a file has no names, or has results.

    >>> name_columns(["name", "vorname", "ort"])
    (1, 0)
    >>> name_columns(["name", "surname"])
    (0, 1)
    >>> name_columns(["imię i nazwisko", "miasto"])
    (0,)
    """
    if "night" in headings or "player 1" in headings:
        return ()
    joined = [re.sub(r"[\W_]+", "", heading) for heading in headings]
    whole, given, surnames, seconds, names = (
        [column for column, heading in enumerate(joined) if heading in known]
        for known in (_WHOLE, _GIVEN, _SURNAMES, _SECOND_SURNAMES, _NAMES)
    )
    if whole:
        return (whole[0],)
    if names and given and surnames:
        return (names[0],)
    parts = [*given, *surnames] if given and surnames else [*given, *names, *surnames]
    return (*parts[:2], *(seconds if surnames else ()))
