"""A teacher's packs: kept, changed deal by deal, handed on, and seen by nobody else."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from minibridge.engine import PRESETS, SEATS, Seat, read_pbn
from tables.models import Pack
from tables.pack_checks import pack_rules
from tables.pack_file import pack_read, pack_written
from tables.pack_opening import declarer_of, declarers
from tables.packs import MOST_DEALS, PackContent, PackDeal
from tables.services import packs
from tables.services.packs import MOST_PACKS

from .cast import BALANCED_DEAL, WORKED_DEAL, account, guest, reader, refused
from .files import FILES
from .lesson_room import LessonRoom
from .packs_at_hand import FULL_DEAL, OTHER_DEAL, PACK

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher() -> User:
    return account("Tilda", is_adult=True)


@pytest.fixture
def pack(teacher: User) -> Pack:
    return packs.pack_add(user=teacher, content=PACK)


@pytest.fixture
def client(teacher: User) -> Client:
    return reader(teacher)


def content_of(pack: Pack) -> PackContent:
    pack.refresh_from_db()
    return PackContent.from_data(pack.content)


def typed(deal: PackDeal = FULL_DEAL, **fields: str) -> dict[str, str]:
    """What the page of a deal sends, in English."""
    hands = {
        f"hand_{seat.value.lower()}": str(deal.deal).split(":")[1].split()[n] for n, seat in enumerate(SEATS)
    }
    plain = {"dealer": deal.dealer.value, "vulnerability": deal.vulnerability.value, "was": deal.mark}
    return {**hands, **plain, **fields}


# --- the deals of a pack -------------------------------------------------------------------------------


def test_deals_are_moved_copied_and_deleted(teacher: User, pack: Pack):
    here = {"user": teacher, "pack_id": pack.id}
    packs.deal_move(**here, number=1, places=1, was=FULL_DEAL.mark)
    assert content_of(pack).deals == (OTHER_DEAL, FULL_DEAL)
    packs.deal_move(**here, number=1, places=-1, was=OTHER_DEAL.mark)
    packs.deal_move(**here, number=2, places=9, was=FULL_DEAL.mark)
    assert content_of(pack).deals == (OTHER_DEAL, FULL_DEAL)
    packs.deal_copy(**here, number=1, was=OTHER_DEAL.mark)
    assert content_of(pack).deals == (OTHER_DEAL, OTHER_DEAL, FULL_DEAL)
    packs.deal_remove(**here, number=2, was=OTHER_DEAL.mark)
    packs.deal_remove(**here, number=1, was=OTHER_DEAL.mark)
    assert content_of(pack).deals == (FULL_DEAL,)


def test_whoever_saw_another_deal_changes_none(teacher: User, pack: Pack):
    here = {"user": teacher, "pack_id": pack.id, "number": 1, "was": OTHER_DEAL.mark}
    refused(409, packs.deal_remove, **here)
    refused(409, packs.deal_copy, **here)
    refused(409, packs.deal_move, **here, places=1)
    refused(409, packs.deal_set, **here, deal=OTHER_DEAL)
    refused(404, packs.deal_remove, **{**here, "number": 3})
    refused(404, packs.deal_remove, **{**here, "number": 0})
    assert content_of(pack) == PACK


def test_a_deal_that_cannot_be_played_as_it_says_is_not_kept(teacher: User, pack: Pack):
    wrong = replace(FULL_DEAL, cards=("HQ", "S2"))
    refused(422, packs.deal_set, user=teacher, pack_id=pack.id, number=1, deal=wrong, was=FULL_DEAL.mark)
    assert content_of(pack) == PACK


def test_a_pack_is_full_some_time(teacher: User, pack: Pack):
    packs.deals_add(user=teacher, pack_id=pack.id, deals=[OTHER_DEAL] * (MOST_DEALS - 2))
    refused(422, packs.deals_add, user=teacher, pack_id=pack.id, deals=[OTHER_DEAL])
    refused(422, packs.deal_copy, user=teacher, pack_id=pack.id, number=1, was=FULL_DEAL.mark)
    assert len(content_of(pack).deals) == MOST_DEALS


def test_nobody_keeps_packs_without_end(teacher: User):
    Pack.objects.bulk_create(Pack(owner=teacher, title="x") for _ in range(MOST_PACKS))
    refused(409, packs.pack_add, user=teacher, content=PACK)


@pytest.mark.parametrize("seat", SEATS)
def test_all_deals_are_turned_until_one_seat_declares(teacher: User, pack: Pack, seat: Seat):
    assert packs.deals_turn(user=teacher, pack_id=pack.id, seat=seat) == 0
    content = content_of(pack)
    rules = pack_rules(content.rules)
    assert [declarer_of(deal, rules) for deal in content.deals] == [seat, seat]
    assert content.deals[0].declarer == seat.value
    assert pack_read(pack_written(content).encode()) == content


def test_one_deal_is_turned_alone(teacher: User, pack: Pack):
    packs.deals_turn(user=teacher, pack_id=pack.id, seat=Seat.N, number=1)
    assert content_of(pack).deals == (FULL_DEAL.turned(2), OTHER_DEAL)


def test_with_twenty_points_a_side_the_dealers_side_is_turned(teacher: User):
    pack = packs.pack_add(
        user=teacher, content=PackContent(title={"fr": "x"}, deals=(PackDeal(deal=BALANCED_DEAL),))
    )
    assert packs.deals_turn(user=teacher, pack_id=pack.id, seat=Seat.E) == 0
    (deal,) = content_of(pack).deals
    assert declarer_of(deal, pack_rules({})) is Seat.E


def test_an_auction_names_no_declarer_to_turn_for(teacher: User, pack: Pack):
    content = replace(PACK, rules=PRESETS["bridge"].to_dict(), deals=(OTHER_DEAL,))
    pack = packs.pack_add(user=teacher, content=content)
    assert packs.deals_turn(user=teacher, pack_id=pack.id, seat=Seat.E) == 1
    assert content_of(pack) == content


def test_rules_that_an_imposed_contract_contradicts_are_refused(teacher: User, pack: Pack):
    words = {"user": teacher, "pack_id": pack.id, "language": "fr", "title": "Neu", "goals": ""}
    nobody_bids = replace(FULL_DEAL, declarer="")
    packs.deal_set(user=teacher, pack_id=pack.id, number=1, deal=nobody_bids, was=FULL_DEAL.mark)
    refused(422, packs.pack_describe, **words, rules=PRESETS["bridge"].to_dict())
    assert content_of(pack) == replace(PACK, deals=(nobody_bids, OTHER_DEAL))
    packs.pack_describe(**words, rules=PRESETS["ebu"].to_dict())
    assert content_of(pack).title == {"en": "Tricks", "fr": "Neu"}
    assert content_of(pack).goals == {}


# --- pages ---------------------------------------------------------------------------------------------


def test_from_an_empty_list_to_a_pack_with_a_deal(client: Client, teacher: User):
    assert "No pack yet" in client.get(reverse("packs")).content.decode()
    answer = client.post(
        reverse("pack_new"), {"title": "Finesses", "goals": "Lead towards honours", "rules": "ebu"}
    )
    pack = Pack.objects.get()
    assert answer.url == reverse("pack", args=[pack.id])
    assert (pack.owner, pack.title) == (teacher, "Finesses")
    assert content_of(pack).rules == PRESETS["ebu"].to_dict()
    answer = client.post(reverse("pack_deal_new", args=[pack.id]), typed(title="First"))
    assert answer.url == reverse("pack_deal", args=[pack.id, 1])
    (deal,) = content_of(pack).deals
    assert (deal.deal, deal.title) == (WORKED_DEAL, {"en": "First"})
    page = client.get(reverse("pack", args=[pack.id])).content.decode()
    assert "First" in page
    assert "South declares" in page
    assert "Finesses" in client.get(reverse("packs")).content.decode()


def test_a_pack_without_title_is_not_begun(client: Client):
    answer = client.post(reverse("pack_new"), {"title": " ", "rules": ""})
    assert answer.status_code == 422
    assert not Pack.objects.exists()
    assert client.post(reverse("pack_new"), {"title": "x" * 81, "rules": ""}).status_code == 422
    assert client.post(reverse("pack_new"), {"title": "a\0b", "rules": ""}).status_code == 422


def test_a_page_shows_all_that_a_deal_says_and_keeps_it(client: Client, pack: Pack):
    """Nothing that the page of a deal does not change is lost, also what is said in the other language."""
    address = reverse("pack_deal", args=[pack.id, 1])
    form = client.get(address).context["form"]
    sent = {field.html_name: field.value() or "" for field in form}
    answer = client.post(address, {**sent, "was": FULL_DEAL.mark})
    assert answer.status_code == 302, answer.context["form"].errors
    assert content_of(pack) == PACK


def test_the_other_language_stays_when_one_is_changed(client: Client, pack: Pack):
    address = reverse("pack_deal", args=[pack.id, 1])
    form = client.get(address).context["form"]
    sent = {field.html_name: field.value() or "" for field in form} | {"title": "", "trick_1": "The lead."}
    client.post(address, {**sent, "was": FULL_DEAL.mark})
    deal = content_of(pack).deals[0]
    assert deal.title == {"fr": "Dix levées"}
    assert deal.trick_notes[1] == {"fr": "L’entame.", "en": "The lead."}


@pytest.mark.parametrize(
    ("fields", "field", "word"),
    [
        ({"hand_n": "AT52.K843.7.Q96"}, "hand_n", "these are 12"),
        ({"hand_e": "A.752.JT9632.AT4"}, "hand_e", "in the hand of North, too"),
        ({"hand_s": "nonsense"}, "hand_s", "four suits"),
        ({"hand_w": ""}, "hand_w", "these are 0"),
        ({"declarer": "N"}, "declarer", "a contract is needed"),
        ({"declarer": "X"}, "declarer", "choice"),
        ({"contract": "8S"}, "contract", "choice"),
        ({"cards": "HQ"}, "cards", "a contract is needed"),
        ({"cards": "HQ", "contract": "4S", "declarer": "N"}, "cards", "Card 1"),
        ({"cards": "HA", "contract": "4S"}, "cards", "Card 1"),
        ({"cards": "HQ S2", "contract": "4S"}, "cards", "Card 2"),
        ({"cards": "what", "contract": "4S"}, "cards", "is no card"),
        ({"question_2_kind": "tricks"}, "question_2_answer", "how many tricks"),
        ({"question_1_kind": "suit", "question_1_answer": "N"}, "question_1_answer", "which suit"),
        ({"reference_tricks": "9"}, "reference_contract", "declarer, contract and tricks"),
        ({"note": "x" * 2001}, "note", "2000"),
        ({"title": "a\0"}, "title", ""),
    ],
)
def test_each_fault_stands_at_its_field(
    client: Client, pack: Pack, fields: dict[str, str], field: str, word: str
):
    answer = client.post(reverse("pack_deal", args=[pack.id, 1]), typed(**fields))
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert set(errors) == {field}
    assert word in errors[field][0]
    assert content_of(pack) == PACK


def test_a_contract_that_only_an_auction_leads_to_is_kept_and_told_as_it_is_bid(client: Client, pack: Pack):
    address = reverse("pack_deal", args=[pack.id, 1])
    answer = client.post(address, typed(declarer="N", contract="2SX", cards="D2"))
    assert answer.status_code == 302, answer.context["form"].errors
    deal = content_of(pack).deals[0]
    assert (deal.declarer, deal.contract, deal.cards) == ("N", "2SX", ("D2",))
    assert client.get(address).context["form"]["contract"].value() == "2SX"
    page = client.get(reverse("pack", args=[pack.id])).content.decode()
    assert "North declares" in page and "partscore" not in page and ", doubled" in page


def test_french_letters_and_the_answer_spades(client: Client, pack: Pack):
    fields = {
        "hand_s": "RDV84.A6.RD5.V73",
        "contract": "4S",
        "cards": "♥D ♥R ♥2",
        "question_3_kind": "suit",
        "question_3_answer": "=S",
        "reference_declarer": "S",
        "reference_contract": "2H",
        "reference_tricks": "0",
    }
    answer = client.post(reverse("pack_deal", args=[pack.id, 1]), typed(**fields))
    assert answer.status_code == 302, answer.context["form"].errors
    deal = content_of(pack).deals[0]
    assert deal.cards == ("HQ", "HK", "H2")
    assert [(question.kind, question.answer) for question in deal.questions] == [("suit", "S")]
    assert deal.reference.tricks == 0


def test_somebody_elses_change_in_between_is_not_overwritten(client: Client, pack: Pack):
    answer = client.post(reverse("pack_deal", args=[pack.id, 1]), typed(was=OTHER_DEAL.mark, title="Late"))
    assert answer.status_code == 422
    assert "changed in another window" in answer.content.decode()
    assert 'value="Late"' in answer.content.decode()
    assert content_of(pack) == PACK


def hands(answer: HttpResponse) -> list[str]:
    return [answer.context["form"][f"hand_{seat}"].value() for seat in "nesw"]


def test_without_script_the_rest_is_dealt_hands_are_swapped_and_cleared(client: Client, pack: Pack):
    address = reverse("pack_deal_new", args=[pack.id])
    empty = {"hand_e": "", "hand_s": "", "hand_w": "", "title": "Kept while dealing"}
    answer = client.post(address, typed(**empty, do="rest"))
    dealt = hands(answer)
    assert dealt[0] == "A1052.K843.7.Q962"
    assert [len(text.replace("10", "T").replace(".", "")) for text in dealt] == [13] * 4
    assert 'value="Kept while dealing"' in answer.content.decode()
    answer = client.post(address, typed(do="swap", swap_one="N", swap_other="S"))
    assert hands(answer)[0] == "KQJ84.A6.KQ5.J73"
    assert hands(answer)[2] == "A1052.K843.7.Q962"
    assert hands(client.post(address, typed(do="clear"))) == [""] * 4
    assert client.post(address, typed(do="swap", swap_one="x")).status_code == 200
    assert content_of(pack) == PACK


def test_deals_are_ordered_turned_and_deleted_by_forms(client: Client, pack: Pack):
    act = reverse("pack_deal_act", args=[pack.id, 1])
    client.post(act, {"do": "down", "was": FULL_DEAL.mark})
    assert content_of(pack).deals == (OTHER_DEAL, FULL_DEAL)
    client.post(act, {"do": "copy", "was": OTHER_DEAL.mark})
    asked = client.post(act, {"do": "delete", "was": OTHER_DEAL.mark})
    assert asked.status_code == 200
    assert len(content_of(pack).deals) == 3
    client.post(act, {"do": "delete", "was": OTHER_DEAL.mark, "sure": "1"})
    assert content_of(pack).deals == (OTHER_DEAL, FULL_DEAL)
    told = client.post(act, {"do": "up", "was": FULL_DEAL.mark}, follow=True).content.decode()
    assert "changed in another window" in told
    assert client.post(act, {"do": "burn"}).status_code == 400
    assert client.post(reverse("pack_deal_act", args=[pack.id, 9]), {"do": "delete"}).status_code == 404
    client.post(reverse("pack_turn", args=[pack.id]), {"seat": "N", "number": ""})
    rules = pack_rules({})
    assert {declarers(deal.board(1), rules) for deal in content_of(pack).deals} == {(Seat.N,)}
    for wrong in ({"seat": "X", "number": ""}, {"seat": "N", "number": "two"}):
        assert client.post(reverse("pack_turn", args=[pack.id]), wrong).status_code == 400


def test_a_pack_is_described_copied_and_deleted(client: Client, pack: Pack):
    address = reverse("pack", args=[pack.id])
    client.post(address, {"title": "Winners", "goals": "Count them", "rules": ""})
    assert content_of(pack).title == {"fr": "Les levées", "en": "Winners"}
    assert client.post(address, {"title": "x", "rules": "bridge"}).status_code == 422
    client.post(reverse("pack_copy", args=[pack.id]))
    copy = Pack.objects.exclude(id=pack.id).get()
    assert content_of(copy).deals == PACK.deals
    assert content_of(copy).title["en"] == "Copy of Winners"
    gone = reverse("pack_delete", args=[pack.id])
    assert client.get(gone).status_code == 200
    assert Pack.objects.filter(id=pack.id).exists()
    client.post(gone)
    assert list(Pack.objects.all()) == [copy]


def test_rules_of_its_own_stay_with_a_pack(client: Client, teacher: User):
    rules = {**PRESETS["four_deals"].to_dict(), "trump_minimum": "eight", "hints": True}
    pack = packs.pack_add(user=teacher, content=replace(PACK, rules=rules))
    client.post(reverse("pack", args=[pack.id]), {"title": "x", "rules": "kept"})
    assert content_of(pack).rules == rules


# --- files ---------------------------------------------------------------------------------------------


def upload(client: Client, data: bytes) -> HttpResponse:
    return client.post(reverse("pack_open"), {"file": SimpleUploadedFile("pack.json", data)})


def test_a_pack_is_handed_to_a_colleague(client: Client, pack: Pack):
    answer = client.get(reverse("pack_file", args=[pack.id, "json"]))
    assert 'filename="tricks-pack.json"' in answer["Content-Disposition"]
    other = account("Tom", is_adult=True)
    assert upload(reader(other), answer.content).status_code == 302
    assert content_of(Pack.objects.get(owner=other)) == PACK


def test_of_a_file_with_a_fault_nothing_is_kept(client: Client):
    data = json.loads(pack_written(PACK))
    data["deals"][1]["contract"] = "8C"
    answer = upload(client, json.dumps(data).encode())
    assert answer.status_code == 422
    assert "Deal 2" in answer.content.decode()
    assert upload(client, b"x" * 600_000).status_code == 422
    assert client.post(reverse("pack_open")).status_code == 400
    assert not Pack.objects.exists()


def test_cards_of_a_pbn_file_come_in_and_go_out_the_same(client: Client, teacher: User):
    pack = packs.pack_add(user=teacher, content=PackContent(title={"en": "Evening"}))
    data = (FILES / "evening.pbn").read_bytes()
    answer = client.post(
        reverse("pack_files", args=[pack.id]), {"files": [SimpleUploadedFile("evening.pbn", data)]}
    )
    assert answer.status_code == 200
    chosen = [row.text for _record, row in answer.context["found"] if row]
    assert client.post(reverse("pack_take", args=[pack.id]), {"deal": chosen}).status_code == 302
    known = [record for record in read_pbn(data).records if record.deal and record.deal.whole]
    out = client.get(reverse("pack_file", args=[pack.id, "pbn"])).content
    assert [(str(one.deal), one.dealer, one.vulnerability) for one in read_pbn(out).records] == [
        (str(one.deal), one.dealer, one.vulnerability) for one in known
    ]


def test_a_lin_file_is_read_and_a_fault_is_told_with_its_board(client: Client, pack: Pack):
    address = reverse("pack_files", args=[pack.id])
    lin = SimpleUploadedFile("claimed.lin", (FILES / "claimed.lin").read_bytes())
    assert [row is not None for _r, row in client.post(address, {"files": [lin]}).context["found"]] == [True]
    half = b'[Board "1"]\n[Dealer "N"]\n[Deal "N:AT52.K843.7.Q962 - - -"]\n'
    page = client.post(address, {"files": [SimpleUploadedFile("half.pbn", half)]}).content.decode()
    assert "Not all 52 cards are known" in page
    assert 'name="deal"' not in page
    assert client.post(address, {"files": [SimpleUploadedFile("x.pbn", b"nothing")]}).status_code == 422
    assert client.post(address).status_code == 400
    assert content_of(pack) == PACK


@pytest.mark.parametrize(
    "text", ["", "N|None", "N|None|N:AKQ", "Q|None|" + str(WORKED_DEAL), "a|b|c|d", "\0||"]
)
def test_only_whole_deals_are_taken(client: Client, pack: Pack, text: str):
    assert client.post(reverse("pack_take", args=[pack.id]), {"deal": [text]}).status_code == 400
    assert client.post(reverse("pack_take", args=[pack.id])).status_code == 400
    assert content_of(pack) == PACK


def test_packs_are_in_the_file_of_all_ones_data(client: Client, pack: Pack):
    cache.clear()
    archive = zipfile.ZipFile(io.BytesIO(client.get(reverse("my_data")).getvalue()))
    (name,) = [name for name in archive.namelist() if name.startswith("packs/")]
    assert pack_read(archive.read(name)) == PACK


# --- whose packs ---------------------------------------------------------------------------------------

DOORS: dict[str, Callable[[Client, int], HttpResponse]] = {
    "pack": lambda client, pack: client.get(reverse("pack", args=[pack])),
    "describe": lambda client, pack: client.post(
        reverse("pack", args=[pack]), {"title": "Mine", "rules": ""}
    ),
    "copy": lambda client, pack: client.post(reverse("pack_copy", args=[pack])),
    "delete": lambda client, pack: client.post(reverse("pack_delete", args=[pack])),
    "ask to delete": lambda client, pack: client.get(reverse("pack_delete", args=[pack])),
    "turn": lambda client, pack: client.post(reverse("pack_turn", args=[pack]), {"seat": "N", "number": ""}),
    "file": lambda client, pack: client.get(reverse("pack_file", args=[pack, "json"])),
    "pbn": lambda client, pack: client.get(reverse("pack_file", args=[pack, "pbn"])),
    "make": lambda client, pack: client.get(reverse("pack_make", args=[pack])),
    "make some": lambda client, pack: client.post(
        reverse("pack_make", args=[pack]), {"number": "1", "seed": "1"}
    ),
    "files": lambda client, pack: client.get(reverse("pack_files", args=[pack])),
    "take": lambda client, pack: client.post(
        reverse("pack_take", args=[pack]), {"deal": [f"N|None|{WORKED_DEAL}"]}
    ),
    "new deal": lambda client, pack: client.get(reverse("pack_deal_new", args=[pack])),
    "lay deal": lambda client, pack: client.post(reverse("pack_deal_new", args=[pack]), typed()),
    "deal": lambda client, pack: client.get(reverse("pack_deal", args=[pack, 1])),
    "edit": lambda client, pack: client.post(reverse("pack_deal", args=[pack, 1]), typed()),
    "act": lambda client, pack: client.post(
        reverse("pack_deal_act", args=[pack, 1]), {"do": "delete", "sure": "1", "was": FULL_DEAL.mark}
    ),
    "tricks": lambda client, pack: client.post(reverse("pack_tricks", args=[pack, 1])),
}


def assert_shut(client: Client, pack: Pack, status: int) -> None:
    cache.clear()
    for name, knock in DOORS.items():
        answer = knock(client, pack.id)
        assert answer.status_code == status, name
        for secret in ("Les levées", "Laissez", "AT52.", "A1052"):
            assert secret not in answer.content.decode(), name
    assert content_of(pack) == PACK
    assert Pack.objects.count() == 1


def test_a_colleague_does_not_see_a_pack_by_its_address(pack: Pack):
    assert_shut(reader(account("Tom", is_adult=True)), pack, 404)


def test_nor_does_whoever_runs_the_site_outside_the_admin(pack: Pack):
    assert_shut(reader(account("Root", is_adult=True, is_staff=True, is_superuser=True)), pack, 404)


def test_guests_keep_no_packs(pack: Pack):
    visitor = reader(guest("Gus"))
    assert_shut(visitor, pack, 404)
    assert visitor.get(reverse("packs")).status_code == 404
    assert visitor.post(reverse("pack_new"), {"title": "x", "rules": ""}).status_code == 404
    assert upload(visitor, pack_written(PACK).encode()).status_code == 404
    assert Pack.objects.count() == 1


def test_an_account_that_is_no_adults_is_told_why(pack: Pack):
    young = reader(account("Yann"))
    assert_shut(young, pack, 403)
    answer = young.get(reverse("packs"))
    assert answer.status_code == 403
    assert "for adults" in answer.content.decode()


def test_strangers_are_led_to_the_door(pack: Pack):
    assert_shut(reader(None), pack, 302)
    assert reader(None).get(reverse("packs")).url.startswith("/account/login/")


def test_a_pupil_sees_no_pack_not_even_that_of_the_lesson():
    room = LessonRoom(pupils=4, pack=PACK)
    pack = packs.pack_add(user=room.teacher, content=PACK)
    pupil = room.browser(room.pupils[0])
    assert_shut(pupil, pack, 404)
    assert pupil.get(reverse("packs")).status_code == 404
    assert upload(pupil, pack_written(PACK).encode()).status_code == 404


def test_no_number_is_too_large_for_the_database(client: Client):
    for number in (0, 10**15, 10**30):
        assert client.get(reverse("pack", args=[number])).status_code == 404


def test_no_file_of_another_kind(client: Client, pack: Pack):
    assert client.get(reverse("pack_file", args=[pack.id, "exe"])).status_code == 404


def test_the_admin_lists_packs_without_their_deals(pack: Pack):
    admin = account("Root", is_staff=True, is_superuser=True)
    browser = reader(admin)
    for address in (
        reverse("admin:tables_pack_changelist"),
        reverse("admin:tables_pack_change", args=[pack.id]),
    ):
        page = browser.get(address).content.decode()
        assert "Les levées" in page
        assert "AT52." not in page


def test_a_pack_in_french_shows_what_is_said_in_english_alone(pack: Pack, teacher: User):
    browser = Client(headers={"accept-language": "fr"})
    browser.force_login(teacher)
    page = browser.get(reverse("pack_deal", args=[pack.id, 1])).content.decode()
    assert 'placeholder="The last one."' in page
    assert "RDV84.A6.RD5.V73" in page
