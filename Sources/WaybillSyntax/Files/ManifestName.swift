/// The meaning of file names.
package enum ManifestName {
    /// Whether the file is a manifest of the set.
    package static func fits(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

    /// Whether the file contains only tests of the set.
    static func isTest(_ path: String) -> Bool { path.hasSuffix(".test.yaml") || path.hasSuffix(".test.yml") }

    /// Whether a file looks like a manifest but is not loaded: a copy that an editor or a person left (`shop.yaml.bak`,
    /// `shop.yml~`), or an extension that is almost right (`shop.YAML`, `shop.yamll`).
    package static func isAlmost(_ path: String) -> Bool {
        let parts = path.dropFirst(ManifestFiles.folderPrefix(of: path).count).split(separator: ".")
        guard parts.count > 1, !fits(path), let last = parts.last?.lowercased() else { return false }
        if last.hasSuffix("~") { return isExtension(String(last.prefix { $0 != "~" })) }
        let isCopy = parts.count > 2 && copies.contains(last) && isExtension(parts[parts.count - 2].lowercased())
        return isCopy || isExtension(last) || (last.hasPrefix("y") && isOneEdit(last, "yaml"))
    }

    private static func isExtension(_ text: String) -> Bool { text == "yaml" || text == "yml" }

    private static let copies: Set = [
        "bak", "backup", "copy", "new", "old", "orig", "prev", "rej", "save", "saved", "swp", "temp", "tmp",
    ]
}

extension SourceFile {
    /// Whether the file contains only tests, according to its name: `*.test.yaml`.
    package var isTestFile: Bool { ManifestName.isTest(path) }
}
