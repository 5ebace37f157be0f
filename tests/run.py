"""`make test`: all tests on SQLite, then those of database and layer again on PostgreSQL and Redis."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass

import psycopg
import redis

from tests.browser import chromium

SERVICES = ("TEST_DATABASE_URL", "TEST_REDIS_URL")


@dataclass(frozen=True)
class Part:
    name: str
    options: tuple[str, ...]
    environment: dict[str, str]

    def run(self, chosen: list[str]) -> int:
        processes = str(max(2, min(8, os.cpu_count() or 2)))
        command = [sys.executable, "-m", "pytest", "-q", "-n", processes, "--dist", "loadfile"]
        print(f"== {self.name}", flush=True)
        return subprocess.run([*command, *self.options, *chosen], env=self.environment).returncode


def main(chosen: list[str]) -> int:
    environment = dict(os.environ) | browser_of_the_tests()
    without_services = {name: value for name, value in environment.items() if name not in SERVICES}
    results = [timed(Part("All tests, on SQLite", (), without_services), chosen)]
    silent = silent_services()
    if silent:
        results.append(("PostgreSQL and Redis", f"left out: {silent}", 0))
    else:
        again = Part(
            "Database and layer, on PostgreSQL and Redis", ("-m", "services and not soak"), environment
        )
        results.append(timed(again, chosen))
    print()
    for name, outcome, _code in results:
        print(f"{name}: {outcome}")
    return max(code for _name, _outcome, code in results)


def browser_of_the_tests() -> dict[str, str]:
    """CHROMIUM with the path of one, or NO_CHROMIUM with the reason why the browser tests are skipped."""
    try:
        return {"CHROMIUM": chromium.installed() or chromium.install()}
    except chromium.NoChromium as reason:
        print(f"The browser tests are left out, as there is no Chromium: {reason}.")
        return {"NO_CHROMIUM": f"no Chromium: {reason}"}


def silent_services() -> str:
    """Which of the two does not answer, and why; empty if both do."""
    try:
        psycopg.connect(os.environ["TEST_DATABASE_URL"], connect_timeout=5).close()
    except (KeyError, psycopg.Error) as error:
        return f"PostgreSQL ({str(error).splitlines()[0]})"
    try:
        redis.Redis.from_url(os.environ["TEST_REDIS_URL"], socket_connect_timeout=5).ping()
    except (KeyError, redis.RedisError) as error:
        return f"Redis ({error})"
    return ""


def timed(part: Part, chosen: list[str]) -> tuple[str, str, int]:
    start = time.monotonic()
    code = part.run(chosen)
    # Code 5: of the chosen tests none touches database or layer.
    failed = code not in (0, 5)
    return part.name, f"{'FAILED' if failed else 'passed'} in {time.monotonic() - start:.0f} s", int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
