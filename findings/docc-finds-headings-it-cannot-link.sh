#!/usr/bin/env bash
# DocC of Swift 6.3.1: a link to a heading of an article in another archive is resolved, and refused because there is nothing to show.
#
# Behavior: an archive that others depend on (--dependency, with --enable-experimental-external-link-support) lists its pages with titles and
# abstracts in linkable-entities.json, and its headings only in link-hierarchy.json. So DocC tells a heading that exists from one that does not,
# and then has no title for the one that exists: "Resolved '…#…' but don't have any content to display for it". The text of a Markdown link
# does not help, and within one archive the same link works. A link to the article works.
# Output seen: article: status 0; heading: "Resolved '/documentation/One/Guide#A-first-step' but don't have any content to display for it."; a
# heading that is not there: "'No-such-heading' doesn't exist at '/One/Guide'".
# Source: run here, with the docc of the toolchain. Articles and symbols of other archives are documented as targets; headings are not mentioned.
# What to do: link to the article, and name the heading in the sentence.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cd "$place"
swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*'
mkdir One.docc Two.docc
page() { printf '# %s\n\n@Metadata {\n    @TechnologyRoot\n}\n\n%s\n' "$1" "$2"; }
page One $'The first.\n\nSee <doc:Guide#A-first-step>.' >One.docc/One.md
printf '# Guide\n\nAn article.\n\n## A first step\n\nText.\n' >One.docc/Guide.md

# convert NAME OPTION...: makes the archive of a catalog.
convert() {
    docc convert "$1.docc" --fallback-display-name "$1" --fallback-bundle-identifier "$1" --warnings-as-errors \
        --enable-experimental-external-link-support --output-path "$1.doccarchive" "${@:2}" 2>&1
}
convert One

# try LINK: what DocC says of a page of another archive with the link.
try() {
    page Two "See $1 here." >Two.docc/Two.md
    local status=0
    convert Two --dependency One.doccarchive >log || status=$?
    echo "$1: $(sed -n 's/^error: //p' log)"
    [ "$status" -eq 0 ] && echo "status 0" || echo "an error"
}
for link in '<doc:/One/Guide>' '<doc:/One/Guide#A-first-step>' '[the step](doc:/One/Guide#A-first-step)' '<doc:/One/Guide#No-such-heading>'; do
    try "$link"
done | tee seen
diff - seen <<'SEEN'
<doc:/One/Guide>: 
status 0
<doc:/One/Guide#A-first-step>: Resolved '/documentation/One/Guide#A-first-step' but don't have any content to display for it.
an error
[the step](doc:/One/Guide#A-first-step): Resolved '/documentation/One/Guide#A-first-step' but don't have any content to display for it.
an error
<doc:/One/Guide#No-such-heading>: 'No-such-heading' doesn't exist at '/One/Guide'
an error
SEEN
grep -q 'A-first-step' One.doccarchive/link-hierarchy.json && ! grep -q 'A-first-step' One.doccarchive/linkable-entities.json
