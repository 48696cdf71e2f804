"""Tables at which nothing hints what could have been better."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_own_hands"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="strict",
            field=models.BooleanField(default=False),
        ),
    ]
