"""How often one address or one person may do a thing; counted in the cache that all processes share."""

import hashlib
import ipaddress
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
UNKNOWN_ADDRESS = "unknown"


def allow(what: str, key: str, limit: str) -> bool:
    """Count one attempt at `what` by `key` (an address, a user) and say whether it is within `limit`.

    `limit` is "30/m", or "5/10m" for five in ten minutes. The time runs from the first attempt, refused ones
    do not lengthen it, and the next attempt after its end begins anew: at that seam twice the limit may pass,
    which is cheap and enough against abuse.
    """
    most, seconds = parse_limit(limit)
    cache_key = _counter(what, key)
    if cache.add(cache_key, 1, timeout=seconds):
        return most >= 1
    try:
        count = cache.incr(cache_key)
    except ValueError:
        # The time ended between the two calls, so this is the first attempt of the next one.
        return True
    if count == 1:
        # As before, but within the cache's own steps, which then knows no end of it.
        cache.touch(cache_key, seconds)
    return count <= most


def is_spent(what: str, key: str, limit: str) -> bool:
    """Whether the next attempt would be refused. It counts none: for what counts only where it fails."""
    most, _seconds = parse_limit(limit)
    return cache.get(_counter(what, key), 0) >= most


def _counter(what: str, key: str) -> str:
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"rate:{what}:{digest}"


@contextmanager
def one_at_a_time(what: str, key: str, seconds: int) -> Iterator[bool]:
    """Say whether `key` does no such thing already; whoever never comes back is given up after `seconds`."""
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    cache_key = f"busy:{what}:{digest}"
    is_free = cache.add(cache_key, 1, timeout=seconds)
    try:
        yield is_free
    finally:
        if is_free:
            cache.delete(cache_key)


def parse_limit(limit: str) -> tuple[int, int]:
    most, _, period = limit.partition("/")
    return int(most), int(period[:-1] or 1) * SECONDS[period[-1]]


def rate_limit(
    what: str,
    limit: str,
    *,
    key: Callable[[HttpRequest], str] | None = None,
    methods: tuple[str, ...] = ("POST",),
):
    """Decorate a view: too many requests from one address (or one `key`) are answered with status 429."""

    def decorate(view):
        @wraps(view)
        def limited(request: HttpRequest, *args, **kwargs):
            if request.method in methods:
                who = key(request) if key else client_address(request)
                if not allow(what, who, limit):
                    return too_many_requests(request, limit)
            return view(request, *args, **kwargs)

        return limited

    return decorate


def person_or_address(request: HttpRequest) -> str:
    """Whose attempt it is, where people are known: a class behind one address is not one person."""
    return str(request.user.pk or client_address(request))


def too_many_requests(request: HttpRequest, limit: str = "1/m") -> HttpResponse:
    """The page that asks for a little patience."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(parse_limit(limit)[1])
    return response


def client_address(request: HttpRequest) -> str:
    """The address a request came from; of IPv6 the network, because one household owns all of it.

    The server has put the real address in place where a proxy named in TRUSTED_PROXIES passed it on.
    """
    return network_of(request.META.get("REMOTE_ADDR", ""))


def network_of(address: str) -> str:
    """The IPv4 address, or the /64 network of an IPv6 address, without port; "unknown" for anything else."""
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return UNKNOWN_ADDRESS
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)
