extension ManifestFiles {
    /// Reads files and folders, without what the configuration excludes. The files are shown with the names by which they
    /// were given.
    ///
    /// - Parameter readsTests: Whether test files are part of the set. A service that runs no tests skips them, so that
    ///   an error in a test does not prevent it from starting.
    public static func read(paths: [String], readsTests: Bool = true) -> ManifestFiles {
        read(paths: paths, configuration: .nearest, readsTests: readsTests)
    }

    /// Reads files and folders, without what this configuration excludes.
    package static func read(
        paths: [String], configuration: ConfigurationPlace, readsTests: Bool = true
    ) -> ManifestFiles {
        ManifestFiles(ManifestReader(paths, readsTests: readsTests, excluding: .read(for: paths, configuration)))
    }

    /// Reads files and folders again, but takes unchanged files from an earlier reading. It reads on the calling thread
    /// only, so that a file system that hangs does not block a thread that serves requests.
    ///
    /// A change through mapped memory that was not written back is missed.
    package static func read(paths: [String], readsTests: Bool = true, since earlier: [SourceFile]) -> ManifestFiles {
        ManifestFiles(
            ManifestReader(paths, readsTests: readsTests, excluding: .read(for: paths), earlier: earlier))
    }
}

extension Exclusion {
    /// The key of the configuration.
    package static let key = "exclude"

    /// Reads what the configuration of a set excludes. Checks find the problems of that file; what
    /// cannot be read excludes nothing.
    ///
    /// - Parameter paths: The given paths of the set.
    package static func read(for paths: [String], _ configuration: ConfigurationPlace = .nearest) -> Exclusion {
        let prefix = ManifestFiles.prefix(of: paths) { FileSystem.isFolder($0) }
        let path: String? =
            switch configuration {
            case .none: nil
            case .file(let file): file
            case .nearest: ConfigurationPlace.candidates(from: ManifestFiles.root(of: prefix)).last
            }
        let folder = ManifestFiles.root(of: ManifestFiles.folderPrefix(of: path ?? ""))
        return Exclusion(path.map(globs) ?? [], prefix: prefix, folder: folder)
    }

    private static func globs(in path: String) -> [String] {
        guard let bytes = try? FileSystem.read(path).bytes else { return [] }
        let root = YAMLReader.read(SourceFile(path: path, bytes: bytes), index: 0).node
        return root?.value(ofKey: key).map { $0.isScalar ? [$0] : Array($0.items) }?.compactMap(\.scalarText) ?? []
    }
}
