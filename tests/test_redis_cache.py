"""Two workers of the tests have one Redis between them."""

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends import redis


@pytest.mark.services
def test_clearing_the_cache_leaves_another_workers_alone() -> None:
    other = caches.create_connection("default")
    if not isinstance(other, redis.RedisCache):
        pytest.skip("without Redis each process has a cache of its own")
    other.key_prefix = f"{other.key_prefix}0"
    cache.set_many({"own": 1, "also": 2})
    other.set("other", 3)
    cache.clear()
    assert cache.get_many(["own", "also"]) == {}
    assert other.get("other") == 3
    other.clear()
    assert other.get("other") is None
