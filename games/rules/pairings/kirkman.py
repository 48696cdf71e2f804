"""Kirkman's schoolgirl problem: rounds of tables of three in which everybody meets everybody else exactly once.

T. P. Kirkman asked for 15 in "Query VI", The Lady's and Gentleman's Diary, 1850. The two constructions from a prime and
the tripling are those of D. K. Ray-Chaudhuri and R. M. Wilson, "Solution of Kirkman's schoolgirl problem", Proceedings
of Symposia in Pure Mathematics 19, 1971. Such rounds exist for 3, 9, 15, 21 and so on; made here, up to 64 people, are
those for 3, 9, 15, 21, 27, 39, 45, 57 and 63, thus all but 33 and 51.
"""

from collections.abc import Sequence

Trio = tuple[int, int, int]
Tables = tuple[tuple[Trio, ...], ...]


def kirkman(people: int) -> Tables | None:
    """Return the ``(people - 1) / 2`` rounds for people ``0`` to ``people - 1``, None if no construction is known here.

    >>> kirkman(9)[:2]
    (((0, 3, 6), (1, 4, 7), (2, 5, 8)), ((0, 4, 8), (1, 5, 6), (2, 3, 7)))
    """
    if people == 3:
        return (((0, 1, 2),),)
    if people % 6 != 3:
        return None
    if _is_suitable(people // 2):
        return _from_two_groups(people // 2)
    if _is_suitable(people // 3):
        return _from_three_groups(people // 3)
    third = kirkman(people // 3)
    return third and _tripled(people // 3, third)


def _is_suitable(number: int) -> bool:
    """Return whether ``number`` is a prime, and 6 divides ``number - 1``."""
    return number % 6 == 1 and all(number % divisor for divisor in range(5, number, 2))


def _powers(prime: int) -> list[int]:
    """Return the powers of the least primitive root of ``prime``, starting with the power 0."""
    every = ([pow(root, exponent, prime) for exponent in range(prime - 1)] for root in range(2, prime))
    return next(powers for powers in every if len(set(powers)) == prime - 1)


def _from_two_groups(prime: int) -> Tables:
    """Return the rounds for two groups of ``prime`` people and one more, who stays while the groups move on."""
    powers, sixth = _powers(prime), prime // 6
    middle = powers.index((powers[sixth] + 1) * pow(2, -1, prime) % prime)

    def table(exponents: Sequence[int], groups: Sequence[int]) -> Trio:
        a, b, c = (powers[e % len(powers)] + group * prime for e, group in zip(exponents, groups, strict=True))
        return a, b, c

    starts = [i for i in range(prime - 1) if i // sixth in (0, 2, 4)]
    tables = [table((i, i + sixth, i + middle), (0, 0, 1)) for i in starts]
    tables += [table([i + middle + turn * sixth for turn in (1, 3, 5)], (1, 1, 1)) for i in range(sixth)]
    return tuple(
        ((step, prime + step, 2 * prime), *(_moved(trio, prime, step) for trio in tables)) for step in range(prime)
    )


def _from_three_groups(prime: int) -> Tables:
    """Return the rounds for three groups of ``prime`` people: one round moved on, others made of one moved table."""
    powers, sixth = _powers(prime), prime // 6

    def table(start: int, groups: Sequence[int]) -> Trio:
        a, b, c = (powers[(start + 2 * sixth * k) % len(powers)] + group * prime for k, group in enumerate(groups))
        return a, b, c

    within = [table(start, [group] * 3) for start in range(sixth) for group in range(3)]
    across = [table(start, (0, 1, 2)) for start in range(prime - 1)]
    tables = [(0, prime, 2 * prime), *within, *(trio for i, trio in enumerate(across) if i // sixth % 2)]
    others = [trio for i, trio in enumerate(across) if i // sixth % 2 == 0]
    return (
        *(tuple(_moved(trio, prime, step) for trio in tables) for step in range(prime)),
        *(tuple(_moved(trio, prime, step) for step in range(prime)) for trio in others),
    )


def _moved(trio: Trio, prime: int, step: int) -> Trio:
    """Return the table with everybody moved ``step`` places on within their group of ``prime`` people."""
    a, b, c = (place - place % prime + (place + step) % prime for place in trio)
    return a, b, c


def _tripled(group: int, rounds: Tables) -> Tables:
    """Return the rounds for three groups, given the ``rounds`` for one of them."""
    across = tuple(
        tuple((i, group + (i + step) % group, 2 * group + (i + 2 * step) % group) for i in range(group))
        for step in range(group)
    )
    within = tuple(
        tuple((a + start, b + start, c + start) for start in (0, group, 2 * group) for a, b, c in tables)
        for tables in rounds
    )
    return across + within
