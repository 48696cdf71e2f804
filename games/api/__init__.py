"""The same use cases as the pages, as JSON (see the schema at /api/v1/schema/)."""
