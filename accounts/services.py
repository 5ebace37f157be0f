"""What happens to people: guests come, keep their deals, come back, and are forgotten."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from accounts import preferences
from accounts.language import LANGUAGES
from accounts.models import User
from accounts.names import GUEST_PREFIX, clean_name

TOUCH_EVERY = timedelta(hours=1)
GUEST_TO_MERGE = "guest_to_merge"
PURGE_BATCH = 500
LOWER_CASE = "abcdefghijklmnopqrstuvwxyz0123456789"


def guest_create(*, name: str, language: str = "") -> User:
    """A new guest; `name` may be empty until the person takes a chair.

    Raises ValidationError with one sentence where the name cannot be shown.
    """
    user = User(
        username=GUEST_PREFIX + get_random_string(12, LOWER_CASE),
        display_name=clean_name(name) if name else "",
        language=language if language in LANGUAGES else "",
        is_guest=True,
    )
    user.set_unusable_password()
    user.save()
    return user


def guest_login(request: HttpRequest, user: User) -> None:
    """Make `user` the person of this browser, with what he had chosen before he typed a name.

    Only for guests, who have no password: an account is entered through its own door.
    """
    if not user.is_guest:
        raise ValueError("an account is not entered without its password")
    chosen = preferences.session_pop(request) if user.last_login is None else {}
    if chosen:
        preferences.choices_set(user, chosen)
        user.save(update_fields=list(chosen))
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def guest_keep(guest: User, *, username: str, password: str, email: str = "") -> User:
    """Make the guest's row an account; his seats and deals stay because the row does.

    Raises ValidationError where the name is taken, or where the row is no guest any more.
    """
    # Hashing is slow on purpose, and must not be waited for while the row is locked.
    hashed = make_password(password)
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
            if user is None:
                raise ValidationError(_("This account has been made already. Please sign in."))
            user.username = username.lower()
            user.display_name = user.display_name or username
            user.password = hashed
            user.email = email
            user.is_guest = False
            user.save()
            if email:
                EmailAddress.objects.create(user=user, email=email, primary=True)
    except IntegrityError as error:
        raise ValidationError(_("Somebody has this name already. Please choose another one.")) from error
    return user


def user_touch(user: User) -> bool:
    """Note that the person was here; at most one write an hour. Says whether it wrote."""
    now = timezone.now()
    if now - user.last_seen < TOUCH_EVERY:
        return False
    User.objects.filter(pk=user.pk).update(last_seen=now)
    user.last_seen = now
    return True


def guest_remember(request: HttpRequest, guest: User) -> None:
    """Keep in the session, across a login, which guest this browser was."""
    request.session[GUEST_TO_MERGE] = guest.pk


def pending_guest(request: HttpRequest) -> User | None:
    """The guest this browser was before it logged into an account, while his deals may be taken along."""
    pk = request.session.get(GUEST_TO_MERGE)
    if pk is None or not request.user.is_authenticated or request.user.is_guest or request.user.is_pupil:
        return None
    return User.objects.filter(pk=pk, is_guest=True).first()


def forget_guest(request: HttpRequest) -> None:
    request.session.pop(GUEST_TO_MERGE, None)


def guests_purge(idle: timedelta | None = None) -> int:
    """Delete the guests who were not seen for `idle` (GUEST_IDLE_DAYS) and return how many there were."""
    before = timezone.now() - (idle if idle is not None else timedelta(days=settings.GUEST_IDLE_DAYS))
    count = 0
    while batch := list(idle_guests(before).order_by("pk").values_list("pk", flat=True)[:PURGE_BATCH]):
        # Asked again in the deletion, because a guest may have come back or made an account in between.
        _, deleted = idle_guests(before).filter(pk__in=batch).delete()
        count += deleted.get(User._meta.label, 0)
    return count


def idle_guests(before: datetime) -> QuerySet[User]:
    return User.objects.filter(is_guest=True, last_seen__lt=before)
