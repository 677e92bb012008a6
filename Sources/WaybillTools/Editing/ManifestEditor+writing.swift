import WaybillManifest
import WaybillSyntax

/// New texts and new keys.
extension ManifestEditor {
    /// Returns the edits of a change; `nil` if this file has no place for it.
    func edits(for change: Diagnostic.Change) -> [Diagnostic.Edit]? {
        switch change {
        case .write(let text, let span): scalar(at: span).flatMap { rewriting($0, text) }.map { [$0] }
        case .set(let key, let value, let entry, let following):
            mapping(of: entry).flatMap { setting(key, value, in: $0, following) }.map { [$0] }
        case .rename(let key, let name, let entry):
            mapping(of: entry).flatMap { self.key(key, in: $0) }.flatMap { rewriting($0, name) }.map { [$0] }
        case .unset(let key, let entry):
            mapping(of: entry).flatMap { self.key(key, in: $0) }.flatMap { removing($0, .kept) }
        case .remove(let entry, let comments): head(of: entry).flatMap { removing(withEmptied($0), comments) }
        case .takeOut(let entry): head(of: entry).flatMap { removing($0, .kept) }
        case .append(let item, let key, let entry, let following):
            mapping(of: entry).flatMap { appending(item, to: key, in: $0, following) }.map { [$0] }
        case .replace(let edit): [edit]
        }
    }

    /// Returns the scalar with another text, in the same kind of quotes.
    private func rewriting(_ scalar: Int, _ text: String) -> Diagnostic.Edit? {
        let record = record(scalar)
        let written =
            switch record.kind {
            case .singleQuoted: ScalarText.singleQuoted(text)
            case .doubleQuoted: ScalarText.doubleQuoted(text)
            default: ScalarText.written(text)
            }
        return edit(Int(record.start)..<Int(record.end), written)
    }

    /// Returns the edit with the comment that it would remove: the one in the header of a block scalar moves after the
    /// replacement. `nil` if it would remove another comment, or turn one into text.
    func keepingComments(_ edit: Diagnostic.Edit) -> Diagnostic.Edit? {
        if makesTextOfComment(edit) { return nil }
        let span = edit.span.start..<edit.span.end
        guard let comment = firstComment(in: span) else { return edit }
        let rest = comment.upperBound..<span.upperBound
        guard scalar(at: edit.span) != nil, comment.lowerBound > span.lowerBound, firstComment(in: rest) == nil
        else { return nil }
        return Diagnostic.Edit(
            span: edit.span, text: "\(edit.text) \(String(decoding: bytes[comment], as: UTF8.self))")
    }

    /// Whether the edit would make a comment a line of the preceding block scalar.
    private func makesTextOfComment(_ edit: Diagnostic.Edit) -> Bool {
        guard edit.text.utf8.allSatisfy(\.isBlankOrBreak), let scalar = lastScalar(before: edit.span.start),
            isBlockScalar(scalar)
        else { return false }
        let end = min(Int(record(scalar).end), edit.span.start)
        return bytes[end..<edit.span.start].allSatisfy { $0.isBlankOrBreak || $0 == UInt8(ascii: "-") }
            && bytes[edit.span.end...].first { !$0.isBlankOrBreak } == UInt8(ascii: "#")
    }

    private func setting(_ name: String, _ value: String, in mapping: Int, _ following: [String]) -> Diagnostic.Edit? {
        guard let key = key(name, in: mapping) else { return inserting("\(name): \(value)", in: mapping, following) }
        let place = place(of: self.value(of: key))
        return hasComment(place) ? nil : edit(place, place.isEmpty ? " " + value : value)
    }

    /// Inserts an entry after the last of those that it follows, or after the first one.
    private func inserting(_ text: String, in mapping: Int, _ following: [String]) -> Diagnostic.Edit? {
        guard let isFlow = isFlow(mapping) else { return nil }
        let entries = document.parts(of: mapping)
        let last = entries.lastIndex { name(of: $0).map(following.contains) == true } ?? 0
        guard let before = entries.prefix(last + 1).last(where: { canPrecede($0, isFlow: isFlow) }) else { return nil }
        let end = extent(of: before).upperBound
        if isFlow { return edit(end..<end, ", " + text) }
        guard let indent = indent(of: mapping) else { return nil }
        let stop = bytes[end...].endOfLine
        return edit(stop..<stop, lineEnd + indent + text)
    }

    private func canPrecede(_ key: Int, isFlow: Bool) -> Bool {
        let value = value(of: key)
        return isFlow ? !place(of: value).isEmpty : !endsInBlockScalar(value)
    }

    /// Returns the indentation of the keys of a block mapping; `nil` if its first line has something other than dashes
    /// before it.
    package func indent(of mapping: Int) -> String? {
        let start = Int(record(mapping).start)
        let before = bytes[source.lineStart(of: start)..<start]
        guard before.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }) else { return nil }
        return String(repeating: " ", count: before.count)
    }

    // MARK: Lists

    private func appending(_ item: String, to name: String, in mapping: Int, _ following: [String]) -> Diagnostic.Edit?
    {
        guard let key = key(name, in: mapping) else {
            return inserting("\(name): [\(item)]", in: mapping, following)
        }
        let list = value(of: key)
        guard record(list).kind == .sequence, let isFlow = isFlow(list), let last = document.parts(of: list).last,
            !endsInBlockScalar(last)
        else { return nil }
        let end = extent(of: last).upperBound
        if isFlow { return edit(end..<end, ", " + item) }
        let start = Int(record(list).start)
        let stop = bytes[end...].endOfLine
        let indent = String(repeating: " ", count: start - source.lineStart(of: start))
        guard isBlank(source.lineStart(of: start)..<start) else { return nil }
        return edit(stop..<stop, lineEnd + indent + "- " + item)
    }
}
