"""``manage.py restored``: say that the database came back from a backup."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.models import Table, new_epoch


class Command(BaseCommand):
    help = "Run once after restoring a backup: open pages may show newer versions and must repaint wholly."

    def handle(self, *args: Any, **options: Any) -> None:
        for table in Table.objects.only("id").iterator():
            Table.objects.filter(id=table.id).update(epoch=new_epoch())
        self.stdout.write(f"{Table.objects.count()} tables have a new epoch.")
