"""The rules of the gin rummy family: pure functions over frozen values, standard library only.

Sources of every rule: the five documents named in ``presets.json`` and, for the wider family, the published rules
listed in the project's rules notes. Sections quoted as "rules 7" and so on refer to those notes.
"""
