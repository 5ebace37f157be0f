"""``manage.py serve``: everything between a fresh checkout and people playing."""

import contextlib
import io
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from django.utils import translation
from django.utils.translation import gettext as _
from uvicorn.supervisors import Multiprocess

from minibridge.analysis import AnalysisKeeper
from tables.addresses import own_addresses, own_names
from tables.deployment import switch_to_wal, unreachable_services, unsafe_settings, unsafe_sqlite
from tables.management.console import console_language
from tables.management.server_options import SERVER
from tables.management.serving_lock import serving_lock
from tables.management.static_collection import collect_if_changed
from tables.management.translation_files import compile_catalogs
from tables.metrics import FOLDER as METRICS_FOLDER

ANALYSIS_JOBS = "minibridge.bots.jobs"
EVERY_ADDRESS = "0.0.0.0"
SETTING_UP = 7_316_240_115  # number of the lock that PostgreSQL keeps while one process sets up


class Command(BaseCommand):
    help = "Sets the site up and serves it."
    # The catalogues are compiled first: a check that reads a text would load, and keep, an empty catalogue.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
        parser.add_argument("--lan", action="store_true", help="let the other devices of the room in")
        parser.add_argument(
            "--workers", type=int, default=1, help="processes (1); more need PostgreSQL and Redis"
        )

    def handle(self, *args: Any, host: str, port: int, lan: bool, workers: int, **options: Any) -> None:
        compile_catalogs()
        self.check()
        with contextlib.suppress(AttributeError, ValueError):
            self.stdout._out.reconfigure(errors="replace")  # a console may lack the blocks of the QR code
        host = EVERY_ADDRESS if lan else host
        with contextlib.ExitStack() as held:
            with translation.override(console_language()):
                refuse(unsafe_settings(workers=workers, is_open=host != "127.0.0.1"))
                listener = held.enter_context(bind(host, port))
                held.enter_context(one_server_per_folder())
                refuse(unreachable_services())
                set_up()
                allow_hosts([*own_addresses(), *own_names()] if lan else [host])
                listener.listen(2048)  # whoever follows the link at once waits instead of failing
                self.say_where(port, lan)
            if settings.ANALYSIS:
                held.enter_context(AnalysisKeeper(settings.DATA_DIR, ANALYSIS_JOBS))
            if workers > 1 and settings.METRICS_TOKEN:
                count_together(port)
            serve(listener, workers)

    def say_where(self, port: int, lan: bool) -> None:
        addresses = own_addresses() if lan else ["localhost"]
        for address in addresses:
            self.stdout.write(_("Minibridge is at %(link)s") % {"link": f"http://{address}:{port}/"})
        if not addresses:
            self.stdout.write(_("This machine has no network: nobody else can reach it."))
        elif lan:
            self.stdout.write(qr_blocks(f"http://{addresses[0]}:{port}/"))
            self.stdout.write(_("If the others see nothing, let Python through this machine's firewall."))
        self.stdout.write(_("Deals, accounts and key are kept in %(folder)s") % {"folder": settings.DATA_DIR})
        if not get_user_model().objects.filter(is_superuser=True).exists():
            command = f"{this_python()} manage.py createsuperuser"
            self.stdout.write(_("To make an administrator: %(command)s") % {"command": command})
        self.stdout.write(_("Ctrl+C stops it."))
        self.stdout.flush()
        connections.close_all()


def this_python() -> str:
    """As one types it: the interpreter of the folder one is in by its short name."""
    path = Path(sys.executable)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def refuse(reasons: Iterator[str]) -> None:
    for reason in reasons:
        raise CommandError(reason)


def bind(host: str, port: int) -> socket.socket:
    """The listening socket, before anything is touched: a second start by mistake ends here."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name != "nt":  # there it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise CommandError(
            _("Port %(port)d of %(host)s cannot be used (%(why)s): try --port %(other)d.")
            % {"port": port, "host": host, "why": getattr(error, "strerror", "") or error, "other": 8001}
        ) from None
    return listener


def qr_blocks(link: str) -> str:
    text = io.StringIO()
    segno.make(link, micro=False).terminal(text, border=2, compact=True)
    return text.getvalue()


@contextlib.contextmanager
def one_server_per_folder() -> Iterator[None]:
    """Without Redis a second server on the same data would leave half of each table without news. With it
    several may serve the folder, but none while a backup is put there.
    """
    with serving_lock(alone=not settings.REDIS_URL) as is_ours:
        if not is_ours:
            raise CommandError(
                _("Another server is using %(folder)s: stop it, or set REDIS_URL.")
                % {"folder": settings.DATA_DIR}
            )
        yield


def set_up() -> None:
    """Tables, WAL and collected files, by one process at a time."""
    with alone_in_postgresql():
        call_command("migrate", interactive=False, verbosity=0)
        collect_if_changed()
    if connection.vendor == "sqlite":
        switch_to_wal()
        refuse(unsafe_sqlite())


@contextlib.contextmanager
def alone_in_postgresql() -> Iterator[None]:
    """Several servers may start at once: the others wait here. A migration has no time limit."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [SETTING_UP])
    try:
        yield
    finally:
        connection.close()
        connection.close_pool()  # the connection had other limits, and the lock


def allow_hosts(hosts: list[str]) -> None:
    """In this process, and through the environment in the workers it starts."""
    settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *hosts]))
    os.environ["ALLOWED_HOSTS"] = ",".join(settings.ALLOWED_HOSTS)


def count_together(port: int) -> None:
    """The folder in which the workers of this port count. It begins empty; the server on another port has
    its own.
    """
    folder = settings.DATA_DIR / f"metrics-{port}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    os.environ[METRICS_FOLDER] = str(folder)


def serve(listener: socket.socket, workers: int) -> None:
    config = uvicorn.Config(
        "minibridge.asgi:application",
        workers=workers,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=60,  # a small or busy machine needs more than the usual five to start one
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        **SERVER,
    )
    with contextlib.suppress(KeyboardInterrupt):
        if workers > 1:
            Multiprocess(config, [listener]).run()
        else:
            uvicorn.Server(config).run([listener])
