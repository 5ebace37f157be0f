"""Translations: found in the code, kept in .po files, compiled to .mo, without gettext on the machine."""

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real
from django.utils.translation.template import templatize

SOURCE_FOLDERS = ("accounts", "minibridge", "tables", "templates")
# What each function's leading arguments are; the lazy variants take the same.
MARKERS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_noop": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
}
STRING = r"""u?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
TEMPLATE_CALL = re.compile(rf"(?<!\w)({'|'.join(MARKERS)})\(((?:{STRING}\s*,?\s*)+)", re.DOTALL)


@dataclass(frozen=True)
class Message:
    """A text marked for translation, and the file that says it."""

    msgid: str
    source: str
    context: str | None = None
    plural: str = ""


def messages_in_code() -> list[Message]:
    """Every marked text of the site, in the order of the files."""
    found = []
    for folder in SOURCE_FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            source = path.relative_to(settings.BASE_DIR).as_posix()
            if path.suffix == ".py":
                calls = python_calls(path.read_text("utf-8"))
            elif path.suffix in (".html", ".txt", ".svg"):
                calls = template_calls(path.read_text("utf-8"))
            else:
                continue
            found += [message_of(marker, texts, source) for marker, texts in calls]
    return found


def python_calls(text: str) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
        marker = name.removesuffix("_lazy")
        if marker not in MARKERS:
            continue
        texts = [argument.value for argument in node.args if is_text(argument)]
        if len(texts) >= len(MARKERS[marker]):
            yield marker, texts


def is_text(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and isinstance(argument.value, str)


def template_calls(text: str) -> Iterator[tuple[str, list[str]]]:
    for marker, arguments in TEMPLATE_CALL.findall(templatize(text)):
        yield marker, [ast.literal_eval(string) for string in re.findall(STRING, arguments, re.DOTALL)]


def message_of(marker: str, texts: list[str], source: str) -> Message:
    return Message(source=source, **dict(zip(MARKERS[marker], texts, strict=False)))


def catalogs() -> list[Path]:
    return sorted(
        path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/*.po")
    )


def is_whole(po_path: Path) -> bool:
    """Whether a catalogue translates every text. The others hold only what must read otherwise: English than
    the code, and the words for children (``fr_Junior``) than their language.
    """
    return _language(po_path) != "en" and _plain_catalog(po_path) is None


def _language(po_path: Path) -> str:
    return po_path.parent.parent.name


def _plain_catalog(po_path: Path) -> Path | None:
    """The catalogue on which this one is built, if it is one of words for children."""
    plain, _, variant = _language(po_path).partition("_")
    return po_path.parents[2] / plain / "LC_MESSAGES" / po_path.name if variant else None


def catalog_read(po_path: Path) -> polib.POFile:
    """A catalogue with all that it says: that of children with the rest of their language."""
    own, plain = polib.pofile(str(po_path)), _plain_catalog(po_path)
    if plain is None:
        return own
    whole = polib.pofile(str(plain))
    entries = {(entry.msgctxt, entry.msgid): entry for entry in (*whole, *own)}
    whole.clear()
    whole.extend(entries.values())
    return whole


def compile_catalogs() -> list[Path]:
    """Compiles each .po whose .mo is missing or older; returns those compiled."""
    compiled = []
    for po_path in catalogs():
        mo_path = po_path.with_suffix(".mo")
        sources = [path for path in (po_path, _plain_catalog(po_path)) if path is not None]
        newest = max(path.stat().st_mtime for path in sources)
        if mo_path.exists() and mo_path.stat().st_mtime >= newest:
            continue
        # Another process may be reading the old file: the new one takes its place in one step.
        draft = mo_path.with_name(f"{mo_path.name}.{os.getpid()}")
        catalog_read(po_path).save_as_mofile(str(draft))
        draft.replace(mo_path)
        compiled.append(po_path)
    if compiled:
        _forget_loaded_catalogs()
    return compiled


def _forget_loaded_catalogs() -> None:
    """Lets Django read them anew: it loads a language once, and has done so by the time a command runs."""
    translation.deactivate()
    trans_real._translations.clear()
    trans_real._default = None


def refresh_catalog(po_path: Path, messages: list[Message]) -> polib.POFile:
    """The catalogue with exactly the messages of the code; what was translated stays translated."""
    old = polib.pofile(str(po_path))
    known = {(entry.msgctxt, entry.msgid): entry for entry in old}
    uses: dict[tuple[str | None, str], list[Message]] = {}
    for message in messages:
        uses.setdefault((message.context, message.msgid), []).append(message)
    fresh = polib.POFile(wrapwidth=100)
    fresh.header, fresh.metadata = old.header, old.metadata
    for key, same in uses.items():
        fresh.append(entry_of(same, known.get(key) or polib.POEntry()))
    return fresh


def entry_of(uses: list[Message], known: polib.POEntry) -> polib.POEntry:
    """One message with all the places that use it, and what is known of its translation."""
    plural = next((use.plural for use in uses if use.plural), "")
    return polib.POEntry(
        msgctxt=uses[0].context,
        msgid=uses[0].msgid,
        msgid_plural=plural,
        msgstr="" if plural else known.msgstr,
        msgstr_plural=(known.msgstr_plural or {0: known.msgstr, 1: ""}) if plural else {},
        tcomment=known.tcomment,
        occurrences=[(source, "") for source in dict.fromkeys(use.source for use in uses)],
        flags=["python-format"] if re.search(r"%\(\w+\)", uses[0].msgid) else [],
    )
