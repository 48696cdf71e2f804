"""Two more kinds of entry: a change of rules in mid-game, and what the table plays for.

SQLite makes the table anew to change its constraints and drops the trigger with the old one, so the guard of the ledger
is taken off before and put on again after.
"""

from importlib import import_module

from django.db import migrations, models

ledger_only_grows = import_module("games.migrations.0002_ledger_only_grows")
guard, unguard = ledger_only_grows.guard, ledger_only_grows.unguard


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_ledger_only_grows"),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(
            model_name="entry",
            name="entry_kind_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="entry",
            name="entry_names_its_round",
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("start", "Start"),
                    ("round", "Round"),
                    ("correction", "Correction"),
                    ("void", "Void"),
                    ("undo", "Undo"),
                    ("swap", "Swap"),
                    ("finish", "Finish"),
                    ("reopen", "Reopen"),
                    ("rules", "Rules"),
                    ("stakes", "Stakes"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["start", "round", "correction", "void", "undo", "swap", "finish", "reopen", "rules", "stakes"],
                    )
                ),
                name="entry_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ("round", "correction", "void")), ("round__gte", 1), ("round__isnull", False)
                    ),
                    models.Q(
                        ("kind__in", ("start", "swap", "finish", "reopen", "rules", "stakes")), ("round__isnull", True)
                    ),
                    ("kind", "undo"),
                    _connector="OR",
                ),
                name="entry_names_its_round",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
