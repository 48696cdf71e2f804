"""Page views: functions that parse the request, call a service or a selector, and render. No rule is decided here."""
