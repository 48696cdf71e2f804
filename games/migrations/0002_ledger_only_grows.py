"""The database itself refuses to change an entry of the ledger."""

from django.db import migrations

SQLITE = """
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON games_entry
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never changed'); END
"""
POSTGRESQL = """
CREATE FUNCTION entry_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'an entry of the ledger is never changed'; END $$;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON games_entry
FOR EACH ROW EXECUTE FUNCTION entry_is_never_changed()
"""


def guard(apps, schema_editor):
    schema_editor.execute({"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor])


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER entry_is_never_changed")
    else:
        schema_editor.execute("DROP TRIGGER entry_is_never_changed ON games_entry")
        schema_editor.execute("DROP FUNCTION entry_is_never_changed")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
