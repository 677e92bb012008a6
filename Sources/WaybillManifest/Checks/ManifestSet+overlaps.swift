import WaybillTable

extension ManifestSet {
    /// P001 and P002, each with a witness, and I001 for default ids that clash for another reason.
    ///
    /// A route of which something was misread may overlap because of that alone: it is left for the next time.
    func checkOverlaps(_ table: RoutingTable, besides found: [Diagnostic]) -> [Diagnostic] {
        let misread = misreadRoutes(found)
        let conflicts = table.conflicts().filter {
            !misread.contains($0.first.route) && !misread.contains($0.second.route)
        }
        let explained = Set(conflicts.flatMap { [$0.first.route, $0.second.route] })
        return conflicts.map(diagnostic) + clashingIDs(except: explained)
    }

    private func diagnostic(_ conflict: RouteConflict) -> Diagnostic {
        // Whichever stands first in the files is the one that was there.
        let places = [conflict.first, conflict.second].sorted { pattern($0).text.span < pattern($1).text.span }
        let (earlier, later) = (places[0], places[1])
        let names = (routes[earlier.route].id.value, routes[later.route].id.value)
        let patterns = (pattern(earlier).text.value, pattern(later).text.value)
        let subject =
            earlier.route == later.route
            ? "'\(patterns.0)' and '\(patterns.1)' of route '\(names.1)'" : "routes '\(names.0)' and '\(names.1)'"
        return Diagnostic(
            conflict.isSame ? .sameRequests : .ambiguousOverlap, at: pattern(later).text.span,
            conflict.isSame
                ? "\(subject) match exactly the same requests, and nothing says which of them serves"
                : "\(subject) share requests, and no rule of precedence separates them",
            notes: [.init("'\(names.0)' is here", at: pattern(earlier).text.span)],
            witness: witness(conflict), witnessRemark: "matches both",
            help: earlier.route == later.route
                ? "remove one of the two patterns" : "give one of them a 'priority', or narrow its pattern")
    }

    private func misreadRoutes(_ found: [Diagnostic]) -> Set<Int> {
        let rules: Set<Rule> = [
            .unknownKey, .wrongType, .notInEnumeration, .outOfRange, .impossiblePattern, .badParameter, .badRegex,
            .duplicateKey,
        ]
        let starts = found.filter { rules.contains($0.rule) }
            .map { SourceSpan(file: $0.span.file, start: $0.span.start, end: $0.span.start) }.sorted()
        return Set(
            routes.indices.filter { index in
                let whole = routes[index].span
                let next = starts.partitioningIndex { ($0.file, $0.start) >= (whole.file, whole.start) }
                return next < starts.count && starts[next].file == whole.file && starts[next].start < whole.end
            })
    }

    private func pattern(_ place: RouteConflict.Place) -> LocatedPattern {
        routes[place.route].patterns[place.pattern]
    }

    private func witness(_ conflict: RouteConflict) -> String {
        guard let method = conflict.method else { return conflict.witness }
        let assumed = (try? RouteURL(conflict.witness))?.assumedMethod
        return assumed == method ? conflict.witness : "\(method) \(conflict.witness)"
    }

    /// Default ids that clash although the routes do not: narrowed differently, say, or of another priority.
    private func clashingIDs(except explained: Set<Int>) -> [Diagnostic] {
        clashingDefaultIDs.filter { !explained.contains($0.route) || !explained.contains($0.first) }.map { clash in
            let id = routes[clash.route].id
            return Diagnostic(
                .duplicateID, at: id.span, "route id '\(id.value)' is used twice",
                notes: [.init("it is used here first", at: routes[clash.first].id.span)],
                help: "give the route an 'id': by default it is the pattern")
        }
    }
}

extension [SourceSpan] {
    /// The first index whose span satisfies a condition that holds from there on.
    fileprivate func partitioningIndex(where holds: (SourceSpan) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
