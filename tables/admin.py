"""Tables, boards, records and their logs, for who runs the site: to read, never to change.

Whoever runs a site plays on it too, so no card of a deal in play is shown here: not on a page, not in a list,
and not by way of a search or filter that answers "is this card there".
"""

from collections.abc import Mapping

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.read_only_admin import ReadOnlyAdmin

from .models import Action, Board, BoardRecord, BotPlay, Pack, PreparedBoard, Review, SharedLink, Table

HIDDEN = _("hidden until the deal is over")


def _is_secret(deal: str) -> Q:
    """Whether a deal is in play, on whatever board, or lies ready to be; ``deal`` leads to its text."""
    open_deals = BoardRecord.objects.filter(finished__isnull=True).values("board__deal")
    ready_deals = PreparedBoard.objects.values("board__deal")
    return Q(**{f"{deal}__in": open_deals}) | Q(**{f"{deal}__in": ready_deals})


def _link(name: str, pk: int, text: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(f"admin:tables_{name}_change", args=[pk]), text)


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("code", "host", "people", "preset", "visitors", "closed", "created", "active")
    list_filter = ("closed", "visitors", "preset")
    filterable = ("closed", "visitors", "preset")
    search_fields = ("code", "seatings__name")
    ordering = ("-active",)
    list_select_related = ("host",)
    fields = (
        "code",
        "host",
        "people",
        "preset",
        "rules",
        "visitors",
        "free_text",
        "closed",
        "created",
        "active",
    )
    readonly_fields = ("people",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("seatings")

    @admin.display(description=_("seated"))
    def people(self, table: Table) -> str:
        return ", ".join(f"{seating.seat} {seating.name}" for seating in table.seatings.all())


@admin.register(Board)
class BoardAdmin(ReadOnlyAdmin):
    list_display = ("id", "number", "dealer", "vulnerability", "created", "cards")
    list_filter = ("dealer",)
    filterable = ("dealer", "number")
    ordering = ("-id",)
    fields = ("number", "dealer", "vulnerability", "created", "cards")
    readonly_fields = ("cards",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Board]:
        played = BoardRecord.objects.filter(board=OuterRef("pk"), finished__isnull=False)
        return super().get_queryset(request).annotate(is_secret=_is_secret("deal") | ~Exists(played))

    @admin.display(description=_("cards"))
    def cards(self, board: Board) -> str:
        return HIDDEN if board.is_secret else board.deal


@admin.register(BoardRecord)
class BoardRecordAdmin(ReadOnlyAdmin):
    list_display = (
        "id",
        "table",
        "position",
        "outcome",
        "declarer",
        "contract",
        "tricks",
        "score_ns",
        "started",
    )
    list_filter = ("outcome",)
    filterable = ("outcome", "started")
    date_hierarchy = "started"
    search_fields = ("match__table__code", "players__name")
    ordering = ("-id",)
    list_select_related = ("match__table",)
    fields = (
        "table",
        "position",
        "players",
        "started",
        "finished",
        "outcome",
        "declarer",
        "contract",
        "tricks",
        "points_ns",
        "points_ew",
        "rules",
        "cards",
        "log",
    )
    readonly_fields = ("table", "players", "contract", "cards", "log")

    def get_queryset(self, request: HttpRequest) -> QuerySet[BoardRecord]:
        records = super().get_queryset(request).select_related("match__table", "board")
        return records.annotate(is_secret=_is_secret("board__deal"))

    @admin.display(description=_("table"), ordering="match__table__code")
    def table(self, record: BoardRecord) -> SafeString:
        return _link("table", record.match.table_id, record.match.table.code)

    @admin.display(description=_("players"))
    def players(self, record: BoardRecord) -> str:
        players = record.players.order_by("seat")
        return ", ".join(
            f"{player.seat} {player.name or player.get_bot_display()}".rstrip() for player in players
        )

    @admin.display(description=_("contract"))
    def contract(self, record: BoardRecord) -> str:
        return str(record.contract or "")

    @admin.display(description=_("cards"))
    def cards(self, record: BoardRecord) -> str:
        return HIDDEN if record.is_secret else record.board.deal

    @admin.display(description=_("log"))
    def log(self, record: BoardRecord) -> SafeString:
        address = reverse("admin:tables_action_changelist")
        return format_html('<a href="{}?record={}">{}</a>', address, record.pk, _("all actions"))


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    list_display = ("id", "record_link", "n", "seat", "kind", "what", "user", "created")
    list_display_links = ("id",)
    list_filter = ("kind",)
    filterable = ("kind", "record")
    ordering = ("-record", "n")
    list_select_related = ("user",)
    fields = ("record_link", "n", "seat", "kind", "what", "user", "created")
    readonly_fields = ("record_link", "what")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        return super().get_queryset(request).annotate(is_secret=_is_secret("record__board__deal"))

    @admin.display(description=_("record"), ordering="record")
    def record_link(self, action: Action) -> SafeString:
        return _link("boardrecord", action.record_id, action.record_id)

    @admin.display(description=_("what"))
    def what(self, action: Action) -> str:
        return HIDDEN if action.is_secret else _in_words(action.data)


@admin.register(Pack)
class PackAdmin(ReadOnlyAdmin):
    """Its deals are not shown: pupils have them still to play."""

    list_display = ("id", "title", "owner", "deals", "changed")
    search_fields = ("title", "owner__username")
    ordering = ("-changed",)
    list_select_related = ("owner",)
    fields = ("title", "owner", "deals", "created", "changed")
    readonly_fields = ("deals",)

    @admin.display(description=_("deals"))
    def deals(self, pack: Pack) -> int:
        return len(pack.content.get("deals", ()))


@admin.register(SharedLink)
class SharedLinkAdmin(ReadOnlyAdmin):
    """Who shows what to whom; the key itself is for those alone who were given the link."""

    list_display = ("id", "user", "record_link", "match_table", "names", "created")
    list_filter = ("names",)
    filterable = ("names",)
    search_fields = ("user__username", "user__display_name")
    ordering = ("-id",)
    list_select_related = ("user", "match__table")
    fields = ("user", "record_link", "match_table", "names", "created")
    readonly_fields = ("record_link", "match_table")

    @admin.display(description=_("record"), ordering="record")
    def record_link(self, link: SharedLink) -> str:
        return _link("boardrecord", link.record_id, link.record_id) if link.record_id else ""

    @admin.display(description=_("table of the match"))
    def match_table(self, link: SharedLink) -> str:
        return _link("table", link.match.table_id, link.match.table.code) if link.match else ""


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    """How far the analysis has come; what it says of the cards stands in the replay alone."""

    list_display = ("id", "record_link", "depth", "status", "code", "judged", "to_judge", "tries", "seconds")
    list_filter = ("status", "depth")
    filterable = ("status", "depth")
    ordering = ("-id",)
    fields = (
        "record_link",
        "depth",
        "status",
        "code",
        "judged",
        "to_judge",
        "tries",
        "seconds",
        "not_before",
        "version",
    )
    readonly_fields = ("record_link",)

    @admin.display(description=_("record"), ordering="record")
    def record_link(self, review: Review) -> SafeString:
        return _link("boardrecord", review.record_id, review.record_id)


@admin.register(BotPlay)
class BotPlayAdmin(ReadOnlyAdmin):
    """Deals that robots play for a comparison; the cards stand with their record, once it is finished."""

    list_display = ("id", "record_link", "level", "declarer", "contract")
    list_filter = ("level",)
    filterable = ("level",)
    ordering = ("-id",)
    fields = ("record_link", "level", "declarer", "contract")
    readonly_fields = ("record_link",)

    @admin.display(description=_("record"), ordering="record")
    def record_link(self, play: BotPlay) -> SafeString:
        return _link("boardrecord", play.record_id, play.record_id)


def _in_words(data: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in data.items())
