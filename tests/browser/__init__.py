"""Makes this folder a package of tests: one Chromium is shared by the package and gone after it."""
