/// The places of a file's aliases. The node of an alias does not have it: its place is that of the anchored value.
package struct AliasPlaces: Sendable {
    package struct Alias: Sendable {
        /// The place of the anchored value.
        package var target: SourceSpan
        package var place: SourceSpan
        /// Whether it belongs to a key with the same name as the anchored value's key.
        package var isPeer: Bool
    }

    private struct Target {
        var span: SourceSpan
        var aliases: [Alias]
        /// The index of the innermost target around it.
        var outer: Int?
    }

    /// In the order of their starts, an outer one before those in it.
    private let targets: [Target]

    package init(_ aliases: [Alias] = []) {
        var targets: [Target] = []
        var open: [Int] = []
        let byTarget = Dictionary(grouping: aliases, by: \.target)
        for (span, aliases) in byTarget.sorted(by: { ($0.key.start, $1.key.end) < ($1.key.start, $0.key.end) }) {
            while let last = open.last, targets[last].span.end <= span.start { open.removeLast() }
            targets.append(Target(span: span, aliases: aliases, outer: open.last))
            open.append(targets.count - 1)
        }
        self.targets = targets
    }

    package var isEmpty: Bool { targets.isEmpty }

    /// The aliases of exactly the value at a place, in the order of the file.
    package func directAliases(of span: SourceSpan) -> [SourceSpan] {
        let target = targets[count(startingUpTo: span.start - 1)...].prefix { $0.span.start == span.start }
            .first { $0.span == span }
        return target?.aliases.map(\.place) ?? []
    }

    /// The aliases of the value at a place and of the values around it, in the order of the file.
    package func aliases(of span: SourceSpan) -> [Alias] {
        var next: Int? = count(startingUpTo: span.start) - 1
        var aliases: [Alias] = []
        while let index = next, index >= 0 {
            if targets[index].span.end >= span.end { aliases += targets[index].aliases }
            next = targets[index].outer
        }
        return aliases.sorted { $0.place < $1.place }
    }

    /// The number of targets that start before an offset or at it.
    private func count(startingUpTo offset: Int) -> Int {
        var low = 0
        var high = targets.count
        while low < high {
            let middle = (low + high) / 2
            if targets[middle].span.start <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [Diagnostic] {
    /// Moves duplicate ids that an alias repeats to the alias. The anchored id and its repetition would have one place.
    ///
    /// - Parameter aliases: By file.
    package func shown(atAliases aliases: [AliasPlaces]) -> [Diagnostic] {
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
