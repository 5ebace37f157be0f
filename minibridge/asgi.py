"""The door of the server: pages, web sockets, and the life of the process."""

import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minibridge.settings")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

http = get_asgi_application()

from minibridge.lifespan import Lifespan, Sweep  # noqa: E402 — the apps must be loaded first
from minibridge.readable_content_type import ReadableContentType  # noqa: E402
from tables import routing  # noqa: E402
from tables.bot_driver import SWEEP_SECONDS, driver  # noqa: E402
from tables.origin import SameOrigin  # noqa: E402
from tables.services.purge import purge  # noqa: E402

# WhiteNoise reads small files whole, in the thread of the request: nothing waits for them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

SWEEPS = (Sweep("purge", 3600, purge), Sweep("bots", SWEEP_SECONDS, driver.sweep))

application = ProtocolTypeRouter(
    {
        "http": ReadableContentType(http),
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(routing.urlpatterns))),
        "lifespan": Lifespan(SWEEPS),
    }
)
