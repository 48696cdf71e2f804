"""The rules in sentences: of a game and of a season, by nothing but their parameters."""
