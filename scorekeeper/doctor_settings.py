"""What the doctor asks of the program and its settings, before anything is opened."""

import ipaddress
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django.conf import settings
from django.core.checks import run_checks

from scorekeeper import VERSION
from scorekeeper.checks import OWN
from scorekeeper.collected import is_collected
from scorekeeper.doctor_words import Finding, broken, look, ok

CONSOLE = "django.core.mail.backends.console.EmailBackend"
MOST_ZONES = 100
"""Of several hundred: where there are fewer, the data of the time zones is missing."""


def examined() -> Iterator[Finding]:
    """Everything of this file."""
    yield ok("program", f"Scorekeeper {VERSION}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}.")
    yield from _unsafe()
    yield from _key()
    yield _address()
    yield _mail()
    if settings.DEBUG:
        yield look("debug", "DJANGO_DEBUG shows the insides of the program.", "Leave DJANGO_DEBUG out.")
    yield _zones()
    yield _files()
    if url := os.environ.get("REDIS_URL", ""):
        yield _redis(url)


def _unsafe() -> Iterator[Finding]:
    wrong = [str(message.msg) for message in run_checks(tags=[OWN])]
    yield from (broken("settings", text) for text in wrong)
    if not wrong:
        yield ok("settings", "They are safe to start with.")


def _key() -> Iterator[Finding]:
    file = settings.DATA / "secret_key"
    if os.environ.get("SECRET_KEY"):
        yield ok("secret key", "It is in the environment; keep a copy: no backup holds it.")
    elif not file.exists():
        yield look("secret key", "There is none yet.", "`python3 manage.py start` makes it in the data folder.")
    elif os.name == "posix" and (mode := file.stat().st_mode & 0o077):
        yield look("secret key", f"Others on this computer may use {file} ({mode:03o}).", f"chmod 600 {file}")
    else:
        yield ok("secret key", "It is in the data folder, for its owner alone.")


def _address() -> Finding:
    if not settings.PUBLIC_URL:
        return ok("address", "No PUBLIC_URL: links name the address that each request came to, as suits a home.")
    if settings.HTTPS:
        believed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
        plain = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if origin.startswith("http://")]
        if plain:
            return look(
                "address", f"{plain[0]} may send forms over plain http.", "Take it out of CSRF_TRUSTED_ORIGINS."
            )
        if "*" in believed:
            return look(
                "address",
                "FORWARDED_ALLOW_IPS believes everybody: whoever gets past the proxy can say he is another.",
                "Name the proxy's address in it.",
            )
        return ok("address", f"{settings.PUBLIC_URL}; what ends https in front is believed at {believed}.")
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    if _is_at_home(host):
        return ok("address", f"{settings.PUBLIC_URL}, plain http in the home.")
    return look(
        "address",
        f"{settings.PUBLIC_URL} is plain http: whoever is on the way can read and change what is sent.",
        "Put https in front (README, Settings), and let PUBLIC_URL begin with it.",
    )


def _is_at_home(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))


def _mail() -> Finding:
    if settings.EMAIL_BACKEND == CONSOLE:
        return ok("mail", "No EMAIL_URL: mails with new passwords are printed where the server runs.")
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        return look("mail", "It is sent by nobody others can answer.", "Set DEFAULT_FROM_EMAIL to an address of yours.")
    return ok("mail", f"It goes to {settings.EMAIL_HOST or 'a server'} as {settings.DEFAULT_FROM_EMAIL}.")


def _zones() -> Finding:
    if len(available_timezones()) < MOST_ZONES:
        mend = f"Install tzdata: the system's package, or {sys.executable} -m pip install tzdata"
        return broken("time zones", "Their data is missing, so calendars would tell wrong times.", mend)
    return ok("time zones", f"Times on the sheet are those of {settings.TIME_ZONE}; TZ would name another.")


def _files() -> Finding:
    root = Path(settings.STATIC_ROOT)
    if is_collected():
        return ok("static files", "They are as this version serves them.")
    if (root / "staticfiles.json").exists() and not root.with_suffix(".stamp").exists():
        return ok("static files", "They were collected by hand.")
    return look(
        "static files",
        "They are not collected, or are an older version's.",
        "`python3 manage.py start` does it; for another server: `python3 manage.py collectstatic --clear`.",
    )


def _redis(url: str) -> Finding:
    try:
        import redis
    except ModuleNotFoundError:
        mend = f"{sys.executable} -m pip install redis, or leave REDIS_URL out"
        return broken("redis", "REDIS_URL names one, and the package that speaks to it is missing.", mend)
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()
    except (redis.RedisError, ValueError, OSError) as error:
        return broken("redis", f"It does not answer ({type(error).__name__}).", "Start it, or mend REDIS_URL.")
    return ok("redis", "It answers.")
