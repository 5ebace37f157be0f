"""In which language a person reads: his own choice, else the browser's, else French."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.i18n import set_language as django_set_language

from accounts.models import User

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


def person_language(user, *, cookies: Mapping[str, str], accept_language: str) -> str:
    """ "fr" or "en". It needs no request, so that a web socket can ask as well."""
    chosen = getattr(user, "language", "") or cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen in LANGUAGES:
        return chosen
    for tag, _ in parse_accept_lang_header(accept_language.lower()):
        if tag.partition("-")[0] in LANGUAGES:
            return tag.partition("-")[0]
    return settings.LANGUAGE_CODE


def request_language(request: HttpRequest) -> str:
    return person_language(
        request.user,
        cookies=request.COOKIES,
        accept_language=request.headers.get("Accept-Language", ""),
    )


def language_choose(user, code: str) -> None:
    """Remember the language of a person who is logged in; "" follows the browser again."""
    if user.is_authenticated and user.language != code:
        User.objects.filter(pk=user.pk).update(language=code)
        user.language = code


def language_cookie_set(response: HttpResponse, code: str) -> None:
    """Write, or with "" remove, the cookie that keeps the choice of a person who is not logged in."""
    if code:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        )
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)


def set_language(request: HttpRequest) -> HttpResponse:
    """The language button of every page: Django's own view, plus the memory of who is logged in."""
    code = request.POST.get("language", "")
    if request.method == "POST" and code in LANGUAGES:
        language_choose(request.user, code)
    return django_set_language(request)


def activate(request: HttpRequest) -> None:
    translation.activate(request_language(request))
    request.LANGUAGE_CODE = translation.get_language()
