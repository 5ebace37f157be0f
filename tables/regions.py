"""The regions of the table page: the only way from a scene to HTML.

The page is a fixed set of regions, each a section with the id ``r-<name>``. A region is drawn from its facts,
a hashable value taken from what the viewer may see, and from the language: equal facts give equal HTML, so
that drawings are shared between viewers without a word about who may see what, and a region whose facts a
page already has is not sent again.

Public regions take their facts from the public view and are worked out once for a scene, whoever asks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from minibridge.engine import SEATS, Seat

from . import felt, panels
from .look import Look, Person
from .scene import Scene

__all__ = ["REGIONS", "Person", "Region", "render"]

KEPT_DRAWINGS = 8000
KEPT_SCENES = 1000


@dataclass(frozen=True)
class Region:
    facts: Callable[[Look], Hashable]
    draw: Callable[..., str]
    is_public: bool = False


def _plate(seat: Seat) -> Region:
    def draw(facts: felt.Plate | None) -> str:
        name = f"seat-{seat.value}"
        return felt.empty(name, f"plate at-{seat.value}") if facts is None else felt.draw_plate(facts)

    return Region(partial(felt.plate_facts, seat=seat), draw, is_public=True)


def _hand(seat: Seat) -> Region:
    return Region(partial(felt.hand_facts, seat=seat), partial(felt.draw_hand, seat=seat))


REGIONS: Mapping[str, Region] = {
    "bar": Region(felt.bar_facts, felt.draw_bar, is_public=True),
    "steps": Region(felt.steps_facts, felt.draw_steps, is_public=True),
    "now": Region(felt.now_facts, felt.draw_now),
    **{f"seat-{seat.value}": _plate(seat) for seat in SEATS},
    **{f"cards-{seat.value}": _hand(seat) for seat in SEATS},
    "trick": Region(felt.trick_facts, felt.draw_trick, is_public=True),
    "last": Region(felt.last_facts, felt.draw_last, is_public=True),
    "tools": Region(felt.tools_facts, felt.draw_tools),
    "panel": Region(panels.panel_facts, panels.draw_panel),
    "vote": Region(panels.vote_facts, panels.draw_vote),
    "chairs": Region(panels.chairs_facts, panels.draw_chairs),
    "scores": Region(panels.scores_facts, panels.draw_scores, is_public=True),
    "talk": Region(panels.talk_facts, panels.draw_talk),
    "log": Region(felt.log_facts, felt.draw_log, is_public=True),
}
_PUBLIC = {name: region for name, region in REGIONS.items() if region.is_public}


def render(
    scene: Scene,
    person: Person,
    *,
    sent: dict[str, Hashable] | None = None,
    absent: frozenset[Seat] = frozenset(),
) -> dict[str, str]:
    """The regions that this person's page lacks; all of them without ``sent``, which is brought up to date.

    ``absent`` are the seats about which the others may decide. Should be called with the person's language
    active.
    """
    look = Look(scene, person, absent)
    public = _public_facts(scene, person)
    html = {}
    for name, region in REGIONS.items():
        facts = public[name] if region.is_public else region.facts(look)
        if sent is not None:
            if name in sent and sent[name] == facts:
                continue
            sent[name] = facts
        html[name] = _drawing(name, person.language, facts)
    if sent is not None:
        sent["absent"] = absent
    return html


@lru_cache(maxsize=KEPT_DRAWINGS)
def _drawing(name: str, language: str, facts: Hashable) -> str:
    return REGIONS[name].draw(facts)


_public: OrderedDict[tuple[int, str, str], tuple[Scene, dict[str, Hashable]]] = OrderedDict()


def _public_facts(scene: Scene, person: Person) -> dict[str, Hashable]:
    """The facts of the public regions, from the look of somebody who has no chair."""
    key = (id(scene), person.language, person.letters)
    kept = _public.get(key)
    if kept is not None:
        return kept[1]
    look = Look(scene, Person(user_id=None, language=person.language, index_letters=person.letters))
    facts = {name: region.facts(look) for name, region in _PUBLIC.items()}
    _public[key] = (scene, facts)  # holds the scene, so that its identity cannot pass to another one
    while len(_public) > KEPT_SCENES:
        try:
            _public.popitem(last=False)
        except KeyError:  # another thread was quicker
            break
    return facts
