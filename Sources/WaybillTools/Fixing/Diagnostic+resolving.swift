import WaybillManifest
package import WaybillSyntax

extension Sequence<Diagnostic> {
    /// The same problems with edits for what their fixes say in words.
    ///
    /// A fix whose change has no place in its file is dropped, and so is one after which a comment would allow something
    /// else, and one that changes the same as one before it. One that changes a value with aliases changes every use of it:
    /// that is never surely what was meant, and so not safe. Files without fixes are not read again.
    package func resolvingEdits(in sources: [SourceFile]) -> [Diagnostic] {
        let findings = Array(self)
        let files = Set(findings.flatMap(\.fixes).flatMap(\.files))
        guard !files.isEmpty else { return findings }
        let needed = files.filter { sources.indices.contains($0) }.sorted()
        let editors = Concurrently.map(needed) { ManifestEditor(sources[$1], index: $1) }
        let byFile = Dictionary(uniqueKeysWithValues: zip(needed, editors))
        let resolved = findings.map { finding in
            guard !finding.fixes.isEmpty else { return finding }
            var (finding, seen) = (finding, Set<[Diagnostic.Edit]>())
            finding.fixes = finding.fixes.compactMap { fix in
                fix.resolved(of: finding.rule) { byFile[$0] ?? nil }
            }
            finding.fixes.removeAll { !seen.insert($0.edits).inserted }
            return finding
        }
        return resolved.keepingSuppressions(byFile.compactMapValues { $0?.reach })
    }
}

extension [Diagnostic] {
    /// Without the fixes after which a comment would allow something else. A new layout sees to that itself.
    fileprivate func keepingSuppressions(_ reaches: [Int: SuppressionScope]) -> [Diagnostic] {
        var refused: Set<Diagnostic.Fix> = []
        for (file, reach) in reaches {
            let fixes = filter { !$0.rule.isOfLayout }.flatMap(\.fixes).filter { fix in
                fix.edits.contains { $0.span.file == file }
            }
            let edits = fixes.map { fix in fix.edits.filter { $0.span.file == file } }
            refused.formUnion(reach.refused(among: edits).map { fixes[$0] })
        }
        guard !refused.isEmpty else { return self }
        return map { finding in
            var finding = finding
            if !finding.rule.isOfLayout { finding.fixes.removeAll(where: refused.contains) }
            return finding
        }
    }
}

extension Rule {
    /// Whether its fixes change how a file looks and nothing that it says.
    var isOfLayout: Bool { [.layout, .notFormatted].contains(self) }

    /// Whether its fixes take comments away, for they are what is wrong.
    fileprivate var isOfComments: Bool { self == .idleAllowance }
}

extension Diagnostic.Fix {
    fileprivate var files: [Int] { changes.map(\.span.file) + edits.map(\.span.file) }

    fileprivate func resolved(of rule: Rule, _ editor: (Int) -> ManifestEditor?) -> Diagnostic.Fix? {
        var fix = self
        fix.changes = []
        for change in changes {
            guard let edits = editor(change.span.file)?.edits(for: change) else { return nil }
            fix.edits += edits
        }
        guard !fix.edits.isEmpty else { return nil }
        if rule.isOfLayout { return fix }
        if !rule.isOfComments, !changes.contains(where: \.removesComments) {
            for index in fix.edits.indices {
                guard let editor = editor(fix.edits[index].span.file) else { continue }
                guard let edit = editor.keepingComments(fix.edits[index]) else { return nil }
                fix.edits[index] = edit
            }
        }
        for index in fix.edits.indices where fix.edits[index].text.utf8.contains(UInt8(ascii: "\n")) {
            fix.edits[index] = editor(fix.edits[index].span.file)?.withLineEnds(fix.edits[index]) ?? fix.edits[index]
        }
        if fix.edits.contains(where: { editor($0.span.file)?.isShared($0.span) == true }) { fix.safe = false }
        return fix
    }
}

extension Diagnostic.Change {
    fileprivate var removesComments: Bool {
        if case .remove(_, .removed) = self { true } else { false }
    }
}

extension ManifestEditor {
    /// The edit with the file's own line ends in its text.
    fileprivate func withLineEnds(_ edit: Diagnostic.Edit) -> Diagnostic.Edit {
        let lines = edit.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lineEnd == "\n" || edit.text.contains(lineEnd)
            ? edit : Diagnostic.Edit(span: edit.span, text: lines.joined(separator: lineEnd))
    }

    /// Whether a stretch is in a value that aliases stand for, too.
    fileprivate func isShared(_ span: SourceSpan) -> Bool {
        shared.contains {
            span.start < $0.end && $0.start < span.end
                || span.start == span.end && $0.start <= span.start && span.start <= $0.end
        }
    }
}
