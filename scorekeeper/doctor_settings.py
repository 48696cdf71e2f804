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
        yield warning("debug", "DJANGO_DEBUG shows program internals.", "Leave DJANGO_DEBUG out.")
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
        yield ok("settings", "The settings are safe.")


def _key() -> Iterator[Finding]:
    file = settings.DATA / "secret_key"
    if os.environ.get("SECRET_KEY"):
        yield ok("secret key", "It is set in the environment. Keep a copy: backups do not contain it.")
    elif not file.exists():
        yield warning(
            "secret key",
            "There is no secret key yet.",
            "Run `python3 manage.py start` to create it in the data folder.",
        )
    elif os.name == "posix" and (mode := file.stat().st_mode & 0o077):
        yield warning(
            "secret key", f"Other users of this computer can access {file} ({mode:03o}).", f"chmod 600 {file}"
        )
    else:
        yield ok("secret key", "It is in the data folder and only its owner can read it.")


def _address() -> Finding:
    if not settings.PUBLIC_URL:
        return ok(
            "address", "PUBLIC_URL is not set: links use the address of each request, which is fine on a home network."
        )
    if settings.HTTPS:
        believed = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
        plain = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if origin.startswith("http://")]
        if plain:
            return warning(
                "address",
                f"{plain[0]} is allowed to submit forms over plain http.",
                "Remove it from CSRF_TRUSTED_ORIGINS.",
            )
        if "*" in believed:
            return warning(
                "address",
                "FORWARDED_ALLOW_IPS trusts every address: anyone who bypasses the proxy can pretend to be "
                "someone else.",
                "Set it to the proxy's address.",
            )
        return ok("address", f"{settings.PUBLIC_URL}, with a trusted https proxy at {believed}.")
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    if _is_at_home(host):
        return ok("address", f"{settings.PUBLIC_URL}, plain http on the home network.")
    return warning(
        "address",
        f"{settings.PUBLIC_URL} is plain http: anyone on the network path can read and change the traffic.",
        "Put an https proxy in front (docs/self-hosting.md, HTTPS), and start PUBLIC_URL with https://.",
    )


def _hsts() -> Iterator[Finding]:
    """Check Strict-Transport-Security: what browsers are told, and whether the settings fit together."""
    seconds, below, preload = (
        getattr(settings, f"SECURE_HSTS_{name}") for name in ("SECONDS", "INCLUDE_SUBDOMAINS", "PRELOAD")
    )
    if not settings.HTTPS:
        if seconds:
            text = f"SECURE_HSTS_SECONDS is {seconds}, but browsers ignore it over plain http."
            yield warning("hsts", text, "Remove it, or start PUBLIC_URL with https://.")
        return
    host = urlsplit(settings.PUBLIC_URL).hostname
    if (below or preload) and not seconds:
        text = "SECURE_HSTS_INCLUDE_SUBDOMAINS and SECURE_HSTS_PRELOAD have no effect without SECURE_HSTS_SECONDS."
        yield warning("hsts", text, "Set SECURE_HSTS_SECONDS, or remove these.")
    elif preload and not (below and seconds >= YEAR):
        text = "SECURE_HSTS_PRELOAD is on, but these settings do not meet the browsers' preload requirements."
        mend = (
            f"Set SECURE_HSTS_SECONDS to {YEAR} or more and SECURE_HSTS_INCLUDE_SUBDOMAINS, or remove "
            "SECURE_HSTS_PRELOAD."
        )
        yield warning("hsts", text, mend)
    elif below and not preload:
        text = f"For {seconds} seconds, browsers refuse plain http on {host} and all its subdomains."
        yield warning("hsts", text, "Remove SECURE_HSTS_INCLUDE_SUBDOMAINS unless all of them use https.")
    elif seconds:
        yield ok("hsts", f"For {seconds} seconds, browsers refuse plain http on {host}, on every port.")
    elif settings.HSTS_FORGET:
        yield ok("hsts", f"Browsers are being asked to forget that {host} is https only.")
    else:
        yield ok("hsts", "HSTS is off. Set SECURE_HSTS_SECONDS to turn it on.")


def _is_at_home(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))


def _mail() -> Finding:
    if settings.EMAIL_BACKEND == CONSOLE:
        return ok(
            "mail",
            "EMAIL_URL is not set: password reset links are printed in the server's console, e-mail addresses "
            "are not confirmed, and sign-up reveals which addresses have an account.",
        )
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        return warning(
            "mail",
            "E-mail is sent from an address that cannot receive replies.",
            "Set DEFAULT_FROM_EMAIL to your own address.",
        )
    return ok("mail", f"E-mail is sent through {settings.EMAIL_HOST or 'a server'} from {settings.DEFAULT_FROM_EMAIL}.")


def _zones() -> Finding:
    if len(available_timezones()) < MOST_ZONES:
        mend = f"Install tzdata with your system's package manager, or run {sys.executable} -m pip install tzdata"
        return broken("time zones", "Time zone data is missing, so calendars would show wrong times.", mend)
    return ok("time zones", f"Times on the score sheet use {settings.TIME_ZONE}. Set TZ to change that.")


def _files() -> Finding:
    root = Path(settings.STATIC_ROOT)
    if is_collected():
        return ok("static files", "The collected files match this version.")
    if (root / "staticfiles.json").exists() and not root.with_suffix(".stamp").exists():
        return ok("static files", "The files were collected manually.")
    return warning(
        "static files",
        "The files have not been collected, or are from an older version.",
        "Run `python3 manage.py start`, or for another server `python3 manage.py collectstatic --clear`.",
    )


def _translations() -> Finding:
    if not changed():
        return ok("translations", "All translations are compiled.")
    return warning(
        "translations",
        "Some translations have not been compiled since they changed: pages would show English or older texts.",
        f"Run `python3 manage.py compilemessages` as the owner of {settings.LOCALE_PATHS[0]}, or run `start`.",
    )


def _open_files() -> Finding:
    _, hard = open_files()
    carried = capacity(hard)
    text = (
        f"A process can have {hard:,} open files, enough for {carried.connections:,} connections, "
        f"{carried.per_address:,} per address and {carried.streams:,} live streams."
    )
    if carried.streams < settings.STREAMS_PER_ADDRESS:
        mend = "Raise the hard limit (LimitNOFILE in the unit, ulimit -Hn), or lower STREAMS_PER_ADDRESS."
        return warning(
            "open files", f"{text} That is fewer than STREAMS_PER_ADDRESS ({settings.STREAMS_PER_ADDRESS}).", mend
        )
    return ok("open files", text)


def _redis(url: str) -> Finding:
    try:
        import redis
    except ModuleNotFoundError:
        mend = f"Run {sys.executable} -m pip install redis, or remove REDIS_URL"
        return broken("redis", "REDIS_URL is set, but the package redis is missing.", mend)
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()
    except (redis.RedisError, ValueError, OSError) as error:
        return broken(
            "redis", f"Redis does not respond ({type(error).__name__}).", "Start Redis, or correct REDIS_URL."
        )
    return ok("redis", "Redis responds.")
