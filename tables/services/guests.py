"""A guest's chairs and deals go over to an account."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User

from .. import push
from ..models import Action, Match, Message, RecordPlayer, Seating, SharedLink, Table
from .tables import tables_of


@transaction.atomic
def guest_merge(*, guest: User, user: User) -> int:
    """Move all that the guest has to ``user`` and delete the guest's row. Returns the number of deals taken
    along.

    Where both sit at one table the account's own chair stays and the guest's is freed.
    """
    assert guest.is_guest and not user.is_guest
    table_ids = tables_of(guest)
    tables = list(Table.objects.select_for_update().filter(id__in=table_ids).order_by("id"))
    both = Seating.objects.filter(user=user, table_id__in=table_ids).values_list("table_id", flat=True)
    Seating.objects.filter(user=guest, table_id__in=list(both)).delete()
    Seating.objects.filter(user=guest).update(user=user)
    deals = RecordPlayer.objects.filter(user=guest).update(user=user)
    Action.objects.filter(user=guest).update(user=user)
    Message.objects.filter(user=guest).update(user=user)
    Match.objects.filter(importer=guest).update(importer=user)
    SharedLink.objects.filter(user=guest).update(user=user)
    Table.objects.filter(host=guest).update(host=user)
    for table in tables:
        table.refresh_from_db()
        table.version += 1
        table.setting_version = table.version
        table.save(update_fields=["version", "setting_version"])
        push.table_changed(table.id, table.version)
    guest.delete()
    return deals
