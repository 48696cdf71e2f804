"""Tables that came in an archive: where from, and what was said there, by links that are not known here.

The guards are taken off before and put on again after, as ``_guards`` says.
"""

from django.db import migrations, models
from django.db.models import deletion

from games.migrations._guards import guard, unguard


class Migration(migrations.Migration):
    dependencies = [("games", "0018_renewed_devices")]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.AddField(
            model_name="table", name="origin", field=models.CharField(max_length=100, null=True, unique=True)
        ),
        migrations.AlterField(
            model_name="report",
            name="link",
            field=models.ForeignKey(null=True, on_delete=deletion.RESTRICT, related_name="+", to="games.accesslink"),
        ),
        migrations.RunPython(guard, unguard),
    ]
