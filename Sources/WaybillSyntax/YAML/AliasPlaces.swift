/// The places of a file's aliases. The node of an alias does not have this place, but that of the anchored value.
package struct AliasPlaces: Sendable {
    package struct Alias: Sendable {
        /// The place of the anchored value.
        package var target: SourceSpan
        package var place: SourceSpan
        /// Whether its key has the same name as the key of the anchored value.
        package var isPeer: Bool
    }

    private struct Target {
        var span: SourceSpan
        var aliases: [Alias]
        /// The index of the innermost target around it.
        var outer: Int?
    }

    /// Sorted by start. An outer target precedes those in it.
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

    package var all: [Alias] { targets.flatMap(\.aliases) }

    /// Returns the aliases of exactly the value at a place, in the order of the file.
    package func directAliases(of span: SourceSpan) -> [SourceSpan] {
        let target = targets[count(startingUpTo: span.start - 1)...].prefix { $0.span.start == span.start }
            .first { $0.span == span }
        return target?.aliases.map(\.place) ?? []
    }

    /// Returns the aliases of the value at a place and of the values around it, in the order of the file.
    package func aliases(of span: SourceSpan) -> [Alias] {
        var next = innermostTarget(around: span)
        var aliases: [Alias] = []
        while let index = next {
            aliases += targets[index].aliases
            next = targets[index].outer
        }
        return aliases.sorted { $0.place < $1.place }
    }

    /// Returns the number of the innermost value with an alias that contains a place. Two places
    /// with the same number have the same aliases.
    fileprivate func innermostTarget(around span: SourceSpan) -> Int? {
        let before = count(startingUpTo: span.start)
        var next = before > 0 ? before - 1 : nil
        while let index = next, targets[index].span.end < span.end { next = targets[index].outer }
        return next
    }

    /// Returns the number of targets that start at or before an offset.
    private func count(startingUpTo offset: Int) -> Int {
        targets.indices.partitioningIndex { targets[$0].span.start > offset }
    }
}

extension [Diagnostic] {
    /// Moves the diagnostic of an id that an alias repeats to the alias. Otherwise the id and its repetition would have
    /// the same place.
    ///
    /// - Parameter aliases: By file.
    package func shown(atAliases aliases: [AliasPlaces]) -> [Diagnostic] {
        if aliases.allSatisfy(\.isEmpty) { return self }
        // By file, and by target in it.
        var peers = aliases.map { _ in [Int: [SourceSpan]]() }
        var left: [SourceSpan: ArraySlice<SourceSpan>] = [:]
        return map { diagnostic in
            let file = diagnostic.span.file
            guard diagnostic.rule == .duplicateID, file < aliases.count,
                diagnostic.notes.contains(where: { $0.span == diagnostic.span }),
                let target = aliases[file].innermostTarget(around: diagnostic.span)
            else { return diagnostic }
            let all =
                peers[file][target] ?? aliases[file].aliases(of: diagnostic.span).filter(\.isPeer).map(\.place)
            peers[file][target] = all
            let places = left[diagnostic.span] ?? all[...]
            guard let place = places.first else { return diagnostic }
            left[diagnostic.span] = places.count > 1 ? places.dropFirst() : places
            var shown = diagnostic
            shown.span = place
            // The edits would change the anchored value.
            shown.fixes = []
            return shown
        }
    }
}
