"""Nobody reads a half-translated page: every text in code and templates is in the French catalogue."""

import os
import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from tables.management import translation_files
from tables.management.translation_files import (
    catalogs,
    compile_catalogs,
    is_whole,
    messages_in_code,
    refresh_catalog,
)

FRENCH = Path(settings.LOCALE_PATHS[0]) / "fr" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]")
TYPED_AS_IN_ENGLISH = re.compile(r"[^\u202f!?][!?]|[^\u202f];|[^\u00a0]:(?=\s|$)|«[^\u00a0]|[^\u00a0]»")
STRAIGHT_APOSTROPHE = re.compile(r"[^\W\d_]'[^\W\d_]")
HTML_TAG = re.compile(r"<[^>]*>")
HTML_ENTITY = re.compile(r"&\w+;")


@pytest.fixture(scope="module")
def french() -> polib.POFile:
    return polib.pofile(str(FRENCH))


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_every_text_of_the_code_is_in_the_catalogue_and_nothing_else(french):
    in_code = {(message.context, message.msgid) for message in messages_in_code()}
    in_catalogue = {(entry.msgctxt, entry.msgid) for entry in french if not entry.obsolete}
    assert in_code - in_catalogue == set(), "run `make messages`"
    assert in_catalogue - in_code == set(), "run `make messages`"


def test_every_plural_of_the_code_is_in_the_catalogue(french):
    plurals = {(entry.msgctxt, entry.msgid): entry.msgid_plural for entry in french}
    for message in messages_in_code():
        if message.plural:
            assert plurals[message.context, message.msgid] == message.plural


def test_nothing_is_untranslated_or_fuzzy(french):
    assert [entry.msgid for entry in french if not all(translations(entry))] == []
    assert [entry.msgid for entry in french.fuzzy_entries()] == []


def test_translations_use_the_placeholders_of_their_text(french):
    for entry in french:
        known = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        for text in translations(entry):
            assert set(PLACEHOLDER.findall(text)) <= known, entry.msgid
        if not entry.msgid_plural:
            assert set(PLACEHOLDER.findall(entry.msgstr)) == known, entry.msgid


def test_french_punctuation_keeps_its_no_break_spaces(french):
    for entry in french:
        for text in translations(entry):
            wrong = TYPED_AS_IN_ENGLISH.search(HTML_ENTITY.sub("", text))
            assert wrong is None, f"{wrong[0]!r} in {text!r}"


def test_french_apostrophes_are_curved(french):
    for entry in french:
        for text in translations(entry):
            assert not STRAIGHT_APOSTROPHE.search(HTML_TAG.sub("", text)), text


JUNIOR = [path for path in catalogs() if "_" in path.parent.parent.name]


def test_there_are_words_for_children_in_every_language():
    assert [path.parent.parent.name for path in JUNIOR] == ["en_Junior", "fr_Junior"]


@pytest.mark.parametrize("path", JUNIOR, ids=lambda path: path.parent.parent.name)
def test_words_for_children_are_texts_of_the_code_with_their_placeholders(french, path: Path):
    known = {(entry.msgctxt, entry.msgid) for entry in french}
    for entry in polib.pofile(str(path)):
        assert (entry.msgctxt, entry.msgid) in known, f"no text of the code any more: {entry.msgid!r}"
        assert entry.msgstr
        assert not entry.msgid_plural
        assert set(PLACEHOLDER.findall(entry.msgstr)) <= set(PLACEHOLDER.findall(entry.msgid))


def test_words_for_children_are_typed_as_french_and_say_tu():
    for entry in polib.pofile(str(JUNIOR[1])):
        wrong = TYPED_AS_IN_ENGLISH.search(entry.msgstr)
        assert wrong is None, f"{wrong[0]!r} in {entry.msgstr!r}"
        assert not STRAIGHT_APOSTROPHE.search(entry.msgstr)
        assert not re.search(r"\b([Vv]ous|[Vv]otre|[Vv]os)\b", entry.msgstr), entry.msgstr


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_children_are_not_told_otherwise_is_as_in_their_language(french, language: str):
    own = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(JUNIOR[language == "fr"]))}
    for entry in french:
        if (entry.msgctxt, entry.msgid) in own or entry.msgctxt or entry.msgid_plural:
            continue
        with translation.override(language):
            usual = gettext(entry.msgid)
        with translation.override(f"{language}-junior"):
            assert gettext(entry.msgid) == usual


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.fixture
def small_site(settings, tmp_path, monkeypatch):
    """A site of two files with one catalogue."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.setattr(translation_files, "SOURCE_FOLDERS", ("code",))
    write(
        tmp_path / "code" / "cards.py",
        'from x import gettext as _, ngettext, pgettext_lazy\n_("a card")\n_(variable)\n'
        'ngettext("%(n)d card", "%(n)d cards", 2)\npgettext_lazy("rank", "king")\n',
    )
    write(
        tmp_path / "code" / "page.html",
        '{% load i18n %}{% translate "it\'s you" %}\n'
        "{% blocktranslate count n=t %}1 trick{% plural %}{{ n }} tricks{% endblocktranslate %}\n"
        '{{ x|default:_("none") }}{% translate "king" context "chess" %}',
    )
    catalogue = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    write(
        catalogue,
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "a card"\nmsgstr "une carte"\n\nmsgid "gone"\nmsgstr "parti"\n',
    )
    return catalogue


def test_texts_are_found_in_python_and_in_templates(small_site):
    assert {(message.context, message.msgid, message.plural) for message in messages_in_code()} == {
        (None, "a card", ""),
        (None, "%(n)d card", "%(n)d cards"),
        ("rank", "king", ""),
        (None, "it's you", ""),
        (None, "1 trick", "%(n)s tricks"),
        (None, "none", ""),
        ("chess", "king", ""),
    }


def test_refreshing_keeps_translations_adds_new_texts_and_drops_old_ones(small_site):
    catalog = refresh_catalog(small_site, messages_in_code())
    assert catalog.find("a card").msgstr == "une carte"
    assert catalog.find("gone") is None
    assert catalog.find("%(n)d card").msgstr_plural == {0: "", 1: ""}
    catalog.save(str(small_site))
    assert refresh_catalog(small_site, messages_in_code()) == catalog


def test_catalogues_are_compiled_once(small_site):
    assert compile_catalogs() == [small_site]
    assert compile_catalogs() == []
    compiled = polib.mofile(str(small_site.with_suffix(".mo")))
    assert [entry.msgstr for entry in compiled] == ["une carte", "parti"]


def test_words_for_children_are_laid_over_those_of_their_language(small_site):
    children = small_site.parents[2] / "fr_Junior" / "LC_MESSAGES" / "django.po"
    write(
        children,
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "a card"\nmsgstr "une jolie carte"\n',
    )
    assert [is_whole(path) for path in catalogs()] == [True, False]
    assert compile_catalogs() == [small_site, children]
    said = {entry.msgid: entry.msgstr for entry in polib.mofile(str(children.with_suffix(".mo")))}
    assert said == {"a card": "une jolie carte", "gone": "parti"}
    assert compile_catalogs() == []
    later = children.with_suffix(".mo").stat().st_mtime + 10
    os.utime(small_site, (later, later))
    assert compile_catalogs() == [small_site, children]


def test_the_site_speaks_its_catalogue(french):
    with translation.override("fr"):
        for entry in french:
            if not entry.msgctxt and not entry.msgid_plural:
                assert gettext(entry.msgid) == entry.msgstr


def test_a_first_start_speaks_french(tmp_path: Path, settings) -> None:
    """On a fresh machine Django has looked for the catalogues before `serve` has compiled them."""
    for path in catalogs():
        fresh = tmp_path / path.relative_to(settings.LOCALE_PATHS[0])
        fresh.parent.mkdir(parents=True)
        fresh.write_bytes(path.read_bytes())
    settings.LOCALE_PATHS = [tmp_path]
    with translation.override("fr"):
        assert translation.gettext("My deals") == "My deals"
    compile_catalogs()
    with translation.override("fr"):
        assert translation.gettext("My deals") == "Mes donnes"
