"""`doctor`'s checks of the program and its settings, which need no database."""

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
from scorekeeper.capacity import capacity, open_files
from scorekeeper.checks import OWN
from scorekeeper.doctor_findings import Finding, broken, ok, warning
from scorekeeper.static_collect import is_collected
from scorekeeper.translations import changed

CONSOLE = "django.core.mail.backends.console.EmailBackend"
YEAR = 365 * 24 * 3600
MOST_ZONES = 100
"""There are several hundred time zones; fewer than this means that their data is missing."""


def examined() -> Iterator[Finding]:
    """Yield all findings of this module."""
    yield ok("program", f"Scorekeeper {VERSION}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}.")
    yield from _unsafe()
    yield from _key()
    yield _address()
    yield from _hsts()
    yield _mail()
    if settings.DEBUG:
        yield warning("debug", "DJANGO_DEBUG shows the insides of the program.", "Leave DJANGO_DEBUG out.")
    yield _zones()
    yield _files()
    yield _translations()
    yield _open_files()
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
        yield warning("secret key", "There is none yet.", "`python3 manage.py start` makes it in the data folder.")
    elif os.name == "posix" and (mode := file.stat().st_mode & 0o077):
        yield warning("secret key", f"Others on this computer may use {file} ({mode:03o}).", f"chmod 600 {file}")
    else:
        yield ok("secret key", "It is in the data folder, for its owner alone.")


def _address() -> Finding:
    if not settings.PUBLIC_URL:
        return ok("address", "No PUBLIC_URL: links name the address that each request came to, as suits a home.")
    if settings.HTTPS:
        believed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
        plain = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if origin.startswith("http://")]
        if plain:
            return warning(
                "address", f"{plain[0]} may send forms over plain http.", "Take it out of CSRF_TRUSTED_ORIGINS."
            )
        if "*" in believed:
            return warning(
                "address",
                "FORWARDED_ALLOW_IPS believes everybody: anyone who gets past the proxy can claim another address.",
                "Name the proxy's address in it.",
            )
        return ok("address", f"{settings.PUBLIC_URL}; what ends https in front is believed at {believed}.")
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    if _is_at_home(host):
        return ok("address", f"{settings.PUBLIC_URL}, plain http in the home.")
    return warning(
        "address",
        f"{settings.PUBLIC_URL} is plain http: anyone on the way can read and change what is sent.",
        "Put https in front (README, Settings), and let PUBLIC_URL begin with it.",
    )


def _hsts() -> Iterator[Finding]:
    """Check Strict-Transport-Security: what browsers are told, and whether the settings fit together."""
    seconds, below, preload = (
        getattr(settings, f"SECURE_HSTS_{name}") for name in ("SECONDS", "INCLUDE_SUBDOMAINS", "PRELOAD")
    )
    if not settings.HTTPS:
        if seconds:
            text = f"SECURE_HSTS_SECONDS is {seconds}, but this server is asked over plain http, where nobody hears it."
            yield warning("hsts", text, "Leave it out, or let PUBLIC_URL begin with https://.")
        return
    host = urlsplit(settings.PUBLIC_URL).hostname
    if (below or preload) and not seconds:
        text = "SECURE_HSTS_INCLUDE_SUBDOMAINS and SECURE_HSTS_PRELOAD do nothing without SECURE_HSTS_SECONDS."
        yield warning("hsts", text, "Set SECURE_HSTS_SECONDS, or leave these out.")
    elif preload and not (below and seconds >= YEAR):
        text = "SECURE_HSTS_PRELOAD is on, but browser makers won't take this name for preload with these settings."
        mend = f"Set SECURE_HSTS_SECONDS to {YEAR} or more and SECURE_HSTS_INCLUDE_SUBDOMAINS, or leave it out."
        yield warning("hsts", text, mend)
    elif below and not preload:
        text = f"For {seconds} seconds browsers refuse plain http on every name below {host}."
        yield warning("hsts", text, "Leave out SECURE_HSTS_INCLUDE_SUBDOMAINS unless all of them have https.")
    elif seconds:
        yield ok("hsts", f"For {seconds} seconds browsers refuse plain http on {host}, whatever its port.")
    elif settings.HSTS_FORGET:
        yield ok("hsts", f"Browsers are told to forget that {host} is for https only.")
    else:
        yield ok("hsts", "It is off; SECURE_HSTS_SECONDS switches it on.")


def _is_at_home(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))


def _mail() -> Finding:
    if settings.EMAIL_BACKEND == CONSOLE:
        return ok(
            "mail",
            "No EMAIL_URL: links for new passwords are printed where the server runs, no e-mail is confirmed, and "
            "sign-up says which ones have an account.",
        )
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        return warning(
            "mail", "It is sent by nobody others can answer.", "Set DEFAULT_FROM_EMAIL to an address of yours."
        )
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
    return warning(
        "static files",
        "They are not collected, or are an older version's.",
        "`python3 manage.py start` does it; for another server: `python3 manage.py collectstatic --clear`.",
    )


def _translations() -> Finding:
    if not changed():
        return ok("translations", "They are compiled.")
    return warning(
        "translations",
        "Some are not compiled since they changed: people read English, or older words.",
        f"`python3 manage.py compilemessages`, as the owner of {settings.LOCALE_PATHS[0]}; `start` does it too.",
    )


def _open_files() -> Finding:
    _, hard = open_files()
    carried = capacity(hard)
    text = (
        f"A process may have {hard:,} files open: {carried.connections:,} connections, {carried.per_address:,} of one "
        f"address, {carried.streams:,} live streams."
    )
    if carried.streams < settings.STREAMS_PER_ADDRESS:
        mend = "Raise the hard limit (LimitNOFILE in the unit, ulimit -Hn), or let STREAMS_PER_ADDRESS be smaller."
        return warning(
            "open files", f"{text} That is less than STREAMS_PER_ADDRESS ({settings.STREAMS_PER_ADDRESS}).", mend
        )
    return ok("open files", text)


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
