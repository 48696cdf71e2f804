"""The PostgreSQL role that a server runs as, apart from the one that owns the tables.

The owner of a table can drop the triggers that guard the ledger. A server only needs to read and write
rows. So the owner migrates (``manage.py prepare --role NAME``), and the server runs as a role that owns nothing.
"""

from typing import Any, Final

from django.db import transaction
from psycopg import sql

APPENDED: Final = ("games_entry", "django_migrations")
"""Tables that the server only appends to, or only reads: the ledger, and Django's migration records."""


class RoleError(Exception):
    """The role is unsuitable for the server; the text says why, and what to do."""


def make_server_role(connection: Any, name: str, password: str) -> None:
    """Make the role ``name`` if it is missing, and grant it what a server needs: reading and writing rows, no more.

    Repeat it after each migration, for new tables. An empty ``password`` leaves the role's password unchanged. Raises
    RoleError for a role that owns something, or has more rights through another role.
    """
    role = sql.Identifier(name)
    with transaction.atomic(), connection.cursor() as cursor:
        _demand_harmless(cursor, name)
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(sql.SQL("CREATE ROLE {}").format(role))
        cursor.execute(sql.SQL("ALTER ROLE {} LOGIN NOCREATEDB NOCREATEROLE").format(role))
        if password:
            # Encrypted here, so that no log of the database ever contains the password itself.
            scrambled = connection.connection.pgconn.encrypt_password(
                password.encode(), name.encode(), b"scram-sha-256"
            )
            cursor.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(role, sql.Literal(scrambled.decode())))
        cursor.execute("SELECT current_database(), current_schema()")
        database, schema = map(sql.Identifier, cursor.fetchone())
        cursor.execute(sql.SQL("REVOKE CREATE ON SCHEMA {} FROM PUBLIC").format(schema))
        for grant in (
            "GRANT CONNECT, TEMPORARY ON DATABASE {database} TO {role}",
            "GRANT USAGE ON SCHEMA {schema} TO {role}",
            "REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}",
            "GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}",
        ):
            cursor.execute(sql.SQL(grant).format(database=database, schema=schema, role=role))
        for table in APPENDED:
            cursor.execute(
                sql.SQL("REVOKE UPDATE, DELETE ON {}.{} FROM {}").format(schema, sql.Identifier(table), role)
            )
        cursor.execute(sql.SQL("REVOKE INSERT ON {}.django_migrations FROM {}").format(schema, role))


def _demand_harmless(cursor: Any, name: str) -> None:
    """Raise RoleError where the role could remove the ledger's triggers whatever is granted to it here."""
    cursor.execute("SELECT current_user = %s", [name])
    if cursor.fetchone()[0]:
        raise RoleError(f"The role {name} owns the tables. Give --role a new name, and the role is created.")
    cursor.execute("SELECT rolsuper OR rolreplication OR rolbypassrls FROM pg_roles WHERE rolname = %s", [name])
    if (found := cursor.fetchone()) and found[0]:
        raise RoleError(
            f"The role {name} is too powerful for a server (superuser, replication or bypassing row security). "
            "Choose another one with --role."
        )
    cursor.execute(
        "SELECT pg_get_userbyid(roleid) FROM pg_auth_members WHERE member = to_regrole(quote_ident(%s)) LIMIT 1", [name]
    )
    if found := cursor.fetchone():
        raise RoleError(f"The role {name} also has the rights of {found[0]}. Choose another one with --role.")
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relowner = to_regrole(quote_ident(%s)) AND relkind IN ('r', 'p') LIMIT 1",
        [name],
    )
    if found := cursor.fetchone():
        raise RoleError(f"The role {name} owns the table {found[0]}. Choose another one with --role.")
