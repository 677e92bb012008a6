#!/usr/bin/env bash
# The one gate. Without arguments every step except template runs; with arguments only those that are named, in that order.
#
#   format     the sources are formatted as .swift-format says
#   words      no source and no page uses a word that CONTRIBUTING.md bans
#   setup      Scripts/setup.sh says in one line what a bad machine lacks
#   build      the libraries, programs and tests build, and a warning is an error
#   test       the test suite; it prints failures and two summaries
#   properties the property suites with all their cases; the step test tries a quarter of them
#   walls      no folders of one target use each other in a cycle, readers of manifests have no regexes, the reference
#              service links neither the command's tools nor the views, and the command does not link the engine
#   manifests  Routes/ and those of the template and of Examples/ have no problems, are formatted and fully tested; the JSON
#              Schemas that waybill schema prints are current
#   digest     SHA-256 agrees with another implementation
#   formats    the reports of check and the files in Integrations/ are valid by the schemas of their readers; action.yml
#              and the jobs of Integrations/, run as their runners do, report what the command reports; the
#              documentation's pictures are current; the bill of materials of a release is valid
#   lsp        waybill lsp and waybill mcp serve clients from PyPI, and lsp Neovim and Emacs where they are installed
#   inspect    the page of the inspector works in Chromium, with keys alone, on a phone, and without a violation of accessibility
#   openapi    documents of others are imported, exported and imported again without a difference, a validator from PyPI
#              accepts the exports, and Docs/OpenAPIDocuments.md says what each import loses
#   fleet      the commands and the instances of a fleet, also as processes, work with real members of etcd, whatever is killed,
#              cut off, restored or wiped; the inspector shows them in Chromium;
#              "Ten instances, one set", followed word for word, prints what it shows
#   docs       the documentation becomes one site in .build/docs without a warning, and every link in it leads somewhere
#   template   Templates/Service builds, passes its tests, serves and reloads, as a package of its own
#   tutorial   the tutorial, the articles beside it and the README's experiment, followed word for word, print what they show
#   examples   the package in Examples/ builds, passes its tests, and SQLiteNotes keeps its notes over a restart
#   keys       a package of its own uses the build plugin, and each fault in it fails its build at the right line
#   benchmarks the benchmarks' own package builds
#   mounts     reloading survives changes of mounts, in namespaces of its own, if the system permits them
#   soak       a short soak of the reference service, as it was built for the tests
#   fuzzing    the package of the endless oracle and the fuzzing targets compiles
#   lookup     a lookup allocates nothing; it, canOpen, resolve, open and an HTTP request cost no more instructions than
#              are recorded
set -euo pipefail
cd "$(dirname "$0")/.."

step_format() {
    swift format lint --strict --recursive --parallel Package.swift Sources Tests Templates Examples \
        Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources
}

step_words() {
    python3 Scripts/words.py
}

step_setup() {
    Scripts/setup-faults.sh
}

# The product of the tests needs all that they run. `--build-tests` would build the key tool besides, as the plugin's and for the
# host: the table, the language and their proofs a second time. The steps manifests and keys build it where they use it.
step_build() {
    swift build --product waybillPackageTests
}

# Tests of running services measure time: they run after those that take all cores.
step_test() {
    # A crash shows its stack last, and nothing after it.
    export SWIFT_BACKTRACE=color=no,registers=none,images=none,threads=crashed,limit=48
    local services='^(WaybillReloadTests|WaybillHummingbirdTests|NotesServiceTests)\.'
    swift test --skip-build --quiet --disable-xctest --skip "$services"
    swift test --skip-build --quiet --disable-xctest --filter "$services"
}

step_properties() {
    WAYBILL_CASES=2000 swift test --skip-build --quiet --disable-xctest --filter "(Properties|Oracle[A-Za-z]*Tests)/"
}

# What is built stays in .build/outside, as for Scripts/template.sh.
step_walls() {
    Scripts/walls.sh
}

step_manifests() {
    swift build --product WaybillKeysTool
    check_keys Sources/NotesService/Keys/WaybillKeys.swift Routes
    check_keys Tests/WaybillTests/Readme/WaybillKeys.swift Tests/WaybillTests/Readme/Routes
    local waybill
    waybill="$(swift build --show-bin-path)/waybill"
    [ -x "$waybill" ] || swift build --product waybill
    local routes
    for routes in Routes Templates/Service/Routes Examples/Sources/SQLiteNotes/Routes; do
        "$waybill" check "$routes" --fail-on warning
        "$waybill" fmt --check "$routes" || { echo "run 'waybill fmt' on the files above" >&2; return 1; }
        "$waybill" test "$routes" --fail-under 100 --min-score 100
    done
    local kind
    for kind in manifest test-file config baseline plan traffic registry fleet; do
        "$waybill" schema --kind "$kind" | diff -u "Schemas/$kind.schema.json" - \
            || { echo "Schemas/$kind.schema.json is stale: run 'waybill schema --kind $kind > Schemas/$kind.schema.json'" >&2; return 1; }
    done
}

# The keys of targets of this package are in the repository, because a plugin in it would be built by everybody who uses it.
# check_keys FILE FOLDER: whether the file has the keys of the manifests.
check_keys() {
    "$(swift build --show-bin-path)/WaybillKeysTool" .build/WaybillKeys.swift "" "" "$2"
    diff -u "$1" .build/WaybillKeys.swift || { echo "$1 is stale: cp .build/WaybillKeys.swift $1" >&2; return 1; }
}

step_digest() {
    Scripts/sha256.sh
}

step_formats() {
    Scripts/formats.sh
}

step_lsp() {
    Scripts/lsp.sh
}

step_inspect() {
    Scripts/inspect.sh
}

step_openapi() {
    Scripts/openapi.sh
}

step_fleet() {
    Scripts/fleet.sh
    Scripts/inspect.sh fleet
    Scripts/ten-instances.sh
}

step_docs() {
    Scripts/docs.sh
}

step_benchmarks() {
    swift build --package-path Benchmarks -c release
}

# Fuzzing targets have no main: libFuzzer brings it, and only some toolchains bring libFuzzer.
step_fuzzing() {
    local package target
    package="$(Scripts/outside.sh Fuzzing)"
    for target in OracleRun FuzzURL FuzzPattern FuzzRegex FuzzManifest FuzzYAML; do
        swift build --package-path "$package" --scratch-path .build/outside/build --target "$target"
    done
}

step_template() {
    Scripts/template.sh
}

step_tutorial() {
    Scripts/tutorial.sh
}

step_examples() {
    Scripts/examples.sh
}

step_keys() {
    Scripts/keys.sh
}

step_mounts() {
    Scripts/mounts.sh
}

step_soak() {
    [ "$(uname)" = Linux ] || return 0
    # How fast a save is live is measured with a release build on a quiet machine.
    SERVICE="$(swift build --show-bin-path)/notes-service" WITHIN=20000 Scripts/soak.sh 8 30
}

step_lookup() {
    Scripts/allocations.sh
    if command -v valgrind >/dev/null; then Scripts/instructions.sh; fi
}

steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(format words setup build test properties walls mounts soak manifests digest formats lsp inspect openapi fleet docs keys tutorial examples benchmarks fuzzing lookup)

# A step that hangs would take the time of the whole gate and never be named.
if [ -z "${WAYBILL_STEP:-}" ] && command -v timeout >/dev/null; then
    for step in "${steps[@]}"; do
        result=0
        WAYBILL_STEP="$step" timeout --kill-after=10 1800 "Scripts/check.sh" "$step" || result=$?
        [ $result -ne 124 ] && [ $result -ne 137 ] || echo "$step did not end within 30 minutes" >&2
        [ $result -eq 0 ] || exit $result
    done
    exit
fi
for step in "${steps[@]}"; do
    echo "== $step"
    started=$SECONDS
    "step_$step"
    echo "== $step: $((SECONDS - started)) s"
done
