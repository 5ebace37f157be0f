"""``manage.py purge``: close and delete what nobody uses any more, as the server does every hour."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.services.purge import purge


class Command(BaseCommand):
    help = "Closes abandoned tables, deletes empty ones and idle guests."

    def handle(self, *args: Any, **options: Any) -> None:
        for what, count in purge().items():
            self.stdout.write(f"{count} {what}")
