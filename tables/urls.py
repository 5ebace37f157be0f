"""Addresses of tables, chairs and deals."""

from django.urls import include, path

from accounts.doors import closed_to_pupils

from .views import (
    account_delete,
    again,
    alone,
    chairs,
    compare,
    deals,
    downloads,
    guests,
    home,
    imports,
    matches,
    proposals,
    replay,
    review,
    rules,
    shared,
    table,
    together,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("account/delete/", closed_to_pupils(account_delete.account_delete_view), name="account_delete"),
    path("new", closed_to_pupils(home.table_new), name="table_new"),
    path("alone/", alone.alone, name="alone"),
    path("join", closed_to_pupils(home.table_join), name="table_join"),
    path("rules/", rules.rules, name="rules"),
    path("deals/", deals.deals, name="deals"),
    path("deals/totals/", deals.deal_totals, name="deal_totals"),
    path("deals/delete/", closed_to_pupils(deals.deals_delete_view), name="deals_delete"),
    path("deals/<int:record_id>/", replay.deal, name="deal"),
    path("deals/<int:record_id>/review", review.deal_review, name="deal_review"),
    path("deals/<int:record_id>/together/", closed_to_pupils(together.together), name="together"),
    path(
        "deals/<int:record_id>/together/open", closed_to_pupils(together.together_open), name="together_open"
    ),
    path(
        "deals/<int:record_id>/together/view", closed_to_pupils(together.together_view), name="together_view"
    ),
    path(
        "deals/<int:record_id>/together/step", closed_to_pupils(together.together_step), name="together_step"
    ),
    path(
        "deals/<int:record_id>/together/take", closed_to_pupils(together.together_take), name="together_take"
    ),
    path(
        "deals/<int:record_id>/together/hand", closed_to_pupils(together.together_hand), name="together_hand"
    ),
    path("deals/<int:record_id>/again", again.deal_again, name="deal_again"),
    path("deals/<int:record_id>/compare/", compare.compare, name="deal_compare"),
    path("deals/<int:record_id>/robots", compare.compare_bots, name="deal_bots"),
    path("deals/<int:record_id>/print", replay.deal_print, name="deal_print"),
    path("deals/<int:record_id>/share", closed_to_pupils(replay.deal_share), name="deal_share"),
    path("deals/<int:record_id>/file/<slug:kind>", downloads.deal_file, name="deal_file"),
    path("deals/file/<slug:kind>", downloads.deals_file, name="deals_file"),
    path("deals/import/", closed_to_pupils(imports.deals_import), name="deals_import"),
    path("deals/import/take", closed_to_pupils(imports.import_take), name="import_take"),
    path("deals/imported/", closed_to_pupils(imports.deals_imported), name="deals_imported"),
    path("matches/<int:match_id>/", matches.match, name="match"),
    path("matches/<int:match_id>/print", matches.match_print, name="match_print"),
    path("matches/<int:match_id>/share", closed_to_pupils(matches.match_share), name="match_share"),
    path("matches/<int:match_id>/remove", closed_to_pupils(matches.match_remove), name="match_remove"),
    path("matches/<int:match_id>/file/<slug:kind>", downloads.match_file, name="match_file"),
    path("shared/<slug:key>/", closed_to_pupils(shared.shared), name="shared"),
    path("shared/<slug:key>/<int:record_id>/", closed_to_pupils(shared.shared_deal), name="shared_deal"),
    path("account/data", closed_to_pupils(downloads.my_data), name="my_data"),
    path("guest/merge/", closed_to_pupils(guests.guest_merge), name="guest_merge"),
    path("k/<slug:key>/", closed_to_pupils(chairs.chair_key), name="chair_key"),
    path("t/<str:code>/", table.table, name="table"),
    path("t/<str:code>/view", table.table_view, name="table_view"),
    path("t/<str:code>/act", table.table_act, name="table_act"),
    path("t/<str:code>/sit", chairs.table_sit, name="table_sit"),
    path("t/<str:code>/bot", closed_to_pupils(chairs.table_bot), name="table_bot"),
    path("t/<str:code>/back", chairs.table_back, name="table_back"),
    path("t/<str:code>/stand", chairs.table_stand, name="table_stand"),
    path("t/<str:code>/seat", closed_to_pupils(chairs.table_seat), name="table_seat"),
    path("t/<str:code>/remove", closed_to_pupils(chairs.table_remove), name="table_remove"),
    path("t/<str:code>/host", closed_to_pupils(chairs.table_host), name="table_host"),
    path("t/<str:code>/rules/", closed_to_pupils(rules.table_rules), name="table_rules"),
    path("t/<str:code>/settings", closed_to_pupils(chairs.table_settings), name="table_settings"),
    path("t/<str:code>/start", chairs.table_start, name="table_start"),
    path("t/<str:code>/ready", chairs.table_ready, name="table_ready"),
    path("t/<str:code>/stop", chairs.table_stop, name="table_stop"),
    path("t/<str:code>/vote", chairs.table_vote, name="table_vote"),
    path("t/<str:code>/hint", table.table_hint, name="table_hint"),
    path("t/<str:code>/propose", proposals.table_propose, name="table_propose"),
    path("t/<str:code>/say", chairs.table_say, name="table_say"),
    path("t/<str:code>/key", closed_to_pupils(chairs.table_key), name="table_key"),
    path("", include("tables.lesson_urls")),
    path("", include("tables.class_urls")),
    path("", include("tables.pack_urls")),
]
