"""Pages of the admin that are only read."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows only the fields it names. ``filterable`` are the fields that an address may filter by."""

    filterable: tuple[str, ...] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Django lets an address filter by every field of a model, so also guess at hidden cards."""
        field, *rest = lookup.split("__")
        return field in self.filterable and len(rest) <= 1
