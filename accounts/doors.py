"""Who may enter which account page; what is not offered here does not exist (404)."""

from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.offers import mail_available, passkeys_available


def account_required(view):
    """Let people with an account pass; a guest is led to the page where he makes one. A pupil has none."""

    @wraps(view)
    @closed_to_pupils
    def entered(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.user.is_guest:
            messages.info(request, _("This page is for people with an account. You can make one here."))
            return HttpResponseRedirect(reverse("guest_keep"))
        return view(request, *args, **kwargs)

    return entered


def closed_to_pupils(view):
    """What would bring a pupil together with people outside his class, or is his teachers' to decide, does
    not exist for him.
    """

    @wraps(view)
    def entered(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if getattr(request.user, "is_pupil", False):
            raise Http404
        return view(request, *args, **kwargs)

    return entered


def mail_required(view):
    """The pages of e-mail, on sites which can send some."""

    @wraps(view)
    def entered(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if not mail_available():
            raise Http404
        return view(request, *args, **kwargs)

    return entered


def passkeys_required(view):
    """The pages of passkeys, where the page is served securely."""

    @wraps(view)
    def entered(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if not passkeys_available(request):
            raise Http404
        return view(request, *args, **kwargs)

    return entered


def refusal_has_status(view):
    """Answer a form that was refused with status 422; allauth's views say 200."""

    @wraps(view)
    def answered(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method == "POST" and isinstance(response, TemplateResponse):
            form = (response.context_data or {}).get("form")
            if form is not None and form.errors and response.status_code == 200:
                response.status_code = 422
        return response

    return answered


def with_next(url: str, target: str | None) -> str:
    """`url`, carrying where the person wanted to go."""
    return f"{url}?{urlencode({'next': target})}" if target else url
