"""The application that brings faults into a site under test."""

from django.apps import AppConfig


class FaultsConfig(AppConfig):
    name = "tests.faults"
    label = "faults"

    def ready(self) -> None:
        from . import points

        points.install()
