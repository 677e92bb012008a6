#!/usr/bin/env bash
# Uses the plugins WaybillKeys and WaybillCheck as a new user does: a package outside this checkout, in .build/outside/keys, takes
# them from a path dependency, builds and runs; then one fault at a time, each of which must fail the build, or the check, at the
# right file and line. What is built stays in .build/outside, as for Scripts/tutorial.sh and Scripts/template.sh, so that the next
# of them has nothing of it to build.
set -euo pipefail
cd "$(dirname "$0")/.."
place="$PWD/.build/outside"
scratch="$place/build"
package="$place/keys"
routes="$package/Sources/Notes/Routes"

fail() { echo "keys: $*" >&2; tail -30 "$place/log" >&2; exit 1; }
build() { swift build --package-path "$package" --scratch-path "$scratch" --product notes >"$place/log" 2>&1; }
# compiles MODULE: whether the last build compiled files of the module.
compiles() { grep -Eq "Compiling $1 " "$place/log"; }

mkdir -p "$place"
rm -rf "$package" "$place/log"
# What SwiftPM knows of the package that was built here before.
rm -f "$scratch"/*/debug/description.json
ln -sfn "$PWD" "$place/waybill"
mkdir -p "$routes" "$package"/{Routes,Sources/Keys,Sources/NotesAPI}
[ ! -f Package.resolved ] || cp Package.resolved "$package/"

cat >"$package/Package.swift" <<'SWIFT'
// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(), .treatAllWarnings(as: .error),
]
let package = Package(
    name: "notes",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "notes", targets: ["Notes"])],
    dependencies: [.package(path: "../waybill")],
    targets: [
        .target(name: "NotesAPI"),
        .target(
            name: "Keys", dependencies: ["NotesAPI", .product(name: "Waybill", package: "waybill")],
            plugins: [.plugin(name: "WaybillKeys", package: "waybill")]),
        .executableTarget(
            name: "Notes",
            dependencies: [
                "Keys", "NotesAPI", .product(name: "Waybill", package: "waybill"),
                .product(name: "WaybillServiceCommand", package: "waybill"),
            ],
            swiftSettings: strict, plugins: [.plugin(name: "WaybillKeys", package: "waybill")]),
    ]
)
SWIFT
cat >"$package/Sources/NotesAPI/NoteStore.swift" <<'SWIFT'
public protocol NoteStore: Sendable { func count() -> Int }
public protocol Sharing: Sendable {}
SWIFT
# The manifests of the package's own folder, for every target that asks for no others.
cat >"$package/Routes/shared.yaml" <<'YAML'
waybill: 1
protocols:
  NoteStore:
modules:
  shared: { provides: [NoteStore], identifiers: ["app://shared"] }
tags: { views: Screens a person sees. }
YAML
echo '{ "access": "public", "imports": ["NotesAPI"] }' >"$package/Sources/Keys/waybill-keys.json"
echo 'import Waybill' >"$package/Sources/Keys/Keys.swift"
cat >"$routes/notes.yaml" <<'YAML'
waybill: 1
protocols:
  NoteStore:
modules:
  memory:
    swift: MemoryStore
    provides: [NoteStore]
    identifiers: ["app://notes/store"]
routes:
  - { id: note, url: /notes/:id, params: { id: int }, handler: show, tags: [web] }
YAML
cat >"$package/Sources/Notes/Main.swift" <<'SWIFT'
internal import Keys
internal import NotesAPI
internal import Waybill
internal import WaybillServiceCommand

struct MemoryStore: NoteStore { func count() -> Int { 3 } }

@main
enum Main: RegistryProvider {
    static let manifests = ["Sources/Notes/Routes"]

    static func registry() -> Registry {
        var registry = Registry()
        registry.register("memory") { _ in MemoryStore() }.provides { $0 as any NoteStore }
        registry.handler("show") { request in request["id"] ?? "" }
        return registry
    }

    static func main() async throws {
        WaybillCommands<Self>.runIfAsked()
        let router = try Router(manifests: CommandLine.arguments[1], registry: registry())
        let outcome = try await router[.web].open("/notes/7")
        print(try router.make(Routable<any NoteStore>()).count() + router.make(.store).count(), outcome.destination ?? "")
    }
}
SWIFT

build || fail "it does not build"
[ "$("$place/build/debug/notes" "$routes")" = "6 7" ] || fail "it does not print what it should"

# faulty PATTERN NAME: whether the build fails with a line of this pattern; everything is put back afterwards.
faulty() {
    if build; then fail "$2: it builds"; fi
    grep -Eq "$1" "$place/log" || fail "$2: no line matches $1"
    if grep -Eq "WaybillKeys\.swift:[0-9]+:[0-9]+: error" "$place/log"; then fail "$2: an error points into the generated file"; fi
    rm -rf "$package/Sources"
    cp -R "$place/sound" "$package/Sources"
}
# edit EXPRESSION FILE
edit() { sed "$1" "$2" >"$place/edited" && mv "$place/edited" "$2"; }

rm -rf "$place/sound"
cp -R "$package/Sources" "$place/sound"
main="$package/Sources/Notes/Main.swift"

edit 's/^        let outcome/        _ = try router.make(Routable<any Sharing>())\n&/' "$main"
faulty "Sources/Notes/Main\.swift:$(grep -n 'any Sharing' "$main" | cut -d: -f1):[0-9]+: error: .*no manifest declares this protocol" "an undeclared protocol"
edit 's/^  NoteStore:$/&\n  Missing:/; s/\[NoteStore\]/[NoteStore, Missing]/' "$routes/notes.yaml"
faulty 'Sources/Notes/Routes/notes\.yaml:4:[0-9]+: error: cannot find type .Missing. in scope' "a missing protocol"
edit 's/^  NoteStore:$/&\n  Sharing:/; s/\[NoteStore\]/[NoteStore, Sharing]/' "$routes/notes.yaml"
faulty 'Sources/Notes/Routes/notes\.yaml:8:[0-9]+: error: .*MemoryStore.* does not conform to .*Sharing' "a wrong conformance"
edit 's/swift: MemoryStore/swift: DiskStore/' "$routes/notes.yaml"
faulty 'Sources/Notes/Routes/notes\.yaml:6:[0-9]+: error: cannot find type .DiskStore. in scope' "a missing type"
edit 's/provides: \[NoteStore\]/provides: [NoteStor]/' "$routes/notes.yaml"
faulty 'Sources/Notes/Routes/notes\.yaml:7:16: error: .*NoteStor' "a bad manifest"
added='waybill: 1\nprotocols:\n  Added:\nmodules: { added: { provides: [Added], identifiers: [added] } }\n'
printf "$added" >"$routes/added.yaml"
faulty 'Sources/Notes/Routes/added\.yaml:3:[0-9]+: error: cannot find type .Added. in scope' "a file that was added"
echo '{ "acces": "public" }' >"$package/Sources/Keys/waybill-keys.json"
faulty 'Sources/Keys/waybill-keys\.json:1:3: error: ' "an unknown option"

# Both targets that read the package's own manifests, and no other module, depend on what changes there.
build || fail "it does not build when all is put back"
printf "$added" >"$package/Routes/added.yaml"
if build; then fail "a file that was added to the package's own manifests goes unnoticed"; fi
grep -Eq 'Routes/added\.yaml:3:[0-9]+: error: ' "$place/log" || fail "the added file is not named"
echo 'exclude: [Routes/added.yaml]' >"$package/.waybill.yaml"
build || fail "a file that .waybill.yaml excludes has keys"
rm "$package/.waybill.yaml"
if build; then fail "a .waybill.yaml that was removed goes unnoticed"; fi
rm "$package/Routes/added.yaml"
build || fail "a file that was removed goes unnoticed"
echo '# a remark' >>"$routes/notes.yaml"
build || fail "it does not build with a comment"
if compiles Notes; then fail "a comment in a manifest compiles a target again"; fi
edit 's,app://notes/store,app://notes/store/,' "$routes/notes.yaml"
build || fail "it does not build with another identifier"
compiles Notes || fail "a change of a manifest compiles nothing"
for module in NotesAPI Keys Waybill; do
    if compiles "$module"; then fail "a change of a manifest compiles $module again"; fi
done

# The command plugin: all that this package declares is registered, and what is not is named at its line.
check() { (cd "$package" && swift package --scratch-path "$scratch" waybill-check "$@") >"$place/log" 2>&1; }
check Sources/Notes/Routes Routes && fail "the check passes though nothing makes the module 'shared'"
grep -Eq 'Routes/shared\.yaml:5:[0-9]+: error' "$place/log" || fail "the check does not name the module that nothing makes"
check Sources/Notes/Routes || fail "the check fails where nothing is wrong"
edit 's/handler: show/handler: shwo/' "$routes/notes.yaml"
check Sources/Notes/Routes && fail "the check passes though a handler is missing"
grep -Eq 'Sources/Notes/Routes/notes\.yaml:10:[0-9]+: error.*shwo' "$place/log" || fail "the check does not name the missing handler"
