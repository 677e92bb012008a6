public import WaybillManifest
package import WaybillSyntax

extension Compilation {
    /// The digest of the set's meaning: the same for any order of files and entries and for any layout.
    ///
    /// It is the first 16 bytes of the SHA-256 of the set's canonical encoding, as 32 hexadecimal digits. Summaries,
    /// tests and positions are not part of it.
    ///
    /// - Complexity: Linear in the set at the first call, and constant afterwards.
    public var digest: String { cachedDigest { set.digest } }

    /// The set with its table; `nil` if the set has errors and therefore no table.
    package var routedSet: RoutedSet? { table.map { RoutedSet(set: set, table: $0) } }

    /// Whether all files of the set could be read.
    package var isReadable: Bool { !diagnostics.losesFile }

    /// Whether the files, and those that they include, did not change since the compilation.
    ///
    /// - Parameter files: The compiled set, read again.
    package func isCurrent(_ files: ManifestFiles) -> Bool {
        // Which files are included does not depend on the environment.
        let reading = SetReading(files: files, environment: Environment([:]), cache: nil)
        return reading.sources.areSame(as: sources)
    }

    /// Explains a request.
    ///
    /// Returns `nil` if the set has errors. Errors that are only about which route gets a request do not prevent an
    /// explanation, because the explanation helps to fix them.
    ///
    /// - Parameters:
    ///   - method: If `nil`, `GET` is assumed for network schemes and for paths alone.
    ///   - tags: The tags of the view. Empty for a plain open.
    public func explain(_ url: String, method: String? = nil, tags: Set<String> = []) -> Explanation? {
        explainedTable.map { RoutedSet(set: set, table: $0) }.map {
            $0.explanation(of: $0.trace(url, method: method, tags: tags), askedFor: url)
        }
    }

    /// Runs the tests of the set against its table. Returns `nil` if the set has errors and therefore no table.
    ///
    /// No Swift code of a service runs.
    public func runTests(filter: RouteTestFilter = RouteTestFilter()) -> RouteTestRun? {
        routedSet?.runTests(filter, in: sources)
    }

    /// Returns the compilation with its tests run: an error for each failed test (K001), and then no table.
    ///
    /// A service that requires passing tests uses it at the start and before each reload.
    public func tested() -> Compilation {
        guard let failures = runTests()?.diagnostics, !failures.isEmpty else { return self }
        return Compilation(self, diagnostics: (diagnostics + failures).sortedByPlace())
    }
}
