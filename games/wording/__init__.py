"""Wording: turn values into sentences for people, in the current language."""
