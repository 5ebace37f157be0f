"""What a bot answers when somebody was irregular: always something lawful, and nothing subtle."""

from minibridge.engine import (
    AnswerBid,
    AnswerLead,
    Bid,
    ComparableCall,
    JudgeCall,
    LeadOptions,
    RestrictLead,
    RestrictPlay,
    Seat,
    SeatView,
    hcp,
)

from .decision import Decision, Reason


def answer_lead(seat: Seat) -> Decision:
    """Has a lead out of turn taken back: a defender's becomes a penalty card (Law 56)."""
    return Decision(AnswerLead(seat, "refuse"), Reason("refuses_lead"))


def restrict_lead(view: SeatView, seat: Seat) -> Decision:
    """Leaves a penalty card on the table, where it binds longest; after a withdrawn call forbids the suit in
    which its own hand is weakest (Law 26B).
    """
    options = view.irregularities.question if view.irregularities is not None else None
    if not isinstance(options, LeadOptions) or options.because == "penalty_card":
        return Decision(RestrictLead(seat, "free"), Reason("leaves_lead_free"))
    held = view.hands[seat] or ()

    def strength(suit: object) -> tuple[int, int]:
        cards = [card for card in held if card.suit is suit]
        return hcp(cards), len(cards)

    weakest = min(sorted(options.suits), key=strength)
    forbidden = RestrictLead(seat, "forbid", frozenset((weakest,)))
    return Decision(forbidden, Reason("forbids_suit", {"suit": weakest.value}))


def restrict_play(seat: Seat) -> Decision:
    """Asks for the lowest card of the suit led (Law 57A)."""
    return Decision(RestrictPlay(seat, "lowest"), Reason("asks_for_lowest"))


def answer_bid(seat: Seat) -> Decision:
    """Has an insufficient bid replaced (Law 27B)."""
    return Decision(AnswerBid(seat, False), Reason("refuses_bid"))


def judge_call(view: SeatView, seat: Seat) -> Decision:
    """Takes a bid for comparable if it names the denomination of the bid it replaces (Law 23A)."""
    question = view.irregularities.question if view.irregularities is not None else None
    comparable = (
        isinstance(question, ComparableCall)
        and isinstance(question.call, Bid)
        and question.call.denomination is question.bid.denomination
    )
    code = "is_comparable" if comparable else "is_not_comparable"
    return Decision(JudgeCall(seat, comparable), Reason(code))
