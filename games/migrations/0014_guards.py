"""The database itself holds the ledger: gapless, never changed, never deleted; and numbers have an end.

What they are, and what a later migration of these tables has to do, is said in ``_guards``.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._guards import guard, unguard

ledger_only_grows = import_module("games.migrations.0002_ledger_only_grows")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_imported_results"),
    ]

    operations = [
        migrations.RunPython(ledger_only_grows.unguard, ledger_only_grows.guard),
        migrations.AlterField(
            model_name="entry",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="games.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("seed", None), ("seed__range", (1, 1000000)), _connector="OR"),
                name="seed_has_an_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("game__lte", 5000),
                    ("revision__lte", 5000),
                    models.Q(("round__isnull", True), ("round__lte", 5000), _connector="OR"),
                ),
                name="entry_numbers_have_an_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__lte", 1000000)), name="fixture_number_has_an_end"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__range", (-1000000, 1000000))), name="penalty_has_an_end"
            ),
        ),
        migrations.AddConstraint(
            model_name="roundcheck",
            constraint=models.CheckConstraint(
                condition=models.Q(("game__lte", 5000), ("revision__lte", 5000), ("round__lte", 5000)),
                name="check_numbers_have_an_end",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
