"""The one application of Scorekeeper."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, games, leagues and the people who play them."""

    name = "games"
    label = "games"
    verbose_name = "Games"
