"""``manage.py restored``: say that the database came back from a backup."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.backup import epochs_renew


class Command(BaseCommand):
    help = "Run once after restoring a backup: open pages may show newer versions and must repaint wholly."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{epochs_renew()} tables have a new epoch.")
