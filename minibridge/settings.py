"""Settings of the site. What differs between hosts comes from the environment (README, "Settings")."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from .logs import FORMATTERS

BASE_DIR = Path(__file__).resolve().parent.parent


def env_flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, "1" if default else "0").lower() in ("1", "true", "yes", "on")


def env_list(name: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


DATA_DIR = Path(os.environ.get("MINIBRIDGE_DATA") or BASE_DIR / ".data").expanduser().resolve()
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)


def stored_secret_key(path: Path) -> str:
    """The key kept beside the database, made at the first run and readable by its owner alone."""
    if not path.exists():
        # Several processes may start at once: the key appears whole under its name, and only the first one's.
        file, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(file, "w") as writer:
            writer.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_text().strip()


SECRET_KEY = os.environ.get("SECRET_KEY") or stored_secret_key(DATA_DIR / "secret_key")
DEBUG = env_flag("DEBUG")

# --- who may ask, and from where -------------------------------------------------------------------

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
# Only these may say in X-Forwarded-For and X-Forwarded-Proto who asks, and whether he used https.
TRUSTED_PROXIES = env_list("TRUSTED_PROXIES") or ["127.0.0.1"]
USE_HTTPS = env_flag("USE_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = USE_HTTPS
SECURE_SSL_REDIRECT = USE_HTTPS
HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", "3600"))
SECURE_HSTS_SECONDS = HSTS_SECONDS if USE_HTTPS else 0
# Whether the names below this one keep to https, too, is for those who own them.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_AGE = 30 * 24 * 3600  # a guest has nothing but this cookie to come back with
CSRF_COOKIE_HTTPONLY = True  # pages carry the token in a form
SECURE_REFERRER_POLICY = "same-origin"  # links to a chair must not travel to other sites
X_FRAME_OPTIONS = "DENY"
# Browsers complain in their console when plain http outside localhost sends it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if USE_HTTPS else None

INSTALLED_APPS = [
    "accounts",
    "tables",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "minibridge.content_security_policy.ContentSecurityPolicyMiddleware",
    # These two before all that looks at host, scheme or session.
    "minibridge.health.health",
    "minibridge.metrics_door.metrics_door",
    "minibridge.utf8_forms.utf8_forms",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "minibridge.one_thread_hop.one_thread_hop",
]

ROOT_URLCONF = "minibridge.urls"
ASGI_APPLICATION = "minibridge.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.preferences",
            ],
        },
    },
]

# --- database --------------------------------------------------------------------------------------

DATABASE_URL = os.environ.get("DATABASE_URL", "")
if DATABASE_URL:
    # The pool keeps the connections, so Django itself must not: it would keep one per thread for ever.
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=0, conn_health_checks=True)}
    if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must be a postgres:// address; without it SQLite is used.")
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        {
            # Each attempt waits twice as long as the last one, up to the reconnect_timeout: a site must be
            # back seconds after its database, not minutes.
            "pool": {"min_size": 1, "max_size": 8, "timeout": 5, "reconnect_timeout": 2},
            "options": "-c lock_timeout=2000 -c statement_timeout=10000",
        }
    )
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "minibridge.sqlite3",
            # Consumers live on one kept connection: reopening it costs more than the card itself.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # A transaction that reads before it writes must own the write lock from its start.
                "transaction_mode": "IMMEDIATE",
                "timeout": 5,
                # Not journal_mode: it stays in the file, and switching while another connection writes
                # fails at once whatever the timeout. `serve` switches it before anybody is served.
                "init_command": "PRAGMA synchronous=NORMAL;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- channel layer and cache -----------------------------------------------------------------------

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "minibridge.redis_layer.RedisLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES = {"default": {"BACKEND": "minibridge.redis_cache.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "tables.local_layer.LocalChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

# --- people ----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
GUEST_IDLE_DAYS = int(os.environ.get("GUEST_IDLE_DAYS", "90"))
TEACHERS_INVITED = env_flag("TEACHERS_INVITED")  # else any adult account may open a class

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.username_validators"
# Nobody remembers capitals; the name at the table keeps them.
ACCOUNT_PRESERVE_USERNAME_CASING = False
# A guest is logged in, yet must reach the login page; our own views send away who has an account.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if USE_HTTPS else "http"
# A class of thirty sits behind one address: only guessing at one name is held up early.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "100/m/ip,5/300s/key",
    "signup": "100/m/ip",
    "reset_password": "60/m/ip,5/m/key",
    "reset_password_from_key": "60/m/ip",
}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.EmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
MFA_ADAPTER = "accounts.adapter.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RATE_LIMITS = {"webauthn_login": "300/m/ip"}
MFA_FORMS = {
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "edit_webauthn": "accounts.forms.EditPasskeyForm",
    "login_webauthn": "accounts.forms.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.ReauthenticatePasskeyForm",
}

# Without EMAIL_HOST the site asks nobody for an e-mail address, and offers recovery codes alone.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env_flag("EMAIL_USE_TLS", default=not EMAIL_USE_SSL)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or EMAIL_HOST_USER or "minibridge@localhost"

# --- analysis --------------------------------------------------------------------------------------

ANALYSIS = env_flag("ANALYSIS", default=True)

# --- languages -------------------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "minibridge" / "locale"]
FORMAT_MODULE_PATH = ["minibridge.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE", "Europe/Paris")
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True

# --- files -----------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "minibridge.static_files.HashedStaticFilesStorage"},
}

# --- metrics ---------------------------------------------------------------------------------------

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# --- log -------------------------------------------------------------------------------------------

LOG_FORMAT = os.environ.get("LOG_FORMAT", "text")
if LOG_FORMAT not in FORMATTERS:
    raise ImproperlyConfigured("LOG_FORMAT must be text or json.")
# A machine sifts its lines; to a person one for each page not found or refused would hide the errors.
FEWEST = {"text": "ERROR", "json": "WARNING"}[LOG_FORMAT]
# Django's own default is silent when DEBUG is off: an error of the site must reach whoever runs it.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": FORMATTERS[LOG_FORMAT]}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": FEWEST},
        "django.security.csrf": {"level": FEWEST},
        "django.security.DisallowedHost": {"level": {"text": "CRITICAL", "json": "ERROR"}[LOG_FORMAT]},
    },
}

# --- tables ----------------------------------------------------------------------------------------

HEARTBEAT_SECONDS = int(os.environ.get("HEARTBEAT_SECONDS", "10"))
PRESENCE_LEASE_SECONDS = int(os.environ.get("PRESENCE_LEASE_SECONDS", "25"))
ABSENCE_SECONDS = int(os.environ.get("ABSENCE_SECONDS", "60"))
BOT_PACE_SECONDS = float(os.environ.get("BOT_PACE_SECONDS", "0.8"))
PAGE_FRAMES = int(os.environ.get("PAGE_FRAMES", "40"))  # what one page may send in ten seconds
ABANDONED_TABLE_DAYS = int(os.environ.get("ABANDONED_TABLE_DAYS", "30"))
DEALS_KEPT_DAYS = int(os.environ.get("DEALS_KEPT_DAYS", "0"))  # 0: until their players delete them
