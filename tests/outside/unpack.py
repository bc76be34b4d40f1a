"""Writes the parts of an archive, or the inflated streams of a PDF, into a folder.

Arguments: the file, the folder.
"""

import pathlib
import re
import sys
import zipfile
import zlib

source, folder = map(pathlib.Path, sys.argv[1:])
if zipfile.is_zipfile(source):
    zipfile.ZipFile(source).extractall(folder)
else:
    data = source.read_bytes()
    folder.mkdir(parents=True)
    (folder / "objects").write_bytes(data)
    for number, found in enumerate(re.finditer(rb"stream\r?\n", data)):
        try:
            inflated = zlib.decompressobj().decompress(data[found.end() :])
        except zlib.error:
            continue
        (folder / f"stream-{number}").write_bytes(inflated)
