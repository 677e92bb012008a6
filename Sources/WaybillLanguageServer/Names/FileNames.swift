import WaybillManifest
import WaybillSyntax
import WaybillTable

/// One place where a name is written.
struct NamePlace: Sendable {
    var kinds: [NameKind]
    let name: String
    /// The place of the name alone, so that it can be replaced.
    let span: SourceSpan
    let isDeclaration: Bool
    /// The whole entry, such as the route whose id it is. Captures are names of their entry.
    let entry: SourceSpan
    /// Whether the place is the whole text of a scalar, which may need quotes.
    var isWhole = true
}

/// The names of one file, and its entries.
struct FileNames: Sendable {
    private(set) var places: [NamePlace] = []
    /// The patterns of routes, by the place of the entry, for symbols.
    private(set) var patterns: [(text: String, span: SourceSpan, entry: SourceSpan)] = []
    /// The files and globs of `include:`.
    private(set) var includes: [(text: String, span: SourceSpan)] = []
    /// The targets of forwards, redirects and rewrites.
    private(set) var targets: [(text: String, span: SourceSpan)] = []

    init(_ file: SourceFile, index: Int) {
        guard let root = YAMLReader.read(file, index: index).node else { return }
        // The long form of a redirect is an object in its route, and uses the captures of the route.
        var route: SourceSpan?
        GrammarWalk.walk(root, GrammarWalk.grammar(of: file.path)) { place in
            if place.object.name == "route" || place.object.name == "interceptor" { route = place.entry }
            guard let text = place.node.scalarText, place.node.isScalar else { return }
            let owner = place.object.name == "redirect" ? route ?? place.entry : place.entry
            note(place, text, owner, in: file)
        }
    }

    /// Returns the innermost name at an offset; also at its end, where a cursor is after the last letter.
    func place(at offset: Int) -> NamePlace? {
        places.filter { $0.span.touches(offset) }.min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
    }

    private mutating func note(_ place: GrammarPlace, _ text: String, _ entry: SourceSpan, in file: SourceFile) {
        let span = place.node.span
        if NameRole.patterns.contains(place.slot) {
            patterns.append((text, span, entry))
            let captures = (try? Pattern(text)).map(Self.captures) ?? []
            noteCaptures(captures, text, span, entry, isDeclaration: true, file)
        } else if place.slot == "manifest.include" {
            includes.append((text, span))
        } else if NameRole.targets.contains(place.slot) {
            targets.append((text, span))
            let captures = (try? URLTemplate(text)).map { Self.sites($0, in: text) } ?? []
            noteCaptures(captures, text, span, entry, isDeclaration: false, file)
        } else if let role = NameRole.all[place.slot], !text.isEmpty {
            places.append(
                NamePlace(
                    kinds: role.kinds, name: text, span: span, isDeclaration: role.isDeclaration, entry: entry))
        }
    }

    private mutating func noteCaptures(
        _ captures: [(name: String, range: Range<Int>)], _ text: String, _ span: SourceSpan, _ entry: SourceSpan,
        isDeclaration: Bool, _ file: SourceFile
    ) {
        let bytes = Array(text.utf8)
        for (name, range) in captures {
            guard let exact = file.exactSpan(of: range, in: bytes, at: span) else { continue }
            places.append(
                NamePlace(
                    kinds: [.capture], name: name, span: exact, isDeclaration: isDeclaration, entry: entry,
                    isWhole: false))
        }
    }

    /// The captures of a pattern with the places of their names, without `:` and `**`.
    private static func captures(of pattern: Pattern) -> [(name: String, range: Range<Int>)] {
        let named = pattern.captures.map { ($0.name, $0.range.dropFirst(1)) }
        guard let all = pattern.catchAll, let name = all.name else { return named }
        return named + [(name, all.range.dropFirst(2))]
    }

    /// The captures of a target. It may use one several times, also in its query, where patterns have none.
    private static func sites(_ template: URLTemplate, in text: String) -> [(name: String, range: Range<Int>)] {
        let bytes = Array(text.utf8)
        var sites: [(name: String, range: Range<Int>)] = []
        for name in Set(template.captureNames) {
            for mark in [":", "**"] {
                let word = Array((mark + name).utf8)
                for start in bytes.indices.dropLast(word.count - 1) {
                    let end = start + word.count
                    guard bytes[start..<end].elementsEqual(word), end == bytes.count || !ASCII.isNameByte(bytes[end])
                    else { continue }
                    sites.append((name, start + mark.utf8.count..<end))
                }
            }
        }
        return sites.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

extension SourceSpan {
    /// Whether an offset is in the span or at one of its ends.
    func touches(_ offset: Int) -> Bool { start <= offset && offset <= end }
}

extension Range<Int> {
    fileprivate func dropFirst(_ count: Int) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}
