"""The regions of the table page, drawn from scenes made by hand."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from minibridge.engine import PRESETS, SEATS, ClaimTricks, Deal, Phase, Seat, Side
from tables.regions import REGIONS
from tables.rule_texts import OFFERED_PRESETS
from tables.scene_reading import with_log

from .cast import BALANCED_DEAL, WORKED_DEAL
from .hand_made import (
    EBU,
    FOUR_DEALS,
    FOURTH,
    FRENCH,
    NAMES,
    VIEWERS,
    Played,
    painted,
    played_by_three,
    scene_of,
    text_of,
    worked,
)

pytestmark = pytest.mark.any_database

VOID = {"input", "use", "path", "br", "img"}


def cards_in(html: str) -> set[str]:
    return set(re.findall(r'data-card="(\w\w)"', html))


def hand_of(seat: Seat) -> set[str]:
    return {card.text for card in WORKED_DEAL[seat]}


class Wellformed(HTMLParser):
    """Every element closed, ids unique, no style and no script in it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), (tag, names)
        assert not [name for name in names if name == "style" or name.startswith("on")]
        assert tag not in ("script", "style")
        self.ids += [value for name, value in attributes if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def check_html(regions: dict[str, str]) -> None:
    ids = []
    for name, html in regions.items():
        parser = Wellformed()
        parser.feed(html)
        assert parser.open == []
        assert html.startswith(f'<section id="r-{name}"')
        ids += parser.ids
    assert len(ids) == len(set(ids))


SCENES = {
    "gathering": lambda: scene_of(free="EW"),
    "announcing": lambda: scene_of(Played(EBU).say(9)),
    "recount": lambda: scene_of(Played(EBU).say(9, 5, 15, 10)),
    "contract": lambda: scene_of(Played()),
    "levels": lambda: scene_of(Played(PRESETS["decision_table_fr"])),
    "shape": lambda: scene_of(Played(PRESETS["shape_first"])),
    "lead": lambda: scene_of(worked(0)),
    "trick": lambda: scene_of(worked(3)),
    "trick done": lambda: scene_of(worked(8)),
    "claim": lambda: scene_of(Played().choose("4S").do(ClaimTricks(Seat.S, 10))),
    "take-back": lambda: scene_of(worked(7)),
    "finished": lambda: scene_of(worked(52), ready="N"),
    "balanced": lambda: scene_of(Played(deal=BALANCED_DEAL)),
    "a chair left": lambda: scene_of(worked(52), free="E"),
    "over": lambda: scene_of(worked(52), finished=True, winner=Side.NS, rematch=[Seat.N]),
    "drawn": lambda: scene_of(worked(52), finished=True),
    "three gathering": lambda: scene_of(free="EW", rules=FRENCH),
    "three of three": lambda: scene_of(free="W", rules=FOURTH),
    "four where three play": lambda: scene_of(rules=FRENCH, bots={Seat.N: "easy"}),
    "three: telling the dealer": lambda: scene_of(Played(FRENCH), free="W", dealer_moved=True),
    "three: adding up": lambda: scene_of(Played(FRENCH).say(16), free="W"),
    "three: recount": lambda: scene_of(Played(FRENCH).say(16, 24), free="W"),
    "three: partner moved": lambda: scene_of(Played(FRENCH).say_right(), free="W"),
    "three: left of the dealer": lambda: scene_of(Played(FRENCH, dealer=Seat.E).say_right(), free="N"),
    "three: moved with cards": lambda: scene_of(Played(FOURTH).say_right(), free="W"),
    "three: play": lambda: scene_of(played_by_three(5), free="W"),
    "three: claim": lambda: scene_of(played_by_three(4).do(ClaimTricks(Seat.W, 3)), free="W"),
    "three: finished": lambda: scene_of(played_by_three(52), free="W", ready="N"),
    "three: a chair left": lambda: scene_of(played_by_three(52), free="EW"),
    "three: over": lambda: scene_of(played_by_three(52), free="W", finished=True),
    "three: over, and now four": lambda: scene_of(
        played_by_three(52), free="W", finished=True, rules=FOUR_DEALS
    ),
    "three: over, and one too many": lambda: scene_of(played_by_three(52), finished=True),
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", SCENES)
def test_every_region_is_one_clean_section_for_everybody(name, language):
    scene = SCENES[name]()
    for viewer in VIEWERS:
        regions = painted(scene, viewer, language, absent=[Seat.E])
        assert list(regions) == list(REGIONS)
        check_html(regions)


def test_names_are_escaped():
    names = {**NAMES, Seat.N: "<i>&\"'"}
    for played in (None, worked(3), worked(52)):
        for html in painted(scene_of(played, names=names), Seat.S).values():
            assert "<i>&" not in html
            assert "&amp;amp;" not in html


# --- who sees what ---------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_page_shows_only_the_cards_its_person_may_see(viewer):
    regions = painted(scene_of(worked(7)), viewer)
    seen = {seat for seat in SEATS if cards_in(regions[f"cards-{seat}"])}
    assert seen == {Seat.N} | ({viewer} if viewer else set())
    for seat in seen:
        assert cards_in(regions[f"cards-{seat}"]) < hand_of(seat)


def test_drawings_are_shared_without_mixing_viewers_up():
    scene = scene_of(worked(7))
    first = {viewer: painted(scene, viewer) for viewer in VIEWERS}
    for viewer in reversed(VIEWERS):
        assert painted(scene, viewer) == first[viewer]


def test_public_regions_are_the_same_for_everybody():
    scene = scene_of(worked(7))
    pages = [painted(scene, viewer) for viewer in VIEWERS]
    for name, region in REGIONS.items():
        if region.is_public:
            assert len({page[name] for page in pages}) == 1, name


def test_a_defenders_claim_shows_his_hand_to_declarer_only():
    scene = scene_of(Played().choose("4S").play("HQ", "HK").do(ClaimTricks(Seat.W, 3)))
    for viewer in VIEWERS:
        shown = cards_in(painted(scene, viewer)["cards-W"])
        assert bool(shown) == (viewer in (Seat.W, Seat.S))


def test_points_of_partners_stay_between_them():
    scene = scene_of(Played(replace(FOUR_DEALS, points="partners")))
    for viewer in VIEWERS:
        plates = " ".join(painted(scene, viewer)[f"seat-{seat}"] for seat in SEATS)
        assert "points" not in re.sub(r"plate-\w+", "", plates)
    assert "Your partner has 9 points" in painted(scene, Seat.S)["cards-S"]
    assert "has" not in painted(scene, None)["cards-S"]


# --- what is sent ----------------------------------------------------------------------------------


def test_nothing_is_sent_twice():
    scene, sent = scene_of(worked(7)), {}
    assert list(painted(scene, Seat.S, sent=sent)) == list(REGIONS)
    assert painted(scene, Seat.S, sent=sent) == {}


def test_a_card_repaints_only_what_it_changes():
    played = worked(8)
    scene, sent = scene_of(played), {}
    painted(scene, Seat.E, sent=sent)
    before = played.log
    played.play("SQ")  # South leads, West is next
    scene = with_log(scene, played.state, played.log[len(before) :], 10, {})
    assert set(painted(scene, Seat.E, sent=sent)) == {"now", "seat-S", "seat-W", "trick", "log"}


def test_an_absent_player_repaints_the_question_alone():
    scene, sent = scene_of(worked(6)), {}
    painted(scene, Seat.S, sent=sent)
    assert list(painted(scene, Seat.S, sent=sent, absent=[Seat.E])) == ["vote"]
    assert sent["absent"] == frozenset([Seat.E])


def test_each_language_has_its_own_drawing():
    scene = scene_of(worked(3))
    assert "queen of hearts" in painted(scene, Seat.S, "en")["trick"]
    assert "dame de cœur" in painted(scene, Seat.S, "fr")["trick"]


# --- hands -----------------------------------------------------------------------------------------


def test_cards_that_cannot_be_played_are_dimmed_and_say_why():
    html = painted(scene_of(worked(3)), Seat.S)["cards-S"]
    dimmed = set(re.findall(r'data-card="(\w\w)"[^>]*aria-disabled', html))
    assert dimmed == {card for card in cards_in(html) if not card.startswith("H")}
    assert 'data-why="You must follow suit: play a card of hearts."' in html


def test_each_card_is_a_button_of_the_plain_form():
    html = painted(scene_of(worked(3)), Seat.S)["cards-S"]
    assert '<button form="do-card" name="card" value="HA" id="c-HA"' in html
    assert 'aria-label="ace of hearts"' in html


def test_declarer_plays_two_hands_and_dummy_none():
    scene = scene_of(worked(5))
    assert painted(scene, Seat.S)["cards-N"].count("<button") == 11
    assert painted(scene, Seat.S)["cards-S"].count("<button") == 12
    assert "<button" not in "".join(painted(scene, Seat.N)[f"cards-{seat}"] for seat in SEATS)
    assert "<button" not in painted(scene, Seat.E)["cards-N"]
    assert "<button" not in painted(scene, None)["cards-N"]


def test_the_hand_that_is_due_is_marked():
    scene = scene_of(worked(1))  # West led, dummy is next
    assert " data-due" in painted(scene, Seat.S)["cards-N"]
    assert " data-due" not in painted(scene, Seat.S)["cards-S"]
    assert "is-due" not in painted(scene, Seat.E)["cards-N"]


@pytest.mark.parametrize(
    ("order", "suits"),
    [("SHCD", ["S", "H", "C", "D"]), ("SHDC", ["S", "H", "D", "C"])],
)
def test_suits_stand_as_the_person_likes_them(order, suits):
    html = painted(scene_of(Played()), Seat.N, suit_order=order)["cards-N"]
    assert list(dict.fromkeys(card[0] for card in re.findall(r'data-card="(\w\w)"', html))) == suits


def test_trumps_come_first_once_they_are_chosen():
    html = painted(scene_of(worked(0, "5C")), Seat.S)["cards-N"]
    assert next(iter(re.findall(r'data-card="(\w)\w"', html))) == "C"
    assert html.count("suit trump") == 1


def test_index_letters_follow_the_person_not_the_language():
    assert "<b>D</b>" in painted(scene_of(worked(1)), Seat.S, "en", index_letters="fr")["trick"]
    assert "<b>Q</b>" in painted(scene_of(worked(1)), Seat.S, "fr", index_letters="en")["trick"]


# --- tricks ----------------------------------------------------------------------------------------


def test_a_trick_reads_as_a_list_of_plays():
    html = painted(scene_of(worked(2)), Seat.E)["trick"]
    heard = re.sub(r"<[^>]+>", "", re.sub(r'<span class="face".*?</svg></span>', "", html))
    assert heard.replace("1st", "") == "West : queen of heartsNorth : king of hearts"


def test_a_finished_trick_stays_until_the_next_card():
    done = painted(scene_of(worked(4)), Seat.E)["trick"]
    assert 'data-winner="N"' in done
    assert cards_in(done) == {"HQ", "HK", "H2", "H6"}
    assert cards_in(painted(scene_of(worked(5)), Seat.E)["trick"]) == {"S2"}


def test_the_last_trick_can_be_looked_at_and_no_earlier_one():
    html = painted(scene_of(worked(11)), Seat.E)["last"]
    assert set(re.findall(r'court-(\w\w)|aria-hidden="true"><b>', html)) <= {"SK", ""}
    assert "data-closes" in html
    assert "hidden" in painted(scene_of(worked(3)), Seat.E)["last"][:60]


# --- the one line ----------------------------------------------------------------------------------


def line_of(scene, viewer: Seat | None) -> tuple[str, bool]:
    html = painted(scene, viewer)["now"]
    sentence = re.search(r"<p>(.*)</p>", html)
    assert sentence is not None
    return sentence[1].replace("&#x27;", "'"), 'data-mine="1"' in html


@pytest.mark.parametrize(
    ("make", "viewer", "sentence", "is_mine"),
    [
        (lambda: scene_of(free="EW"), None, "Write your name and take a free chair.", True),
        (lambda: scene_of(free="E"), Seat.S, "1 player is missing. Send them the link.", True),
        (lambda: scene_of(), Seat.N, "Everybody is here. The host starts the match.", False),
        (
            lambda: scene_of(Played(EBU).say(9)),
            Seat.E,
            "Your turn: count your points. Ace 4, king 3, queen 2, jack 1.",
            True,
        ),
        (lambda: scene_of(Played(EBU).say(9)), Seat.S, "Emil (East) counts and says how many points.", False),
        (
            lambda: scene_of(Played()),
            Seat.N,
            "You are dummy. Your partner Sami chooses the contract.",
            False,
        ),
        (
            lambda: scene_of(worked(0)),
            Seat.W,
            "Your turn: play the first card of the deal, any card you like.",
            True,
        ),
        (lambda: scene_of(worked(3)), Seat.S, "Your turn: play a card of hearts.", True),
        (lambda: scene_of(worked(3)), Seat.N, "You are dummy: Sami plays your cards too.", False),
        (lambda: scene_of(worked(3)), None, "It is Sami (South)'s turn to play.", False),
        (
            lambda: scene_of(worked(1)),
            Seat.S,
            "Play a card from dummy (North): hearts must be followed.",
            True,
        ),
        (lambda: scene_of(worked(8)), Seat.S, "You won the trick: play any card.", True),
        (
            lambda: scene_of(worked(11)),
            Seat.E,
            "Your turn. You have no spades: play any card.",
            True,
        ),
        (
            lambda: scene_of(worked(52)),
            Seat.E,
            "The deal is over. Read the result, then press “Next deal”.",
            True,
        ),
        (
            lambda: scene_of(worked(52), ready="ESW"),
            Seat.E,
            "You are ready. Waiting for Nina.",
            False,
        ),
        (
            lambda: scene_of(worked(52), finished=True, winner=Side.NS),
            None,
            "The match is over: North-South win!",
            False,
        ),
    ],
)
def test_the_line_says_what_to_do_next(make, viewer, sentence, is_mine):
    assert line_of(make(), viewer) == (sentence, is_mine)


def test_a_question_waits_for_those_who_may_answer():
    scene = scene_of(Played().choose("4S").do(ClaimTricks(Seat.S, 10)))
    assert line_of(scene, Seat.W) == ("Play waits for your answer: do you agree?", True)
    assert line_of(scene, Seat.N) == ("Play waits for an answer: Emil and Wanda.", False)
    assert "do-answer_claim" in painted(scene, Seat.W)["panel"]
    assert "do-withdraw_claim" in painted(scene, Seat.S)["panel"]
    assert "<button" not in painted(scene, Seat.N)["panel"]
    assert "<button" not in painted(scene, None)["panel"]


def test_the_page_lies_as_its_person_sits():
    scene = scene_of(worked(7))
    assert 'data-bottom="W" data-seat="W" data-stage="play" data-faced="N"' in painted(scene, Seat.W)["now"]
    assert 'data-bottom="S" data-seat="" data-stage="play" data-faced="N"' in painted(scene, None)["now"]


# --- steps and log ---------------------------------------------------------------------------------


def test_the_steps_follow_the_rules_of_the_table():
    def steps(preset: str, viewer: Seat = Seat.S) -> list[str]:
        played = Played(PRESETS[preset])
        assert played.state.phase in (Phase.CONTRACT, Phase.PLAY)
        return re.findall(r'class="step-name">(\w+)<', painted(scene_of(played), viewer)["steps"])

    usual = ["Deal", "Points", "Declarer", "Dummy", "Contract", "Lead", "Play", "Score"]
    assert steps("four_deals") == usual
    assert steps("count_tricks") == [name for name in usual if name != "Contract"]
    assert steps("dummy_after_lead").index("Dummy") == steps("dummy_after_lead").index("Lead") + 1
    assert steps("shape_first").index("Dummy") == steps("shape_first").index("Contract") + 1


def test_the_log_does_not_grow_with_the_play():
    lengths = {painted(scene_of(worked(cards)), Seat.S)["log"].count("<li>") for cards in (20, 30, 40, 51)}
    assert lengths == {12}


def test_deals_of_all_presets_can_be_painted_from_start_to_end():
    for name, rules in OFFERED_PRESETS.items():
        played = Played(rules, Deal.parse(str(WORKED_DEAL)))
        played.say_right()
        if played.state.phase is Phase.CONTRACT:
            played.choose(str(played.state.menu[-1]))
        for viewer in VIEWERS:
            check_html(painted(scene_of(played), viewer, "fr"))
        assert played.state.phase is Phase.PLAY, name


# --- three at a table ------------------------------------------------------------------------------


def test_the_empty_chair_is_drawn_as_empty_and_not_as_free():
    scene = scene_of(Played(FRENCH), free="W")
    plate = painted(scene, Seat.N)["seat-W"]
    assert "is-empty" in plate
    assert text_of(plate) == "Empty chair West"
    lobby = painted(scene_of(free="W", rules=FRENCH), None)["chairs"]
    assert 'value="W"' not in lobby
    assert "stays empty" in text_of(lobby)
    assert 'value="E"' in painted(scene_of(free="EW", rules=FRENCH), None)["chairs"]


def test_who_has_moved_is_shown_where_he_plays():
    regions = painted(scene_of(played_by_three(0), free="W"), Seat.N)
    assert "Nina West" in text_of(regions["seat-W"])
    assert 'data-chair="N"' in regions["seat-W"]
    assert text_of(regions["seat-N"]).startswith("Dummy's cards North 10 points")
    assert "9 points" in text_of(regions["seat-W"]), "he has brought his cards, and their points"
    assert 'data-bottom="W"' in regions["now"]
    assert 'data-seat="W"' in regions["now"]
    assert "is-mine" in regions["cards-W"]
    assert 'data-hand="W"' in regions["cards-W"]
    assert "is-faced" in regions["cards-N"]
    assert 'data-hand="N"' in painted(scene_of(played_by_three(0), free="W"), Seat.S)["cards-N"]


@pytest.mark.parametrize("viewer", [Seat.N, Seat.E, Seat.S, None])
def test_a_page_of_three_shows_only_the_cards_its_person_may_see(viewer):
    """In the French rule West's chair is taken by South, who has seen two hands."""
    played = Played(FRENCH).say_right()
    told = {Seat.N: "N", Seat.E: "E", Seat.S: "SW", None: ""}
    for scene, faced in ((scene_of(played, free="W"), ""), (scene_of(played.choose("3NT"), free="W"), "S")):
        regions = painted(scene, viewer)
        seen = {seat.value for seat in SEATS if cards_in(regions[f"cards-{seat}"])}
        assert seen == set(told[viewer]) | set(faced)


def test_everybody_is_told_who_has_changed_chair():
    scene = scene_of(Played(FRENCH), free="W", dealer_moved=True)
    assert "You changed chair" in painted(scene, Seat.N)["panel"]
    assert "Nina has changed chair" in painted(scene, Seat.E)["panel"]
    assert "North has changed chair" in painted(scene, None)["log"]
    shown = scene_of(Played(replace(FOURTH, points="shown")), free="W", dealer_moved=True)
    for viewer in (Seat.S, Seat.E):
        assert "Nina has changed chair" in painted(shown, viewer)["panel"]


def test_the_mover_is_told_that_he_sits_elsewhere():
    french = painted(scene_of(Played(FRENCH).say_right(), free="W"), Seat.S)
    assert "You have taken the empty chair (West) and play the cards there" in french["now"]
    assert "South takes the empty chair, West, and plays the cards that lie there." in french["log"]
    fourth = painted(scene_of(Played(FOURTH).say_right(), free="W"), Seat.N)
    assert "You have taken the empty chair (West), with your cards" in fourth["now"]
    assert "North takes the empty chair, West, and brings their own cards." in fourth["log"]
