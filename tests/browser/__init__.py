"""Makes this folder a package, so that one Chromium is shared by all its tests and closed after them."""
