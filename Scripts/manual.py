#!/usr/bin/env python3
"""Makes the man page of waybill from its own description: waybill --experimental-dump-help | Scripts/manual.py VERSION"""

import json
import sys


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def paragraphs(text):
    """Indented lines keep their layout."""
    lines, literal = [], False
    for line in (text or "").split("\n"):
        if line.startswith("  ") != literal:
            literal = not literal
            lines.append(".nf" if literal else ".fi")
        lines.append(escaped(line) if line else ".PP")
    return lines + ([".fi"] if literal else [])


def name(option):
    return ("-" if option["kind"] == "short" else "--") + option["name"]


def argument(part):
    value = "<" + part.get("valueName", "value") + ">"
    if part["kind"] == "positional":
        title = value
    else:
        names = ", ".join(sorted((name(option) for option in part["names"]), key=len))
        title = names if part["kind"] == "flag" else f"{names} {value}"
    default = part.get("defaultValue")
    known = [f"(default: {default})"] if default else []
    known += ["(values: " + ", ".join(part["allValues"]) + ")"] if "allValues" in part else []
    text = " ".join([part.get("abstract", "")] + known)
    return [".TP", ".B " + escaped(title), escaped(text)]


def command(part, title):
    lines = [f".SH {title}", escaped(part.get("abstract", "")), ".PP"] + paragraphs(part.get("discussion"))
    for one in part.get("arguments", []):
        if one["shouldDisplay"]:
            lines += argument(one)
    return lines


def main():
    root = json.load(sys.stdin)["command"]
    lines = [
        f'.TH WAYBILL 1 "" "waybill {sys.argv[1]}" "User Commands"', ".SH NAME",
        "waybill \\- " + escaped(root["abstract"]), ".SH SYNOPSIS", ".B waybill", "<command> [<options>] [<paths>...]",
    ]
    lines += command(root, "DESCRIPTION")
    for part in root["subcommands"]:
        if part["shouldDisplay"] and part["commandName"] != "help":
            lines += command(part, "WAYBILL " + part["commandName"].upper())
    print("\n".join(lines))


if __name__ == "__main__":
    main()
