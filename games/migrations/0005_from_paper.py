"""Settled games that began on paper are marked, so that statistics can leave them out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_house_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="settledseat",
            name="from_paper",
            field=models.BooleanField(default=False),
        ),
    ]
