import Waybill

/// Files that are mounted one by one.
enum MountedFiles {
    /// The files that have no name any more: what replaced them is not seen here, and no event will tell of it.
    static func replaced(among paths: [String]) -> [String] {
        paths.filter { FileSystem.linkCount(of: $0) == 0 }
    }
}
