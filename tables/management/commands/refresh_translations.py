from django.core.management.base import BaseCommand

from tables.management.translation_files import (
    catalogs,
    compile_catalogs,
    is_whole,
    messages_in_code,
    refresh_catalog,
)


class Command(BaseCommand):
    help = "Brings the .po files in line with code and templates, and names what is untranslated."
    requires_system_checks = []

    def handle(self, **options):
        messages = messages_in_code()
        for path in catalogs():
            if not is_whole(path):
                continue
            catalog = refresh_catalog(path, messages)
            catalog.save(str(path))
            for entry in catalog.untranslated_entries():
                self.stdout.write(f"{path.parent.parent.name}: untranslated: {entry.msgid!r}")
        compile_catalogs()
