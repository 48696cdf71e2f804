"""Hands that wait until their round is saved; the database itself forgets them then, whoever saved it and how."""

import django.db.models.deletion
from django.db import migrations, models

OF_THE_ROUND = "DELETE FROM games_ownhand WHERE table_id = NEW.table_id AND game = NEW.game AND round = NEW.round"
OF_THE_TABLE = "DELETE FROM games_ownhand WHERE table_id = NEW.table_id"
SQLITE = (
    f"""
CREATE TRIGGER own_hands_of_a_saved_round AFTER INSERT ON games_entry
WHEN NEW.kind IN ('round', 'correction', 'void')
BEGIN {OF_THE_ROUND}; END
""",
    f"""
CREATE TRIGGER own_hands_of_another_game AFTER INSERT ON games_entry
WHEN NEW.kind IN ('start', 'finish')
BEGIN {OF_THE_TABLE}; END
""",
)
POSTGRESQL = (
    f"""
CREATE FUNCTION forget_own_hands() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NEW.kind IN ('round', 'correction', 'void') THEN {OF_THE_ROUND}; END IF;
  IF NEW.kind IN ('start', 'finish') THEN {OF_THE_TABLE}; END IF;
  RETURN NULL;
END $$
""",
    """
CREATE TRIGGER forget_own_hands AFTER INSERT ON games_entry FOR EACH ROW EXECUTE FUNCTION forget_own_hands()
""",
)
UNDONE = {
    "sqlite": ("DROP TRIGGER own_hands_of_a_saved_round", "DROP TRIGGER own_hands_of_another_game"),
    "postgresql": ("DROP TRIGGER forget_own_hands ON games_entry", "DROP FUNCTION forget_own_hands"),
}


def forget(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def keep(apps, schema_editor):
    for statement in UNDONE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_from_paper")]

    operations = [
        migrations.CreateModel(
            name="OwnHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("player", models.PositiveSmallIntegerField()),
                ("cards", models.CharField(max_length=300)),
                ("revealed_by", models.CharField(blank=True, max_length=60)),
                ("by", models.CharField(max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="own_hands",
                        to="games.device",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_hands", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["player"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "game", "round", "player"), name="one_own_hand_per_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.PositiveSmallIntegerField()),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_seats", to="games.device"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="own_seats", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "device"), name="one_own_seat_per_device")]
            },
        ),
        migrations.RunPython(forget, keep),
    ]
