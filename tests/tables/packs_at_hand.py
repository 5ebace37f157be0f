"""Packs as tests want them: one deal that says everything a pack can say, and its neighbours."""

from __future__ import annotations

from minibridge.engine import Deal, Seat, Vulnerability
from tables.packs import PackContent, PackDeal, Question, Reference

from .cast import WORKED_DEAL

FULL_DEAL = PackDeal(
    deal=WORKED_DEAL,
    dealer=Seat.E,
    vulnerability=Vulnerability.NS,
    title={"fr": "Dix levées", "en": "Ten tricks"},
    note={"fr": "Laissez-les compter deux fois."},
    trick_notes={1: {"fr": "L’entame."}, 13: {"en": "The last one."}},
    declarer="S",
    contract="4S",
    cards=("HQ", "HK"),
    questions=(
        Question("points", {"fr": "Combien de points ?"}),
        Question("declarer", answer="S", why={"en": "Sixteen is more than nine."}),
        Question("tricks", answer="10"),
        Question("suit", {"fr": "Quel atout ?"}, "S", {"fr": "Neuf piques."}),
    ),
    reference=Reference("S", "4S", 10),
)
# East has 11 points, West 10; North-South 19.
OTHER_DEAL = PackDeal(
    deal=Deal.parse("N:KQ82.A86.T7.K987 76.K32.Q9632.AQ3 AJ43.QJ9.J8.JT52 T95.T754.AK54.64"), dealer=Seat.S
)
PACK = PackContent(
    title={"fr": "Les levées", "en": "Tricks"},
    goals={"fr": "Compter ses levées sûres."},
    deals=(FULL_DEAL, OTHER_DEAL),
)
