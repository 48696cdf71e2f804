"""Tokens of accounts for programs, the tables they start, and the links they stand for at a table."""

import django.db.models.deletion
import games.models.table
from django.conf import settings
from django.db import migrations, models

from games.migrations._guards import guard, unguard


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_reports"),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.AddField(
            model_name="table",
            name="account",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="tables",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=games.models.table.new_public_id, max_length=16, unique=True)),
                ("label", models.CharField(max_length=60)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "Read"), ("score", "Score"), ("manage", "Manage")], max_length=6
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="accesslink",
            name="api_token",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="links", to="games.apitoken"
            ),
        ),
        migrations.AddConstraint(
            model_name="accesslink",
            constraint=models.UniqueConstraint(
                fields=("table", "api_token", "role"), name="one_link_per_table_token_and_role"
            ),
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=models.Q(("scope__in", ["read", "score", "manage"])), name="token_scope_is_known"
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
