"""A second opinion on the rules, in the plainest words, sharing nothing with the engine.

Seats are "N", cards "SQ", contracts "4S"; hands are sets of such strings and rules a dictionary
(what `RuleSet.to_dict` gives). Every answer is computed again from the deal and from what happened.
"""

import csv
from functools import cached_property, lru_cache
from pathlib import Path

SEATS = "NESW"
SUITS = "CDHS"
DENOMINATIONS = ("C", "D", "H", "S", "NT")
RANKS = "23456789TJQKA"
PACK = frozenset(suit + rank for suit in SUITS for rank in RANKS)

FRENCH_LEVELS = {1: (20, 22), 2: (23, 24), 3: (25, 26), 4: (27, 29), 5: (30, 32), 6: (33, 36), 7: (37, 40)}
TARGET_LEVELS = {1: (21, 22), 2: (23, 24), 3: (25, 27), 4: (28, 30), 5: (31, 33), 6: (34, 37), 7: (38, 40)}


def after(seat, steps=1):
    return SEATS[(SEATS.index(seat) + steps) % 4]


def partner(seat):
    return after(seat, 2)


def side(seat):
    return "NS" if seat in "NS" else "EW"


def other(one_side):
    return "EW" if one_side == "NS" else "NS"


@lru_cache(maxsize=4096)
def hcp(cards):
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card[1], 0) for card in cards)


def lengths(cards):
    return {suit: sum(card[0] == suit for card in cards) for suit in SUITS}


def may_follow(hand, led):
    """The cards of a hand that the law allows on a led suit (None: leading)."""
    return {card for card in hand if card[0] == led} or set(hand)


def beats(card, best, trump):
    if card[0] == best[0]:
        return RANKS.index(card[1]) > RANKS.index(best[1])
    return card[0] == trump


def trick_taker(leader, cards, trump):
    """Who wins four cards played in order from the leader."""
    best = 0
    for place in (1, 2, 3):
        if beats(cards[place], cards[best], trump):
            best = place
    return after(leader, best)


@lru_cache(maxsize=4096)
def finished_tricks(plays, trump):
    """The complete tricks of (hand, card) pairs in the order played, as (leader, four cards, winner)."""
    tricks = []
    for i in range(0, len(plays) - 3, 4):
        leader, cards = plays[i][0], [card for _, card in plays[i : i + 4]]
        tricks.append((leader, cards, trick_taker(leader, cards, trump)))
    return tricks


# The auction: calls are "Pass", "X", "XX", "1C" … "7NT"

BIDS = [f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS]


def caller(dealer, place):
    return after(dealer, place)


def auction_is_over(calls):
    return len(calls) > 3 and calls[-3:] == ["Pass"] * 3


def last_bid_place(calls):
    return max((place for place, call in enumerate(calls) if call in BIDS), default=None)


def doubled_since(calls):
    """What stands on the last bid: "", "X" or "XX"."""
    place = last_bid_place(calls)
    since = [] if place is None else calls[place + 1 :]
    return "XX" if "XX" in since else "X" if "X" in since else ""


def against_call(calls, call):
    """Why the player on turn may not make this call; empty if he may."""
    place = last_bid_place(calls)
    if call == "Pass":
        return set()
    if call in BIDS:
        low = place is not None and BIDS.index(call) <= BIDS.index(calls[place])
        return {"InsufficientBid"} if low else set()
    mine = place is not None and (len(calls) - place) % 2 == 0
    if call == "X":
        may = place is not None and not mine and doubled_since(calls) == ""
        return set() if may else {"InadmissibleDouble"}
    return set() if mine and doubled_since(calls) == "X" else {"InadmissibleRedouble"}


def legal_calls(calls):
    return {call for call in ["Pass", "X", "XX", *BIDS] if not against_call(calls, call)}


def auction_contract(calls):
    place = last_bid_place(calls)
    return None if place is None else calls[place] + doubled_since(calls)


def auction_declarer(dealer, calls):
    """Of the side that bid last, who was first to name that denomination."""
    place = last_bid_place(calls)
    if place is None:
        return None
    for earlier in range(place + 1):
        same_side = side(caller(dealer, earlier)) == side(caller(dealer, place))
        if same_side and calls[earlier] in BIDS and calls[earlier][1:] == calls[place][1:]:
            return caller(dealer, earlier)
    raise AssertionError("somebody bid")


@lru_cache
def scores():
    """The table of all scores by (contract, vulnerable, tricks), from declarer's side."""
    with (Path(__file__).parents[1] / "fixtures" / "scores_duplicate.csv").open() as table:
        return {
            (
                row["level"] + row["strain"].replace("N", "NT") + row["doubling"].upper(),
                row["vulnerable"] == "1",
                int(row["declarer_tricks"]),
            ): int(row["score_for_declarer_side"])
            for row in csv.DictReader(table)
        }


def declaring_side(dealer, hands, rules):
    """The side with 21 points or more; None when 20-20 is dealt again."""
    north_south = hcp(hands["N"]) + hcp(hands["S"])
    if north_south == 20:
        return side(dealer) if rules["balanced"] == "dealer_side" else None
    return "NS" if north_south > 20 else "EW"


def declarer(dealer, hands, rules, spoken=()):
    """The hand with more points; when equal, as the rules say. `spoken`: all (seat, points) announced."""
    pair = declaring_side(dealer, hands, rules)
    if pair is None:
        return None
    first, second = sorted(pair, key=lambda seat: (SEATS.index(seat) - SEATS.index(dealer)) % 4)
    if hcp(hands[first]) != hcp(hands[second]):
        return max(first, second, key=lambda seat: hcp(hands[seat]))
    if rules["tie"] == "agree":
        return None
    if rules["tie"] == "first_correct":
        return next(seat for seat, points in spoken if seat in pair and points == hcp(hands[seat]))
    return first


def declarer_of_three(players, hands, rules, spoken):
    """The player with most points; of equal ones the first, or the first who said it right."""
    most = max(hcp(hands[seat]) for seat in players)
    level = [seat for seat in players if hcp(hands[seat]) == most]
    if len(level) > 1 and rules["tie"] == "first_correct":
        return next((seat for seat, points in spoken if seat in level and points == most), None)
    return level[0]


def level_for(points, table):
    levels = TARGET_LEVELS if table == "target" else FRENCH_LEVELS
    return next((level for level, (low, high) in levels.items() if low <= points <= high), 1)


def menu(declarers_hand, dummys_hand, rules):
    """The contracts that declarer may choose."""
    both = declarers_hand | dummys_hand
    points, held = hcp(both), lengths(both)
    levels = {
        "partscore_game": lambda game: {1, game},
        "partscore_game_small_slam": lambda game: {1, game, 6},
        "partscore_game_slams": lambda game: {1, game, 6, 7},
        "levels": lambda game: {1, 2, 3, 4, 5, 6, 7},
        "imposed_level": lambda game: {level_for(points, rules["points_table"])},
        "mandatory_game": lambda game: {game} if points >= 25 else {1},
        "none": lambda game: set(),
    }[rules["menu"]]
    needed = {
        "none": {},
        "eight": dict.fromkeys(SUITS, 8),
        "eight_major_nine_minor": {"C": 9, "D": 9, "H": 8, "S": 8},
    }[rules["trump_minimum"]]
    return {
        f"{level}{denomination}"
        for denomination in DENOMINATIONS
        if held.get(denomination, 13) >= needed.get(denomination, 0)
        for level in levels({"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}[denomination])
    }


class NaiveBoard:
    """One deal from the first word to the last card, kept as a list of what still counts.

    `steps` holds ("call", seat, call), ("contract", text, None) and ("card", hand, card); only a take-back
    shortens it.
    """

    def __init__(self, dealer, hands, rules, vulnerability="None"):
        self.dealer, self.rules, self.vulnerability = dealer, rules, vulnerability
        self.dealt = {seat: frozenset(hands[seat]) for seat in SEATS}
        self.spoken, self.said, self.recounts, self.told_wrong = [], {}, 0, set()
        self.agreed, self.steps, self.faced_by_claim = {}, [], set()
        self.claim = self.takeback = self.ended = None

    # What is the case

    @cached_property
    def three(self):
        """ "" with four players, else "french" or "fourth_dummy"."""
        return self.rules["players"].removeprefix("three_") if self.rules["players"] != "four" else ""

    @cached_property
    def empty(self):
        return after(self.dealer, 3) if self.three else None

    @cached_property
    def nobody(self):
        """The chair without a person: the empty one, and dummy's once declarer is known."""
        return (self.dummy or self.empty) if self.three else None

    @cached_property
    def moved(self):
        """(from, to) of the player who has taken the empty chair."""
        if not self.three or self.dummy in (None, self.empty):
            return None
        return self.dummy, self.empty

    @cached_property
    def original(self):
        """The hands as they lie: with the fourth hand as dummy, who sits opposite declarer moves with his."""
        if self.moved is None or self.three == "french":
            return self.dealt
        one, two = self.moved
        return self.dealt | {one: self.dealt[two], two: self.dealt[one]}

    @cached_property
    def speakers(self):
        """Who says a total, in order."""
        if self.three == "french":
            return [partner(self.dealer), self.dealer]
        return [after(self.dealer, place) for place in range(3 if self.three else 4)]

    def due(self, seat):
        """What this player has to say."""
        if self.three == "french" and seat == self.dealer:
            return hcp(self.dealt[seat]) + hcp(self.dealt[partner(seat)])
        return hcp(self.dealt[seat])

    @cached_property
    def cards(self):
        return [(hand, card) for kind, hand, card in self.steps if kind == "card"]

    @cached_property
    def calls(self):
        return [call for kind, _, call in self.steps if kind == "call"]

    @cached_property
    def has_auction(self):
        return self.rules["bidding"] == "auction"

    @cached_property
    def bidding(self):
        return self.has_auction and not auction_is_over(self.calls)

    @cached_property
    def contract(self):
        if self.has_auction:
            return None if self.bidding else auction_contract(self.calls)
        return next((text for kind, text, _ in self.steps if kind == "contract"), None)

    @cached_property
    def trump(self):
        return self.contract[1] if self.contract and self.contract[1:3] != "NT" else None

    @cached_property
    def declarer(self):
        if self.has_auction:
            return None if self.bidding else auction_declarer(self.dealer, self.calls)
        if self.announcing:
            return None
        chosen = set(self.agreed.values())
        if len(self.agreed) == 2 and len(chosen) == 1:
            return chosen.pop()
        if self.three == "fourth_dummy":
            return declarer_of_three(self.speakers, self.dealt, self.rules, self.spoken)
        if self.three == "french":
            pair = declaring_side(self.dealer, self.dealt, self.rules)
            return pair and (self.dealer if self.dealer in pair else after(self.dealer))
        return declarer(self.dealer, self.dealt, self.rules, self.spoken)

    @cached_property
    def dummy(self):
        return self.declarer and partner(self.declarer)

    @cached_property
    def announcing(self):
        return self.rules["points"] == "announced" and any(
            self.said.get(seat) != self.due(seat) for seat in self.speakers
        )

    @cached_property
    def phase(self):
        if self.ended or len(self.cards) == 52:
            return "FINISHED"
        if self.has_auction:
            return "AUCTION" if self.bidding else "PLAY" if self.contract else "FINISHED"
        if self.announcing:
            return "ANNOUNCEMENT"
        if self.three != "fourth_dummy" and not declaring_side(self.dealer, self.dealt, self.rules):
            return "FINISHED"
        if self.declarer is None:
            return "DECLARER"
        if self.rules["menu"] != "none" and self.contract is None:
            return "CONTRACT"
        return "PLAY"

    @cached_property
    def offered(self):
        """The contracts among which declarer chooses."""
        if self.phase != "CONTRACT":
            return set()
        return menu(self.original[self.declarer], self.original[self.dummy], self.rules)

    @cached_property
    def hands(self):
        gone = {card for _, card in self.cards}
        return {seat: self.original[seat] - gone for seat in SEATS}

    @cached_property
    def tricks(self):
        """Finished tricks as (leader, four cards, winner)."""
        return finished_tricks(tuple(self.cards), self.trump)

    @cached_property
    def won(self):
        winners = [side(winner) for _, _, winner in self.tricks]
        return {"NS": winners.count("NS"), "EW": winners.count("EW")}

    @cached_property
    def on_table(self):
        return self.cards[len(self.cards) // 4 * 4 :]

    @cached_property
    def turn(self):
        """The hand that plays next."""
        if self.phase == "ANNOUNCEMENT":
            return next(seat for seat in self.speakers if seat not in self.said)
        if self.phase == "AUCTION":
            return caller(self.dealer, len(self.calls))
        if self.phase != "PLAY":
            return None
        if self.on_table:
            return after(self.on_table[-1][0])
        return self.tricks[-1][2] if self.tricks else after(self.declarer)

    @cached_property
    def actor(self):
        """The person who decides next; None where two may speak."""
        if self.phase == "CONTRACT":
            return self.declarer
        return self.declarer if self.phase == "PLAY" and self.turn == self.dummy else self.turn

    @cached_property
    def playable(self):
        led = self.on_table[0][1][0] if self.on_table else None
        return may_follow(self.hands[self.turn], led)

    @cached_property
    def remaining(self):
        return 13 - len(self.tricks)

    @cached_property
    def outcome(self):
        if self.phase != "FINISHED":
            return None
        if self.ended or self.cards:
            return self.ended or "played"
        return "passed_out" if self.has_auction else "balanced"

    @cached_property
    def declarer_tricks(self):
        if self.outcome not in ("played", "claimed"):
            return None
        won = self.won[side(self.declarer)]
        if self.claim:
            claimer, tricks, _ = self.claim
            won += tricks if side(claimer) == side(self.declarer) else self.remaining - tricks
        return won

    @cached_property
    def points(self):
        """What each side writes, once the board is over."""
        tricks = self.declarer_tricks
        if tricks is None:
            return {"NS": 0, "EW": 0}
        us = side(self.declarer)
        if self.rules["scoring"] == "tricks":
            return {us: tricks, other(us): 13 - tricks}
        vulnerable = self.rules["vulnerability"] == "board" and self.vulnerability in ("All", us)
        score = scores()[self.contract, vulnerable, tricks]
        return {pair: max(score if pair == us else -score, 0) for pair in ("NS", "EW")}

    # What a person may see and know

    def dummy_is_faced_to(self, viewer):
        if self.declarer is None:
            return False
        when = self.rules["dummy_faced"]
        if when == "before_contract" or (when == "declarer_first" and viewer == self.declarer):
            return True
        if when == "shape_first" and self.phase == "PLAY":
            return True
        return bool(self.cards)

    def sees_hand(self, viewer, hand):
        """Whether a viewer ("N", "OUTSIDE", "OPEN") may look at what a hand still holds."""
        if viewer == "OPEN" or self.phase == "FINISHED" or (viewer == hand and viewer != self.nobody):
            return True
        if self.three == "french" and self.moved == (hand, viewer):
            return True
        if {(hand, viewer), (hand, "all")} & self.faced_by_claim:
            return True
        return hand == self.dummy and self.dummy_is_faced_to(viewer)

    def advises(self, viewer, hand):
        """Whether the children's rule lets this dummy look at declarer's hand: once his own is faced."""
        may = self.rules["dummy_sees_declarer"] and self.dummy_is_faced_to("OUTSIDE")
        return may and viewer == self.dummy and hand == self.declarer

    def may_know(self, viewer):
        """Every card whose place this viewer may know."""
        seen = {seat for seat in SEATS if self.sees_hand(viewer, seat) or self.advises(viewer, seat)}
        return {card for seat in seen for card in self.original[seat]} | {card for _, card in self.cards}

    def may_know_points(self, viewer, hand):
        if self.phase == "FINISHED" or viewer == "OPEN":
            return True
        told = {
            "shown": True,
            "written": True,
            "announced": not self.announcing and (self.three != "french" or hand in self.speakers),
            "partners": viewer in (hand, partner(hand)),
            "hidden": False,
        }[self.rules["points"]]
        return told or (self.sees_hand(viewer, hand) and not self.announcing) or self.advises(viewer, hand)

    def may_know_lengths(self, viewer, hand):
        if self.phase == "FINISHED" or self.sees_hand(viewer, hand) or self.advises(viewer, hand):
            return True
        tells = self.rules["dummy_faced"] in ("after_lead", "shape_first") and not self.has_auction
        if hand == self.dummy and tells:
            return True
        points = self.rules["points"]
        return points == "written" or (points == "partners" and viewer in (hand, partner(hand)))

    # What a person may do

    def answerers(self):
        """Who still has to answer the open claim."""
        if not self.claim or self.ended:
            return set()
        claimer, tricks, accepted = self.claim
        if claimer == self.declarer:
            asked = {after(claimer), after(claimer, 3)}
        else:
            asked = {self.declarer} | ({partner(claimer)} if tricks < self.remaining else set())
        return asked - accepted

    def takeback_answerers(self):
        if not self.takeback:
            return set()
        if self.takeback == self.declarer or self.declarer is None:
            return {after(self.takeback), after(self.takeback, 3)}
        return {self.declarer}

    def place_to_take_back(self, seat):
        """Index in `steps` of this person's latest card or contract; None if there is none."""
        own = {seat, self.dummy} if seat == self.declarer else {seat}
        for place in reversed(range(len(self.steps))):
            kind, hand, _ = self.steps[place]
            own_card = kind == "card" and hand in own
            own_call = kind == "call" and hand == seat
            if own_card or own_call or (kind == "contract" and seat == self.declarer):
                return place
        return None

    def would_hide_dummy_again(self, place):
        """A hand that was faced cannot be taken back into the dark."""
        removed = [kind for kind, _, _ in self.steps[place:]]
        kept_cards = [kind for kind, _, _ in self.steps[:place] if kind == "card"]
        if self.rules["dummy_faced"] in ("after_lead", "declarer_first"):
            return "card" in removed and not kept_cards
        return self.rules["dummy_faced"] == "shape_first" and "contract" in removed

    def objections(self, seat, kind, value=None):
        """Names of all the reasons against an action; empty when it is allowed."""
        if self.phase == "FINISHED":
            return {"BoardFinished"}
        if kind == "end":
            return set()
        return getattr(self, f"_against_{kind}")(seat, value)

    def _against_call(self, seat, call):
        if self.phase != "AUCTION":
            return {"WrongPhase"}
        reasons = {"RequestOpen"} if self.takeback else set()
        if seat != self.turn:
            return reasons | {"NotYourTurn"}
        return reasons | against_call(self.calls, call)

    def _against_announce(self, seat, points):
        if self.phase != "ANNOUNCEMENT":
            return {"WrongPhase"}
        return ({"NotYourTurn"} if seat != self.turn else set()) | (
            {"ImpossiblePoints"} if not 0 <= points <= self.most(seat) else set()
        )

    def most(self, seat):
        return 40 if self.three == "french" and seat == self.dealer else 37

    def _against_agree(self, seat, candidate):
        if self.phase != "DECLARER":
            return {"WrongPhase"}
        pair = declaring_side(self.dealer, self.dealt, self.rules)
        reasons = {"NotYourTurn", "NotADeclarerCandidate"} if seat not in pair else set()
        return reasons | ({"NotADeclarerCandidate"} if candidate not in pair else set())

    def _against_contract(self, seat, contract):
        if self.phase != "CONTRACT":
            return {"WrongPhase"}
        return ({"NotYourTurn"} if seat != self.declarer else set()) | (
            {"NotOnMenu"} if contract not in self.offered else set()
        )

    def _against_card(self, seat, card):
        if self.phase != "PLAY":
            return {"WrongPhase"}
        reasons = {"RequestOpen"} if self.claim or self.takeback else set()
        if seat == self.dummy:
            return reasons | {"NotYourTurn", "DummyMayNot"}
        if seat != self.actor:
            return reasons | {"NotYourTurn"}
        if card not in self.hands[self.turn]:
            mine = seat == self.declarer and card in self.hands[self.declarer] | self.hands[self.dummy]
            return reasons | ({"WrongHand"} if mine else {"NotInHand"})
        return reasons | ({"MustFollowSuit"} if card not in self.playable else set())

    def _against_claim(self, seat, tricks):
        if self.phase != "PLAY":
            return {"WrongPhase"}
        reasons = {"RequestOpen"} if self.claim or self.takeback else set()
        reasons |= {"ClaimsOff"} if not self.rules["claims"] else set()
        reasons |= {"DummyMayNot"} if seat == self.dummy else set()
        return reasons | ({"TooManyTricks"} if not 0 <= tricks <= self.remaining else set())

    def _against_answer_claim(self, seat, accept):
        if not self.claim:
            return {"NoRequest", "WrongPhase"} if self.phase != "PLAY" else {"NoRequest"}
        if seat in self.answerers():
            return set()
        return {"NotYourRequest", "DummyMayNot"} if seat == self.dummy else {"NotYourRequest"}

    def _against_withdraw_claim(self, seat, _=None):
        if not self.claim:
            return {"NoRequest", "WrongPhase"} if self.phase != "PLAY" else {"NoRequest"}
        if seat == self.claim[0]:
            return set()
        return {"NotYourRequest", "DummyMayNot"} if seat == self.dummy else {"NotYourRequest"}

    def _against_ask_takeback(self, seat, _=None):
        reasons = {"RequestOpen"} if self.claim or self.takeback else set()
        reasons |= {"TakeBackOff"} if self.rules["takeback"] == "off" else set()
        reasons |= {"DummyMayNot"} if seat == self.dummy else set()
        reasons |= {"WrongPhase"} if self.phase not in ("AUCTION", "PLAY") else set()
        place = self.place_to_take_back(seat)
        if place is None:
            return reasons | {"NothingToTakeBack"}
        return reasons | ({"TakeBackTooLate"} if self.would_hide_dummy_again(place) else set())

    def _against_answer_takeback(self, seat, accept):
        if not self.takeback:
            return {"NoRequest", "WrongPhase"} if self.phase != "PLAY" else {"NoRequest"}
        if seat in self.takeback_answerers():
            return set()
        return {"NotYourRequest", "DummyMayNot"} if seat == self.dummy else {"NotYourRequest"}

    def _against_withdraw_takeback(self, seat, _=None):
        if not self.takeback:
            return {"NoRequest", "WrongPhase"} if self.phase != "PLAY" else {"NoRequest"}
        if seat == self.takeback:
            return set()
        return {"NotYourRequest", "DummyMayNot"} if seat == self.dummy else {"NotYourRequest"}

    # Doing it

    def do(self, seat, kind, value=None):
        assert not self.objections(seat, kind, value)
        self._forget()
        getattr(self, f"_{kind}")(seat, value)
        self._forget()

    def _forget(self):
        """Whatever was worked out before an action is worked out again after it."""
        for name in [n for n in vars(self) if isinstance(getattr(type(self), n, None), cached_property)]:
            delattr(self, name)

    def _call(self, seat, call):
        self.steps.append(("call", seat, call))

    def _announce(self, seat, points):
        self.spoken.append((seat, points))
        self.said[seat] = points
        if len(self.said) == len(self.speakers) and self.announcing:
            self.told_wrong = {s for s in self.speakers if self.said[s] != self.due(s)}
            self.recounts += 1
            everybody = self.rules["recount"] == "everybody"
            self.said = {} if everybody else {s: p for s, p in self.said.items() if s not in self.told_wrong}

    def _agree(self, seat, candidate):
        self.agreed[seat] = candidate

    def _contract(self, seat, contract):
        self.steps.append(("contract", contract, None))

    def _card(self, seat, card):
        self.steps.append(("card", self.turn, card))

    def _claim(self, seat, tricks):
        self.claim = (seat, tricks, set())
        self.faced_by_claim.add((seat, "all" if seat == self.declarer else self.declarer))

    def _answer_claim(self, seat, accept):
        if not accept:
            self.claim = None
            return
        self.claim[2].add(seat)
        if not self.answerers():
            self.ended = "claimed"

    def _withdraw_claim(self, seat, _):
        self.claim = None

    def _ask_takeback(self, seat, _):
        if self.rules["takeback"] == "free":
            del self.steps[self.place_to_take_back(seat) :]
        else:
            self.takeback = seat

    def _answer_takeback(self, seat, accept):
        if accept:
            del self.steps[self.place_to_take_back(self.takeback) :]
        self.takeback = None

    def _withdraw_takeback(self, seat, _):
        self.takeback = None

    def _end(self, seat, _):
        self.ended = "unfinished"
