"""Addresses of tables, chairs and deals."""

from django.urls import path

from .views import alone, chairs, guests, history, home, rules, table

urlpatterns = [
    path("", home.home, name="home"),
    path("new", home.table_new, name="table_new"),
    path("alone/", alone.alone, name="alone"),
    path("join", home.table_join, name="table_join"),
    path("rules/", rules.rules, name="rules"),
    path("deals/", history.deals, name="deals"),
    path("deals/<int:record_id>/", history.deal, name="deal"),
    path("deals/<int:record_id>/again", alone.deal_again_view, name="deal_again"),
    path("guest/merge/", guests.guest_merge, name="guest_merge"),
    path("k/<slug:key>/", chairs.chair_key, name="chair_key"),
    path("t/<str:code>/", table.table, name="table"),
    path("t/<str:code>/view", table.table_view, name="table_view"),
    path("t/<str:code>/act", table.table_act, name="table_act"),
    path("t/<str:code>/sit", chairs.table_sit, name="table_sit"),
    path("t/<str:code>/bot", chairs.table_bot, name="table_bot"),
    path("t/<str:code>/back", chairs.table_back, name="table_back"),
    path("t/<str:code>/stand", chairs.table_stand, name="table_stand"),
    path("t/<str:code>/seat", chairs.table_seat, name="table_seat"),
    path("t/<str:code>/remove", chairs.table_remove, name="table_remove"),
    path("t/<str:code>/host", chairs.table_host, name="table_host"),
    path("t/<str:code>/rules/", rules.table_rules, name="table_rules"),
    path("t/<str:code>/settings", chairs.table_settings, name="table_settings"),
    path("t/<str:code>/start", chairs.table_start, name="table_start"),
    path("t/<str:code>/ready", chairs.table_ready, name="table_ready"),
    path("t/<str:code>/stop", chairs.table_stop, name="table_stop"),
    path("t/<str:code>/vote", chairs.table_vote, name="table_vote"),
    path("t/<str:code>/hint", table.table_hint, name="table_hint"),
    path("t/<str:code>/say", chairs.table_say, name="table_say"),
    path("t/<str:code>/key", chairs.table_key, name="table_key"),
]
