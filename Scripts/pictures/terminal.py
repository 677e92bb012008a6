"""Runs a command in a terminal of a given width, and draws what is on the screen then as SVG."""

import fcntl
import html
import os
import pty
import struct
import subprocess
import sys
import termios

import pyte
from wcwidth import wcwidth

# Colors that can be read on white, after those of common terminals.
COLORS = {
    "red": "#c01c28", "brown": "#986801", "blue": "#1a5fb4", "cyan": "#0b7285", "green": "#26762b",
    "magenta": "#8a3ffc", "default": "#24292f",
}
CELL = (8.4, 18)
MARGIN = 12


def screen(command, folder, columns, color):
    """The lines of the screen, each a list of cells, once the command has ended."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", **({} if color else {"NO_COLOR": "1"})}
    process = subprocess.Popen(command, cwd=folder, stdin=writer, stdout=writer, stderr=writer, env=environment)
    os.close(writer)
    output = b""
    while True:
        try:
            chunk = os.read(reader, 65536)
        except OSError:
            break
        if not chunk:
            break
        output += chunk
    process.wait()
    terminal = pyte.Screen(columns, 400)
    pyte.Stream(terminal).feed(output.decode())
    lines = [[terminal.buffer[row][column] for column in range(columns)] for row in range(400)]
    while lines and not "".join(cell.data for cell in lines[-1]).strip():
        lines.pop()
    return lines


def runs(line):
    """Stretches of one style: their first column, their width, the text and the style."""
    found = []
    for column, cell in enumerate(line):
        if not cell.data:
            continue  # the right half of a wide character
        width = max(1, wcwidth(cell.data[0]))
        style = (cell.fg, cell.bold)
        if found and found[-1][3] == style and width == 1 and found[-1][4] == 1:
            found[-1] = (found[-1][0], found[-1][1] + 1, found[-1][2] + cell.data, style, 1)
        else:
            found.append((column, width, cell.data, style, width))
    return [(column, width, text, style) for column, width, text, style, _ in found if text.strip()]


def svg(lines, columns):
    width, height = columns * CELL[0] + 2 * MARGIN, len(lines) * CELL[1] + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="14" '
        f'xml:space="preserve">',
        f'<rect width="100%" height="100%" rx="6" fill="#fff" stroke="#d0d7de"/>',
    ]
    for row, line in enumerate(lines):
        for column, cells, text, (color, bold) in runs(line):
            lead = len(text) - len(text.lstrip(" "))
            text, column, cells = text.strip(" "), column + lead, len(text.strip(" ")) if cells == len(text) else cells
            x, y = MARGIN + column * CELL[0], MARGIN + row * CELL[1] + 13
            weight = ' font-weight="bold"' if bold else ""
            parts.append(
                f'<text x="{x:g}" y="{y:g}" textLength="{cells * CELL[0]:g}" fill="{COLORS.get(color, COLORS["default"])}"'
                f"{weight}>{html.escape(text, quote=False)}</text>"
            )
    return "\n".join(parts + ["</svg>", ""])


if __name__ == "__main__":
    output, columns, color, folder, *command = sys.argv[1:]
    with open(output, "w") as file:
        file.write(svg(screen(command, folder, int(columns), color == "color"), int(columns)))
