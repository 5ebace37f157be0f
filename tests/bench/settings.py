"""The site's settings while it is measured: nothing differs but the guard against pages that send too much.

In the closed loop four people play hundreds of cards a second, which at a real table is an attack.
"""

from minibridge.settings import *  # noqa: F403

PAGE_FRAMES = 20_000
