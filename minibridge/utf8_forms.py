"""What a browser sends to this site is UTF-8, whatever the request says of itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def utf8_forms(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Pass over the charset that a request names.

    Django would read address and form by it, also by a codec that is for no text at all, or that makes
    halves of signs which no database stores and no page shows.
    """

    def read_as_utf8(request: HttpRequest) -> HttpResponse:
        request.encoding = None
        return get_response(request)

    return read_as_utf8
