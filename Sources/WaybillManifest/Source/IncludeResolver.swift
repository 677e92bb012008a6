/// Follows `include:` from file to file, and finds the ones that lead back (Y013).
struct IncludeResolver {
    /// The files that includes found and that the set does not hold.
    private(set) var newPaths: [String] = []
    /// Where wildcards looked.
    private(set) var searchedFolders: Set<String> = []
    private let files: ManifestFiles
    private lazy var known = Set(files.files.map(\.path))
    private var edges: [String: [String]] = [:]
    /// By file: its globs, each with how many of the edges come of it and of those before it.
    private var globs: [String: [(span: SourceSpan, end: Int)]] = [:]
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
                self.globs[path, default: []].append((glob.span, edges[path]?.count ?? 0))
                newPaths += paths.filter { known.insert($0).inserted }
            } catch {
                diagnostics.append(Diagnostic(error.rule, at: glob.span, error.message, help: error.help))
            }
        }
        return diagnostics
    }

    /// The includes that lead back to where they began.
    func cycles() -> [Diagnostic] {
        Cycles(in: edges).paths.compactMap { cycle in
            guard let first = cycle.first, let span = place(of: cycle, 0) else { return nil }
            let path = (cycle + [first]).joined(separator: " -> ")
            return Diagnostic(
                .badInclude, at: span, "include cycle: \(path)",
                notes: cycle.indices.dropFirst().compactMap { index in
                    place(of: cycle, index).map { .init("'\(cycle[index])' includes the next one here", at: $0) }
                },
                help: "remove one of the includes; each file is read once in any case")
        }
    }

    /// The first glob by which a file of a cycle includes the next one.
    private func place(of cycle: [String], _ index: Int) -> SourceSpan? {
        let next = cycle[(index + 1) % cycle.count]
        guard let edge = edges[cycle[index]]?.firstIndex(of: next) else { return nil }
        return globs[cycle[index]]?.first { edge < $0.end }?.span
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
