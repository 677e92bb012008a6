extension FileSystem {
    /// V006: manifests, and folders of manifests, that others than their owner may write. A folder counts once, at its
    /// first file.
    ///
    /// - Parameter files: With what a look at them told.
    static func foreignWriters(of files: some Sequence<(SourceFile, ManifestSearch.Facts)>) -> [Diagnostic] {
        var (diagnostics, seen, last) = ([Diagnostic](), Set<String>(), "")
        for (index, (file, facts)) in files.enumerated() where file.isReadable {
            let place = SourceSpan(file: index, start: 0, end: 0)
            let writers = self.writers(of: file.path, try? facts.get())
            diagnostics += Diagnostic.foreignWriters(writers, of: file.path, at: place).map { [$0] } ?? []
            let folder = ManifestFiles.folderPrefix(of: file.path)
            // Neighbours mostly stand in one folder.
            guard folder != last || seen.isEmpty, seen.insert(folder).inserted else { continue }
            last = folder
            let folderWriters = self.writers(of: folder.isEmpty ? "." : folder)
            diagnostics += Diagnostic.foreignWriters(folderWriters, ofFolder: folder, at: place).map { [$0] } ?? []
        }
        return diagnostics
    }
}

extension Diagnostic {
    package static func foreignWriters(_ writers: FileSystem.Writers, of path: String, at span: SourceSpan)
        -> Diagnostic?
    {
        words(writers).map { whoever, rights in
            Diagnostic(
                .foreignWriters, at: span, "\(whoever) may change '\(path)', and with it where requests go",
                help: "chmod \(rights) \(path)")
        }
    }

    fileprivate static func foreignWriters(
        _ writers: FileSystem.Writers, ofFolder folder: String, at span: SourceSpan
    ) -> Diagnostic? {
        words(writers).map { whoever, rights in
            let name = folder.isEmpty ? "." : folder
            return Diagnostic(
                .foreignWriters, at: span,
                "\(whoever) may put manifests into the folder '\(name)', and replace those in it",
                help: "chmod \(rights) \(name)")
        }
    }

    private static func words(_ writers: FileSystem.Writers) -> (whoever: String, rights: String)? {
        switch writers {
        case .owner: nil
        case .group: ("a group of several", "g-w")
        case .everybody: ("everybody on the machine", "o-w")
        }
    }
}
