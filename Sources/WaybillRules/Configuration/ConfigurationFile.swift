import WaybillManifest
public import WaybillSyntax

/// A `.waybill.yaml` file.
public struct ConfigurationFile: Sendable {
    /// The name of the file.
    public static let name = ".waybill.yaml"

    public let source: SourceFile

    public init(source: SourceFile) { self.source = source }

    /// Returns the configuration file of a set: the one in its folder, or in the nearest parent folder, up to one that
    /// contains `.git`.
    ///
    /// - Parameter root: `ManifestFiles.root` of the set.
    /// - Returns: `nil` if there is none. If the file cannot be read, it is returned, and ``LintConfiguration`` reports
    ///   it.
    public static func find(from root: String) -> ConfigurationFile? {
        var folder = root
        while let identity = FileSystem.identity(of: folder) {
            let path = folder.entry(name)
            if FileSystem.identity(of: path) != nil { return read(path) }
            let parent = folder.parentFolder
            let isTop = FileSystem.identity(of: parent) == identity
            if isTop || FileSystem.identity(of: folder.entry(".git")) != nil { return nil }
            folder = parent
        }
        return nil
    }

    /// Reads the file at a path.
    public static func read(_ path: String) -> ConfigurationFile {
        ConfigurationFile(source: .reading(path))
    }

    /// Returns the file with the contents that replace those on disk, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> ConfigurationFile {
        ConfigurationFile(source: source.replacing(contents))
    }
}

extension ConfigurationFile {
    /// Returns a path of the set relative to the configuration's folder; `nil` if it is outside.
    func relative(_ path: String) -> String? {
        let folder = PortablePath.of(ManifestFiles.folderPrefix(of: source.path), below: nil)
        let portable = PortablePath.of(path, below: nil)
        let prefix = folder.isEmpty ? "" : folder.asPrefix
        let isBelow = portable.hasPrefix(prefix) && portable.hasPrefix("/") == folder.hasPrefix("/")
        // If a path contains `..`, its target depends on links.
        if isBelow, !(folder + portable).split(separator: "/").contains("..") {
            return String(portable.dropFirst(prefix.count))
        }
        guard let whole = FileSystem.realPath(path), let base = FileSystem.realPath(folder.isEmpty ? "." : folder),
            whole.hasPrefix(base.asPrefix)
        else { return nil }
        return String(whole.dropFirst(base.asPrefix.count))
    }
}

extension String {
    /// The path of an entry in this folder.
    fileprivate func entry(_ name: String) -> String { self == "." ? name : asPrefix + name }

    /// The parent folder, in the usual form.
    fileprivate var parentFolder: String {
        if self == "." { return ".." }
        let last = split(separator: "/").last
        if last == ".." || last == "." { return asPrefix + ".." }
        let prefix = ManifestFiles.folderPrefix(of: String(asPrefix.dropLast()))
        return prefix.isEmpty ? (hasPrefix("/") ? "/" : ".") : prefix == "/" ? "/" : String(prefix.dropLast())
    }
}
