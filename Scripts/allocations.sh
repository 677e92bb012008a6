#!/usr/bin/env bash
# Counts the allocations of lookups over the GitHub workload with 1,000 interceptors: there must be none. A control that
# allocates once a pass shows that the counter counts.
set -euo pipefail
cd "$(dirname "$0")/.."
build=(swift build --package-path Benchmarks -c release --product CallProbe)
"${build[@]}" >&2
passes=20
report="$("$("${build[@]}" --show-bin-path)/CallProbe" allocations $passes)"
control="$(sed -n 's/^control \([0-9]*\) .*/\1/p' <<<"$report")"
lookups="$(sed -n 's/^lookups \([0-9]*\) .*/\1/p' <<<"$report")"
[ "$control" -ge "$passes" ] || { echo "allocations: the control made $passes, the counter saw $control" >&2; exit 3; }
echo "allocations, 130 GitHub routes, 1,000 interceptors: $lookups in $((passes * 130)) lookups (goal 0)"
[ "$lookups" -eq 0 ]
