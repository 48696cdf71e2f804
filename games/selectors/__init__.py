"""Reads: each module queries models and returns plain values for pages, services and the API. Nothing is written."""
