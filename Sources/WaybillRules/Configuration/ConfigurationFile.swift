import WaybillManifest
public import WaybillSyntax

/// A `.waybill.yaml` file.
public struct ConfigurationFile: Sendable {
    /// The name of the file.
    public static let name = ConfigurationPlace.fileName

    public private(set) var source: SourceFile
    /// Paths of files in the same folder that look like a configuration, and are not read because of their names. If there
    /// is no `.waybill.yaml`, the first of them is ``source``.
    var misnamed: [String] = []

    public init(source: SourceFile) { self.source = source }

    /// Returns the configuration file of a set: the one in its folder, or in the nearest parent folder, up to one that
    /// contains `.git`.
    ///
    /// - Parameter root: `ManifestFiles.root` of the set.
    /// - Returns: `nil` if there is none. If the file cannot be read, or has a similar name, it is returned, and
    ///   ``LintConfiguration`` reports it: nobody should believe that a policy applies which does not.
    public static func find(from root: String) -> ConfigurationFile? {
        ConfigurationPlace.folders(from: root).lazy.compactMap(find(in:)).first
    }

    private static func find(in folder: String) -> ConfigurationFile? {
        let misnamed = similarNames.map(folder.entry).filter(isMisnamed)
        let named = folder.entry(name)
        let path = FileSystem.identity(of: named) == nil ? misnamed.first : named
        guard let path else { return nil }
        var file = read(path)
        file.misnamed = misnamed
        return file
    }

    /// Manifests may have both endings, so people try both here, too.
    private static let similarNames = [".waybill.yml", "waybill.yaml", "waybill.yml"]

    /// Whether a file is a configuration. One without a dot may also be a manifest, or belong to another program.
    private static func isMisnamed(_ path: String) -> Bool {
        guard FileSystem.identity(of: path) != nil else { return false }
        if path.hasSuffix(similarNames[0]) { return true }
        guard let node = YAMLReader.read(.reading(path), index: 0).node else { return false }
        let keys = Set(node.entries.compactMap(\.key.scalarText))
        return !keys.contains("waybill") && ConfigurationGrammar.object.keys.contains { keys.contains($0.name) }
    }

    /// Reads the file at a path.
    public static func read(_ path: String) -> ConfigurationFile {
        ConfigurationFile(source: .reading(path))
    }

    /// Returns the file with the contents that replace those on disk, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> ConfigurationFile {
        var file = self
        file.source = source.replacing(contents)
        return file
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
