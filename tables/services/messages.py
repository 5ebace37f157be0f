"""What people say at the table: fixed phrases; free text between adults only."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ..models import Message
from ..phrases import PHRASES, REACTIONS
from ..refusals import Refusal
from ..scene import Scene
from .change import must_hold_chair, table_change

TEXT_LENGTH = 200


def free_text_allowed(scene: Scene) -> bool:
    """Whether every person seated has an account and ticked that he is an adult, and the host allows it."""
    chairs = [chair for chair in scene.chairs.values() if chair and not chair.is_bot]
    return scene.free_text and bool(chairs) and all(chair.is_adult for chair in chairs)


def message_say(
    *, table_id: int, user_id: int, phrase: str = "", text: str = "", client_id: str = ""
) -> None:
    """Say one thing. Saying it twice with the same ``client_id`` says it once.

    Raises Refusal: 400 neither phrase nor text, 403 free text is not allowed here, 404 no chair.
    """
    text = " ".join(text.split())
    if bool(phrase) == bool(text) or len(text) > TEXT_LENGTH or len(client_id) > 40:
        raise Refusal(_("Please choose a phrase or write a short line."), status=400)
    if phrase and phrase not in PHRASES and phrase not in REACTIONS:
        raise Refusal(_("Please choose a phrase or write a short line."), status=400)
    if not (text + client_id).isprintable():
        raise Refusal(_("This text has signs that cannot be shown."), status=400)
    with table_change(table_id) as change:
        seat = must_hold_chair(change.scene, user_id)
        if text and not free_text_allowed(change.scene):
            raise Refusal(_("Here everybody uses the fixed phrases."), status=403)
        chair = change.scene.chairs[seat]
        assert chair is not None
        said_before = (
            client_id
            and Message.objects.filter(table_id=table_id, user_id=user_id, client_id=client_id).exists()
        )
        if not said_before:
            Message.objects.create(
                table_id=table_id,
                user_id=user_id,
                seat=change.scene.place_of(seat).value,
                name=chair.name,
                phrase=phrase,
                text=text,
                client_id=client_id,
            )
