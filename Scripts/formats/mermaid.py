"""Has Mermaid itself read what `waybill graph --format mermaid` writes, with ordinary names and with hostile ones."""

import pathlib

import mermaidx

GRAPHS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Fixtures/graph"

for name in ["hostile", "reference"]:
    svg = mermaidx.render((GRAPHS / f"{name}.mmd").read_text()).svg()
    if "<svg" not in svg or "Syntax error" in svg:
        raise AssertionError(f"Mermaid does not draw {name}.mmd")
print("mermaid: 2 graphs are drawn by Mermaid")
