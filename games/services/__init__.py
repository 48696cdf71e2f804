"""Writes: one keyword-only, atomic function for each use case, the same behind page, API and command."""
