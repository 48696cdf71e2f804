"""Forms: turn submitted text and JSON into values of the rules. Nothing is saved here."""
