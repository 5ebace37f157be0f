"""What every request does for the person who sent it."""

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware

from accounts import language
from accounts.services import user_touch


class PersonMiddleware(LocaleMiddleware):
    """Speak the person's language, and note once an hour that he was here.

    It stands in for Django's LocaleMiddleware, after AuthenticationMiddleware, because the choice of a
    person who is logged in wins over cookie and browser.
    """

    def process_request(self, request: HttpRequest) -> None:
        language.activate(request)
        if request.user.is_authenticated and user_touch(request.user):
            # Saving the session moves its end, so that the 30 days count from the last visit.
            request.session.modified = True
