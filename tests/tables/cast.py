"""The people of the tests and the ways they get to a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest
from django.test import Client

from accounts.models import User
from minibridge import engine
from minibridge.engine import Deal, Phase, RuleSet, Seat
from tables.models import BoardRecord, Seating, Table
from tables.refusals import Refusal
from tables.scene import Scene
from tables.scene_reading import scene_now
from tables.services import matches, tables
from tables.services.play import Answer, Submission, action_submit

# The worked deal of the beginners' course: South 16 declares with North 9, ten tricks in spades.
WORKED_DEAL = Deal.parse("N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85")
WORKED_PLAY = (
    "HQ HK H2 H6 S2 S3 SK S6 SQ S7 S5 D2 SJ S9 ST D3 DK DA D7 D6 HJ H3 H5 HA DQ D4 H4 D9 "
    "D5 D8 SA DT C9 CT CJ CK C5 C6 CA C3 H7 S4 H9 H8 C7 C8 CQ C4 C2 DJ S8 HT"
).split()
BALANCED_DEAL = Deal.parse("N:AKQJ.AKQJ.2345.2 2345.2345.AKQ.34 6789.6789.6789.5 T.T.JT.AKQJT9876")


def guest(name: str) -> User:
    user = User(username=f"guest-{name.lower()}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


def account(name: str, password: str = "a long password", **fields: object) -> User:
    return User.objects.create_user(username=name.lower(), password=password, display_name=name, **fields)


def browser(user: User) -> Client:
    """A browser in which this person is logged in."""
    client = Client()
    client.force_login(user)
    return client


def reader(person: User | None) -> Client:
    """A browser that speaks English, in which this person is logged in, or nobody."""
    client = Client(headers={"accept-language": "en"})
    if person is not None:
        client.force_login(person)
    return client


def refused(status: int, function: Callable[..., object], **arguments: object) -> None:
    """The service refuses with this status, and with a sentence."""
    with pytest.raises(Refusal) as caught:
        function(**arguments)
    assert caught.value.status == status
    assert str(caught.value.sentence)


class Room:
    """A table and the people seated at it."""

    def __init__(self, table: Table, people: Mapping[Seat, User]) -> None:
        self.table = table
        self.people = dict(people)
        self.count = 0

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def scene(self) -> Scene:
        scene = scene_now(self.table.id)
        assert scene is not None
        return scene

    @property
    def state(self) -> engine.BoardState:
        assert self.scene.record is not None
        return self.scene.record.state

    @property
    def record(self) -> BoardRecord:
        return BoardRecord.objects.filter(match__table=self.table).latest("id")

    def start(self, deals: Iterable[Deal] = (WORKED_DEAL,), first_dealer: Seat = Seat.N) -> None:
        matches.boards_prepare(table_id=self.table.id, deals=deals, first_dealer=first_dealer)
        matches.match_start(table_id=self.table.id, user_id=self.table.host_id)

    def next_client_id(self) -> str:
        self.count += 1
        return f"c{self.count}"

    def act(
        self, seat: Seat, kind: str, *, client_id: str = "", n: int | None = None, **data: object
    ) -> Answer:
        """What the person on this seat sends, as a page that shows the newest state."""
        scene = self.scene
        assert scene.record is not None
        request = data.pop("request", None)
        submission = Submission(
            record_id=scene.record.id,
            n=scene.record.state.n if n is None else n,
            client_id=client_id or self.next_client_id(),
            kind=kind,
            data=dict(data),
            request=request,
        )
        return action_submit(table_id=self.table.id, user_id=self.person(seat).id, submission=submission)

    def person(self, seat: Seat) -> User:
        """Who decides for this seat of the deal."""
        return self.people[seat]

    def play(self, cards: Iterable[str]) -> None:
        """Each card by whoever decides for the hand on turn."""
        for card in cards:
            actor = self.state.actor
            assert actor is not None
            answer = self.act(actor, "card", card=card)
            assert answer.status == 200, (card, answer)

    def play_worked_deal(self) -> None:
        assert self.act(Seat.S, "contract", contract="4S").status == 200
        self.play(WORKED_PLAY)

    def all_ready(self) -> None:
        for user in self.people.values():
            matches.ready_set(table_id=self.table.id, user_id=user.id)


def second_deal(room: Room) -> None:
    """The next deal, the worked one again, which 20 points a side would not end at once."""
    matches.boards_prepare(table_id=room.table.id, deals=[WORKED_DEAL])
    room.all_ready()


class Trio(Room):
    """Three people; ``people`` are named by their chairs at the beginning, which change with every deal."""

    @property
    def chairs(self) -> dict[Seat, User]:
        """Who holds which chair now."""
        rows = Seating.objects.filter(table=self.table).select_related("user")
        return {Seat(row.seat): row.user for row in rows}

    @property
    def empty(self) -> Seat:
        (empty,) = set(Seat) - set(self.chairs)
        return empty

    def person(self, seat: Seat) -> User:
        """Whoever is opposite declarer plays from the empty chair; for it nobody else decides."""
        declarer, chairs = self.state.declarer, self.chairs
        if seat in chairs and not (declarer is not None and seat is declarer.partner):
            return chairs[seat]
        assert declarer is not None
        return chairs[declarer.partner]

    def say_total(self, seat: Seat) -> None:
        """His points; in the French rule the dealer says what both have together."""
        dealer = self.state.board.dealer
        points = self.state.totals[seat]
        if self.state.rules.players == "three_french" and seat is dealer:
            points += self.state.totals[dealer.partner]
        assert self.act(seat, "announce", points=points).status == 200

    def say_totals(self) -> None:
        """Everybody announces right, until somebody is declarer or nobody can be."""
        while self.state.phase is Phase.ANNOUNCEMENT:
            assert self.state.actor is not None
            self.say_total(self.state.actor)


def trio_of(people: Mapping[Seat, User], rules: RuleSet, preset: str = "") -> Trio:
    """A table for three, whose host is the first of these people."""
    room = room_of(people, rules, preset)
    return Trio(room.table, people)


def room_of(people: Mapping[Seat, User], rules: RuleSet | None = None, preset: str = "") -> Room:
    """A table whose host is the first of these people, with all of them seated."""
    host = next(iter(people.values()))
    table = tables.table_create(host=host)
    for seat, user in people.items():
        tables.seat_take(table_id=table.id, user=user, seat=seat, name=user.name)
    if rules is not None:
        tables.rules_set(table_id=table.id, user_id=host.id, preset=preset, rules=rules)
    table.refresh_from_db()
    return Room(table, people)
