"""Seals: a chain of codes beside the data, made with the server's key.

What is there already is sealed by ``manage.py migrate`` once the tables are as the program knows them
(``games.sealing.backfill``): a later migration may add to what is sealed, and this one could not know of it.
"""

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._guards import guard, unguard

HOW = [
    ("made", "Made"),
    ("changed", "Changed"),
    ("removed", "Removed"),
    ("imported", "Imported"),
    ("since", "Since"),
    ("erased", "Erased"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0022_second_factor")]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.CreateModel(
            name="EntrySeal",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        primary_key=True,
                        related_name="seal",
                        serialize=False,
                        to="games.entry",
                    ),
                ),
                ("how", models.CharField(choices=HOW, max_length=8)),
                ("key", models.PositiveIntegerField()),
                ("salt", models.BigIntegerField()),
                ("by", models.CharField(max_length=64)),
                ("mac", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="SealHead",
            fields=[
                ("chain", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("length", models.PositiveIntegerField()),
                ("mac", models.CharField(max_length=64)),
                ("head", models.CharField(max_length=64)),
                ("key", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="SealKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(unique=True)),
                ("check_value", models.CharField(max_length=64)),
                ("begun_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="SealSalt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=80, unique=True)),
                ("salt", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="RowSeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.CharField(max_length=40)),
                ("number", models.PositiveIntegerField()),
                ("of", models.CharField(max_length=40)),
                ("row", models.CharField(max_length=64)),
                ("how", models.CharField(choices=HOW, max_length=8)),
                ("said", models.TextField()),
                ("at", models.DateTimeField()),
                ("key", models.PositiveIntegerField()),
                ("mac", models.CharField(max_length=64)),
            ],
            options={
                "indexes": [models.Index(fields=["of", "row", "number"], name="seals_of_a_row")],
                "constraints": [
                    models.UniqueConstraint(fields=("chain", "number"), name="one_seal_of_a_number"),
                    models.CheckConstraint(
                        condition=models.Q(("how__in", [word for word, _ in HOW])), name="seal_says_what_happened"
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
