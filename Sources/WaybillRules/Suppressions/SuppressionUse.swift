import WaybillManifest
package import WaybillSyntax

/// Divides diagnostics by the comments that suppress them, and finds unused comments.
package struct SuppressionUse {
    /// The diagnostics that no comment suppresses, in their order, and those of suppressions that have ended.
    package private(set) var active: [Diagnostic] = []
    package private(set) var suppressed: [Diagnostic] = []

    private let index: SuppressionIndex
    /// By suppression: whether its last day is over.
    private let hasEnded: [Bool]
    /// By suppression: the rules of the suppressed diagnostics.
    private var used: [Set<Rule>]

    /// - Parameters:
    ///   - files: The files whose comments are read; by default those with suppressible diagnostics.
    ///   - today: The day for suppressions that end. A running service has none, because it must not reject its own
    ///     manifests when a month is over.
    package init(
        _ diagnostics: [Diagnostic], in sources: [SourceFile], files: [Int]? = nil, today: CalendarDay? = nil
    ) {
        let concerned = Set(diagnostics.lazy.filter(\.isSuppressible).map(\.span.file)).sorted()
        index = SuppressionIndex(
            sources, files: files ?? concerned,
            by: files == nil ? YAMLReader.read : YAMLReader.readOnce)
        hasEnded = index.suppressions.map { $0.hasEnded(on: today) }
        used = Array(repeating: [], count: index.suppressions.count)
        for diagnostic in diagnostics { add(diagnostic) }
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        let places = index.suppressing(diagnostic)
        for place in places { used[place].insert(diagnostic.rule) }
        guard let first = places.first.map({ index.suppressions[$0] }) else { return active.append(diagnostic) }
        if places.contains(where: { !hasEnded[$0] }) { return suppressed.append(diagnostic) }
        var ended = diagnostic
        ended.notes.append(.init("it was suppressed until \(first.expiry?.value ?? "now")", at: first.span))
        active.append(ended)
    }

    // MARK: G001

    /// Returns the diagnostics about the comments.
    ///
    /// - Parameter isLookedAt: Whether this run checked a rule completely, so that a suppression without diagnostics is
    ///   certainly unused.
    package func diagnostics(of sources: [SourceFile], isLookedAt: (Rule) -> Bool) -> [Diagnostic] {
        var found = index.diagnostics + index.suppressions.compactMap(\.invalidExpiry)
        for (number, suppression) in index.suppressions.enumerated() {
            let used = used[number]
            let file = sources[suppression.span.file]
            let unmet = suppression.rules.filter { !used.contains($0.value) }
            found += unmet.filter { !$0.value.isSuppressible }.map(Self.unsuppressible)
            let unused = unmet.filter { $0.value.isSuppressible && isLookedAt($0.value) }
            if !unused.isEmpty { found.append(suppression.unused(unused, in: file)) }
            if hasEnded[number], unmet.count < suppression.rules.count {
                found.append(suppression.ended)
            }
        }
        return found
    }

    private static func unsuppressible(_ rule: Located<Rule>) -> Diagnostic {
        Diagnostic(
            .unusedSuppression, at: rule.span,
            "\(rule.value.id) cannot be suppressed: without it the set cannot be loaded",
            help: "fix the problem"
        )
    }
}

extension Suppression {
    /// Whether its last day is over. Without a valid last day it never ends.
    package func hasEnded(on today: CalendarDay?) -> Bool {
        guard let today, let expiry, let lastDay = CalendarDay(lastOf: expiry.value) else { return false }
        return lastDay < today
    }

    /// Reports that the last day is not valid.
    fileprivate var invalidExpiry: Diagnostic? {
        guard let expiry, CalendarDay(lastOf: expiry.value) == nil else { return nil }
        return Diagnostic(
            .unusedSuppression, at: expiry.span,
            "'\(expiry.value)' is not a month or day, so the suppression never expires",
            help: "write it as 2027-01 or as 2027-01-31")
    }

    /// Reports that a suppression is unused.
    fileprivate func unused(_ unused: [Located<Rule>], in file: SourceFile) -> Diagnostic {
        let names = alternatives(unused.map(\.value.id), areQuoted: false)
        let left = rules.map(\.value.id).filter { id in !unused.contains { $0.value.id == id } }
        let isWhole = left.isEmpty
        return Diagnostic(
            .unusedSuppression, at: isWhole ? span : unused[0].span,
            "unused suppression: there is no \(names) problem here",
            help: isWhole ? "remove the comment" : "remove \(unused.count == 1 ? "it" : "them") from the comment",
            fixes: [
                isWhole
                    ? .init(description: "remove the comment", safe: true, edits: [removal(in: file)])
                    : .init(description: "remove \(names) from the comment", safe: true, edits: [keeping(left)])
            ])
    }

    fileprivate var ended: Diagnostic {
        Diagnostic(
            .unusedSuppression, at: span, "the suppression expired after \(expiry?.value ?? "")",
            help: "fix the problem, or set a new date")
    }

    private func keeping(_ rules: [String]) -> Diagnostic.Edit {
        let places = self.rules.map(\.span)
        let span = SourceSpan(file: span.file, start: places[0].start, end: places[places.count - 1].end)
        return .init(span: span, text: rules.joined(separator: ", "))
    }

    /// Returns an edit that removes the comment with its line if it is alone, else with the blanks before it.
    private func removal(in file: SourceFile) -> Diagnostic.Edit {
        var start = span.start
        var end = span.end
        while start > 0, file.bytes[start - 1] == UInt8(ascii: " ") || file.bytes[start - 1] == UInt8(ascii: "\t") {
            start -= 1
        }
        if isAlone {
            let line = file.position(at: span.start).line
            end = line < file.lineCount ? file.byteRange(ofLine: line + 1).lowerBound : file.bytes.count
        }
        return .init(span: SourceSpan(file: span.file, start: start, end: end), text: "")
    }
}
