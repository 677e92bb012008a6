/// Follows `include:` from file to file, and finds the ones that lead back (Y013).
struct IncludeResolver {
    /// The files that includes found and that the set does not hold.
    private(set) var newPaths: [String] = []
    /// Where wildcards looked.
    private(set) var searchedFolders: Set<String> = []
    private let files: ManifestFiles
    private lazy var known = Set(files.files.map(\.path))
    private var edges: [String: [String]] = [:]
    private var places: [String: SourceSpan] = [:]
    private var walks = IncludeWalks()

    init(files: ManifestFiles) {
        self.files = files
    }

    /// Takes the globs of one file; returns a diagnostic (Y013, V004) for every glob that finds nothing or leads out of the root.
    mutating func resolve(_ globs: [Located<String>], from path: String) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for glob in globs {
            if let folder = files.searchedFolder(glob: glob.value, relativeTo: path) { searchedFolders.insert(folder) }
            guard !walks.isSpent else {
                diagnostics.append(.tooManyIncludes(at: glob.span))
                break
            }
            do {
                let paths = try files.expand(glob: glob.value, relativeTo: path, walks: &walks)
                edges[path, default: []] += paths
                places[path] = places[path] ?? glob.span
                newPaths += paths.filter { known.insert($0).inserted }
            } catch {
                diagnostics.append(Diagnostic(error.rule, at: glob.span, error.message, help: error.help))
            }
        }
        return diagnostics
    }

    /// The includes that lead back to where they began.
    func cycles() -> [Diagnostic] {
        ProtocolGraph.cycles(in: edges).compactMap { cycle in
            guard let first = cycle.first, let span = places[first] else { return nil }
            let path = (cycle + [first]).joined(separator: " -> ")
            return Diagnostic(
                .badInclude, at: span, "include cycle: \(path)",
                notes: cycle.dropFirst().compactMap { path in
                    places[path].map { .init("'\(path)' includes the next one here", at: $0) }
                },
                help: "remove one of the includes; each file is read once in any case")
        }
    }
}

extension Diagnostic {
    fileprivate static func tooManyIncludes(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .badInclude, at: span,
            "this include and those behind it are not read: the ones before look at too many files",
            help: "include folders that hold manifests alone, each once")
    }
}
