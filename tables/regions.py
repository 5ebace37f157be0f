"""The regions of the table page: the only way from a scene to HTML.

The page is a fixed set of regions, each a section with the id ``r-<name>``. A region is drawn from its facts,
a hashable value taken from what the viewer may see, and from the language: equal facts give equal HTML, so
that drawings are shared between viewers without a word about who may see what, and a region whose facts a
page already has is not sent again.

Public regions take their facts from the public view and are worked out once for a scene, whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from minibridge.bots import Hint
from minibridge.engine import SEATS, Seat

from . import absent_vote, chair_list, explanations, felt, panels, score_sheet, status, talk
from .look import Look, Person
from .scene import Scene
from .seen import Kept
from .templatetags.bridge import Words, words

__all__ = ["REGIONS", "Person", "Region", "render"]

KEPT_DRAWINGS = 8000
KEPT_SCENES = 1000


@dataclass(frozen=True)
class Region:
    facts: Callable[[Look], Hashable]
    draw: Callable[..., str]
    is_public: bool = False


def _drawn_here(draw: Callable[..., str]) -> Callable[..., str]:
    """A drawing whose template finds its words in the language now active."""

    def drawn(facts: Hashable, words: Words) -> str:
        return draw(facts)

    return drawn


def _plate(seat: Seat) -> Region:
    return Region(partial(felt.plate_facts, seat=seat), partial(felt.draw_plate, seat=seat), is_public=True)


def _hand(seat: Seat) -> Region:
    return Region(partial(felt.hand_facts, seat=seat), partial(felt.draw_hand, seat=seat))


REGIONS: Mapping[str, Region] = {
    "bar": Region(status.bar_facts, status.draw_bar, is_public=True),
    "steps": Region(status.steps_facts, status.draw_steps, is_public=True),
    "now": Region(status.now_facts, status.draw_now),
    **{f"seat-{seat.value}": _plate(seat) for seat in SEATS},
    **{f"cards-{seat.value}": _hand(seat) for seat in SEATS},
    "trick": Region(felt.trick_facts, felt.draw_trick, is_public=True),
    "last": Region(felt.last_facts, felt.draw_last, is_public=True),
    "why": Region(explanations.why_facts, explanations.draw_why, is_public=True),
    "hint": Region(explanations.hint_facts, explanations.draw_hint),
    "tools": Region(status.tools_facts, status.draw_tools),
    "panel": Region(panels.panel_facts, _drawn_here(panels.draw_panel)),
    "vote": Region(absent_vote.vote_facts, _drawn_here(absent_vote.draw_vote)),
    "chairs": Region(chair_list.chairs_facts, _drawn_here(chair_list.draw_chairs)),
    "scores": Region(score_sheet.scores_facts, _drawn_here(score_sheet.draw_scores), is_public=True),
    "talk": Region(talk.talk_facts, _drawn_here(talk.draw_talk)),
    "log": Region(status.log_facts, status.draw_log, is_public=True),
}
_PUBLIC = {name: region for name, region in REGIONS.items() if region.is_public}
_FACTS = [(name, None if region.is_public else region.facts) for name, region in REGIONS.items()]


def render(
    scene: Scene,
    person: Person,
    *,
    sent: dict[str, Hashable] | None = None,
    absent: frozenset[Seat] = frozenset(),
    hint: Hint | None = None,
) -> dict[str, str]:
    """The regions that this person's page lacks; all of them without ``sent``, which is brought up to date.

    ``absent`` are the seats about which the others may decide, ``hint`` is what this person has just asked
    for. Should be called with the person's language active.
    """
    look = Look(scene, person, absent, hint)
    public = _public_facts(scene, person)
    html = {}
    for name, facts_of in _FACTS:
        facts = facts_of(look) if facts_of else public[name]
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
    return REGIONS[name].draw(facts, words(language))


_public: Kept[dict[str, Hashable]] = Kept(KEPT_SCENES)


def _public_facts(scene: Scene, person: Person) -> dict[str, Hashable]:
    """The facts of the public regions, from the look of somebody who has no chair."""

    def make() -> dict[str, Hashable]:
        nobody = Person(user_id=None, language=person.language, index_letters=person.letters)
        look = Look(scene, nobody)
        return {name: region.facts(look) for name, region in _PUBLIC.items()}

    return _public.get(scene, (person.language, person.letters), make)
