"""After logging in: take the guest's deals along?"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services import forget_guest, pending_guest

from ..models import RecordPlayer, Seating, Table
from ..services.guests import guest_merge as merge


@require_http_methods(["GET", "POST"])
def guest_merge(request: HttpRequest) -> HttpResponse:
    """Offer to move what this browser's guest played to the account now logged in; then go on."""
    guest = pending_guest(request)
    user = request.user
    onward = _onward(request)
    if guest is None or not isinstance(user, User) or user.is_guest:
        return HttpResponseRedirect(onward)
    deals = RecordPlayer.objects.filter(user=guest).count()
    chairs = Seating.objects.filter(user=guest, table__closed=False).count()
    hosted = Table.objects.filter(host=guest, closed=False).count()
    if not (deals or chairs or hosted):
        forget_guest(request)
        return HttpResponseRedirect(onward)
    if request.method == "GET":
        context = {"guest": guest, "deals": deals, "chairs": chairs, "hosted": hosted, "next": onward}
        return render(request, "tables/guest_merge.html", context)
    if request.POST.get("take") == "1":
        count = merge(guest=guest, user=user)
        if count:
            text = ngettext("%(count)d deal is now yours.", "%(count)d deals are now yours.", count)
            messages.success(request, text % {"count": count})
    else:
        messages.info(request, _("The guest's deals were left where they are."))
    forget_guest(request)
    return HttpResponseRedirect(onward)


def _onward(request: HttpRequest) -> str:
    """The page of this site that was asked for before the login, else the person's deals."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if is_ours else reverse("deals")
