"""Records of whole boards for Hypothesis: random deals, legal auctions, legal plays, and texts about them."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from minibridge.engine.auction import PASS, Auction, legal_calls, parse_call
from minibridge.engine.board_record import (
    Annotation,
    BoardRecord,
    Comment,
    Ending,
    RecordedCall,
    RecordedTable,
    RecordedTrick,
    cards_of,
)
from minibridge.engine.boards import Vulnerability
from minibridge.engine.cards import Card
from minibridge.engine.contracts import Contract
from minibridge.engine.deals import Deal
from minibridge.engine.partial_deal import PartialDeal
from minibridge.engine.play import Trick, legal_cards, trick_winner
from minibridge.engine.seats import SEATS, Seat

from .strategies import deals, seats, seeds

PLAYED = BoardRecord(
    label="12",
    dealer=Seat.W,
    vulnerability=Vulnerability.BOTH,
    deal=PartialDeal.of(Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")),
    calls=tuple(
        RecordedCall(Seat.W.clockwise[n % 4], parse_call(word))
        for n, word in enumerate("Pass Pass Pass 1S Pass 4S Pass Pass Pass".split())
    ),
    contract=Contract.parse("4S"),
    declarer=Seat.S,
    opening_leader=Seat.W,
    played=(
        RecordedTrick(Seat.W, tuple(map(Card.parse, "H3 H2 HA HQ".split()))),
        RecordedTrick(Seat.S, (None, None, Card.parse("SK"), Card.parse("S6"))),
    ),
    play_ending=Ending.CLOSED,
    tricks=10,
)
"""A board with all that can be known of one."""

plain_texts = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f\x85\xa0\xad")
)
"""Texts that a file can hold as they are."""
words = (
    st.from_regex(r"[A-Za-z0-9 .;:!?'/()-]{0,20}", fullmatch=True)
    .map(str.strip)
    .filter(lambda text: text != "?")
)
nasty_texts = st.lists(
    st.one_of(
        plain_texts,
        st.sampled_from(
            ['"]\n[Event "', "}", "{", "\\", '"', "\n\n", "%", ";", "|", "#", "##", "?", "\x00", "é♠", "!h"]
        ),
    ),
    max_size=6,
).map("".join)


def random_auction(dealer: Seat, rng: random.Random, at_most: int = 60) -> Auction:
    """Calls that are legal, passes most of all, until it is over."""
    auction = Auction(dealer)
    while not auction.is_over and len(auction.calls) < at_most:
        choices = legal_calls(auction)
        auction = auction.after(PASS if rng.random() < 0.55 else rng.choice(choices[:9]))
    while not auction.is_over:
        auction = auction.after(PASS)
    return auction


def random_play(
    deal: Deal, contract: Contract, declarer: Seat, cards: int, rng: random.Random
) -> list[Trick]:
    """So many cards, each legal."""
    hands = {seat: set(deal[seat]) for seat in SEATS}
    tricks = [Trick(declarer.lho)]
    for _ in range(cards):
        if tricks[-1].is_complete:
            tricks.append(Trick(trick_winner(tricks[-1], contract.trump)))
        last = tricks[-1]
        seat = last.leader.clockwise[len(last.cards)]
        card = rng.choice(sorted(legal_cards(tuple(hands[seat]), last)))
        hands[seat].discard(card)
        tricks[-1] = Trick(last.leader, (*last.cards, card))
    return [trick for trick in tricks if trick.cards]


@st.composite
def played_records(draw) -> BoardRecord:
    """A board that was bid and played by the Laws, to the end or to a claim."""
    deal, dealer, rng = draw(deals), draw(seats), random.Random(draw(seeds))
    auction = random_auction(dealer, rng)
    calls = tuple(RecordedCall(auction.seat_of(n), call) for n, call in enumerate(auction.calls))
    record = BoardRecord(
        label=str(draw(st.integers(1, 999))),
        dealer=dealer,
        vulnerability=draw(st.sampled_from(list(Vulnerability))),
        deal=PartialDeal.of(deal),
        calls=calls,
    )
    contract, declarer = auction.contract, auction.declarer
    if contract is None or declarer is None:
        return replace(record, contract=PASS)
    tricks = random_play(deal, contract, declarer, draw(st.sampled_from([52, 52, 0, 1, 7, 30, 51])), rng)
    played = tuple(RecordedTrick(trick.leader, cards_of(dict(trick.plays))) for trick in tricks)
    record = replace(record, contract=contract, declarer=declarer, opening_leader=declarer.lho, played=played)
    won = record.tricks_played(declarer.side)
    left = 13 - won - record.tricks_played(declarer.side.other)
    is_whole = len(record.plays) == 52
    return replace(
        record,
        tricks=won + (draw(st.integers(0, left)) if left else 0),
        play_ending=Ending.UNSAID if is_whole else Ending.CLOSED,
        score_ns=draw(st.none() | st.integers(-7600, 7600)),
    )


@st.composite
def annotations(draw, texts) -> Annotation:
    """What may be noted beside a call; a note says something."""
    note = draw(st.none() | texts.map(lambda text: " ".join(text.split())))
    return Annotation(
        alerted=draw(st.booleans()),
        note=note if note and not note.startswith("*") else None,
        comments=tuple(draw(st.lists(texts, max_size=2))),
    )


@st.composite
def told_records(draw, texts=words) -> BoardRecord:
    """Played boards with names, notes, alerts, comments and tables."""
    record, rng = draw(played_records()), random.Random(draw(seeds))
    beside = [draw(annotations(texts)) for _ in range(3)]
    calls = tuple(
        replace(call, annotation=rng.choice(beside)) if rng.random() < 0.3 else call
        for call in record.calls or ()
    )
    calls = tuple(
        call if call.annotation != Annotation() else replace(call, annotation=None) for call in calls
    )
    names = ("Event", "Site", "North", "West", "Room", "Annotator", "Own_Tag")
    tags = {name: draw(texts) for name in names if draw(st.booleans())}
    comments = tuple(Comment(draw(texts), after) for after in ("", "Board") if draw(st.booleans()))
    rows = tuple(tuple(draw(texts) for _ in range(2)) for _ in range(draw(st.integers(0, 2))))
    tables = (RecordedTable("ScoreTable", "Rank\\3R;Name\\9", rows),) if rows else ()
    return replace(record, calls=calls, tags=tags, comments=comments, tables=tables)
