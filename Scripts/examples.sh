#!/usr/bin/env bash
# Builds and tests Examples/, a package of its own, and then uses SQLiteNotes as its how-to says: starts it, adds a note over HTTP,
# starts it again, and finds the note. What is built stays in .build/outside, as for Scripts/keys.sh and Scripts/tutorial.sh, so that
# the next of them has nothing of it to build.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/setup.sh sqlite
place="$PWD/.build/outside"
build=(--package-path "$(Scripts/outside.sh Examples)" --scratch-path "$place/build")

swift build --quiet --build-tests "${build[@]}"
swift test --quiet --skip-build --disable-xctest "${build[@]}"

fail() { echo "examples: $*" >&2; tail -20 "$place/log" >&2; exit 1; }
service="$(swift build --show-bin-path "${build[@]}")/SQLiteNotes"
rm -rf "$place/notes"
mkdir "$place/notes"
export DATABASE="$place/notes/notes.sqlite"
process=""
trap '[ -z "$process" ] || kill "$process" 2>/dev/null || true' EXIT

# start: sets `notes` to the URL of the notes.
start() {
    : >"$place/log"
    PORT=0 "$service" >"$place/log" 2>&1 &
    process=$!
    local end=$((SECONDS + 20)) port
    until port="$(sed -n "s/.*listening on [^ ]*:\([0-9][0-9]*\).*/\1/p" "$place/log")"; [ -n "$port" ]; do
        [ $SECONDS -lt $end ] && kill -0 "$process" || fail "it does not start"
        sleep 0.1
    done
    notes="http://127.0.0.1:$port/notes"
}
stop() {
    kill "$process"
    wait "$process" || fail "it does not end as it should"
    process=""
}
# shows BODY START: whether the body is a note, or a list with it; the order of the keys of JSON is random.
shows() { [[ "$1" == "$2"* && "$1" == *'"id":1'* && "$1" == *'"title":"Buy milk"'* ]]; }
# status URL OPTION...: the status of a response.
status() { curl -s -o /dev/null -w "%{http_code}" "$@"; }

start
shows "$(curl -s -d '{"title": "Buy milk"}' "$notes")" "{" || fail "it does not add a note"
[ "$(status "$notes" -d '{"text": "Buy milk"}')" = 400 ] || fail "it adds a note without a title"
[ "$(status "$notes/2")" = 404 ] || fail "it has a note that nobody added"
stop
start
shows "$(curl -s "$notes/1")" "{" || fail "the next start does not find the note"
shows "$(curl -s "$notes")" "[{" || fail "it does not list the note"
stop

DATABASE="$place/notes/broken.sqlite"
echo "This text is not a database." >"$DATABASE"
PORT=0 "$service" >"$place/log" 2>&1 &
process=$!
end=$((SECONDS + 20))
while kill -0 "$process" 2>/dev/null; do
    [ $SECONDS -lt $end ] || fail "it starts with a broken database"
    sleep 0.1
done
result=0
wait "$process" || result=$?
process=""
[ "$result" -eq 1 ] || fail "with a broken database it exits with $result"
grep -q "notes.yaml:7:.*error: shared module 'database' cannot be made" "$place/log" || fail "it does not name the broken database's module"
