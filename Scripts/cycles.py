#!/usr/bin/env python3
"""Fails where folders of one target use each other in a cycle: Scripts/cycles.py [SOURCES]

A folder uses another one where one of its files names a top-level type that only the other one declares. Members are left
out, because many types share their names. Each cycle is printed with the uses that make it, and the files that hold them.
"""
import collections
import pathlib
import re
import sys

# Cycles that Sources/Waybill/Waybill.docc/Architecture.md explains: by target, the folders that may use each other.
EXPLAINED: dict[str, set[str]] = {}

DECLARATION = re.compile(
    r"^((?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*)"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)",
    re.MULTILINE,
)


def code(text):
    """The text without comments, and of its strings only what they interpolate."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"//[^\n]*", "", text)

    def interpolated(match):
        return " ".join(re.findall(r"\\\((.*?)\)", match.group(0)))

    text = re.sub(r'"""(.*?)"""', interpolated, text, flags=re.DOTALL)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', interpolated, text)


def uses(target):
    """By folder and used folder: the names that are used, with their files."""
    files = {path: code(path.read_text(encoding="utf-8")) for path in sorted(target.rglob("*.swift"))}
    folder = {path: str(path.parent.relative_to(target)) for path in files}
    homes = collections.defaultdict(set)
    for path, text in files.items():
        for modifiers, name in DECLARATION.findall(text):
            if "private" not in modifiers:
                homes[name].add(folder[path])
    graph = collections.defaultdict(lambda: collections.defaultdict(list))
    for path, text in files.items():
        for name in sorted(set(re.findall(r"\b\w+\b", text))):
            if len(homes[name]) == 1 and folder[path] not in homes[name]:
                graph[folder[path]][min(homes[name])].append(f"{name} ({path.name})")
    return graph


def reachable(graph, start):
    found, open_folders = set(), [start]
    while open_folders:
        for other in graph.get(open_folders.pop(), ()):
            if other not in found:
                found.add(other)
                open_folders.append(other)
    return found


def cycles(graph):
    """The sets of folders that reach each other."""
    reach = {folder: reachable(graph, folder) for folder in list(graph)}
    groups = {
        frozenset(other for other in reach[folder] if folder in reach.get(other, ()))
        for folder in reach
        if folder in reach[folder]
    }
    return sorted(map(sorted, groups))


def main():
    sources = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "Sources")
    failed = False
    for target in sorted(path for path in sources.iterdir() if path.is_dir()):
        graph = uses(target)
        for cycle in cycles(graph):
            if set(cycle) <= EXPLAINED.get(target.name, set()):
                continue
            failed = True
            print(f"{target.name}: these folders use each other in a cycle: {', '.join(cycle)}")
            for folder in cycle:
                for other in (other for other in cycle if graph[folder][other]):
                    print(f"    {folder} -> {other}: {', '.join(graph[folder][other][:8])}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
