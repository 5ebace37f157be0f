"""The nginx configuration of the README, run by a real nginx where there is one."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.guest import Guest
from tests.processes import wait_until
from tests.server import ROOT, ServerProcess, free_port

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(not (NGINX and OPENSSL), reason="no nginx here")

BLOCK = re.search(r"^```\n(# The addresses.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)


@dataclass(frozen=True)
class Front:
    """What stands before the server."""

    server: ServerProcess
    http: int
    https: int
    log: Path

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"


def configuration(folder: Path, server: ServerProcess, http: int, https: int) -> str:
    """That of the README with ports, names and files of the test; on the second port nobody listens."""
    assert BLOCK is not None
    text = BLOCK[1]
    for told, ours in {
        "127.0.0.1:8001": f"127.0.0.1:{server.port}",
        "127.0.0.1:8002": f"127.0.0.1:{free_port()}",
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl;": f"listen 127.0.0.1:{https} ssl;",
        "server_name bridge.example.org;": "server_name localhost;",
        "/etc/letsencrypt/live/bridge.example.org/fullchain.pem": f"{folder}/certificate.pem",
        "/etc/letsencrypt/live/bridge.example.org/privkey.pem": f"{folder}/key.pem",
        "/var/log/nginx/minibridge.log": f"{folder}/minibridge.log",
    }.items():
        assert told in text, told
        text = text.replace(told, ours)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    owner = "user root;" if os.geteuid() == 0 else ""  # or its workers may not write into the test's folder
    return (
        f"{owner} daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary}\n{text}\n}}\n"
    )


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    (folder / "data").mkdir()
    subprocess.run(
        [
            *(
                OPENSSL,
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
            ),
            *("-keyout", folder / "key.pem", "-out", folder / "certificate.pem"),
        ],
        check=True,
        capture_output=True,
    )
    server = ServerProcess(folder / "data", ANALYSIS="0", USE_HTTPS="1", METRICS_TOKEN="x")
    http, https = free_port(), free_port()
    (folder / "nginx.conf").write_text(configuration(folder, server, http, https))
    command = [NGINX, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    server.start()
    nginx = subprocess.Popen(command)
    try:
        wait_until(lambda: answers(http))
        yield Front(server, http, https, folder / "minibridge.log")
    finally:
        nginx.terminate()
        nginx.wait()
        server.kill()


def answers(port: int) -> bool:
    try:
        asyncio.run(asyncio.open_connection("127.0.0.1", port))
    except OSError:
        return False
    return True


def trusting() -> ssl.SSLContext:
    """The certificate is its own word."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def opener(*handlers: urllib.request.BaseHandler) -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusting()), *handlers)


@pytest.fixture
def guest(front: Front) -> Guest:
    """Somebody who comes by https, and sits at a table."""
    guest = Guest(front)
    guest.opener = opener(urllib.request.HTTPCookieProcessor(guest.jar))
    guest.opener.addheaders = [("Origin", front.url)]
    guest.open_table("S")
    return guest


def test_pages_and_forms_come_through_by_https(guest: Guest) -> None:
    assert "Sami" in guest.get(f"/t/{guest.code}/")
    assert list(guest.jar)
    assert all(cookie.secure for cookie in guest.jar)


def test_sockets_come_through(front: Front, guest: Guest) -> None:
    with connect(
        f"wss://localhost:{front.https}/ws/t/{guest.code}/?lang=fr",
        ssl=trusting(),
        additional_headers={"Cookie": guest.cookies},
        origin=front.url,
    ) as line:
        line.send(json.dumps({"type": "hello", "version": 0, "epoch": -1}))
        assert json.loads(line.recv(timeout=60))["type"] == "view"


def test_who_comes_by_http_is_sent_to_https(front: Front) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *arguments: object) -> None:
            return None

    with pytest.raises(urllib.error.HTTPError) as moved:
        opener(Stay()).open(f"http://localhost:{front.http}/deals/")
    assert (moved.value.code, moved.value.headers["Location"]) == (301, "https://localhost/deals/")


def test_https_is_remembered_and_health_told_but_no_metrics(front: Front) -> None:
    with opener().open(front.url) as answer:
        assert answer.headers["Strict-Transport-Security"] == "max-age=3600"
    with opener().open(f"{front.url}/health/") as answer:
        assert json.load(answer)["status"] == "ok"
    with pytest.raises(urllib.error.HTTPError) as refused:
        opener().open(urllib.request.Request(f"{front.url}/metrics", headers={"Authorization": "Bearer x"}))
    assert refused.value.code == 404


def test_a_server_that_is_away_costs_nobody_his_answer(front: Front) -> None:
    """Every second request would go to the port on which nobody listens."""
    for _ in range(8):
        with opener().open(f"{front.url}/health/") as answer:
            assert answer.status == 200


def test_the_log_has_numbers_and_no_addresses(front: Front, guest: Guest) -> None:
    number = guest.opener.open(f"{front.url}/t/{guest.code}/").headers["X-Request-ID"]
    wait_until(lambda: number in front.log.read_text())
    assert guest.code not in front.log.read_text()


def test_as_large_a_file_as_the_site_reads_comes_through(front: Front, guest: Guest) -> None:
    """Whatever is wrong with it is said by the site: here that the form has no token."""
    body = b"x" * 2_500_000
    request = urllib.request.Request(f"{front.url}/deals/import/", body, {"Origin": front.url})
    with pytest.raises(urllib.error.HTTPError) as refused:
        guest.opener.open(request)
    assert (refused.value.code, bool(refused.value.headers["X-Request-ID"])) == (403, True)
