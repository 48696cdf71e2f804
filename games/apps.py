"""The Django application that holds all models, pages and the API of Scorekeeper."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, games, leagues and the people who play them."""

    name = "games"
    label = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Connect the signal handlers that seal every write."""
        from games.sealing import pending

        pending.connect()
