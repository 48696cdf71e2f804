"""Pages: function views that parse, call a use case or a selector, and render. No rule is decided here."""
