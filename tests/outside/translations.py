"""Reads translations with polib and translate-toolkit, and translates in them as a translator would.

`translations.py read FILE…` says what is in each file, one line of JSON a file.
`translations.py fill FILE` puts `[target language] source` into every unit without a translation, marks
it as translated, and saves the file with the library that read it.
"""

import json
import sys

import polib
from translate.storage import csvl10n, xliff2


def opened(name):
    if name.endswith(".po"):
        return polib.pofile(name, check_for_duplicates=True)
    store = xliff2.Xliff2File if name.endswith(".xlf") else csvl10n.csvfile
    with open(name, "rb") as file:
        return store.parsestring(file.read())


def units_of(name, store):
    if name.endswith(".po"):
        return [
            {
                "id": it.msgctxt,
                "source": it.msgid,
                "target": it.msgstr,
                "fuzzy": it.fuzzy,
                "previous": it.previous_msgid,
                "note": it.comment,
            }
            for it in store
        ]
    found = []
    for unit in store.units:
        if unit.isheader() or not unit.source:
            continue
        name_of, note = unit.getid(), unit.getnotes()
        if name.endswith(".xlf"):
            # What the library calls a unit is a segment of one.
            whole = unit.getunitelement()
            name_of = whole.get("id")
            note = "\n".join(it.text for it in whole.iter("{*}note"))
        found.append(
            {
                "id": name_of,
                "source": str(unit.source),
                "target": str(unit.target or ""),
                "fuzzy": unit.isfuzzy(),
                "note": note,
            }
        )
    return found


def language_of(name, store):
    if name.endswith(".po"):
        return store.metadata.get("Language")
    return store.gettargetlanguage() if name.endswith(".xlf") else None


def fill(name):
    store = opened(name)
    language = language_of(name, store) or "xx"
    if name.endswith(".po"):
        for entry in store.untranslated_entries():
            entry.msgstr = f"[{language}] {entry.msgid}"
        store.save(name)
        return
    for unit in store.units:
        if not unit.isheader() and unit.source and not unit.target:
            unit.target = f"[{language}] {unit.source}"
            if hasattr(unit, "marktranslated"):
                unit.marktranslated()
    with open(name, "wb") as file:
        store.serialize(file)


if sys.argv[1] == "fill":
    fill(sys.argv[2])
else:
    for name in sys.argv[2:]:
        store = opened(name)
        print(json.dumps({"language": language_of(name, store), "units": units_of(name, store)}))
