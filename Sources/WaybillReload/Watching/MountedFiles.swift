import WaybillManifest
import WaybillSyntax

/// Files that are mounted one by one.
enum MountedFiles {
    /// Returns the files that have no name any more. Their replacements are not visible here, and no event reports
    /// them.
    static func replaced(among paths: [String]) -> [String] {
        paths.filter { FileSystem.linkCount(of: $0) == 0 }
    }
}
