"""Addresses of classes: their pupils, teachers, papers and doors."""

from django.urls import path

from accounts.doors import closed_to_pupils

from .views import class_doors, class_papers, class_teachers, classes, pupils

urlpatterns = [
    path("class/", class_doors.class_code, name="class_code"),
    path("class/<str:code>/", class_doors.class_join, name="class_join"),
    path("c/<slug:key>/", class_doors.card, name="card"),
    path("parents/", class_papers.parents, name="parents"),
    path("classes/", closed_to_pupils(classes.classes), name="classes"),
    path("classes/new", closed_to_pupils(classes.class_new), name="class_new"),
    path("classes/join/<slug:key>/", closed_to_pupils(class_teachers.class_invited), name="class_invited"),
    path("classes/<int:class_id>/", classes.classroom, name="classroom"),
    path("classes/<int:class_id>/settings", classes.class_set, name="class_set"),
    path("classes/<int:class_id>/delete", classes.class_delete, name="class_delete"),
    path("classes/<int:class_id>/cards", class_papers.cards, name="class_cards"),
    path("classes/<int:class_id>/parents/", class_papers.class_parents, name="class_parents"),
    path("classes/<int:class_id>/pupils.csv", class_papers.pupils_file, name="pupils_file"),
    path("classes/<int:class_id>/pupils", pupils.pupils_add, name="pupils_add"),
    path("classes/<int:class_id>/pupils/<int:pupil_id>/", pupils.pupil, name="pupil"),
    path("classes/<int:class_id>/pupils/<int:pupil_id>/rename", pupils.pupil_rename, name="pupil_rename"),
    path("classes/<int:class_id>/pupils/<int:pupil_id>/card", pupils.card_renew, name="card_renew"),
    path("classes/<int:class_id>/pupils/<int:pupil_id>/delete", pupils.pupil_delete, name="pupil_delete"),
    path("classes/<int:class_id>/invitation", class_teachers.invitation, name="class_invitation"),
    path("classes/<int:class_id>/leave", class_teachers.class_leave, name="class_leave"),
    path(
        "classes/<int:class_id>/teachers/<int:user_id>/remove",
        class_teachers.teacher_remove,
        name="teacher_remove",
    ),
    path(
        "classes/<int:class_id>/teachers/<int:user_id>/owner",
        class_teachers.owner_change,
        name="owner_change",
    ),
]
