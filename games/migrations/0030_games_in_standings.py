"""Games won are added up in the standings: the index that these are read from has them too."""

from django.db import migrations, models

FIELDS = ["entrant", "opponent", "outcome", "fixture", "points", "against", "boxes", "gins", "shutouts", "led_boxes"]


class Migration(migrations.Migration):
    dependencies = [("games", "0029_planned_brackets")]

    operations = [
        migrations.RemoveIndex(model_name="fixtureside", name="sides_of_the_table"),
        migrations.AddIndex(
            model_name="fixtureside", index=models.Index(fields=[*FIELDS, "games"], name="sides_of_the_table")
        ),
    ]
