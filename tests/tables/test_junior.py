"""The table of a class of children: simple words, little on the screen, errors that are explained."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from minibridge.engine import PRESETS, Seat
from tables.doors import person_at
from tables.junior import is_junior, junior_language, junior_rules, plain_language
from tables.packs import said
from tables.scene import LessonScene
from tables.services.lessons import lesson_rules

from .cast import WORKED_PLAY, guest, reader, room_of
from .junior_room import OPEN_BEFORE, JuniorRoom

FORMAL = re.compile(r"\b(vous|votre|vos)\b", re.IGNORECASE)
TERMS = {
    "fr": re.compile(r"\b(déclarant|mort|partielle|manche|entame)\b", re.IGNORECASE),
    "en": re.compile(r"\b(declarer|dummy|partscore|opening lead)\b", re.IGNORECASE),
}


def shown(page: str) -> str:
    """What the felt and what is beside it say, without marks."""
    main = page.split('<div class="strip">')[1].split('id="spoken"')[0]
    main = re.sub(r'<div class="lobby">.*?<div class="side">', "", main, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", main)


@pytest.fixture
def room(db: None) -> JuniorRoom:
    return JuniorRoom().dealt()


# --- the rules --------------------------------------------------------------------------------------


def test_children_do_not_claim_and_dummy_advises():
    rules = junior_rules(PRESETS["four_deals"])
    assert (rules.claims, rules.dummy_sees_declarer, rules.revokes) == (False, True, "refused")
    assert not junior_rules(PRESETS["four_deals"], dummy_advises=False).dummy_sees_declarer


def test_errors_are_allowed_if_the_teacher_wishes():
    rules = lesson_rules(junior_rules(PRESETS["ebu"], errors_allowed=True))
    assert (rules.revokes, rules.takeback, rules.points) == ("one_trick", "free", "announced")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("errors_allowed", [False, True])
def test_every_preset_has_rules_for_children(preset: str, errors_allowed: bool):
    rules = junior_rules(PRESETS[preset], errors_allowed=errors_allowed)
    assert not rules.claims
    if rules.players != "four":
        assert (rules.revokes, rules.dummy_sees_declarer) == ("refused", False)


# --- whose words ------------------------------------------------------------------------------------


def test_a_language_and_its_words_for_children():
    assert junior_language("fr") == junior_language("fr-junior") == "fr-junior"
    assert plain_language("en-junior") == plain_language("en") == "en"
    assert is_junior("en-junior")
    assert not is_junior("en")


def test_pupils_have_them_and_teachers_do_not(room: JuniorRoom):
    scene, pupil = room.scene(), room.pupil_at(Seat.N)
    assert scene.lesson is not None
    assert person_at(scene, pupil, "fr").language == "fr-junior"
    assert person_at(scene, pupil, "fr").letters == "fr"
    assert person_at(scene, room.teacher, "fr").language == "fr"


def test_a_class_of_adults_has_the_usual_words(db: None):
    room = JuniorRoom(is_junior=False).dealt()
    assert room.scene().lesson == LessonScene(
        lesson_id=room.lesson.id,
        number=1,
        teachers=frozenset((room.teacher.id,)),
        pupils=frozenset(user.id for user in room.pupils),
        is_junior=False,
    )
    page = room.page(Seat.N)
    assert "You are dummy." in page
    assert "css/junior" not in page


def test_another_table_has_the_usual_words(db: None):
    playing = room_of({seat: guest(f"Guest {seat.value}") for seat in (Seat.S, Seat.N, Seat.E, Seat.W)})
    playing.start()
    page = reader(playing.people[Seat.N]).get(f"/t/{playing.code}/").text
    assert "You are dummy." in page
    assert "css/junior" not in page


@pytest.mark.parametrize(
    ("language", "seat", "sentence"),
    [
        ("fr", Seat.S, "C’est toi qui diriges\u00a0: choisis l’atout et le nombre de levées."),
        ("en", Seat.S, "You are in charge: choose the trumps and how many tricks."),
        ("fr", Seat.N, "Pupil 3 dirige pour ton équipe et choisit le contrat."),
        ("en", Seat.W, "Pupil 3 (South) is in charge and chooses the contract."),
    ],
)
def test_the_line_at_the_top_says_what_to_do_next(room: JuniorRoom, language: str, seat: Seat, sentence: str):
    page = room.page(seat, language)
    strip = page.split('<div class="strip">')[1].split('<div class="felt">')[0]
    assert sentence in strip
    assert page.count('id="r-now"') == 1


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_hard_word_is_left_from_the_first_card_to_the_last(db: None, language: str):
    room = JuniorRoom(junior_rules(replace(OPEN_BEFORE, points="announced"), errors_allowed=True)).dealt()
    seats = (Seat.N, Seat.S, Seat.W)
    pages = [room.page(seat, language) for seat in seats]
    for seat, points in zip((Seat.N, Seat.E, Seat.S, Seat.W), (9, 5, 16, 10), strict=True):
        room.act(seat, "announce", points=points)
    pages += [room.page(seat, language) for seat in seats]
    room.act(Seat.S, "contract", contract="4S")
    pages += [room.page(seat, language) for seat in seats]
    room.play(WORKED_PLAY[:22])
    pages += [room.page(seat, language) for seat in seats]
    room.play(WORKED_PLAY[22:])
    pages += [room.page(seat, language) for seat in seats]
    for page in pages:
        text = shown(page)
        assert not TERMS[language].search(text), TERMS[language].search(text)
        assert language == "en" or not FORMAL.search(text), text


def test_before_the_first_deal_the_teacher_is_awaited(db: None):
    page = JuniorRoom().page(Seat.N)
    assert "You are at your table. Your teacher deals soon." in page
    assert "Send them this link" not in page


# --- only what is needed -----------------------------------------------------------------------------


def test_little_is_on_the_screen(room: JuniorRoom):
    room.act(Seat.S, "contract", contract="4S")
    room.play(WORKED_PLAY[:3])
    page = room.page(Seat.S).split('id="table"')[1]
    for gone in ('id="claim"', "My settings", "My deals", "Leave my chair", "on another device"):
        assert gone not in page
    assert "How to play minibridge" in page
    assert '<details id="log-more"><summary>What happened</summary>' in page
    assert len(re.findall(r'class="phrase"', page)) == 4
    assert "Deal 1 of" not in page


def test_big_cards_are_for_pupils_of_a_class_of_children(room: JuniorRoom):
    assert room.pupil_at(Seat.N).big_text
    assert "big-text" in room.page(Seat.N).split("<head>")[0]
    assert "big-text" not in room.page(room.teacher).split("<head>")[0]


def test_the_teacher_has_everything(room: JuniorRoom):
    page = room.page(room.teacher)
    assert "My settings" in page
    assert '<h2 id="log-title">What happened</h2>' in page
    assert "css/junior" not in page


def test_what_a_pack_says_is_read_in_the_language_itself():
    text = {"en": "Count first.", "fr": "Compte d’abord."}
    assert said(text, "fr-junior") == "Compte d’abord."
    assert said(text, "en-junior") == said(text, "en") == "Count first."


# --- errors ------------------------------------------------------------------------------------------


@pytest.fixture
def erring(db: None) -> JuniorRoom:
    """East has played the two of diamonds though there were hearts."""
    room = JuniorRoom(junior_rules(OPEN_BEFORE, errors_allowed=True)).dealt()
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ", "HK"])
    return room


def test_nothing_is_dimmed_where_errors_are_allowed(erring: JuniorRoom):
    assert 'aria-disabled="true"' not in erring.page(Seat.E).split('id="r-cards-E"')[1].split("</section>")[0]


def test_an_error_is_told_to_nobody_before_the_end(erring: JuniorRoom):
    erring.act(Seat.E, "card", card="D2")
    for seat in Seat:
        assert "had to be played" not in erring.page(seat)


def test_an_error_is_explained_after_the_deal_and_costs_one_trick(erring: JuniorRoom):
    erring.act(Seat.E, "card", card="D2")
    erring.play(["H6", *"S2 S3 SK S6 SQ S7 S5 H2".split()])
    erring.play(WORKED_PLAY[12:])
    record = erring.scene().record
    assert record is not None and record.state.result is not None
    [settled] = record.state.result.revokes
    assert settled.revoke.hand is Seat.E
    cost = "So one trick goes to the other team." if settled.tricks else "It costs nothing."
    own, others = erring.page(Seat.E), erring.page(Seat.N)
    assert "Trick 1: you played the 2 of diamonds and you still had hearts." in own
    assert "Trick 1: Pupil 2 played the 2 of diamonds and still had hearts." in others
    for page in (own, others):
        assert cost in page
        assert "One of them had to be played." in page
    assert "Pupil 2 played the 2 of diamonds, but still had hearts." in erring.page(erring.teacher)
    assert "et tu avais encore du cœur. Il fallait en jouer." in erring.page(Seat.E, "fr")


def test_an_error_may_be_taken_back(erring: JuniorRoom):
    erring.act(Seat.E, "card", card="D2")
    erring.act(Seat.E, "ask_takeback")
    erring.act(Seat.E, "card", card="H2")
    erring.play(WORKED_PLAY[3:])
    assert "had to be played" not in erring.page(Seat.E)


def test_a_card_of_another_suit_is_refused_where_errors_are_not_allowed(room: JuniorRoom):
    room.act(Seat.S, "contract", contract="4S")
    room.play(["HQ", "HK"])
    with pytest.raises(AssertionError, match="422"):
        room.act(Seat.E, "card", card="D2")
    hand = room.page(Seat.E).split('id="r-cards-E"')[1].split("</section>")[0]
    assert 'aria-disabled="true"' in hand
    assert "You have hearts: play one of them." in hand
