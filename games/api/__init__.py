"""The JSON API, version 1: the use cases of the pages for programs. Its OpenAPI schema is at /api/v1/schema/.

``viewsets.py`` begins with how to write one.
"""
