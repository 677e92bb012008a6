import WaybillManifest
package import WaybillSyntax

extension Sequence<Diagnostic> {
    /// Returns the problems with edits for the changes of their fixes.
    ///
    /// A fix is dropped if its change has no place in the file, if a comment would suppress something else after it, or
    /// if it repeats an earlier fix. A fix that changes an aliased value changes every use of it, so it is not safe.
    /// Files without fixes are not read again.
    package func resolvingEdits(in sources: [SourceFile]) -> [Diagnostic] {
        let diagnostics = Array(self)
        let files = Set(diagnostics.flatMap(\.fixes).flatMap(\.files))
        guard !files.isEmpty else { return diagnostics }
        let needed = files.filter { sources.indices.contains($0) }.sorted()
        let editors = Concurrently.map(needed) { ManifestEditor(sources[$1], index: $1) }
        let byFile = Dictionary(uniqueKeysWithValues: zip(needed, editors))
        let resolved = diagnostics.map { diagnostic in
            guard !diagnostic.fixes.isEmpty else { return diagnostic }
            var diagnostic = diagnostic
            var seen = Set<[Diagnostic.Edit]>()
            diagnostic.fixes = diagnostic.fixes.compactMap { fix in
                fix.resolved(of: diagnostic.rule) { byFile[$0] ?? nil }
            }
            diagnostic.fixes.removeAll { !seen.insert($0.edits).inserted }
            return diagnostic
        }
        return resolved.keepingSuppressions(byFile.compactMapValues { $0?.reach })
    }
}

extension [Diagnostic] {
    /// Removes the fixes after which a comment would suppress something else. The formatter checks this itself.
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
        return map { diagnostic in
            var diagnostic = diagnostic
            if !diagnostic.rule.isOfLayout { diagnostic.fixes.removeAll(where: refused.contains) }
            return diagnostic
        }
    }
}

extension Rule {
    /// Whether its fixes change only the layout of a file.
    var isOfLayout: Bool { stage == .layout }
}

extension Diagnostic.Fix {
    fileprivate var files: [Int] { changes.map(\.span.file) }

    fileprivate func resolved(of rule: Rule, _ editor: (Int) -> ManifestEditor?) -> Diagnostic.Fix? {
        if rule.isOfLayout { return changes.isEmpty ? nil : self }
        let mayRemoveComments = rule.traits.contains(.fixRemovesComments) || changes.contains(where: \.removesComments)
        var edits: [Diagnostic.Edit] = []
        for change in changes {
            let editor = editor(change.span.file)
            if case .replace(let edit) = change, editor == nil {
                edits.append(edit)
            } else {
                guard let editor, let found = editor.edits(for: change) else { return nil }
                let kept = mayRemoveComments ? found : found.compactMap(editor.keepingComments)
                guard kept.count == found.count else { return nil }
                edits += kept.map(editor.withLineEnds)
            }
        }
        guard !edits.isEmpty else { return nil }
        let isShared = edits.contains { editor($0.span.file)?.isShared($0.span) == true }
        return .init(description: description, safe: safe && !isShared, edits: edits)
    }
}

extension Diagnostic.Entry {
    var span: SourceSpan {
        switch self {
        case .item(let span), .named(let span): span
        }
    }
}

extension Diagnostic.Change {
    fileprivate var span: SourceSpan {
        switch self {
        case .write(_, let span): span
        case .set(_, _, let entry, _), .rename(_, _, let entry), .unset(_, let entry), .remove(let entry, _),
            .takeOut(let entry),
            .append(_, _, let entry, _):
            entry.span
        case .replace(let edit): edit.span
        }
    }

    fileprivate var removesComments: Bool {
        if case .remove(_, .removed) = self { true } else { false }
    }
}

extension ManifestEditor {
    /// Returns the edit with the line ends of the file.
    fileprivate func withLineEnds(_ edit: Diagnostic.Edit) -> Diagnostic.Edit {
        let lines = edit.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lineEnd == "\n" || edit.text.contains(lineEnd)
            ? edit : Diagnostic.Edit(span: edit.span, text: lines.joined(separator: lineEnd))
    }

    /// Whether a span is in an aliased value.
    fileprivate func isShared(_ span: SourceSpan) -> Bool {
        shared.contains {
            span.start < $0.end && $0.start < span.end
                || span.start == span.end && $0.start <= span.start && span.start <= $0.end
        }
    }
}
