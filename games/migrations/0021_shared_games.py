"""Summaries of games that were shared with people who have no right at the table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_archived_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="SharedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("began", models.PositiveIntegerField()),
                ("nonce", models.CharField(max_length=32)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("language", models.CharField(max_length=16)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shared_games", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("table", "game"),
                        name="game_shared_once",
                    )
                ],
            },
        ),
    ]
