"""Reads a screenplay of Final Draft with screenplay-tools and prints its elements, as pairs of kind and text."""

import json
import sys

from screenplay_tools.fdx.parser import Parser

with open(sys.argv[1], encoding="utf-8") as file:
    script = Parser().parse(file.read())
print(json.dumps([[it.type.name, getattr(it, "text", None) or getattr(it, "name", "")] for it in script.elements]))
