/// Holds findings against the comments that allow them, and the comments against what they allow.
struct AllowanceUse {
    /// What no comment allows, and what one did until a day that is over.
    private(set) var kept: [Diagnostic] = []
    private(set) var allowed: [Diagnostic] = []

    private let book: AllowanceBook
    private let today: CalendarDay?
    /// By allowance, the rules that were broken where it stands.
    private var used: [Set<Rule>]

    init(_ findings: [Diagnostic], _ sources: [SourceFile], today: CalendarDay?) {
        book = AllowanceBook(sources, files: sources.indices)
        self.today = today
        used = Array(repeating: [], count: book.allowances.count)
        for finding in findings { add(finding) }
    }

    private mutating func add(_ finding: Diagnostic) {
        let allowing = book.allowing(finding)
        for index in allowing { used[index].insert(finding.rule) }
        guard let first = allowing.first else { return kept.append(finding) }
        if allowing.contains(where: { !book.allowances[$0].hasEnded(on: today) }) { return allowed.append(finding) }
        let allowance = book.allowances[first]
        var ended = finding
        ended.notes.append(.init("it was allowed until \(allowance.expiry?.text ?? "now")", at: allowance.span))
        kept.append(ended)
    }

    // MARK: G001

    /// What is wrong with the comments themselves.
    ///
    /// - Parameter isLookedAt: Whether breaking the rule would have been found by this run, so that a comment that
    ///   allows it and meets nothing is surely not needed.
    func diagnostics(of sources: [SourceFile], isLookedAt: (Rule) -> Bool) -> [Diagnostic] {
        var found = book.diagnostics
        for (index, allowance) in book.allowances.enumerated() {
            let file = sources[allowance.span.file]
            let unmet = allowance.rules.filter { !used[index].contains($0.value) }
            found += unmet.filter { !$0.value.isAllowable }.map(Self.unallowable)
            let idle = unmet.filter { $0.value.isAllowable && isLookedAt($0.value) }
            if !idle.isEmpty { found.append(allowance.idle(idle, in: file)) }
            if allowance.hasEnded(on: today), unmet.count < allowance.rules.count { found.append(allowance.ended) }
        }
        return found
    }

    private static func unallowable(_ rule: Located<Rule>) -> Diagnostic {
        Diagnostic(
            .idleAllowance, at: rule.span,
            "no comment allows what breaks \(rule.value.id): it leaves nothing sound to load",
            help: "mend what it finds"
        )
    }
}

extension Allowance {
    /// It allows what nobody does.
    fileprivate func idle(_ idle: [Located<Rule>], in file: SourceFile) -> Diagnostic {
        let names = alternatives(idle.map(\.value.id)).replacing("'", with: "")
        let left = rules.map(\.value.id).filter { id in !idle.contains { $0.value.id == id } }
        let isWhole = left.isEmpty
        return Diagnostic(
            .idleAllowance, at: isWhole ? span : idle[0].span, "nothing here breaks \(names)",
            help: isWhole ? "remove the comment" : "take \(idle.count == 1 ? "it" : "them") out of the comment",
            fixes: [
                isWhole
                    ? .init(description: "remove the comment", safe: true, edits: [removal(in: file)])
                    : .init(description: "take \(names) out of the comment", safe: true, edits: [narrowing(to: left)])
            ])
    }

    fileprivate var ended: Diagnostic {
        Diagnostic(
            .idleAllowance, at: span, "the allowance ended with \(expiry?.text ?? "")",
            help: "mend what it allows, or give it a new day")
    }

    private func narrowing(to left: [String]) -> Diagnostic.Edit {
        let span = SourceSpan(file: span.file, start: rules[0].span.start, end: rules[rules.count - 1].span.end)
        return .init(span: span, text: left.joined(separator: ", "))
    }

    /// With its line where it stands alone, else with the blanks before it.
    private func removal(in file: SourceFile) -> Diagnostic.Edit {
        var (start, end) = (span.start, span.end)
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
