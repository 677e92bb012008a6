import Foundation

/// An article of the documentation, to be compared with code that is compiled.
struct Article {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A piece of code in the article.
    struct Block {
        var language: String
        /// What is above it, where that is the path of a file alone.
        var path: String?
        var code: String
    }

    var blocks: [Block] = []

    /// - Parameter path: From the package's folder.
    init(_ path: String) throws {
        var above = ""
        var open: Block?
        for line in try Self.text(path).components(separatedBy: "\n") {
            if var block = open {
                if line == "```" {
                    blocks.append(block)
                    open = nil
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

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The files below a folder, by their paths in it.
    static func files(in folder: String) -> [String] {
        let base = root.appending(path: folder)
        let all = FileManager.default.enumerator(at: base, includingPropertiesForKeys: [.isRegularFileKey])
        let files = (all?.compactMap { $0 as? URL } ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
            .map { String($0.resolvingSymlinksInPath().path.dropFirst(base.path.count + 1)) }
        return files.filter { !$0.hasPrefix(".build/") && $0 != "Package.resolved" }.sorted()
    }

    /// The parts of a source file between two marks, by their names, without their indentation of eight columns.
    ///
    /// The tests give their own folder where the article says "Routes".
    static func parts(of path: String) throws -> [(name: String, code: String)] {
        try text(path).matches(of: #/        // BEGIN (\w+)\n((?:.*\n)*?)        // END/#).map { match in
            let lines = match.output.2.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let code = lines.map { "\($0.dropFirst(8))\n" }.joined()
            return (String(match.output.1), code.replacing("manifests: folder", with: "manifests: \"Routes\""))
        }
    }
}
