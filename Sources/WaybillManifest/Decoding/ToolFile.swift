package import WaybillSyntax

/// A file of the linter, which is read like a manifest. Its problems are G003 or G004.
package struct ToolFile {
    /// The top-level object; `nil` if the file is empty.
    package let fields: ObjectReader?
    private let context: DecodingContext
    private let found: [Diagnostic]
    private let causes: ReadingCauses?

    /// - Parameters:
    ///   - index: The index of the file in the report's sources.
    ///   - noun: The noun in messages.
    package init(_ file: SourceFile, index: Int, of grammar: ObjectGrammar, called noun: String) {
        context = DecodingContext(file: file, environment: Environment([:]))
        guard file.isReadable else {
            let place = SourceSpan.startOfFile(index)
            found = [
                Diagnostic(
                    .badConfiguration, at: place, "'\(file.path)' cannot be read",
                    help: "check the path and its permissions")
            ]
            fields = nil
            causes = nil
            return
        }
        let (node, found) = YAMLReader.read(file, index: index)
        guard let node else {
            self.found = found.filter { $0.rule != .documentCount }
            fields = nil
            causes = nil
            return
        }
        self.found = found
        causes = ReadingCauses(found, in: node.document)
        fields = context.object(node, grammar, called: noun)
    }

    /// The problems of the fields that were read so far.
    package var diagnostics: [Diagnostic] {
        let others = context.diagnostics.filter { causes?.cause(of: $0) == nil }
        return (found + others).map(\.ofToolFile)
    }
}

extension Diagnostic {
    /// A rule about manifests becomes G004, because the linter's own file is invalid.
    fileprivate var ofToolFile: Diagnostic {
        guard rule != .unknownRuleID else { return self }
        var diagnostic = self
        diagnostic.rule = .badConfiguration
        return diagnostic
    }
}

extension SourceFile {
    /// Reads a file of the linter; if it cannot be read, returns an entry for it.
    package static func reading(_ path: String) -> SourceFile {
        let contents = try? FileSystem.read(path)
        return contents.map { SourceFile(path: path, bytes: $0.bytes) } ?? .unreadable(path: path)
    }
}
