import Foundation

/// Which test shows which feature of the seeds: `Tests/Fixtures/seeds/coverage.txt`, resolved against the tests that there are.
struct SeedCoverage {
    /// How many rows each group of the features has.
    static let groups: [(letter: Character, rows: Int)] = [
        ("A", 18), ("B", 14), ("C", 18), ("D", 8), ("E", 10), ("F", 8), ("G", 8), ("H", 17), ("I", 16), ("J", 9),
        ("K", 9),
        ("L", 6), ("M", 9), ("N", 10), ("O", 10), ("P", 27), ("Q", 13), ("R", 11), ("S", 12), ("T", 7), ("U", 10),
        ("V", 28), ("W", 6), ("X", 19), ("Y", 7), ("Z", 6),
    ]

    static var rows: [String] { groups.flatMap { group in (1...group.rows).map { "\(group.letter)\($0)" } } }

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let page = root.appendingPathComponent("Sources/Waybill/Waybill.docc/SeedCoverage.md")

    /// What stands in the table for each row.
    private(set) var entries: [String: [String]] = [:]
    /// What is wrong with the file, in words.
    private(set) var problems: [String] = []

    init(text: String, suites: [String: String]) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, Self.rows.contains(parts[0]) else {
                problems.append("'\(line)' is no row")
                continue
            }
            guard let entry = Self.entry(parts[1], parts[2], suites) else {
                problems.append("\(parts[0]): there is no \(parts[1]) '\(parts[2])'")
                continue
            }
            entries[parts[0], default: []].append(entry)
        }
        problems += Self.rows.filter { entries[$0] == nil }.map { "\($0) has neither a test nor a reason" }
    }

    static func read() throws -> SeedCoverage {
        let file = root.appendingPathComponent("Tests/Fixtures/seeds/coverage.txt")
        return SeedCoverage(text: try String(contentsOf: file, encoding: .utf8), suites: try suites())
    }

    private static func entry(_ kind: String, _ text: String, _ suites: [String: String]) -> String? {
        switch kind {
        case "test": return suites[text].map { "\($0): \(text)" }
        case "case":
            let output = root.appendingPathComponent("Tests/Fixtures/check/\(text).out").path
            return FileManager.default.fileExists(atPath: output) ? "`waybill check`: \(text)" : nil
        case "reason": return "Not here. \(text)"
        default: return nil
        }
    }

    /// The file, without its ending, of every test by the test's title.
    private static func suites() throws -> [String: String] {
        var result: [String: String] = [:]
        let folder = root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in files.sorted() where path.hasSuffix(".swift") {
            let url = folder.appendingPathComponent(path)
            for piece in try String(contentsOf: url, encoding: .utf8).components(separatedBy: "@Test(").dropFirst() {
                let text = piece.drop(while: \.isWhitespace)
                guard text.first == "\"", let title = text.dropFirst().split(separator: "\"").first else { continue }
                result[String(title)] = url.deletingPathExtension().lastPathComponent
            }
        }
        return result
    }

    /// The page of the documentation.
    var markdown: String {
        """
        # Features of the seeds

        Every feature of ZIKRouter and Routing, from which Waybill grew, and the test that shows it here, or why it is not here.

        The rows' ids are those of the list of features that the two have. This page is made from
        `Tests/Fixtures/seeds/coverage.txt`: delete it and run the tests to have it written anew.

        | row | test or reason |
        |---|---|

        """
            + Self.rows.map { "| \($0) | \((entries[$0] ?? []).joined(separator: "; ")) |\n" }.joined()
    }
}
