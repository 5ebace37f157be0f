"""One-time codes that open an account whose password is lost, for people without e-mail."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, pbkdf2

from accounts.models import RecoveryCode, User

CODES_IN_A_SET = 8
# Without the signs that are mistaken for each other on paper: 0 O, 1 I L.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
GROUPS, GROUP_LENGTH = 3, 4
# A code holds 59 random bits: the work need not save weak secrets, only make a stolen database useless.
ITERATIONS = 60_000


def codes_renew(user: User) -> list[str]:
    """Replace the person's codes by a new set and return it; the plain codes exist only in this list."""
    salt = secrets.token_hex(16)
    codes = [code_random() for _ in range(CODES_IN_A_SET)]
    with transaction.atomic():
        user.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user=user, salt=salt, digest=code_digest(code, salt)) for code in codes
        )
    return codes


def codes_left(user: User) -> int:
    return user.recovery_codes.filter(used_at=None).count()


def code_use(user: User | None, code: str) -> bool:
    """Whether `code` opens the account of `user`; true at most once for each code.

    Takes the same time for a person who does not exist or has no codes, so that nobody learns names here.
    """
    rows = list(user.recovery_codes.filter(used_at=None)) if user else []
    digest = code_digest(code, rows[0].salt if rows else "")
    matching = [row for row in rows if constant_time_compare(row.digest, digest)]
    if not matching:
        return False
    # The condition makes the database the judge when the same code comes twice at once.
    return RecoveryCode.objects.filter(pk=matching[0].pk, used_at=None).update(used_at=timezone.now()) == 1


def code_random() -> str:
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))


def code_digest(code: str, salt: str) -> str:
    """The digest of a code, however it was typed: case, spaces and dashes do not count."""
    plain = "".join(sign for sign in code.upper() if sign in ALPHABET)
    return pbkdf2(plain, salt, ITERATIONS).hex()
