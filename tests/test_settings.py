"""The settings keep doors shut, and say the right headers on every page."""

import json
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.test import Client
from django.urls import get_resolver

from minibridge.settings import stored_secret_key
from tests.server import ROOT, site_environment


def settings_of_a_site(data: Path, *names: str, **environment: str) -> dict[str, object]:
    """The site's own settings, read by a process with this environment."""
    script = (
        "import json, sys; from minibridge import settings;"
        "print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *names],
        cwd=ROOT,
        env=site_environment(data, **environment),
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_without_environment_the_site_is_shut_to_others(tmp_path):
    found = settings_of_a_site(tmp_path, "DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "TRUSTED_PROXIES")
    assert found == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "CSRF_TRUSTED_ORIGINS": [],
        "TRUSTED_PROXIES": ["127.0.0.1"],
    }


def test_https_makes_cookies_secure(tmp_path):
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_CROSS_ORIGIN_OPENER_POLICY")
    assert set(settings_of_a_site(tmp_path, *names).values()) == {False, None}
    assert set(settings_of_a_site(tmp_path, *names, USE_HTTPS="1").values()) == {True, "same-origin"}


README = (ROOT / "README.md").read_text("utf-8")


def documented_environment() -> dict[str, str]:
    """The environment file of the README, "Hosting it"."""
    block = re.search(r"^```\n(DATABASE_URL=.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert block is not None
    return dict(line.split("=", 1) for line in block[1].splitlines())


def test_the_documented_environment_passes_the_checks_for_deployment(tmp_path):
    environment = documented_environment() | {"MINIBRIDGE_DATA": str(tmp_path)}
    assert {"ALLOWED_HOSTS", "USE_HTTPS", "REDIS_URL"} <= set(environment)
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=site_environment(tmp_path) | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "System check identified no issues (2 silenced)."


def test_without_https_the_checks_for_deployment_warn(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=site_environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert "security.W004" in done.stderr
    assert done.returncode == 1


def test_https_sends_people_there_and_has_browsers_remember_it(tmp_path):
    names = ("SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    assert list(settings_of_a_site(tmp_path, *names).values()) == [False, 0]
    assert list(settings_of_a_site(tmp_path, *names, USE_HTTPS="1").values()) == [True, 3600]
    assert list(settings_of_a_site(tmp_path, *names, USE_HTTPS="1", HSTS_SECONDS="9").values()) == [True, 9]


def test_postgresql_is_pooled_and_limited_in_time(tmp_path):
    address = "postgres://someone:secret@db.example:5433/bridge?sslmode=require"
    database = settings_of_a_site(tmp_path, "DATABASES", DATABASE_URL=address)["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "bridge")
    assert database["CONN_MAX_AGE"] == 0
    assert database["OPTIONS"]["pool"]["max_size"] > 1
    assert database["OPTIONS"]["sslmode"] == "require"
    assert "lock_timeout" in database["OPTIONS"]["options"]


def test_another_database_is_refused(tmp_path):
    with pytest.raises(subprocess.CalledProcessError) as refused:
        settings_of_a_site(tmp_path, "DEBUG", DATABASE_URL="mysql://localhost/x")
    assert b"DATABASE_URL must be a postgres:// address" in refused.value.stderr


def test_redis_carries_layer_and_cache(tmp_path):
    found = settings_of_a_site(tmp_path, "CHANNEL_LAYERS", "CACHES", REDIS_URL="redis://localhost/3")
    assert found["CHANNEL_LAYERS"]["default"]["BACKEND"] == "minibridge.redis_layer.RedisLayer"
    assert found["CACHES"]["default"]["LOCATION"] == "redis://localhost/3"


def test_the_secret_key_is_made_once_and_its_owner_alone_may_read_it(tmp_path):
    first = settings_of_a_site(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    assert first == settings_of_a_site(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    assert len(first) > 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert settings_of_a_site(tmp_path, "SECRET_KEY", SECRET_KEY="mine")["SECRET_KEY"] == "mine"


def test_processes_that_start_together_agree_on_the_secret_key(tmp_path):
    keys = []
    start = threading.Barrier(8)

    def read():
        start.wait()
        keys.append(stored_secret_key(tmp_path / "secret_key"))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_the_data_folder_is_shut_to_other_users(tmp_path):
    settings_of_a_site(tmp_path / "new" / "data", "DEBUG")
    assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700


def simple_addresses() -> list[str]:
    """Every address of the site without a variable part, and some that do not exist."""

    def walk(patterns, prefix):
        for pattern in patterns:
            address = prefix + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                yield from walk(pattern.url_patterns, address)
            else:
                yield "/" + re.sub(r"[\^$\\]", "", address)

    found = {address for address in walk(get_resolver().url_patterns, "") if not re.search(r"[<(?]", address)}
    return sorted(found | {"/nowhere/", "/t/NOPLACE/", "/static/nothing.css"})


@pytest.mark.django_db
@pytest.mark.parametrize("address", simple_addresses())
def test_every_page_carries_the_headers(client, address):
    answer = client.get(address)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "connect-src 'self' ws://testserver wss://testserver" in policy
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
@pytest.mark.parametrize("address", simple_addresses())
def test_no_page_has_what_the_policy_forbids(admin_client, address):
    answer = admin_client.get(address)
    if not answer.get("Content-Type", "").startswith("text/html"):
        return
    html = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\b(src=|type=.application/json))", html)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", html.replace("http://testserver", ""))


@pytest.mark.django_db
def test_an_unknown_host_is_refused_with_the_headers_and_is_not_named_in_them():
    answer = Client(headers={"host": "evil.example"}).get("/")
    assert answer.status_code == 400
    assert "evil" not in answer["Content-Security-Policy"]


@pytest.mark.django_db
def test_cookies_are_out_of_reach_of_scripts_and_other_sites(client, django_user_model):
    django_user_model.objects.create_user("ann", password="a long secret")
    client.get("/account/login/")
    client.post("/account/login/", {"login": "ann", "password": "a long secret"})
    client.post("/i18n/setlang/", {"language": "en"})
    assert {"sessionid", "csrftoken"} <= set(client.cookies)
    for cookie in client.cookies.values():
        assert cookie["samesite"] == "Lax", cookie.key
        assert cookie["httponly"], cookie.key
