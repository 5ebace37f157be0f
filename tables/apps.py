from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import pre_delete


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        user_logged_out.connect(close_sockets, dispatch_uid="close_sockets")
        for changed in (password_changed, password_reset):
            changed.connect(close_all_sockets, dispatch_uid="close_all_sockets")
        pre_delete.connect(free_chairs, sender=settings.AUTH_USER_MODEL, dispatch_uid="free_chairs")


def close_sockets(sender: Any, request: Any, user: Any, **kwargs: Any) -> None:
    """Whoever logs out in one tab must not go on seeing his hand in another."""
    from .push import person_left

    if user is not None:
        person_left(user.pk, request.session.session_key)


def close_all_sockets(sender: Any, user: Any, **kwargs: Any) -> None:
    """A new password ends the other sessions; their pages must not go on."""
    from .push import person_left

    person_left(user.pk, None)


def free_chairs(sender: Any, instance: Any, **kwargs: Any) -> None:
    """A person whose row is deleted leaves his chairs.

    The name of an account goes too, whoever deletes it; that of a guest who only stayed away is what the
    others remember of the evening. What he brought in from files was his alone.
    """
    from .services.deletion import traces_remove
    from .services.imports import imports_forget
    from .services.tables import person_forget

    imports_forget(instance)
    if not instance.is_guest:
        traces_remove(instance)
    person_forget(instance)
