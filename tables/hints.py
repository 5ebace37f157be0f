"""A hint for somebody at the table, from what he himself sees."""

from __future__ import annotations

import logging

from django.utils.translation import gettext_lazy as _

from minibridge.bots import Hint, hint

from .analysis import expert_hints, has_choice
from .bot_driver import seed_of
from .refusals import Refusal
from .scene import Scene, chair_of, view_of_person

log = logging.getLogger(__name__)


def hint_for(scene: Scene, user_id: int | None) -> Hint:
    """What this person might do now, with the reason: the expert's opinion, without it the level below.

    Raises Refusal: 404 no chair here, 403 the rules of the table give no hints, 409 nothing to decide.
    """
    chair = chair_of(scene, user_id)
    view = view_of_person(scene, user_id)
    if chair is None:
        raise Refusal(_("You have no chair at this table."), status=404)
    if view is None or not scene.deal_is_open or scene.is_held:
        raise Refusal(_("There is nothing for you to decide now."), status=409)
    if not view.rules.hints:
        raise Refusal(_("By the rules of this table nobody gives hints."), status=403)
    seed = seed_of(scene, scene.seat_played_from(chair))
    try:
        found = (has_choice(view) and expert_hints(view, seed)) or hint(view, seed)
    except Exception:
        log.exception("no hint could be found")
        raise Refusal(_("There is no hint just now."), status=503) from None
    if found is None:
        raise Refusal(_("There is nothing for you to decide now."), status=409)
    return found
