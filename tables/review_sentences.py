"""What a card or a contract cost, in sentences that blame nobody.

The tricks told are always those of declarer's side; whether something could have been known is told apart
from what it cost.
"""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from minibridge.analysis import Par, ParContract
from minibridge.bots import CardCost, Comparison, ContractCost, Hindsight
from minibridge.engine import Card, Contract, Doubling, Side

from .reviews import CardTrace
from .templatetags.bridge import (
    contract_label,
    here,
    points_text,
    result_of,
    tricks_text,
)

WHY_NOT = {
    "too_long": lambda: _("This deal takes too long to analyse: such cards are very rare."),
    "died": lambda: _("The analysis stopped several times over this deal."),
}


def why_not(code: str) -> str:
    """Why there is no more of a review."""
    known = WHY_NOT.get(code)
    return known() if known else _("This deal could not be analysed.")


def the_card(card: Card) -> str:
    """“the queen of spades”, as it stands in a sentence."""
    names = {
        "A": pgettext("rank in a sentence", "the ace"),
        "K": pgettext("rank in a sentence", "the king"),
        "Q": pgettext("rank in a sentence", "the queen"),
        "J": pgettext("rank in a sentence", "the jack"),
        "T": pgettext("rank in a sentence", "the %(rank)s") % {"rank": "10"},
    }
    letter = card.rank.value
    rank = names.get(letter) or pgettext("rank in a sentence", "the %(rank)s") % {"rank": letter}
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": rank, "suit": here().suits[card.suit]}


def card_said(trace: CardTrace, card: Card, declaring: Side, cost: CardCost | None) -> list[str]:
    """What a card did: its price, then whether that could be known."""
    said = [capfirst(_price(trace, card, declaring, cost))]
    if trace.given_back:
        said.append(
            ngettext(
                "This gives back a trick that the other side had lost.",
                "This gives back %(tricks)d tricks that the other side had lost.",
                trace.given_back,
            )
            % {"tricks": trace.given_back}
        )
    if cost is not None and cost.other is not None and cost.comparison is not None:
        said.append(_knowable(cost.hindsight, cost.other, cost.comparison))
    return said


def _price(trace: CardTrace, card: Card, declaring: Side, cost: CardCost | None) -> str:
    declares = trace.hand.side is declaring
    words = {
        "card": the_card(card),
        "after": tricks_text(trace.after),
        "before": tricks_text(trace.before),
        "best": _best_card(cost),
    }
    if trace.cost:
        return _costly(declares, bool(words["best"])) % words
    if cost is None or not _is_only(cost):
        return _("%(card)s costs nothing: declarer's side still gets %(after)s.") % words
    if declares:
        return _("Only %(card)s keeps %(after)s for declarer's side.") % words
    return _("Only %(card)s holds declarer's side to %(after)s.") % words


def _costly(declares: bool, is_best_known: bool) -> str:
    if declares and is_best_known:
        return _("After %(card)s declarer's side gets %(after)s; %(best)s keeps %(before)s.")
    if declares:
        return _("After %(card)s declarer's side gets %(after)s; before it, %(before)s.")
    if is_best_known:
        return _("After %(card)s declarer's side gets %(after)s; %(best)s holds it to %(before)s.")
    return _("After %(card)s declarer's side gets %(after)s; before it, only %(before)s.")


def _is_only(cost: CardCost) -> bool:
    """Whether no other card does as well."""
    mine = cost.tricks[cost.played]
    return sum(tricks == mine for tricks in cost.tricks.values()) == 1 < len(cost.tricks)


def _best_card(cost: CardCost | None) -> str:
    """The best card, with all hands open; of several the one that is best on average too, else the lowest."""
    if cost is None:
        return ""
    mine = cost.tricks[cost.played]
    best = [card for card, tricks in cost.tricks.items() if abs(tricks - mine) == cost.cost]
    return the_card(cost.other if cost.other in best else min(best))


def _layouts(count: int) -> str:
    return ngettext("%(layouts)d possible layout", "%(layouts)d possible layouts", count) % {"layouts": count}


def _knowable(hindsight: Hindsight, other: Card, beside: Comparison) -> str:
    sentences = {
        Hindsight.FINE: _(
            "By what could be seen it was right too: in %(layouts)s no other card was clearly better."
        ),
        Hindsight.LUCKY: _("Lucky: in %(layouts)s that fit what could be seen, %(other)s was %(counts)s."),
        Hindsight.UNLUCKY: _(
            "That could not be known: in %(layouts)s that fit what could be seen, no other card was clearly "
            "better. Well played, and bad luck."
        ),
        Hindsight.KNOWABLE: _(
            "That could be known: in %(layouts)s that fit what could be seen, %(other)s was %(counts)s."
        ),
    }
    if beside.samples == 1 and beside.better:
        return _("That could be known: the cards seen left only one layout, and %(other)s was better.") % {
            "other": the_card(other)
        }
    return sentences[hindsight] % {
        "other": the_card(other),
        "counts": _counts(beside),
        "layouts": _layouts(beside.samples),
    }


def _counts(beside: Comparison) -> str:
    """In how many layouts it was better, worse, and as good: all three, or a few would look like many."""
    same = beside.samples - beside.better - beside.worse
    counted = [_("better in %(count)s") % {"count": beside.better}]
    if beside.worse:
        counted.append(_("worse in %(count)s") % {"count": beside.worse})
    if same:
        counted.append(_("as good in %(count)s") % {"count": same})
    return ", ".join(counted)


def contract_said(cost: ContractCost, menu: str) -> list[str]:
    """What the choice of contract cost, and whether that could be known."""
    best = max(cost.scores, key=lambda one: (cost.scores[one], one == cost.chosen))
    words = {
        "chosen": contract_label(cost.chosen, menu),
        "best": contract_label(best, menu),
        "points": points_text(cost.cost),
    }
    if cost.cost:
        said = [_("%(best)s would have brought %(points)s more than %(chosen)s.") % words]
    else:
        said = [_("%(chosen)s was right: no contract that could be chosen brings more.") % words]
    if cost.comparison is not None and cost.other is not None:
        said.append(_contract_knowable(cost, cost.other, cost.comparison, menu))
    return [capfirst(sentence) for sentence in said]


def _contract_knowable(cost: ContractCost, other: Contract, beside: Comparison, menu: str) -> str:
    sentences = {
        Hindsight.FINE: _(
            "By what declarer could see it was right too: in %(layouts)s no other contract clearly brings "
            "more on average."
        ),
        Hindsight.LUCKY: _(
            "Lucky: in %(better)s of %(layouts)s that fit what declarer could see, %(other)s brings more; on "
            "average %(points)s."
        ),
        Hindsight.UNLUCKY: _(
            "That could not be known: in %(layouts)s that fit what declarer could see, no other contract "
            "clearly brings more on average."
        ),
        Hindsight.KNOWABLE: _(
            "That could be known: in %(better)s of %(layouts)s that fit what declarer could see, %(other)s "
            "brings more; on average %(points)s."
        ),
    }
    return sentences[cost.hindsight] % {
        "other": contract_label(other, menu),
        "better": beside.better,
        "layouts": _layouts(beside.samples),
        "points": points_text(round(beside.gain)),
    }


def par_said(par: Par) -> str:
    """What both sides would reach if they bid with all hands open."""
    if not par.contracts:
        return _("Nobody can make anything: all would pass.")
    writers = Side.NS if par.score > 0 else Side.EW
    endings = "; ".join(_ending(one) for one in par.contracts)
    return _("%(contracts)s: %(points)s for %(side)s.") % {
        "contracts": capfirst(endings),
        "points": points_text(abs(par.score)),
        "side": here().sides[writers],
    }


def _ending(one: ParContract) -> str:
    label = contract_label(one.contract, "levels")
    if one.contract.doubling is not Doubling.UNDOUBLED:
        label = _("%(contract)s doubled") % {"contract": label}
    if one.overtricks:
        made = one.contract.tricks_needed + one.overtricks
        label = f"{label} {result_of(one.contract, made)}"
    first = one.declarers[0]
    who = here().seats[first] if len(one.declarers) == 1 else here().sides[first.side]
    return _("%(contract)s by %(who)s") % {"contract": label, "who": who}


def mark_of(tricks: int, contract: Contract | None) -> str:
    """The result beside the contract, or the tricks where there is none."""
    return str(tricks) if contract is None else result_of(contract, tricks)
