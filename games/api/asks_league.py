"""The shapes of what is sent to leagues and about accounts, for the schema only, as in ``games.api.asks``."""

from rest_framework import serializers

TAKEN: tuple[type[serializers.Serializer], ...] = ()
"""Every shape that is sent here; all of them refuse fields that they do not have."""
