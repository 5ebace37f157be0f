"""``python -m tests.lesson_site``: a class in a lesson on a site of its own, for browsers and measurements.

Run with the site's environment, before or while it is served; prints what its visitors need to know.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from typing import Any

from tests.server import ROOT

NAMES = (
    "Lucie", "Karim", "Inès", "Noé", "Jade", "Adam", "Lina", "Hugo", "Zoé", "Tom", "Maya", "Louis", "Nour",
    "Jules", "Emma", "Sacha", "Alice", "Rayan", "Chloé", "Paul",
)  # fmt: skip


def lesson_made(tables: int, pupils: int, preset: str, cards: list[int], seed: int) -> dict[str, Any]:
    """A lesson dealt at so many tables; at each of them so many cards are played."""
    from datetime import timedelta

    from django.core.management import call_command
    from django.utils import timezone

    from accounts.classes import class_open, pupil_add
    from accounts.models import User
    from minibridge.engine import PRESETS, SEATS
    from tables.services.lessons import Party, lesson_deal, lesson_open

    call_command("migrate", interactive=False, verbosity=0)
    number = User.objects.count()
    teacher = User.objects.create_user(username=f"teacher{number}", display_name="Mme Blanc", is_adult=True)
    classroom = class_open(
        teacher=teacher, name="6e B", expires=timezone.localdate() + timedelta(days=90), junior=False
    )
    users = [
        pupil_add(
            classroom=classroom, name=f"{NAMES[i % 20]}{' ' + str(i // 20 + 1) if i >= 20 else ''}"
        ).user
        for i in range(pupils)
    ]
    parties = [Party(dict(zip(SEATS, users[4 * i : 4 * i + 4], strict=False))) for i in range(tables)]
    lesson = lesson_open(
        classroom=classroom,
        teacher=teacher,
        parties=parties,
        title="Les levées",
        pack=_pack(seed),
        rules=PRESETS[preset],
    )
    lesson_deal(lesson_id=lesson.id)
    rows = list(lesson.lesson_tables.select_related("table"))
    for row, most in zip(rows, cards, strict=False):
        _play(row.table, most, seed)
    return {
        "lesson": lesson.id,
        "teacher": _session(teacher),
        "tables": [
            {"code": row.table.code, "pupils": [_session(user) for user in users[4 * i : 4 * i + 4]]}
            for i, row in enumerate(rows)
        ],
        "users": [user.id for user in users],
        "deal": str(_pack(seed).deals[0].deal),
    }


def _pack(seed: int):
    """One deal that is not 20-20."""
    from minibridge.engine import PRESETS, Deal, Phase, Seat, start
    from tables.packs import PackContent, PackDeal

    rng = random.Random(seed)
    while True:
        deal = PackDeal(Deal.random(rng), dealer=Seat.N)
        if start(deal.board(1), PRESETS["four_deals"]).phase is not Phase.FINISHED:
            return PackContent({"fr": "Les levées"}, deals=(deal,))


def _play(table: Any, most: int, seed: int) -> None:
    from minibridge.engine import Phase, legal_actions
    from tables.models import Seating
    from tables.scene_reading import scene_now
    from tables.services.play import Submission, action_submit

    rng = random.Random(seed)
    while most > 0:
        scene = scene_now(table.id)
        assert scene is not None and scene.record is not None
        state = scene.record.state
        if state.phase is Phase.FINISHED or state.actor is None:
            return
        kinds = ("announce", "contract", "card")
        action = rng.choice([one for one in legal_actions(state) if one.kind in kinds])
        data = {"points": state.totals[state.actor]} if action.kind == "announce" else action.to_data()
        user = Seating.objects.get(table=table, seat=state.actor.value).user
        if user is None:
            return
        action_submit(
            table_id=table.id,
            user_id=user.id,
            submission=Submission(scene.record.id, state.n, f"p{state.n}", action.kind, data, None),
        )
        most -= 1


def _session(user: Any) -> str:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def lesson_on(environment: dict[str, str], **options: int | str) -> dict[str, Any]:
    """Run this module for a site with this environment; gives what it prints."""
    command = [sys.executable, "-m", "tests.lesson_site"]
    for name, value in options.items():
        command += [f"--{name}", str(value)]
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    if made.returncode:
        raise RuntimeError(f"the lesson was not made:\n{made.stderr.decode()}")
    return json.loads(made.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lesson_site", description=__doc__)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--pupils", type=int, default=20)
    parser.add_argument("--preset", default="four_deals")
    parser.add_argument("--cards", default="", help="how much is done at each table, as 5,0,12")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import django

    django.setup()
    cards = [int(text) for text in options.cards.split(",") if text]
    json.dump(lesson_made(options.tables, options.pupils, options.preset, cards, options.seed), sys.stdout)


if __name__ == "__main__":
    main()
