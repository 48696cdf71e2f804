"""The Django application that holds all models, pages and the API of Scorekeeper."""

from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, games, leagues and the people who play them."""

    name = "games"
    label = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Connect the receivers of allauth's signals."""
        import_module("games.views.account.signals")
