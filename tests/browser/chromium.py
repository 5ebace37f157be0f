"""A Chromium for the browser tests: the one that is here, or one that can be had.

`python -m tests.browser.chromium` prints its path, after installing one where that is needed and possible;
else it says in one sentence why there is none, and fails.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = Path(__file__).resolve().parent.parent.parent / ".chromium"
UNPACKED = FOLDER / "chromium"
# The shell without a window first: the same tests cost it half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "chromium")
# The binary lies inside this package: the registry alone is asked. Later versions want a newer Node.
NPM_PACKAGE = "@sparticuz/chromium@147.0.0"
# Nothing but the page under test may talk to the network.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(Exception):
    """There is none, and why."""


def installed() -> str | None:
    """The path of a Chromium that starts."""
    candidates = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES), str(UNPACKED)]
    return next((path for path in candidates if path and starts(path)), None)


def starts(path: str) -> bool:
    """Ubuntu's chromium-browser, for one, is a script that only says how to get one."""
    try:
        return succeeds(path, "--no-sandbox", "--version", seconds=30)
    except OSError:
        return False


def succeeds(*command: str, seconds: int, cwd: Path | None = None) -> bool:
    try:
        done = subprocess.run(
            command, cwd=cwd, timeout=seconds, stdin=subprocess.DEVNULL, stdout=sys.stderr, stderr=sys.stderr
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def install() -> str:
    """Gets one from Debian's packages or from the npm registry; raises NoChromium with all the reasons."""
    reasons = []
    for way in (from_apt, from_npm):
        reasons += list(way())
        path = installed()
        if path:
            return path
    raise NoChromium("; ".join(reasons))


def from_apt() -> Iterator[str]:
    """Each of the ways ends by giving the reason why it failed, or none."""
    if not shutil.which("apt-get"):
        yield "this machine has no apt-get"
        return
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and not (shutil.which("sudo") and succeeds(*root, "true", seconds=10)):
        yield "apt-get needs root"
        return
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    for refresh in (False, True):
        if refresh:
            succeeds(*apt, "update", seconds=300)
        for package in PACKAGES:
            if succeeds(*apt, "install", "--no-install-recommends", package, seconds=900):
                return
    yield "apt-get found no chromium"


def from_npm() -> Iterator[str]:
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        yield "the npm package is for Linux on x86_64"
        return
    if not (shutil.which("npm") and shutil.which("node")):
        yield "npm is not installed"
        return
    FOLDER.mkdir(exist_ok=True)
    if not succeeds("npm", "pack", "--silent", NPM_PACKAGE, seconds=600, cwd=FOLDER):
        yield "the npm registry did not give @sparticuz/chromium"
        return
    unpack(next(FOLDER.glob("*.tgz")))


def unpack(package: Path) -> None:
    """The package holds the browser and what it needs to start, packed with brotli, which Node can read."""
    untar(package, FOLDER)
    packed = FOLDER / "package" / "bin"
    decompress(packed / "chromium.br", FOLDER / "browser")
    for name in ("al2023", "fonts", "swiftshader"):
        decompress(packed / f"{name}.tar.br", FOLDER / f"{name}.tar")
        untar(FOLDER / f"{name}.tar", FOLDER / name)
    shutil.rmtree(FOLDER / "package")
    (FOLDER / "browser").chmod(0o755)
    (FOLDER / "fonts.conf").write_text(
        f"<fontconfig><dir>{escape(str(FOLDER / 'fonts'))}</dir><dir>/usr/share/fonts</dir></fontconfig>"
    )
    UNPACKED.write_text(
        "#!/bin/sh\n"
        'here=$(dirname "$(readlink -f "$0")")\n'
        'export LD_LIBRARY_PATH="$here/al2023/lib:$here/swiftshader:$LD_LIBRARY_PATH"\n'
        'export FONTCONFIG_FILE="$here/fonts.conf"\n'
        'exec "$here/browser" "$@"\n'
    )
    UNPACKED.chmod(0o755)


def untar(archive: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    subprocess.run(["tar", "-xf", str(archive), "-C", str(folder)], check=True)
    archive.unlink()


def decompress(source: Path, target: Path) -> None:
    script = (
        "const fs = require('fs'), [source, target] = process.argv.slice(1);"
        "fs.createReadStream(source).pipe(require('zlib').createBrotliDecompress())"
        ".pipe(fs.createWriteStream(target))"
    )
    subprocess.run(["node", "-e", script, str(source), str(target)], check=True)


if __name__ == "__main__":
    try:
        print(installed() or install())
    except NoChromium as reason:
        sys.exit(f"No Chromium: {reason}.")
