import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The search for the set that a file belongs to.
///
/// ```
/// work/                  a folder of the client
/// ├─ .waybill.yaml       the set of this folder is work/Routes
/// ├─ Routes/a.yaml
/// └─ shop/
///    ├─ .waybill.yaml    a set of its own: work/shop
///    └─ b.yaml
/// ```
enum SetFolder {
    /// The folder of manifests beside a configuration.
    private static let manifests = "Routes"

    /// Returns the folder of a file's set; `nil` if the file is in no set.
    ///
    /// - Parameters:
    ///   - workspaces: The folders of the client. The set of a file outside of them is its own folder.
    ///   - excluded: Folders that are too large to be read for one file in them.
    static func of(_ path: String, in workspaces: [String], except excluded: Set<String> = ["/"]) -> String? {
        let isConfiguration = path.hasSuffix("/" + ConfigurationFile.name)
        guard isConfiguration || ManifestName.fits(path) else { return nil }
        let own = path.parentFolder
        let workspace = workspaces.filter { path.hasPrefix($0.asPrefix) }.max { $0.utf8.count < $1.utf8.count }
        guard let base = configured(from: own, upTo: workspace ?? own) ?? workspace else {
            return excluded.contains(own) ? nil : own
        }
        guard let inner = innerFolder(of: base) else { return base }
        return isConfiguration || path.hasPrefix(inner.asPrefix) ? inner : nil
    }

    /// Returns the folder of the set of a client's folder, if it looks like one, so that it is checked before a file is
    /// open.
    static func ofWorkspace(_ folder: String) -> String? {
        innerFolder(of: folder) ?? (hasConfiguration(folder) ? folder : nil)
    }

    /// Returns the folders below a set's folder that begin sets of their own.
    static func nested(in folder: String, _ paths: [String]) -> [String] {
        let prefix = folder.asPrefix
        var below: Set<String> = []
        for path in paths where path.hasPrefix(prefix) {
            var parent = path.parentFolder
            while parent.hasPrefix(prefix), below.insert(parent).inserted { parent = parent.parentFolder }
        }
        return below.filter(hasConfiguration).sorted()
    }

    private static func hasConfiguration(_ folder: String) -> Bool {
        FileSystem.identity(of: folder.asPrefix + ConfigurationFile.name) != nil
    }

    private static func innerFolder(of folder: String) -> String? {
        let inner = folder.asPrefix + manifests
        return FileSystem.kind(of: inner.asPrefix) == .folder ? inner : nil
    }

    private static func configured(from folder: String, upTo top: String) -> String? {
        var folder = folder
        while folder.utf8.count >= top.utf8.count {
            if hasConfiguration(folder) { return folder }
            if folder == "/" { return nil }
            folder = folder.parentFolder
        }
        return nil
    }
}

extension String {
    /// The folder of an absolute path.
    var parentFolder: String {
        let prefix = ManifestFiles.folderPrefix(of: self)
        return prefix.utf8.count > 1 ? String(prefix.dropLast()) : "/"
    }
}
