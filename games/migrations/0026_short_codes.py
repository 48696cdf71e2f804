"""Codes to ask for a place at a table and to take all games to a new phone, and a count of what was asked.

The guards are taken off before and put on again after, as ``_guards`` says.
"""

import django.db.models.deletion
from django.db import migrations, models

import games.models.table
from games.migrations._guards import guard, unguard


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_passkeys"),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.AddField(
            model_name="table",
            name="asked",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="table",
            name="asked_at",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="GamesMove",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nonce", models.CharField(max_length=32)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="games.device"
                    ),
                ),
                (
                    "left_behind",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moved_away",
                        to="games.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JoinCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nonce", models.CharField(max_length=32)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="join_codes", to="games.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=games.models.table.new_public_id, max_length=16, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[("watch", "Watch"), ("score", "Score"), ("owner", "Owner")], max_length=5
                    ),
                ),
                ("label", models.CharField(max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[("asked", "Asked"), ("admitted", "Admitted"), ("declined", "Declined")],
                        default="asked",
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("answered_by", models.CharField(blank=True, max_length=60)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="join_requests", to="games.device"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="join_requests", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "device"), name="one_join_request_per_table_and_device"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["watch", "score"])), name="join_role_is_known"
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
