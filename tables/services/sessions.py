"""Sessions of people who go for good, and what the admin wrote down of them."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from accounts.models import User

BATCH = 500


def sessions_end(user_ids: Collection[int]) -> int:
    """Delete every session of these people; returns how many. A session says only inside whose it is."""
    people = {str(user_id) for user_id in user_ids}
    theirs = [
        session.session_key
        for session in Session.objects.iterator(BATCH)
        if session.get_decoded().get(SESSION_KEY) in people
    ]
    for start in range(0, len(theirs), BATCH):
        Session.objects.filter(session_key__in=theirs[start : start + BATCH]).delete()
    return len(theirs)


def admin_log_forget(user_ids: Collection[int]) -> None:
    """Delete what the admin's log says of changes of these people: it names them."""
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User))
    about.filter(object_id__in=[str(user_id) for user_id in user_ids]).delete()
