#!/usr/bin/env python3
"""Run a Scorekeeper command: `python3 manage.py start`, `python3 manage.py test`, or any of Django's.

This file must parse on every Python 3, so that an old one gets a sentence instead of a syntax error.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older one is exactly who this is for
    sys.exit(
        (
            "Scorekeeper needs Python 3.11 or newer, but this is Python {}.{}. Install a newer one and use it by "
            "name, for example: python3.12 manage.py start"
        ).format(*sys.version_info)
    )

if __name__ == "__main__":
    from scorekeeper.bootstrap import enter_environment

    enter_environment(sys.argv)

    from scorekeeper.command import main

    main()
