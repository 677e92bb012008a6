import Foundation
import Testing

/// Fails if a text is not the content of a file. If there is no file yet, it is written, and the test fails too,
/// because the author must read it. To accept a changed text, delete its file and run the tests twice.
func expectGolden(
    _ actual: some Sequence<UInt8>, at file: URL, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let (name, actual) = (file.pathComponents.suffix(2).joined(separator: "/"), Array(actual))
    guard let expected = try? Data(contentsOf: file) else {
        try Data(actual).write(to: file)
        Issue.record(
            "\(name) did not exist and is written now: read it, and run the tests again", sourceLocation: sourceLocation
        )
        return
    }
    guard Array(expected) != actual else { return }
    let diff = goldenDiff(
        expected: String(decoding: expected, as: UTF8.self), actual: String(decoding: actual, as: UTF8.self))
    Issue.record(
        "\(name) is stale; delete it and run the tests twice to take the new text:\n\(diff)",
        sourceLocation: sourceLocation)
}

/// The lines of two texts side by side: `-` for an expected line that is missing, `+` for a new one.
private func goldenDiff(expected: String, actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
        if removed.contains(oldIndex) {
            lines.append("- " + old[oldIndex])
            oldIndex += 1
        } else if inserted.contains(newIndex) {
            lines.append("+ " + new[newIndex])
            newIndex += 1
        } else {
            lines.append("  " + old[oldIndex])
            oldIndex += 1
            newIndex += 1
        }
    }
    return lines.joined(separator: "\n")
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
