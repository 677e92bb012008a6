/// The anchors of a document with their values, and the counts that enforce the budget of aliases.
struct AnchorTable {
    struct Anchor {
        var span: SourceSpan
        var isUsed = false
        /// The key that its value belongs to.
        var role: String
        /// `nil` until its value is complete, because an alias in its own value would never end.
        var target: Target?
    }

    /// An anchored value, in the state when it was complete.
    struct Target {
        var record: YAMLDocument.Record
        var index: Int
        var size: Int
        var height: Int
    }

    /// All anchors in the order of the file. If several have the same name, the latest counts.
    fileprivate(set) var all: [Anchor] = []
    fileprivate var latest: [String: Int] = [:]
    /// The number of nodes in the values of all aliases so far.
    fileprivate(set) var expanded = 0
    /// The first alias beyond the budget.
    fileprivate var overBudget: SourceSpan?
    /// The budget is small, because a set may have many files.
    fileprivate let suggestions = NameSuggestions(work: 20_000_000)
    /// The aliases that were followed, in the order of the file.
    fileprivate(set) var aliases: [AliasPlaces.Alias] = []

    mutating func declare(_ name: String, at span: SourceSpan, role: String) -> Int {
        latest[name] = all.count
        all.append(Anchor(span: span, role: role))
        return all.count - 1
    }

    mutating func complete(_ anchor: Int, with target: Target) { all[anchor].target = target }

    var names: some Sequence<String> { latest.keys }
}

extension YAMLDocumentBuilder {
    mutating func resolveAlias(_ name: String, _ event: YAMLEvent) {
        let place = span(event)
        guard let anchor = anchors.use(name) else {
            reportUnknownAlias(name, at: place)
            return addEmpty(at: place)
        }
        guard let target = anchor.target else {
            let message = "alias '*\(name)' appears inside the value that it names"
            report(
                Diagnostic(
                    .unknownAlias, at: place, message, notes: [.init("'&\(name)' is here", at: anchor.span)],
                    help: "write the value out: a value cannot contain itself"))
            return addEmpty(at: place)
        }
        guard anchors.spend(target.size, at: place) else { return addEmpty(at: place, size: target.size) }
        guard open.count + target.height <= YAMLReader.levelLimit else {
            reportDepth(open.count + target.height, at: place)
            return addEmpty(at: place)
        }
        var record = target.record
        anchors.aliases.append(
            AliasPlaces.Alias(
                target: SourceSpan(file: index, start: Int(record.start), end: Int(record.end)), place: place,
                isPeer: anchor.role == role))
        record.isDropped = false
        if !record.kind.isScalar {
            record.kind = .alias
            record.first = UInt32(target.index)
        }
        var built = append(record)
        built.end = place.end
        built.size = target.size
        built.height = target.height
        add(built)
    }

    /// The key that the next value belongs to, directly or as an item of its list; empty for a key.
    var role: String {
        for collection in open.reversed() where collection.isMapping {
            guard let key = collection.pendingKey else { return "" }
            return text(ofRecord: key)
        }
        return ""
    }

    /// Adds an empty value in place of an alias that cannot be followed, or of a text that is rejected.
    ///
    /// - Parameter end: The offset after its text, if that is not the end of its place.
    mutating func addEmpty(at span: SourceSpan, size: Int = 1, upTo end: Int? = nil) {
        var built = append(
            Record(kind: .plain, isRefusedAlias: true, start: UInt32(span.start), end: UInt32(span.end), next: 0))
        built.end = end ?? span.end
        built.size = size
        add(built)
    }

    /// Reports aliases beyond the budget. Called at the end, because the message has the whole count.
    mutating func reportBudget() {
        guard let place = anchors.overBudget else { return }
        let maximum = 1_000_000_000_000
        let count = anchors.expanded > maximum ? "over \(grouped(maximum))" : grouped(anchors.expanded)
        let message = "aliases expand to \(count) nodes (limit \(grouped(YAMLReader.aliasedNodeLimit)))"
        report(Diagnostic(.aliasBudget, at: place, message, help: "declare things once and refer to them by id"))
    }

    /// Reports anchors without an alias. Called only if the whole document was read.
    mutating func reportUnusedAnchors() {
        for anchor in anchors.all where !anchor.isUsed {
            let name = file.text(in: anchor.span)
            report(
                Diagnostic(
                    .unknownAlias, at: anchor.span, "anchor '\(name)' is never used", severity: .warning,
                    help: "delete it"))
        }
    }

    private mutating func reportUnknownAlias(_ name: String, at place: SourceSpan) {
        let suggestions = anchors.suggestions.near(name, among: anchors.names).map { "*" + $0 }
        report(
            Diagnostic(
                .unknownAlias, at: place, "alias '*\(name)' has no anchor", suggestions: suggestions,
                help: suggestions.isEmpty ? "put '&\(name)' before the value it names, or quote '*\(name)'" : nil))
    }
}

extension AnchorTable {
    /// Returns the latest anchor of a name, and marks it as used.
    mutating func use(_ name: String) -> Anchor? {
        guard let index = latest[name] else { return nil }
        all[index].isUsed = true
        return all[index]
    }

    /// Counts an alias. Returns false once the budget is spent.
    mutating func spend(_ size: Int, at place: SourceSpan) -> Bool {
        expanded = expanded.addingClamped(size)
        guard expanded > YAMLReader.aliasedNodeLimit else { return true }
        overBudget = overBudget ?? place
        return false
    }
}

/// `435,848,058`
private func grouped(_ number: Int) -> String {
    var result = ""
    for (index, digit) in String(number).reversed().enumerated() {
        if index > 0, index.isMultiple(of: 3) { result.append(",") }
        result.append(digit)
    }
    return String(result.reversed())
}
