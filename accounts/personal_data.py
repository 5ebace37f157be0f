"""What the site knows of a person as such, for whoever wants to take it away."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.models import User


def account_data(user: User) -> dict[str, Any]:
    """Names, dates, choices, addresses and what passkeys are called: no secret is among it."""
    return {
        "sign_in_name": None if user.is_guest or user.is_pupil else user.username,
        "name_at_the_table": user.display_name,
        "is_guest": user.is_guest,
        "is_pupil": user.is_pupil,
        "is_adult": user.is_adult,
        "may_open_classes": user.may_teach,
        "joined": _time(user.date_joined),
        "last_seen": _time(user.last_seen),
        "last_signed_in": _time(user.last_login),
        "preferences": {
            "language": user.language,
            "deck": user.deck,
            "index_letters": user.index_letters,
            "taps": user.taps,
            "suit_order": user.suit_order,
            "sounds": user.sounds,
            "big_text": user.big_text,
            "reduced_motion": user.reduced_motion,
            "keep_deals_for_days": user.keep_days or None,
        },
        "email_addresses": [
            {"address": row.email, "is_confirmed": row.verified}
            for row in EmailAddress.objects.filter(user=user).order_by("pk")
        ],
        "passkeys": [
            {"name": row.wrap().name, "made": _time(row.created_at), "last_used": _time(row.last_used_at)}
            for row in Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by(
                "pk"
            )
        ],
        "recovery_codes_left": user.recovery_codes.filter(used_at__isnull=True).count(),
    }


def _time(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
