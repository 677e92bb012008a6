#!/usr/bin/env bash
# Uses Templates/Service as a new user does: copies it into an empty folder beside this checkout, builds it, runs its tests, starts
# it, asks for a page, edits a route, breaks a manifest, and checks its manifests. What is built stays in .build/outside, as for
# Scripts/keys.sh and Scripts/tutorial.sh, so that the next of them has nothing of it to build.
set -euo pipefail
cd "$(dirname "$0")/.."
checkout="$PWD"
place="$checkout/.build/outside"
scratch="$place/build"
waybill="$(swift build --show-bin-path)/waybill"
[ -x "$waybill" ] || swift build --product waybill

fail() { echo "template: $*" >&2; [ ! -f "$place/log" ] || tail -20 "$place/log" >&2; exit 1; }

mkdir -p "$place"
rm -rf "$place/notes" "$place/log"
# The manifest of the template says "../waybill", whatever the folder of this checkout is called.
ln -sfn "$checkout" "$place/waybill"
cp -R Templates/Service "$place/notes"
[ ! -f Package.resolved ] || cp Package.resolved "$place/notes/"
cd "$place/notes"

swift build --quiet --build-tests --scratch-path "$scratch"
swift test --quiet --skip-build --disable-xctest --scratch-path "$scratch"
"$waybill" check Routes --fail-on warning
"$waybill" test Routes

service="$(swift build --show-bin-path --scratch-path "$scratch")/Notes"
"$service" waybill check
"$service" waybill test
: >"$place/log"
PORT=0 "$service" >"$place/log" 2>&1 &
process=$!
trap "kill $process 2>/dev/null || true" EXIT

# eventually SECONDS COMMAND...: runs the command until it succeeds.
eventually() {
    local end=$((SECONDS + $1)); shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}
listens() { port="$(sed -n "s/.*listening on [^ ]*:\([0-9][0-9]*\).*/\1/p" "$place/log")"; [ -n "$port" ]; }
# answers PATH STATUS: whether the service answers so.
answers() { [ "$(curl -s -o /dev/null -w "%{http_code}" "http://127.0.0.1:$port$1")" = "$2" ]; }

eventually 20 listens || fail "it does not start"
[ "$(curl -s "http://127.0.0.1:$port/notes/1")" = "Buy milk" ] || fail "/notes/1 is not a note"
answers /version 200 || fail "the own route does not answer"
answers /me 401 || fail "the gate is open"
answers /_waybill/ready 200 || fail "it is not ready"

sed "s,/notes/:id,/memos/:id," Routes/notes.yaml >Routes/new && mv Routes/new Routes/notes.yaml
eventually 20 answers /memos/1 200 || fail "the edited route is not live"
answers /notes/1 404 || fail "the old route answers"

echo "  - { url: /broken }" >>Routes/notes.yaml
eventually 20 grep -Eq "notes.yaml:[0-9]+:[0-9]+: error" "$place/log" || fail "the log does not name the broken manifest"
answers /memos/1 200 || fail "it does not serve on with a broken manifest"
kill "$process"
wait "$process" || fail "it does not end as it should"

status=0
text="$("$service" 2>&1)" || status=$?
[ "$status" -eq 1 ] || fail "with broken manifests it exits with $status: $text"
case "$text" in
*"Fatal error"*) fail "it prints a backtrace" ;;
*Routes/notes.yaml:*error*) ;;
*) fail "it does not say what is wrong: $text" ;;
esac
