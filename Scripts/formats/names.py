"""The formats of `waybill check`, as its help lists them."""

import re
import subprocess


def formats(waybill):
    help = subprocess.run([waybill, "check", "--help"], capture_output=True, text=True, check=True).stdout
    return re.search(r"--format <.*?\(values: (.*?)\)", " ".join(help.split()))[1].split(", ")
