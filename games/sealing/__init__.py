"""Tamper evidence for the database: every write appends a seal (a keyed hash) to a chain, which the audit checks.

* ``registry`` defines for every model which chain its rows belong to, and for every column whether it is sealed.
* ``keys`` derives the keys from the server's secret, and finds the key with a given number.
* ``encoding`` makes the text that a seal is computed from.
* ``pending`` records every write, and has it sealed at the end of the same transaction.
* ``chains`` appends seals to the chains, ``writing`` decides which at the end of a transaction.
* ``backfill`` seals rows that are older than the seals.
"""
