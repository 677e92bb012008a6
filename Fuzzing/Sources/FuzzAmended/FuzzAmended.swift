import WaybillManifest
import WaybillTable
import WaybillTools

/// A set of manifests that is edited again and again: what is compiled from what is known of it is what is compiled from
/// its files alone, in what is found, what it means and what its table answers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAmended(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var (set, urls) = (EditedFiles(), [RouteURL]())
    let known = KnownFiles()
    for edit in bytes.split(separator: 1) {
        let before = set
        set.apply(edit)
        let amended = Compilation.compile(files: set.files, known: known)
        let whole = Compilation.compile(files: set.files)
        expect(amended.diagnostics == whole.diagnostics, "other findings")
        expect(amended.digest == whole.digest, "another digest")
        expect(amended.lint().diagnostics == whole.lint().diagnostics, "other findings of the linter")
        expect(places(amended.set) == places(whole.set), "other routes or interceptors")
        // Mostly what is wrong is taken back, or nothing would be amended after it.
        if !whole.diagnostics.isEmpty, edit.first.map({ $0 & 0x40 }) == 0 { set = before }
        guard let table = amended.table, let expected = whole.table else {
            expect(amended.table == nil && whole.table == nil, "a table, or none")
            continue
        }
        // What is gone must not be found any more either.
        urls = (samples(of: whole.set) + urls).prefix(200) + []
        expectSame(table, expected, urls)
    }
    return 0
}

/// A few files, and edits of one at a time.
private struct EditedFiles {
    private var lines = [[ArraySlice<UInt8>]](repeating: [], count: 4)

    var files: ManifestFiles {
        ManifestFiles(
            sources: lines.indices.filter { !lines[$0].isEmpty }.map {
                SourceFile(path: "\($0).yaml", bytes: lines[$0].flatMap { $0 + [10] })
            })
    }

    /// The first byte names the file and what is done with it: `0` to `3` sets its text, `4` to `7` adds lines, `8` to `;`
    /// removes one, and `<` to `?` puts the text in the place of one. The next byte names that line.
    mutating func apply(_ edit: ArraySlice<UInt8>) {
        var text = edit
        let choice = Int(text.removeFirst())
        let file = choice & 3
        switch choice >> 2 & 3 {
        case 0: lines[file] = text.split(separator: 10)
        case 1: lines[file] += text.split(separator: 10)
        default:
            guard !lines[file].isEmpty, let byte = text.popFirst() else { return }
            let place = Int(byte) % lines[file].count
            lines[file].replaceSubrange(place...place, with: choice & 4 == 0 ? [] : [text])
        }
    }
}

// MARK: What is compared

private func places(_ set: ManifestSet) -> [String] {
    set.routes.map { "\($0.id.value) \($0.id.span) \($0.span)" }
        + set.interceptors.map { "\($0.id.value) \($0.id.span)" }
}

private func expectSame(_ table: RoutingTable, _ expected: RoutingTable, _ urls: [RouteURL]) {
    expect(table.routes == expected.routes, "other definitions")
    expect(
        table.routesByPrecedence.elementsEqual(expected.routesByPrecedence, by: ==), "another order of precedence")
    for url in urls {
        for (method, view) in requests {
            expect(answer(table, url, method, view) == answer(expected, url, method, view), "another answer")
        }
    }
}

private let requests: [(method: String?, view: TagView)] = [
    (nil, .everything), ("GET", .everything), ("POST", .everything), ("HEAD", TagView(["t"])),
    (nil, TagView(["u", "v"])),
]

private func answer(_ table: RoutingTable, _ url: RouteURL, _ method: String?, _ view: TagView) -> String {
    let route = table.route(for: url, method: method, in: view)
    let interceptors = table.interceptors(for: url, method: method, in: view)
    return [
        route.map { "\($0.route) \($0.pattern) \($0.captures.asDictionary.sorted { $0.key < $1.key })" } ?? "-",
        "\(interceptors.map { "\($0.interceptor) \($0.pattern) \($0.captures.asDictionary.sorted { $0.key < $1.key })" })",
        "\(table.allowedMethods(for: url, in: view))",
    ].joined(separator: " ")
}

/// URLs that patterns of the set match, or nearly so.
private func samples(of set: ManifestSet) -> [RouteURL] {
    let patterns = set.routes.prefix(30).flatMap(\.patterns) + set.interceptors.prefix(10).flatMap(\.patterns)
    return patterns.flatMap { pattern in
        ["1", "a", "a-b/c"].compactMap { try? RouteURL(filled(pattern.text.value, with: $0)) }
    }
}

/// A pattern's text with a value in the place of each capture and wildcard.
private func filled(_ pattern: String, with value: String) -> String {
    var (text, rest) = ("", Substring(pattern))
    while let character = rest.popFirst() {
        let isScheme = character == ":" && rest.hasPrefix("/")
        guard character == "*" || (character == ":" && !isScheme) else {
            text.append(character)
            continue
        }
        text += value
        rest = rest.drop { $0 == "*" || $0 == "_" || $0.isLetter || $0.isNumber }
    }
    return text
}

private func expect(_ condition: Bool, _ message: String) {
    if !condition { fatalError(message) }
}
