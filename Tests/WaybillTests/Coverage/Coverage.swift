import Foundation

/// The tests of each row of a list: a file of `Tests/Fixtures`, resolved against the existing tests.
struct Coverage {
    let list: List
    /// The content of the file for each row.
    private(set) var entries: [String: [String]] = [:]
    /// The subject of each row, if the file has it.
    private(set) var subjects: [String: String] = [:]
    /// The errors in the file, in words.
    private(set) var problems: [String] = []

    /// A list of features or faults, with the file that says how each is covered and the page that is made of it.
    struct List: Sendable {
        var groups: [(letter: Character, rows: Int)]
        var file: String
        var page: String
        /// Whether each row has a subject.
        var hasSubjects: Bool
        /// The beginning of the page.
        var heading: String

        var rows: [String] { groups.flatMap { group in (1...group.rows).map { "\(group.letter)\($0)" } } }
        var fileURL: URL { Coverage.root.appendingPathComponent(file) }
        var pageURL: URL { Coverage.root.appendingPathComponent(page) }
        var pageName: String { pageURL.lastPathComponent }
    }

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init(_ list: List, text: String, suites: [String: String]) {
        self.list = list
        let rows = Set(list.rows)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, rows.contains(parts[0]) else {
                problems.append("'\(line)' is no row")
                continue
            }
            add(parts[0], parts[1], parts[2], suites)
        }
        problems += list.rows.filter { entries[$0] == nil }.map { "\($0) has neither a test nor a reason" }
        guard list.hasSubjects else { return }
        problems += list.rows.filter { subjects[$0] == nil }.map { "\($0) does not say what it is about" }
    }

    static func read(_ list: List) throws -> Coverage {
        Coverage(list, text: try String(contentsOf: list.fileURL, encoding: .utf8), suites: try suites())
    }

    private mutating func add(_ row: String, _ kind: String, _ text: String, _ suites: [String: String]) {
        if kind == "about", list.hasSubjects {
            subjects[row] = text
        } else if let entry = Self.entry(kind, text, suites) {
            entries[row, default: []].append(entry)
        } else {
            problems.append("\(row): there is no \(kind) '\(text)'")
        }
    }

    private static func entry(_ kind: String, _ text: String, _ suites: [String: String]) -> String? {
        switch kind {
        case "test": return suites[text].map { "\($0): \(text)" }
        case "case":
            let output = root.appendingPathComponent("Tests/Fixtures/check/\(text).out").path
            return FileManager.default.fileExists(atPath: output) ? "`waybill check`: \(text)" : nil
        case "script":
            let script = root.appendingPathComponent("Scripts/\(text)").path
            return FileManager.default.isExecutableFile(atPath: script) ? "`Scripts/\(text)`" : nil
        case "reason": return "Not here. \(text)"
        case "open": return "Open. \(text)"
        default: return nil
        }
    }

    /// The name of the file, without its extension, of every test, by the test's title.
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
        let columns = list.hasSubjects ? ["row", "fault", "test or reason"] : ["row", "test or reason"]
        let head = "| \(columns.joined(separator: " | ")) |\n|\(String(repeating: "---|", count: columns.count))\n"
        return list.heading + "\n\n" + head + list.rows.map(line).joined()
    }

    private func line(_ row: String) -> String {
        let subject = list.hasSubjects ? "\(subjects[row] ?? "") | " : ""
        return "| \(row) | \(subject)\((entries[row] ?? []).joined(separator: "; ")) |\n"
    }
}
