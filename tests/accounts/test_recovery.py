import re

from accounts import recovery
from accounts.models import RecoveryCode
from accounts.recovery import code_use, codes_left, codes_renew


def test_a_set_has_eight_different_readable_codes(lea):
    codes = codes_renew(lea)
    assert len(set(codes)) == 8
    assert all(re.fullmatch(r"([A-HJKMNP-Z2-9]{4}-){2}[A-HJKMNP-Z2-9]{4}", code) for code in codes)
    assert codes_left(lea) == 8


def test_codes_are_not_stored(lea):
    codes = codes_renew(lea)
    stored = "".join(row.digest + row.salt for row in RecoveryCode.objects.all())
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


def test_a_code_works_once(lea):
    code = codes_renew(lea)[3]
    assert code_use(lea, code)
    assert not code_use(lea, code)
    assert codes_left(lea) == 7


def test_a_code_may_be_typed_carelessly(lea):
    codes = codes_renew(lea)
    assert code_use(lea, codes[0].lower())
    assert code_use(lea, codes[1].replace("-", ""))
    assert code_use(lea, "  " + codes[2].replace("-", " ") + " ")


def test_new_codes_end_the_old_ones(lea):
    old = codes_renew(lea)
    new = codes_renew(lea)
    assert not code_use(lea, old[0])
    assert code_use(lea, new[0])


def test_codes_open_only_their_own_account(lea, ada):
    codes_renew(ada)
    assert not code_use(ada, codes_renew(lea)[0])


def test_nonsense_opens_nothing(lea):
    codes_renew(lea)
    for nonsense in ("", "----", "AAAA-AAAA-AAAA", "é" * 5000, "\x00", "\ud800", "' OR 1=1 --"):
        assert not code_use(lea, nonsense)


def test_nobody_and_somebody_without_codes_cost_the_same_work(lea, monkeypatch):
    work = []
    digest = recovery.code_digest
    monkeypatch.setattr(recovery, "code_digest", lambda *args: work.append(1) or digest(*args))
    assert not code_use(None, "AAAA-AAAA-AAAA")
    assert not code_use(lea, "AAAA-AAAA-AAAA")
    assert len(work) == 2


def test_of_two_who_use_a_code_at_once_the_database_lets_one_in(lea, monkeypatch):
    code = codes_renew(lea)[0]
    rows = list(lea.recovery_codes.filter(used_at=None))
    assert code_use(lea, code)

    class Stale:
        """The rows as the slower of the two had read them before."""

        def filter(self, **conditions):
            return rows

    monkeypatch.setattr(type(lea), "recovery_codes", Stale())
    assert not code_use(lea, code)
