"""Passkeys, each of a second factor and gone with it."""

import django.db.models.deletion
from django.db import migrations, models

import games.models.table


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_seals"),
    ]

    operations = [
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=games.models.table.new_public_id, max_length=16, unique=True),
                ),
                ("label", models.CharField(max_length=60)),
                ("rp_id", models.CharField(max_length=253)),
                ("credential_id", models.CharField(max_length=1364, unique=True)),
                ("public_key", models.TextField()),
                ("sign_count", models.BigIntegerField()),
                ("last_challenge", models.BigIntegerField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "factor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to="games.secondfactor",
                    ),
                ),
            ],
        ),
    ]
