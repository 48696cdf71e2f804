"""Settings of Scorekeeper, read from the environment; every default is the safe one.

In: the environment variables named below (README, "Settings").
Raises: ImproperlyConfigured when there is no secret key and the command is not one that can do without.
"""

import os
import re
import secrets
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.file_headers import file_headers

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

DEBUG = env.bool("DJANGO_DEBUG", default=False)

# --- Where everything that must survive lives ---------------------------------------------------------------------

DATA = Path(env.str("SCOREKEEPER_DATA", default=str(BASE_DIR / "data"))).expanduser().resolve()

# These commands answer no request and sign nothing that outlives them, so a throw-away key does no harm. Everything
# else must find the real key: two different keys would make links and forms of one another invalid.
KEYLESS_COMMANDS = {
    *("audit", "backup", "check", "collectstatic", "doctor", "evaluate", "help", "makemigrations", "migrate", "move"),
    *("restore", "spectacular", "start", "version"),
}


def _secret_key() -> str:
    """Return the key from SECRET_KEY, else from the data folder, else a throw-away one for a keyless command.

    Raises ImproperlyConfigured when none of the three is there.
    """
    if key := env.str("SECRET_KEY", default=""):
        return key
    file = DATA / "secret_key"
    try:
        if key := file.read_text(encoding="ascii").strip():
            return key
    except FileNotFoundError:
        pass
    except OSError as error:
        raise ImproperlyConfigured(f"The secret key {file} cannot be read: {error.strerror}.") from error
    if len(sys.argv) > 1 and sys.argv[1] in KEYLESS_COMMANDS:
        return secrets.token_urlsafe(50)
    raise ImproperlyConfigured(
        f"There is no secret key. Run `python3 manage.py start` once, which writes {file}, "
        "or set SECRET_KEY in the environment to a long random text."
    )


SECRET_KEY = _secret_key()

# --- Who may ask --------------------------------------------------------------------------------------------------

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "games.web.problems.csrf_failed"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# This server as other phones reach it, for QR codes; `start` sets it. Empty: as each request came.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
if not PUBLIC_URL and any(host.startswith(("*", ".")) for host in ALLOWED_HOSTS):
    # Whoever asks could otherwise choose the address in the mail that brings somebody a new password.
    raise ImproperlyConfigured("ALLOWED_HOSTS takes any name of a kind: set PUBLIC_URL to this server's own address.")
_PUBLIC = urlsplit(PUBLIC_URL)
if _PUBLIC.hostname:
    ALLOWED_HOSTS.append(_PUBLIC.hostname)

# Where it is https, nothing goes over plain http any more; a home network has nothing else, and then all this is off.
HTTPS = _PUBLIC.scheme == "https"
SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = _PUBLIC.netloc if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS

# Where somebody tells of a weakness of this server: "mailto:security@example.org", or the address of a page.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

# How often one address may do what costs something: (times, seconds). A club with 200 phones has one address.
RATES = {
    "start": ((100, 3600), (500, 24 * 3600)),
    "wrong_link": ((60, 60),),
    "check": ((600, 60), (20_000, 24 * 3600)),
    # Wrong passwords: for one account, and for all of them together.
    "wrong_password": ((10, 15 * 60),),
    "wrong_passwords": ((100, 15 * 60),),
    "sign_up": ((30, 3600), (100, 24 * 3600)),
    # Mails with a link for a new password: as one address asks for them, and as one mailbox gets them from anybody.
    "ask_reset": ((30, 3600),),
    "reset_mail": ((5, 3600), (20, 24 * 3600)),
    # Webhooks made, tried and sent to again: each may make this server ask another one.
    "webhook": ((120, 3600),),
}
# Those counts, in the memory of this process; with REDIS_URL also in Redis, for all processes together
# (games/web/counts.py). More of them than usual: nobody is to push his own out with others.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# --- Accounts: for those who run something --------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Account"
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 128
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": SHORTEST_PASSWORD},
    },
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600

# Over HTTPS the middleware binds the cookie to this host (__Host-) and makes it secure; a home network has only http.
SESSION_ENGINE = "games.web.sessions"
SESSION_COOKIE_NAME = "session"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

# --- Mail: on the terminal unless a server is named -----------------------------------------------------------------

globals().update(env.email_url_config(env.str("EMAIL_URL", default="") or "consolemail://"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Scorekeeper <scorekeeper@localhost>")

# --- Parts --------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "template_partials",
    "scorekeeper",
    "games",
]

MIDDLEWARE = [
    "scorekeeper.probes.ProbesMiddleware",
    "games.web.observing.ObservingMiddleware",
    # Files are no pages: of what a page's headers say, none but a few words are about them.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before all that may answer by itself, refusals among it.
    "games.web.language.LanguageMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "games.web.middleware.HouseMiddleware",
    "games.web.middleware.PageCompression",
    "django.middleware.common.CommonMiddleware",
    "games.web.sessions.AccountSessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
ASGI_APPLICATION = "scorekeeper.asgi.application"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", "games.web.look.look"],
        },
    },
]

# --- Data ---------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Seconds that a write waits for another one before it is refused, with an answer that says when to come again.
DATABASE_TIMEOUT = env.float("DATABASE_TIMEOUT", default=10)

if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": env.db_url("DATABASE_URL")}
    if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        raise ImproperlyConfigured("DATABASE_URL is for PostgreSQL; SCOREKEEPER_DATA says where SQLite's file lies.")
    # Whoever waits longer for a lock, or for an answer, is told to come again; no request holds on for ever.
    _LIMITS = {"lock_timeout": DATABASE_TIMEOUT, "statement_timeout": 3 * DATABASE_TIMEOUT}
    _LIMITS["idle_in_transaction_session_timeout"] = 6 * DATABASE_TIMEOUT
    DATABASES["default"] |= {
        # Connections stay open, and are looked at before each request: the server may have been restarted.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            # A server that vanished without a word is noticed within half a minute, not after hours.
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 20_000,
            "options": " ".join(f"-c {name}={round(1000 * seconds)}" for name, seconds in _LIMITS.items()),
            **DATABASES["default"].get("OPTIONS", {}),
        },
    }
    # Or so many at most for each process, which its threads share; who waits longer for one is told to come again.
    if _pool := env.int("DATABASE_POOL", default=0):
        DATABASES["default"]["CONN_MAX_AGE"] = 0
        DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": _pool, "timeout": DATABASE_TIMEOUT}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA / "scorekeeper.sqlite3",
            # Connections stay open: closing the last one checkpoints the write-ahead log, which makes pages slow.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # Write-ahead log AND immediate: the log alone still fails at once when two readers turn writers.
                "transaction_mode": "IMMEDIATE",
                "timeout": DATABASE_TIMEOUT,
                # FULL: a saved round stays saved when the power goes.
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                    "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; "
                    "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000;"
                ),
            },
        },
    }

# --- Several processes ---------------------------------------------------------------------------------------------

# Redis carries the bell between processes and holds the counts of what is asked for too often: nothing that must last.
REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL and find_spec("redis") is None:
    raise ImproperlyConfigured("REDIS_URL needs the package redis, which the extra `scale` brings.")
if REDIS_URL and not re.fullmatch(r"rediss?://[^/\s]+(:\d+)?(/\d*)?(\?\S*)?|unix://\S+", REDIS_URL):
    raise ImproperlyConfigured("REDIS_URL has to be redis://host:port/number, or rediss:// or unix://.")
# What carries the bell; without either, one process serves alone.
BELL = "redis" if REDIS_URL else "postgresql" if os.environ.get("DATABASE_URL") else ""

# --- Static files -------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.minified.MinifiedStorage"},
}
# Only the site's own pages use them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = file_headers

# --- Language and time --------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Those that are whole: tests/languages looks after it. A phone speaks its own, or the one chosen on it.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("es", "Español"),
    ("it", "Italiano"),
    ("pl", "Polski"),
]
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
LANGUAGE_COOKIE_NAME = "language"
USE_TZ = True


def _time_zone() -> str:
    """Return the name of the time zone this computer is set to, "UTC" where it does not say."""
    try:
        name = str(Path("/etc/localtime").readlink()).partition("zoneinfo/")[2]
        return ZoneInfo(name).key
    except (OSError, ValueError, ZoneInfoNotFoundError):
        return "UTC"


# Times on the sheet are those of the table, which stands where the server stands.
TIME_ZONE = env.str("TZ", default="") or _time_zone()

# --- API ----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "games.api.base.on_error",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Scorekeeper",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # In the order of the addresses and of the headers as they are described: that is the order of an evening.
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": False,
    # The choices of a field stand in its shape; only this project's own hook adds to what the views say.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["games.api.schema.finish"],
}

# --- Webhooks ------------------------------------------------------------------------------------------------------

# Whether they may lead into this server's own network, and over plain http: at home, where nobody else may add any.
WEBHOOKS_INSIDE = env.bool("WEBHOOKS_INSIDE", default=False)
# Whether each server sends what is to be told, beside its pages; otherwise `manage.py send_webhooks --follow` does.
WEBHOOKS_SEND = env.bool("WEBHOOKS_SEND", default=True)

# --- What an operator sees: the log on stderr, measures for Prometheus --------------------------------------------

# "plain" lines for people, or "json": an object a line, for programs.
LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}; it can be plain or json.")
# A line for each request; without it, only what went wrong is told, and who was let in.
LOG_REQUESTS = env.bool("LOG_REQUESTS", default=LOG_FORMAT == "json")

# Whoever shows it may read /metrics; without it, there is no such address.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "scorekeeper.log_lines.Inert", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "scorekeeper.log_lines.JsonLine"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Who was let in, who was turned away, what was given out and taken back: by numbers, never by names.
        "games.security": {"level": "INFO"},
        # A line for each request, by the name of its route: its address may hold a secret.
        "games.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
        # A refused request is an everyday answer, told to whoever asked; only a failure is worth a line here.
        "django.request": {"level": "ERROR"},
        # Somebody asked for another host: answered with 400, and nothing that a person here could mend.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
