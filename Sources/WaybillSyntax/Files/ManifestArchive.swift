/// The files of a set in one JSON document. A service stores its last good set and reports the current one in this
/// form.
///
/// Variables are not expanded.
package struct ManifestArchive: Codable, Hashable, Sendable {
    /// The only version so far.
    package static let currentVersion = 1

    package var version = currentVersion
    /// The digest of the set's table.
    package var digest: String
    package var files: [File]

    package struct File: Codable, Hashable, Sendable {
        package var path: String
        package var text: String
    }

    package init(digest: String, sources: [SourceFile]) {
        self.digest = digest
        files = sources.map { File(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self)) }
    }

    /// The files, for another compilation.
    package var manifests: ManifestFiles { ManifestFiles(texts: files.map { ($0.path, $0.text) }) }
}
