from django.core.management.base import BaseCommand

from tables.management.translation_files import compile_catalogs


class Command(BaseCommand):
    help = "Compiles the translations that changed."
    requires_system_checks = []

    def handle(self, **options):
        for path in compile_catalogs():
            self.stdout.write(f"compiled {path}")
