"""Webhooks, what is to be told them, and the mark of tables and leagues that have any.

The mark has a default in the database too: a server of the version before may still start tables meanwhile.
"""

import django.db.models.deletion
import games.models.table
import games.models.webhook
from django.conf import settings
from django.db import migrations, models

from games.migrations._guards import guard, unguard


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_renewed_devices"),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.AddField(
            model_name="league",
            name="hooked",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="hooked",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=games.models.table.new_public_id, max_length=16, unique=True)),
                ("url", models.CharField(max_length=500)),
                ("events", models.JSONField(default=list)),
                ("nonce", models.CharField(max_length=32)),
                ("secret_hash", models.CharField(max_length=64)),
                ("former_nonce", models.CharField(blank=True, max_length=32)),
                ("rotated_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("retry_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("lease", models.CharField(blank=True, max_length=32)),
                ("leased_until", models.DateTimeField(null=True)),
                ("off_at", models.DateTimeField(null=True)),
                (
                    "off_why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("by_hand", "By Hand"),
                            ("failing", "Failing"),
                            ("gone", "Gone"),
                            ("no_right", "No Right"),
                            ("new_key", "New Key"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="games.league",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="games.accesslink",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=games.models.webhook.new_message_id, max_length=24, unique=True),
                ),
                (
                    "event",
                    models.CharField(
                        choices=[
                            ("round", "Round"),
                            ("game", "Game"),
                            ("match", "Match"),
                            ("standings", "Standings"),
                            ("ping", "Ping"),
                        ],
                        max_length=9,
                    ),
                ),
                ("action", models.CharField(max_length=10)),
                ("game", models.PositiveSmallIntegerField(null=True)),
                ("round", models.PositiveSmallIntegerField(null=True)),
                ("revision", models.PositiveIntegerField(null=True)),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("delivered", "Delivered"), ("given_up", "Given Up")],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("tried_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, max_length=16)),
                ("answer", models.CharField(blank=True, max_length=500)),
                (
                    "fixture",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.fixture"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.season"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.table"
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        db_constraint=False,
                        to="games.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("account", None), ("league", None), ("link__isnull", False)),
                    models.Q(("account__isnull", False), ("link", None)),
                    _connector="OR",
                ),
                name="webhook_is_held_by_an_account_or_a_link",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("league__isnull", False), ("table", None)),
                    models.Q(("league", None), ("table__isnull", False)),
                    _connector="OR",
                ),
                name="webhook_is_at_a_table_or_a_league",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("off_at", None), ("off_why", "")),
                    models.Q(
                        ("off_at__isnull", False),
                        ("off_why__in", ["by_hand", "failing", "gone", "no_right", "new_key"]),
                    ),
                    _connector="OR",
                ),
                name="webhook_says_why_it_is_off",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")), fields=["webhook", "id"], name="deliveries_that_wait"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["at"], name="deliveries_by_age"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("event__in", ["round", "game", "match", "standings", "ping"])),
                name="delivery_event_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "delivered", "given_up"])), name="delivery_state_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("revision", None), ("revision__lte", 5000), _connector="OR"),
                name="delivery_revision_has_an_end",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
