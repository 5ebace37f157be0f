"""How a person wants cards and pages to look and behave."""

from dataclasses import asdict, dataclass, fields

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import User

SESSION_KEY = "preferences"


@dataclass(frozen=True)
class Preferences:
    """The choices of one person; the defaults are those of the model.

    `html_classes` goes into the class of <html>; `letters` is "fr" or "en", as printed on the cards.
    """

    language: str = ""
    deck: str = User.Deck.FOUR_COLOURS.value
    index_letters: str = User.IndexLetters.LANGUAGE.value
    taps: str = User.Taps.AUTOMATIC.value
    suit_order: str = User.SuitOrder.ALTERNATING.value
    sounds: bool = True
    big_text: bool = False
    reduced_motion: bool = False

    @property
    def html_classes(self) -> str:
        classes = [f"deck-{self.deck}"]
        classes += ["big-text"] if self.big_text else []
        classes += ["reduced-motion"] if self.reduced_motion else []
        return " ".join(classes)

    @property
    def letters(self) -> str:
        return self.index_letters or self.language or get_language() or "fr"


CHOICES = tuple(field.name for field in fields(Preferences))
# What a browser keeps until somebody logs in; the language has its own cookie.
KEPT_IN_SESSION = tuple(name for name in CHOICES if name != "language")


def person_preferences(user) -> Preferences:
    """The choices of a person who is logged in; the defaults for anybody else."""
    if not user.is_authenticated:
        return Preferences()
    return preferences_of(user)


def preferences_of(user: User) -> Preferences:
    return Preferences(**{name: getattr(user, name) for name in CHOICES})


def request_preferences(request: HttpRequest) -> Preferences:
    """The choices that hold for this request: the person's, else those kept in the session."""
    if request.user.is_authenticated:
        return person_preferences(request.user)
    return Preferences(**session_choices(request))


def session_choices(request: HttpRequest) -> dict[str, str | bool]:
    kept = request.session.get(SESSION_KEY)
    return {name: kept[name] for name in KEPT_IN_SESSION if name in kept} if isinstance(kept, dict) else {}


def session_set(request: HttpRequest, preferences: Preferences) -> None:
    chosen = asdict(preferences)
    request.session[SESSION_KEY] = {name: chosen[name] for name in KEPT_IN_SESSION}


def session_pop(request: HttpRequest) -> dict[str, str | bool]:
    """Take the choices out of the session, for the person who is being made."""
    chosen = session_choices(request)
    request.session.pop(SESSION_KEY, None)
    return chosen


def choices_set(user: User, chosen: dict[str, str | bool]) -> None:
    """Give the person the choices which the model knows; a session may be older than the program."""
    for name, value in chosen.items():
        try:
            setattr(user, name, User._meta.get_field(name).clean(value, user))
        except ValidationError:
            continue


def preferences(request: HttpRequest) -> dict[str, Preferences]:
    """Context processor: `preferences` for base.html."""
    if not hasattr(request, "user") or not hasattr(request, "session"):
        return {}
    return {"preferences": request_preferences(request)}
