"""The site's settings as tests see them: a folder and a database of their own, cheap passwords.

With TEST_DATABASE_URL and TEST_REDIS_URL the tests use PostgreSQL and Redis, else SQLite and the layer
inside the process, whatever the environment says about the site itself.
"""

import os
import tempfile
from pathlib import Path

# The folder of a worker of pytest-xdist lies in that of the main process, which outlives it and cleans up.
main_folder = os.environ["MINIBRIDGE_DATA"] if "PYTEST_XDIST_WORKER" in os.environ else None
TEST_DATA = Path(tempfile.mkdtemp(prefix="minibridge-tests-", dir=main_folder))
os.environ["MINIBRIDGE_DATA"] = str(TEST_DATA)
for test_name, name in {"TEST_DATABASE_URL": "DATABASE_URL", "TEST_REDIS_URL": "REDIS_URL"}.items():
    os.environ[name] = os.environ.get(test_name, "")
for name in ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG", "SECRET_KEY", "TRUSTED_PROXIES", "USE_HTTPS"):
    os.environ.pop(name, None)

from minibridge.settings import *  # noqa: E402, F403
from minibridge.settings import (  # noqa: E402
    CACHES,
    CHANNEL_LAYERS,
    DATABASE_URL,
    DATABASES,
    REDIS_URL,
    STATIC_ROOT,
    STORAGES,
)

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()
if DATABASE_URL:
    # Two runs at once on one machine must not share a database, nor a channel or cache key below.
    DATABASES["default"]["TEST"] = {"NAME": f"test_minibridge_{os.getpid()}"}
else:
    # A file, as in life: threads that share a database in memory lock each other out at once.
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_DATA / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
if REDIS_URL:
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"test{os.getpid()}"
    CACHES["default"] |= {"BACKEND": "tests.redis_cache.RedisCache", "KEY_PREFIX": f"test{os.getpid()}"}
