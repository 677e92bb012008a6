import Foundation

/// An article and the source that compiles its code.
enum Article {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The blocks of an article in one language.
    static func blocks(_ language: String, of name: String) throws -> [String] {
        let article = try text("Sources/WaybillHummingbird/WaybillHummingbird.docc/\(name).md")
        return article.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// The parts of a source between the marks BEGIN and END, with their names.
    static func parts(of source: String) throws -> [(name: String, code: String)] {
        try text("Tests/WaybillHummingbirdTests/\(source)")
            .matches(of: #/( *)// BEGIN (\w+)\n((?:.*\n)*?) *// END/#).map { match in
                let (_, indent, name, code) = match.output
                let lines = code.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                return (String(name), lines.map { "\($0.dropFirst(indent.count))\n" }.joined())
            }
    }
}
