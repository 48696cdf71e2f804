"""The rules of the gin rummy family: pure functions over frozen values, without Django or any other library.

The rules come from the five documents named in ``presets.json`` and, for the wider family, from the published rules
listed in the project's rules notes. References such as "rules 7" are sections of those notes.
"""
