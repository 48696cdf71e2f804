"""The rules of games and seasons in sentences, made only from their parameters."""
