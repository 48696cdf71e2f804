"""HTTP code shared by pages and API: error responses, headers, rate limits, sessions, file downloads."""
