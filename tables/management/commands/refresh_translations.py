from django.core.management.base import BaseCommand

from tables.management.translation_files import catalogs, compile_catalogs, messages_in_code, refresh_catalog


class Command(BaseCommand):
    help = "Brings the .po files in line with code and templates, and names what is untranslated."
    requires_system_checks = []

    def handle(self, **options):
        messages = messages_in_code()
        for path in catalogs():
            # English is what the code says; its file holds only what must read otherwise than the code.
            if path.parent.parent.name == "en":
                continue
            catalog = refresh_catalog(path, messages)
            catalog.save(str(path))
            for entry in catalog.untranslated_entries():
                self.stdout.write(f"{path.parent.parent.name}: untranslated: {entry.msgid!r}")
        compile_catalogs()
