"""Secret links: who makes them, what they show and to whom, and how they are taken back."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from minibridge.engine import Seat
from tables.models import BoardRecord, RecordPlayer, SharedLink
from tables.replays import match_reading_by_key, reading_by_key
from tables.services.deletion import deals_delete
from tables.services.sharing import MOST_LINKS

from .cast import Room, reader, second_deal
from .files import FILES, bring_in

NAMES = ("Nina", "Emil", "Sami", "Wanda")


@pytest.fixture
def south_browser(played: Room) -> Client:
    return reader(played.people[Seat.S])


def share(client: Client, name: str, number: int, **fields: str) -> SharedLink:
    response = client.post(reverse(name, args=[number]), fields)
    assert response.status_code == 302
    assert response.url.endswith("#share")
    return SharedLink.objects.latest("id")


def without_token(text: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_anybody_reads_the_deal_by_the_link(played: Room, south_browser: Client, stranger: User):
    link = share(south_browser, "deal_share", played.record.id)
    for person in (None, stranger, played.people[Seat.N]):
        response = reader(person).get(reverse("shared", args=[link.key]))
        assert response.status_code == 200
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["Cache-Control"] == "private, no-store"
        assert "noindex" in response["X-Robots-Tag"]
        assert '<meta name="robots" content="noindex, nofollow">' in response.text
        assert "<form method" not in response.text
        assert "game in" in response.text
    step = reader(None).get(reverse("shared", args=[link.key]) + "?step=9", headers={"x-fragment": "replay"})
    assert step.text.lstrip().startswith('<div class="replay"')
    assert step["Referrer-Policy"] == "no-referrer"


def test_a_link_leaves_the_readers_own_manner_alone(played: Room, south_browser: Client):
    link = share(south_browser, "deal_share", played.record.id)
    path = reverse("shared", args=[link.key]) + "?step=9&hide=0&seat=N"
    for headers in ({}, {"x-fragment": "replay"}):
        response = south_browser.get(path, headers=headers)
        assert 'data-keep=""' in response.text
        assert "replay" not in response.cookies


def test_names_are_shown_only_where_the_sharer_chose_so(played: Room, south_browser: Client):
    without = share(south_browser, "deal_share", played.record.id)
    with_names = share(south_browser, "deal_share", played.record.id, names="1")
    hidden = reader(None).get(reverse("shared", args=[without.key])).text
    assert not any(name in hidden for name in NAMES)
    assert played.code not in hidden
    shown = reader(None).get(reverse("shared", args=[with_names.key])).text
    assert all(name in shown for name in NAMES)
    match = share(south_browser, "match_share", played.record.match_id)
    sheet = reader(None).get(reverse("shared", args=[match.key])).text
    assert not any(name in sheet for name in NAMES)
    deal = reader(None).get(reverse("shared_deal", args=[match.key, played.record.id])).text
    assert not any(name in deal for name in NAMES)


def test_a_link_taken_back_is_like_one_that_never_was(played: Room, south_browser: Client):
    link = share(south_browser, "deal_share", played.record.id)
    assert link.key in south_browser.get(reverse("deal", args=[played.record.id])).text
    south_browser.post(reverse("deal_share", args=[played.record.id]), {"take_back": link.id})
    gone = reader(None).get(reverse("shared", args=[link.key]))
    never = reader(None).get(reverse("shared", args=["x" * 32]))
    assert gone.status_code == never.status_code == 404
    assert without_token(gone.text) == without_token(never.text.replace("x" * 32, link.key))
    assert link.key not in south_browser.get(reverse("deal", args=[played.record.id])).text
    again = south_browser.post(reverse("deal_share", args=[played.record.id]), {"take_back": link.id})
    assert again.status_code == 404


def test_a_link_is_known_to_its_maker_alone(played: Room, south_browser: Client):
    """It may show deals of the match in which another player had no part."""
    for door, number in (("deal_share", played.record.id), ("match_share", played.record.match_id)):
        link = share(south_browser, door, number)
        partner = reader(played.people[Seat.N])
        for path in (
            reverse("deal", args=[played.record.id]),
            reverse("match", args=[played.record.match_id]),
        ):
            assert link.key not in partner.get(path).text
        assert partner.post(reverse(door, args=[number]), {"take_back": link.id}).status_code == 404
        assert SharedLink.objects.filter(id=link.id).exists()


def test_who_has_no_part_in_it_neither_makes_nor_takes_back(
    played: Room, south_browser: Client, stranger: User
):
    link = share(south_browser, "deal_share", played.record.id)
    for person in (stranger, None):
        for fields in ({}, {"take_back": link.id}):
            for path in (
                reverse("deal_share", args=[played.record.id]),
                reverse("match_share", args=[played.record.match_id]),
            ):
                assert reader(person).post(path, fields).status_code == 404
    assert SharedLink.objects.get() == link
    assert south_browser.get(reverse("deal_share", args=[played.record.id])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(played.people[Seat.S])
    assert strict.post(reverse("deal_share", args=[played.record.id])).status_code == 403


@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "1.5"])
def test_nonsense_takes_nothing_back(played: Room, south_browser: Client, value: str):
    share(south_browser, "deal_share", played.record.id)
    response = south_browser.post(reverse("deal_share", args=[played.record.id]), {"take_back": value})
    assert response.status_code == 400
    assert SharedLink.objects.count() == 1


def test_nobody_takes_back_the_link_of_another_deal(played: Room, south_browser: Client, stranger: User):
    other = bring_in(reader(stranger), FILES / "evening.pbn")
    link = share(reader(stranger), "match_share", other.id)
    response = south_browser.post(reverse("deal_share", args=[played.record.id]), {"take_back": link.id})
    assert response.status_code == 404
    assert SharedLink.objects.filter(id=link.id).exists()


def test_no_other_record_is_reached_by_a_link(played: Room, south_browser: Client, stranger: User):
    other = bring_in(reader(stranger), FILES / "evening.pbn").records.first()
    second_deal(played)
    second = played.record
    link = share(south_browser, "deal_share", BoardRecord.objects.earliest("id").id)
    match = share(south_browser, "match_share", second.match_id)
    for number in (second.id, other.id, 10**12, 10**18):
        assert reader(None).get(reverse("shared_deal", args=[link.key, number])).status_code == 404
        assert reader(None).get(reverse("shared_deal", args=[match.key, number])).status_code == 404
    assert reading_by_key(match.key) is None
    assert match_reading_by_key(link.key) is None
    assert reader(None).get(reverse("shared_deal", args=[match.key, link.record_id])).status_code == 200
    for name in ("deal", "deal_print", "match_print"):
        number = link.record_id if name != "match_print" else second.match_id
        assert reader(None).get(reverse(name, args=[number])).status_code == 404


def test_nothing_of_a_deal_in_play_is_shown_by_a_link(played: Room, south_browser: Client):
    first = played.record
    link = share(south_browser, "match_share", first.match_id)
    second_deal(played)
    open_record = played.record
    assert south_browser.post(reverse("deal_share", args=[open_record.id])).status_code == 404
    sheet = reader(None).get(reverse("shared", args=[link.key])).text
    assert re.findall(r"/shared/[^/]+/(\d+)/", sheet) == [str(first.id)]
    # Even a row that should not be there opens nothing.
    forged = SharedLink.objects.create(user=played.people[Seat.S], record=open_record)
    assert reading_by_key(forged.key) is None
    assert reader(None).get(reverse("shared", args=[forged.key])).status_code == 404


def test_a_link_shows_what_its_maker_may_read_and_nothing_else(played: Room, stranger: User):
    second_deal(played)
    second = played.record
    BoardRecord.objects.filter(id=second.id).update(finished=second.started, outcome="unfinished")
    RecordPlayer.objects.filter(record=second, seat="E").update(user=stranger)
    link = share(reader(stranger), "match_share", second.match_id)
    assert [record.id for record in match_reading_by_key(link.key).records] == [second.id]
    assert reading_by_key(link.key, BoardRecord.objects.earliest("id").id) is None
    RecordPlayer.objects.filter(record=second).update(user=None)
    assert match_reading_by_key(link.key) is None


def test_a_deal_deleted_from_the_list_takes_its_links_along(played: Room, south_browser: Client):
    link = share(south_browser, "deal_share", played.record.id)
    deals_delete(user=played.people[Seat.S], record_ids=[played.record.id])
    assert reading_by_key(link.key) is None
    assert not SharedLink.objects.exists()
    assert reader(played.people[Seat.N]).get(reverse("deal", args=[played.record.id])).status_code == 200


def test_an_importer_shares_what_he_brought_in(stranger: User):
    client = reader(stranger)
    match = bring_in(client, FILES / "evening.pbn")
    link = share(client, "match_share", match.id, names="1")
    text = reader(None).get(reverse("shared", args=[link.key])).text
    assert len(re.findall(r"/shared/[^/]+/\d+/", text)) == 4


def test_there_are_not_endlessly_many_links(played: Room, south_browser: Client):
    for _ in range(MOST_LINKS):
        share(south_browser, "deal_share", played.record.id)
    response = south_browser.post(reverse("deal_share", args=[played.record.id]))
    assert response.status_code == 409
    assert SharedLink.objects.count() == MOST_LINKS
    assert len({link.key for link in SharedLink.objects.all()}) == MOST_LINKS
    assert min(len(link.key) for link in SharedLink.objects.all()) >= 32


def test_a_link_leads_to_one_thing(played: Room, south: User):
    record = played.record
    for fields in ({}, {"record": record, "match": record.match}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SharedLink.objects.create(user=south, **fields)
