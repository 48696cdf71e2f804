"""A match can have a result that was typed from paper."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_short_codes"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="typed_result",
            field=models.JSONField(default=None, null=True),
        ),
    ]
