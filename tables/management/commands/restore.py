"""``manage.py restore FILE``: a backup in place of what is there. The server must not run."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from tables.backup import BackupRefused, backup_restore
from tables.management.console import console_language
from tables.management.serving_lock import serving_lock


class Command(BaseCommand):
    help = "Puts a backup in place of the database and the key. SQLite only; no server may run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` has made")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        with translation.override(console_language()), serving_lock(alone=True) as is_ours:
            if not is_ours:
                raise CommandError(
                    _("A server is using %(folder)s: stop it first.") % {"folder": settings.DATA_DIR}
                )
            try:
                aside = backup_restore(file)
            except BackupRefused as refused:
                raise CommandError(str(refused)) from None
            self.stdout.write(_("The site is as it was. Open pages will draw themselves anew."))
            if aside is not None:
                self.stdout.write(_("What was there before is in %(folder)s.") % {"folder": aside})
