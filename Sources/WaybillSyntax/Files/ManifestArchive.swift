/// The files of a set in one JSON document: a service keeps its last good set in this form, and reports the current one.
///
/// Variables are not expanded.
package struct ManifestArchive: Codable, Hashable, Sendable {
    /// The only version that there is.
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

    /// The files, to be compiled again.
    package var manifests: ManifestFiles { ManifestFiles(texts: files.map { ($0.path, $0.text) }) }
}
