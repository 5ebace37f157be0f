"""The page of choices: for accounts, guests, and people who are not logged in."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import PreferencesForm
from accounts.language import language_cookie_set, person_language
from accounts.models import User
from accounts.preferences import (
    KEPT_IN_SESSION,
    preferences_of,
    request_preferences,
    session_set,
)

HONOURS = {"fr": "ARDV", "en": "AKQJ"}
SPOTS = ("10", "9", "7", "4")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and store the choices: on the person's row, or in the session of who is not logged in."""
    form = PreferencesForm(request.POST or None, instance=chooser(request))
    if request.method != "POST" or not form.is_valid():
        context = {"form": form, "next": after(request)} | preview_of(form)
        return render(request, "accounts/preferences.html", context, status=422 if form.is_bound else 200)
    code = form.cleaned_data["language"]
    if request.user.is_authenticated:
        form.instance.save(update_fields=list(form.fields))
    else:
        session_set(request, preferences_of(form.instance))
    response = HttpResponseRedirect(after(request) or reverse("preferences"))
    language_cookie_set(response, code)
    with translation.override(code or browser_language(request)):
        messages.success(request, _("Your choices are saved."))
    return response


def after(request: HttpRequest) -> str:
    """Where the page that sent somebody here wants him back; nothing unless it is a page of this site."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    return asked if url_has_allowed_host_and_scheme(asked, {request.get_host()}) else ""


@require_safe
def preferences_preview(request: HttpRequest) -> HttpResponse:
    """A few cards as the form, not yet saved, would have them."""
    form = PreferencesForm(request.GET, instance=chooser(request))
    return render(request, "accounts/_preview.html", preview_of(form))


def chooser(request: HttpRequest) -> User:
    """The row to choose for: the person's, read afresh so that a refused form changes nothing of the page;
    else one that is never saved, filled with what the session keeps. Raises Http404: he is just deleted."""
    if request.user.is_authenticated:
        return get_object_or_404(User, pk=request.user.pk)
    kept = request_preferences(request)
    return User(
        language=request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        **{name: getattr(kept, name) for name in KEPT_IN_SESSION},
    )


def preview_of(form: PreferencesForm) -> dict:
    """Two cards of each suit as the form now says; a choice that was refused stays as it was."""
    if form.is_bound:
        form.is_valid()
    chosen = preferences_of(form.instance)
    honours = HONOURS["en" if chosen.letters == "en" else "fr"]
    return {"preview": chosen, "preview_cards": list(zip(chosen.suit_order, honours, SPOTS, strict=True))}


def browser_language(request: HttpRequest) -> str:
    return person_language(None, cookies={}, accept_language=request.headers.get("Accept-Language", ""))
