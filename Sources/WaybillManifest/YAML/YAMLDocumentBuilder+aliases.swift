/// Anchors by name with what they stand for, and the sums that keep aliases within their budget.
struct AnchorTable {
    struct Anchor {
        var span: SourceSpan
        var isUsed = false
        /// What its value is for: the key that it belongs to.
        var role: String
        /// `nil` until its value is complete: an alias inside of it would never end.
        var target: Target?
    }

    /// What an anchor stands for, as it was when it was complete.
    struct Target {
        var record: YAMLDocument.Record
        var index: Int
        var size: Int
        var height: Int
    }

    /// All anchors in the order of the file. A name may be given again; the latest one counts.
    fileprivate(set) var all: [Anchor] = []
    fileprivate var latest: [String: Int] = [:]
    /// How many nodes aliases stand for so far, and the alias that went over the budget.
    fileprivate(set) var expanded = 0
    fileprivate var overBudget: SourceSpan?
    /// With little work: a set may have many files.
    fileprivate let suggestions = NameSuggestions(work: 20_000_000)
    /// In the order of the file.
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
            let message = "alias '*\(name)' stands inside the value that it names"
            report(
                Diagnostic(
                    .unknownAlias, at: place, message, notes: [.init("'&\(name)' is here", at: anchor.span)],
                    help: "write the value out; nothing contains itself"))
            return addEmpty(at: place)
        }
        guard anchors.spend(target.size, at: place) else { return addEmpty(at: place, size: target.size) }
        guard open.count + target.height <= YAMLReader.mostLevels else {
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
        (built.end, built.size, built.height) = (place.end, target.size, target.height)
        add(built)
    }

    /// What the next value is for: the key that it belongs to, itself or with the list that it is in; empty for a key.
    var role: String {
        for collection in open.reversed() where collection.isMapping {
            guard let key = collection.pendingKey else { return "" }
            return String(decoding: texts[records[key].text], as: UTF8.self)
        }
        return ""
    }

    /// Adds what stands where an alias cannot be followed, or a text is refused.
    ///
    /// - Parameter end: Where it ends in the file, if it is more than its place.
    mutating func addEmpty(at span: SourceSpan, size: Int = 1, upTo end: Int? = nil) {
        var built = append(
            Record(kind: .plain, isRefusedAlias: true, start: UInt32(span.start), end: UInt32(span.end), next: 0))
        (built.end, built.size) = (end ?? span.end, size)
        add(built)
    }

    /// To be called at the end: only then is it known how much too much it was.
    mutating func reportBudget() {
        guard let place = anchors.overBudget else { return }
        let most = 1_000_000_000_000
        let count = anchors.expanded > most ? "over \(grouped(most))" : grouped(anchors.expanded)
        let message = "aliases expand to \(count) nodes (limit \(grouped(YAMLReader.mostAliasedNodes)))"
        report(Diagnostic(.aliasBudget, at: place, message, help: "name things once and refer to them by id"))
    }

    /// To be called where the whole document was read.
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
    /// The anchor of a name as it stands now, from here on a used one.
    mutating func use(_ name: String) -> Anchor? {
        guard let index = latest[name] else { return nil }
        all[index].isUsed = true
        return all[index]
    }

    /// Counts an alias; false once the budget is spent.
    mutating func spend(_ size: Int, at place: SourceSpan) -> Bool {
        expanded = expanded.addingClamped(size)
        guard expanded > YAMLReader.mostAliasedNodes else { return true }
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
