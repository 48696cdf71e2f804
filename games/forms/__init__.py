"""From text and JSON to the values of the rules; nothing is saved here."""
