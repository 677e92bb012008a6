extension ManifestFiles {
    /// Returns V006 for manifests, and for folders of manifests, that others than the owner may write to. A folder is
    /// reported once, at its first file.
    ///
    /// - Parameter entries: In the order of ``files``.
    static func foreignWriters(of entries: [ManifestReader.Entry]) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var seen: Set<String> = []
        var last: String?
        for (index, entry) in entries.enumerated() where entry.file.isReadable {
            let path = entry.file.path
            let place = SourceSpan.startOfFile(index)
            let writers = (try? entry.place.facts.get())?.foreignWriters ?? .none
            if let diagnostic = Diagnostic.foreignWriters(writers, of: path, at: place) {
                diagnostics.append(diagnostic)
            }
            let folder = folderPrefix(of: path)
            // Consecutive files are mostly in one folder.
            guard folder != last, seen.insert(folder).inserted else { continue }
            last = folder
            let name = folder.isEmpty ? "." : folder
            let folderWriters = FileSystem.foreignWriters(of: name)
            if let diagnostic = Diagnostic.foreignWriters(folderWriters, ofFolder: name, at: place) {
                diagnostics.append(diagnostic)
            }
        }
        return diagnostics
    }
}

extension Diagnostic {
    package static func foreignWriters(
        _ writers: ForeignWriters, of path: String, at span: SourceSpan
    ) -> Diagnostic? {
        words(writers).map { writer, rights in
            Diagnostic(
                .foreignWriters, at: span, "\(writer) can change '\(path)', and so decide where requests go",
                help: "chmod \(rights) \(path)")
        }
    }

    fileprivate static func foreignWriters(
        _ writers: ForeignWriters, ofFolder folder: String, at span: SourceSpan
    ) -> Diagnostic? {
        words(writers).map { writer, rights in
            Diagnostic(
                .foreignWriters, at: span,
                "\(writer) can add and replace manifests in the folder '\(folder)'",
                help: "chmod \(rights) \(folder)")
        }
    }

    private static func words(_ writers: ForeignWriters) -> (writer: String, rights: String)? {
        switch writers {
        case .none: nil
        case .group: ("a group with several members", "g-w")
        case .everybody: ("everybody on the machine", "o-w")
        }
    }
}
