"""Django settings of Scorekeeper, read from the environment; every default is the safe choice.

In: the environment variables named below (docs/self-hosting.md, "Settings").
Raises: ImproperlyConfigured when there is no secret key and the command needs one.
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

from scorekeeper.allauth_settings import allauth_settings
from scorekeeper.databases import databases
from scorekeeper.file_headers import file_headers
from scorekeeper.rates import rates

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

DEBUG = env.bool("DJANGO_DEBUG", default=False)

# --- The data folder: everything that must survive ------------------------------------------------------------------

DATA = Path(env.str("SCOREKEEPER_DATA", default=str(BASE_DIR / "data"))).expanduser().resolve()

# Whether `start` makes the scores, the key and the backups readable by their owner only.
DATA_PRIVATE = env.bool("DATA_PRIVATE", default=True)

# These commands answer no request and sign nothing that outlives them, so a throw-away key does no harm. Everything
# else needs the real key: processes with different keys would reject each other's links and forms.
KEYLESS_COMMANDS = {
    *("audit", "backup", "catalogs", "check", "collectstatic", "compilemessages", "doctor", "evaluate", "help"),
    *("makemigrations", "migrate", "move", "prepare", "restore", "seal", "spectacular", "start", "version"),
}


def _secret_key() -> str:
    """Return the key from SECRET_KEY, else from the data folder, else "" for a keyless command.

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
        raise ImproperlyConfigured(f"Cannot read the secret key {file}: {error.strerror}.") from error
    if len(sys.argv) > 1 and sys.argv[1] in KEYLESS_COMMANDS:
        return ""
    raise ImproperlyConfigured(
        f"There is no secret key. Run `python3 manage.py start` once to create {file}, or set SECRET_KEY in the "
        "environment to a long random text."
    )


SECRET_KEY = _secret_key()
# Without the key nothing can be sealed, and no seal can be checked.
KEY_KNOWN = bool(SECRET_KEY)
SECRET_KEY = SECRET_KEY or secrets.token_urlsafe(50)
# Former keys of this server, separated by commas: what they signed and sealed stays valid.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# --- Hosts, https and rate limits -----------------------------------------------------------------------------------

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "games.web.problems.csrf_failed"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# This server's address for other phones, for QR codes; `start` sets it. Empty: the host of each request.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
if not PUBLIC_URL and any(host.startswith(("*", ".")) for host in ALLOWED_HOSTS):
    # A client could otherwise choose the host name in the mail that resets another person's password.
    raise ImproperlyConfigured("ALLOWED_HOSTS contains a wildcard. Set PUBLIC_URL to this server's own address.")
_PUBLIC = urlsplit(PUBLIC_URL)
if _PUBLIC.hostname:
    ALLOWED_HOSTS.append(_PUBLIC.hostname)

# With an https address nothing uses plain http any more; a home network has only http, and then all this is off.
HTTPS = _PUBLIC.scheme == "https"
SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = _PUBLIC.netloc if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Off by default: a browser would require https for every other service at this host name, too, for as long.
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
# An explicit 0 makes browsers forget the header; Django itself would just omit it.
HSTS_FORGET = bool(os.environ.get("SECURE_HSTS_SECONDS")) and SECURE_HSTS_SECONDS == 0

# Where to report a vulnerability of this server: "mailto:security@example.org", or the address of a page.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

# Limits per address: questions to `evaluate` per minute, and seconds of processor time per minute for all other costly
# requests (games/web/limits.py). A club with 200 phones has one address.
EVALUATE_PER_MINUTE = env.int("EVALUATE_PER_MINUTE", default=600)
QUESTION_SECONDS = env.float("QUESTION_SECONDS", default=20)

# Connections and streams of one process; 0: as many connections as its limit on open files allows
# (scorekeeper/capacity.py). A tournament whose phones all have one address may need higher limits.
CONNECTIONS = env.int("CONNECTIONS", default=0)
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=0)
STREAMS_PER_TABLE = env.int("STREAMS_PER_TABLE", default=300)
STREAMS_PER_ADDRESS = env.int("STREAMS_PER_ADDRESS", default=500)

RATES, RATES_HERE = rates(EVALUATE_PER_MINUTE, QUESTION_SECONDS)
# The counters of those limits, in the memory of this process; with REDIS_URL also in Redis, for all processes together
# (games/web/shared_counters.py). More entries than Django's default, so that a client cannot push its own counter out.
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
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account:page"

# Over HTTPS the middleware binds the cookie to this host (__Host-) and makes it secure; a home network has only http.
SESSION_ENGINE = "games.web.sessions"
SESSION_COOKIE_NAME = "session"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# --- Mail: on the terminal unless a server is named -----------------------------------------------------------------

globals().update(env.email_url_config(env.str("EMAIL_URL", default="") or "consolemail://"))
# Whether mail reaches people. Then an account is made, and its e-mail changed, by the link in a mail.
SENDS_MAIL = bool(env.str("EMAIL_URL", default=""))
# Seconds after which a mail is written: by then the request is answered, so its duration reveals nothing.
MAIL_DELAY = 1.0
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Scorekeeper <scorekeeper@localhost>")

# --- allauth ------------------------------------------------------------------------------------------------------

ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
# Browsers offer passkeys only over HTTPS, and at http://localhost.
globals().update(allauth_settings(sends_mail=SENDS_MAIL, passkeys=HTTPS or _PUBLIC.hostname == "localhost"))

# --- Parts --------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    # First, because its `collectstatic` extends the one of django.contrib.staticfiles.
    "scorekeeper",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "template_partials",
    "games",
]

MIDDLEWARE = [
    "scorekeeper.probes.ProbesMiddleware",
    "games.web.request_ids.RequestIdMiddleware",
    # Static files need few of the headers of pages, so they are answered before the other middleware.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before all middleware that may answer by itself, for example with a refusal.
    "games.web.language.LanguageMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "games.web.middleware.GuardMiddleware",
    "games.web.question_budget.QuestionBudget",
    "games.web.middleware.PageCompression",
    "django.middleware.common.CommonMiddleware",
    "games.web.sessions.AccountSessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.web.middleware.AccountPagesMiddleware",
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
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "games.web.display.display",
                "games.web.league_people.league_people",
            ],
        },
    },
]

# --- Data ---------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Seconds that a write waits for another one before it is refused with a Retry-After.
DATABASE_TIMEOUT = env.float("DATABASE_TIMEOUT", default=10)

DATABASES = databases(env, DATA, DATABASE_TIMEOUT)

# --- Several processes ---------------------------------------------------------------------------------------------

# Redis carries notifications between processes and holds the counters of rate limits: nothing that must last.
REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL and find_spec("redis") is None:
    raise ImproperlyConfigured("REDIS_URL needs the package redis, which is in the extra `scale`.")
if REDIS_URL and not re.fullmatch(r"rediss?://[^/\s]+(:\d+)?(/\d*)?(\?\S*)?|unix://\S+", REDIS_URL):
    raise ImproperlyConfigured(
        "REDIS_URL must start with redis://, rediss:// or unix://, for example redis://host:port/number."
    )
# The backend for notifications between processes; "": one process serves alone.
NOTIFICATION_BACKEND = "redis" if REDIS_URL else "postgresql" if os.environ.get("DATABASE_URL") else ""

# --- Static files -------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.static_storage.MinifiedStorage"},
}
# Only this site's own pages use the static files.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = file_headers

# --- Language and time --------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# The complete ones, as tests/languages checks. A phone gets its own language, or the one chosen on it.
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


# Times on the sheet are shown in the server's time zone.
TIME_ZONE = env.str("TZ", default="") or _time_zone()

# --- API ----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "games.api.base.exception_handler",
    "LIST_SERIALIZER_ERRORS_AS_DICT": True,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Scorekeeper",
    "VERSION": "1",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "This server."}],
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # In the order of the URL patterns and of the declared headers, which is the order of an evening.
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": False,
    # The choices of a field are in its serializer; only this project's own hook adds to the generated schema.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["games.api.schema.complete_schema"],
}

# --- Observability: the log on stderr, metrics for Prometheus -------------------------------------------------------

# "plain": lines for people; "json": one object per line, for programs.
LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}, but must be plain or json.")
# Whether to log a line for each request; otherwise only errors and security events are logged.
LOG_REQUESTS = env.bool("LOG_REQUESTS", default=LOG_FORMAT == "json")

# The token that gives access to /metrics; without it, there is no such path.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "scorekeeper.log_lines.PlainFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "scorekeeper.log_lines.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Who got access, who was denied, and what was issued and revoked: by ids, never by names.
        "games.security": {"level": "INFO"},
        # A line for each request, by the name of its route, as its path may contain a secret.
        "games.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
        # A refused request is normal, and its client is told why; only a server error is worth a line here.
        "django.request": {"level": "ERROR"},
        # Malformed HTTP is answered with 400; logging it would let anyone fill the disk.
        "uvicorn.error": {"level": "ERROR"},
        # A request for another host is answered with 400; there is nothing to fix here.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
