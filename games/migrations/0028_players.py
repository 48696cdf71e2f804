"""Somebody joins or leaves a table: a kind of entry.

The guards are taken off before and put on again after, as ``_guards`` says.
"""

from django.db import migrations, models

from games.migrations._guards import guard, unguard

NOT_ABOUT_A_ROUND = ("start", "swap", "finish", "reopen", "rules", "stakes", "handover", "players")
KINDS = ["start", "round", "correction", "void", "undo", *NOT_ABOUT_A_ROUND[1:]]


class Migration(migrations.Migration):
    dependencies = [("games", "0027_typed_results")]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(model_name="entry", name="entry_kind_is_known"),
        migrations.RemoveConstraint(model_name="entry", name="entry_names_its_round"),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(choices=[(kind, kind.capitalize()) for kind in KINDS], max_length=10),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("kind__in", KINDS)), name="entry_kind_is_known"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ("round", "correction", "void")), ("round__gte", 1), ("round__isnull", False)
                    ),
                    models.Q(("kind__in", NOT_ABOUT_A_ROUND), ("round__isnull", True)),
                    ("kind", "undo"),
                    _connector="OR",
                ),
                name="entry_names_its_round",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
