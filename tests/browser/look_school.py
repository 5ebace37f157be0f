"""The pictures of a class: its papers and doors, a lesson from the first chair to the certificates, packs."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Locator, expect

from tests.browser.camera import Arrive, Camera
from tests.browser.people import Player
from tests.browser.school import School, school_on
from tests.schoolmate import Schoolmate
from tests.server import ROOT, ServerProcess

NAMES = (
    "Adam", "Alice", "Chloé", "Emma", "Hugo", "Inès", "Jade", "Jules", "Karim", "Lina", "Louis", "Lucie",
    "Marie-Antoinette", "Maya", "Noé", "Rayan", "Zoé",
)  # fmt: skip
AT_A_TABLE = re.compile(r"/t/[A-Z0-9]{6}/$")
FILES = [ROOT / "tests" / "fixtures" / "imports" / name for name in ("evening.pbn", "claimed.lin")]
PATIENCE = 60  # seconds until a table has got where it is wanted


class Mate(Schoolmate):
    """A pupil without a screen who does so many things and then sits still."""

    most = 0

    def _action(self) -> dict[str, object] | None:
        action = super()._action() if self.most > 0 else None
        if action is not None:
            self.most -= 1
        return action

    def go(self, most: int = 60) -> None:
        self.drop()
        self.most = most
        self._acted = None
        self.sit_down()


def look_school(camera: Camera, arrive: Arrive, server: ServerProcess) -> None:
    school = school_on(server, *NAMES)
    teacher = arrive("Tilda")
    school.enter(teacher, 0)
    papers(camera, arrive, teacher, school)
    doors(camera, arrive, school)
    Lesson(camera, arrive, server, teacher, school).all()
    packs(camera, teacher)
    print(f"{teacher.language}: {camera.number} steps in {camera.folder}")


def papers(camera: Camera, arrive: Arrive, teacher: Player, school: School) -> None:
    """What a teacher does with a class outside of lessons, and what parents read."""
    page, home = teacher.page, f"/classes/{school.class_id}/"
    camera.take(teacher, "home of a teacher", "/")
    camera.take(teacher, "open a class", "/classes/new")
    camera.take(teacher, "my classes", "/classes/")
    camera.take(teacher, "class", home)
    page.locator(".class-add summary").click()
    camera.take(teacher, "add pupils")
    camera.take(teacher, "cards", f"{home}cards")
    camera.take(teacher, "cards with pictures only", f"{home}cards?pictures=1")
    camera.take(teacher, "for parents", f"{home}parents/")
    camera.take(arrive(""), "for parents of any class", "/parents/")
    teacher.open(home)
    page.locator(".pupil-list a").nth(12).click()
    camera.take(teacher, "one pupil")
    teacher.post(f"{home}invitation")
    camera.take(teacher, "invitation", home)
    invited = page.locator("#invitation").input_value()
    other = arrive("Marc")
    other.sign_up(f"marc-{other.language}")
    camera.take(other, "invited but no adult yet", "/" + invited.split("/", 3)[3])
    other.open("/preferences/")
    other.page.locator("#id_is_adult").check()
    other.page.locator(".save button").click()
    camera.take(other, "invited", "/" + invited.split("/", 3)[3])
    other.page.locator("main form button").first.click()
    camera.take(other, "class of two teachers")
    camera.take(other, "leave a class", f"{home}leave")
    teacher.open(home)
    page.locator('.teacher-list a[href*="/owner"]').click()
    camera.take(teacher, "hand over")
    camera.take(teacher, "delete a class", f"{home}delete")


def doors(camera: Camera, arrive: Arrive, school: School) -> None:
    """The ways in: the code of the class and four pictures, or a card."""
    pupil = arrive("")
    pupil.faults.expect("status of 422", "status of 404")
    camera.take(pupil, "home of nobody", "/")
    camera.take(pupil, "code of the class", "/class/")
    pupil.page.locator("#id_code").fill("ABCDEF")
    pupil.page.locator("main form button").first.click()
    camera.take(pupil, "no such class")
    camera.take(pupil, "pictures", f"/class/{school.code}/")
    pictures = school.pictures[0].split()
    wrong = [*pictures[:3], "moon" if pictures[3] != "moon" else "sun"]
    for number, name in enumerate(wrong):
        if number == 2:
            camera.take(pupil, "two pictures")
        pupil.page.locator(f'button[name="tap"][value="{name}"]').click()
    pupil.page.locator(".notice.error").wait_for()
    camera.take(pupil, "wrong pictures")
    for name in pictures:
        pupil.page.locator(f'button[name="tap"][value="{name}"]').click()
    pupil.page.wait_for_url("**/lesson/")
    camera.take(pupil, "pupil is in")
    camera.take(pupil, "home of a pupil", "/")
    camera.take(pupil, "pictures of somebody who is in", f"/class/{school.code}/")
    camera.take(arrive(""), "card", f"/c/{school.keys[12]}/")
    camera.take(arrive(""), "no such card", "/c/nosuchcardanywhere/")


class Lesson:
    """Four tables and a fifth pupil at one of them. Adam and Hugo have browsers, the others none."""

    def __init__(
        self, camera: Camera, arrive: Arrive, server: ServerProcess, teacher: Player, school: School
    ) -> None:
        self.camera, self.teacher, self.school = camera, teacher, school
        self.mates = [Mate(server) for _ in NAMES]
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda one: one[0].scan(one[1]), zip(self.mates, school.keys, strict=True)))
        self.pupils = {}
        for name in ("Adam", "Hugo", "Zoé"):
            self.pupils[name] = arrive(name)
            school.enter(self.pupils[name], NAMES.index(name) + 1)
        self.path = ""

    def all(self) -> None:
        self.begin()
        self.seating()
        self.questions()
        self.whispers()
        self.step_by_step()
        self.wall()
        self.control()
        self.results()
        self.partners()
        self.end()

    def at(self, page: str) -> str:
        return f"{self.path}{page}/"

    def press(self, path: str, **fields: str | int) -> None:
        """As on the pages of the teacher, whose forms carry how the lesson stood when they were drawn."""
        table = f'name="table" value="{fields["table"]}"' if "table" in fields else ""
        for page in ("wall", "steps", "seating"):
            text = self.teacher.context.request.get(self.teacher.site + self.at(page)).text()
            for form in re.findall(rf'<form[^>]*action="{self.path}{path}".*?</form>', text, re.DOTALL):
                seen = re.search(r'name="seen" value="([^"]*)"', form)
                if seen and table in form:
                    self.teacher.post(self.path + path, seen=seen[1], **fields)
                    return
        self.teacher.post(self.path + path, **fields)

    def table_of(self, name: str) -> str:
        return f"/t/{self.mates[NAMES.index(name)].go_to_table()}/"

    def shot(self, name: str, label: str) -> None:
        """The page of a pupil at his table."""
        self.camera.take(self.pupils[name], label, self.table_of(name))

    def tables(self) -> list[list[Mate]]:
        """Who sits together, in the order of the tables' codes on the wall."""
        together: dict[str, list[Mate]] = {}
        for mate in self.mates:
            together.setdefault(mate.go_to_table(), []).append(mate)
        return list(together.values())

    def play(self, mates: list[Mate], most: int = 60) -> None:
        for mate in mates:
            mate.go(most)

    def wait_finished(self, tables: int = 4) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.wall_text().count('is-finished"') < tables and time.monotonic() < deadline:
            time.sleep(0.3)

    def wall_text(self) -> str:
        return self.teacher.context.request.get(self.teacher.site + self.at("wall")).text()

    def begin(self) -> None:
        page = self.teacher.page
        self.camera.take(self.pupils["Adam"], "pupil waits for the lesson", "/lesson/")
        self.camera.take(self.teacher, "begin a lesson", f"/classes/{self.school.class_id}/lesson/new")
        page.locator('select[name="pack"]').select_option("site-declarer")
        page.locator(".lesson-more summary").click()
        page.locator('input[name="leftover"][value="fifth"]').check()
        page.locator("#seating-preview").get_by_text("Zoé").wait_for()
        self.camera.take(self.teacher, "rules robots and pace")
        page.locator(".lesson-go .primary").click()
        page.wait_for_url("**/wall/")
        self.path = page.url.removeprefix(self.teacher.site).removesuffix("wall/")
        self.camera.take(self.teacher, "wall before the deal")
        self.shot("Adam", "pupil at his table before the deal")

    def chair(self, place: str) -> Locator:
        return self.teacher.page.locator(f'[data-chair="{place}"]')

    def seating(self) -> None:
        page = self.teacher.page
        self.camera.take(self.teacher, "seating", self.at("seating"))
        moved = self.chair("2-N").get_attribute("data-name") or ""
        self.chair("2-N").click()
        self.camera.take(self.teacher, "a pupil is picked")
        self.chair("3-E").click()
        expect(self.chair("3-E")).to_contain_text(moved)
        self.chair("3-E").hover()
        page.mouse.down()
        self.chair("1-W").hover()
        self.camera.take(self.teacher, "a pupil is dragged")
        page.mouse.up()
        self.teacher.open(self.at("seating"))
        self.press("left", user=page.locator(".seating-people button").nth(3).get_attribute("value") or "")
        self.camera.take(self.teacher, "somebody has gone home", self.at("seating"))
        gone = page.locator(".seating-people .is-gone button")
        self.press("returned", user=gone.get_attribute("value") or "")
        self.press("rotate")
        self.camera.take(self.teacher, "seating after a change of partners", self.at("seating"))
        for name in ("Adam", "Zoé"):
            self.shot(name, f"moved {name}")

    def questions(self) -> None:
        self.press("pause", paused=1)
        self.press("deal")
        self.play(self.mates, 0)
        self.camera.take(self.teacher, "wall paused", self.at("wall"))
        self.shot("Adam", "paused with cards")
        self.press("stepwise", wanted=1)
        self.press("pause", paused=0)
        self.shot("Adam", "step by step cards only")
        self.camera.take(self.teacher, "questions", self.at("questions"))
        self.press("questions/ask", question=0)
        self.shot("Adam", "question points")
        for mate, answer in zip(self.mates[1:9], ("7", "12", "10", "10", "9", "13", "6", "11"), strict=True):
            mate.post(self.path + "answer", answer=answer)
        self.pupils["Adam"].post(self.path + "answer", answer=10)
        self.shot("Adam", "question answered")
        self.camera.take(self.teacher, "count of answers", self.at("questions"))
        self.camera.take(self.teacher, "answers with names", self.at("questions") + "?names")
        self.press("questions/stage", stage="closed")
        self.shot("Adam", "question closed")
        self.press("questions/stage", stage="told")
        self.shot("Adam", "question told")
        self.press("questions/ask", question=1)
        self.shot("Adam", "question declarer")

    def whispers(self) -> None:
        text = "Regarde bien tes trèfles : combien en as-tu, et qui a l’as ?"
        if self.teacher.language == "en":
            text = "Look at your clubs: how many have you, and who has the ace?"
        self.press("whisper", text=text)
        self.shot("Adam", "question and whisper")
        self.press("questions/ask", question="")
        self.shot("Adam", "whisper")
        self.press("note", shown=1)
        self.shot("Adam", "whisper and note")
        self.press("note", shown=0)
        self.camera.take(self.pupils["Hugo"], "pupil home in a lesson", "/")

    def step_by_step(self) -> None:
        """Points, then dummy and the contract, then the play."""
        adam = self.pupils["Adam"]
        adam.open(self.table_of("Adam"))
        for button in adam.page.locator("#lesson-bar .bar-whisper button").all():
            button.click()
        page = self.teacher.page
        self.camera.take(self.teacher, "steps before the points", self.at("steps"))
        for number in range(1, 4):
            self.teacher.open(self.at("steps"))
            if not page.locator("#next-step").count():
                break
            page.locator("#next-step").click()
            self.shot("Adam", f"step {number} for a pupil")
            if number == 1:
                self.camera.take(self.teacher, "wall with steps", self.at("wall"))
            self.play(self.mates, 1)
            time.sleep(2)
            self.shot("Adam", f"step {number} done")
            self.camera.take(self.teacher, f"steps after {number}", self.at("steps"))
        self.press("stepwise", wanted=0)

    def wall(self) -> None:
        page, tables = self.teacher.page, self.tables()
        self.play(tables[1])
        self.play(tables[2], 5)
        self.play(tables[3], 2)
        time.sleep(3)
        tables[2][1].post("/lesson/hand")
        tables[2][2].drop()
        adam = self.pupils["Adam"]
        adam.open(self.table_of("Adam"))
        adam.post("/lesson/hand")
        self.shot("Adam", "hand up")
        time.sleep(5)
        self.camera.take(self.teacher, "wall in play", self.at("wall"))
        page.locator("#talk summary").click()
        self.camera.take(self.teacher, "wall speaking")
        self.camera.take(self.teacher, "wall by number", self.at("wall") + "?order=number")
        self.camera.take(self.teacher, "wall for the projector", self.at("wall") + "?hands=hidden")
        self.teacher.open(self.at("wall"))
        page.locator(".wall-card").first.click()
        self.camera.take(self.teacher, "wall pointing")
        self.teacher.open(self.at("wall"))
        code = self.table_of("Adam")
        page.locator(f'.wall-table:has(a[href="{code}"]) .wall-card').first.click()
        page.locator("#to-point .primary").click()
        page.locator("#wall-alert").wait_for()
        self.camera.take(self.teacher, "wall pointed")
        self.shot("Adam", "a card is pointed at")
        self.camera.take(self.teacher, "teacher looks on", code)
        page.locator(".look-on-talk summary").click()
        self.camera.take(self.teacher, "teacher looks on and speaks")

    def control(self) -> None:
        """One table, and all, held together, taken back and ended."""
        page = self.teacher.page
        self.camera.take(self.teacher, "table by table", self.at("steps"))
        page.locator(".lock-pop").evaluate_all("all => all.forEach((one) => (one.open = true))")
        self.camera.take(self.teacher, "table by table with all open")
        self.press("rewind", table=3, moment="trick")
        self.shot("Adam", "before a trick is taken back")
        self.press("rewind", moment="card")
        self.shot("Adam", "taken back by the teacher")
        self.press("pause", paused=1, table=1)
        self.camera.take(self.teacher, "one table paused", self.at("steps"))
        self.press("pause", paused=0, table=1)
        self.press("end-deal", table=4)
        self.camera.take(self.teacher, "a deal ended by the teacher", self.at("steps"))

    def results(self) -> None:
        """The first deal over, again with another contract, side by side; then two more."""
        self.camera.take(self.teacher, "no results yet", self.at("results"))
        self.play(self.mates)
        self.wait_finished()
        self.shot("Adam", "result held back or shown")
        self.press("show", table=2)
        self.camera.take(self.teacher, "wall with a table on every screen", self.at("wall"))
        self.camera.take(self.pupils["Adam"], "one table on every screen", "/lesson/screen/")
        self.press("show", table="")
        self.press("release", deal=1)
        self.shot("Adam", "result of the deal")
        self.camera.take(self.teacher, "wall finished", self.at("wall"))
        self.camera.take(self.teacher, "traveller", self.at("results"))
        self.teacher.open(self.at("steps"))
        self.teacher.page.locator("#again-contract").select_option(index=1)
        self.camera.take(self.teacher, "play it again with", self.at("steps"))
        self.press("deals/1/again", contract="3NT")
        self.shot("Adam", "the deal again with another trump")
        self.play(self.mates)
        self.wait_finished()
        self.press("release", deal=1)
        self.camera.take(self.teacher, "side by side", self.at("deals/1/sides"))
        self.teacher.page.locator("details summary").first.click()
        self.camera.take(self.teacher, "side by side trick by trick")
        self.camera.take(self.teacher, "traveller of a deal played twice", self.at("results"))
        for deal in (2, 3):
            self.press("deal")
            self.play(self.mates)
            self.wait_finished()
            self.press("release", deal=deal)
        self.camera.take(self.teacher, "travellers", self.at("results"))
        self.camera.take(self.teacher, "ranking", self.at("results") + "?tab=ranking")
        self.camera.take(
            self.teacher, "ranking by match points", self.at("results") + "?tab=ranking&order=percent"
        )
        self.camera.take(self.teacher, "teams", self.at("results") + "?tab=teams")
        self.camera.take(self.teacher, "results on the projector", self.path + "results/screen")
        self.camera.take(self.teacher, "results on paper", self.path + "results/print")
        self.press("results/show", shown="names")
        self.camera.take(self.pupils["Adam"], "results of a pupil", "/lesson/results/")

    def partners(self) -> None:
        """Between two deals."""
        self.camera.take(self.teacher, "wall between deals", self.at("wall"))
        self.shot("Hugo", "pupil between deals")
        self.press("rotate")
        self.shot("Hugo", "pupil after a change of partners")
        self.camera.take(self.teacher, "wall after a change of partners", self.at("wall"))

    def end(self) -> None:
        class_home = f"/classes/{self.school.class_id}/"
        for mate in self.mates:
            mate.drop()
        self.teacher.open(self.at("wall"))
        self.teacher.page.locator(".wall-more summary").click()
        self.camera.take(self.teacher, "wall with more to press")
        self.teacher.page.locator(".lesson-control .danger").click()
        self.camera.take(self.teacher, "end the lesson")
        self.press("end", sure=1)
        self.camera.take(self.teacher, "lesson over", self.path)
        self.camera.take(self.pupils["Adam"], "pupil after the lesson", "/lesson/")
        self.camera.take(self.teacher, "lessons of the class", f"{class_home}lessons/")
        self.camera.take(self.teacher, "skills", f"{class_home}skills/")
        self.camera.take(self.pupils["Adam"], "my skills", "/class/skills/")
        self.camera.take(self.teacher, "certificates", f"{class_home}certificates/")
        self.camera.take(self.teacher, "certificates for two", f"{class_home}certificates/?least=1")
        self.teacher.page.emulate_media(media="print")
        self.camera.take(self.teacher, "certificates printed")
        self.camera.take(self.teacher, "cards printed", f"{class_home}cards")
        self.camera.take(self.teacher, "results printed", self.path + "results/print")
        self.teacher.page.emulate_media(media="screen")


def packs(camera: Camera, teacher: Player) -> None:
    page = teacher.page
    camera.take(teacher, "packs", "/packs/")
    camera.take(teacher, "packs of the site", "/packs/shipped/")
    camera.take(teacher, "one pack of the site", "/packs/shipped/declarer/")
    teacher.post("/packs/shipped/declarer/take")
    camera.take(teacher, "packs with one", "/packs/")
    page.locator('h2 a[href^="/packs/"]').first.click()
    camera.take(teacher, "pack")
    pack = page.url.removeprefix(teacher.site)
    camera.take(teacher, "a deal of a pack", f"{pack}deals/1/")
    page.locator(".deal-form details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    camera.take(teacher, "a deal of a pack with all open")
    camera.take(teacher, "lay a deal by hand", f"{pack}deals/new")
    for card in ("SA", "HK"):
        page.locator(f'#deal-board [data-card="{card}"]').click()
    camera.take(teacher, "cards are picked")
    page.locator('.zone[data-zone="N"] .zone-name').click()
    page.locator('button[value="rest"]').click()
    camera.take(teacher, "a deal laid")
    camera.take(teacher, "deals by wish", f"{pack}make")
    page.locator('[name="declares"]').select_option("S")
    page.locator("#order-form details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    camera.take(teacher, "deals by wish with all open")
    page.locator("#order-form button.primary").click()
    page.locator("#found .made-list > li").first.wait_for()
    camera.take(teacher, "deals found by wish")
    camera.take(teacher, "deals from files", f"{pack}files")
    page.locator("main input[type=file]").set_input_files(FILES)
    page.locator("main form button.primary").first.click()
    camera.take(teacher, "deals of files to choose")
    camera.take(teacher, "delete a pack", f"{pack}delete")
    page.emulate_media(media="print")
    camera.take(teacher, "pack printed", pack)
    page.emulate_media(media="screen")
