"""The door of the server: pages, web sockets, and the life of the process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minibridge.settings")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

http = get_asgi_application()

from minibridge.lifespan import Lifespan, Sweep  # noqa: E402 — the apps must be loaded first
from tables.origin import SameOrigin  # noqa: E402
from tables.routing import websocket_urlpatterns  # noqa: E402
from tables.services.purge import purge  # noqa: E402

SWEEPS = (Sweep("purge", 3600, purge),)

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        "lifespan": Lifespan(SWEEPS),
    }
)
