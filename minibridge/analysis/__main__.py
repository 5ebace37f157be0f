"""``python -m minibridge.analysis``: the analysis process, which needs neither the site nor its database."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import threading
from pathlib import Path

from minibridge.logs import log_to_stderr

from . import folder_lock
from .service import Service


async def serve(folder: Path, jobs: str, until_input_ends: bool) -> None:
    """Listens, and tells in *folder* where, until it is asked to end."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, ended.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(ended.set))
    if until_input_ends:
        threading.Thread(target=_read_to_end, args=(loop, ended), daemon=True).start()
    service = Service(jobs, folder)
    server, address = await service.listen()
    work = asyncio.create_task(service.dispatcher.work())
    address.write(folder)
    try:
        await asyncio.wait([work, asyncio.create_task(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    finally:
        address.remove(folder)
        server.close()
        await service.hang_up()
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work


def _read_to_end(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    while os.read(sys.stdin.fileno(), 4096):  # not through a buffer, whose lock would outlive the process
        pass
    with contextlib.suppress(RuntimeError):  # it is ending already
        loop.call_soon_threadsafe(ended.set)


def main() -> int:
    parser = argparse.ArgumentParser("python -m minibridge.analysis", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="data folder of the site")
    parser.add_argument("--jobs", default="minibridge.analysis.jobs", help="module of the jobs it knows")
    parser.add_argument(
        "--until-input-ends", action="store_true", help="end with the process that holds its input"
    )
    arguments = parser.parse_args()
    log_to_stderr()
    held = folder_lock.lock(arguments.folder)
    if held is None:
        print(f"Another process analyses for {arguments.folder} already.", file=sys.stderr)
        return folder_lock.ANOTHER_HAS_IT
    with held:
        asyncio.run(serve(arguments.folder, arguments.jobs, arguments.until_input_ends))
    return 0


if __name__ == "__main__":
    sys.exit(main())
