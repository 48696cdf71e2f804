"""A season's night: who is in the room, calls for the referee, and the clock of a round.

The guards are taken off before and put on again after, as ``_guards`` says.
"""

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._guards import guard, unguard

_KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("games", "0030_games_in_standings")]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                ("id", _KEY.clone()),
                ("night", models.DateField()),
                ("here", models.BooleanField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attendances", to="games.entrant"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attendances", to="games.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("entrant", "night"), name="one_attendance_per_night"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                ("id", _KEY.clone()),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("answered", models.BooleanField(default=False)),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="games.fixture"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("fixture",),
                        name="one_open_call_per_fixture",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("answered", False), ("closed_at__isnull", False), _connector="OR"),
                        name="answered_call_is_closed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundClock",
            fields=[
                ("id", _KEY.clone()),
                ("minutes", models.PositiveSmallIntegerField()),
                (
                    "at_end",
                    models.CharField(
                        choices=[("hand", "Hand"), ("game", "Game"), ("nothing", "Nothing")], max_length=7
                    ),
                ),
                ("ends_at", models.DateTimeField(null=True)),
                ("remaining", models.PositiveIntegerField(null=True)),
                ("last_hand_at", models.DateTimeField(null=True)),
                ("extra", models.JSONField(default=dict)),
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock", to="games.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("at_end__in", ["hand", "game", "nothing"])), name="clock_end_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__isnull", True), ("remaining__isnull", True), _connector="OR"),
                        name="clock_runs_or_is_paused",
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
