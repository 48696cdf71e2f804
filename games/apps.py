"""The Django application that holds all models, pages and the API of Scorekeeper."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, games, leagues and the people who play them."""

    name = "games"
    label = "games"
    verbose_name = "Games"
