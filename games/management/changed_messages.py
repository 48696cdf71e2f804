"""Find which new English messages are reworded old ones, so that their translations can be reused.

A message is identified only by its text, so this is a guess: the texts are similar, or the new one is in its file where
the old one was. A wrong guess isn't shown (``scorekeeper.translations.is_shown``); it only costs a translator a look.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

Key = tuple[str | None, str]
"""What identifies a message: its context, and its text in English (the singular, if there is a plural)."""
Place = tuple[str, Key]
"""A file and a message in it; messages are listed in the order of the file."""

_ALIKE: Final = 0.6
"""The similarity above which two texts count as reworded, the same as in GNU gettext and Babel."""


@lru_cache(maxsize=1)
def pairs(before: tuple[Place, ...], after: tuple[Place, ...]) -> Mapping[Key, Key]:
    """Map each new message that is a reworded old one to that one; each old message is used at most once.

    Cached, because all languages usually have the same messages, and hundreds of changes at once take seconds.
    """
    files = {key: file for file, key in reversed([*before, *after])}
    old, new = {key for _, key in before}, {key for _, key in after}
    # In the order of the files, so that the same input always gives the same pairs.
    gone = [key for _, key in before if key not in new]
    come = [key for _, key in after if key not in old]
    found = _alike(gone, come, files)
    given = set(found.values())
    renamed = {was: now for now, was in found.items()}
    open_old, open_new = set(gone) - given, set(come) - found.keys()
    for was, now in _in_place([(file, renamed.get(key, key)) for file, key in before], after):
        if was in open_old and now in open_new:
            found[now] = was
            open_old.discard(was)
            open_new.discard(now)
    return found


def _alike(gone: Iterable[Key], come: Iterable[Key], files: dict[Key, str]) -> dict[Key, Key]:
    """Pair messages with similar texts: the most similar first, then those with the same context and file."""
    ranked = list[tuple[float, bool, bool, Key, Key]]()
    matcher = SequenceMatcher(None, autojunk=False)
    for now in come:
        # SequenceMatcher remembers what it learned about its second text.
        matcher.set_seq2(now[1].lower())
        for was in gone:
            matcher.set_seq1(was[1].lower())
            # The quick ones are upper bounds.
            if matcher.real_quick_ratio() < _ALIKE or matcher.quick_ratio() < _ALIKE:
                continue
            if (ratio := matcher.ratio()) >= _ALIKE:
                ranked.append((ratio, was[0] == now[0], files[was] == files[now], now, was))
    ranked.sort(key=lambda one: one[:3], reverse=True)
    found, given = dict[Key, Key](), set[Key]()
    for *_, now, was in ranked:
        if now not in found and was not in given:
            found[now] = was
            given.add(was)
    return found


def _in_place(before: Sequence[Place], after: Sequence[Place]) -> Iterable[tuple[Key, Key]]:
    """Yield pairs between the same neighbours in the same file, if as many messages are there as before."""
    then, now = _by_file(before), _by_file(after)
    for file in then:
        matcher = SequenceMatcher(None, then[file], now.get(file, []), autojunk=False)
        for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
            if tag == "replace" and old_end - old_start == new_end - new_start:
                yield from zip(then[file][old_start:old_end], now[file][new_start:new_end], strict=True)


def _by_file(places: Iterable[Place]) -> dict[str, list[Key]]:
    found = defaultdict[str, list[Key]](list)
    for file, key in places:
        found[file].append(key)
    return found
