"""The door of the server: pages, web sockets, and the life of the process."""

import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minibridge.settings")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

http = get_asgi_application()

from minibridge.body_limit import BodyLimit  # noqa: E402 — the apps must be loaded first
from minibridge.lifespan import Lifespan, Sweep  # noqa: E402
from minibridge.readable_content_type import ReadableContentType  # noqa: E402
from minibridge.request_ids import RequestIds  # noqa: E402
from tables import routing  # noqa: E402
from tables.absence import SWEEP_SECONDS as ABSENCE_SECONDS  # noqa: E402
from tables.absence import absent_replaced  # noqa: E402
from tables.bot_driver import SWEEP_SECONDS, driver  # noqa: E402
from tables.busy_door import BusyDoor  # noqa: E402
from tables.origin import SameOrigin  # noqa: E402
from tables.review_driver import SWEEP_SECONDS as REVIEW_SECONDS  # noqa: E402
from tables.review_driver import driver as reviews  # noqa: E402
from tables.services.purge import purge  # noqa: E402
from tables.services.withholding import SWEEP_SECONDS as WITHHELD_SECONDS  # noqa: E402
from tables.services.withholding import sweep as withheld_results  # noqa: E402

# WhiteNoise reads small files whole, in the thread of the request: nothing waits for them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

SWEEPS = (
    Sweep("purge", 3600, purge),
    Sweep("bots", SWEEP_SECONDS, driver.sweep),
    Sweep("absences", ABSENCE_SECONDS, absent_replaced),
    Sweep("reviews", REVIEW_SECONDS, reviews.sweep),
    Sweep("results", WITHHELD_SECONDS, withheld_results),
)

application = RequestIds(
    ProtocolTypeRouter(
        {
            "http": BodyLimit(ReadableContentType(http)),
            "websocket": SameOrigin(BusyDoor(AuthMiddlewareStack(URLRouter(routing.urlpatterns)))),
            "lifespan": Lifespan(SWEEPS),
        }
    )
)
