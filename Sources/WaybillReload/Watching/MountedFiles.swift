import WaybillManifest
import WaybillSyntax

/// Files that are mounted one by one.
enum MountedFiles {
    /// The files that have no name any more: what replaced them cannot be seen here, and no event will report it.
    static func replaced(among paths: [String]) -> [String] {
        paths.filter { FileSystem.linkCount(of: $0) == 0 }
    }
}
