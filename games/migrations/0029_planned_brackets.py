"""Double eliminations and knock-outs with a consolation, whose matches have a number in the plan of the bracket."""

from django.core.validators import MaxValueValidator
from django.db import migrations, models

PAIRINGS = [
    ("free", "Free"),
    ("round_robin", "Round Robin"),
    ("double", "Double"),
    ("trios", "Trios"),
    ("swiss", "Swiss"),
    ("knockout", "Knockout"),
    ("consolation", "Consolation"),
    ("double_elimination", "Double Elimination"),
    ("script", "Script"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0028_players")]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="bracket_match",
            field=models.PositiveSmallIntegerField(null=True, validators=[MaxValueValidator(30_000)]),
        ),
        migrations.RemoveConstraint(model_name="season", name="pairing_is_known"),
        migrations.AlterField(
            model_name="season",
            name="pairing",
            field=models.CharField(choices=PAIRINGS, max_length=20),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("pairing__in", [value for value, _ in PAIRINGS])), name="pairing_is_known"
            ),
        ),
    ]
