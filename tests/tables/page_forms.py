"""The forms of a page as a browser would send them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """What one of its buttons sends, and where to."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)

    def presses(self) -> Iterator[tuple[str, dict[str, str]]]:
        for button in self.buttons:
            named = {button["name"]: button.get("value", "")} if button.get("name") else {}
            yield button.get("formaction", self.action), self.fields | named


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(found["action"])
            if found.get("method") == "post":
                self.forms.append(self.form)
        if self.form is None:
            return
        if tag == "input" and found.get("type") in ("hidden", "text"):
            self.form.fields[found["name"]] = found.get("value", "")
        elif tag == "select":
            self.select = found["name"]
        elif tag == "option" and self.select:
            self.form.fields.setdefault(self.select, found.get("value", ""))
        elif tag == "button" and found.get("type") != "button":
            self.form.buttons.append(found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        if tag == "select":
            self.select = ""


def forms_of(html: str) -> list[Form]:
    """The forms of a page that are posted."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms
