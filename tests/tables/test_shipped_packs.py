"""The packs that come with the site: whole deals, right answers, results within reach, both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from minibridge.analysis import carrier
from minibridge.engine import (
    SEATS,
    Board,
    BoardState,
    Card,
    ChooseContract,
    Contract,
    Deal,
    Denomination,
    Phase,
    PlayCard,
    RuleSet,
    Seat,
    Side,
    Suit,
    apply,
    score,
    start,
)
from minibridge.engine.contracts import GAME_LEVEL
from minibridge.engine.menu import GAME_POINTS
from tables.pack_opening import declarers
from tables.packs import PackContent, PackDeal, Question
from tables.shipped_packs import FOLDER, SLUGS, shipped_packs

from .cast import account, guest

pytestmark = pytest.mark.any_database

PACKS = shipped_packs()
DEALS = [(slug, number, deal) for slug, pack in PACKS.items() for number, deal in enumerate(pack.deals, 1)]
NAMES = [f"{slug}-{number}" for slug, number, _deal in DEALS]
every_deal = pytest.mark.parametrize(("slug", "number", "deal"), DEALS, ids=NAMES)

STRAIGHT = re.compile(r"['\"]|--|\.\.\.")
FRENCH_SPACES = re.compile(r"[^\u202f][?!;]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»")
LETTERS_FOR_SUITS = re.compile(r"\b[SHDC][2-9TJQKA]\b")
SEAT_NAMES = re.compile(r"\b(Nord|Est|Sud|Ouest|North|East|South|West)\b")
MOST_WORDS = {"note": 60, "trick": 30, "text": 30, "why": 25, "title": 9, "goals": 60}

# (deal, cards played before, cards that alone keep all the tricks: whole suits, or single cards)
KEY_PLAYS = [
    ("tricks-4", "S4 S2 S5 SJ", "C"),
    ("trumps-1", "DQ D2 D8 DA", "S"),
    ("trumps-2", "CQ C3 C8 CK", "S"),
    ("trumps-3", "D5 D2 D7 DQ", "C H"),
    ("long-suits-1", "H6 H3 HQ HA", "D"),
    ("long-suits-2", "S7 S2 SK SA", "C"),
    ("long-suits-2", "S7 S2 SK SA C4 C8", "C2 C3 C6 C7"),
    ("long-suits-3", "D2 D5 D4 DA DQ D3", "DK"),
    ("long-suits-4", "S5 SK S3 S2", "D"),
    ("long-suits-5", "D3 D4 DT DQ", "H"),
    ("finesse-4", "H4 H3 HJ HK C6 C3 CK C2 C4 C9", "CJ"),
    ("defence-1", "", "H"),
    ("defence-2", "S4 S5", "SK"),
    ("defence-3", "D3 D5 DA D4", "D"),
    ("defence-4", "", "C"),
    ("defence-4", "C8 C3", "CA"),
    ("defence-4", "C8 C3 CA C5", "C"),
]
# (deal, cards played before, cards that a note warns of, tricks that the best of them leaves to declarer)
WARNINGS = [
    ("tricks-4", "S4 S2 S5 SJ", "S H D", 8),
    ("trumps-1", "DQ D2 D8 DA", "H D C", 8),
    ("trumps-2", "CQ C3 C8 CK", "C", 9),
    ("trumps-3", "D5 D2 D7 DQ", "S", 9),
    ("long-suits-1", "H6 H3 HQ HA", "S H C", 8),
    ("long-suits-2", "S7 S2 SK SA C4 C8", "CK CA", 6),
    ("long-suits-3", "D2 D5 D4 DA DQ D3", "D9 DT DJ", 7),
    ("long-suits-4", "S5 SK S3 S2", "C", 8),
    ("long-suits-5", "D3 D4 DT DQ", "S D C", 8),
    ("finesse-4", "H4 H3 HJ HK C6 C3 CK C2 C4 C9", "CA", 8),
    ("defence-2", "S4 S5", "S3 S7", 10),
    ("defence-3", "D3 D5 DA D4", "S H C", 10),
    ("defence-4", "", "S H D", 11),
    ("defence-4", "C8 C3", "C2", 10),
]
# (deal, trumps or notrump that a note speaks of, tricks)
ELSEWHERE = [
    ("contract-2", "NT", 3),
    ("contract-3", "D", 9),
    ("contract-4", "NT", 7),
    ("contract-5", "D", 10),
    ("trumps-4", "S", 8),
    ("tournament-1", "C", 9),
    ("tournament-2", "NT", 8),
    ("tournament-4", "H", 9),
    ("tournament-4", "NT", 7),
    ("tournament-7", "NT", 6),
]
# (deal, missing honour that lies well, a small card of the opponent who has not got it)
FINESSES = [
    ("finesse-1", "SK", "S4"),
    ("finesse-2", "HK", "H6"),
    ("finesse-3", "DA", "D2"),
]


def named(name: str) -> tuple[PackContent, PackDeal]:
    slug, _dash, number = name.rpartition("-")
    return PACKS[slug], PACKS[slug].deals[int(number) - 1]


def opened(pack: PackContent, deal: PackDeal) -> BoardState:
    """The deal under the rules of its pack, all totals announced, the imposed contract and cards laid."""
    rules = RuleSet.from_dict(pack.rules)
    state = start(deal.board(1), rules)
    if deal.contract:
        assert state.phase is Phase.CONTRACT and state.declarer is Seat(deal.declarer)
        state = apply(state, ChooseContract(state.declarer, Contract.parse(deal.contract)))
    for card in deal.cards:
        assert state.actor is not None
        state = apply(state, PlayCard(state.actor, Card.parse(card)))
    return state


def declarer_of(pack: PackContent, deal: PackDeal) -> Seat:
    (declarer,) = declarers(deal.board(1), RuleSet.from_dict(pack.rules))
    return declarer


# --- words -----------------------------------------------------------------------------------------


def texts() -> Iterator[tuple[str, str, dict[str, str]]]:
    for slug, pack in PACKS.items():
        yield slug, "title", dict(pack.title)
        yield slug, "goals", dict(pack.goals)
        for number, deal in enumerate(pack.deals, start=1):
            name = f"{slug}-{number}"
            yield name, "title", dict(deal.title)
            yield name, "note", dict(deal.note)
            for text in deal.trick_notes.values():
                yield name, "trick", dict(text)
            for question in deal.questions:
                yield name, "text", dict(question.text)
                yield name, "why", dict(question.why)


@pytest.mark.parametrize(("name", "kind", "text"), list(texts()))
def test_texts_are_short_and_well_set_in_both_languages(name, kind, text):
    assert set(text) == {"fr", "en"} and text["fr"] != text["en"]
    for said in text.values():
        assert said == said.strip() and said and not STRAIGHT.search(said), said
        assert not LETTERS_FOR_SUITS.search(said), said
        assert not SEAT_NAMES.search(said), "a lesson may turn the deal round the table"
        assert len(said.split()) <= MOST_WORDS[kind], (len(said.split()), said)
    assert not FRENCH_SPACES.search(text["fr"]), text["fr"]


def test_no_text_stands_twice_but_the_questions_that_every_deal_may_ask():
    notes = [text["en"] for _name, kind, text in texts() if kind in ("note", "goals", "trick")]
    assert len(set(notes)) == len(notes)


# --- the deals -------------------------------------------------------------------------------------


def test_there_are_eight_packs_with_enough_deals_all_different():
    assert list(PACKS) == list(SLUGS) and len(PACKS) == 8
    assert [len(pack.deals) for pack in PACKS.values()] == [4, 5, 5, 4, 5, 4, 4, 8]
    assert len({str(deal.deal) for _slug, _number, deal in DEALS}) == len(DEALS)
    assert {path.stem for path in FOLDER.glob("*.json")} == set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_pack_is_read_whole_and_written_again_the_same(slug):
    data = json.loads((FOLDER / f"{slug}.json").read_text("utf-8"))
    assert PACKS[slug].to_data() == data


@every_deal
def test_every_deal_has_words_questions_and_a_result_to_compare_with(slug, number, deal):
    assert deal.title and deal.note and deal.trick_notes and deal.reference
    assert 1 <= len(deal.questions) <= 3
    assert all(1 <= trick <= 13 for trick in deal.trick_notes)


@every_deal
def test_the_engine_deals_it_and_takes_what_is_laid_down(slug, number, deal):
    pack = PACKS[slug]
    state = opened(pack, deal)
    assert state.phase in (Phase.ANNOUNCEMENT, Phase.CONTRACT, Phase.PLAY)
    assert (deal.contract != "") == (deal.declarer != "")
    declarer = declarer_of(pack, deal)
    assert deal.reference.declarer == declarer.value
    if deal.contract:
        assert deal.reference.contract == deal.contract
    if RuleSet.from_dict(pack.rules).menu == "none":
        assert deal.reference.contract == "1NT"  # only its denomination counts there
    else:
        contract = Contract.parse(deal.reference.contract)
        assert contract.level in (1, GAME_LEVEL[contract.denomination])


@every_deal
def test_points_and_declarers_are_right_by_the_engine(slug, number, deal):
    for question in deal.questions:
        if question.kind == "declarer":
            assert question.answer == declarer_of(PACKS[slug], deal).value
        elif question.kind == "points":
            assert question.answer == ""
        else:
            assert question.answer
        for text in question.text.values():
            assert question.kind != "tricks" or question.answer not in re.findall(r"\d+", text)


def lengths(deal: Deal, declarer: Seat) -> dict[Suit, int]:
    hand = deal[declarer] | deal[declarer.partner]
    return {suit: sum(card.suit is suit for card in hand) for suit in Suit}


def sure_tricks(deal: Deal, declarer: Seat) -> int:
    """The highest cards of each suit without a gap, as many as the longer holding can follow to; all of it
    where these outnumber the cards outside.
    """
    tricks = 0
    for suit in Suit:
        hands = [[card for card in deal[seat] if card.suit is suit] for seat in (declarer, declarer.partner)]
        ranks = sorted((card.rank.order for hand in hands for card in hand), reverse=True)
        unbroken = sum(rank == 12 - place for place, rank in enumerate(ranks))
        longest = max(map(len, hands))
        tricks += longest if unbroken >= 13 - len(ranks) else min(unbroken, longest)
    return tricks


QUESTIONS = [
    (f"{slug}-{number}", deal, question)
    for slug, number, deal in DEALS
    for question in deal.questions
    if question.kind in ("tricks", "suit")
]
every_question = pytest.mark.parametrize(("name", "deal", "question"), QUESTIONS)
NEEDED = {"S": 10, "H": 10, "D": 11, "C": 11, "NT": 9}
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "notrump": "NT"}


def needed_tricks(text: str) -> int:
    """How many tricks the contract takes that an English question names."""
    (denomination,) = [letter for sign, letter in SIGNS.items() if sign in text]
    return 7 if "partscore" in text else NEEDED[denomination]


@every_question
def test_answers_that_follow_from_the_cards_are_right(name, deal, question: Question):
    pack, _deal = named(name)
    declarer, text = declarer_of(pack, deal), question.text["en"]
    if text.startswith("How many sure tricks"):
        assert int(question.answer) == sure_tricks(deal.deal, declarer)
    elif "need?" in text:
        assert int(question.answer) == needed_tricks(text)
    elif "longest suit" in text:
        found = lengths(deal.deal, declarer)
        assert found[Suit(question.answer)] == max(found.values())
    elif "ruffing" in text:
        dummy, own = (
            sum(card.suit is Suit.C for card in deal.deal[seat]) for seat in (declarer.partner, declarer)
        )
        assert int(question.answer) == own - dummy
    elif text.startswith("How many tricks can the"):
        assert int(question.answer) == max(
            sum(card.suit.value == "D" for card in deal.deal[seat]) for seat in (declarer, declarer.partner)
        )
    else:
        assert question.kind == "suit"


# --- double dummy ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def solver():
    try:
        carrier.load()
    except ImportError:
        pytest.skip("no analysis here")
    from minibridge.analysis import solver

    return solver


def denomination_of(deal: PackDeal) -> Denomination:
    return Contract.parse(deal.reference.contract).denomination


@every_deal
def test_the_reference_is_what_both_sides_reach_with_all_cards_seen(solver, slug, number, deal):
    tricks = solver.declarer_tricks(deal.deal, Seat(deal.reference.declarer), denomination_of(deal))
    assert tricks == deal.reference.tricks


def outcomes(solver, deal: PackDeal, played: str) -> dict[Card, int]:
    """After these cards: how many tricks declarer's side wins in all, for each card that may follow."""
    from minibridge.analysis.position import Position
    from minibridge.engine.play import Trick, trick_winner

    declarer, trump = Seat(deal.reference.declarer), denomination_of(deal).trump
    hands = {seat: set(deal.deal[seat]) for seat in SEATS}
    trick, won = Trick(declarer.lho), dict.fromkeys(Side, 0)
    for card in map(Card.parse, played.split()):
        seat = trick.leader.clockwise[len(trick.cards)]
        hands[seat].remove(card)
        trick = Trick(trick.leader, (*trick.cards, card))
        if trick.is_complete:
            winner = trick_winner(trick, trump)
            won[winner.side] += 1
            trick = Trick(winner)
    position = Position({seat: tuple(hand) for seat, hand in hands.items()}, trump, trick)
    ours = position.turn.side is declarer.side
    left = 13 - sum(won.values())
    return {
        card: won[declarer.side] + (tricks if ours else left - tricks)
        for card, tricks in solver.card_tricks([position])[0].items()
    }


@pytest.mark.parametrize(("name", "played", "right"), KEY_PLAYS)
def test_at_the_decisive_moment_only_the_play_of_the_note_is_right(solver, name, played, right):
    """Another suit costs a trick; where a suit is named, some card of it is right."""
    _pack, deal = named(name)
    assert played.startswith(" ".join(deal.cards))
    totals = outcomes(solver, deal, played)
    best = {card for card, tricks in totals.items() if tricks == deal.reference.tricks}
    wished = right.split()
    if len(wished[0]) == 1:
        assert {card.suit.value for card in best} == set(wished)
    else:
        assert {card.text for card in best} == set(wished)
    assert best != set(totals)


@pytest.mark.parametrize(("name", "played", "wrong", "left"), WARNINGS)
def test_what_a_note_warns_of_costs_what_it_says(solver, name, played, wrong, left):
    _pack, deal = named(name)
    totals = outcomes(solver, deal, played)
    warned = [tricks for card, tricks in totals.items() if {card.text, card.suit.value} & set(wrong.split())]
    assert max(warned) == left


@pytest.mark.parametrize(("name", "denomination", "tricks"), ELSEWHERE)
def test_another_contract_is_as_good_or_bad_as_a_note_says(solver, name, denomination, tricks):
    _pack, deal = named(name)
    declarer = Seat(deal.reference.declarer)
    assert solver.declarer_tricks(deal.deal, declarer, Denomination(denomination)) == tricks


def swapped(deal: Deal, one: str, other: str) -> Deal:
    change = {Card.parse(one): Card.parse(other), Card.parse(other): Card.parse(one)}
    return Deal(*(frozenset(change.get(card, card) for card in deal[seat]) for seat in SEATS))


@pytest.mark.parametrize(("name", "honour", "small"), FINESSES)
def test_a_finesse_works_here_and_would_not_with_the_honour_elsewhere(solver, name, honour, small):
    _pack, deal = named(name)
    declarer = Seat(deal.reference.declarer)
    assert Card.parse(honour) in deal.deal[declarer.lho] and Card.parse(small) in deal.deal[declarer.rho]
    contract = Contract.parse(deal.reference.contract)
    assert deal.reference.tricks == contract.tricks_needed
    other = swapped(deal.deal, honour, small)
    assert solver.declarer_tricks(other, declarer, contract.denomination) < contract.tricks_needed


def test_the_points_tell_where_the_queen_is():
    pack, deal = named("finesse-4")
    state = start(deal.board(1), RuleSet.from_dict(pack.rules))
    assert state.totals[state.declarer.lho] == 0
    assert Card.parse("CQ") in deal.deal[state.declarer.rho]


@every_question
def test_the_best_trumps_score_most_and_the_best_suit_keeps_the_contract(solver, name, deal, question):
    pack, _deal = named(name)
    declarer = declarer_of(pack, deal)
    if question.text["en"].startswith("What is best"):
        state = start(deal.board(1), RuleSet.from_dict(pack.rules) if pack.rules else RuleSet())
        game = state.totals[declarer] + state.totals[declarer.partner] >= GAME_POINTS

        def points(denomination: Denomination) -> int:
            contract = Contract(GAME_LEVEL[denomination] if game else 1, denomination)
            return score(contract, False, solver.declarer_tricks(deal.deal, declarer, denomination))

        assert points(Denomination(question.answer)) == max(map(points, Denomination))
    elif name in {key for key, _played, _right in KEY_PLAYS} and question.kind == "suit":
        rights = [right.split() for key, _played, right in KEY_PLAYS if key == name]
        assert any(question.answer in {card[0] for card in right} for right in rights)
    elif name in {key for key, _honour, _small in FINESSES} and question.kind == "suit":
        assert question.answer in {honour[0] for key, honour, _small in FINESSES if key == name}


def test_drawing_trumps_can_be_right_and_wrong(solver):
    """Two games fail if declarer waits with the trumps, one if he does not."""
    for name, played, right in KEY_PLAYS[1:4]:
        _pack, deal = named(name)
        totals = outcomes(solver, deal, played)
        trumps = {tricks for card, tricks in totals.items() if card.suit is Suit.S}
        others = {tricks for card, tricks in totals.items() if card.suit is not Suit.S}
        assert max(trumps) == 10 > max(others) if right == "S" else max(trumps) == 9


def test_game_and_partscore_suit_and_notrump_all_come_up():
    found = {deal.reference.contract for deal in PACKS["contract"].deals}
    assert found == {"1NT", "1H", "3NT", "4S"}


# --- the pages -------------------------------------------------------------------------------------


@pytest.fixture
def teacher(db) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(account("Tilda", is_adult=True))
    return client


def test_an_adult_reads_every_pack(teacher):
    page = teacher.get(reverse("shipped_packs")).content.decode()
    for slug, pack in PACKS.items():
        address = reverse("shipped_pack", args=[slug])
        assert address in page
        text = teacher.get(address).content.decode()
        assert all(deal.title["en"] in text.replace("&#x27;", "'") for deal in pack.deals)
    assert teacher.get("/packs/shipped/other/").status_code == 404


def test_the_page_of_a_pack_has_hands_answers_and_the_result(teacher):
    text = teacher.get(reverse("shipped_pack", args=["declarer"])).content.decode()
    assert "K J 8 7" in text and "South 16" in text and "East 9" in text
    assert "10 tricks" in text and "game in" in text


def test_where_only_tricks_count_no_contract_is_named(teacher):
    text = teacher.get(reverse("shipped_pack", args=["tricks"])).content.decode()
    assert "9 tricks" in text and "partscore" not in text


def test_laid_cards_are_told_with_the_letters_of_the_reader(teacher):
    assert "♠K ♠3" in teacher.get(reverse("shipped_pack", args=["long-suits"])).content.decode()
    french = teacher.get(reverse("shipped_pack", args=["long-suits"]), headers={"accept-language": "fr"})
    assert "♠R ♠3" in french.content.decode()


@pytest.mark.django_db
def test_pupils_guests_and_minors_do_not_read_the_deals_before_they_play_them():
    pages = [reverse("shipped_packs"), reverse("shipped_pack", args=["tricks"])]
    for page in pages:
        assert Client().get(page).status_code == 302
    pupil = account("Pia", is_adult=True, is_pupil=True)
    for person, status in ((guest("Nora"), 404), (pupil, 404), (account("Paul"), 403)):
        client = Client()
        client.force_login(person)
        assert [client.get(page).status_code for page in pages] == [status, status]


def test_only_reading_is_asked_of_these_pages(teacher):
    assert teacher.post(reverse("shipped_pack", args=["tricks"])).status_code == 405


def test_every_deal_can_be_laid_as_a_board():
    boards = [deal.board(number) for _slug, number, deal in DEALS]
    assert all(isinstance(board, Board) for board in boards)
