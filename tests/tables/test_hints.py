"""Hints and reasons: who may ask, what is told during the deal, and what only after it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from minibridge.bots import OPEN, REASONS, SAMPLED_REASONS, Reason
from minibridge.engine import SEATS, Deal, RuleSet, Seat
from tables.frame import Shown, frame
from tables.hints import hint_for
from tables.models import Action
from tables.reasons import SENTENCES, reason_text
from tables.refusals import Refusal
from tables.regions import Person
from tables.scene_reading import scenes_forget
from tables.seen import view_of
from tables.services.bots import bots_seat_everywhere

from .bot_play import bots_act
from .cast import WORKED_DEAL, WORKED_PLAY, Room, room_of

HINTS = RuleSet(hints=True)


def seated(rules: RuleSet, *users: User) -> Room:
    return room_of(dict(zip((Seat.S, Seat.W, Seat.N, Seat.E), users, strict=True)), rules)


@pytest.fixture
def helped(south: User, west: User, north: User, east: User) -> Room:
    """Four people at a table with hints; South has chosen, West leads."""
    room = seated(HINTS, south, west, north, east)
    room.start([WORKED_DEAL])
    room.act(Seat.S, "contract", contract="4S")
    return room


def page_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def refused(status: int, room: Room, user_id: int | None) -> None:
    with pytest.raises(Refusal) as caught:
        hint_for(room.scene, user_id)
    assert caught.value.status == status
    assert str(caught.value.sentence)


# --- hints -----------------------------------------------------------------------------------------


def test_whoever_is_asked_may_ask(helped: Room, west: User, south: User, north: User) -> None:
    found = hint_for(helped.scene, west.id)
    assert {option.card for option in found.options} <= set(WORKED_DEAL[Seat.W])
    refused(409, helped, south.id)
    refused(409, helped, north.id)
    refused(404, helped, None)


def test_declarer_is_helped_with_dummys_cards(helped: Room, south: User) -> None:
    helped.play(WORKED_PLAY[:1])
    found = hint_for(helped.scene, south.id)
    assert {option.card for option in found.options} <= set(WORKED_DEAL[Seat.N])
    assert {option.seat for option in found.options} == {Seat.S}


def test_friends_have_none_and_nobody_has_after_the_deal(playing: Room, helped: Room, west: User) -> None:
    refused(403, playing, playing.people[Seat.W].id)
    helped.play(WORKED_PLAY)
    refused(409, helped, west.id)


def test_the_contract_too(south: User, west: User, north: User, east: User) -> None:
    room = seated(replace(HINTS, dummy_faced="after_lead", points="partners"), south, west, north, east)
    room.start([WORKED_DEAL])
    found = hint_for(room.scene, south.id)
    assert [option.kind for option in found.options] == ["contract"] * len(found.options)
    text = reason_text(found.reason, room.scene.rules.menu)
    assert text and "%" not in text


def test_by_the_live_door_the_hint_comes_in_its_region_alone_to_him(helped: Room, west: User) -> None:
    answer = page_of(west).post(f"/t/{helped.code}/hint", headers={"X-Live": "0"})
    assert answer.status_code == 200
    hint = answer.json()["html"]["hint"]
    assert "is-hint" in hint and "hint-options" in hint
    assert "is-hint" not in page_of(west).get(f"/t/{helped.code}/").content.decode()
    denied = page_of(helped.people[Seat.N]).post(f"/t/{helped.code}/hint", headers={"X-Live": "0"})
    assert (denied.status_code, denied.json()["status"]) == (409, 409)
    assert denied.json()["error"]


def test_without_javascript_it_is_told_on_the_next_page(helped: Room, west: User) -> None:
    page = page_of(west).post(f"/t/{helped.code}/hint", follow=True)
    assert page.redirect_chain == [(f"/t/{helped.code}/", 302)]
    with translation.override("fr"):
        assert reason_text(hint_for(helped.scene, west.id).reason) in page.content.decode().replace(
            "&#x27;", "'"
        )


def test_asking_all_the_time_is_too_quick(helped: Room, west: User) -> None:
    client = page_of(west)
    statuses = [
        client.post(f"/t/{helped.code}/hint", headers={"X-Live": "0"}).status_code for _time in range(61)
    ]
    assert statuses == [200] * 60 + [429]


def test_no_old_hint_stays(helped: Room, west: User) -> None:
    person, shown = Person(user_id=west.id, language="fr"), Shown()
    frame(helped.scene, person, shown, hint=hint_for(helped.scene, west.id))
    helped.play(WORKED_PLAY[:1])
    assert "is-hint" not in frame(helped.scene, person, shown)["html"]["hint"]


def test_a_person_for_whom_nothing_is_to_be_decided_has_the_button_switched_off(
    helped: Room, south: User, west: User
) -> None:
    buttons = {
        user: frame(helped.scene, Person(user.id, "fr"), Shown())["html"]["hint"] for user in (south, west)
    }
    assert 'aria-disabled="true"' in buttons[south] and 'aria-disabled="true"' not in buttons[west]
    visitor = frame(helped.scene, Person(None, "fr"), Shown())["html"]["hint"]
    assert "hidden" in visitor


# --- reasons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_reason_has_its_sentence(language: str) -> None:
    samples = {"card": "SQ", "suit": "H", "seat": "N", "contract": "4S", "tenths": 4}
    known = {**REASONS, **SAMPLED_REASONS}
    assert set(SENTENCES) == set(known)
    with translation.override(language):
        for code, names in known.items():
            text = reason_text(Reason(code, {name: samples.get(name, 3) for name in names}))
            assert not text[0].islower() and text.endswith(".") and "%" not in text and "{" not in text, text
        assert reason_text(Reason("from_another_version", {"x": 1}))


COUNTED = {
    "counts_points": {
        "en": ["The hand counts 0 points.", "The hand counts 1 point.", "The hand counts 2 points."],
        "fr": ["La main compte 0 point.", "La main compte 1 point.", "La main compte 2 points."],
    },
    "accepts_claim": {
        "en": [f"The other side surely takes {tricks}." for tricks in ("0 tricks", "1 trick", "2 tricks")],
        "fr": [f"L’autre camp fait à coup sûr {levees}." for levees in ("0 levée", "1 levée", "2 levées")],
    },
    "cashes_to_set": {
        "en": [
            f"Enough to beat the contract: {tricks} for sure."
            for tricks in ("0 tricks", "1 trick", "2 tricks")
        ],
        "fr": [
            f"De quoi faire chuter le contrat\u00a0: {levees} à coup sûr."
            for levees in ("0 levée", "1 levée", "2 levées")
        ],
    },
    "all_alike": {
        "en": [
            f"In {layouts} it made no difference."
            for layouts in ("0 possible layouts", "1 possible layout", "2 possible layouts")
        ],
        "fr": [
            f"Pour {layouts}, cela revenait au même."
            for layouts in ("0 répartition essayée", "1 répartition essayée", "2 répartitions essayées")
        ],
    },
}


@pytest.mark.parametrize("code", COUNTED)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_one_is_singular(code: str, language: str) -> None:
    [name] = {**REASONS, **SAMPLED_REASONS}[code]
    with translation.override(language):
        assert [reason_text(Reason(code, {name: number})) for number in range(3)] == COUNTED[code][language]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    ("language", "plurals", "singulars"),
    [
        ("en", r"points\b|tricks\b|cards\b|layouts\b", r"point\b|trick\b|card\b|layout\b"),
        ("fr", r"points\b|levées\b|cartes\b|répartitions\b", r"point\b|levée\b|carte\b|répartition\b"),
    ],
)
def test_every_number_agrees_with_its_noun(language: str, plurals: str, singulars: str, number: int) -> None:
    samples = {"card": "SQ", "suit": "H", "seat": "N", "contract": "4S", "tenths": 4}
    wrong = singulars if number == 2 or (number == 0 and language == "en") else plurals
    with translation.override(language):
        for code, names in {**REASONS, **SAMPLED_REASONS}.items():
            text = reason_text(Reason(code, {name: samples.get(name, number) for name in names}))
            assert not re.search(rf"\b{number} ({wrong})", text), text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0.4 tricks", "1.0 tricks", "1.5 tricks", "2.0 tricks"]),
        ("fr", ["0,4 levée", "1,0 levée", "1,5 levée", "2,0 levées"]),
    ],
)
def test_tenths_of_a_trick(language: str, told: list[str]) -> None:
    with translation.override(language):
        for tenths, text in zip((4, 10, 15, 20), told, strict=True):
            assert f" {text} " in reason_text(Reason("best_on_average", {"tenths": tenths, "samples": 30}))


EAST_DECLARES = Deal(*[WORKED_DEAL[seat.clockwise[1]] for seat in SEATS])
"""The worked deal with every hand one seat further: a robot declares, and plays dummy's cards too."""


def with_bots(south: User, rules: RuleSet, level: str = "hard", deal: Deal = WORKED_DEAL) -> Room:
    room = room_of({Seat.S: south}, rules)
    bots_seat_everywhere(table_id=room.table.id, host_id=south.id, level=level)
    room.start([deal])
    if room.state.actor is Seat.S:
        room.act(Seat.S, "contract", contract="4S")
    bots_act(room.table.id)
    return room


def play_a_while(room: Room, cards: int) -> None:
    for _card in range(cards):
        view = view_of(room.state, Seat.S)
        room.act(Seat.S, "card", card=view.legal_cards[0].text)
        bots_act(room.table.id)


def test_during_the_deal_only_what_says_nothing_of_a_hand(south: User) -> None:
    room = with_bots(south, HINTS, deal=EAST_DECLARES)
    told, kept = 0, 0
    for _card in range(12):
        play_a_while(room, 1)
        if not room.scene.deal_is_open:
            break
        why = frame(room.scene, Person(south.id, "en"), Shown())["html"]["why"]
        rows = Action.objects.filter(record=room.record).order_by("-n")[:4]
        for row in rows:
            if row.reason:
                sentence = _english(row.reason)
                is_open = row.reason["code"] in OPEN and not _followed_unseen(room, row)
                assert (sentence in why) == is_open or sentence == _english({"code": "only_card"})
                told, kept = told + is_open, kept + (not is_open)
    assert told and kept


def _followed_unseen(room: Room, row: Action) -> bool:
    if row.kind != "card":
        return False
    for trick in (*room.state.tricks, room.state.trick):
        for seat, card in trick.plays if trick else ():
            if card.text == row.data["card"]:
                return seat not in (trick.leader, room.state.dummy) and card.suit is trick.cards[0].suit
    raise AssertionError("a card that nobody played")


def test_silence_says_no_more_than_a_reason(south: User) -> None:
    """Whoever plays his last card of a suit has no reason to give, so nobody is told one who had others."""
    room = with_bots(south, HINTS)
    while True:
        last = Action.objects.filter(record=room.record).exclude(reason=None).latest("n")
        if _followed_unseen(room, last):
            break
        play_a_while(room, 1)
    seen = set()
    for code in ("only_card", "second_hand_low", "leaves_to_partner", "random_card", "follows_low"):
        Action.objects.filter(pk=last.pk).update(reason=Reason(code).to_data())
        scenes_forget()
        seen.add(frame(room.scene, Person(south.id, "en"), Shown())["html"]["why"])
    assert len(seen) == 1 and "That would tell too much" in seen.pop()


def _english(reason: dict[str, object]) -> str:
    with translation.override("en"):
        return reason_text(Reason.from_data(reason))


def test_nothing_is_told_where_the_rules_say_so(south: User) -> None:
    room = with_bots(south, RuleSet())
    play_a_while(room, 3)
    regions = frame(room.scene, Person(south.id, "en"), Shown())["html"]
    assert "hidden" in regions["why"] and "hidden" in regions["hint"]
    assert not [text for text in SENTENCES.values() if str(text)[:20] in json.dumps(regions)]


def test_after_the_deal_the_replay_tells_every_reason(south: User) -> None:
    room = with_bots(south, RuleSet())
    play_a_while(room, 26)
    assert not room.scene.deal_is_open
    client = page_of(south)
    page = client.get(f"/deals/{room.record.id}/", headers={"Accept-Language": "en"}).content.decode()
    reasons = [row.reason for row in Action.objects.filter(record=room.record) if row.reason]
    assert len(reasons) == 26
    for reason in reasons:
        assert _english(reason).replace("'", "&#x27;") in page or _english(reason) in page
    row = Action.objects.filter(record=room.record, reason__isnull=False).first()
    step = client.get(f"/deals/{room.record.id}/?step={row.n + 1}", headers={"Accept-Language": "en"})
    assert "replay-why" in step.content.decode()
