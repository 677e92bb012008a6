public import WaybillSyntax

/// A `.waybill.yaml`, as it was found.
public struct ConfigurationFile: Sendable {
    public static let name = ".waybill.yaml"

    public let source: SourceFile

    public init(source: SourceFile) { self.source = source }

    /// The file that counts for a set: in its folder, or in the nearest folder around it, up to one that holds `.git`.
    ///
    /// - Parameter root: `ManifestFiles.root` of the set.
    /// - Returns: `nil` where there is none. One that cannot be read is there, and ``LintConfiguration`` says so.
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

    /// The file at a path.
    public static func read(_ path: String) -> ConfigurationFile {
        ConfigurationFile(source: .reading(path))
    }

    /// The same file with the contents that stand for those on disk, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> ConfigurationFile {
        ConfigurationFile(source: source.replacing(contents))
    }
}

extension SourceFile {
    /// A file of the linter's own; where it cannot be read, an entry that stands for it.
    package static func reading(_ path: String) -> SourceFile {
        let contents = try? FileSystem.read(path)
        return contents.map { SourceFile(path: path, bytes: $0.bytes) } ?? .unreadable(path: path)
    }
}

extension ConfigurationFile {
    /// A path of the set as seen from the configuration's folder; `nil` where it is outside.
    func relative(_ path: String) -> String? {
        let folder = PortablePath.of(ManifestFiles.folderPrefix(of: source.path), below: nil)
        let portable = PortablePath.of(path, below: nil)
        let prefix = folder.isEmpty ? "" : folder.asPrefix
        let isBelow = portable.hasPrefix(prefix) && portable.hasPrefix("/") == folder.hasPrefix("/")
        // Where a path goes up, links decide what it leads to.
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
    /// The path of something in this folder.
    fileprivate func entry(_ name: String) -> String { self == "." ? name : asPrefix + name }

    /// The folder around this one, written as people would.
    fileprivate var parentFolder: String {
        if self == "." { return ".." }
        let last = split(separator: "/").last
        if last == ".." || last == "." { return asPrefix + ".." }
        let prefix = ManifestFiles.folderPrefix(of: String(asPrefix.dropLast()))
        return prefix.isEmpty ? (hasPrefix("/") ? "/" : ".") : prefix == "/" ? "/" : String(prefix.dropLast())
    }
}
