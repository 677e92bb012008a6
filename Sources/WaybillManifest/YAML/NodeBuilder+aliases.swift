/// Anchors by name with what they stand for, and the sums that keep aliases within their budget.
struct AnchorTable {
    struct Anchor {
        var span: SourceSpan
        var isUsed = false
        /// `nil` until its value is complete: an alias inside of it would never end.
        var built: BuiltNode?
    }

    /// All anchors in the order of the file. A name may be given again; the latest one counts.
    fileprivate(set) var all: [Anchor] = []
    fileprivate var latest: [String: Int] = [:]
    /// How many nodes aliases stand for so far, and the alias that went over the budget.
    fileprivate(set) var expanded = 0
    fileprivate var overBudget: SourceSpan?

    mutating func declare(_ name: String, at span: SourceSpan) -> Int {
        latest[name] = all.count
        all.append(Anchor(span: span))
        return all.count - 1
    }

    mutating func complete(_ anchor: Int, with built: BuiltNode) { all[anchor].built = built }

    var names: some Sequence<String> { latest.keys }
}

extension NodeBuilder {
    mutating func declare(_ name: String?, at span: SourceSpan) -> Int? {
        name.map { anchors.declare($0, at: span) }
    }

    mutating func resolveAlias(_ name: String, _ event: YAMLEvent) {
        let place = span(event)
        guard let anchor = anchors.use(name) else {
            reportUnknownAlias(name, at: place)
            return add(.empty(at: place))
        }
        guard let built = anchor.built else {
            let message = "alias '*\(name)' stands inside the value that it names"
            report(
                Diagnostic(
                    .unknownAlias, at: place, message, notes: [.init("'&\(name)' is here", at: anchor.span)],
                    help: "write the value out; nothing contains itself"))
            return add(.empty(at: place))
        }
        guard anchors.spend(built.size, at: place) else { return add(.empty(at: place, size: built.size)) }
        guard open.count + built.height <= YAMLReader.mostLevels else {
            reportDepth(open.count + built.height, at: place)
            return add(.empty(at: place))
        }
        add(BuiltNode(node: built.node, end: place.end, size: built.size, height: built.height))
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
        let suggestions = didYouMean(name, among: anchors.names).map { "*" + $0 }
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

extension BuiltNode {
    /// What stands where an alias cannot be followed.
    fileprivate static func empty(at span: SourceSpan, size: Int = 1) -> BuiltNode {
        let scalar = Node.Scalar(text: "", style: .plain)
        var node = Node(span: span, content: .scalar(scalar))
        node.isRefusedAlias = true
        return BuiltNode(node: node, end: span.end, size: size, height: 0)
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
