"""Fails unless standard input is a valid software bill of materials, of CycloneDX 1.6, in which every reference leads somewhere."""

import json
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

text = sys.stdin.read()
problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
if problem:
    sys.exit(f"the bill of materials is not valid: {str(problem).splitlines()[0]}")
bom = json.loads(text)
known = {bom["metadata"]["component"]["bom-ref"]} | {one["bom-ref"] for one in bom["components"]}
named = {one["ref"] for one in bom["dependencies"]} | {ref for one in bom["dependencies"] for ref in one["dependsOn"]}
if named - known or not bom["components"]:
    sys.exit(f"the bill of materials names unknown components: {sorted(named - known)}")
print(f"the bill of materials is valid: {len(bom['components'])} components")
