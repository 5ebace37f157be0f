"""Whether somebody is still signed in, for pages that stay open without asking anew."""

from __future__ import annotations

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db.models import Exists
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from .models import User


def session_lives(session: SessionBase, user_id: int) -> bool:
    """Whether the session with which this person once came goes on, under the same password. One query."""
    rows = Session.objects.filter(session_key=session.session_key, expire_date__gt=timezone.now())
    users = User.objects.filter(Exists(rows), pk=user_id, is_active=True).only("password")
    return any(
        constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
        for user in users
    )
