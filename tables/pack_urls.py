"""Addresses of packs."""

from django.urls import path

from .views import pack_deals, packs, shipped_packs

urlpatterns = [
    path("packs/", packs.packs, name="packs"),
    path("packs/new", packs.pack_new, name="pack_new"),
    path("packs/open", packs.pack_open, name="pack_open"),
    path("packs/<int:pack_id>/", packs.pack, name="pack"),
    path("packs/<int:pack_id>/copy", packs.pack_duplicate, name="pack_copy"),
    path("packs/<int:pack_id>/delete", packs.pack_remove, name="pack_delete"),
    path("packs/<int:pack_id>/turn", packs.pack_turn, name="pack_turn"),
    path("packs/<int:pack_id>/file/<slug:kind>", packs.pack_file, name="pack_file"),
    path("packs/<int:pack_id>/make", pack_deals.deals_order, name="pack_make"),
    path("packs/<int:pack_id>/files", pack_deals.deals_from_files, name="pack_files"),
    path("packs/<int:pack_id>/take", pack_deals.deals_take, name="pack_take"),
    path("packs/<int:pack_id>/deals/new", pack_deals.deal_new, name="pack_deal_new"),
    path("packs/<int:pack_id>/deals/<int:number>/", pack_deals.deal_edit, name="pack_deal"),
    path("packs/<int:pack_id>/deals/<int:number>/act", packs.pack_deal_act, name="pack_deal_act"),
    path("packs/<int:pack_id>/deals/<int:number>/tricks", pack_deals.deal_tricks, name="pack_tricks"),
    path("packs/shipped/", shipped_packs.shipped_packs_list, name="shipped_packs"),
    path("packs/shipped/<slug:slug>/take", shipped_packs.shipped_pack_take, name="shipped_pack_take"),
    path("packs/shipped/<slug:slug>/", shipped_packs.shipped_pack, name="shipped_pack"),
]
