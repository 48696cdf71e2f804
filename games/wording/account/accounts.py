"""Sentences about API tokens."""

from typing import Final

from django.utils.translation import gettext_noop

# Translators: what a token for programs may do; it stands alone.
SCOPES: Final = {
    "read": gettext_noop("can read"),
    "score": gettext_noop("can read and score"),
    "manage": gettext_noop("can do everything, including starting tables"),
}
"""What an API token allows at its account's tables and in its leagues, by scope.

Translated where it is shown.
"""
