/// Follows `include:` from file to file, and finds cycles of includes (Y013).
package struct IncludeResolver {
    /// The folders that wildcards search.
    package private(set) var searchedFolders: Set<String> = []
    /// The files that includes found and that are not in the set yet.
    package private(set) var newPaths: [String] = []
    private let files: ManifestFiles
    private lazy var knownPaths = Set(files.files.map(\.path))
    /// The includes of each file.
    private var includes: [String: [Include]] = [:]
    private var walks = IncludeWalks()

    private struct Include {
        var span: SourceSpan
        /// The included files, sorted.
        var paths: [String]

        func contains(_ path: String) -> Bool {
            let index = paths.indices.binarySearchLast { !precedesInBytes(path, paths[$0]) }
            return paths.indices.contains(index) && paths[index] == path
        }
    }

    package init(files: ManifestFiles) {
        self.files = files
    }

    /// Returns the new paths since the last call.
    mutating func takeNewPaths() -> [String] {
        defer { newPaths = [] }
        return newPaths
    }

    /// Resolves the globs of one file.
    ///
    /// - Returns: A diagnostic (Y013, V004) for each glob that matches nothing or leads out of the root.
    package mutating func resolve(_ globs: [Located<String>], from path: String) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for glob in globs {
            if let folder = files.searchedFolder(glob: glob.value, relativeTo: path) { searchedFolders.insert(folder) }
            guard !walks.isOverBudget else {
                diagnostics.append(.tooManyIncludes(at: glob.span))
                break
            }
            do {
                let paths = try files.expand(glob: glob.value, relativeTo: path, walks: &walks)
                includes[path, default: []].append(Include(span: glob.span, paths: paths))
                newPaths += paths.filter { knownPaths.insert($0).inserted }
            } catch {
                diagnostics.append(Diagnostic(error.rule, at: glob.span, error.message, help: error.help))
            }
        }
        return diagnostics
    }

    /// Returns a diagnostic for each cycle of includes.
    package func cycles() -> [Diagnostic] {
        Cycles(in: includes.mapValues { $0.flatMap(\.paths) }).paths.compactMap { cycle in
            guard let first = cycle.first, let span = place(of: cycle, 0) else { return nil }
            let path = (cycle + [first]).joined(separator: " -> ")
            return Diagnostic(
                .badInclude, at: span, "include cycle: \(path)",
                notes: cycle.indices.dropFirst().compactMap { index in
                    place(of: cycle, index).map { .init("'\(cycle[index])' includes the next one here", at: $0) }
                },
                help: "remove one of the includes; each file is read only once anyway")
        }
    }

    /// Returns the first include by which a file of a cycle includes the next one.
    private func place(of cycle: [String], _ index: Int) -> SourceSpan? {
        let next = cycle[(index + 1) % cycle.count]
        return includes[cycle[index]]?.first { $0.contains(next) }?.span
    }
}

extension Diagnostic {
    fileprivate static func tooManyIncludes(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .badInclude, at: span,
            "this include and the following ones are not read: the preceding ones look at too many files",
            help: "include only folders of manifests, and each folder once")
    }
}
