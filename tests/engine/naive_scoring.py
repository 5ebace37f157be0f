"""A second opinion on scores, written from the printed tables, sharing nothing with the engine.

Seats are "N", sides "NS", contracts "4SX", cards "SQ"; a deal of a rubber is (declarer, contract, tricks,
honours), where honours is None or (seat, points), and None is a deal that nobody played.
"""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

# What one, two, three … undertricks cost (Law 77), by doubling and vulnerability.
UNDERTRICKS = {
    ("", False): [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650],
    ("", True): [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300],
    ("X", False): [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
    ("X", True): [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    ("XX", False): [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
    ("XX", True): [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
}
OVERTRICK = {("X", False): 100, ("X", True): 200, ("XX", False): 200, ("XX", True): 400}
SLAM = {(6, False): 500, (6, True): 750, (7, False): 1000, (7, True): 1500}
IMP_TABLE = (
    "0-10 20-40 50-80 90-120 130-160 170-210 220-260 270-310 320-360 370-420 430-490 500-590 600-740 750-890 "
    "900-1090 1100-1290 1300-1490 1500-1740 1750-1990 2000-2240 2250-2490 2500-2990 3000-3490 3500-3990"
)


def parts(contract):
    """(level, denomination, doubling)"""
    bid = contract.rstrip("X")
    return int(bid[0]), bid[1:], contract[len(bid) :]


def trick_points(contract):
    level, denomination, doubling = parts(contract)
    prices = {"C": [20] * 7, "D": [20] * 7, "H": [30] * 7, "S": [30] * 7, "NT": [40] + [30] * 6}
    return sum(prices[denomination][:level]) * {"": 1, "X": 2, "XX": 4}[doubling]


def extras(contract, vulnerable, tricks):
    """What a contract made earns besides its trick points and the bonus for partscore or game."""
    level, denomination, doubling = parts(contract)
    overtrick = OVERTRICK.get((doubling, vulnerable), 20 if denomination in "CD" else 30)
    insult = {"": 0, "X": 50, "XX": 100}[doubling]
    return (tricks - level - 6) * overtrick + insult + SLAM.get((level, vulnerable), 0)


def penalty(contract, vulnerable, tricks):
    level, _, doubling = parts(contract)
    return UNDERTRICKS[doubling, vulnerable][level + 6 - tricks - 1]


def is_made(contract, tricks):
    return tricks >= parts(contract)[0] + 6


def duplicate(contract, vulnerable, tricks):
    if not is_made(contract, tricks):
        return -penalty(contract, vulnerable, tricks)
    game = 500 if vulnerable else 300
    bonus = game if trick_points(contract) >= 100 else 50
    return trick_points(contract) + bonus + extras(contract, vulnerable, tricks)


def side(seat):
    return "NS" if seat in "NS" else "EW"


def other(pair):
    return "EW" if pair == "NS" else "NS"


def rubber(deals):
    """The whole rubber on paper: columns, games and what stands below the line in the game in progress."""
    paper = {"above": {"NS": 0, "EW": 0}, "below": {"NS": 0, "EW": 0}, "games": [], "leg": {"NS": 0, "EW": 0}}
    for deal in deals:
        if deal is not None:
            _write(paper, *deal)
    return paper


def _write(paper, declarer, contract, tricks, honours):
    pair = side(declarer)
    vulnerable = pair in paper["games"]
    if honours:
        paper["above"][side(honours[0])] += honours[1]
    if not is_made(contract, tricks):
        paper["above"][other(pair)] += penalty(contract, vulnerable, tricks)
        return
    paper["above"][pair] += extras(contract, vulnerable, tricks)
    paper["below"][pair] += trick_points(contract)
    paper["leg"][pair] += trick_points(contract)
    if paper["leg"][pair] >= 100:
        paper["leg"] = {"NS": 0, "EW": 0}
        paper["games"].append(pair)
        if paper["games"].count(pair) == 2:
            paper["above"][pair] += 700 if len(paper["games"]) == 2 else 500


def rubber_totals(deals):
    paper = rubber(deals)
    return {pair: paper["above"][pair] + paper["below"][pair] for pair in ("NS", "EW")}


def chicago_vulnerable(number, dealer, opponents):
    pairs = {1: "", 4: "NSEW"}
    return pairs.get(number, other(side(dealer)) if opponents else side(dealer))


def chicago(deals, dealer, official, opponents):
    """The totals of up to four deals, none of them passed out (None: ended by the table)."""
    totals, carried = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    for number, deal in enumerate(deals, start=1):
        seat = "NESW"[("NESW".index(dealer) + number - 1) % 4]
        if deal is None:
            continue
        declarer, contract, tricks, honours = deal
        pair = side(declarer)
        vulnerable = pair in chicago_vulnerable(number, seat, opponents)
        if not official:
            points = duplicate(contract, vulnerable, tricks)
            totals[pair if points > 0 else other(pair)] += abs(points)
            continue
        if honours:
            totals[side(honours[0])] += honours[1]
        if not is_made(contract, tricks):
            totals[other(pair)] += penalty(contract, vulnerable, tricks)
            continue
        totals[pair] += trick_points(contract) + extras(contract, vulnerable, tricks)
        carried[pair] += trick_points(contract)
        if carried[pair] >= 100:
            totals[pair] += 500 if vulnerable else 300
            carried = {"NS": 0, "EW": 0}
        elif number == 4:
            totals[pair] += 100
    return totals


def imps(difference):
    for value, span in enumerate(IMP_TABLE.split()):
        low, high = map(int, span.split("-"))
        if low <= abs(difference) <= high:
            return value if difference > 0 else -value
    return 24 if difference > 0 else -24


def compared(scores, compare):
    """For each table that has a score, what `compare` says of it and every other that has one."""
    return [
        None
        if own is None
        else [compare(own, one) for n, one in enumerate(scores) if n != table and one is not None]
        for table, own in enumerate(scores)
    ]


def matchpoints(scores):
    found = compared(scores, lambda own, one: 2 if own > one else 1 if own == one else 0)
    return [None if values is None else sum(values) for values in found]


def cross_imps(scores):
    found = compared(scores, lambda own, one: imps(own - one))
    return [Fraction(sum(values), len(values)) if values else None for values in found]


def datum(scores, dropped):
    given = [score for score in scores if score is not None]
    for _ in range(dropped):
        if len(given) < 2:
            return None
        given.remove(max(given))
        given.remove(min(given))
    if not given:
        return None
    tens = Decimal(sum(given)) / Decimal(len(given)) / 10
    return int(tens.quantize(Decimal(1), ROUND_HALF_EVEN)) * 10
