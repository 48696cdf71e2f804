"""Reads: from what is stored to what pages, services and the API are given."""
