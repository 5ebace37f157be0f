"""``manage.py backup FILE``: the database and the key in one file, while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from tables.backup import BackupRefused, backup_write
from tables.management.console import console_language


class Command(BaseCommand):
    help = "Writes the database and the secret key into one new file, while the site runs. SQLite only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to make")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        with translation.override(console_language()):
            try:
                backup_write(file)
            except BackupRefused as refused:
                raise CommandError(str(refused)) from None
            self.stdout.write(_("%(file)s has everything. Whoever has it has the site.") % {"file": file})
