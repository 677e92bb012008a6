import Foundation

/// An article of the documentation, for comparison with code that is compiled.
package struct Article {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A piece of code in the article.
    package struct Block {
        package var language: String
        /// The line above it, if that is only the path of a file.
        package var path: String?
        package var code: String
    }

    package var blocks: [Block] = []

    /// - Parameter path: The path relative to the package's folder.
    package init(_ path: String) throws {
        var above = ""
        var open: Block?
        for line in try Self.text(path).components(separatedBy: "\n") {
            if var block = open {
                if line == "```" {
                    blocks.append(block)
                    open = nil
                    above = ""
                } else {
                    block.code += line + "\n"
                    open = block
                }
            } else if line.hasPrefix("```") {
                let path = above.wholeMatch(of: #/`([^`]+)`:/#).map { String($0.output.1) }
                open = Block(language: String(line.dropFirst(3)), path: path, code: "")
            } else if !line.isEmpty {
                above = line
            }
        }
    }

    package static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The files below a folder, by their paths in it.
    package static func files(in folder: String) -> [String] {
        let base = root.appending(path: folder)
        let all = FileManager.default.enumerator(at: base, includingPropertiesForKeys: [.isRegularFileKey])
        let files = (all?.compactMap { $0 as? URL } ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
            .map { String($0.resolvingSymlinksInPath().path.dropFirst(base.path.count + 1)) }
        return files.filter { !$0.hasPrefix(".build/") && $0 != "Package.resolved" }.sorted()
    }

    /// The parts of a source file between two marks, by their names, without the indentation of the marks.
    ///
    /// "Routes" in the article stands for the tests' own folder.
    package static func parts(of path: String) throws -> [(name: String, code: String)] {
        try text(path).matches(of: #/( *)// BEGIN (\w+)\n((?:.*\n)*?) *// END/#).map { match in
            let (_, indent, name, code) = match.output
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let shown = lines.map { "\($0.dropFirst(indent.count))\n" }.joined()
            return (String(name), shown.replacing("manifests: folder", with: "manifests: \"Routes\""))
        }
    }
}
