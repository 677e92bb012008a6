import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The declaration of a name that is used and declared nowhere.
extension CodeActions {
    func declarations(of diagnostics: [Diagnostic]) -> [JSONValue] {
        diagnostics.filter { $0.rule == .undefinedName }.flatMap { diagnostic -> [JSONValue] in
            guard let found = analysis.names.name(at: diagnostic.span.start, in: diagnostic.span.file),
                !found.all.contains(where: \.isDeclaration)
            else { return [] }
            return found.place.kinds.compactMap { kind in
                guard let section = kind.section,
                    let edit = declaring(found.place.name, section, for: diagnostic.span.file)
                else { return nil }
                return [
                    "title": .string("Declare \(kind.rawValue) '\(found.place.name)'"), "kind": "quickfix",
                    "diagnostics": [DiagnosticList.item(diagnostic, places, client)], "isPreferred": false,
                    "edit": places.workspaceEdit([edit]),
                ]
            }
        }
    }

    /// Returns the edit that adds an entry to a section of the file, or else of the first file that has one; a new section
    /// goes to the end of the file.
    private func declaring(_ name: String, _ section: String, for file: Int) -> Diagnostic.Edit? {
        let manifests = analysis.compilation.sources.indices.filter { !analysis.sources[$0].isTestFile }
        let order = manifests.filter { $0 == file } + manifests.filter { $0 != file }
        for index in order {
            if let edit = appending(name, to: section, of: index) { return edit }
        }
        return order.first.map { index in
            Self.appending(
                "\(ScalarText.written(name)): {}", asSection: section, to: analysis.sources[index], index: index)
        }
    }

    private func appending(_ name: String, to section: String, of index: Int) -> Diagnostic.Edit? {
        let root = YAMLReader.read(analysis.sources[index], index: index).node
        guard let entry = root?.entries.first(where: { $0.key.scalarText == section }) else { return nil }
        let following = entry.value.entries.compactMap(\.key.scalarText)
        let change = Diagnostic.Change.set(
            ScalarText.written(name), to: "{}", in: .named(entry.key.span), following: following)
        let fix = Diagnostic.Fix("declare '\(name)'", safe: false, change)
        let carrier = Diagnostic(.undefinedName, at: entry.key.span, "declare", fixes: [fix])
        return [carrier].resolvingEdits(in: analysis.sources).first?.fixes.first?.edits.first
    }
}

extension NameKind {
    /// The section of a manifest in which an empty entry is a valid declaration.
    fileprivate var section: String? {
        switch self {
        case .module: "modules"
        case .protocol: "protocols"
        default: nil
        }
    }
}
