"""Seals that were given out, which the database itself keeps as they are."""

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._guards import guard, unguard


def _of(model, name):
    return models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name=name, to=model)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_seal_chains"),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("game", "Game"), ("season", "Season")], max_length=6)),
                ("seal", models.CharField(db_index=True, max_length=16)),
                ("digest", models.CharField(max_length=64)),
                ("bare", models.CharField(max_length=64)),
                ("names", models.JSONField(default=list)),
                ("game", models.PositiveSmallIntegerField(null=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("season", _of("games.season", "seals")),
                ("table", _of("games.table", "seals")),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "game")), fields=("seal", "table", "game"), name="game_sealed_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "season")), fields=("seal", "season"), name="season_sealed_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["game", "season"])), name="seal_kind_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("game__isnull", False),
                                ("kind", "game"),
                                ("season", None),
                                ("table__isnull", False),
                            ),
                            models.Q(
                                ("game", None),
                                ("kind", "season"),
                                ("season__isnull", False),
                                ("table", None),
                            ),
                            _connector="OR",
                        ),
                        name="seal_says_what_it_is_of",
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
