"""Hands that wait until their round is saved, and whose phone is whose."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_from_paper")]

    operations = [
        migrations.CreateModel(
            name="OwnHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("player", models.PositiveSmallIntegerField()),
                ("cards", models.CharField(max_length=300)),
                ("revealed_by", models.CharField(blank=True, max_length=60)),
                ("by", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="own_hands",
                        to="games.device",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_hands", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["player"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "game", "round", "player"), name="one_own_hand_per_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.PositiveSmallIntegerField()),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_seats", to="games.device"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_seats", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "device"), name="one_own_seat_per_device")]
            },
        ),
    ]
