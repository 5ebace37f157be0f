"""A socket that cannot be opened because the database is away: the page is turned down, and comes again by
itself.
"""

from __future__ import annotations

import logging
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.db import OperationalError

log = logging.getLogger(__name__)


class BusyDoor:
    """ASGI wrapper around whatever must read the database to know who asks. One line in the log for each page
    that knocks, where the server would write a traceback.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        try:
            return await self.application(scope, receive, send)
        except OperationalError as error:
            log.error("socket: database: %s", type(error).__name__)
            return await WebsocketDenier()(scope, receive, send)
