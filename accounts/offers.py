"""What this site, and this way of reaching it, can offer."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def mail_available() -> bool:
    """Whether this site can send mail; without it nobody is asked for an e-mail address."""
    return bool(settings.EMAIL_HOST)


def passkeys_available(request: HttpRequest) -> bool:
    """Whether browsers let this page use passkeys: under https with a name, or on localhost."""
    host = split_domain_port(request.get_host())[0]
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure()
    return False
