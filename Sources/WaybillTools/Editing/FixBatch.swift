import WaybillManifest
public import WaybillReports
import WaybillRules
package import WaybillSyntax
import WaybillTable

/// Fixes that can be applied together, because their edits do not overlap.
package struct FixBatch {
    /// A fix with its diagnostic.
    package struct Member: Sendable {
        package var diagnostic: Diagnostic
        package var fix: Diagnostic.Fix
    }

    /// In the order of the diagnostics.
    private(set) var members: [Member] = []

    init(_ members: [Member] = []) {
        self.members = members
    }

    /// Takes each fix that does not overlap earlier ones. The others wait for the next round.
    init(choosingFrom candidates: [Member]) {
        var taken = TakenPlaces()
        members = candidates.filter { taken.take($0.fix.edits) }
    }

    /// Returns the new contents of the changed files, by path.
    func applied(to sources: [SourceFile]) -> [String: [UInt8]] {
        let edits = Dictionary(grouping: Set(members.flatMap(\.fix.edits)), by: \.span.file)
        var contents: [String: [UInt8]] = [:]
        for (file, edits) in edits where sources.indices.contains(file) {
            contents[sources[file].path] = sources[file].bytes.applying(edits)
        }
        return contents
    }

    /// Whether each suppression still applies to the same entry. The formatter checks this itself.
    func keepsSuppressions(in sources: [SourceFile]) -> Bool {
        let edits = members.filter { !$0.diagnostic.rule.isOfLayout }.flatMap(\.fix.edits)
        return Dictionary(grouping: Set(edits), by: \.span.file).allSatisfy { file, edits in
            guard sources.indices.contains(file) else { return true }
            return SuppressionScope(sources[file], index: file)?.isKept(by: edits) != false
        }
    }
}

extension [UInt8] {
    /// Returns the bytes after edits that do not overlap.
    package func applying(_ edits: some Sequence<Diagnostic.Edit>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var position = 0
        for edit in edits.sorted(by: { ($0.span, $0.text) < ($1.span, $1.text) }) {
            let start = Swift.max(position, Swift.min(edit.span.start, count))
            let end = Swift.min(edit.span.end, count)
            result += self[position..<start]
            result += edit.text.utf8
            position = Swift.max(start, end)
        }
        return result + self[position...]
    }
}

/// The ranges of files that are already edited.
struct TakenPlaces {
    /// By file, in order.
    private var edits: [Int: [Diagnostic.Edit]] = [:]

    /// Takes all edits or none. Equal edits may be taken repeatedly.
    mutating func take(_ wanted: [Diagnostic.Edit]) -> Bool {
        guard wanted.allSatisfy(isFree) else { return false }
        for edit in wanted {
            let index = place(of: edit)
            let isKnown =
                edits[edit.span.file]?.indices.contains(index) == true && edits[edit.span.file]?[index] == edit
            if !isKnown { edits[edit.span.file, default: []].insert(edit, at: index) }
        }
        return true
    }

    private func isFree(_ edit: Diagnostic.Edit) -> Bool {
        let known = edits[edit.span.file] ?? []
        let index = place(of: edit)
        let neighbors = known[max(0, index - 1)..<min(known.count, index + 1)]
        return neighbors.allSatisfy { $0 == edit || !$0.touches(edit) }
    }

    /// Returns the index of the first edit that does not precede the given one.
    private func place(of edit: Diagnostic.Edit) -> Int {
        let known = edits[edit.span.file] ?? []
        return known.indices.partitioningIndex { known[$0].span >= edit.span }
    }
}

extension Diagnostic.Edit {
    /// Whether the two edits share bytes, or one inserts text at an end of the other.
    fileprivate func touches(_ other: Diagnostic.Edit) -> Bool {
        let left = span
        let right = other.span
        if left.start < right.end && right.start < left.end { return true }
        let isInsertion = left.start == left.end || right.start == right.end
        return isInsertion && left.start <= right.end && right.start <= left.end
    }
}

/// The fixes that a run applies.
public enum FixLevel: String, Sendable, Hashable, CaseIterable {
    /// Fixes that certainly have the intended result.
    case safe
    /// All fixes.
    case unsafe
}

extension Diagnostic {
    /// Returns the fix that a run of this level applies: the only safe one or, if there is none, the only unsafe one.
    ///
    /// If there are several, a person must choose.
    func fix(of level: FixLevel) -> Fix? {
        let safe = fixes.filter(\.safe)
        if !safe.isEmpty || level == .safe { return safe.count == 1 ? safe[0] : nil }
        return fixes.count == 1 ? fixes[0] : nil
    }
}

extension LintReport {
    /// Returns the fixes that a run of this level tries, with their problems.
    ///
    /// If the report leaves out problems of a file, the effect of its fixes is not known, and none of them is returned.
    func fixes(of level: FixLevel) -> [FixBatch.Member] {
        let truncated = Set(diagnostics.filter(\.isTruncationNotice).map(\.span.file))
        return diagnostics.compactMap { diagnostic in
            guard !truncated.contains(diagnostic.span.file), let fix = diagnostic.fix(of: level) else { return nil }
            return FixBatch.Member(diagnostic: diagnostic, fix: fix)
        }
    }
}

extension CheckedSet {
    /// Returns a comment for each of some problems that a comment may suppress, above the line of the problem.
    ///
    /// Where a comment has no effect, as inside of a text, the problem stays, and the fix is refused.
    package func suppressions(of diagnostics: [Diagnostic], because reason: String) -> [FixBatch.Member] {
        diagnostics.compactMap { diagnostic in
            let place = diagnostic.span
            guard diagnostic.isSuppressible, compilation.sources.indices.contains(place.file) else { return nil }
            let source = report.sources[place.file]
            let line = source.byteRange(ofLine: source.position(at: place.start).line)
            let blanks = source.bytes[line].prefix { $0 == UInt8(ascii: " ") }
            guard let first = source.bytes[line].dropFirst(blanks.count).first, first != UInt8(ascii: "#") else {
                return nil
            }
            let start = line.lowerBound + blanks.count
            let comment =
                "# waybill:allow \(diagnostic.rule.id) -- \(reason)\n" + String(repeating: " ", count: blanks.count)
            let edit = Diagnostic.Edit(span: SourceSpan(file: place.file, start: start, end: start), text: comment)
            let fix = Diagnostic.Fix(description: "suppress \(diagnostic.rule.id)", safe: true, edits: [edit])
            return FixBatch.Member(diagnostic: diagnostic, fix: fix)
        }
    }
}

extension LintReport {
    /// Returns the safe fixes that change only one file.
    func safeFixes(in path: String) -> [FixBatch.Member] {
        guard let file = sources.firstIndex(where: { $0.path == path }) else { return [] }
        return fixes(of: .safe).filter { $0.fix.edits.allSatisfy { $0.span.file == file } }
    }

    /// Whether a run would try to fix something in a file.
    package func hasSafeFixes(in path: String) -> Bool { !safeFixes(in: path).isEmpty }
}

/// The numbers of problems that a run of each level would try to fix.
///
/// It may fix fewer, because fixes that exclude each other or make the set worse are left out, or more, because a fix may
/// uncover another problem. To know that, the set would have to be checked again for each round of fixes.
public struct FixOffer: Sendable, Hashable {
    /// The problems that a run tries to fix with safe fixes.
    public let safe: Int
    /// The problems that a run tries to fix with any fixes.
    public let all: Int

    public init(_ report: LintReport) {
        safe = report.fixes(of: .safe).count
        all = report.fixes(of: .unsafe).count
    }

    /// `2 can be fixed with --fix, 1 more with --unsafe-fixes`; `nil` if there is nothing to fix.
    public var text: String? {
        let offers = [
            safe > 0 ? "\(safe) can be fixed with --fix" : nil,
            all > safe ? "\(all - safe) \(safe > 0 ? "more" : "can be fixed") with --unsafe-fixes" : nil,
        ].compactMap(\.self)
        return offers.isEmpty ? nil : offers.joined(separator: ", ")
    }
}
