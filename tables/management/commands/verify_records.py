"""``manage.py verify_records``: replay every finished record and compare what is stored beside it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.models import BoardRecord
from tables.services.records import result_differences


class Command(BaseCommand):
    help = "Replays the log of every finished record and compares what is stored beside it."

    def handle(self, *args: Any, **options: Any) -> None:
        records, differences = 0, 0
        finished = BoardRecord.objects.filter(finished__isnull=False).select_related("board", "match__table")
        for record in finished.prefetch_related("players").iterator(chunk_size=500):
            records += 1
            for difference in result_differences(record):
                differences += 1
                self.stdout.write(f"record {record.id}: {difference}")
        self.stdout.write(f"{records} records, {differences} differences")
        if differences:
            raise CommandError(f"{differences} differences")
