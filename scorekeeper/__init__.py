"""The Django project: settings, servers, checks and operating commands. The application is in `games`."""

VERSION = "0.1.0"
