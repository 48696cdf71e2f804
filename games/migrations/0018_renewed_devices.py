"""The cookie that a phone had before it got another one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="former_hash",
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
    ]
