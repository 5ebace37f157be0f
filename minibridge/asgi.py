"""The door of the server: HTTP and web sockets."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minibridge.settings")

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

application = ProtocolTypeRouter({"http": get_asgi_application()})
