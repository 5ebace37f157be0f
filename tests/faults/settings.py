"""The site's settings with faults: points at which its process dies, and a layer that loses messages."""

from minibridge.settings import *  # noqa: F403
from minibridge.settings import CHANNEL_LAYERS, INSTALLED_APPS, REDIS_URL

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.apps.FaultsConfig"]
if not REDIS_URL:
    CHANNEL_LAYERS["default"]["BACKEND"] = "tests.faults.lossy_layer.LossyLayer"
