"""How a pupil comes into his class: by four pictures, or by the key on his card.

Twenty pupils join at once behind one address, some of them with a wrong picture first; somebody elsewhere who
guesses must get tired soon, and must not shut the class out. So wrong codes are counted by class and address,
and more of them are borne where the class is known to be: where a teacher has its page open, or a pupil of it
has come in. There are not many codes, so whoever comes back after each pause has to stop for a day.
"""

import hashlib

from django.contrib.auth import login, logout
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.codes import CODE_ALPHABET, CODE_LENGTH
from accounts.models import Classroom, Pupil, User
from accounts.pictures import PICTURES_IN_A_CODE, pictures_read
from accounts.rate_limit import allow, is_spent

WRONG_AT_AN_ADDRESS = 20
WRONG_FOR_EACH_PUPIL = 5
"""So many more where the class is known to be."""
WRONG_ELSEWHERE = "100/5m"
"""Of one class, from all addresses together at which it is not known to be."""
PERIOD = "5m"
PERIODS_IN_A_DAY = 2
"""So many times what is borne in a period, at one address in a day."""
DAY = "1d"
PLACE_KNOWN_SECONDS = 30 * 24 * 3600
SESSION_SECONDS = 12 * 3600
"""A pupil's tablet is another pupil's tomorrow."""


class TooManyTries(Exception):
    """Too many wrong picture codes; the card still opens. ``today`` says that a short pause will not help."""

    def __init__(self, *, today: bool = False) -> None:
        super().__init__()
        self.today = today


def class_of_code(typed: str) -> Classroom | None:
    """The class of a code as it was typed: any case, spaces and dashes between."""
    code = "".join(typed.split()).replace("-", "").upper()
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        return None
    return Classroom.objects.filter(code=code, expires__gte=timezone.localdate()).first()


def pupil_of_key(key: str) -> Pupil | None:
    """Whose card this is."""
    pupils = Pupil.objects.select_related("classroom", "user")
    return pupils.filter(key=key, classroom__expires__gte=timezone.localdate()).first()


def pupil_of_pictures(classroom: Classroom, text: str, address: str) -> Pupil | None:
    """Whose code this is; a wrong one is counted.

    Raises TooManyTries, also for a right code: whoever guesses must not learn that it was.
    """
    place = f"{classroom.pk} {address}"
    is_known = is_known_at(classroom.pk, address)
    most = WRONG_AT_AN_ADDRESS
    if is_known:
        most += WRONG_FOR_EACH_PUPIL * classroom.pupils.count()
    limit, of_a_day = f"{most}/{PERIOD}", f"{most * PERIODS_IN_A_DAY}/{DAY}"
    if is_spent("pictures-day", place, of_a_day):
        raise TooManyTries(today=True)
    if is_spent("pictures", place, limit):
        raise TooManyTries
    if not is_known and is_spent("pictures-elsewhere", str(classroom.pk), WRONG_ELSEWHERE):
        raise TooManyTries
    names = pictures_read(text)
    pupil = None
    if len(names) == PICTURES_IN_A_CODE:
        pupil = classroom.pupils.select_related("classroom", "user").filter(pictures=" ".join(names)).first()
    if pupil is None:
        allow("pictures", place, limit)
        allow("pictures-day", place, of_a_day)
        if not is_known:
            allow("pictures-elsewhere", str(classroom.pk), WRONG_ELSEWHERE)
    return pupil


def is_known_at(classroom_id: int, address: str) -> bool:
    """Whether somebody who belongs to the class was at this address lately."""
    return cache.get(_place_key(classroom_id, address)) is not None


def place_note(classroom_id: int, address: str) -> None:
    """Somebody who belongs to the class is at this address."""
    cache.set(_place_key(classroom_id, address), 1, PLACE_KNOWN_SECONDS)


def _place_key(classroom_id: int, address: str) -> str:
    return f"class-place:{classroom_id}:{hashlib.sha256(address.encode()).hexdigest()[:32]}"


@transaction.atomic
def pupil_login(request: HttpRequest, pupil: Pupil) -> bool:
    """Make the pupil the person of this browser; False where he has just been deleted. Whoever it was before
    is logged out, a guest as well: what he played stays his, and is never a pupil's.
    """
    if User.objects.select_for_update().filter(pk=pupil.user_id).first() is None:
        return False
    if request.user.is_authenticated and request.user.pk != pupil.user_id:
        logout(request)
    login(request, pupil.user, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(SESSION_SECONDS)
    return True
