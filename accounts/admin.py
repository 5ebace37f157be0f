"""People, for who runs the site."""

# Imported for its registration, which is replaced below: it shows the keys themselves.
import allauth.mfa.admin  # noqa: F401
from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, ClassTeacher, Pupil, User
from accounts.read_only_admin import ReadOnlyAdmin

# One door with one rate limit: the admin's own login form has none.
admin.site.login = secure_admin_login(admin.site.login)


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Names and rights; passwords can be set anew, but not even their digests are shown."""

    list_display = (
        "name",
        "username",
        "is_guest",
        "is_pupil",
        "is_staff",
        "language",
        "date_joined",
        "last_seen",
    )
    list_filter = (
        "is_guest",
        "is_pupil",
        "is_staff",
        "is_superuser",
        "is_active",
        "is_adult",
        "may_teach",
        "language",
    )
    search_fields = ("username", "display_name", "email")
    ordering = ("-last_seen",)
    date_hierarchy = "date_joined"
    readonly_fields = ("password_state", "is_guest", "is_pupil", "last_login", "date_joined", "last_seen")
    fieldsets = (
        (None, {"fields": ("username", "display_name", "email", "password_state")}),
        (
            _("Choices"),
            {
                "fields": (
                    "language",
                    "deck",
                    "index_letters",
                    "suit_order",
                    "taps",
                    "sounds",
                    "big_text",
                    "reduced_motion",
                    "is_adult",
                )
            },
        ),
        (
            _("Rights"),
            {
                "fields": (
                    "is_guest",
                    "is_pupil",
                    "may_teach",
                    "is_active",
                    "is_staff",
                    "is_superuser",
                    "groups",
                    "user_permissions",
                )
            },
        ),
        (_("Dates"), {"fields": ("date_joined", "last_login", "last_seen")}),
    )

    @admin.display(description=_("name"), ordering="display_name")
    def name(self, user: User) -> str:
        return user.name

    @admin.display(description=_("password"))
    def password_state(self, user: User) -> SafeString | str:
        if user.is_guest:
            return _("none: a guest")
        if user.is_pupil:
            return _("none: a pupil")
        return format_html(
            '<a href="{}">{}</a>',
            reverse("admin:auth_user_password_change", args=[user.pk]),
            _("Set a new password"),
        )


class PasskeyAdmin(admin.ModelAdmin):
    """Which account has a passkey since when; only its owner can make one."""

    list_display = ("user", "created_at", "last_used_at")
    fields = ("user", "created_at", "last_used_at")
    search_fields = ("user__username", "user__display_name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj=None) -> bool:
        return False


@admin.register(Classroom)
class ClassroomAdmin(ReadOnlyAdmin):
    """Which classes there are; the codes and links that open them are their teachers' alone."""

    list_display = ("name", "owner", "pupil_count", "created", "expires", "joining")
    list_filter = ("joining", "junior")
    filterable = ("joining", "junior", "expires")
    search_fields = ("name",)
    ordering = ("-id",)
    fields = ("name", "owner", "pupil_count", "junior", "joining", "created", "expires")
    readonly_fields = ("owner", "pupil_count")

    @admin.display(description=_("owner"))
    def owner(self, classroom: Classroom) -> str:
        row = classroom.teachers.filter(is_owner=True).select_related("user").first()
        return row.user.name if row else ""

    @admin.display(description=_("pupils"))
    def pupil_count(self, classroom: Classroom) -> int:
        return classroom.pupils.count()


@admin.register(ClassTeacher)
class ClassTeacherAdmin(ReadOnlyAdmin):
    list_display = ("classroom", "user", "is_owner", "created")
    list_filter = ("is_owner",)
    filterable = ("is_owner",)
    search_fields = ("classroom__name", "user__username", "user__display_name")
    ordering = ("-id",)
    list_select_related = ("classroom", "user")
    fields = ("classroom", "user", "is_owner", "created")


@admin.register(Pupil)
class PupilAdmin(ReadOnlyAdmin):
    """Who is in which class; neither the pictures nor the key of a card."""

    list_display = ("name", "classroom", "created")
    search_fields = ("classroom__name", "user__display_name")
    ordering = ("-id",)
    list_select_related = ("classroom", "user")
    fields = ("name", "classroom", "user", "created")
    readonly_fields = ("name",)

    @admin.display(description=_("name"))
    def name(self, pupil: Pupil) -> str:
        return pupil.user.name


admin.site.unregister(Authenticator)
admin.site.register(Authenticator, PasskeyAdmin)
