"""A teacher opens a class, fills it, shares it, and nobody else gets in by any of its doors."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.classes import school_year_end
from accounts.models import Classroom, ClassTeacher, Pupil, User
from tables.models import Lesson, Table
from tables.qr import qr_svg
from tables.scene_reading import scene_now
from tables.services import classes, pupils
from tables.services.class_deletion import classes_hand_on, classes_purge

from .cast import account, reader, refused
from .lesson_room import LessonRoom
from .school import School, school

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> School:
    return school()


def soon(days: int = 100) -> date:
    return timezone.localdate() + timedelta(days=days)


# --- opening --------------------------------------------------------------------------------------


def test_any_adult_opens_a_class(here: School) -> None:
    client = reader(account("Ines", is_adult=True))
    assert "Open a class" in client.get(reverse("classes")).text
    assert client.get(reverse("class_new")).status_code == 200
    answer = client.post(reverse("class_new"), {"name": " CM2  A ", "expires": soon(), "junior": "on"})
    room = Classroom.objects.get(name="CM2 A")
    assert answer.url == reverse("classroom", args=[room.id])
    assert room.teachers.get().is_owner
    page = client.get(answer.url).text
    assert room.code in page and "Nobody is in this class yet" in page
    assert "CM2 A" in client.get(reverse("classes")).text


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "", "expires": "2030-01-01"},
        {"name": "   ", "expires": ""},
        {"name": "a" * 61},
        {"name": "a\x00b"},
        {"name": "A", "expires": "yesterday"},
        {"name": "A", "expires": "1999-01-01"},
        {"name": "A", "expires": "9999-12-31"},
    ],
)
def test_a_class_that_makes_no_sense_is_refused_with_a_sentence(here: School, fields: dict[str, str]) -> None:
    before = Classroom.objects.count()
    answer = reader(here.owner).post(reverse("class_new"), {"expires": soon(), **fields})
    assert answer.status_code == 422
    assert "errorlist" in answer.text
    assert Classroom.objects.count() == before


def test_who_is_no_adult_is_told_how_to_say_so(here: School) -> None:
    client = reader(here.minor)
    for page in (client.get(reverse("classes")), client.get(reverse("class_new"))):
        assert "I am an adult" in page.text
        assert reverse("preferences") in page.text
    answer = client.post(reverse("class_new"), {"name": "A", "expires": soon()})
    assert answer.status_code == 403
    refused(403, classes.class_new, user=here.minor, name="A", expires=soon(), junior=True)


def test_where_teachers_are_invited_others_open_none(here: School, settings) -> None:
    settings.TEACHERS_INVITED = True
    answer = reader(here.former).get(reverse("class_new"))
    assert answer.status_code == 403
    assert "teachers are invited" in answer.text
    User.objects.filter(pk=here.former.pk).update(may_teach=True)
    assert reader(here.former).get(reverse("class_new")).status_code == 200
    assert reader(here.owner).get(reverse("classroom", args=[here.classroom.id])).status_code == 200


def test_one_person_has_not_any_number_of_classes(here: School, monkeypatch) -> None:
    monkeypatch.setattr(classes, "MOST_CLASSES", 1)
    answer = reader(here.owner).post(reverse("class_new"), {"name": "A", "expires": soon()})
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("today", "end"),
    [
        (date(2026, 9, 1), date(2027, 7, 31)),
        (date(2027, 1, 10), date(2027, 7, 31)),
        (date(2027, 7, 1), date(2027, 7, 31)),
        (date(2027, 7, 2), date(2028, 7, 31)),
    ],
)
def test_a_class_ends_with_the_school_year(today: date, end: date) -> None:
    assert school_year_end(today) == end


def test_a_teacher_finds_the_classes_in_the_header_and_others_do_not(here: School) -> None:
    link = f'<a class="site-classes" href="{reverse("classes")}">My classes</a>'
    assert link in reader(here.owner).get("/rules/").text
    assert link not in reader(here.minor).get("/rules/").text
    assert link not in reader(here.former).get("/rules/").text
    assert reverse("classes") in reader(None).get("/").text


# --- pupils ---------------------------------------------------------------------------------------


def add(here: School, names: str):
    return reader(here.fellow).post(reverse("pupils_add", args=[here.classroom.id]), {"names": names})


def test_a_list_of_names_is_pasted(here: School) -> None:
    answer = add(here, "Émile\r\n\r\n  Farid  \nGina\n")
    assert answer.status_code == 302
    assert here.classroom.pupils.count() == 7
    page = reader(here.owner).get(reverse("classroom", args=[here.classroom.id])).text
    assert "Émile" in page and "Farid" in page and "7 pupils" in page


@pytest.mark.parametrize(
    ("names", "status"),
    [
        ("", 422),
        (" \n ", 422),
        ("Zoé\nzoe", 422),
        ("Zoé\nANA", 422),
        ("a" * 25, 422),
        ("Zoé\n\u202eeoZ", 422),
        ("\n".join(f"P{n}" for n in range(37)), 409),
        ("x\n" * 3000, 422),
    ],
)
def test_of_a_bad_list_nothing_is_stored(here: School, names: str, status: int) -> None:
    answer = add(here, names)
    assert answer.status_code == status
    assert "errorlist" in answer.text
    assert here.classroom.pupils.count() == 4


def test_forty_pupils_have_forty_codes(here: School) -> None:
    assert add(here, "\n".join(f"P{n}" for n in range(36))).status_code == 302
    assert len(set(here.classroom.pupils.values_list("pictures", flat=True))) == 40
    assert "Add pupils" not in reader(here.owner).get(reverse("classroom", args=[here.classroom.id])).text


def test_a_pupil_is_renamed_wherever_the_old_name_stood() -> None:
    room = LessonRoom(4)
    room.deal()
    row = Pupil.objects.get(user=room.pupils[0])
    url = reverse("pupil_rename", args=[room.classroom.id, row.id])
    assert room.browser(room.teacher).post(url, {"name": "Zora"}).status_code == 302
    names = {chair.name for chair in room.scene().chairs.values()}
    assert names == {"Zora", "Pupil 2", "Pupil 3", "Pupil 4"}
    assert not room.pupils[0].record_players.exclude(name="Zora").exists()
    assert room.browser(room.teacher).post(url, {"name": "PUPIL 2"}).status_code == 422
    assert room.browser(room.teacher).post(url, {"name": ""}).status_code == 422


def test_a_new_card_shuts_out_who_came_in_by_the_old_one(here: School) -> None:
    row = here.pupils[0]
    tablet = reader(row.user)
    assert tablet.get(reverse("preferences")).context["user"].pk == row.user_id
    url = reverse("card_renew", args=[here.classroom.id, row.id])
    assert reader(here.fellow).post(url).status_code == 302
    new = Pupil.objects.get(id=row.id)
    assert new.key != row.key
    assert not tablet.get(reverse("preferences")).context["user"].is_authenticated
    assert reader(None).get(reverse("card", args=[row.key])).status_code == 404
    assert reader(None).get(reverse("card", args=[new.key])).status_code == 200


def test_a_pupil_is_taken_out_after_a_question(here: School) -> None:
    row = here.pupils[0]
    url = reverse("pupil_delete", args=[here.classroom.id, row.id])
    assert "Take Ana out" in reader(here.fellow).get(url).text
    assert Pupil.objects.filter(id=row.id).exists()
    assert reader(here.fellow).post(url).status_code == 302
    assert not User.objects.filter(pk=row.user_id).exists()
    assert here.classroom.pupils.count() == 3


def test_in_a_lesson_a_robot_takes_the_place_of_a_pupil_who_is_taken_out() -> None:
    room = LessonRoom(4)
    room.deal()
    row = Pupil.objects.get(user=room.pupils[0])
    pupils.pupil_delete(pupil=row)
    chairs = room.scene().chairs
    assert all(chairs.values())
    assert sum(chair.is_bot for chair in chairs.values()) == 1
    assert not room.table().closed


# --- teachers -------------------------------------------------------------------------------------


def invite(here: School) -> str:
    classes.invitation_make(classroom=here.classroom)
    here.classroom.refresh_from_db()
    return reverse("class_invited", args=[here.classroom.invitation])


def test_a_colleague_comes_by_an_invitation(here: School) -> None:
    url = invite(here)
    client = reader(here.former)
    assert "6e B" in client.get(url).text
    assert not ClassTeacher.objects.filter(user=here.former).exists()
    assert client.post(url).url == reverse("classroom", args=[here.classroom.id])
    assert client.get(reverse("classroom", args=[here.classroom.id])).status_code == 200
    assert client.post(url).status_code == 302
    assert ClassTeacher.objects.filter(user=here.former).count() == 1


def test_an_invitation_is_for_adults_with_an_account(here: School) -> None:
    url = invite(here)
    assert "Only adults" in reader(here.minor).get(url).text
    assert reader(here.minor).post(url).status_code == 403
    assert reader(here.guest).post(url).status_code == 302
    assert reader(here.pupils[0].user).post(url).status_code == 404
    assert reader(None).post(url).url.startswith(reverse("account_login"))
    assert here.classroom.teachers.count() == 2


def test_an_invitation_ends_by_itself_or_is_taken_back(here: School) -> None:
    url = invite(here)
    Classroom.objects.update(invited_until=timezone.now() - timedelta(seconds=1))
    assert reader(here.former).get(url).status_code == 404
    assert reader(here.former).post(url).status_code == 404
    url = invite(here)
    reader(here.owner).post(reverse("class_invitation", args=[here.classroom.id]), {"take_back": "1"})
    assert reader(here.former).post(url).status_code == 404
    older, newer = invite(here), invite(here)
    assert reader(here.former).post(older).status_code == 404
    assert reader(here.former).post(newer).status_code == 302
    assert reader(here.former).post(reverse("class_invited", args=["None"])).status_code == 404


def test_who_is_removed_loses_everything_at_once() -> None:
    room = LessonRoom(4)
    colleague = account("Colin", is_adult=True)
    classes.invitation_make(classroom=room.classroom)
    room.classroom.refresh_from_db()
    classes.invitation_accept(key=room.classroom.invitation, user=colleague)
    client, table = room.browser(colleague), f"/t/{room.table().code}/"
    assert client.get(table).status_code == 200
    url = reverse("teacher_remove", args=[room.classroom.id, colleague.pk])
    assert client.post(url).status_code == 403
    assert room.browser(room.teacher).post(url).status_code == 302
    assert client.get(table).status_code == 404
    assert client.get(reverse("classroom", args=[room.classroom.id])).status_code == 404
    assert room.browser(room.teacher).post(url).status_code == 404


def test_what_a_former_owner_began_is_not_his_any_more() -> None:
    room = LessonRoom(4)
    heir = account("Hugo", is_adult=True)
    ClassTeacher.objects.create(classroom=room.classroom, user=heir)
    url = reverse("owner_change", args=[room.classroom.id, heir.pk])
    client = room.browser(room.teacher)
    assert "Hugo" in client.get(url).text
    assert not ClassTeacher.objects.get(user=heir).is_owner
    assert client.post(url).status_code == 302
    assert ClassTeacher.objects.get(user=heir).is_owner
    assert client.post(url).status_code == 403
    leave = reverse("class_leave", args=[room.classroom.id])
    assert client.get(leave).status_code == 200
    assert client.post(leave).status_code == 302
    assert not Table.objects.filter(host=room.teacher).exists()
    assert Lesson.objects.get().teacher == heir
    scene = scene_now(room.table().id)
    assert scene is not None and not scene.is_host(room.teacher.id) and scene.is_teacher(heir.id)
    assert client.get(f"/t/{room.table().code}/").status_code == 404


def test_an_owner_hands_over_before_he_leaves(here: School) -> None:
    answer = reader(here.owner).post(reverse("class_leave", args=[here.classroom.id]))
    assert answer.status_code == 409
    assert ClassTeacher.objects.filter(user=here.owner).exists()
    stranger = reverse("owner_change", args=[here.classroom.id, here.neighbour.pk])
    assert reader(here.owner).post(stranger).status_code == 404


# --- every door, everybody ------------------------------------------------------------------------

SHARED = (
    "classroom",
    "class_set",
    "class_cards",
    "class_parents",
    "pupils_file",
    "pupils_add",
    "class_leave",
)
OF_A_PUPIL = ("pupil", "pupil_rename", "card_renew", "pupil_delete")
OWNERS = ("class_delete", "class_invitation")
OWNERS_OF_A_TEACHER = ("teacher_remove", "owner_change")


def addresses(here: School) -> dict[str, str]:
    room, row = here.classroom.id, here.pupils[0].id
    found = {name: reverse(name, args=[room]) for name in (*SHARED, *OWNERS)}
    found |= {name: reverse(name, args=[room, row]) for name in OF_A_PUPIL}
    return found | {name: reverse(name, args=[room, here.fellow.pk]) for name in OWNERS_OF_A_TEACHER}


def test_for_outsiders_no_door_of_a_class_exists(here: School) -> None:
    before = {name: list(model.objects.order_by("pk").values()) for name, model in watched().items()}
    for who, person in here.outsiders.items():
        client = reader(person)
        for name, address in addresses(here).items():
            found = {client.get(address).status_code, client.post(address, {"name": "X"}).status_code}
            assert found <= {404, 405} and 404 in found, (who, name, found)
    for address in addresses(here).values():
        for answer in (reader(None).get(address), reader(None).post(address)):
            assert answer.status_code == 405 or answer.url.startswith(reverse("account_login"))
    assert before == {name: list(model.objects.order_by("pk").values()) for name, model in watched().items()}


def watched() -> dict[str, type]:
    return {"classes": Classroom, "teachers": ClassTeacher, "pupils": Pupil}


def test_what_is_the_owners_is_refused_to_who_teaches_with_him(here: School) -> None:
    client, owner = reader(here.fellow), reader(here.owner)
    for name, address in addresses(here).items():
        found = {client.get(address).status_code, client.post(address, {"proof": "no"}).status_code}
        is_owners = name in (*OWNERS, *OWNERS_OF_A_TEACHER)
        assert (403 in found) == is_owners, (name, found)
        if name == "class_leave":
            ClassTeacher.objects.create(classroom=here.classroom, user=here.fellow)
        if name == "pupil_delete":
            assert found == {200, 302}
    assert owner.get(reverse("class_delete", args=[here.classroom.id])).status_code == 200


def test_a_pupil_of_another_class_is_not_reached_through_ones_own(here: School) -> None:
    for name in OF_A_PUPIL:
        address = reverse(name, args=[here.classroom.id, here.other_pupil.id])
        client = reader(here.owner)
        found = {client.get(address).status_code, client.post(address, {"name": "X"}).status_code}
        assert found <= {404, 405} and 404 in found
    cards = reader(here.owner).get(
        reverse("class_cards", args=[here.classroom.id]), {"pupil": here.other_pupil.id}
    )
    assert "Xavier" not in cards.text


def test_numbers_that_no_class_has_are_not_found(here: School) -> None:
    for number in (0, 10**15, 10**30):
        assert reader(here.owner).get(f"/classes/{number}/").status_code == 404
        assert reader(here.owner).get(f"/classes/{here.classroom.id}/pupils/{number}/").status_code == 404
        address = f"/classes/{here.classroom.id}/teachers/{number}/remove"
        assert reader(here.owner).post(address).status_code == 404


# --- papers and the end ---------------------------------------------------------------------------


def test_cards_carry_what_a_pupil_needs(here: School) -> None:
    address = reverse("class_cards", args=[here.classroom.id])
    page = reader(here.owner).get(address).text
    assert page.count('class="pupil-card"') == 4 and page.count('class="qr"') == 4
    for part in ("Ana", "Dina", here.classroom.code, "testserver/class"):
        assert part in page
    for row in here.pupils:
        assert qr_svg(f"http://testserver{reverse('card', args=[row.key])}") in page
    assert 'class="qr"' not in reader(here.owner).get(address, {"pictures": "1"}).text
    alone = reader(here.owner).get(address, {"pupil": here.pupils[1].id}).text
    assert "Bilal" in alone and "Ana" not in alone


def test_links_that_other_devices_cannot_follow_are_not_printed_unawares(here: School) -> None:
    address = reverse("class_cards", args=[here.classroom.id])
    assert "localhost" not in reader(here.owner).get(address).text
    assert (
        "only this computer understands"
        in reader(here.owner).get(address, headers={"host": "localhost"}).text
    )


def test_forty_cards_are_five_sheets(here: School) -> None:
    add(here, "\n".join(f"P{n}" for n in range(36)))
    page = reader(here.owner).get(reverse("class_cards", args=[here.classroom.id])).text
    assert page.count('class="card-sheet"') == 5


def test_the_list_of_pupils_is_no_formula_and_tells_no_key(here: School) -> None:
    add(here, "=1+1")
    answer = reader(here.owner).get(reverse("pupils_file", args=[here.classroom.id]))
    assert answer["Content-Type"].startswith("text/csv")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Pupil,Pictures"
    assert any(line.startswith("'=1+1,") for line in lines)
    assert len(lines) == 6
    assert not any(row.key in answer.text for row in here.pupils)


def test_parents_read_what_is_stored(here: School) -> None:
    public = reader(None).get(reverse("parents"))
    assert public.status_code == 200
    assert "What is stored" in public.text and "6e B" not in public.text
    page = reader(here.owner).get(reverse("class_parents", args=[here.classroom.id])).text
    assert "6e B" in page and "Odile" in page and "Colin" in page
    assert "Ana" not in page


def test_a_class_says_when_it_ends_soon(here: School) -> None:
    address = reverse("classroom", args=[here.classroom.id])
    assert "This class ends on" not in reader(here.owner).get(address).text
    Classroom.objects.update(expires=soon(30))
    assert "This class ends on" in reader(here.owner).get(address).text


def test_settings_are_changed_within_reason(here: School) -> None:
    address = reverse("class_set", args=[here.classroom.id])
    fields = {"name": "6e C", "expires": soon(400), "joining": "on"}
    assert reader(here.fellow).post(address, fields).status_code == 302
    room = Classroom.objects.get(id=here.classroom.id)
    assert (room.name, room.expires, room.junior, room.joining) == ("6e C", soon(400), False, True)
    assert reader(here.fellow).post(address, fields | {"expires": soon(401)}).status_code == 422
    assert reader(here.fellow).post(address, fields | {"expires": soon(-1)}).status_code == 422
    refused(422, classes.class_set, classroom=room, name="A", expires=soon(401), junior=True, joining=True)


def test_a_class_whose_day_is_over_is_nobodys_and_goes(here: School) -> None:
    Classroom.objects.filter(id=here.classroom.id).update(expires=soon(0))
    assert classes_purge() == 0
    assert reader(here.owner).get(reverse("classroom", args=[here.classroom.id])).status_code == 200
    Classroom.objects.filter(id=here.classroom.id).update(expires=soon(-1))
    assert reader(here.owner).get(reverse("classroom", args=[here.classroom.id])).status_code == 404
    assert "6e B" not in reader(here.owner).get(reverse("classes")).text
    assert reader(None).get(f"/class/{here.classroom.code}/").status_code == 404
    assert reader(None).get(reverse("card", args=[here.pupils[0].key])).status_code == 404
    assert classes_purge() == 1
    assert not User.objects.filter(pk=here.pupils[0].user_id).exists()
    assert User.objects.filter(pk=here.owner.pk).exists()


def test_when_a_teacher_deletes_his_account_the_class_is_the_next_ones(here: School) -> None:
    client = reader(here.owner)
    assert "You own the class 6e B" in client.get(reverse("account_delete")).text
    assert client.post(reverse("account_delete"), {"proof": "a long password"}).status_code == 302
    assert ClassTeacher.objects.get(classroom=here.classroom).user == here.fellow
    assert ClassTeacher.objects.get(classroom=here.classroom).is_owner
    classes_hand_on(here.fellow)
    assert not Classroom.objects.filter(id=here.classroom.id).exists()
    assert not Pupil.objects.filter(id=here.pupils[0].id).exists()


def test_a_class_that_nobody_teaches_goes_and_one_without_owner_gets_one(here: School) -> None:
    here.owner.delete()  # as the site's administrator may
    here.neighbour.delete()
    assert classes_purge() == 1
    assert Classroom.objects.get() == here.classroom
    assert ClassTeacher.objects.get().is_owner
