"""Checks a script against the grammar of Ren'Py, as far as stories use it: indentation, statements,
strings and their tags, jumps that lead somewhere, and every expression by Python's own parser."""

import ast
import random
import re
import sys
from types import SimpleNamespace

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
STRING = r'"(?:[^"\\]|\\.)*"'
TAGS = re.compile(r"\{\{|\{(/?)(b|i|s|a)(=[^{}]*)?\}")


def refuse(number, line, why):
    sys.exit(f"line {number}: {why}: {line!r}")


def check_string(number, line, text):
    value = ast.literal_eval(text)
    # Values of the script's own variables; brackets of prose are doubled.
    value = re.sub(r"(?<!\[)((?:\[\[)*)\[(?:v|value|variable)_[A-Za-z0-9_]+\]", r"\1", value)
    if re.search(r"(?<!\[)\[(?:\[\[)*(?!\[)", value):
        refuse(number, line, "a variable")
    open_tags = []
    for tag in re.finditer(r"\{\{|\{[^{}]*\}|\{", value):
        if tag.group() == "{{":
            continue
        known = TAGS.fullmatch(tag.group())
        if not known:
            refuse(number, line, f"unknown tag {tag.group()}")
        if not known.group(1):
            open_tags.append(known.group(2))
        elif not open_tags or open_tags.pop() != known.group(2):
            refuse(number, line, "tags that cross")
    if open_tags:
        refuse(number, line, "a tag without end")


def check_expression(number, line, text):
    try:
        ast.parse(text, mode="eval")
    except SyntaxError as error:
        refuse(number, line, f"no expression ({error})")


def check_functions(block):
    """Runs Python of the script with what it asks Ren'Py for; returns the names it defines."""
    around = {"renpy": SimpleNamespace(random=random), "visits": {1: 1}, "visit_numbers": {}}
    exec(compile(block, "init python", "exec"), around)
    numbers = {around["random_number"](3, 0.5) for _ in range(500)}
    if numbers != {1, 2, 3}:
        sys.exit(f"random numbers: {numbers}")
    of_visit = {around["visit_number"](1, 1, 1000000) for _ in range(20)}
    around["visits"][1] = 2
    if len(of_visit) != 1 or around["visit_number"](1, 1, 1000000) in of_visit:
        sys.exit(f"the numbers of a visit: {of_visit}")
    return {"random_number", "visit_number"}


labels, jumps, names, used = set(), [], {"visits"}, set()
with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
    lines = file.read().split("\n")
stack = [(0, "top")]
python = []
for number, line in enumerate(lines, 1):
    if python and (not line.strip() or line.startswith(" " * 4)):
        python.append(line)
        continue
    if python:
        names |= check_functions("if True:\n" + "\n".join(python[1:]))
        python = []
    if line == "init python:":
        python = [line]
        continue
    if not line.strip() or line.strip().startswith("#"):
        continue
    depth, rest = divmod(len(line) - len(line.lstrip(" ")), 4)
    statement = line.strip(" ")
    if rest or re.search(r"[\x00-\x1f\x7f]", statement):
        refuse(number, line, "odd indentation or characters")
    while stack[-1][0] > depth:
        stack.pop()
    if stack[-1][0] != depth:
        refuse(number, line, "unexpected indentation")
    inside = stack[-1][1]
    if inside == "top":
        if found := re.fullmatch(rf"label ({NAME}):", statement):
            if found.group(1) in labels:
                refuse(number, line, "a label twice")
            labels.add(found.group(1))
            stack.append((1, "block"))
        elif found := re.fullmatch(rf"define ({NAME}) = Character\(({STRING})\)", statement):
            names.add(found.group(1))
            check_string(number, line, found.group(2))
        elif found := re.fullmatch(rf"default ({NAME}) = (.+)", statement):
            names.add(found.group(1))
            check_expression(number, line, found.group(2))
        else:
            refuse(number, line, "no statement of the top")
    elif inside == "menu":
        found = re.fullmatch(rf"({STRING})(?: if (.+))?:", statement)
        if not found:
            refuse(number, line, "no choice")
        check_string(number, line, found.group(1))
        if found.group(2):
            check_expression(number, line, found.group(2))
            used |= {n.id for n in ast.walk(ast.parse(found.group(2))) if isinstance(n, ast.Name)}
        stack.append((depth + 1, "block"))
    elif found := re.fullmatch(rf"jump ({NAME})", statement):
        jumps.append((number, line, found.group(1)))
    elif statement == "menu:":
        stack.append((depth + 1, "menu"))
    elif statement in ("return", "pause", "pass"):
        pass
    elif found := re.fullmatch(r"(?:(?:el)?if (.+)|else):", statement):
        if found.group(1):
            check_expression(number, line, found.group(1))
            used |= {n.id for n in ast.walk(ast.parse(found.group(1))) if isinstance(n, ast.Name)}
        stack.append((depth + 1, "block"))
    elif statement.startswith("$ "):
        try:
            tree = ast.parse(statement[2:])
        except SyntaxError as error:
            refuse(number, line, f"no Python ({error})")
        found = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
        used |= {n.id for n in found}
        # The value of an expression, until it is shown.
        names |= {n.id for n in found if isinstance(n.ctx, ast.Store) and n.id.startswith("value_")}
    elif found := re.fullmatch(rf"(?:({NAME}) )?({STRING})", statement):
        if found.group(1):
            used.add(found.group(1))
        check_string(number, line, found.group(2))
    else:
        refuse(number, line, "no statement")
for number, line, label in jumps:
    if label not in labels:
        refuse(number, line, "a jump to nowhere")
if missing := used - names - {"bool", "str"}:
    sys.exit(f"names nobody defines: {missing}")
if "start" not in labels:
    sys.exit("no label start")
