import WaybillTable

/// Where a file says something once more by an alias, which a node does not tell: it has the place of its anchor.
package struct AliasPlaces: Sendable {
    package struct Alias: Sendable {
        /// The place of what it stands for.
        package var target: SourceSpan
        package var place: SourceSpan
        /// Whether it belongs to a key of the same name as what it stands for.
        var isPeer: Bool
    }

    private struct Target {
        var span: SourceSpan
        var aliases: [Alias]
        /// The innermost target around it.
        var outer: Int?
    }

    /// By where they begin, an outer one before those in it.
    private let targets: [Target]

    init(_ aliases: [Alias] = []) {
        var (targets, open) = ([Target](), [Int]())
        let byTarget = Dictionary(grouping: aliases, by: \.target)
        for (span, aliases) in byTarget.sorted(by: { ($0.key.start, $1.key.end) < ($1.key.start, $0.key.end) }) {
            while let last = open.last, targets[last].span.end <= span.start { open.removeLast() }
            targets.append(Target(span: span, aliases: aliases, outer: open.last))
            open.append(targets.count - 1)
        }
        self.targets = targets
    }

    package var isEmpty: Bool { targets.isEmpty }

    /// The places of the aliases of exactly what stands at a place, in the order of the file.
    func directAliases(of span: SourceSpan) -> [SourceSpan] {
        let first = targets.indices.partitioningIndex { targets[$0].span.start >= span.start }
        return targets[first...].prefix { $0.span.start == span.start }.first { $0.span == span }?.aliases.map(\.place)
            ?? []
    }

    /// The aliases by which the file says again what it says at a place, of that or of what it lies in, in the order of the file.
    package func aliases(of span: SourceSpan) -> [Alias] {
        var next: Int? = targets.indices.partitioningIndex { targets[$0].span.start > span.start } - 1
        var aliases: [Alias] = []
        while let index = next, index >= 0 {
            if targets[index].span.end >= span.end { aliases += targets[index].aliases }
            next = targets[index].outer
        }
        return aliases.sorted { $0.place < $1.place }
    }
}

extension [Diagnostic] {
    /// With ids that are given twice by an alias shown at the alias: what it stands for has the place of its anchor, and so
    /// both would have one place.
    ///
    /// - Parameter aliases: By file.
    func shown(atAliases aliases: [AliasPlaces]) -> [Diagnostic] {
        if aliases.allSatisfy(\.isEmpty) { return self }
        var left: [SourceSpan: ArraySlice<SourceSpan>] = [:]
        return map { finding in
            guard finding.rule == .duplicateID, finding.span.file < aliases.count,
                finding.notes.contains(where: { $0.span == finding.span })
            else { return finding }
            let places =
                left[finding.span]
                ?? aliases[finding.span.file].aliases(of: finding.span).filter(\.isPeer).map(\.place)[...]
            guard let place = places.first else { return finding }
            left[finding.span] = places.count > 1 ? places.dropFirst() : places
            var shown = finding
            shown.span = place
            // Its edits would be those of the anchored value.
            shown.fixes = []
            return shown
        }
    }
}
