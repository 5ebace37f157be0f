"""What teachers type about packs: the pack itself, one deal of it, and an order for deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import SystemRandom
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from minibridge.engine import (
    GAME_LEVEL,
    SEATS,
    SUITS,
    Card,
    Contract,
    Deal,
    Denomination,
    Doubling,
    RuleSet,
    Seat,
    Side,
    Suit,
    Vulnerability,
    preset_of,
)
from minibridge.engine.deal_constraints import ANY_LENGTH, ANY_POINTS, Bounds, DealConstraints, Fit
from minibridge.engine.deal_making import deal_completed
from minibridge.engine.hands import MOST_POINTS, PACK_POINTS

from .deal_making import TricksWanted
from .hand_text import LONGEST, Unreadable, cards_read, cards_written, hand_read, hand_written
from .pack_checks import MOST_QUESTIONS, contracts_offered, deal_problems
from .pack_file import LENGTHS, UNSTORABLE
from .packs import PackContent, PackDeal, Question, Reference, Text, text_set
from .rule_texts import OFFERED_PRESETS, PRESET_TEXTS
from .templatetags.bridge import card_label, contract_label, seat_label

SEAT_CHOICES = [
    ("N", pgettext_lazy("seat", "North")),
    ("E", pgettext_lazy("seat", "East")),
    ("S", pgettext_lazy("seat", "South")),
    ("W", pgettext_lazy("seat", "West")),
]
SIDE_CHOICES = [("NS", pgettext_lazy("side", "North-South")), ("EW", pgettext_lazy("side", "East-West"))]
SUIT_CHOICES = [
    ("S", pgettext_lazy("suit", "spades")),
    ("H", pgettext_lazy("suit", "hearts")),
    ("D", pgettext_lazy("suit", "diamonds")),
    ("C", pgettext_lazy("suit", "clubs")),
]
DENOMINATION_CHOICES = [*SUIT_CHOICES, ("NT", pgettext_lazy("suit", "notrump"))]
KINDS = [
    ("points", _("Count the points of your hand")),
    ("declarer", _("Who declares?")),
    ("tricks", _("How many tricks?")),
    ("suit", _("Which suit?")),
]
VULNERABILITIES = [
    (Vulnerability.NONE.value, pgettext_lazy("vulnerable", "nobody")),
    (Vulnerability.NS.value, pgettext_lazy("side", "North-South")),
    (Vulnerability.EW.value, pgettext_lazy("side", "East-West")),
    (Vulnerability.BOTH.value, pgettext_lazy("vulnerable", "everybody")),
]
MOST_MADE = 16
"""How many deals are made at once."""
_random = SystemRandom()


def storable(text: str) -> None:
    """Raises ValidationError for signs that no database keeps."""
    if UNSTORABLE.search(text):
        raise forms.ValidationError(_("This text has signs that cannot be kept."))


def _line(label: object, length: int, **options: Any) -> forms.CharField:
    options.setdefault("required", False)
    return forms.CharField(label=label, max_length=length, validators=[storable], **options)


def _text(label: object, length: int, rows: int = 3, **options: Any) -> forms.CharField:
    return _line(label, length, widget=forms.Textarea({"rows": rows}), **options)


def _one_of(label: object, choices: Iterable[Any], empty: object = None) -> forms.ChoiceField:
    offered = list(choices) if empty is None else [("", empty), *choices]
    return forms.ChoiceField(label=label, choices=offered, required=empty is None)


class PackForm(forms.Form):
    """Title, goals and rules of a pack, in the language that the teacher reads."""

    title = _line(
        _("Title"), LENGTHS["title"], required=True, error_messages={"required": _("Please give it a title.")}
    )
    goals = _text(_("What is learned"), LENGTHS["goals"])
    rules = _one_of(
        _("Made for these rules"),
        [(key, text.name) for key, text in PRESET_TEXTS.items()],
        empty=_("those of the lesson"),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, content: PackContent | None = None, language: str
    ) -> None:
        content = content or PackContent(title={})
        kept = preset_of(RuleSet.from_dict(content.rules)) or "kept" if content.rules else ""
        initial = {
            "title": content.title.get(language, ""),
            "goals": content.goals.get(language, ""),
            "rules": kept,
        }
        super().__init__(data, initial=initial)
        self.content = content
        self.fields["title"].required = not (content.title.keys() - {language})
        if kept == "kept":
            self.fields["rules"].choices += [("kept", _("as they are in this pack"))]
        _hint_others(self, {"title": content.title, "goals": content.goals}, language)

    def rules_chosen(self) -> Mapping[str, Any]:
        chosen = self.cleaned_data["rules"]
        if chosen == "kept":
            return self.content.rules
        return OFFERED_PRESETS[chosen].to_dict() if chosen else {}


def _hint_others(form: forms.Form, texts: Mapping[str, Text], language: str) -> None:
    """Where nothing is written in this language, what is written in another stands in its place, pale."""
    for name, text in texts.items():
        if not text.get(language) and text:
            form.fields[name].widget.attrs["placeholder"] = next(iter(text.values()))


def _contracts(rules: RuleSet) -> list[tuple[object, list[tuple[str, str]]]]:
    """Every contract there is: those that the rules lead to in their words, the others as they are bid."""
    offered = contracts_offered(rules)
    every = [
        Contract(level, one, doubling)
        for doubling in Doubling
        for level in range(1, 8)
        for one in Denomination
    ]
    bid = [one for one in every if one not in offered]
    return [
        (_("As the rules offer"), [(str(one), contract_label(one, rules.menu)) for one in offered]),
        (_("By an auction"), [(str(one), contract_label(one, "levels")) for one in bid]),
    ]


class DealForm(forms.Form):
    """One deal of a pack: its cards, what is imposed, and what is asked and told about it."""

    dealer = _one_of(_("Dealer"), SEAT_CHOICES)
    vulnerability = _one_of(_("Vulnerable"), VULNERABILITIES)
    title = _line(_("Title of the deal"), LENGTHS["title"])
    note = _text(_("Note for the teacher"), LENGTHS["note"])
    declarer = _one_of(_("Declarer"), SEAT_CHOICES, empty=_("by the points"))
    cards = _line(_("First cards"), LONGEST)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        deal: PackDeal | None,
        rules: RuleSet,
        language: str,
        letters: str,
        dealer: Seat = Seat.N,
        said: Mapping[str, Any] | None = None,
    ) -> None:
        self.old, self.rules, self.language, self.letters = deal, rules, language, letters
        super().__init__(data, initial={"dealer": dealer.value, **self._values(deal), **(said or {})})
        for seat in SEATS:
            attributes = {"autocomplete": "off", "spellcheck": "false", "data-hand-text": seat.value}
            self.fields[_hand(seat)] = _line(
                seat_label(seat), LONGEST, widget=forms.TextInput(attrs=attributes)
            )
        self.fields["contract"] = _one_of(_("Contract"), _contracts(rules), empty=_("declarer chooses"))
        for trick in range(1, 14):
            label = gettext("Trick %(number)d") % {"number": trick}
            self.fields[f"trick_{trick}"] = _line(label, LENGTHS["trick_note"])
        for number in range(1, MOST_QUESTIONS + 1):
            self._add_question(number)
        every = [
            (f"{level}{one.value}", contract_label(Contract(level, one), "levels"))
            for level in range(1, 8)
            for one in Denomination
        ]
        self.fields["reference_declarer"] = _one_of(_("Declarer"), SEAT_CHOICES, empty="–")
        self.fields["reference_contract"] = _one_of(_("Contract"), every, empty="–")
        self.fields["reference_tricks"] = _one_of(_("Tricks"), _numbers(13), empty="–")
        self._hint_others()

    def _add_question(self, number: int) -> None:
        answers = [
            (_("Numbers"), _numbers(PACK_POINTS)),
            (_("Seats"), SEAT_CHOICES),
            (
                _("Suits"),
                [(f"={value}" if value == "S" else value, name) for value, name in DENOMINATION_CHOICES],
            ),
        ]
        name = f"question_{number}"
        self.fields[f"{name}_kind"] = _one_of(_("Question"), KINDS, empty=_("no question"))
        self.fields[f"{name}_text"] = _line(_("In your words"), LENGTHS["question"])
        self.fields[f"{name}_answer"] = _one_of(_("Right answer"), answers, empty=_("as the cards say"))
        self.fields[f"{name}_why"] = _line(_("Why"), LENGTHS["why"])

    def _values(self, deal: PackDeal | None) -> dict[str, Any]:
        if deal is None:
            return {"vulnerability": Vulnerability.NONE.value}
        values: dict[str, Any] = {
            "dealer": deal.dealer.value,
            "vulnerability": deal.vulnerability.value,
            "title": deal.title.get(self.language, ""),
            "note": deal.note.get(self.language, ""),
            "declarer": deal.declarer,
            "contract": deal.contract,
            "cards": cards_written(deal.cards, self.letters),
        }
        values |= {_hand(seat): hand_written(deal.deal[seat], self.letters) for seat in SEATS}
        values |= {f"trick_{n}": text.get(self.language, "") for n, text in deal.trick_notes.items()}
        for number, question in enumerate(deal.questions, start=1):
            values |= {
                f"question_{number}_kind": question.kind,
                f"question_{number}_text": question.text.get(self.language, ""),
                f"question_{number}_answer": _answer_shown(question),
                f"question_{number}_why": question.why.get(self.language, ""),
            }
        if deal.reference is not None:
            values |= {
                "reference_declarer": deal.reference.declarer,
                "reference_contract": deal.reference.contract,
                "reference_tricks": str(deal.reference.tricks),
            }
        return values

    def _hint_others(self) -> None:
        if self.old is None:
            return
        texts = {"title": self.old.title, "note": self.old.note}
        texts |= {f"trick_{n}": text for n, text in self.old.trick_notes.items()}
        for number, question in enumerate(self.old.questions, start=1):
            texts |= {f"question_{number}_text": question.text, f"question_{number}_why": question.why}
        _hint_others(self, texts, self.language)

    # --- the parts of the page ----------------------------------------------------------------------

    @property
    def hand_fields(self) -> list[forms.BoundField]:
        return [self[_hand(seat)] for seat in SEATS]

    @property
    def trick_fields(self) -> list[forms.BoundField]:
        return [self[f"trick_{trick}"] for trick in range(1, 14)]

    @property
    def question_fields(self) -> list[tuple[int, list[forms.BoundField]]]:
        parts = ("kind", "text", "answer", "why")
        return [
            (number, [self[f"question_{number}_{part}"] for part in parts])
            for number in range(1, MOST_QUESTIONS + 1)
        ]

    @property
    def reference_fields(self) -> list[forms.BoundField]:
        return [self[f"reference_{part}"] for part in ("declarer", "contract", "tricks")]

    @property
    def imposed_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("declarer", "contract", "cards")]

    def is_used(self, *starts: str) -> bool:
        """Whether a part of the page says anything, so that it is shown open."""
        return any(self[name].value() or self[name].errors for name in self.fields if name.startswith(starts))

    @property
    def uses_imposed(self) -> bool:
        return self.is_used("declarer", "contract", "cards")

    @property
    def uses_questions(self) -> bool:
        return self.is_used("question_")

    @property
    def uses_tricks(self) -> bool:
        return self.is_used("trick_")

    @property
    def uses_reference(self) -> bool:
        return self.is_used("reference_")

    @property
    def held(self) -> dict[Seat, frozenset[Card]]:
        """The cards that can be read, wherever they are written first."""
        found: dict[Seat, frozenset[Card]] = {}
        for seat in SEATS:
            try:
                cards = hand_read(self[_hand(seat)].value() or "")
            except Unreadable:
                cards = frozenset()
            found[seat] = cards.difference(*found.values())
        return found

    # --- what was typed -----------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        deal = self._deal(values)
        cards = self._first_cards(values)
        if self.errors or deal is None:
            return values
        self.chosen = self._chosen(values, deal, cards)
        for field, sentence in deal_problems(self.chosen, self.rules):
            self.add_error(self._field_of(field), sentence)
        return values

    def _field_of(self, field: str) -> str:
        if field.startswith("question_"):
            places = [n for n in range(1, MOST_QUESTIONS + 1) if self.cleaned_data.get(f"question_{n}_kind")]
            return f"question_{places[int(field.removeprefix('question_')) - 1]}_answer"
        return "reference_contract" if field == "reference" else field

    def _deal(self, values: Mapping[str, Any]) -> Deal | None:
        hands: dict[Seat, frozenset[Card]] = {}
        for seat in SEATS:
            try:
                hand = hand_read(values.get(_hand(seat), ""))
            except Unreadable as error:
                self.add_error(_hand(seat), str(error))
                continue
            for other, cards in hands.items():
                for card in sorted(hand & cards)[:1]:
                    sentence = gettext("The %(card)s is in the hand of %(seat)s, too.")
                    told = sentence % {"card": card_label(card), "seat": seat_label(other)}
                    self.add_error(_hand(seat), told)
            if len(hand) != 13:
                sentence = gettext("A hand has 13 cards; these are %(cards)d.") % {"cards": len(hand)}
                self.add_error(_hand(seat), sentence)
            hands[seat] = hand
        if any(_hand(seat) in self.errors for seat in SEATS):
            return None
        return Deal(*(hands[seat] for seat in SEATS))

    def _first_cards(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        try:
            return tuple(str(card) for card in cards_read(values.get("cards", "")))
        except Unreadable as error:
            self.add_error("cards", str(error))
            return ()

    def _chosen(self, values: Mapping[str, Any], deal: Deal, cards: tuple[str, ...]) -> PackDeal:
        old = self.old or PackDeal(deal=deal)

        def told(text: Text, name: str) -> Text:
            return text_set(text, self.language, values[name].strip())

        notes = {n: told(old.trick_notes.get(n, {}), f"trick_{n}") for n in range(1, 14)}
        return PackDeal(
            deal=deal,
            dealer=Seat(values["dealer"]),
            vulnerability=Vulnerability(values["vulnerability"]),
            title=told(old.title, "title"),
            note=told(old.note, "note"),
            trick_notes={n: text for n, text in notes.items() if text},
            declarer=values["declarer"],
            contract=values["contract"],
            cards=cards,
            questions=tuple(self._questions(values, old.questions)),
            reference=self._reference(values),
        )

    def _questions(self, values: Mapping[str, Any], old: tuple[Question, ...]) -> Iterable[Question]:
        for number in range(1, MOST_QUESTIONS + 1):
            name = f"question_{number}"
            if values[f"{name}_kind"]:
                before = old[number - 1] if number <= len(old) else Question("points")
                yield Question(
                    kind=values[f"{name}_kind"],
                    text=text_set(before.text, self.language, values[f"{name}_text"].strip()),
                    answer=values[f"{name}_answer"].removeprefix("="),
                    why=text_set(before.why, self.language, values[f"{name}_why"].strip()),
                )

    def _reference(self, values: Mapping[str, Any]) -> Reference | None:
        parts = [values[f"reference_{part}"] for part in ("declarer", "contract", "tricks")]
        if not any(parts):
            return None
        if not all(parts):
            self.add_error("reference_contract", gettext("Please say declarer, contract and tricks."))
            return None
        return Reference(parts[0], parts[1], int(parts[2]))


def _answer_shown(question: Question) -> str:
    """South and spades share a letter; in the list of answers they must not."""
    return f"={question.answer}" if question.kind == "suit" and question.answer == "S" else question.answer


def _hand(seat: Seat) -> str:
    return f"hand_{seat.value.lower()}"


def _numbers(most: int) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in range(most + 1)]


def hands_changed(form: DealForm, what: str, one: str = "", other: str = "") -> dict[str, str]:
    """The texts of the four hands after a wish: ``rest`` deals what is left, ``clear`` takes all cards back,
    ``swap`` changes two hands.
    """
    hands = {seat: set(cards) for seat, cards in form.held.items()}
    if what == "rest":
        dealt = deal_completed(hands, _random)
        hands = {seat: set(dealt[seat]) for seat in SEATS}
    elif what == "clear":
        hands = {seat: set() for seat in SEATS}
    elif one in Seat.__members__ and other in Seat.__members__:
        hands[Seat(one)], hands[Seat(other)] = hands[Seat(other)], hands[Seat(one)]
    return {_hand(seat): hand_written(hands[seat], form.letters) for seat in SEATS}


class OrderForm(forms.Form):
    """What the deals shall be like that the site makes."""

    number = forms.IntegerField(label=_("How many deals"), min_value=1, max_value=MOST_MADE, initial=4)
    seed = _line(_("Number of the shuffle"), 40)
    dealer = _one_of(_("Dealer"), SEAT_CHOICES, empty=_("each in turn"))
    declares = _one_of(_("Who declares"), [*SIDE_CHOICES, *SEAT_CHOICES], empty=_("anybody"))
    zone = _one_of(
        _("Points for"),
        [("game", _("a game: 25 or more")), ("partscore", _("a partscore: 24 or fewer"))],
        empty=_("anything"),
    )
    fit_side = _one_of(_("Long suit together"), SIDE_CHOICES, empty=_("no matter"))
    fit_least = forms.IntegerField(label=_("Cards, at least"), min_value=7, max_value=13, initial=8)
    fit_suit = _one_of(_("In this suit"), SUIT_CHOICES, empty=_("any suit"))
    balanced = forms.MultipleChoiceField(
        label=_("Balanced hands"), choices=SEAT_CHOICES, required=False, widget=forms.CheckboxSelectMultiple
    )
    tricks_in = _one_of(_("Declarer plays in"), DENOMINATION_CHOICES, empty=_("no matter"))
    tricks_kind = _one_of(
        _("How many tricks"), [("game", _("enough for a game")), ("between", _("as given here"))]
    )
    tricks_least = forms.IntegerField(label=_("At least"), min_value=0, max_value=13, required=False)
    tricks_most = forms.IntegerField(label=_("At most"), min_value=0, max_value=13, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"seed": str(_random.randrange(1, 1_000_000)), "tricks_kind": "game"})
        self.fields["seed"].required = True
        for name, label, _who in SHARES:
            most = PACK_POINTS if len(name) == 2 else MOST_POINTS
            self._add_bounds(f"points_{name}", label, most)
        for seat in SEATS:
            for suit in SUITS:
                self._add_bounds(f"length_{seat.value}_{suit.value}", "", 13)

    def _add_bounds(self, name: str, label: object, most: int) -> None:
        for end in ("least", "most"):
            self.fields[f"{name}_{end}"] = forms.IntegerField(
                label=label, min_value=0, max_value=most, required=False
            )

    @property
    def point_rows(self) -> list[tuple[object, forms.BoundField, forms.BoundField]]:
        return [
            (label, self[f"points_{name}_least"], self[f"points_{name}_most"]) for name, label, _who in SHARES
        ]

    @property
    def length_rows(self) -> list[tuple[Seat, list[tuple[Suit, forms.BoundField, forms.BoundField]]]]:
        return [
            (
                seat,
                [
                    (suit, *(self[f"length_{seat.value}_{suit.value}_{end}"] for end in ("least", "most")))
                    for suit in SUITS
                ],
            )
            for seat in SEATS
        ]

    @property
    def uses_lengths(self) -> bool:
        names = [name for name in self.fields if name.startswith("length_")]
        return any(self[name].value() not in (None, "") for name in names)

    @property
    def uses_tricks(self) -> bool:
        return bool(self["tricks_in"].value())

    def _bounds(self, name: str, widest: Bounds) -> Bounds | None:
        least, most = (self.cleaned_data.get(f"{name}_{end}") for end in ("least", "most"))
        if least is None and most is None:
            return None
        return widest[0] if least is None else least, widest[1] if most is None else most

    def order(self, rules: RuleSet) -> DealConstraints:
        """What is asked for. To be called on a form that is valid."""
        values = self.cleaned_data
        declares = values["declares"]
        seats = {
            who: self._bounds(f"points_{name}", ANY_POINTS) for name, _l, who in SHARES if len(name) == 1
        }
        sides = {
            who: self._bounds(f"points_{name}", (0, PACK_POINTS))
            for name, _l, who in SHARES
            if len(name) == 2
        }
        lengths = {
            (seat, suit): self._bounds(f"length_{seat.value}_{suit.value}", ANY_LENGTH)
            for seat in SEATS
            for suit in SUITS
        }
        suit = Suit(values["fit_suit"]) if values["fit_suit"] else None
        return DealConstraints(
            points={seat: bounds for seat, bounds in seats.items() if bounds},
            side_points={side: bounds for side, bounds in sides.items() if bounds},
            lengths={key: bounds for key, bounds in lengths.items() if bounds},
            balanced=frozenset(map(Seat, values["balanced"])),
            fits=(Fit(Side(values["fit_side"]), values["fit_least"], suit),) if values["fit_side"] else (),
            declarer=Seat(declares) if declares in Seat.__members__ else None,
            declaring=Side(declares) if declares in Side.__members__ else None,
            zone=values["zone"],
            rules=rules,
        )

    def tricks(self) -> TricksWanted | None:
        values = self.cleaned_data
        if not values["tricks_in"]:
            return None
        denomination = Denomination(values["tricks_in"])
        if values["tricks_kind"] == "game":
            return TricksWanted(denomination, 6 + GAME_LEVEL[denomination], 13)
        least, most = values["tricks_least"], values["tricks_most"]
        return TricksWanted(denomination, 0 if least is None else least, 13 if most is None else most)

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        least, most = values.get("tricks_least"), values.get("tricks_most")
        if least is not None and most is not None and least > most:
            self.add_error("tricks_most", gettext("Somewhere the least is more than the most."))
        return values

    def dealer_chosen(self) -> Seat | None:
        return Seat(self.cleaned_data["dealer"]) if self.cleaned_data["dealer"] else None


SHARES: list[tuple[str, object, Any]] = [
    *((value, label, Seat(value)) for value, label in SEAT_CHOICES),
    *((value, label, Side(value)) for value, label in SIDE_CHOICES),
]
"""Whose points can be asked for: the hands, then the sides."""
